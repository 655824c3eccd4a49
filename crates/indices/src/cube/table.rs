//! Keys of one kind, each with its series, listed in the order of the keys.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use domain::{Day, DayRange};

use super::series::Series;
use crate::rollup::Tally;

#[derive(Clone, Debug)]
pub struct Table<Key> {
    places: HashMap<Key, u32>,
    keys: Vec<Key>,
    series: Vec<Series>,
    /// Places by key, so that answers never depend on the order in which days were taken in.
    order: Vec<u32>,
}

impl<Key> Default for Table<Key> {
    fn default() -> Table<Key> {
        Table { places: HashMap::new(), keys: Vec::new(), series: Vec::new(), order: Vec::new() }
    }
}

impl<Key: Clone + Eq + Hash + Ord> Table<Key> {
    /// The place of a key, which stays its own from then on.
    pub fn place<Name>(&mut self, key: &Name) -> u32
    where
        Key: Borrow<Name>,
        Name: Eq + Hash + Ord + ToOwned<Owned = Key> + ?Sized,
    {
        if let Some(place) = self.places.get(key) {
            return *place;
        }
        let place = self.keys.len() as u32;
        let at = self.order.partition_point(|other| self.keys[*other as usize].borrow() < key);
        self.order.insert(at, place);
        self.places.insert(key.to_owned(), place);
        self.keys.push(key.to_owned());
        self.series.push(Series::default());
        place
    }

    pub fn add(&mut self, place: u32, day: Day, difference: Tally) {
        self.series[place as usize].add(day, difference);
    }

    pub fn find<Name>(&self, key: &Name) -> Option<u32>
    where
        Key: Borrow<Name>,
        Name: Eq + Hash + ?Sized,
    {
        self.places.get(key).copied()
    }

    pub fn key(&self, place: u32) -> &Key {
        &self.keys[place as usize]
    }

    pub fn series(&self, place: u32) -> &Series {
        &self.series[place as usize]
    }

    pub fn shrink(&mut self) {
        self.series.iter_mut().for_each(Series::shrink);
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Every place, in the order of the keys.
    pub fn places_by_key(&self) -> &[u32] {
        &self.order
    }

    /// Keys with anything in the range, in order.
    pub fn totals(&self, range: DayRange) -> impl Iterator<Item = (u32, Tally)> + '_ {
        self.order.iter().filter_map(move |place| {
            let tally = self.series[*place as usize].total(range);
            (tally.count != 0).then_some((*place, tally))
        })
    }
}
