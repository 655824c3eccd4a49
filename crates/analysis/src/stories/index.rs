//! Which remembered items have a term, day by day of their own time.

use domain::DocumentId;

use super::frequency::TermMap;
use super::terms::{Term, stir};

/// A term that more items of one day have tells nothing.
const MAX_LISTED: usize = 1_000;

/// From terms and days to the slots of items.
#[derive(Default)]
pub(super) struct Index {
    slots: TermMap<Vec<u32>>,
}

/// Weight found for each slot; kept between calls for its memory alone.
#[derive(Default)]
pub(super) struct Found {
    weights: Vec<f32>,
}

fn key(term: Term, day: i64) -> Term {
    stir(term ^ (day as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Index {
    pub fn add(&mut self, term: Term, day: i64, slot: u32) {
        self.slots.entry(key(term, day)).or_default().push(slot);
    }

    pub fn remove(&mut self, term: Term, day: i64, slot: u32) {
        let key = key(term, day);
        if let Some(slots) = self.slots.get_mut(&key) {
            if let Some(at) = slots.iter().position(|known| *known == slot) {
                slots.swap_remove(at);
            }
            if slots.is_empty() {
                self.slots.remove(&key);
            }
        }
    }

    /// The slots of these days that share most weight with these terms, without `but`, the best first; of equal ones
    /// those that come first in the order that `when` gives.
    pub fn nearest(
        &self,
        terms: &[(Term, f32)],
        days: std::ops::RangeInclusive<i64>,
        but: Option<u32>,
        limit: usize,
        found: &mut Found,
        when: impl Fn(u32) -> (i64, DocumentId),
    ) -> Vec<u32> {
        let mut touched: Vec<u32> = Vec::new();
        for (term, weight) in terms {
            for day in days.clone() {
                let Some(listed) = self.slots.get(&key(*term, day)) else { continue };
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
        touched.retain(|slot| Some(*slot) != but);
        if touched.len() > limit {
            touched.select_nth_unstable_by(limit - 1, better);
            touched.truncate(limit);
        }
        touched.sort_unstable_by(better);
        for slot in all {
            found.weights[slot as usize] = 0.0;
        }
        touched
    }
}
