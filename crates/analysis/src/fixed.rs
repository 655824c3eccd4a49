//! Tables that are looked up for every word: those that are compiled in, and those of one text.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::ops::Range;
use std::sync::LazyLock;

/// Fast on short keys; a table of ours never takes a key from a text, so nobody can aim collisions at it.
#[derive(Default)]
pub struct Folding(u64);

/// The hash of a word of letters and digits, in whatever case they are written.
pub fn hash_any_case(word: &[u8]) -> u64 {
    const SMALL: u64 = 0x2020_2020_2020_2020;
    let mut hash = word.len() as u64;
    let mut parts = word.chunks_exact(8);
    for part in &mut parts {
        hash = fold(
            hash ^ (u64::from_le_bytes(part.try_into().expect("eight bytes are eight bytes")) | SMALL),
            FACTOR,
        );
    }
    fold(hash ^ (low_bytes(parts.remainder()) | SMALL), FACTOR)
}

/// Every bit of the product reaches the result.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        let mut parts = bytes.chunks_exact(8);
        for part in &mut parts {
            self.write_u64(u64::from_le_bytes(part.try_into().expect("eight bytes are eight bytes")));
        }
        let rest = parts.remainder();
        self.write_u64(low_bytes(rest) | (rest.len() as u64) << 56);
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(byte);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = fold(self.0 ^ number, FACTOR);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        fold(self.0, FACTOR)
    }
}

/// At most seven bytes as one number, without a copy.
#[inline]
fn low_bytes(bytes: &[u8]) -> u64 {
    let four =
        |at: usize| u64::from(u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
    match bytes.len() {
        0 => 0,
        n @ 1..4 => {
            u64::from(bytes[0])
                | u64::from(bytes[n / 2]) << (8 * (n / 2))
                | u64::from(bytes[n - 1]) << (8 * (n - 1))
        }
        n => four(0) | four(n - 4) << (8 * (n - 4)),
    }
}

pub type FixedMap<K, V> = HashMap<K, V, BuildHasherDefault<Folding>>;
pub type FixedSet<K> = HashSet<K, BuildHasherDefault<Folding>>;

/// The same for keys of a text: it begins with a number that no writer of a text knows.
#[derive(Clone, Copy, Default)]
pub struct Secret;

impl BuildHasher for Secret {
    type Hasher = Folding;

    fn build_hasher(&self) -> Folding {
        static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(FACTOR));
        Folding(*START)
    }
}

pub type TextMap<K, V> = HashMap<K, V, Secret>;

/// Words to values. A word of up to fifteen bytes is a number, so that two are compared at once; most that are not listed are
/// known by the slots alone, which are small enough to stay near the processor.
pub struct Table<V> {
    /// A power of two, at most half of them filled: bits of the hash, and below them the place in `words` from 1 on.
    slots: Vec<u32>,
    words: Vec<(u128, V)>,
    long: FixedMap<String, V>,
    /// Bytes of the longest word.
    longest: usize,
    /// Which lengths words have that begin with the same four bytes, or eight or twelve where they are so long, a bit each:
    /// most beginnings of a text need not be looked up.
    lengths: Vec<u32>,
}

/// More words than any list has.
const PLACES: u32 = 1 << 16;
/// Bytes of a word that fit into its number beside its length.
const SHORT: usize = 15;
/// The most entries of `lengths`, few enough to stay near the processor; and the length from which words share the last bit.
const BEGINNINGS: usize = 1 << 15;
const LAST_LENGTH: usize = 31;

