//! What is kept of days within a bound: the newest days that were asked for. Most questions are about them, and one that walks
//! through old years does not push them out.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use domain::{Day, DayRange};
use indices::DayRollup;
use indices::rollup::Voices;

/// Where nothing else is set.
const LIMIT_BYTES: usize = 128 << 20;

/// What takes memory.
pub trait Weighed {
    /// About so many bytes.
    fn bytes(&self) -> usize;
}

impl Weighed for DayRollup {
    fn bytes(&self) -> usize {
        self.memory()
    }
}

impl Weighed for Voices {
    fn bytes(&self) -> usize {
        self.memory()
    }
}

#[derive(Debug)]
pub struct KeptDays<T> {
    limit_bytes: AtomicUsize,
    kept: Mutex<Kept<T>>,
}

impl<T> Default for KeptDays<T> {
    fn default() -> KeptDays<T> {
        KeptDays { limit_bytes: AtomicUsize::new(LIMIT_BYTES), kept: Mutex::default() }
    }
}

#[derive(Debug)]
struct Kept<T> {
    days: BTreeMap<Day, (Arc<T>, usize)>,
    bytes: usize,
    /// Counts that could not be read, by their numbers: the day is being counted again.
    refused: HashMap<Day, i64>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { days: BTreeMap::new(), bytes: 0, refused: HashMap::new() }
    }
}

impl<T: Weighed> KeptDays<T> {
    /// No more than so many bytes are kept.
    pub fn set_limit(&self, bytes: usize) {
        self.limit_bytes.store(bytes, Ordering::Release);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).bound(bytes);
    }

    /// Lets go of days that were counted again.
    pub(crate) fn forget(&self, days: impl IntoIterator<Item = Day>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        days.into_iter().for_each(|day| kept.remove(day));
    }

    pub(crate) fn forget_all(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Kept::default();
    }

    pub(crate) fn find(&self, range: DayRange) -> HashMap<Day, Arc<T>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let days = kept.days.range(range.first()..=range.last());
        days.map(|(day, (held, _))| (*day, Arc::clone(held))).collect()
    }

    pub(crate) fn keep(&self, day: Day, held: &Arc<T>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = held.bytes();
        kept.remove(day);
        kept.days.insert(day, (Arc::clone(held), bytes));
        kept.bytes += bytes;
        kept.bound(self.limit_bytes.load(Ordering::Acquire));
    }

    pub(crate) fn is_refused(&self, day: Day, seq: i64) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).refused.get(&day) == Some(&seq)
    }

    pub(crate) fn refuse(&self, day: Day, seq: i64) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).refused.insert(day, seq);
    }

    /// Bytes that are kept.
    pub fn bytes(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

impl<T> Kept<T> {
    fn remove(&mut self, day: Day) {
        if let Some((_, bytes)) = self.days.remove(&day) {
            self.bytes -= bytes;
        }
    }

    /// The oldest go.
    fn bound(&mut self, limit: usize) {
        while self.bytes > limit {
            let Some(day) = self.days.first_key_value().map(|(day, _)| *day) else { return };
            self.remove(day);
        }
    }
}

#[cfg(test)]
#[path = "kept_days_tests.rs"]
mod tests;
