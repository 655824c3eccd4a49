//! Items whose page, transcript or filing could not be fetched for the moment. They are stored as their source told
//! them and completed at a later poll of that source.
//!
//! Kept in memory, bounded in number and tries: what a restart forgets stays stored, with its summary.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::{Instant, Item, Precision};
use sources::FollowUp;

/// The first fetch not counted.
const MAX_TRIES: u32 = 3;
const MAX_OF_A_SOURCE: usize = 40;
const MAX_WAITING: usize = 2_000;
/// The first wait; each later one is four times as long.
const FIRST_WAIT_MS: i64 = 600_000;
/// No server is waited for longer than this, whatever it asks.
const MAX_WAIT_MS: i64 = 86_400_000;

#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    pub item: Item,
    pub want: FollowUp,
    /// How often it was fetched again in vain.
    pub tries: u32,
    due_at: Instant,
}

#[derive(Default)]
pub(super) struct List {
    by_source: Mutex<HashMap<String, Vec<Unfinished>>>,
}

impl List {
    /// Notes a failed fetch, unless there were enough or the list is full. `tries` counts those noted before.
    pub fn note(
        &self,
        source: &str,
        item: &Item,
        want: &FollowUp,
        tries: u32,
        asked_s: Option<u64>,
        now: Instant,
    ) {
        if tries >= MAX_TRIES {
            return;
        }
        let asked_ms =
            asked_s.map_or(0, |seconds| i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000));
        let wait_ms = (FIRST_WAIT_MS << (2 * tries)).max(asked_ms).min(MAX_WAIT_MS);
        let mut lists = self.by_source.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = lists.values().map(Vec::len).sum();
        let list = lists.entry(source.to_owned()).or_default();
        let known = list.iter().any(|one| one.item.url == item.url);
        if all < MAX_WAITING && list.len() < MAX_OF_A_SOURCE && !known {
            let mut item = item.clone();
            // An item without a date keeps the day on which it came.
            if item.published_at.is_none() {
                (item.published_at, item.precision) = (Some(now), Precision::Fetched);
            }
            list.push(Unfinished { item, want: want.clone(), tries, due_at: now.plus_ms(wait_ms) });
        }
    }

    /// Takes out those of a source that have waited long enough.
    pub fn take_due(&self, source: &str, now: Instant) -> Vec<Unfinished> {
        let mut lists = self.by_source.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(list) = lists.get_mut(source) else { return Vec::new() };
        let (due, later): (Vec<_>, Vec<_>) = list.drain(..).partition(|one| one.due_at <= now);
        match later.is_empty() {
            true => drop(lists.remove(source)),
            false => *list = later,
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sources::{SourceEntry, SourceKind, Want};

    fn note(list: &List, place: usize, tries: u32) {
        let url = format!("https://outlet.example/{place}");
        let entry = SourceEntry::added("https://outlet.example/feed", SourceKind::Feed);
        let mut item = sources::source::blank_item(domain::Kind::News, &entry);
        item.url.clone_from(&url);
        let want = FollowUp { item: place, url, want: Want::Article };
        list.note("feed", &item, &want, tries, None, Instant::from_ms(0));
    }

    #[test]
    fn waits_grow_and_tries_end() {
        let list = List::default();
        note(&list, 1, 0);
        note(&list, 1, 0);
        note(&list, 2, 1);
        note(&list, 3, MAX_TRIES);
        assert!(list.take_due("feed", Instant::from_ms(FIRST_WAIT_MS - 1)).is_empty());
        assert!(list.take_due("other", Instant::from_ms(i64::MAX / 2)).is_empty());
        assert_eq!(list.take_due("feed", Instant::from_ms(FIRST_WAIT_MS)).len(), 1);
        let due = list.take_due("feed", Instant::from_ms(4 * FIRST_WAIT_MS));
        assert_eq!((due.len(), due[0].tries), (1, 1));
    }

    #[test]
    fn a_source_keeps_only_so_many() {
        let list = List::default();
        for place in 0..100 {
            note(&list, place, 0);
        }
        assert_eq!(list.take_due("feed", Instant::from_ms(FIRST_WAIT_MS)).len(), MAX_OF_A_SOURCE);
    }
}
