//! Counts days again whose documents changed, and brings the figures in memory up to date.
//!
//! A day is always counted whole, from its documents. Counting takes a bounded share of the time, so that a large
//! import, which touches every day again and again, is not held up by it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::hash::from_hex;
use domain::{Day, DayRange};
use indices::{DayInput, DayRollup, roll_up, rollup};
use store::Store;
use store::documents::{DayDocument, DirtyDay};
use store::rollups::{Counts, OutlinedDay};

use figures::counted_input::counted_input;
use figures::{Figures, spoken};
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
/// Between two rounds of keeping what was said on days that an earlier version counted.
const REST_OF_KEEPING: Duration = Duration::from_millis(500);
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
    let later = store.rollups.outlines_since(seen, LOAD).await.context("reading counted days")?;
    Ok(later.len() == LOAD || later.iter().any(|counted| counted.day <= last))
}

async fn count(store: &Store, dirty: DirtyDay) -> anyhow::Result<Counts> {
    let documents = documents(store, dirty.day).await?;
    // After the documents: a story that gets a second one later makes the day dirty again.
    let told_elsewhere = told_elsewhere(store, dirty.day).await?;
    let counting = tokio::task::spawn_blocking(move || {
        let rollup = count_documents(dirty.day, &documents);
        let outline = rollup::outline(&rollup, |story| told_elsewhere.contains(story));
        Counts {
            whole: rollup::encode(&rollup),
            outline: Some(rollup::encode_outline(&outline)),
            spoken: Some(spoken::of_counted(&rollup.voices, &documents)),
        }
    });
    Ok(counting.await?)
}

/// The day's stories of which there is more than what it holds of them.
async fn told_elsewhere(store: &Store, day: Day) -> anyhow::Result<HashSet<[u8; 16]>> {
    let stories = store.documents.stories_told_elsewhere(day).await;
    let stories = stories.with_context(|| format!("asking for the stories of {day}"))?;
    Ok(stories.iter().filter_map(|story| from_hex(story)).collect())
}

pub async fn documents(store: &Store, day: Day) -> anyhow::Result<Vec<DayDocument>> {
    store.documents.of_day(day).await.with_context(|| format!("reading the documents of {day}"))
}

/// The counts of a day that has these documents.
pub fn count_documents(day: Day, documents: &[DayDocument]) -> DayRollup {
    let inputs: Vec<DayInput<'_>> = documents.iter().map(counted_input).collect();
    roll_up(day, &inputs)
}

/// Keeps what was said on days that an earlier version counted, some at a time; returns of how many.
pub async fn keep_spoken(store: &Store) -> anyhow::Result<u64> {
    let days = store.rollups.without_spoken(BATCH).await.context("asking for what was said")?;
    let mut kept = Vec::with_capacity(days.len());
    for (day, seq) in days {
        let documents = documents(store, day).await?;
        let counting = tokio::task::spawn_blocking(move || {
            spoken::of_counted(&count_documents(day, &documents).voices, &documents)
        });
        kept.push((day, seq, counting.await?));
    }
    let count = kept.len() as u64;
    if count > 0 {
        store.rollups.keep_spoken(kept).await.context("keeping what was said")?;
    }
    Ok(count)
}

/// Takes what was counted since the last look into memory, by this program or another; returns how many days.
pub async fn load(store: &Store, figures: &Arc<Figures>) -> anyhow::Result<u64> {
    let mut loaded = if figures.loaded() { 0 } else { load_all(store, figures).await? };
    loop {
        let counted =
            store.rollups.outlines_since(figures.seen(), LOAD).await.context("reading counted days")?;
        let Some(last) = counted.last().map(|day| day.seq) else { break };
        loaded += counted.len() as u64;
        take(store, figures, decoded(counted).await?, 1).await?;
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
    let page = async |after| {
        let days = store.rollups.outlines_in_order(after, LOAD).await.context("reading counted days")?;
        decoded(days).await
    };
    let mut loaded = 0;
    let mut days = page(None).await?;
    while let Some(last) = days.last().map(|day| day.0) {
        loaded += days.len() as u64;
        // The next ones are read and decoded while these are taken in.
        let (taken, next) = tokio::join!(take(store, figures, days, LOAD), page(Some(last)));
        taken?;
        days = next?;
    }
    figures.set_seen(seen);
    figures.shrink();
    Ok(loaded)
}

/// A day, and what is held of it; none where no outline can be used.
type Decoded = (Day, Option<Arc<DayRollup>>);

async fn decoded(days: Vec<OutlinedDay>) -> anyhow::Result<Vec<Decoded>> {
    let decode = |day: OutlinedDay| {
        let outline = day.outline.and_then(|outline| rollup::decode_outline(&outline).ok());
        (day.day, outline.map(Arc::new))
    };
    Ok(tokio::task::spawn_blocking(move || days.into_iter().map(decode).collect()).await?)
}

/// So many days `at_once`: readers get in between.
async fn take(
    store: &Store,
    figures: &Arc<Figures>,
    mut days: Vec<Decoded>,
    at_once: usize,
) -> anyhow::Result<()> {
    let (taken, generation) = (Arc::clone(figures), figures.generation());
    let without: Vec<Day> = days.iter().filter(|day| day.1.is_none()).map(|day| day.0).collect();
    let taking = tokio::task::spawn_blocking(move || {
        for some in days.chunks_mut(at_once) {
            // Handed over, not shared: the cube keeps less of a day than this.
            taken.take(some.iter_mut().filter_map(|day| day.1.take()).collect(), generation);
        }
    });
    taking.await?;
    for day in without {
        outline(store, figures, day, generation).await?;
    }
    Ok(())
}

/// Takes a day in that an earlier version counted, or whose outline is in another form: from its counts, with an outline from
/// then on. Counts that cannot be used are asked for again.
async fn outline(store: &Store, figures: &Arc<Figures>, day: Day, generation: u64) -> anyhow::Result<()> {
    let counted = store.rollups.of_days(DayRange::single(day)).await.context("reading counted days")?;
    let told_elsewhere = told_elsewhere(store, day).await?;
    for counted in counted {
        match rollup::decode(&counted.counts) {
            Ok(whole) => {
                let outline = rollup::outline(&whole, |story| told_elsewhere.contains(story));
                let bytes = rollup::encode_outline(&outline);
                figures.take(vec![Arc::new(outline)], generation);
                let kept = store.rollups.keep_outlines(vec![(day, counted.seq, bytes)]).await;
                kept.context("keeping the outline of a day")?;
            }
            Err(error) => {
                tracing::info!("{day} is counted again: {error}");
                store.rollups.refuse(&[day]).await.context("asking for a recount")?;
            }
        }
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
        if counted == 0 && self.counts && keep_spoken(store).await? > 0 {
            return Ok(Progress::done(0, REST_OF_KEEPING));
        }
        if counted == 0 {
            return Ok(Progress::done(0, self.poll).or_change());
        }
        let rest = (began.elapsed() * REST).min(REST_MAX);
        Ok(Progress::done(counted, self.poll.max(rest)))
    }
}
