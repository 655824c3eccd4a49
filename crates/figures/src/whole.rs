//! Days as they were counted as a whole, read from the store when they are asked for and kept within a bound.
//!
//! Everything else is answered from outlines, which lie in memory for all days. What is kept here are the newest days that were
//! asked for: most questions are about them, and one that walks through old years does not push them out.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Day, DayRange};
use indices::{DayRollup, rollup};
use runtime::error::ApiError;
use runtime::off_thread::off_thread;
use store::Store;

use crate::Figures;

/// Days that are read at once.
pub(crate) const PAGE: i64 = 16;
/// No metric looks further back than so many days for who said what and for quarters of an hour.
const WINDOW_DAYS: i64 = 15;
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
        // What cannot be read is counted again by who counts.
        let decode =
            move || found.iter().filter_map(|day| rollup::decode(&day.counts).ok()).map(Arc::new).collect();
        let found: Vec<Arc<DayRollup>> = off_thread(decode).await?;
        for rollup in found {
            figures.keep_of(rollup.day, version, generation, || figures.whole.keep(rollup.day, &rollup));
            known.insert(rollup.day, rollup);
        }
    }
    Ok(counted.iter().filter_map(|day| known.remove(day)).collect())
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
