//! `main_index`: does the field speak better or worse than it usually does?
//!
//! Each source is measured against its own past (after Baker, Bloom and Davis, who standardise each newspaper by
//! its own deviation) and recent words weigh more (after the San Francisco Fed's daily news sentiment).

mod scale;

use domain::hash::hash128;
use domain::time::MS_PER_DAY;
use domain::{Category, Day, DayRange, Instant};

pub use super::base_year::{BaseState, BaseYear, Before};
use super::parameters::MainIndex;
use super::reading::{Driver, Frequency, Method, Reading, Unit, days_back};
use super::{Inputs, Metric};
use crate::answers::fear_greed::label;
use crate::cube::Cube;
use crate::fixed::to_f64;
use crate::math::exp2;
use crate::rollup::QUARTERS_PER_DAY;
use crate::statistics::{capped_shares, confidence, effective_sample, mean_and_deviation};
use crate::value::Value;
pub use scale::{BaseYears, OVERLAP_DAYS, base_year, on_scale};
use scale::{overlap, version_of};

pub const METRIC: Metric = Metric { method: METHOD, compute };

const P: MainIndex = MainIndex::CURRENT;
const QUARTER_MS: i64 = MS_PER_DAY / QUARTERS_PER_DAY;
/// One slot more than there are categories: for items that have none.
const SLOTS: usize = Category::ALL.len() + 1;

pub const METHOD: Method = Method {
    id: "main_index",
    name: "Bellwether Index",
    version: "main_index-2",
    unit: Unit::Score,
    frequency: Frequency::Realtime,
    summary: "50 means that each source speaks in its usual tone. A source's tone is the mean of its items of the \
              last 3 days, weighed by 2^(-age / 1 day) and by story (an article weighs one part in the articles \
              that its outlet family gave to the same story that day). It is measured from the mean of that \
              source's own daily tones on the days t-90 to t-2, in units of their deviation (of a sample, with n - 1; at \
              least 0.15), held within -4 and 4, and drawn towards 0 where there is little coverage: n / (n + 5). The sources are \
              averaged with weights in proportion to sqrt(n) times the credibility of their kind, at most 0.10 \
              each; with fewer than ten sources the rest of the weight stays at 0. The index is 100 * Phi(z / \
              kappa). There are three scales, and each is a version of its own within which kappa never moves: \
              main_index-2.0 has a stated default, until there are 60 daily readings; main_index-2.1 the deviation of \
              the first 60 daily z, until the base year is over, the 365 days from the first day that has a z; \
              main_index-2.2 the deviation of the daily z of that year, from then on. For 30 days after a change of \
              scale a reading's overlap tells the score on the scale before. Changes are told on one scale, that of the \
              newer reading. Sponsored items are not counted. Age is told from the middle of \
              an item's quarter of an hour, never below 0; what is 72 hours old is left out. The index describes tone; no claim of prediction is made.",
    minimum_coverage: "5 sources with 20 active baseline days each, and 20 items in the last 3 days",
    source_tables: &["documents", "marks", "stories", "rollups"],
    parameters,
};

/// The method before, by which what was published under it can be proved.
pub const METRIC_1: Metric = Metric { method: METHOD_1, compute: compute_1 };

/// Kappa moved from day to day until the base year was over.
pub const METHOD_1: Method = Method { version: "main_index-1", parameters: || P.value(), ..METHOD };

fn parameters() -> Value {
    match P.value() {
        Value::Members(mut members) => {
            members.push(("overlap_days".to_owned(), OVERLAP_DAYS.into()));
            Value::Members(members)
        }
        other => other,
    }
}

/// One source's part in z.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub outlet: u32,
    pub items: i64,
    /// n: decayed story units.
    pub units: f64,
    pub tone: f64,
    pub usual_tone: f64,
    pub deviation: f64,
    pub z: f64,
    /// Omega.
    pub share: f64,
    /// How much of z one unit of (tone - usual tone) makes, after holding and drawing in.
    gain: f64,
    /// Decayed weight and tone by first category.
    by_category: [(f64, f64); SLOTS],
}

/// z with all that it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub z: f64,
    /// In the order of their names.
    pub sources: Vec<Source>,
    pub effective_items: f64,
    pub items: i64,
    pub newest: Option<Instant>,
}

/// Every outlet's daily tones, outlet by outlet: a baseline is one run through memory.
pub struct DailyTones {
    first: Day,
    days: usize,
    /// Not a number where the outlet was silent.
    tones: Vec<f64>,
}

impl DailyTones {
    pub fn new(cube: &Cube, range: DayRange) -> DailyTones {
        let days = range.length() as usize;
        let mut tones = vec![f64::NAN; days * cube.outlet_places().len()];
        for (day, held) in cube.days(range) {
            let at = day.since(range.first()) as usize;
            for (row, place) in held.rollup.outlets.iter().zip(&held.outlets) {
                if row.index.weight > 0 {
                    tones[*place as usize * days + at] = row.index.tone as f64 / row.index.weight as f64;
                }
            }
        }
        DailyTones { first: range.first(), days, tones }
    }

