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
    counts: TermMap<f64>,
    total: f64,
    unit: f64,
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

    /// How telling a term is: high for a rare one.
    pub fn weight(&self, term: Term) -> f32 {
        let seen = self.counts.get(&term).copied().unwrap_or(0.0) / self.unit;
        let total = self.total / self.unit;
        ((total + 1.0) / (seen + 0.5)).ln().max(0.0) as f32
    }

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