impl<V: Copy> Table<V> {
    /// Of several values for a word the last counts.
    pub fn new<'a>(words: impl Iterator<Item = (&'a str, V)>) -> Table<V> {
        let words: Vec<(&str, V)> = words.collect();
        assert!(words.len() < PLACES as usize, "a list of ours is short enough for its slots");
        let slots = vec![0; (2 * words.len() + 2).next_power_of_two()];
        let longest = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
        let mut table = Table {
            slots,
            words: Vec::new(),
            long: FixedMap::default(),
            longest,
            lengths: vec![0; words.len().next_power_of_two().min(BEGINNINGS)],
        };
        for (word, value) in words {
            let [four, eight, twelve] = table.beginnings(head(word.as_bytes()));
            let place = match word.len() {
                ..8 => four,
                8..12 => eight,
                12.. => twelve,
            };
            table.lengths[place] |= 1 << word.len().min(LAST_LENGTH);
            let Some(number) = number(word) else {
                table.long.insert(word.to_owned(), value);
                continue;
            };
            match table.find(number) {
                Ok(place) => table.words[place].1 = value,
                Err((slot, bits)) => {
                    table.words.push((number, value));
                    table.slots[slot] = bits | table.words.len() as u32;
                }
            }
        }
        table
    }

    pub fn len(&self) -> usize {
        self.words.len() + self.long.len()
    }

    pub fn get(&self, word: &str) -> Option<V> {
        match number(word) {
            Some(number) => self.find(number).ok().map(|place| self.words[place].1),
            None if word.len() > self.longest => None,
            None => self.long.get(word).copied(),
        }
    }

    /// The value of the word at `range` of a text. Quicker than `get`: what follows the word is cut off without asking how much.
    #[inline]
    pub fn get_at(&self, text: &str, range: Range<usize>) -> Option<V> {
        if range.len() > SHORT {
            return self.get(&text[range]);
        }
        let number = number_of(head(&text.as_bytes()[range.start..]), range.len());
        self.find(number).ok().map(|place| self.words[place].1)
    }

    /// The longest beginning of a text that is listed, in bytes, and its value.
    pub fn longest_beginning(&self, text: &str) -> Option<(usize, V)> {
        let head = head(text.as_bytes());
        let most = text.len().min(self.longest);
        let [four, eight, twelve] = self.beginnings(head);
        // Words of fewer than four bytes have another beginning by themselves than where they stand in a text.
        let lengths =
            0b1110 | self.lengths[four] & 0xff | self.lengths[eight] & 0xf00 | self.lengths[twelve] & !0xfff;
        let at = |end: usize| -> Option<(usize, V)> {
            let value = match end {
                _ if !text.is_char_boundary(end) => None,
                ..=SHORT => self.find(number_of(head, end)).ok().map(|place| self.words[place].1),
                _ => self.long.get(&text[..end]).copied(),
            };
            value.map(|value| (end, value))
        };
        let longest = (LAST_LENGTH..=most).rev().filter(|_| lengths >> LAST_LENGTH != 0).find_map(at);
        if longest.is_some() {
            return longest;
        }
        let mut shorter = lengths & ((2 << most.min(LAST_LENGTH - 1)) - 1);
        while shorter != 0 {
            let end = shorter.ilog2() as usize;
            if let Some(found) = at(end) {
                return Some(found);
            }
            shorter ^= 1 << end;
        }
        None
    }

    /// Where `lengths` has the words that begin with the first four of these bytes, with the first eight and the first twelve.
    #[inline]
    fn beginnings(&self, head: u128) -> [usize; 3] {
        let last = self.lengths.len() - 1;
        let place = |bytes: u64| (bytes.wrapping_mul(FACTOR) >> 40) as usize & last;
        let eight = head as u64;
        let twelve = eight.wrapping_mul(FACTOR) ^ u64::from((head >> 64) as u32);
        [place(u64::from(head as u32)), place(eight), place(twelve)]
    }

    /// The place of a word; else the slot that it would have, and the bits of its hash that stand there.
    #[inline]
    fn find(&self, number: u128) -> Result<usize, (usize, u32)> {
        let last = self.slots.len() - 1;
        let hash = fold(number as u64 ^ FACTOR, (number >> 64) as u64 ^ FACTOR.rotate_left(32));
        let bits = (hash >> 32) as u32 & !(PLACES - 1);
        let mut slot = hash as usize & last;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return Err((slot, bits));
            }
            let place = (found & (PLACES - 1)) as usize - 1;
            if found & !(PLACES - 1) == bits && self.words[place].0 == number {
                return Ok(place);
            }
            slot = (slot + 1) & last;
        }
    }
}

