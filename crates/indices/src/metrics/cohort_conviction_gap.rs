//! `cohort_conviction_gap`: do executives, developers, traders and the others see things alike?

use std::collections::BTreeMap;

use domain::time::MS_PER_DAY;
use domain::{Cohort, Day, Instant};

use super::parameters::Consensus;
use super::reading::{Frequency, Method, Reading, Secondary, Unit, days_back};
use super::{Inputs, Metric};
use crate::fixed::to_f64;
use crate::rollup::{VoiceRow, Weighed};
use crate::statistics::{capped_shares, confidence};
use crate::value::Value;
use crate::voices::{Told, voice_days};

pub const METRIC: Metric = Metric { method: METHOD, compute };

/// Before statements were counted; what it published stays provable.
pub const FORMER: Metric = Metric { method: METHOD_1, compute: compute_1 };

const P: Consensus = Consensus::CURRENT;

pub const METHOD: Method = Method {
    id: "cohort_conviction_gap",
    name: "Narrative Consensus",
    version: "cohort_conviction_gap-2",
    unit: Unit::Score,
    frequency: Frequency::Daily,
    summary: "100 means that all cohorts speak in one tone. Posts and statements that articles report are counted by \
              people's days: all that a person says in a role on a day is one item in the tone of its mean, a statement \
              counts once in the 7 days however many outlets carry it, and copies of a post share one unit. Each \
              cohort's tone is the mean of these, with at most a fifth of it from one person; it is drawn to the pooled \
              tone as if 10 units of that were added: m = (n raw + 10 pooled) / (n + 10), n in units. B is the variance \
              of m between cohorts (each counts once), S the mean variance that chance alone gives, told from the \
              spread between people, and V = B * B / (B + S): near B - S where cohorts part, and above 0 as long as \
              they differ at all. Consensus = 100 * (1 - sqrt(V)). Beside it stands the widest gap, \
              100 * (max m - min m) / 2. Voices whose role is not known are in no cohort. Sponsored items are not \
              counted. Confidence counts people in the place of outlets.",
    minimum_coverage: "3 cohorts with 10 people's days from 5 people each in 7 days",
    source_tables: &["documents", "marks", "statements", "stories", "rollups"],
    parameters,
};

const METHOD_1: Method = Method {
    version: "cohort_conviction_gap-1",
    summary: "As the second version, of posts alone and each of them counted, weighed by story; V is the variance of m \
              between cohorts less the mean variance that chance alone gives, and never below 0.",
    minimum_coverage: "3 cohorts with 10 items from 5 people each in 7 days",
    source_tables: &["documents", "marks", "stories", "rollups"],
    ..METHOD
};

fn parameters() -> Value {
    P.value()
}

/// One cohort's tone over the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CohortTone {
    pub cohort: Cohort,
    pub items: i64,
    pub people: usize,
    /// n: story units.
    pub units: f64,
    pub raw: f64,
    /// m.
    pub shrunk: f64,
    /// Of m, from chance alone.
    pub sampling_variance: f64,
}

/// 100 * (1 - sqrt V), from tones and the mean variance that chance gives.
pub fn consensus(tones: &[f64], sampling_variance: f64) -> f64 {
    let between = variance(tones);
    let kept = between * between / (between + sampling_variance).max(f64::MIN_POSITIVE);
    100.0 * (1.0 - kept.sqrt())
}

/// The same by the first version.
fn consensus_1(tones: &[f64], sampling_variance: f64) -> f64 {
    100.0 * (1.0 - (variance(tones) - sampling_variance).max(0.0).sqrt())
}

fn variance(tones: &[f64]) -> f64 {
    let n = tones.len().max(1) as f64;
    let mean = tones.iter().sum::<f64>() / n;
    tones.iter().map(|tone| (tone - mean) * (tone - mean)).sum::<f64>() / n
}

/// 100 * (max - min) / 2.
pub fn widest_gap(tones: &[f64]) -> f64 {
    let highest = tones.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = tones.iter().copied().fold(f64::INFINITY, f64::min);
    if highest < lowest { 0.0 } else { 100.0 * (highest - lowest) / 2.0 }
}

/// The cohorts with enough people's days from enough people.
pub fn cohort_tones(inputs: &Inputs<'_>, at: Instant) -> Vec<CohortTone> {
    tones(&voices(inputs, at))
}

/// What each voice of a role said in the window; those who said nothing that counts are left out.
pub(super) fn voices(inputs: &Inputs<'_>, at: Instant) -> BTreeMap<(Cohort, [u8; 16]), Weighed> {
    let mut voices: BTreeMap<(Cohort, [u8; 16]), Weighed> = BTreeMap::new();
    voice_days(
        inputs.cube.rollups_of(days_back(at.day(), P.window_days)),
        |_| Some(|_: &VoiceRow| true),
        &mut Told::default(),
        |told| {
            if told.weight > 0 {
                let day = Weighed { items: 1, weight: told.weight, tone: told.tone };
                *voices.entry((told.cohort, told.voice)).or_default() += day;
            }
        },
    );
    voices
}

/// By the first version: posts alone.
fn cohort_tones_1(inputs: &Inputs<'_>, at: Instant) -> Vec<CohortTone> {
    let mut voices: BTreeMap<(Cohort, &str), Weighed> = BTreeMap::new();
    for (_, held) in inputs.cube.days(days_back(at.day(), P.window_days)) {
        for row in &held.rollup.people {
            if let (Some(cohort), 1..) = (row.cohort, row.index.items) {
                *voices.entry((cohort, &row.name)).or_default() += row.index;
            }
        }
    }
    tones(&voices)
}

