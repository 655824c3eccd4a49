//! The proof: a published day computed again from its documents, not from anything that was counted before.
//!
//! Where the digits differ, the documents and closes that came after publishing are taken away, documents that were moved
//! to other stories since are put back, and it is tried again: if that gives the published digits, the difference is
//! explained and the published value stands.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context;
use domain::{Day, DayRange, Instant};
use indices::metrics::main_index::{self, BaseYears};
use indices::metrics::{Closes, FORMER, Inputs, METRICS, Metric, dominance, find, of_version};
use indices::{Cube, DayRollup, Form};
use store::Store;
use store::readings::StoredReading;

use super::{Order, as_stored, calculate, inputs, overlaps, stored_base_year};
use crate::rollup;
use figures::portfolio;
use figures::portfolio::ReadingBody;

/// What is published is dated before its inputs are gathered, and what is stored before its transaction ends: so long after a
/// reading's date, and before it, its inputs may have been taken.
const TAKEN_WITHIN_MS: i64 = 120_000;
const TAKEN_BEFORE_MS: i64 = 5_000;
/// States of that time that are tried.
const MAX_STATES: usize = 16;
/// Late documents that are named; of more only the number is told.
pub const NAMED_LATE: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every digit is the same.
    Equal,
    /// Without what came after publishing, every digit is the same.
    Late,
    Differs,
    /// Documents that it was made from were removed for good: the published digits stand, and cannot be computed again.
    Removed,
    /// Nothing was published for that day.
    NotPublished,
}

/// One metric on one day, then and now.
#[derive(Clone, Debug)]
pub struct Recomputed {
    pub metric: String,
    pub verdict: Verdict,
    pub published: Option<StoredReading>,
    /// None where it cannot be computed any more.
    pub now: Option<StoredReading>,
    pub differences: Vec<Difference>,
    pub late_documents: usize,
    /// The first of them: address and when it was first seen.
    pub late: Vec<(String, Instant)>,
    /// Documents that were in another story when it was published.
    pub moved_documents: usize,
    /// Documents that were there when it was published and were removed for good.
    pub removed_documents: i64,
    /// Closes that were stored after publishing.
    pub late_closes: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub what: &'static str,
    pub published: String,
    pub now: String,
}

/// All days up to the asked one, from their documents.
struct Corpus {
    days: Vec<Counted>,
}

struct Counted {
    rollup: Arc<DayRollup>,
    /// When the last of its documents was first seen.
    newest_seen: Instant,
}

/// Computes the day again; `metric` none means all. `progress` is told of each day read, and of how many.
pub async fn recompute(
    store: &Store,
    day: Day,
    metric: Option<&str>,
    now: Instant,
    mut progress: impl FnMut(u64, u64),
) -> anyhow::Result<Vec<Recomputed>> {
    let covered = store.documents.days_covered().await.context("asking which days have documents")?;
    let days = covered.and_then(|covered| DayRange::inclusive(covered.first(), day));
    let corpus = Corpus::read(store, days, &mut progress).await?;
    let published = store.readings.of_day(day).await.context("reading what was published")?;
    let closes = portfolio::closes(store, day).await?;
    let all: Vec<Arc<DayRollup>> = corpus.days.iter().map(|day| Arc::clone(&day.rollup)).collect();
    let wanted = ids().filter(|id| metric.is_none_or(|wanted| wanted == *id));
    // As each was published: in its form, and by the method of its version.
    let then = |id: &'static str| {
        let row = published.iter().find(|row| row.metric == id);
        let form = row.map_or(Form::default(), |row| Form::of_seal(&row.seal));
        (form, row.and_then(|row| of_version(id, &row.version)).or_else(|| find(id)))
    };
    let wanted: Vec<_> = wanted.map(|id| (id, then(id))).collect();
    let earlier = |metric: Option<&Metric>| metric.is_some_and(is_earlier);
    let mut fresh = Vec::new();
    for (form, old) in [(Form::Debug, true), (Form::Debug, false), (Form::Lines, true), (Form::Lines, false)]
    {
        let of_kind = wanted.iter().filter(|(_, (own, metric))| *own == form && earlier(*metric) == old);
        let ids: Vec<&'static str> = of_kind.map(|(id, _)| *id).collect();
        if !ids.is_empty() {
            let order = Again { ids, form, old };
            fresh.extend(compute(store, all.clone(), closes.clone(), day, now, order).await?);
        }
    }
    let mut answers = Vec::new();
    for id in ids() {
        if metric.is_some_and(|wanted| wanted != id) {
            continue;
        }
        let mut answer = Recomputed {
            metric: id.to_owned(),
            verdict: Verdict::NotPublished,
            published: published.iter().find(|row| row.metric == id).cloned(),
            now: fresh.iter().find(|row| row.metric == id).cloned(),
            differences: Vec::new(),
            late_documents: 0,
            late: Vec::new(),
            moved_documents: 0,
            removed_documents: 0,
            late_closes: 0,
        };
        if let Some(then) = &answer.published {
            answer.differences = differences(then, answer.now.as_ref());
            answer.verdict = match answer.differences.is_empty() {
                true => Verdict::Equal,
                false => Verdict::Differs,
            };
        }
        if answer.verdict == Verdict::Differs {
            explain(store, &corpus, &closes, day, &mut answer).await?;
        }
        if let (Verdict::Differs, Some(then)) = (answer.verdict, &answer.published) {
            let removed = store.documents.removed_since(day, then.made_at).await;
            answer.removed_documents = removed.context("asking what was removed")?;
            if answer.removed_documents > 0 {
                answer.verdict = Verdict::Removed;
            }
        }
        answers.push(answer);
    }
    Ok(answers)
}

