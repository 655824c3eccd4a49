//! Hashing of what is a hash already: ids of documents, speakers and statements. They come from a cryptographic hash over
//! words, so that their bits need mixing, not protection; a year of them is looked up in a question.

use std::hash::{BuildHasherDefault, Hasher};

pub type IdState = BuildHasherDefault<IdHasher>;

#[derive(Clone, Copy, Debug, Default)]
pub struct IdHasher(u64);

/// The golden ratio's bits, as in splitmix64.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl IdHasher {
    fn take(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(MIX);
    }
}

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.take(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.take(word);
    }

    fn write_i64(&mut self, word: i64) {
        self.take(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.take(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
