//! Names while a day is being counted: each has a place from its first appearance, and at the end a place by name.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Names in the order of their first appearance, with a row each.
#[derive(Default)]
pub struct Names<'a, Row> {
    places: HashMap<&'a str, u32>,
    rows: Vec<(&'a str, Row)>,
}

impl<'a, Row: Default> Names<'a, Row> {
    pub fn place(&mut self, name: &'a str) -> u32 {
        match self.places.entry(name) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let place = self.rows.len() as u32;
                self.rows.push((name, Row::default()));
                *free.insert(place)
            }
        }
    }

    pub fn row(&mut self, place: u32) -> &mut Row {
        &mut self.rows[place as usize].1
    }

    /// The rows by name, and for each old place its new one.
    pub fn sorted(self) -> (Vec<(&'a str, Row)>, Vec<u32>) {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_unstable_by_key(|&place| self.rows[place].0);
        let mut moved = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            moved[old] = new as u32;
        }
        let mut rows: Vec<Option<(&'a str, Row)>> = self.rows.into_iter().map(Some).collect();
        (order.iter().filter_map(|&old| rows[old].take()).collect(), moved)
    }
}
