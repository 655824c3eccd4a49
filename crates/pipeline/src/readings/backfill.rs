//! History from the corpus: the value of each past day, as it would have been at its end.
//!
//! Each day is computed from the days up to it alone and stored at once, so that a run that was broken off goes
//! on where it stopped. What is published already is never touched.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context;
use domain::{Day, DayRange, Instant};
use indices::metrics::main_index::{self, BaseYears};
use indices::{Cube, DayRollup};

use super::{Order, Publisher, as_stored, calculate, inputs, overlaps, store_base_year, stored_base_year};
use figures::portfolio;
use figures::whole::{Depth, for_metrics};

/// Days that are computed before they are stored together.
const BATCH: usize = 8;

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backfill {
    /// Days that got at least one reading.
    pub filled: u64,
    /// Days that had all of theirs.
    pub stood: u64,
}

/// Publishes every reading that is missing on `days`, oldest first. Days before the first document are left out.
/// `progress` is told of each day.
pub async fn backfill(
    publisher: &Publisher,
    days: DayRange,
    now: Instant,
    mut progress: impl FnMut(Day),
) -> anyhow::Result<Backfill> {
    let store = &publisher.store;
    let rollups = for_metrics(store, &publisher.figures, days.last(), Depth::All).await;
    let rollups = rollups.map_err(|error| anyhow::anyhow!(error.detail)).context("reading counted days")?;
    let Some(first) = rollups.first().map(|rollup| rollup.day.max(days.first())) else {
        return Ok(Backfill::default());
    };
    let Some(days) = DayRange::inclusive(first, days.last()) else { return Ok(Backfill::default()) };
    let mut done: HashMap<Day, HashSet<String>> = HashMap::new();
    for (day, metric) in store.readings.frozen(days).await.context("asking what is frozen")? {
        done.entry(day).or_default().insert(metric);
    }
    let complete =
        |day: Day| publisher.wanted().all(|metric| done.get(&day).is_some_and(|of| of.contains(metric)));
    if days.days().all(complete) {
        return Ok(Backfill { filled: 0, stood: days.length().unsigned_abs() });
    }
    let closes = portfolio::closes(store, days.last()).await?;
    let version = main_index::METHOD.version;
    let stored = stored_base_year(store, version, days.last()).await?;
    let all = rollups.clone();
    let last = days.last();
    let years = tokio::task::spawn_blocking(move || BaseYears::new(&Cube::for_metrics(all), last)).await?;
    if stored.is_none() {
        store_base_year(store, &years.at(last), now).await?;
    }
    let frozen_year = stored_base_year(store, version, last).await?;

    let mut filled = Backfill::default();
    let mut growing = Growing { cube: Cube::default(), waiting: rollups.into_iter().collect() };
    let (metrics, closes, years) = (publisher.metrics, Arc::new(closes), Arc::new(years));
    let wanted: Vec<Day> = days.days().collect();
    for batch in wanted.chunks(BATCH) {
        let batch: Vec<(Day, HashSet<String>)> =
            batch.iter().map(|day| (*day, done.remove(day).unwrap_or_default())).collect();
        let (closes, years) = (Arc::clone(&closes), Arc::clone(&years));
        let work = tokio::task::spawn_blocking(move || {
            let mut rows = Vec::new();
            let mut outcome = Vec::new();
            for (day, done) in batch {
                growing.up_to(day);
                let before = rows.len();
                let over = frozen_year.filter(|base| base.days.is_some_and(|days| day > days.last()));
                let base = match over {
                    Some(base) if !overlaps(&base, day) => base,
                    over => as_stored(years.at(day), over),
                };
                let closes = closes.until(day);
                let order = Order { metrics, at: day.end(), frozen: true, now, done: &done };
                rows.extend(calculate(&order, &inputs(&growing.cube, &closes, base)).readings);
                outcome.push((day, rows.len() > before));
            }
            (growing, rows, outcome)
        });
        let (next, rows, outcome) = work.await?;
        growing = next;
        store.readings.insert(&rows).await.context("storing readings")?;
        for (day, any) in outcome {
            if any {
                filled.filled += 1;
            } else {
                filled.stood += 1;
            }
            progress(day);
        }
    }
    Ok(filled)
}

/// A cube that takes its days in one after the other.
struct Growing {
    cube: Cube,
    waiting: std::collections::VecDeque<Arc<DayRollup>>,
}

impl Growing {
    fn up_to(&mut self, day: Day) {
        while self.waiting.front().is_some_and(|rollup| rollup.day <= day) {
            if let Some(rollup) = self.waiting.pop_front() {
                self.cube.add_for_metrics(rollup);
            }
        }
    }
}
