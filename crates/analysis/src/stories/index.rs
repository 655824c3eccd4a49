//! Which open stories know a term.

use super::frequency::TermMap;
use super::terms::Term;

/// Stories that are looked at for one term; beyond, the term tells nothing.
const MOST_LISTED: usize = 3_000;

/// Terms of an item that are looked up.
pub(super) const LOOKED_UP: usize = 24;

/// From terms to the slots of the stories that have them.
#[derive(Default)]
pub(super) struct Index {
    slots: TermMap<Vec<u32>>,
    /// Weight found so far for each slot; zero between calls.
    found: Vec<f32>,
}

impl Index {
    pub fn add(&mut self, term: Term, slot: usize) {
        self.slots.entry(term).or_default().push(slot as u32);
    }

    pub fn remove(&mut self, term: Term, slot: usize) {
        if let Some(slots) = self.slots.get_mut(&term) {
            if let Some(at) = slots.iter().position(|known| *known == slot as u32) {
                slots.swap_remove(at);
            }
            if slots.is_empty() {
                self.slots.remove(&term);
            }
        }
    }

    /// The slots that share most weight with these terms, the best first.
    pub fn nearest(&mut self, terms: &[(Term, f32)], slots: usize, most: usize) -> Vec<usize> {
        if self.found.len() < slots {
            self.found.resize(slots, 0.0);
        }
        let mut touched: Vec<u32> = Vec::new();
        let mut looked = 0;
        for (term, weight) in terms {
            let Some(listed) = self.slots.get(term) else { continue };
            if listed.len() > MOST_LISTED && looked >= 4 {
                continue;
            }
            looked += 1;
            for slot in listed {
                let found = &mut self.found[*slot as usize];
                if *found == 0.0 {
                    touched.push(*slot);
                }
                *found += weight;
            }
        }
        let found = &self.found;
        let better = |a: &u32, b: &u32| found[*b as usize].total_cmp(&found[*a as usize]).then(a.cmp(b));
        let all = touched.clone();
        if touched.len() > most {
            touched.select_nth_unstable_by(most - 1, better);
            touched.truncate(most);
        }
        touched.sort_unstable_by(better);
        for slot in all {
            self.found[slot as usize] = 0.0;
        }
        touched.into_iter().map(|slot| slot as usize).collect()
    }
}
