//! Counts days again whose documents changed, and brings the figures in memory up to date.
//!
//! A day is always counted whole, from its documents. Counting takes a bounded share of the time, so that a large
//! import, which touches every day again and again, is not held up by it.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::Day;
use indices::{DayInput, DayRollup, roll_up, rollup};
use store::Store;
use store::documents::{DayDocument, DirtyDay};
use store::rollups::CountedDay;

use figures::Figures;
use figures::counted_input::counted_input;
use runtime::followers::{Follower, Progress, StepContext, under_lease};

/// More dirty days than there can be in a lifetime of news.
const DIRTY_LIMIT: usize = 100_000;
/// Days that are stored together.
const BATCH: usize = 16;
/// Counted days that are read at once into memory.
const LOAD: usize = 64;
/// After a round of counting, so many times its length is left to others.
const REST: u32 = 5;
const REST_MAX: Duration = Duration::from_secs(30);
/// Between two looks whether another process has counted.
const WAIT: Duration = Duration::from_millis(100);

/// Counts every dirty day, the newest first, or waits until another process has; returns how many days were counted
/// here.
pub async fn recount(store: &Store, mut progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let context = StepContext::by_hand(store, CountFollower::NAME, None).await?;
    loop {
        match recount_in(store, &context, &mut progress).await? {
            Some(counted) => return Ok(counted),
            None => tokio::time::sleep(WAIT).await,
        }
    }
}

/// None where another process counts.
async fn recount_in(
    store: &Store,
    context: &StepContext,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<Option<u64>> {
    if dirty_days(store, context).await?.is_empty() {
        return Ok(Some(0));
    }
    under_lease(store, CountFollower::NAME, async |fence| {
        let mut counted = 0;
        let mut dirty = dirty_days(store, context).await?;
        dirty.reverse();
        for days in dirty.chunks(BATCH) {
            let mut rollups = Vec::with_capacity(days.len());
            for day in days {
                context.at(day.day);
                rollups.push((*day, count(store, *day).await?));
            }
            store.rollups.replace(rollups, Some(&fence)).await.context("cannot store counted days")?;
            counted += days.len() as u64;
            progress(counted);
        }
        Ok(counted)
    })
    .await
}

async fn dirty_days(store: &Store, context: &StepContext) -> anyhow::Result<Vec<DirtyDay>> {
    let mut dirty =
        store.documents.days_dirty(DIRTY_LIMIT).await.context("cannot read which days changed")?;
    dirty.retain(|dirty| !context.passes_over(dirty.day));
    Ok(dirty)
}

/// Whether days up to `last` wait to be counted, or were counted after `seen`.
pub async fn uncounted(store: &Store, last: Day, seen: i64) -> anyhow::Result<bool> {
    let context = StepContext::by_hand(store, CountFollower::NAME, None).await?;
    if dirty_days(store, &context).await?.iter().any(|dirty| dirty.day <= last) {
        return Ok(true);
    }
    let later = store.rollups.changed_since(seen, LOAD).await.context("reading counted days")?;
    Ok(later.len() == LOAD || later.iter().any(|counted| counted.day <= last))
}

async fn count(store: &Store, dirty: DirtyDay) -> anyhow::Result<Vec<u8>> {
    let documents = documents(store, dirty.day).await?;
    let counting =
        tokio::task::spawn_blocking(move || rollup::encode(&count_documents(dirty.day, &documents)));
    Ok(counting.await?)
}

pub async fn documents(store: &Store, day: Day) -> anyhow::Result<Vec<DayDocument>> {
    store.documents.of_day(day).await.with_context(|| format!("reading the documents of {day}"))
}

/// The counts of a day that has these documents.
pub fn count_documents(day: Day, documents: &[DayDocument]) -> DayRollup {
    let inputs: Vec<DayInput<'_>> = documents.iter().map(counted_input).collect();
    roll_up(day, &inputs)
}

/// Takes what was counted since the last look into memory, by this program or another; returns how many days.
pub async fn load(store: &Store, figures: &Arc<Figures>) -> anyhow::Result<u64> {
    let mut loaded = if figures.loaded() { 0 } else { load_all(store, figures).await? };
    loop {
        let counted =
            store.rollups.changed_since(figures.seen(), LOAD).await.context("reading counted days")?;
        let Some(last) = counted.last().map(|day| day.seq) else { break };
        loaded += counted.len() as u64;
        take(store, figures, counted, 1).await?;
        figures.set_seen(last);
    }
    figures.set_loaded();
    Ok(loaded)
}

/// The first look. Days are taken in the order of the calendar, whatever order they were counted in: a day that comes
/// after all others moves no sum and no strength of theirs.
async fn load_all(store: &Store, figures: &Arc<Figures>) -> anyhow::Result<u64> {
    // Asked first: what is counted while the days are read is read again.
    let seen = store.rollups.max_seq().await.context("asking for the newest count")?;
    let page =
        |after| async move { store.rollups.in_order(after, LOAD).await.context("reading counted days") };
    let mut loaded = 0;
    let mut days = page(None).await?;
    while let Some(last) = days.last().map(|day| day.day) {
        loaded += days.len() as u64;
        let (taken, next) = tokio::join!(take(store, figures, days, LOAD), page(Some(last)));
        taken?;
        days = next?;
    }
    figures.set_seen(seen);
    Ok(loaded)
}

/// So many days `at_once`: readers get in between.
async fn take(
    store: &Store,
    figures: &Arc<Figures>,
    counted: Vec<CountedDay>,
    at_once: usize,
) -> anyhow::Result<()> {
    let (figures, generation) = (Arc::clone(figures), figures.generation());
    let taking = tokio::task::spawn_blocking(move || {
        let mut unusable = Vec::new();
        let mut usable = |day: &CountedDay| match rollup::decode(&day.counts) {
            Ok(rollup) => Some(Arc::new(rollup)),
            Err(error) => {
                tracing::info!("{} is counted again: {error}", day.day);
                unusable.push(day.day);
                None
            }
        };
        for days in counted.chunks(at_once) {
            figures.take(days.iter().filter_map(&mut usable).collect(), generation);
        }
        unusable
    });
    let unusable = taking.await?;
    if !unusable.is_empty() {
        store.rollups.refuse(&unusable).await.context("asking for a recount")?;
    }
    Ok(())
}

/// Counts days whose documents changed, and holds what was counted, here or by another process, in memory.
pub struct CountFollower {
    pub store: Store,
    pub figures: Arc<Figures>,
    pub poll: Duration,
    /// Or only holds what others count.
    pub counts: bool,
}

impl Follower for CountFollower {
    const NAME: &'static str = "counts";
    const ESSENTIAL: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let (store, figures) = (&self.store, &self.figures);
        // Before anything is counted: answers wait for what is there.
        if !figures.loaded() {
            load(store, figures).await?;
        }
        let began = Stopwatch::now();
        let counted = match self.counts {
            true => recount_in(store, context, |_| {}).await?.unwrap_or(0),
            false => 0,
        };
        load(store, figures).await?;
        if counted == 0 {
            return Ok(Progress::done(0, self.poll).or_change());
        }
        let rest = (began.elapsed() * REST).min(REST_MAX);
        Ok(Progress::done(counted, self.poll.max(rest)))
    }
}
