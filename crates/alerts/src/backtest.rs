//! When a rule would have fired: the same causes and the same throttle, over days that are past.

use std::collections::HashSet;
use std::sync::Arc;

use domain::{DayRange, Instant};
use indices::alerts::Throttle;
use interface::App;

use crate::causes::{Cause, of_days};
use crate::watch::Watch;

/// Days that are looked at, today included.
pub const DAYS: i64 = 90;

pub struct Backtest {
    pub days: DayRange,
    /// What would have been told, in order.
    pub fired: Vec<Cause>,
    /// What the quiet time and the daily cap would have kept back.
    pub held_back: usize,
}

pub async fn backtest(app: &App, watch: Watch, now: Instant) -> anyhow::Result<Backtest> {
    let today = now.day();
    let days = DayRange::inclusive(today.plus(1 - DAYS), today).unwrap_or(DayRange::single(today));
    let mut throttle = throttle_of(&watch);
    let causes = of_days(app, &Arc::new(watch), days, today).await?;
    let mut seen = HashSet::new();
    let (mut fired, mut held_back) = (Vec::new(), 0);
    for cause in causes {
        if !seen.insert(cause.key.clone()) {
            continue;
        }
        match throttle.admit(cause.at) {
            true => fired.push(cause),
            false => held_back += 1,
        }
    }
    Ok(Backtest { days, fired, held_back })
}

pub fn throttle_of(watch: &Watch) -> Throttle {
    let definition = watch.definition();
    Throttle::new(i64::from(definition.quiet_minutes) * 60_000, definition.daily_cap)
}
