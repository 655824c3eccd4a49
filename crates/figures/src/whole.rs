//! Days as they were counted as a whole, read from the store when they are asked for and kept within a bound.
//!
//! Everything else is answered from outlines, which lie in memory for all days. What is kept here are the newest days that were
//! asked for: most questions are about them, and one that walks through old years does not push them out.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Day, DayRange};
use indices::{DayRollup, rollup};
use runtime::error::{ApiError, Code};
use runtime::off_thread::off_thread;
use store::Store;

use crate::Figures;
use crate::kept_days::KeptDays;

/// Days that are read at once.
pub(crate) const PAGE: i64 = 16;
/// No metric looks further back than so many days for who said what and for quarters of an hour.
const WINDOW_DAYS: i64 = 15;
/// Seconds after which to ask again while a day is counted again.
const RECOUNT_S: u64 = 5;

/// Goes through the whole days of a range in their order, a few at a time: however long it is, no more than these are held.
pub async fn each(
    store: &Store,
    figures: &Figures,
    range: DayRange,
    mut take: impl FnMut(&[Arc<DayRollup>]) + Send,
) -> Result<(), ApiError> {
    let Some(held) = figures.ask(|cube| cube.covered(range)) else { return Ok(()) };
    let mut first = held.first();
    while first <= held.last() {
        let last = first.plus(PAGE - 1).min(held.last());
        let page = DayRange::inclusive(first, last).unwrap_or(DayRange::single(first));
        take(&read(store, figures, page).await?);
        first = last.plus(1);
    }
    Ok(())
}

/// The whole days of a range that were counted, in their order.
async fn read(store: &Store, figures: &Figures, range: DayRange) -> Result<Vec<Arc<DayRollup>>, ApiError> {
    let counted: Vec<Day> = figures.ask(|cube| cube.days(range).map(|(day, _)| day).collect());
    let mut known = figures.whole.find(range);
    let mut missing = counted.iter().filter(|day| !known.contains_key(day));
    if let Some(first) = missing.next() {
        let last = missing.next_back().unwrap_or(first);
        let (version, generation) = (figures.version(), figures.generation());
        let days = DayRange::inclusive(*first, *last).unwrap_or(DayRange::single(*first));
        let found = store.rollups.of_days(days).await?;
        let decode = move || -> Vec<(Day, i64, Result<DayRollup, rollup::DecodeError>)> {
            found.iter().map(|day| (day.day, day.seq, rollup::decode(&day.counts))).collect()
        };
        let mut unreadable = Vec::new();
        for (day, seq, decoded) in off_thread(decode).await? {
            match decoded.map(Arc::new) {
                Ok(rollup) => {
                    figures.keep_of(day, version, generation, || figures.whole.keep(day, &rollup));
                    known.insert(day, rollup);
                }
                Err(error) => unreadable.push((day, seq, error)),
            }
        }
        // Left out they would make a wrong number.
        if !unreadable.is_empty() {
            return Err(recount(store, &figures.whole, unreadable).await);
        }
    }
    Ok(counted.iter().filter_map(|day| known.remove(day)).collect())
}

/// Has days counted again whose counts cannot be read. Until then nothing is told about them.
pub(crate) async fn recount(
    store: &Store,
    whole: &KeptDays<DayRollup>,
    unreadable: Vec<(Day, i64, rollup::DecodeError)>,
) -> ApiError {
    // Once for each count: whoever asks again meanwhile writes nothing.
    let new: Vec<_> = unreadable.into_iter().filter(|(day, seq, _)| !whole.is_refused(*day, *seq)).collect();
    let days: Vec<Day> = new.iter().map(|(day, ..)| *day).collect();
    if !days.is_empty() {
        if let Err(error) = store.rollups.refuse(&days).await {
            return error.into();
        }
        for (day, seq, error) in new {
            tracing::warn!("{day} is counted again: its counts cannot be read: {error}");
            whole.refuse(day, seq);
        }
    }
    ApiError::new(Code::Unavailable, "Days are being counted again. Try again in a moment.")
        .retry_after(RECOUNT_S)
}

/// How much of the days before metrics look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The last days as wholes: enough where the scale of the index is known.
    Window,
    /// And the quarters of an hour of all days: for finding the scale.
    Quarters,
    /// All days as wholes: for going through the past day by day. As much memory as they take.
    All,
}

/// The days up to `last` as metrics look at them from the end of `last`.
pub async fn for_metrics(
    store: &Store,
    figures: &Figures,
    last: Day,
    depth: Depth,
) -> Result<Vec<Arc<DayRollup>>, ApiError> {
    let mut days = figures.ask(|cube| cube.rollups(last));
    let Some(newest) = days.last().map(|rollup| rollup.day) else { return Ok(days) };
    let window = newest.min(last).plus(1 - WINDOW_DAYS);
    let first = match depth {
        Depth::Window => window,
        Depth::Quarters | Depth::All => days.first().map_or(window, |rollup| rollup.day.min(window)),
    };
    let Some(range) = DayRange::inclusive(first, newest) else { return Ok(days) };
    let mut places: HashMap<Day, usize> = HashMap::new();
    for (place, rollup) in days.iter().enumerate().filter(|(_, rollup)| rollup.day >= first) {
        places.insert(rollup.day, place);
    }
    each(store, figures, range, |wholes| {
        for whole in wholes {
            let Some(place) = places.get(&whole.day) else { continue };
            days[*place] = match depth == Depth::Quarters && whole.day < window {
                false => Arc::clone(whole),
                true => {
                    Arc::new(DayRollup { buckets: whole.buckets.clone(), ..DayRollup::clone(&days[*place]) })
                }
            };
        }
    })
    .await?;
    Ok(days)
}
