//! The daily Bitcoin close of the invented world, and the regime that moves it.
//!
//! Every value is a function of (seed, day) alone, never of where the year begins, so that tomorrow's
//! world agrees with today's about yesterday. A cycle of about half a year runs through bull, chop, fear
//! and recovery; a mean-reverting walk, written as a sum over past shocks, lies on top.

use domain::Day;

use crate::rng::{Rng, stream};

/// The weather of the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    Bull,
    Chop,
    Fear,
    Recovery,
}

const CYCLE_DAYS: i64 = 182;
/// Where each phase ends, as a share of its cycle, and the log price there relative to the cycle's start.
const PHASES: [(Regime, f64, f64); 4] = [
    (Regime::Bull, 0.36, 0.33),
    (Regime::Chop, 0.60, 0.29),
    (Regime::Fear, 0.76, -0.06),
    (Regime::Recovery, 1.0, 0.0),
];
const LEVEL_USD: f64 = 82_000.0;
/// What is left of a shock after a day, and after how many days it is forgotten.
const MEMORY: f64 = 0.92;
const MEMORY_DAYS: i64 = 90;

/// The close of a day, in dollars and whole cents.
pub fn close(seed: u64, day: Day) -> f64 {
    let (path, _) = cycle_path(seed, day);
    let price = LEVEL_USD * exp(path + walk(seed, day));
    (price * 100.0).round() / 100.0
}

/// The day's return: close over the close before, minus one.
pub fn daily_return(seed: u64, day: Day) -> f64 {
    close(seed, day) / close(seed, day.plus(-1)) - 1.0
}

pub fn regime(seed: u64, day: Day) -> Regime {
    cycle_path(seed, day).1
}

/// About three days a year when everything happens at once; the sign is the direction of the market.
pub fn flood(seed: u64, day: Day) -> Option<f64> {
    const BLOCK_DAYS: i64 = 121;
    let block = day.number().div_euclid(BLOCK_DAYS);
    let mut rng = Rng::keyed(&[seed, stream::FLOOD, block as u64]);
    let mut chosen = rng.range(10, BLOCK_DAYS - 10);
    // Floods begin on a working day: the newsrooms must be there to write them.
    let first = day.plus(-day.number().rem_euclid(BLOCK_DAYS));
    while first.plus(chosen).weekday() >= 5 {
        chosen -= 1;
    }
    if day.number().rem_euclid(BLOCK_DAYS) != chosen {
        return None;
    }
    Some(match cycle_path(seed, day).1 {
        Regime::Bull | Regime::Recovery => 1.0,
        Regime::Chop | Regime::Fear => -1.0,
    })
}

/// The shock of one day, as a log return.
fn shock(seed: u64, day: Day) -> f64 {
    let width = match cycle_path(seed, day).1 {
        Regime::Bull => 0.017,
        Regime::Chop => 0.014,
        Regime::Fear => 0.026,
        Regime::Recovery => 0.018,
    };
    let normal = Rng::keyed(&[seed, stream::SHOCK, day.number() as u64]).normal();
    normal * width + flood(seed, day).unwrap_or(0.0) * 0.07
}

fn walk(seed: u64, day: Day) -> f64 {
    let mut weight = 1.0;
    let mut sum = 0.0;
    for age in 0..MEMORY_DAYS {
        sum += weight * shock(seed, day.plus(-age));
        weight *= MEMORY;
    }
    sum
}

fn cycle_start(seed: u64, cycle: i64) -> f64 {
    (cycle * CYCLE_DAYS) as f64 + Rng::keyed(&[seed, stream::CYCLE, cycle as u64]).between(-24.0, 24.0)
}

fn cycle_level(seed: u64, cycle: i64) -> f64 {
    Rng::keyed(&[seed, stream::CYCLE, cycle as u64, 1]).between(-0.10, 0.10)
}

/// The log price relative to the common level, before noise, and the phase.
fn cycle_path(seed: u64, day: Day) -> (f64, Regime) {
    let at = day.number() as f64;
    let mut cycle = day.number().div_euclid(CYCLE_DAYS);
    if at < cycle_start(seed, cycle) {
        cycle -= 1;
    } else if at >= cycle_start(seed, cycle + 1) {
        cycle += 1;
    }
    let (start, end) = (cycle_start(seed, cycle), cycle_start(seed, cycle + 1));
    let (from, to) = (cycle_level(seed, cycle), cycle_level(seed, cycle + 1));
    let progress = ((at - start) / (end - start)).clamp(0.0, 1.0);
    let (mut before, mut level) = (0.0, 0.0);
    for (regime, until, relative) in PHASES {
        if progress < until {
            let part = (progress - before) / (until - before);
            let relative = level + (relative - level) * part;
            return (from + (to - from) * progress + relative, regime);
        }
        (before, level) = (until, relative);
    }
    (to, Regime::Recovery)
}

/// e^x for the small x of this file, by its series: the same digits on every platform.
fn exp(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..24 {
        term *= x / f64::from(n);
        sum += term;
    }
    sum
}
