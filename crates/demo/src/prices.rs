//! The daily Bitcoin close of the invented world, and the regime that moves it.
//!
//! Every value is a function of (seed, day) alone, never of where the year begins, so that tomorrow's
//! world agrees with today's about yesterday. A cycle of about half a year runs through bull, chop, fear
//! and recovery; a mean-reverting walk, written as a sum over past shocks, lies on top.

use domain::time::MS_PER_DAY;
use domain::{Day, Instant};

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
/// How many days before the first are kept, for moods and for stories that began earlier.
const BEFORE_DAYS: i64 = 64;

/// Prices and moods of a run of days, worked out once.
#[derive(Clone, Debug)]
pub struct Market {
    pub seed: u64,
    first: Day,
    closes: Vec<f64>,
    moods: Vec<f64>,
    regimes: Vec<Regime>,
}

impl Market {
    /// Knows every day from some weeks before `first` to a month after `last`.
    pub fn new(seed: u64, first: Day, last: Day) -> Market {
        let first = first.plus(-BEFORE_DAYS);
        let days = last.since(first) + 32;
        let regimes: Vec<Regime> = (0..days).map(|n| cycle_path(seed, first.plus(n)).1).collect();
        let shocks: Vec<f64> = (-MEMORY_DAYS..days).map(|n| shock(seed, first.plus(n))).collect();
        let closes: Vec<f64> = (0..days)
            .map(|n| {
                let (path, _) = cycle_path(seed, first.plus(n));
                let end = (n + MEMORY_DAYS) as usize;
                // A fixed number of terms from newest to oldest: the sum must not depend on `first`.
                let mut weight = 1.0;
                let mut walk = 0.0;
                for age in 0..MEMORY_DAYS as usize {
                    walk += weight * shocks[end - age];
                    weight *= MEMORY;
                }
                (LEVEL_USD * exp(path + walk) * 100.0).round() / 100.0
            })
            .collect();
        let mut market = Market { seed, first, closes, moods: Vec::new(), regimes };
        market.moods = (0..days).map(|n| mood_of_day(&market, first.plus(n))).collect();
        market
    }

    /// The close of a day, in dollars and whole cents.
    pub fn close(&self, day: Day) -> f64 {
        self.closes[self.index(day)]
    }

    /// The tone of a day in [-1, 1].
    pub fn mood(&self, day: Day) -> f64 {
        self.moods[self.index(day)]
    }

    pub fn regime(&self, day: Day) -> Regime {
        self.regimes[self.index(day)]
    }

    /// The day's return: close over the close before, minus one.
    pub fn daily_return(&self, day: Day) -> f64 {
        self.close(day) / self.close(day.plus(-1)) - 1.0
    }

    /// Between two closes the price runs straight; that is all a sentence needs.
    pub fn price_at(&self, at: Instant) -> f64 {
        let day = at.day();
        let part = at.since(day.start()) as f64 / MS_PER_DAY as f64;
        let (from, to) = (self.close(day.plus(-1)), self.close(day));
        from + (to - from) * part
    }

    /// The move of the last 24 hours, as a share.
    pub fn move_at(&self, at: Instant) -> f64 {
        self.price_at(at) / self.price_at(at.plus_ms(-MS_PER_DAY)) - 1.0
    }

    fn index(&self, day: Day) -> usize {
        day.since(self.first).clamp(0, self.regimes.len() as i64 - 1) as usize
    }
}

/// About three days a year when everything happens at once; the sign is the direction of the market.
pub fn flood(seed: u64, day: Day) -> Option<f64> {
    const BLOCK_DAYS: i64 = 121;
    let block = day.number().div_euclid(BLOCK_DAYS);
    let place = day.number().rem_euclid(BLOCK_DAYS);
    let mut rng = Rng::keyed(&[seed, stream::FLOOD, block as u64]);
    let mut chosen = rng.range(10, BLOCK_DAYS - 10);
    // Floods begin on a working day: the newsrooms must be there to write them.
    while day.plus(chosen - place).weekday() >= 5 {
        chosen -= 1;
    }
    if place != chosen {
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

/// The day's tone in [-1, 1]; the market's own moods are not known yet when this is asked.
fn mood_of_day(market: &Market, day: Day) -> f64 {
    let seed = market.seed;
    // Averaging over a week lets one regime shade into the next.
    let base = (0..7).map(|age| regime_tone(market.regime(day.plus(-age)))).sum::<f64>() / 7.0;
    let mut drift = 0.0;
    let mut weight = 0.22;
    for age in 0..8 {
        drift += weight * Rng::keyed(&[seed, stream::MOOD, day.plus(-age).number() as u64]).normal();
        weight *= 0.7;
    }
    let moves = market.daily_return(day) * 4.0 + market.daily_return(day.plus(-1)) * 2.0;
    (base + drift * 0.6 + moves).clamp(-1.0, 1.0)
}

fn regime_tone(regime: Regime) -> f64 {
    match regime {
        Regime::Bull => 0.38,
        Regime::Chop => 0.0,
        Regime::Fear => -0.48,
        Regime::Recovery => 0.14,
    }
}