/// The first sixteen bytes of a text as one number.
#[inline]
fn head(bytes: &[u8]) -> u128 {
    if let Some(head) = bytes.first_chunk() {
        return u128::from_le_bytes(*head);
    }
    let mut head = [0; 16];
    head[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(head)
}

/// The number of the word that is the first `length` bytes, at most `SHORT`.
#[inline]
fn number_of(head: u128, length: usize) -> u128 {
    head & ((1 << (8 * length)) - 1) | ((length + 1) as u128) << 120
}

/// A short word with its length; never 0. None for a long one.
#[inline]
fn number(word: &str) -> Option<u128> {
    let bytes = word.as_bytes();
    let n = bytes.len();
    let (low, high) = match n {
        0..8 => (low_bytes(bytes), 0),
        8..=SHORT => {
            let low = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes are eight bytes"));
            (low, low_bytes(&bytes[8..]))
        }
        _ => return None,
    };
    Some(u128::from(low) | u128::from(high) << 64 | ((n + 1) as u128) << 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_length_are_found_and_no_others() {
        let letters = "abcdefghijklmnopqrstuvwxyz\0é";
        let words: Vec<&str> = (0..=letters.len())
            .filter(|&end| letters.is_char_boundary(end))
            .map(|end| &letters[..end])
            .collect();
        let (known, others): (Vec<_>, Vec<_>) = words.iter().enumerate().partition(|(i, _)| i % 3 != 0);
        let table = Table::new(known.iter().map(|(i, word)| (**word, *i)));
        assert_eq!(table.len(), known.len());
        for (i, word) in known {
            assert_eq!(table.get(word), Some(i), "{word}");
            assert_eq!(
                table.get_at(&format!("x{word} and so on and on"), 1..1 + word.len()),
                Some(i),
                "{word}"
            );
            assert_eq!(table.get_at(&format!("x{word}"), 1..1 + word.len()), Some(i), "{word}");
        }
        for (_, word) in others {
            assert_eq!(table.get(word), None, "{word}");
            assert_eq!(table.get_at(&format!("{word} and so on and on"), 0..word.len()), None, "{word}");
        }
        assert_eq!(table.get("b\0"), None);
        assert_eq!(table.longest_beginning("abcdef"), Some((5, 5)));
        assert_eq!(table.longest_beginning("abcdefghijklmnopqrstuv"), Some((22, 22)));
        assert_eq!(table.longest_beginning("bcdef"), None);
        let long = "0123456789".repeat(7);
        let table = Table::new([(&long[..63], 63), (&long[..66], 66), (&long[..8], 8), ("0", 1)].into_iter());
        assert_eq!(table.longest_beginning(&long), Some((66, 66)));
        assert_eq!(table.longest_beginning(&long[..65]), Some((63, 63)));
        assert_eq!(table.longest_beginning(&long[..62]), Some((8, 8)));
        assert_eq!(table.longest_beginning("01234567"), Some((8, 8)));
        assert_eq!(table.longest_beginning("0123456"), Some((1, 1)));
    }

    #[test]
    fn the_longest_beginning_is_that_of_looking_up_all() {
        let text = "предпринимательница 比特币价格上涨的原因是什么 antidisestablishmentarianism żółć przedsiębiorstwo";
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let mut words = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            let ends = starts[i + 1..].iter().enumerate().filter(|(far, _)| (i * 7 + far * 5) % 4 == 0);
            words.extend(ends.take(20).map(|(_, &end)| &text[start..end]));
        }
        let table = Table::new(words.iter().copied().zip(0..));
        for &start in &starts {
            let rest = &text[start..];
            let plain = (1..=rest.len())
                .rev()
                .filter(|&end| rest.is_char_boundary(end))
                .find_map(|end| table.get(&rest[..end]).map(|value| (end, value)));
            assert_eq!(table.longest_beginning(rest), plain, "{rest}");
        }
    }

    #[test]
    fn the_last_value_of_a_word_counts() {
        let table = Table::new([("one", 1), ("two", 2), ("one", 3)].into_iter());
        assert_eq!((table.get("one"), table.get("two"), table.len()), (Some(3), Some(2), 2));
    }
}