fn tones<Voice: Ord>(voices: &BTreeMap<(Cohort, Voice), Weighed>) -> Vec<CohortTone> {
    let mut tones = raw_tones(voices);
    draw_to_pooled(&mut tones);
    tones
}

/// The tones of cohorts with enough people, each from its own words alone.
pub(crate) fn raw_tones<Voice: Ord>(voices: &BTreeMap<(Cohort, Voice), Weighed>) -> Vec<CohortTone> {
    let mut tones = Vec::new();
    for cohort in Cohort::ALL {
        let people: Vec<Weighed> =
            voices.iter().filter(|((own, _), _)| own == cohort).map(|(_, row)| *row).collect();
        let items: i64 = people.iter().map(|row| row.items).sum();
        if items >= P.items_min && people.len() as i64 >= P.people_min {
            tones.push(cohort_tone(*cohort, items, &people));
        }
    }
    tones
}

/// Draws raw tones to what all cohorts say together.
fn draw_to_pooled(tones: &mut [CohortTone]) {
    let units: f64 = tones.iter().map(|tone| tone.units).sum();
    let pooled = tones.iter().map(|tone| tone.units * tone.raw).sum::<f64>() / units.max(f64::MIN_POSITIVE);
    for tone in tones {
        let kept = tone.units / (tone.units + P.shrink_units);
        tone.shrunk = kept * tone.raw + (1.0 - kept) * pooled;
        tone.sampling_variance *= kept * kept;
    }
}

/// Consensus of cohorts by their raw tones.
pub(crate) fn consensus_of(raw: &[CohortTone]) -> f64 {
    let mut tones = raw.to_vec();
    draw_to_pooled(&mut tones);
    consensus_of_drawn(&tones, consensus)
}

fn consensus_of_drawn(tones: &[CohortTone], consensus: fn(&[f64], f64) -> f64) -> f64 {
    let shrunk: Vec<f64> = tones.iter().map(|tone| tone.shrunk).collect();
    let chance = tones.iter().map(|tone| tone.sampling_variance).sum::<f64>() / tones.len().max(1) as f64;
    consensus(&shrunk, chance)
}

fn cohort_tone(cohort: Cohort, items: i64, people: &[Weighed]) -> CohortTone {
    let weights: Vec<f64> = people.iter().map(|row| to_f64(row.weight)).collect();
    let means: Vec<f64> = people
        .iter()
        .map(|row| row.tone as f64 / row.weight.max(1) as f64)
        .map(|tone| tone.clamp(-1.0, 1.0))
        .collect();
    let shares = capped_shares(&weights, P.person_share_max);
    let whole: f64 = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let raw = shares.iter().zip(&means).map(|(share, mean)| share / whole * mean).sum::<f64>();
    let spread: f64 = shares
        .iter()
        .zip(&means)
        .map(|(share, mean)| (share / whole) * (share / whole) * (mean - raw) * (mean - raw))
        .sum();
    let n = people.len() as f64;
    CohortTone {
        cohort,
        items,
        people: people.len(),
        units: weights.iter().sum(),
        raw,
        shrunk: raw,
        sampling_variance: spread * n / (n - 1.0).max(1.0),
    }
}

fn compute(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let window = days_back(at.day(), P.window_days);
    let spoken = inputs.cube.days(window).rfind(|(_, held)| !held.rollup.voices.rows.is_empty());
    reading(&METHOD, inputs, at, cohort_tones(inputs, at), consensus, spoken.map(|(day, _)| day))
}

fn compute_1(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let window = days_back(at.day(), P.window_days);
    let spoken = inputs.cube.days(window).rfind(|(_, held)| !held.rollup.cohorts.is_empty());
    reading(&METHOD_1, inputs, at, cohort_tones_1(inputs, at), consensus_1, spoken.map(|(day, _)| day))
}

fn reading(
    method: &Method,
    inputs: &Inputs<'_>,
    at: Instant,
    tones: Vec<CohortTone>,
    consensus: fn(&[f64], f64) -> f64,
    last_spoken: Option<Day>,
) -> Reading {
    let window = days_back(at.day(), P.window_days);
    let mut reading = Reading::empty(method, at, window, window, inputs);
    reading.observed_items = tones.iter().map(|tone| tone.items).sum();
    let row = |tone: &CohortTone| {
        Value::members([
            ("cohort", tone.cohort.name().into()),
            ("items", tone.items.into()),
            ("people", tone.people.into()),
            ("units", tone.units.into()),
            ("tone", tone.raw.into()),
            ("shrunkTone", tone.shrunk.into()),
            ("samplingVariance", tone.sampling_variance.into()),
        ])
    };
    reading.breakdown = Value::members([("cohorts", Value::List(tones.iter().map(row).collect()))]);
    if (tones.len() as i64) < P.cohorts_min {
        return reading;
    }
    let shrunk: Vec<f64> = tones.iter().map(|tone| tone.shrunk).collect();
    reading.current = Some(consensus_of_drawn(&tones, consensus));
    reading.secondary =
        Some(Secondary { label: "Widest gap", value: widest_gap(&shrunk), unit: Unit::Percent });
    let units: f64 = tones.iter().map(|tone| tone.units).sum();
    let people: usize = tones.iter().map(|tone| tone.people).sum();
    let age = last_spoken.map_or(i64::MAX / 2, |day| at.since(day.end()).max(0));
    reading.confidence = confidence(units, people, age, MS_PER_DAY);
    reading
}
