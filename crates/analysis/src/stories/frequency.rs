//! How common each term has been of late.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::terms::Term;

/// Terms are hashes already; hashing them again would buy nothing.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

pub(super) type TermMap<V> = HashMap<Term, V, BuildHasherDefault<AsIs>>;

/// Items after which a count has halved, so that the words of last year's news are rare again.
const HALF_LIFE: f64 = 50_000.0;

/// Terms that are kept; beyond, the rarest are forgotten.
const MOST_TERMS: usize = 400_000;

/// Document frequencies with decay. Instead of shrinking all old counts, each new one weighs a little more.
pub(super) struct Frequencies {
    pub counts: TermMap<f64>,
    pub total: f64,
    pub unit: f64,
}

impl Frequencies {
    pub fn new() -> Frequencies {
        Frequencies { counts: TermMap::default(), total: 0.0, unit: 1.0 }
    }

    /// Counts one item with these distinct terms.
    pub fn add(&mut self, distinct: impl Iterator<Item = Term>) {
        for term in distinct {
            *self.counts.entry(term).or_insert(0.0) += self.unit;
        }
        self.total += self.unit;
        self.unit *= 2f64.powf(1.0 / HALF_LIFE);
        if self.unit > 1e9 || self.counts.len() > MOST_TERMS {
            self.shrink();
        }
    }

    /// Items that still count.
    pub fn items(&self) -> f32 {
        (self.total / self.unit) as f32
    }

    /// How telling a term is: high for a rare one, never below a little.
    pub fn rarity(&self, term: Term, known: f32, unknown: f32) -> f32 {
        let seen = self.counts.get(&term).map_or(0.0, |count| count / self.unit) as f32;
        ((self.items() + known) / (seen + unknown)).ln().max(0.01)
    }

    /// Brings the unit back to one and, where there are too many terms, forgets the rarest.
    fn shrink(&mut self) {
        let unit = self.unit;
        for count in self.counts.values_mut() {
            *count /= unit;
        }
        self.total /= unit;
        self.unit = 1.0;
        let mut floor = 0.5;
        while self.counts.len() > MOST_TERMS / 2 && floor < 1e6 {
            self.counts.retain(|_, count| *count > floor);
            floor *= 2.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_weigh_more_and_old_counts_fade() {
        let mut frequencies = Frequencies::new();
        for i in 0..1_000u64 {
            frequencies.add([7, 1_000 + i].into_iter());
        }
        assert!(frequencies.rarity(7, 1.0, 0.5) < 0.05);
        assert!(frequencies.rarity(1_500, 1.0, 0.5) > 5.0);
        let before = frequencies.rarity(7, 1.0, 0.5);
        for i in 0..100_000u64 {
            frequencies.add([5_000 + i].into_iter());
        }
        assert!(frequencies.rarity(7, 1.0, 0.5) > before + 3.0);
    }

    #[test]
    fn memory_is_bounded() {
        let mut frequencies = Frequencies::new();
        for i in 0..60_000u64 {
            frequencies.add((0..20).map(|k| i * 20 + k));
        }
        assert!(frequencies.counts.len() <= MOST_TERMS);
    }
}
