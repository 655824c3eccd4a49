//! Asks the rules of what has just arrived, and writes what they have to tell.
//!
//! It follows behind index, stories and calls: what it looks at is findable, in its story and scored. Events and the
//! position up to which rules were asked are written together; an event whose id is there is not written again, so that a
//! step that is done twice tells nothing twice.

mod kept;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::{AlertCondition, Day, DayRange, DocumentId, Instant};
use interface::App;
use runtime::followers::{Follower, Progress, StepContext};
use store::alerts::Alerts;
use store::documents::{Change, Headline, IndexedDocument};
use store::events::NewEvent;

use self::kept::Kept;
use crate::causes::{self, Cause};
use crate::event::fired;
use crate::percolate::percolate;
use crate::watch::Watch;

/// Changes that are looked at together.
const BATCH: usize = 500;
/// What was published earlier than so many days before it arrived is no news.
const LATE_DAYS: i64 = 7;
/// Counts of days before yesterday are not judged again when something is added to them.
const JUDGED_DAYS: i64 = 1;
/// The day before is judged so long after midnight, as it is frozen then.
const DAY_CLOSES_MS: i64 = 3_600_000;
/// Between two looks.
const EVERY: Duration = Duration::from_secs(5);
/// Until the first look was possible: what comes before it is no news.
const EVERY_AT_FIRST: Duration = Duration::from_millis(250);
/// Between two times that old events are let go of.
const FORGET_EVERY_MS: i64 = 3_600_000;

pub struct AlertFollower {
    app: Arc<App>,
    kept: Kept,
}

impl AlertFollower {
    pub fn new(app: Arc<App>) -> AlertFollower {
        AlertFollower { app, kept: Kept::default() }
    }

    /// Everything that waits; returns how many events were written or found written.
    pub async fn catch_up(&mut self) -> anyhow::Result<u64> {
        let mut told = 0;
        loop {
            let (events, more) = self.take_batch().await?;
            told += events;
            if !more {
                return Ok(told + self.days_over().await?);
            }
        }
    }

    /// Up to which change everything that rules ask is ready.
    async fn horizon(&self) -> anyhow::Result<i64> {
        let store = &self.app.store;
        let indexed = i64::try_from(self.app.finder.indexed_seq()).unwrap_or(i64::MAX);
        let (stories, calls) = (store.documents.stories_seq().await?, store.calls.seq().await?);
        Ok(indexed.min(stories).min(calls))
    }

    async fn take_batch(&mut self) -> anyhow::Result<(u64, bool)> {
        // Names are resolved by the counts.
        if !self.app.figures.loaded() || !self.app.finder.is_trusted() {
            return Ok((0, false));
        }
        let store = &self.app.store;
        let position = store.events.position().await.context("cannot read how far rules have been asked")?;
        let horizon = self.horizon().await?;
        if position < 0 || position > store.documents.max_seq().await? {
            // The first look, or a store that was put back: what is there already is no news.
            store.events.advance(position, horizon, &[]).await?;
            self.kept.looked = true;
            return Ok((0, false));
        }
        self.kept.looked = true;
        if position >= horizon {
            return Ok((0, false));
        }
        let mut changes =
            store.documents.changed_since(position, BATCH).await.context("cannot read changes")?;
        let more = changes.len() == BATCH;
        changes.retain(|change| change.seq() <= horizon);
        let to = changes.last().map_or(horizon, Change::seq);
        let now = self.app.clock.now();
        let earliest = now.day().plus(-LATE_DAYS);
        let documents: Vec<IndexedDocument> = changes
            .into_iter()
            .filter_map(|change| match change {
                Change::Put(document) => Some(*document),
                Change::Deleted { .. } => None,
            })
            .filter(|document| document.read && document.published_at.day() >= earliest)
            .collect();
        let events = match documents.is_empty() {
            true => Vec::new(),
            false => self.ask(documents, now).await?,
        };
        let written = events.len() as u64;
        match self.app.store.events.advance(position, to, &events).await.context("cannot write events")? {
            true => Ok((written, more)),
            // Another process was faster: what is remembered may be of before.
            false => {
                self.kept = Kept::default();
                Ok((0, false))
            }
        }
    }

