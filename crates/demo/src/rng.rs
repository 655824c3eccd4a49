//! Numbers that look random and are not: the same key gives the same run of draws on every machine.
//!
//! Splitmix64, keyed by a few integers. Only integer arithmetic and exact floating-point operations are
//! used, so that no platform's mathematical library can change a byte of the corpus.

/// A run of draws that depends on its key alone.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Each part of the world keys its own run, so that adding a draw in one leaves the others alone.
    pub fn keyed(parts: &[u64]) -> Rng {
        let mut state = 0x5EED_0F0D_E30C_0DE5;
        for part in parts {
            state = mix(state ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        Rng(state)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In 0..n; zero where there is nothing to choose from.
    pub fn below(&mut self, n: usize) -> usize {
        // Multiply and shift: the bias is far below anything a corpus of this size could show.
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// Both ends belong to it.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of a few values, which must not be none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// An index, in proportion to its weight.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let total: f64 = weights.clone().sum();
        let mut left = self.unit() * total;
        let mut last = 0;
        for (index, weight) in weights.enumerate() {
            if weight <= 0.0 {
                continue;
            }
            last = index;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// Mean 0, deviation 1, never beyond 6: the sum of twelve uniform draws needs no logarithm.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Names of the streams, so that no two parts of the world share a run.
pub mod stream {
    pub const SHOCK: u64 = 1;
    pub const CYCLE: u64 = 2;
    pub const MOOD: u64 = 3;
    pub const FLOOD: u64 = 4;
    pub const STORY: u64 = 5;
    pub const ARTICLE: u64 = 6;
    pub const WIRE: u64 = 7;
    pub const SINGLE: u64 = 8;
    pub const CALL: u64 = 9;
    pub const FILING: u64 = 10;
    pub const PODCAST: u64 = 11;
    pub const POST: u64 = 12;
    pub const FOREIGN: u64 = 13;
    pub const COHORT: u64 = 14;
}
