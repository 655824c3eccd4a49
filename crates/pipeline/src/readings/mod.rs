//! Publishes readings: all metrics on every quarter of an hour, and the value of each UTC day once it is over.
//!
//! What is published is written once and read back: whichever program on a store comes first, its rows are what
//! all serve. The counted days are taken along as shared pointers, so that no recount ever waits for arithmetic.

mod backfill;
mod calculate;
mod load;
mod recompute;
mod sealed;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::{Day, DayRange, Instant};
use indices::metrics::main_index::{BaseState, BaseYear, BaseYears, OVERLAP_DAYS};
use indices::metrics::{Closes, Inputs, METRICS, Metric, dominance, last_complete_day, main_index};
use indices::{Cube, DayRollup, Form};
use store::Store;
use store::leases::Fence;
use store::readings::StoredBaseYear;

pub use backfill::{Backfill, backfill};
pub use calculate::{Calculated, Order, calculate, json};
pub use load::PublishedLoader;
pub use recompute::{Difference, Recomputed, Verdict, recompute};
pub use sealed::{Sealed, sealed};

use super::rollup;
use figures::Figures;
use figures::portfolio;
use figures::portfolio::{Failure, Portfolio, QUARTER_MS, Standing, quarter};
use figures::universe::UNIVERSE;
use figures::whole::{Depth, for_metrics};
use runtime::clock::Clock;
use runtime::followers::{Follower, Progress, StepContext};

/// So long after midnight items of the day before are still waited for.
pub const GRACE_MS: i64 = 60 * 60_000;
/// Quarters are let go after this; the changes look back seven days.
const QUARTERS_KEPT_DAYS: i64 = 15;
/// After being away for longer, days are left to `bellwether backfill`.
const FREEZE_BACK_DAYS: i64 = 31;
/// So long after a day's end its close is waited for by what weighs prices.
const CLOSE_WAIT_MS: i64 = 24 * 3_600_000;
const RETRY: Duration = Duration::from_secs(30);

/// What publishing needs to know of the program.
#[derive(Clone)]
pub struct Publisher {
    pub store: Store,
    pub figures: Arc<Figures>,
    /// All of them, except where a test breaks one.
    pub metrics: &'static [Metric],
    /// The present one, except where a test stands for an older program.
    pub form: Form,
    /// Of the one process that publishes beside the requests.
    pub fence: Option<Fence>,
}

impl Publisher {
    pub fn new(store: Store, figures: Arc<Figures>) -> Publisher {
        Publisher { store, figures, metrics: METRICS, form: Form::default(), fence: None }
    }

    /// Computes what is missing of this quarter's readings, and serves what is stored for it. Nothing happens
    /// while no day has been counted.
    pub async fn refresh(&self, now: Instant) -> anyhow::Result<()> {
        let at = quarter(now);
        let done = self.store.readings.of_quarter(at).await.context("reading the portfolio")?;
        let done: HashSet<String> = done.into_iter().map(|row| row.metric).collect();
        let mut failures = BTreeMap::new();
        if !self.wanted().all(|metric| done.contains(metric)) {
            let days = self.days(Day::MAX, at.day()).await?;
            if !days.is_empty() {
                failures = self.publish(days, at, false, now, done).await?;
            }
        }
        if let Some(mut portfolio) = Portfolio::load(&self.store, at).await? {
            portfolio.failures.extend(failures);
            self.figures.publish(portfolio);
        }
        Ok(())
    }

    /// Publishes the value of each day that is over and has none yet; returns how many days got one. A metric that
    /// weighs prices waits for the day's close, within reason.
    pub async fn freeze(&self, now: Instant) -> anyhow::Result<u64> {
        Ok(self.freeze_settled(now).await?.unwrap_or(0))
    }