    /// What the rules have to tell of these documents.
    async fn ask(&mut self, documents: Vec<IndexedDocument>, now: Instant) -> anyhow::Result<Vec<NewEvent>> {
        let watches = self.kept.watches(&self.app, now, |condition| !condition.is_of_readings()).await?;
        if watches.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<DocumentId> = documents.iter().map(|document| document.id).collect();
        let headlines = self.app.store.documents.headlines(&ids).await.context("cannot read headlines")?;
        let headlines: HashMap<DocumentId, Headline> =
            headlines.into_iter().map(|headline| (headline.id, headline)).collect();
        let stories: Vec<(String, DocumentId)> = headlines
            .values()
            .filter_map(|headline| Some((headline.story_id.clone()?, headline.id)))
            .collect();
        let concerned =
            tokio::task::spawn_blocking(move || percolate(&watches, &documents, &stories)).await??;
        self.kept.todays.clear();
        self.kept.over.retain(|(_, day)| *day >= now.day().plus(-JUDGED_DAYS));
        let mut events = Vec::new();
        for (watch, ids) in concerned {
            let mut items: Vec<&Headline> = ids.iter().filter_map(|id| headlines.get(id)).collect();
            if watch.definition().condition.is_of_items() {
                // What would not be told is not worked out.
                let (since, throttle) =
                    (Alerts::since(&watch.alert), self.kept.throttle(&self.app, &watch, now).await?);
                items.retain(|item| item.published_at >= since && throttle.admits(item.published_at));
            }
            if !items.is_empty() {
                let causes = self.causes(&watch, items.into_iter().cloned().collect(), now.day()).await?;
                events.extend(self.admit(&watch, causes, now).await?);
            }
        }
        Ok(events)
    }

    async fn causes(
        &mut self,
        watch: &Arc<Watch>,
        items: Vec<Headline>,
        today: Day,
    ) -> anyhow::Result<Vec<Cause>> {
        let app = Arc::clone(&self.app);
        let days: BTreeSet<Day> = items.iter().map(|item| item.published_at.day()).collect();
        let judged = days.iter().copied().filter(|day| *day >= today.plus(-JUDGED_DAYS));
        match watch.definition().condition {
            AlertCondition::Volume => {
                let mut causes = Vec::new();
                for day in judged {
                    let said = (watch.alert.id.clone(), day);
                    if self.kept.over.contains(&said) {
                        continue;
                    }
                    let series = self.kept.series(&self.app, watch, day, today).await?;
                    if let Some(cause) = causes::of_day(&app, watch, &series, day, today).await? {
                        causes.push(cause);
                        self.kept.over.insert(said);
                    }
                }
                Ok(causes)
            }
            AlertCondition::NewStory => match days.first().zip(days.last()) {
                Some((first, last)) => {
                    let days = DayRange::inclusive(*first, *last).unwrap_or(DayRange::single(*last));
                    causes::of_days(&app, watch, days, today).await
                }
                None => Ok(Vec::new()),
            },
            // A day is over when it is over.
            AlertCondition::ToneShift | AlertCondition::Crosses | AlertCondition::Moves => Ok(Vec::new()),
            AlertCondition::Item | AlertCondition::Filing | AlertCondition::ScoredCall => {
                causes::of_items(&app, watch, items).await
            }
        }
    }