impl Corpus {
    async fn read(
        store: &Store,
        days: Option<DayRange>,
        progress: &mut impl FnMut(u64, u64),
    ) -> anyhow::Result<Corpus> {
        let mut counted = Vec::new();
        let length = days.map_or(0, |days| days.length().unsigned_abs());
        for day in days.into_iter().flat_map(DayRange::days) {
            let documents = rollup::documents(store, day).await?;
            if let Some(newest_seen) = documents.iter().map(|document| document.fetched_at).max() {
                let counting = tokio::task::spawn_blocking(move || rollup::count_documents(day, &documents));
                counted.push(Counted { rollup: Arc::new(counting.await?), newest_seen });
            }
            progress(day.since(days.map_or(day, DayRange::first)).unsigned_abs() + 1, length);
        }
        Ok(Corpus { days: counted })
    }

    /// The days as they were at the time `seen`.
    async fn until(&self, store: &Store, seen: Instant) -> anyhow::Result<Earlier> {
        let mut earlier = Earlier { days: Vec::with_capacity(self.days.len()), late: Vec::new(), moved: 0 };
        for counted in &self.days {
            let day = counted.rollup.day;
            let moved = store.documents.stories_before(day, seen).await;
            let moved: HashMap<_, _> = moved.context("reading which stories changed")?.into_iter().collect();
            if counted.newest_seen <= seen && moved.is_empty() {
                earlier.days.push(Arc::clone(&counted.rollup));
                continue;
            }
            let (mut before, after): (Vec<_>, Vec<_>) = rollup::documents(store, day)
                .await?
                .into_iter()
                .partition(|document| document.fetched_at <= seen);
            for document in &mut before {
                if let Some(story) = moved.get(&document.id) {
                    document.story_id = Some(story.clone());
                    earlier.moved += 1;
                }
            }
            earlier.late.extend(after.into_iter().map(|document| (document.url, document.fetched_at)));
            earlier.days.push(Arc::new(rollup::count_documents(day, &before)));
        }
        Ok(earlier)
    }
}

/// The days as they were when something was published.
struct Earlier {
    days: Vec<Arc<DayRollup>>,
    /// What came later: address and when it was first seen.
    late: Vec<(String, Instant)>,
    /// Documents that were put back into their stories.
    moved: usize,
}

/// Tries the day again without what came after publishing: as everything stood at the reading's date, and then as it stood after each
/// change around it.
async fn explain(
    store: &Store,
    corpus: &Corpus,
    closes: &Closes,
    day: Day,
    answer: &mut Recomputed,
) -> anyhow::Result<()> {
    let Some(then) = answer.published.clone() else { return Ok(()) };
    if explained(store, corpus, closes, day, &then, then.made_at, answer).await? {
        return Ok(());
    }
    let (from, to) = (then.made_at.plus_ms(-TAKEN_BEFORE_MS), then.made_at.plus_ms(TAKEN_WITHIN_MS));
    let changed = store.documents.changed_between(from, to, MAX_STATES).await;
    for seen in changed.context("asking what changed while it was published")? {
        let (late, moved) = (answer.late_documents, answer.moved_documents);
        if explained(store, corpus, closes, day, &then, seen, answer).await? {
            return Ok(());
        }
        (answer.late_documents, answer.moved_documents) = (late, moved);
    }
    Ok(())
}