    /// None where days wait for documents that are on their way into the counts.
    async fn freeze_settled(&self, now: Instant) -> anyhow::Result<Option<u64>> {
        let last = now.plus_ms(-GRACE_MS).day().plus(-1);
        let newest = self.store.readings.newest_frozen().await.context("asking what is frozen")?;
        // The newest may still lack what waited for a close.
        let first = newest.map_or(last, |newest| newest.min(last).max(last.plus(1 - FREEZE_BACK_DAYS)));
        let Some(days) = DayRange::inclusive(first, last) else { return Ok(Some(0)) };
        let mut done: HashMap<Day, HashSet<String>> = HashMap::new();
        for (day, metric) in self.store.readings.frozen(days).await.context("asking what is frozen")? {
            done.entry(day).or_default().insert(metric);
        }
        let closes = portfolio::closes(&self.store, last).await?;
        let mut wanted = Vec::new();
        for day in days.days() {
            let mut done = done.remove(&day).unwrap_or_default();
            let waits =
                closes.get(day).is_none() && now.since(day.end()) < CLOSE_WAIT_MS || closes.is_empty();
            let weighs = |metric: &&Metric| metric.method.source_tables.contains(&"prices");
            if waits {
                done.extend(self.metrics.iter().filter(weighs).map(|metric| metric.method.id.to_owned()));
            }
            if !self.wanted().all(|metric| done.contains(metric)) {
                wanted.push((day, done));
            }
        }
        if wanted.is_empty() {
            return Ok(Some(0));
        }
        rollup::recount(&self.store, |_| {}).await?;
        rollup::load(&self.store, &self.figures).await?;
        let seen = self.figures.seen();
        let mut counted = Vec::with_capacity(wanted.len());
        for (day, done) in wanted {
            counted.push((day, done, self.days(day, day).await?));
        }
        // After the counts were taken: nothing that is stored by now may be missing from them, or be in them by half,
        // because a value is never changed again.
        if let Some(waits) = self.unsettled(last, seen).await? {
            tracing::info!("no day is frozen yet: {waits}");
            return Ok(None);
        }
        let mut frozen = 0;
        for (day, done, rollups) in counted {
            if !rollups.is_empty() {
                self.publish(rollups, day.end(), true, now, done).await?;
                frozen += 1;
            }
        }
        let before = now.plus_ms(-QUARTERS_KEPT_DAYS * domain::time::MS_PER_DAY);
        self.store.readings.forget_quarters(before).await.context("letting go of old quarters")?;
        Ok(Some(frozen))
    }

    /// What is on its way into the counts of the days up to `last`, beyond those counted up to `seen`. Asked in the order
    /// in which a document goes, so that none can step past.
    async fn unsettled(&self, last: Day, seen: i64) -> anyhow::Result<Option<String>> {
        let documents = &self.store.documents;
        let unread = documents.unread_before(last.end()).await.context("counting what is to be read")?;
        if unread > 0 {
            return Ok(Some(format!("{unread} documents are to be read")));
        }
        let unplaced =
            documents.unplaced_before(last.end()).await.context("counting what has no story yet")?;
        if unplaced > 0 {
            return Ok(Some(format!("{unplaced} documents are to get their stories")));
        }
        let uncounted = rollup::uncounted(&self.store, last, seen).await?;
        Ok(uncounted.then(|| "documents are being counted".to_owned()))
    }

    /// The days up to `last` as far as the metrics of `day` look at them.
    async fn days(&self, last: Day, day: Day) -> anyhow::Result<Vec<Arc<DayRollup>>> {
        let stored = stored_base_year(&self.store, main_index::METHOD.version, day).await?;
        let depth = match stored.is_some_and(|base| !overlaps(&base, day)) {
            true => Depth::Window,
            false => Depth::Quarters,
        };
        let days = for_metrics(&self.store, &self.figures, last, depth).await;
        days.map_err(|error| anyhow::anyhow!(error.detail)).context("reading counted days")
    }

    /// Computes from these days and stores what is not stored yet; returns what failed.
    async fn publish(
        &self,
        days: Vec<Arc<DayRollup>>,
        at: Instant,
        frozen: bool,
        now: Instant,
        done: HashSet<String>,
    ) -> anyhow::Result<BTreeMap<String, Failure>> {
        let closes = portfolio::closes(&self.store, last_complete_day(at)).await?;
        let cube = tokio::task::spawn_blocking(move || Cube::for_metrics(days)).await?;
        let (cube, base) = base_year(&self.store, cube, at.day(), now).await?;
        let (metrics, form) = (self.metrics, self.form);
        let calculated = tokio::task::spawn_blocking(move || {
            let inputs = Inputs { form, ..inputs(&cube, &closes, base) };
            calculate(&Order { metrics, at, frozen, now, done: &done }, &inputs)
        });
        let calculated = calculated.await?;
        let stored = self.store.readings.insert_under(&calculated.readings, self.fence.as_ref()).await;
        stored.context("storing readings")?;
        Ok(calculated.failures)
    }

    fn wanted(&self) -> impl Iterator<Item = &'static str> {
        self.metrics.iter().map(|metric| metric.method.id).chain([dominance::METHOD.id])
    }
}

