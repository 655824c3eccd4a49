//! A world whose tone can be turned by hand: twelve outlets and thirty voices that speak every day.

mod adversary;
mod methods;
mod vectors;

use std::sync::{Arc, LazyLock};

use domain::{Category, Cohort, Day, Instant};

use super::*;
use crate::cube::Cube;
use crate::proof::Form;
use crate::random::SplitMix64;
use crate::sample::{Sample, rolled};

const COHORTS: [Cohort; 3] = [Cohort::Executive, Cohort::Developer, Cohort::Trader];

fn start() -> Day {
    Day::parse("2025-01-01").expect("a day")
}

/// The day on which the tests take their readings.
const LAST: i64 = 200;

fn last() -> Day {
    start().plus(LAST)
}

fn end() -> Instant {
    last().end()
}

/// What a test turns: how far tone lies from the usual on a day.
fn day_of(n: i64, shift: f64) -> Vec<Sample> {
    let mut draws = SplitMix64::new(n as u64 + 17);
    let mut samples = Vec::new();
    let day = start().plus(n);
    for outlet in 0..12u128 {
        for item in 0..(3 + draws.below(3)) as u128 {
            let noise = draws.below(1000) as f64 / 1000.0 - 0.5;
            let id = (n as u128) << 32 | outlet << 16 | item;
            let mut sample = Sample::new(id, day, &format!("Outlet {outlet:02}"))
                .with_tone((0.1 + noise * 0.8 + shift).clamp(-1.0, 1.0) as f32);
            sample.at = day.start().plus_ms(draws.below(86_400_000) as i64);
            sample.category = ["Crypto News", "Mainstream", "Podcast"][outlet as usize % 3].to_owned();
            sample.country = format!("C{outlet}");
            sample.author = format!("author {outlet}");
            sample.categories = vec![Category::ALL[draws.below(5)]];
            if draws.below(3) > 0 {
                sample = sample.about("Bitcoin");
            }
            if draws.below(3) == 0 {
                sample = sample.about("Ethereum");
            }
            if draws.below(5) == 0 {
                sample = sample.about("Solana");
            }
            samples.push(sample);
        }
    }
    for voice in 0..30u128 {
        let noise = draws.below(1000) as f64 / 1000.0 - 0.5;
        let id = (n as u128) << 32 | 1 << 31 | voice;
        let mut sample = Sample::new(id, day, "Net")
            .with_tone((noise * 0.6 + shift).clamp(-1.0, 1.0) as f32)
            .by(&format!("voice {voice:02}"), Some(COHORTS[voice as usize % 3]));
        sample.category = "Social".to_owned();
        if draws.below(2) == 0 {
            sample = sample.about("Bitcoin");
        }
        samples.push(sample);
    }
    samples
}

fn put(cube: &mut Cube, n: i64, samples: &[Sample]) {
    cube.replace(Arc::new(rolled(start().plus(n), samples)));
}

/// Two hundred days in the usual tone.
static USUAL: LazyLock<Cube> = LazyLock::new(|| {
    let mut cube = Cube::default();
    (0..=LAST).for_each(|n| put(&mut cube, n, &day_of(n, 0.0)));
    cube
});

static CLOSES: LazyLock<Closes> = LazyLock::new(|| {
    let mut draws = SplitMix64::new(5);
    let mut price = 60_000.0;
    Closes::new((0..=LAST).map(|n| {
        price *= 1.0 + (draws.below(1001) as f64 - 500.0) / 20_000.0;
        (start().plus(n), price)
    }))
});

static UNIVERSE: LazyLock<Universe> = LazyLock::new(|| Universe {
    version: "test-1".to_owned(),
    assets: ["Bitcoin", "Ethereum", "Solana", "Cardano"].map(str::to_owned).to_vec(),
});

fn inputs(cube: &Cube) -> Inputs<'_> {
    Inputs { cube, closes: &CLOSES, universe: &UNIVERSE, base: None, form: Form::Lines }
}

fn read(id: &str, cube: &Cube) -> Reading {
    (find(id).expect("a metric").compute)(&inputs(cube), end())
}

/// The usual world with other last days.
fn with_last_days(days: i64, change: impl Fn(i64) -> Vec<Sample>) -> Cube {
    let mut cube = USUAL.clone();
    (LAST - days + 1..=LAST).for_each(|n| put(&mut cube, n, &change(n)));
    cube
}
