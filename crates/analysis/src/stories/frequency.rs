//! How common each term is among the items that are remembered.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::terms::{Term, stir};
use crate::tongue::Tongue;

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
pub(crate) type TermSet = HashSet<Term, BuildHasherDefault<Spread>>;

/// Added to the number of items, so that the first ones are not all rare.
const ITEMS_KNOWN: f32 = 30.0;

/// Added to a term's count: a word seen once is not much rarer than one seen thrice.
const TERM_KNOWN: f32 = 4.0;

const POWER: f32 = 0.8;
const LEAST: f32 = 0.05;

/// How many headlines with their leads have a term: their number, and behind it each term in five bytes with its count in
/// two. Written by the example `common_terms`.
const HEADLINES: &[u8] = include_bytes!("../../models/common_terms.bin");

/// So many English items of any day are known before the first: as many as some two weeks bring. Without them a word that
/// the trade always says cannot be told from one that the day is full of.
const KNOWN_BEFORE: f32 = 8_000.0;

/// An item says about so many times as much as a headline with its lead.
const TIMES_A_HEADLINE: f32 = 2.0;

/// Document frequencies, among the items of each language: what is common in one says nothing of another.
#[derive(Default)]
pub(super) struct Frequencies {
    counts: TermMap<u32>,
    items: [u32; Tongue::COUNT],
    /// English items that are counted without having come.
    before: u32,
}

impl Frequencies {
    /// With what is common in news of digital assets at any time.
    pub fn of_the_trade() -> Frequencies {
        static COUNTS: LazyLock<TermMap<u32>> = LazyLock::new(of_the_trade);
        Frequencies { counts: COUNTS.clone(), before: KNOWN_BEFORE as u32, ..Frequencies::default() }
    }

    /// Counts one item with these distinct terms.
    pub fn add(&mut self, tongue: Tongue, distinct: impl Iterator<Item = Term>) {
        for term in distinct {
            *self.counts.entry(key(tongue, term)).or_insert(0) += 1;
        }
        self.items[usize::from(tongue.number())] += 1;
    }

    pub fn remove(&mut self, tongue: Tongue, distinct: impl Iterator<Item = Term>) {
        for term in distinct {
            let key = key(tongue, term);
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&key);
                }
            }
        }
        self.items[usize::from(tongue.number())] -= 1;
    }

    /// Whether items in languages beside English are known that are read.
    pub fn has_foreign(&self) -> bool {
        let read = Tongue::all().filter(|tongue| tongue.is_foreign_to(Tongue::default()));
        read.map(|tongue| self.items[usize::from(tongue.number())]).any(|items| items > 0)
    }

    /// Of all languages.
    pub fn items(&self) -> u32 {
        self.items.iter().sum()
    }

    /// How telling a term is in a language: high for a rare one, never below a little.
    pub fn rarity(&self, tongue: Tongue, term: Term) -> f32 {
        (1.0 / self.share(tongue, term)).ln().max(LEAST).powf(POWER)
    }

    /// The share of a language's items that have a term.
    pub fn share(&self, tongue: Tongue, term: Term) -> f32 {
        let seen = self.counts.get(&key(tongue, term)).copied().unwrap_or(0) as f32;
        let before = if tongue == Tongue::default() { self.before } else { 0 };
        let items = self.items[usize::from(tongue.number())] + before;
        (seen + TERM_KNOWN) / (items as f32 + ITEMS_KNOWN)
    }
}

fn of_the_trade() -> TermMap<u32> {
    let (headlines, rows) = HEADLINES.split_first_chunk::<4>().expect("the file begins with a number");
    let headlines = u32::from_le_bytes(*headlines) as f32;
    let counted = rows.as_chunks::<7>().0.iter().map(|[a, b, c, d, e, low, high]| {
        let share = f32::from(u16::from_le_bytes([*low, *high])) / headlines;
        let share = 1.0 - (1.0 - share).powf(TIMES_A_HEADLINE);
        (Term::from_le_bytes([*a, *b, *c, *d, *e, 0, 0, 0]), (share * KNOWN_BEFORE).round() as u32)
    });
    counted.collect()
}

fn key(tongue: Tongue, term: Term) -> Term {
    if tongue == Tongue::default() { term } else { stir(term ^ tongue.salt()) }
}

#[cfg(test)]
mod tests {
    use super::super::terms::terms;
    use super::*;

    #[test]
    fn rare_terms_weigh_more_and_what_is_forgotten_no_longer_counts() {
        let (mut frequencies, english) = (Frequencies::default(), Tongue::default());
        for i in 0..1_000u64 {
            frequencies.add(english, [7, 1_000 + i].into_iter());
        }
        let common = frequencies.rarity(english, 7);
        assert!(common < 0.2 && frequencies.rarity(english, 1_500) > 3.0);
        for i in 0..900u64 {
            frequencies.remove(english, [7, 1_000 + i].into_iter());
            frequencies.add(english, [5_000 + i].into_iter());
        }
        assert!(frequencies.rarity(english, 7) > common + 1.0);
        assert_eq!((frequencies.items(), frequencies.counts.len()), (1_000, 1_001));
    }

    /// What the trade always says weighs little from the first item on; of other languages nothing is known before.
    #[test]
    fn the_first_item_is_read_with_what_is_common_in_the_trade() {
        let [bitcoin, market, own] = ["bitcoin", "market", "Grimsby"].map(|word| terms(word).next());
        let [bitcoin, market, own] = [bitcoin, market, own].map(|term| term.expect("a word"));
        let mut frequencies = Frequencies::of_the_trade();
        let rarity = |frequencies: &Frequencies, term| frequencies.rarity(Tongue::default(), term);
        assert!(rarity(&frequencies, bitcoin) < rarity(&frequencies, market));
        assert!(rarity(&frequencies, market) + 2.0 < rarity(&frequencies, own));
        assert_eq!(frequencies.items(), 0, "nothing has come yet");
        frequencies.add(Tongue::default(), [bitcoin, own].into_iter());
        frequencies.remove(Tongue::default(), [bitcoin, own].into_iter());
        assert_eq!(rarity(&frequencies, bitcoin), rarity(&Frequencies::of_the_trade(), bitcoin));
        let german = Tongue::of("de");
        assert_eq!(frequencies.rarity(german, bitcoin), Frequencies::default().rarity(german, bitcoin));
    }

    #[test]
    fn what_is_common_in_one_language_is_not_in_another() {
        let mut frequencies = Frequencies::default();
        let (english, german) = (Tongue::default(), Tongue::of("de"));
        for i in 0..1_000u64 {
            frequencies.add(english, [7, 1_000 + i].into_iter());
        }
        let (common, rare) = (frequencies.rarity(english, 7), frequencies.rarity(english, 1_001));
        for _ in 0..40 {
            frequencies.add(german, [7, 8].into_iter());
        }
        assert_eq!((frequencies.rarity(english, 7), frequencies.rarity(english, 1_001)), (common, rare));
        assert!(frequencies.rarity(german, 8) < frequencies.rarity(german, 9));
    }
}
