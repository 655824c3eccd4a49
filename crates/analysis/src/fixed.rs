//! Tables that are compiled in and looked up for every word.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Fast on short keys; a table of ours never takes a key from a text, so nobody can aim collisions at it.
#[derive(Default)]
pub struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The table picks by the top bits, which hardly move for short words.
        self.0 ^ self.0.rotate_left(29)
    }
}

pub type FixedMap<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;
pub type FixedSet<K> = HashSet<K, BuildHasherDefault<Fnv>>;
