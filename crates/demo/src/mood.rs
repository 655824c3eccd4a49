//! How speakers feel on a day.

use domain::{Cohort, Day};

use crate::prices::Market;
use crate::rng::{Rng, stream};

/// How a group of speakers feels that day: its own bias, its own readiness to be moved, its own slow drift.
pub fn of_cohort(market: &Market, day: Day, cohort: Cohort) -> f64 {
    let (bias, moved) = match cohort {
        Cohort::Executive => (0.35, 0.3),
        Cohort::Founder => (0.40, 0.4),
        Cohort::Developer => (0.10, 0.2),
        Cohort::Analyst => (0.0, 0.8),
        Cohort::Investor => (0.20, 0.7),
        Cohort::Trader => (-0.05, 1.2),
        Cohort::Media => (-0.05, 0.6),
        Cohort::Policy => (-0.25, 0.25),
        Cohort::Commentator => (-0.05, 1.0),
        Cohort::Brand => (0.45, 0.2),
    };
    // A month-long wave of its own, so that consensus comes and goes.
    let wave = |block: i64| {
        Rng::keyed(&[market.seed, stream::COHORT, cohort as u64, block as u64]).between(-0.35, 0.35)
    };
    let block = day.number().div_euclid(28);
    let part = day.number().rem_euclid(28) as f64 / 28.0;
    let wave = wave(block) * (1.0 - part) + wave(block + 1) * part;
    (bias + moved * market.mood(day) + wave).clamp(-1.0, 1.0)
}
