//! Which remembered items have a term, day by day of their own time.

use domain::DocumentId;

use super::frequency::TermMap;
use super::shelves::Shelf;
use super::terms::{Term, stir};
use crate::tongue::Tongue;

/// A term that more items of one day have tells nothing.
const MAX_LISTED: usize = 1_000;

/// From terms and days to the slots of items, each language by itself.
#[derive(Default)]
pub(super) struct Index {
    slots: TermMap<Vec<u32>>,
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

fn key(term: Term, shelf: Shelf) -> Term {
    stir(term ^ shelf.salt())
}

impl Index {
    pub fn add(&mut self, term: Term, shelf: Shelf, slot: u32) {
        self.slots.entry(key(term, shelf)).or_default().push(slot);
    }

    pub fn remove(&mut self, term: Term, shelf: Shelf, slot: u32) {
        let key = key(term, shelf);
        if let Some(slots) = self.slots.get_mut(&key) {
            if let Some(at) = slots.iter().position(|known| *known == slot) {
                slots.swap_remove(at);
            }
            if slots.is_empty() {
                self.slots.remove(&key);
            }
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
            for day in look.days.clone() {
                let shelf = Shelf { tongue: look.tongue, day };
                let Some(listed) = self.slots.get(&key(*term, shelf)) else { continue };
                if listed.len() > MAX_LISTED {
                    continue;
                }
                for slot in listed {
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
