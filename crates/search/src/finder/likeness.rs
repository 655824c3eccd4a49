//! Which of some texts are near-copies of an earlier one. The earliest of them stands for all, so that what comes later
//! changes no page; which that is depends on what else is looked for, so that the likeness of all texts is worked out once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use domain::marks::near_copies;
use domain::time::MS_PER_DAY;

use super::alike::{Alike, Bits};
use super::patience::{GiveUp, Patience};
use crate::error::Error;

/// Copies of a text appear within this time of the first.
const COPIES_WITHIN_MS: i64 = 3 * MS_PER_DAY;
/// Finding what is alike by bands costs as much as so many comparisons for each text.
const PAIRS_AS_CHEAP_AS_BANDS: usize = 250;
/// What was compared lately is kept: one page asks for its list, its days and its filters, each with the same matches.
const MAX_KEPT: usize = 8;
const MAX_KEPT_BYTES: usize = 4 << 20;

/// What tells copies: when it appeared, and its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    pub ms: i64,
    pub fingerprint: u64,
}

/// Some texts in the order of their times, and which of their fingerprints are near each other.
pub struct Copies {
    prints: Vec<Print>,
    /// The number of each text's fingerprint; texts that are the same to the letter share one. None without words.
    numbers: Vec<Option<u32>>,
    distinct: usize,
    alike: Alike,
}

impl Copies {
    pub fn among(prints: Vec<Print>, give_up: GiveUp<'_>) -> Result<Copies, Error> {
        let mut known: HashMap<u64, u32> = HashMap::new();
        let mut distinct = Vec::new();
        let number = |print: &Print| {
            (print.fingerprint != 0).then(|| {
                *known.entry(print.fingerprint).or_insert_with(|| {
                    distinct.push(print.fingerprint);
                    distinct.len() as u32 - 1
                })
            })
        };
        let numbers: Vec<Option<u32>> = prints.iter().map(number).collect();
        let mut patience = Patience::new(give_up);
        let pairs: usize = windows(&prints).map(|(from, at)| at - from).sum();
        let alike = match pairs <= PAIRS_AS_CHEAP_AS_BANDS * prints.len() {
            true => in_windows(&prints, &numbers, distinct.len(), &mut patience)?,
            false => Alike::among(&distinct, &mut patience)?,
        };
        Ok(Copies { prints, numbers, distinct: distinct.len(), alike })
    }

    /// Of those that `is_in` has, the ones that are no copy of another that stays.
    pub fn firsts(&self, is_in: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut recent = Recent::new(self);
        let texts = self.prints.iter().zip(&self.numbers).enumerate();
        texts
            .map(|(at, (print, number))| is_in(at) && number.is_none_or(|it| recent.stays(print.ms, it)))
            .collect()
    }

    fn bytes(&self) -> usize {
        self.alike.bytes() + self.prints.len() * (size_of::<Print>() + size_of::<Option<u32>>())
    }
}

/// The place of each text, after that of the first which it may be a copy of.
fn windows(prints: &[Print]) -> impl Iterator<Item = (usize, usize)> {
    let mut from = 0;
    prints.iter().enumerate().map(move |(at, print)| {
        while print.ms.saturating_sub(prints[from].ms) > COPIES_WITHIN_MS {
            from += 1;
        }
        (from, at)
    })
}

/// Compares each text with those before it that it may be a copy of: where texts lie far apart, these are few.
fn in_windows(
    prints: &[Print],
    numbers: &[Option<u32>],
    distinct: usize,
    patience: &mut Patience<'_>,
) -> Result<Alike, Error> {
    let mut alike = Alike::of(distinct);
    for (from, at) in windows(prints) {
        patience.spend((at - from) as u32)?;
        for other in from..at {
            if near_copies(prints[other].fingerprint, prints[at].fingerprint)
                && numbers[other] != numbers[at]
                && let (Some(one), Some(other)) = (numbers[at], numbers[other])
            {
                alike.join(one, other);
            }
        }
    }
    Ok(alike)
}

/// The texts that stay, as far as a later one may still be a copy of them.
struct Recent<'c> {
    copies: &'c Copies,
    /// When a text of each fingerprint last stayed.
    stayed_ms: Vec<Option<i64>>,
    /// Of these the ones that others are near to, with their times, the oldest first. None is in it twice: the same words
    /// stay again only when the earlier text is too old to count.
    by_time: VecDeque<(i64, u32)>,
    bits: Bits,
}

impl Recent<'_> {
    fn new(copies: &Copies) -> Recent<'_> {
        let stayed_ms = vec![None; copies.distinct];
        Recent { copies, stayed_ms, by_time: VecDeque::new(), bits: Bits::default() }
    }

    /// Whether the next text is no copy of one that stays. It stays then.
    fn stays(&mut self, ms: i64, number: u32) -> bool {
        let is_over = |earlier_ms: i64| ms.saturating_sub(earlier_ms) > COPIES_WITHIN_MS;
        let stayed = &mut self.stayed_ms[number as usize];
        if stayed.is_some_and(|earlier| !is_over(earlier)) {
            return false;
        }
        if let Some((row, near)) = self.copies.alike.row(number) {
            while let Some((_, old)) = self.by_time.pop_front_if(|(earlier, _)| is_over(*earlier)) {
                self.bits.clear(old);
            }
            if near.meets(&self.bits) {
                return false;
            }
            self.bits.set(row);
            self.by_time.push_back((ms, row));
        }
        *stayed = Some(ms);
        true
    }
}

/// What was compared lately. It follows from the texts alone, so that it stays true whatever is written.
#[derive(Default)]
pub struct Compared(Mutex<VecDeque<Arc<Copies>>>);

impl Compared {
    pub fn copies(&self, prints: Vec<Print>, give_up: GiveUp<'_>) -> Result<Arc<Copies>, Error> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(copies) = kept().iter().find(|copies| copies.prints == prints) {
            return Ok(Arc::clone(copies));
        }
        let copies = Arc::new(Copies::among(prints, give_up)?);
        if copies.bytes() <= MAX_KEPT_BYTES {
            let mut kept = kept();
            kept.push_front(Arc::clone(&copies));
            kept.truncate(MAX_KEPT);
        }
        Ok(copies)
    }
}
