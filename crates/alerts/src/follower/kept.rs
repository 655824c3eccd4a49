//! What the follower keeps between two looks: rules as they were loaded, days as they were counted, and what was told.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context;
use domain::{AlertCondition, AlertSubject, Day, DayRange, Instant};
use indices::alerts::{DayCount, Series, Throttle};
use interface::App;
use store::alerts::ActiveAlert;

use crate::backtest::throttle_of;
use crate::series;
use crate::watch::Watch;

/// A quiet time may reach so far back.
const TOLD_DAYS: i64 = 16;
/// A Space that its owner changed acts on rules after this.
const REFRESH_MS: i64 = 60_000;

/// Events that all rules of an account make in a day at most.
const MAX_EVENTS_A_DAY: u32 = 5_000;

#[derive(Default)]
pub struct Kept {
    watches: HashMap<String, (Instant, Arc<Watch>)>,
    /// Days before today, as they were counted when the day began, by what is looked for.
    pasts: HashMap<String, (Day, Series)>,
    /// Today, as it was counted for this batch.
    pub todays: HashMap<String, Vec<DayCount>>,
    /// What each rule has told: the one process that asks rules is the one that writes it.
    throttles: HashMap<String, (Instant, Throttle)>,
    /// How many events each account may still have today.
    left: HashMap<String, (Day, u32)>,
    /// Days of which a rule about counts has said all that it will.
    pub over: HashSet<(String, Day)>,
    /// Up to which day tone and readings were judged.
    pub closed: Option<Day>,
    pub frozen: Option<Day>,
    pub forgot_at: Option<Instant>,
    /// The position was read once.
    pub looked: bool,
}

impl Kept {
    /// The rules that are switched on; one whose subject is gone is passed over.
    pub async fn watches(
        &mut self,
        app: &App,
        now: Instant,
        wanted: impl Fn(AlertCondition) -> bool,
    ) -> anyhow::Result<Vec<Arc<Watch>>> {
        let active = app.store.alerts.active().await.context("cannot read rules")?;
        let ids: BTreeSet<&str> = active.iter().map(|one| one.alert.id.as_str()).collect();
        self.watches.retain(|id, _| ids.contains(id.as_str()));
        self.throttles.retain(|id, _| ids.contains(id.as_str()));
        let mut watches = Vec::with_capacity(active.len());
        for ActiveAlert { account_id, alert } in active {
            if !wanted(alert.definition.condition) {
                continue;
            }
            let is_fresh = |(loaded, watch): &&(Instant, Arc<Watch>)| {
                watch.alert.changed_at == alert.changed_at
                    && (alert.definition.subject != AlertSubject::Space
                        || now.ms() - loaded.ms() < REFRESH_MS)
            };
            if let Some((_, watch)) = self.watches.get(&alert.id).filter(is_fresh) {
                watches.push(Arc::clone(watch));
                continue;
            }
            let id = alert.id.clone();
            match Watch::of(app, &account_id, alert).await {
                Ok(watch) => {
                    let watch = Arc::new(watch);
                    watches.push(Arc::clone(&watch));
                    self.watches.insert(id, (now, watch));
                }
                Err(error) => tracing::debug!(alert = id, "a rule is passed over: {}", error.detail),
            }
        }
        Ok(watches)
    }

    /// The counts that a day is judged by. Those before today are kept: they change when something late comes, which asks
    /// about that day and not about this one.
    pub async fn series(
        &mut self,
        app: &App,
        watch: &Arc<Watch>,
        day: Day,
        today: Day,
    ) -> anyhow::Result<Series> {
        if day != today {
            self.pasts.remove(watch.key());
            return series::series(app, watch, series::with_norm(DayRange::single(day))).await;
        }
        let past = match self.pasts.get(watch.key()).filter(|(of, _)| *of == today) {
            Some((_, past)) => past.clone(),
            None => {
                let days =
                    DayRange::inclusive(series::with_norm(DayRange::single(day)).first(), day.plus(-1));
                let past = series::series(app, watch, days.unwrap_or(DayRange::single(day))).await?;
                self.pasts.insert(watch.key().to_owned(), (today, past.clone()));
                past
            }
        };
        if !self.todays.contains_key(watch.key()) {
            let counted = series::counts(app, watch, DayRange::single(day)).await?;
            self.todays.insert(watch.key().to_owned(), counted);
        }
        let mut days = past.days;
        days.extend(self.todays.get(watch.key()).into_iter().flatten());
        Ok(Series { since: past.since, days })
    }

    /// How many events the account may still have today, from the store at first.
    pub async fn left(&mut self, app: &App, account_id: &str, now: Instant) -> anyhow::Result<&mut u32> {
        let today = now.day();
        if self.left.get(account_id).is_none_or(|(day, _)| *day != today) {
            let made = app.store.events.made_since(account_id, today.start()).await;
            let made = made.context("cannot count the events of an account")?;
            self.left.insert(account_id.to_owned(), (today, MAX_EVENTS_A_DAY.saturating_sub(made)));
        }
        let found = self.left.get_mut(account_id).map(|(_, left)| left);
        found.context("a number was just put there")
    }

    /// How often the rule has spoken, from the store at first.
    pub async fn throttle(
        &mut self,
        app: &App,
        watch: &Watch,
        now: Instant,
    ) -> anyhow::Result<&mut Throttle> {
        let since = watch.alert.changed_at;
        let id = &watch.alert.id;
        if self.throttles.get(id).is_none_or(|(of, _)| *of != since) {
            let told = app.store.events.told(id, now.day().plus(-TOLD_DAYS)).await;
            let told = told.context("cannot read what a rule told")?;
            let throttle =
                throttle_of(watch).after(told.iter().map(|told| (told.day, told.last, told.times)));
            self.throttles.insert(id.clone(), (since, throttle));
        }
        let found = self.throttles.get_mut(id).map(|(_, throttle)| throttle);
        found.context("a throttle was just put there")
    }
}
