//! How common each term is among the items that are remembered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::terms::Term;

/// Terms are hashes already; only the upper bits, which a table looks at too, have to be filled.
#[derive(Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

pub(crate) type TermMap<V> = HashMap<Term, V, BuildHasherDefault<Spread>>;

/// Added to the number of items, so that the first ones are not all rare.
const ITEMS_KNOWN: f32 = 30.0;

/// Added to a term's count: a word seen once is not much rarer than one seen thrice.
const TERM_KNOWN: f32 = 4.0;

const POWER: f32 = 0.8;
const LEAST: f32 = 0.05;

/// Document frequencies.
#[derive(Default)]
pub(super) struct Frequencies {
    counts: TermMap<u32>,
    items: u32,
}

impl Frequencies {
    /// Counts one item with these distinct terms.
    pub fn add(&mut self, distinct: impl Iterator<Item = Term>) {
        for term in distinct {
            *self.counts.entry(term).or_insert(0) += 1;
        }
        self.items += 1;
    }

    pub fn remove(&mut self, distinct: impl Iterator<Item = Term>) {
        for term in distinct {
            if let Some(count) = self.counts.get_mut(&term) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&term);
                }
            }
        }
        self.items -= 1;
    }

    pub fn items(&self) -> u32 {
        self.items
    }

    /// How telling a term is: high for a rare one, never below a little.
    pub fn rarity(&self, term: Term) -> f32 {
        let seen = self.counts.get(&term).copied().unwrap_or(0) as f32;
        ((self.items as f32 + ITEMS_KNOWN) / (seen + TERM_KNOWN)).ln().max(LEAST).powf(POWER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_weigh_more_and_what_is_forgotten_no_longer_counts() {
        let mut frequencies = Frequencies::default();
        for i in 0..1_000u64 {
            frequencies.add([7, 1_000 + i].into_iter());
        }
        let common = frequencies.rarity(7);
        assert!(common < 0.2 && frequencies.rarity(1_500) > 3.0);
        for i in 0..900u64 {
            frequencies.remove([7, 1_000 + i].into_iter());
            frequencies.add([5_000 + i].into_iter());
        }
        assert!(frequencies.rarity(7) > common + 1.0);
        assert_eq!((frequencies.items(), frequencies.counts.len()), (1_000, 1_001));
    }
}