    /// Mean and deviation over [day - 90, day - 1), where there are enough active days.
    fn baseline(&self, outlet: u32, day: Day) -> Option<(f64, f64)> {
        let own = &self.tones[outlet as usize * self.days..][..self.days];
        let from = (day.since(self.first) - P.baseline_days).clamp(0, self.days as i64) as usize;
        let to = (day.since(self.first) - 1).clamp(from as i64, self.days as i64) as usize;
        let active: Vec<f64> = own[from..to].iter().copied().filter(|tone| !tone.is_nan()).collect();
        if (active.len() as i64) < P.baseline_active_days_min {
            return None;
        }
        mean_and_deviation(&active)
    }
}

/// z at an instant; `sources` is empty and z is 0 where no source has a baseline.
pub fn score(cube: &Cube, tones: &DailyTones, at: Instant) -> Score {
    let outlets = cube.outlet_places().len();
    let mut by_category = vec![[(0.0, 0.0); SLOTS]; outlets];
    let mut items = vec![0i64; outlets];
    let (mut sum, mut squares, mut newest) = (0.0, 0.0, None);
    // The window reaches into one day more than it has days.
    for (day, held) in cube.days(days_back(at.day(), P.window_days + 1)) {
        let decays: Vec<Option<f64>> = (0..QUARTERS_PER_DAY).map(|quarter| decay(day, quarter, at)).collect();
        for bucket in &held.rollup.buckets {
            let Some(decay) = decays[usize::from(bucket.quarter)] else { continue };
            let place = held.outlets[bucket.outlet as usize] as usize;
            let slot = bucket.category.map_or(SLOTS - 1, |category| category as usize);
            let weight = to_f64(bucket.index.weight);
            by_category[place][slot].0 += decay * weight;
            by_category[place][slot].1 += decay * to_f64(bucket.index.tone);
            items[place] += bucket.index.items;
            sum += decay * weight;
            squares += decay * decay * weight;
            newest = newest.max(Some((day, bucket.quarter)));
        }
    }
    let newest =
        newest.map(|(day, quarter)| quarter_start(day, i64::from(quarter)).plus_ms(QUARTER_MS).min(at));
    let mut sources = Vec::new();
    for &outlet in cube.outlet_places() {
        if let Some(source) =
            source(tones, outlet, at.day(), items[outlet as usize], by_category[outlet as usize])
        {
            sources.push(source);
        }
    }
    let weights: Vec<f64> = sources
        .iter()
        .map(|source| source.units.sqrt() * credibility(&cube.outlet(source.outlet).1.category))
        .collect();
    let shares = capped_shares(&weights, P.source_share_max);
    let mut z = 0.0;
    for (source, share) in sources.iter_mut().zip(shares) {
        source.share = share;
        z += share * source.z;
    }
    Score { z, sources, effective_items: effective_sample(sum, squares), items: items.iter().sum(), newest }
}

fn quarter_start(day: Day, quarter: i64) -> Instant {
    day.start().plus_ms(quarter * QUARTER_MS)
}

/// What an item weighs that was published then; none where it is not in the window.
pub(crate) fn weight_of(published_at: Instant, at: Instant) -> Option<f64> {
    let day = published_at.day();
    decay(day, published_at.since(day.start()) / QUARTER_MS, at)
}

/// What a quarter weighs; none outside the window. A quarter that begins now has not been heard yet: a later look
/// would see more in it.
fn decay(day: Day, quarter: i64, at: Instant) -> Option<f64> {
    let start = quarter_start(day, quarter);
    let age_ms = at.since(start.plus_ms(QUARTER_MS / 2)).max(0);
    let heard = start < at && age_ms < P.window_days * MS_PER_DAY;
    heard.then(|| exp2(-(age_ms as f64) / (P.half_life_days * MS_PER_DAY as f64)))
}

fn source(
    tones: &DailyTones,
    outlet: u32,
    day: Day,
    items: i64,
    by_category: [(f64, f64); SLOTS],
) -> Option<Source> {
    let units: f64 = by_category.iter().map(|(weight, _)| weight).sum();
    if units <= 0.0 {
        return None;
    }
    let (usual_tone, deviation) = tones.baseline(outlet, day)?;
    let tone = by_category.iter().map(|(_, tone)| tone).sum::<f64>() / units;
    let distance = tone - usual_tone;
    let plain = distance / deviation.max(P.deviation_min);
    let held = plain.clamp(-P.z_max, P.z_max);
    let drawn = units / (units + P.shrink_units);
    // Where it was held back, every part of the distance is held back alike.
    let gain = if held == plain { drawn / deviation.max(P.deviation_min) } else { held * drawn / distance };
    Some(Source {
        outlet,
        items,
        units,
        tone,
        usual_tone,
        deviation,
        z: held * drawn,
        share: 0.0,
        gain,
        by_category,
    })
}

