//! How often a rule may speak: a quiet time after each firing, and a number for each day.

use std::collections::BTreeMap;

use domain::{Day, Instant};

/// What a rule has said so far. Times are those of the causes, so that a backtest and what was told agree.
#[derive(Clone, Debug, Default)]
pub struct Throttle {
    pub quiet_ms: i64,
    pub daily_cap: u32,
    last: Option<Instant>,
    told: BTreeMap<Day, u32>,
}

impl Throttle {
    pub fn new(quiet_ms: i64, daily_cap: u32) -> Throttle {
        Throttle { quiet_ms, daily_cap, ..Throttle::default() }
    }

    /// Goes on after what was told: the last time of each day, and how often on it.
    pub fn after(mut self, told: impl IntoIterator<Item = (Day, Instant, u32)>) -> Throttle {
        for (day, last, times) in told {
            self.last = self.last.max(Some(last));
            *self.told.entry(day).or_default() += times;
        }
        self
    }

    /// Whether a cause of this time is told; it then counts as told.
    pub fn admit(&mut self, at: Instant) -> bool {
        let is_quiet = self.quiet_ms > 0 && self.last.is_some_and(|last| at < last.plus_ms(self.quiet_ms));
        let told = self.told.entry(at.day()).or_default();
        if is_quiet || *told >= self.daily_cap {
            return false;
        }
        *told += 1;
        self.last = self.last.max(Some(at));
        true
    }
}
