//! When a rule fires: conditions over counts, and how often a rule may speak.
//!
//! The same functions judge what has just arrived and the days of a backtest. A condition of a day that is not over
//! only counts what cannot become less, so that the day fires by noon or not before midnight, and fires all the same
//! for whoever looks at it later.

mod stories;
mod throttle;

use domain::Day;

pub use stories::{SILENCE_MS, Telling, new_stories};
pub use throttle::Throttle;

/// The days before a day that are its norm.
pub const NORM_DAYS: i64 = 28;
/// Of younger coverage there is no norm yet.
pub const MIN_NORM_DAYS: i64 = 7;
/// A day of fewer items says nothing of how tone changes from day to day.
const MIN_ITEMS_FOR_TONE: u32 = 3;

/// What was counted on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayCount {
    pub day: Day,
    pub items: u32,
    /// Those whose tone is not known, since their language is not read.
    pub unread: u32,
    pub positive: u32,
    pub negative: u32,
}

impl DayCount {
    /// Items whose tone is known.
    pub fn toned(&self) -> u32 {
        self.items.saturating_sub(self.unread)
    }

    /// Share of positive less share of negative items.
    fn net(&self) -> f64 {
        (f64::from(self.positive) - f64::from(self.negative)) / f64::from(self.toned().max(1))
    }

    /// The variance of one item's tone. Each tone is taken to have occurred once more than it did: a few items that agree
    /// are no proof that none could differ.
    fn variance(&self) -> f64 {
        let n = f64::from(self.toned()) + 3.0;
        let (positive, negative) =
            ((f64::from(self.positive) + 1.0) / n, (f64::from(self.negative) + 1.0) / n);
        positive + negative - (positive - negative) * (positive - negative)
    }
}

/// Counted days in order; days without an item may be left out.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// The first day on which anything at all could have been counted.
    pub since: Option<Day>,
    pub days: Vec<DayCount>,
}

/// The days before a day, together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Norm {
    pub days: i64,
    /// Items a day.
    pub items: f64,
}

/// More items than usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// So many times the norm.
    pub factor: f64,
    pub min_items: u32,
    pub min_families: u32,
}

/// A tone that chance does not explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToneShift {
    /// So many standard errors.
    pub deviations: f64,
    pub min_items: u32,
    pub min_families: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeSeen {
    pub items: u32,
    pub norm: Norm,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToneSeen {
    pub items: u32,
    /// Net tone of the day and of the days before it, -1 to 1.
    pub tone: f64,
    pub norm: f64,
    /// How many standard errors lie between them.
    pub deviations: f64,
}

impl Series {
    pub fn on(&self, day: Day) -> DayCount {
        let found = self.days.iter().find(|count| count.day == day).copied();
        found.unwrap_or(DayCount { day, items: 0, unread: 0, positive: 0, negative: 0 })
    }

    fn before(&self, day: Day) -> impl Iterator<Item = &DayCount> {
        self.days.iter().filter(move |count| count.day < day && count.day >= day.plus(-NORM_DAYS))
    }

    /// None while there are too few days before it.
    pub fn norm(&self, day: Day) -> Option<Norm> {
        let days = NORM_DAYS.min(day.number() - self.since?.number());
        let items: f64 = self.before(day).map(|count| f64::from(count.items)).sum();
        (days >= MIN_NORM_DAYS).then(|| Norm { days, items: items / days as f64 })
    }
}

impl Volume {
    /// Whether the items of a day are enough. Whoever asks then looks how many families they come from.
    pub fn judge(&self, series: &Series, day: Day) -> Option<VolumeSeen> {
        let (items, norm) = (series.on(day).items, series.norm(day)?);
        let enough = items > 0 && items >= self.min_items && f64::from(items) >= self.factor * norm.items;
        enough.then_some(VolumeSeen { items, norm })
    }
}

impl ToneShift {
    /// Of a day that is over. The noise is the larger of what so few items would show by chance and of what the days
    /// before it showed among themselves.
    pub fn judge(&self, series: &Series, day: Day) -> Option<ToneSeen> {
        let today = series.on(day);
        series.norm(day)?;
        let sum = |of: fn(&DayCount) -> u32| series.before(day).map(of).sum();
        let past = DayCount {
            day,
            items: sum(|count| count.items),
            unread: sum(|count| count.unread),
            positive: sum(|count| count.positive),
            negative: sum(|count| count.negative),
        };
        if today.toned() < self.min_items.max(1) || past.toned() < self.min_items.max(1) {
            return None;
        }
        let by_chance =
            today.variance() / f64::from(today.toned()) + past.variance() / f64::from(past.toned());
        let nets: Vec<f64> = series
            .before(day)
            .filter(|count| count.toned() >= MIN_ITEMS_FOR_TONE)
            .map(DayCount::net)
            .collect();
        let noise = by_chance.max(spread(&nets));
        let deviations = (today.net() - past.net()) / noise.sqrt();
        (deviations.abs() >= self.deviations).then(|| ToneSeen {
            items: today.toned(),
            tone: today.net(),
            norm: past.net(),
            deviations,
        })
    }
}

/// The variance among a few numbers; nothing where there are fewer than two.
fn spread(numbers: &[f64]) -> f64 {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    if numbers.len() < 2 { 0.0 } else { squares / (n - 1.0) }
}

/// Whether a reading lies on the other side of a level than the one before it; at the level is above it.
pub fn crosses(before: f64, now: f64, level: f64) -> bool {
    (before < level) != (now < level)
}

pub fn moves(before: f64, now: f64, by: f64) -> bool {
    (now - before).abs() >= by
}

#[cfg(test)]
#[path = "alerts_tests.rs"]
mod tests;