fn inputs<'a>(cube: &'a Cube, closes: &'a Closes, base: BaseYear) -> Inputs<'a> {
    Inputs { cube, closes, universe: &UNIVERSE, base: Some(base), form: Form::default() }
}

/// The scale of the index on `day`: as stored where its base year is long over, else worked out from the days before.
/// A base year that is found to be over is stored on the way, and from then on is what it is.
async fn base_year(store: &Store, cube: Cube, day: Day, now: Instant) -> anyhow::Result<(Cube, BaseYear)> {
    let stored = stored_base_year(store, main_index::METHOD.version, day).await?;
    if let Some(base) = stored.filter(|base| !overlaps(base, day)) {
        return Ok((cube, base));
    }
    let working = tokio::task::spawn_blocking(move || {
        let base = BaseYears::new(&cube, day).at(day);
        (cube, base)
    });
    let (cube, base) = working.await?;
    store_base_year(store, &base, now).await?;
    let stored = stored_base_year(store, main_index::METHOD.version, day).await?;
    Ok((cube, as_stored(base, stored)))
}

/// Whether the scale before is still told beside that of the base year.
fn overlaps(base: &BaseYear, day: Day) -> bool {
    base.days.is_some_and(|days| day.since(days.last()) <= OVERLAP_DAYS)
}

/// What was stored stands, beside what the scale before was.
fn as_stored(worked_out: BaseYear, stored: Option<BaseYear>) -> BaseYear {
    stored.map_or(worked_out, |stored| BaseYear { before: worked_out.before, ..stored })
}

/// None where the base year is not over on that day, or not stored.
async fn stored_base_year(store: &Store, version: &str, day: Day) -> anyhow::Result<Option<BaseYear>> {
    let stored = store.readings.base_year(version).await.context("reading the base year")?;
    Ok(stored.filter(|base| day > base.days.last()).map(|base| BaseYear {
        kappa: base.kappa,
        days: Some(base.days),
        readings: usize::try_from(base.readings).unwrap_or(0),
        state: BaseState::Frozen,
        before: None,
    }))
}

async fn store_base_year(store: &Store, base: &BaseYear, now: Instant) -> anyhow::Result<()> {
    let (BaseState::Frozen, Some(days)) = (base.state, base.days) else { return Ok(()) };
    let stored = StoredBaseYear {
        version: main_index::METHOD.version.to_owned(),
        kappa: base.kappa,
        days,
        readings: base.readings as i64,
        made_at: now,
    };
    store.readings.insert_base_year(&stored).await.context("storing the base year")
}

/// Publishes readings on every quarter of an hour: one process on a store, under a lease.
pub struct PublishFollower {
    publisher: Publisher,
    clock: Clock,
}

impl PublishFollower {
    pub fn new(publisher: Publisher, clock: Clock) -> PublishFollower {
        PublishFollower { publisher, clock }
    }
}

impl Follower for PublishFollower {
    const NAME: &'static str = "readings";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        self.publisher.fence = context.fence.clone();
        match round(&self.publisher, &self.clock).await {
            Ok(frozen) => {
                let next = until_next(self.clock.now(), &self.publisher.figures);
                Ok(Progress::done(frozen.unwrap_or(0), if frozen.is_none() { next.min(RETRY) } else { next }))
            }
            Err(error) => {
                self.publisher.figures.portfolio_unreadable();
                Err(error)
            }
        }
    }
}

/// How many days were frozen; none where some wait.
async fn round(publisher: &Publisher, clock: &Clock) -> anyhow::Result<Option<u64>> {
    if !publisher.figures.loaded() {
        return Ok(Some(0));
    }
    publisher.refresh(clock.now()).await?;
    // Dated after the refresh, which may take seconds: what changed meanwhile is in what is frozen.
    let frozen = publisher.freeze_settled(clock.now()).await?;
    if let Some(frozen @ 1..) = frozen {
        tracing::info!(frozen, "the readings of {frozen} days were frozen");
    }
    Ok(frozen)
}

/// Up to the next quarter of an hour; sooner while there is nothing to serve.
fn until_next(now: Instant, figures: &Figures) -> Duration {
    if !figures.loaded() {
        return Duration::from_millis(200);
    }
    let next = quarter(now).plus_ms(QUARTER_MS).since(now).max(1);
    let next = Duration::from_millis(next.unsigned_abs());
    match figures.portfolio() {
        Standing::Ready(portfolio) if portfolio.at >= quarter(now) => next,
        _ => next.min(RETRY),
    }
}
