//! Which remembered items have a term, day by day of their own time.

use domain::DocumentId;

use super::frequency::TermMap;
use super::shelves::Shelf;
use super::terms::{Term, stir};
use crate::tongue::Tongue;

/// A term that more items of one day have tells nothing.
const MAX_LISTED: usize = 1_000;

/// From terms of a language to the slots of items, day by day.
#[derive(Default)]
pub(super) struct Index {
    days: TermMap<Vec<Listed>>,
}

/// The items of a day that have a term.
struct Listed {
    day: i64,
    slots: Vec<u32>,
}

/// What is looked for: weighed terms, among the items of a language on some days, without one of them.
pub(super) struct Look<'a> {
    pub terms: &'a [(Term, f32)],
    pub tongue: Tongue,
    pub days: std::ops::RangeInclusive<i64>,
    pub but: u32,
    pub limit: usize,
}

/// Weight found for each slot; kept between calls for its memory alone.
#[derive(Default)]
pub(super) struct Found {
    weights: Vec<f32>,
}

fn key(term: Term, tongue: Tongue) -> Term {
    stir(term ^ tongue.salt())
}

impl Index {
    pub fn add(&mut self, term: Term, shelf: Shelf, slot: u32) {
        let days = self.days.entry(key(term, shelf.tongue)).or_default();
        let at = days.partition_point(|listed| listed.day < shelf.day);
        match days.get_mut(at) {
            Some(listed) if listed.day == shelf.day => listed.slots.push(slot),
            _ => days.insert(at, Listed { day: shelf.day, slots: vec![slot] }),
        }
    }

    pub fn remove(&mut self, term: Term, shelf: Shelf, slot: u32) {
        let key = key(term, shelf.tongue);
        let Some(days) = self.days.get_mut(&key) else { return };
        if let Ok(at) = days.binary_search_by_key(&shelf.day, |listed| listed.day) {
            let slots = &mut days[at].slots;
            if let Some(at) = slots.iter().position(|known| *known == slot) {
                slots.swap_remove(at);
            }
            if slots.is_empty() {
                days.remove(at);
            }
        }
        if days.is_empty() {
            self.days.remove(&key);
        }
    }

    /// The slots that share most weight with what is looked for, the best first; of equal ones those that come first in
    /// the order that `when` gives.
    pub fn nearest(
        &self,
        look: &Look<'_>,
        found: &mut Found,
        when: impl Fn(u32) -> (i64, DocumentId),
    ) -> Vec<u32> {
        let mut touched: Vec<u32> = Vec::new();
        for (term, weight) in look.terms {
            let days = self.days.get(&key(*term, look.tongue)).map_or(&[][..], Vec::as_slice);
            let first = days.partition_point(|listed| listed.day < *look.days.start());
            for Listed { slots, .. } in
                days[first..].iter().take_while(|listed| listed.day <= *look.days.end())
            {
                if slots.len() > MAX_LISTED {
                    continue;
                }
                for slot in slots {
                    let at = *slot as usize;
                    if at >= found.weights.len() {
                        found.weights.resize(at + 1, 0.0);
                    }
                    if found.weights[at] == 0.0 {
                        touched.push(*slot);
                    }
                    found.weights[at] += weight;
                }
            }
        }
        let weights = &found.weights;
        let better = |a: &u32, b: &u32| {
            let heavier = weights[*b as usize].total_cmp(&weights[*a as usize]);
            heavier.then_with(|| when(*a).cmp(&when(*b)))
        };
        let all = touched.clone();
        touched.retain(|slot| *slot != look.but);
        if touched.len() > look.limit {
            touched.select_nth_unstable_by(look.limit - 1, better);
            touched.truncate(look.limit);
        }
        touched.sort_unstable_by(better);
        for slot in all {
            found.weights[slot as usize] = 0.0;
        }
        touched
    }
}
