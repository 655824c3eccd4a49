//! What a byte does to words and units, and the hashes of words.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::fingerprint::mix;

pub(super) const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// By hashes of words, which need no hashing.
pub(super) type ByHash<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = mix(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Eight bytes at a time.
#[derive(Default)]
pub(super) struct WordHash {
    hash: u64,
    bytes: u64,
    n_bytes: u32,
}

impl WordHash {
    #[inline]
    pub fn take(&mut self, byte: u8) {
        self.bytes = self.bytes << 8 | u64::from(byte);
        self.n_bytes += 1;
        if self.n_bytes.is_multiple_of(8) {
            self.hash = mix(self.hash ^ self.bytes);
        }
    }

    /// Never the 1 that stands for a headline.
    pub fn done(self) -> u64 {
        mix(self.hash ^ self.bytes ^ u64::from(self.n_bytes).wrapping_mul(BASE)) | 2
    }
}

/// What a byte does to units and words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Word,
    Space,
    Break,
    Stop,
    /// May stand between a stop and the space behind it.
    Close,
    Other,
    /// Begins a sign of several bytes.
    Wide,
}

pub(super) const CLASSES: [Class; 256] = {
    let mut classes = [Class::Wide; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => Class::Word,
            b'\n' => Class::Break,
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'.' | b'!' | b'?' => Class::Stop,
            b'"' | b'\'' | b')' | b']' => Class::Close,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Of the sign that begins here, and its length in bytes.
pub(super) fn class_at(text: &str, at: usize) -> (Class, usize) {
    match CLASSES[text.as_bytes()[at] as usize] {
        Class::Wide => match text[at..].chars().next() {
            None => (Class::Other, 1),
            Some(c) => {
                let class = match c {
                    '’' | '”' | '»' => Class::Close,
                    '“' | '‘' | '–' | '—' | '•' | '·' => Class::Other,
                    '…' => Class::Stop,
                    // Nothing need follow these.
                    '。' | '！' | '？' => Class::Break,
                    _ if c.is_alphanumeric() => Class::Word,
                    _ if c.is_whitespace() => Class::Space,
                    _ => Class::Other,
                };
                (class, c.len_utf8())
            }
        },
        class => (class, 1),
    }
}

/// Of a script without spaces.
pub(super) fn is_sign(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
