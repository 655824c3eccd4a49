//! A 64-bit fingerprint of a text: copies of a wire story that differ in a few words differ in a few bits.
//!
//! Charikar's simhash over the distinct pairs of neighbouring words and the distinct longer words of title and
//! content; counted once each, since repeated small words would make all long texts look alike. A text of a few words is
//! hashed as a whole instead, since a handful of pairs would join every day's "price prediction": it has only exact
//! copies. The numbers are stored, so the hash here never changes without a new marks version.

use crate::letters::{is_letter_or_digit, small};

/// Below this many words a text is hashed as a whole.
const SHORT: usize = 20;

/// Bytes from which a word tells something alone.
const LONG_WORD: usize = 5;

/// Words that are read; copies of a text this long agree long before its end.
const MAX_WORDS: usize = 3_000;

/// The fingerprint of an item; 0 stands for a text without words.
pub fn of(title: &str, content: &str) -> u64 {
    let words: Vec<Word> = words(title).chain(words(content)).take(MAX_WORDS).collect();
    match words.len() {
        0 => 0,
        n if n < SHORT => not_zero(words.iter().fold(17, |sum, word| mix(sum ^ word.hash))),
        _ => not_zero(simhash(&words)),
    }
}

struct Word {
    hash: u64,
    long: bool,
}

fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(is_letter_or_digit)?;
        rest = &rest[start..];
        let (hash, end) = match plain_word(rest.as_bytes()) {
            Some(found) => found,
            None => any_word(rest),
        };
        rest = &rest[end..];
        Some(Word { hash, long: end >= LONG_WORD })
    })
}

/// The hash and the end of a word of ASCII at the head of a text; none where the word may go on beyond ASCII.
fn plain_word(text: &[u8]) -> Option<(u64, usize)> {
    let mut hash = SEED;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            byte if byte.is_ascii_alphanumeric() => hash = stir(hash, byte.to_ascii_lowercase()),
            byte => return byte.is_ascii().then(|| (mix(hash), at)),
        }
    }
    Some((mix(hash), text.len()))
}

/// The same of any word: one walk over its letters.
fn any_word(text: &str) -> (u64, usize) {
    let mut hash = SEED;
    for (at, c) in text.char_indices() {
        if !is_letter_or_digit(c) {
            return (mix(hash), at);
        }
        hash = stir_letter(hash, c);
    }
    (mix(hash), text.len())
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// A step of FNV-1a.
fn stir(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// The bytes of a letter in lower case.
#[inline]
fn stir_letter(hash: u64, c: char) -> u64 {
    let encode = |hash, c: char| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, stir);
    match small(c) {
        Some(small) => encode(hash, small),
        None => c.to_lowercase().fold(hash, encode),
    }
}

/// FNV-1a of the word in lower case, then stirred, since its high bits hardly move for short words.
pub(crate) fn hash_word(word: &str) -> u64 {
    mix(match word.is_ascii() {
        true => word.bytes().fold(SEED, |hash, byte| stir(hash, byte.to_ascii_lowercase())),
        false => word.chars().fold(SEED, stir_letter),
    })
}

fn simhash(words: &[Word]) -> u64 {
    let pairs = words.windows(2).map(|pair| mix(pair[0].hash.rotate_left(21) ^ pair[1].hash));
    let long = words.iter().filter(|word| word.long).map(|word| word.hash);
    let mut features: Vec<u64> = pairs.chain(long).collect();
    features.sort_unstable();
    features.dedup();
    // How often each bit is set, in binary: the first number holds the lowest digits of all 64 counts. Sixteen digits count
    // far beyond the features of the longest text.
    let mut digits = [0_u64; 16];
    for feature in &features {
        let mut carry = *feature;
        for digit in &mut digits {
            if carry == 0 {
                break;
            }
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let half = features.len() / 2;
    let mut print = 0;
    for bit in 0..64 {
        let count: usize =
            (0..).zip(digits).map(|(place, digit)| ((digit >> bit & 1) as usize) << place).sum();
        print |= u64::from(count > half) << bit;
    }
    print
}

fn not_zero(hash: u64) -> u64 {
    hash.max(1)
}

/// The finishing steps of splitmix64: every input bit reaches every output bit.
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
#[path = "fingerprint_tests.rs"]
mod tests;