/// Whether the published digits come of what stood at the time `seen`.
async fn explained(
    store: &Store,
    corpus: &Corpus,
    closes: &Closes,
    day: Day,
    then: &StoredReading,
    seen: Instant,
    answer: &mut Recomputed,
) -> anyhow::Result<bool> {
    let Earlier { days, late, moved } = corpus.until(store, seen).await?;
    answer.late_documents = late.len();
    answer.late = late.into_iter().take(NAMED_LATE).collect();
    answer.moved_documents = moved;
    // Closes carry no time of arrival. Those that are too many now can only be the newest: they come in order.
    let known = ReadingBody::from_text(&then.body).map_or(0, |said| said.prices);
    let have = answer.now.as_ref().and_then(|now| ReadingBody::from_text(&now.body).ok());
    let too_many = have.map_or(0, |said| said.prices).saturating_sub(known);
    let earlier = closes.without_newest(too_many);
    let Some(id) = ids().find(|id| *id == answer.metric) else { return Ok(false) };
    let old = of_version(id, &then.version).is_some_and(is_earlier);
    let order = Again { ids: vec![id], form: Form::of_seal(&then.seal), old };
    let again = compute(store, days, earlier, day, then.made_at, order).await?;
    let is_same = again.first().is_some_and(|again| again.seal == then.seal && again.digest == then.digest);
    if is_same {
        answer.verdict = Verdict::Late;
        answer.late_closes = too_many;
    }
    Ok(is_same)
}

/// Which readings to compute again, and how they were published.
struct Again {
    ids: Vec<&'static str>,
    form: Form,
    /// By the methods before the present ones.
    old: bool,
}

fn is_earlier(metric: &Metric) -> bool {
    FORMER.iter().any(|earlier| earlier.method.version == metric.method.version)
}

async fn compute(
    store: &Store,
    days: Vec<Arc<DayRollup>>,
    closes: Closes,
    day: Day,
    now: Instant,
    order: Again,
) -> anyhow::Result<Vec<StoredReading>> {
    let Again { ids: wanted, form, old } = order;
    let method = if old { main_index::METHOD_1 } else { main_index::METHOD };
    let stored = stored_base_year(store, method.version, day).await?;
    let done: HashSet<String> = ids().filter(|id| !wanted.contains(id)).map(str::to_owned).collect();
    let work = tokio::task::spawn_blocking(move || {
        let cube = Cube::for_metrics(days);
        let base = match stored {
            Some(base) if old || !overlaps(&base, day) => base,
            stored => {
                let years = BaseYears::new(&cube, day);
                as_stored(if old { years.at_1(day) } else { years.at(day) }, stored)
            }
        };
        let metrics = if old { FORMER } else { METRICS };
        let order = Order { metrics, at: day.end(), frozen: true, now, done: &done };
        calculate(&order, &Inputs { form, ..inputs(&cube, &closes, base) }).readings
    });
    Ok(work.await?)
}

/// Everything that is published.
fn ids() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|metric| metric.method.id).chain([dominance::METHOD.id])
}

/// What is not the same, in the order in which a reader would look for the reason.
fn differences(then: &StoredReading, now: Option<&StoredReading>) -> Vec<Difference> {
    let Some(now) = now else {
        let (published, now) = (number(then.value), "cannot be computed".to_owned());
        return vec![Difference { what: "value", published, now }];
    };
    let said = |row: &StoredReading| ReadingBody::from_text(&row.body).ok();
    let (past, present) = (said(then), said(now));
    let told = |pick: fn(&ReadingBody) -> String| {
        let tell = |said: &Option<ReadingBody>| said.as_ref().map_or_else(|| "unreadable".to_owned(), pick);
        (tell(&past), tell(&present))
    };
    let mut rows = vec![
        ("version", (then.version.clone(), now.version.clone())),
        ("value", (number(then.value), number(now.value))),
        ("documents", told(|said| said.documents.to_string())),
        ("closes", told(|said| said.prices.to_string())),
        ("observed items", told(|said| said.observed_items.to_string())),
        ("confidence", told(|said| said.confidence.to_string())),
        ("parameters", told(|said| said.parameters.to_string())),
        ("inputs' digest", (then.digest.clone(), now.digest.clone())),
        ("seal", (then.seal.clone(), now.seal.clone())),
    ];
    rows.retain(|(_, (then, now))| then != now);
    rows.into_iter().map(|(what, (published, now))| Difference { what, published, now }).collect()
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}