fn credibility(category: &str) -> f64 {
    let known = P.credibility.0.iter().find(|(name, _)| *name == category);
    known.map_or(P.credibility_other, |(_, weight)| *weight)
}

impl Source {
    /// How far z moves by one more unit of tone above the usual.
    pub(crate) fn pull(&self) -> f64 {
        self.share * self.gain / self.units
    }
}

impl Score {
    /// Enough sources and items for the index to be said.
    pub fn is_covered(&self) -> bool {
        self.sources.len() as i64 >= P.sources_min && self.items >= P.items_min
    }

    /// omega * z summed by outlet category, and by the first category of the items.
    pub fn drivers(&self, cube: &Cube) -> Vec<Driver> {
        let mut by_outlet_category = std::collections::BTreeMap::<&str, f64>::new();
        let mut by_story_category = [0.0; SLOTS];
        for source in &self.sources {
            let category = &cube.outlet(source.outlet).1.category;
            *by_outlet_category.entry(category).or_default() += source.share * source.z;
            for (sum, (weight, tone)) in by_story_category.iter_mut().zip(source.by_category) {
                // The category's part of (tone - usual tone): its share of the words times its own distance.
                *sum += source.share * source.gain * (tone - weight * source.usual_tone) / source.units;
            }
        }
        let outlet = by_outlet_category.into_iter().map(|(name, contribution)| Driver {
            by: "outletCategory",
            name: name.to_owned(),
            contribution,
        });
        let story =
            by_story_category.iter().enumerate().filter(|(_, sum)| **sum != 0.0).map(|(slot, sum)| Driver {
                by: "storyCategory",
                name: Category::ALL.get(slot).map_or("Uncategorised", |category| category.name()).to_owned(),
                contribution: *sum,
            });
        outlet.chain(story).collect()
    }
}

fn compute(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let base = inputs.base.unwrap_or_else(|| base_year(inputs.cube, at.day()));
    let mut reading = compute_by(&Method { version: version_of(base.state), ..METHOD }, inputs, at, &base);
    if let Value::Members(members) = &mut reading.breakdown {
        members.push(("overlap".to_owned(), overlap(&base, members, at.day())));
    }
    reading
}

fn compute_1(inputs: &Inputs<'_>, at: Instant) -> Reading {
    let base = inputs.base.unwrap_or_else(|| BaseYears::new(inputs.cube, at.day()).at_1(at.day()));
    compute_by(&METHOD_1, inputs, at, &base)
}

fn compute_by(method: &Method, inputs: &Inputs<'_>, at: Instant, base: &BaseYear) -> Reading {
    let cube = inputs.cube;
    let window = DayRange::inclusive(at.plus_ms(1 - P.window_days * MS_PER_DAY).day(), at.day())
        .unwrap_or(DayRange::single(at.day()));
    let days = days_back(at.day(), P.baseline_days + 1);
    let mut reading = Reading::empty(method, at, window, days, inputs);
    // The base year lies outside these days; its kappa stands for it in the digest.
    reading.provenance.digest =
        hash128(&[&reading.provenance.digest[..], &base.kappa.to_bits().to_le_bytes()].concat());
    let score = score(cube, &DailyTones::new(cube, days), at);
    reading.observed_items = score.items;
    let age = score.newest.map_or(i64::MAX / 2, |newest| at.since(newest));
    let period = P.stale_period_hours * 3_600_000;
    reading.confidence = confidence(score.effective_items, score.sources.len(), age, period);
    if score.is_covered() {
        let current = on_scale(score.z, base.kappa);
        reading.current = Some(current);
        reading.status = Some(label(current.round() as u8));
        reading.drivers = score.drivers(cube);
    } else {
        reading.confidence = 0.0;
    }
    reading.breakdown = breakdown(cube, &score, base);
    reading
}

fn breakdown(cube: &Cube, score: &Score, base: &BaseYear) -> Value {
    let source = |source: &Source| {
        Value::members([
            ("outlet", cube.outlet(source.outlet).0.into()),
            ("items", source.items.into()),
            ("units", source.units.into()),
            ("tone", source.tone.into()),
            ("baselineMean", source.usual_tone.into()),
            ("baselineDeviation", source.deviation.into()),
            ("z", source.z.into()),
            ("weight", source.share.into()),
            ("contribution", (source.share * source.z).into()),
        ])
    };
    Value::members([
        ("z", if score.is_covered() { score.z.into() } else { Value::Null }),
        ("kappa", base.kappa.into()),
        ("kappaState", base.state.name().into()),
        ("baseYearStart", base.days.map(|days| days.first().to_string()).into()),
        ("baseYearEnd", base.days.map(|days| days.last().to_string()).into()),
        ("baseYearReadings", base.readings.into()),
        ("effectiveItems", score.effective_items.into()),
        ("sources", Value::List(score.sources.iter().map(source).collect())),
    ])
}