    /// Of these causes, what is told: nothing twice, nothing from before the rule, and no more often than it may.
    async fn admit(
        &mut self,
        watch: &Watch,
        causes: Vec<Cause>,
        now: Instant,
    ) -> anyhow::Result<Vec<NewEvent>> {
        let since = Alerts::since(&watch.alert);
        // What is of a day stands at its beginning, and is news on that day.
        let is_news = |cause: &Cause| match watch.definition().condition {
            condition if condition.is_of_items() => cause.at >= since,
            _ => cause.at.day() >= since.day(),
        };
        let mut causes: Vec<Cause> = causes.into_iter().filter(is_news).collect();
        if causes.is_empty() {
            return Ok(Vec::new());
        }
        causes.sort_by(|one, other| (one.at, &one.key).cmp(&(other.at, &other.key)));
        let events: Vec<NewEvent> = causes.into_iter().map(|cause| fired(watch, cause, now)).collect();
        let ids: Vec<&str> = events.iter().map(|event| event.id.as_str()).collect();
        let known = self.app.store.events.known(&ids).await?;
        let left = *self.kept.left(&self.app, &watch.account_id, now).await?;
        let throttle = self.kept.throttle(&self.app, watch, now).await?;
        let told: Vec<NewEvent> = events
            .into_iter()
            .filter(|event| !known.contains(&event.id) && throttle.admit(event.at))
            .take(left as usize)
            .collect();
        *self.kept.left(&self.app, &watch.account_id, now).await? -= told.len() as u32;
        Ok(told)
    }

    /// Judges days that are over, and lets go of old events.
    async fn days_over(&mut self) -> anyhow::Result<u64> {
        if !self.app.figures.loaded() || !self.app.finder.is_trusted() {
            return Ok(0);
        }
        let now = self.app.clock.now();
        let closed = now.plus_ms(-DAY_CLOSES_MS).day().plus(-1);
        let mut events = 0;
        if self.kept.closed.is_none_or(|day| day < closed) {
            events += self.judge(closed, now, |condition| condition == AlertCondition::ToneShift).await?;
            self.kept.closed = Some(closed);
        }
        let frozen = self.app.store.readings.newest_frozen().await.context("cannot read frozen days")?;
        if let Some(frozen) = frozen.filter(|frozen| self.kept.frozen.is_none_or(|day| day < *frozen)) {
            events += self.judge(frozen, now, AlertCondition::is_of_readings).await?;
            self.kept.frozen = Some(frozen);
        }
        if self.kept.forgot_at.is_none_or(|at| now.ms() - at.ms() >= FORGET_EVERY_MS) {
            let kept_days = i64::try_from(self.app.config.events_kept_days).unwrap_or(i64::MAX);
            let before = now.plus_ms(kept_days.saturating_mul(-domain::time::MS_PER_DAY));
            self.app.store.events.forget(before).await.context("cannot let go of old events")?;
            self.app
                .store
                .webhooks
                .deliveries
                .forget(before)
                .await
                .context("cannot let go of old deliveries")?;
            self.kept.forgot_at = Some(now);
        }
        Ok(events)
    }

    /// Asks some rules about the days up to one that is over.
    async fn judge(
        &mut self,
        last: Day,
        now: Instant,
        which: impl Fn(AlertCondition) -> bool,
    ) -> anyhow::Result<u64> {
        let mut written = 0;
        for watch in self.kept.watches(&self.app, now, which).await? {
            let first = last.plus(1 - LATE_DAYS).max(Alerts::since(&watch.alert).day());
            let Some(days) = DayRange::inclusive(first, last) else { continue };
            let causes = causes::of_days(&self.app, &watch, days, last.plus(1)).await?;
            let events = self.admit(&watch, causes, now).await?;
            self.app.store.events.insert(&events).await.context("cannot write events")?;
            written += events.len() as u64;
        }
        Ok(written)
    }
}

impl Follower for AlertFollower {
    const NAME: &'static str = "alerts";
    const LEASED: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let told = self.catch_up().await?;
        Ok(Progress::done(told, if self.kept.looked { EVERY } else { EVERY_AT_FIRST }))
    }
}
