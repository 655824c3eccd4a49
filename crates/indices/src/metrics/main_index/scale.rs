//! The three scales of the main index: a stated default, the deviation of the first readings, that of the base year.

use domain::{Day, DayRange};

use super::{BaseState, BaseYear, Before, DailyTones, P, score};
use crate::cube::Cube;
use crate::math::normal_cdf;
use crate::statistics::mean_and_deviation;
use crate::value::Value;

/// Days for which a new scale is told beside the one before.
pub const OVERLAP_DAYS: i64 = 30;

/// The version that a scale is.
pub(super) fn version_of(state: BaseState) -> &'static str {
    match state {
        BaseState::Default => "main_index-2.0",
        BaseState::Provisional => "main_index-2.1",
        BaseState::Frozen => "main_index-2.2",
    }
}

/// The score of a z on a scale.
pub fn on_scale(z: f64, kappa: f64) -> f64 {
    100.0 * normal_cdf(z / kappa)
}

/// The daily z of the base year, worked out once for all the days that are scaled by them.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseYears {
    /// Of covered days, in their order; the first begins the base year.
    readings: Vec<(Day, f64)>,
}

impl BaseYears {
    /// From the days before `day`.
    pub fn new(cube: &Cube, day: Day) -> BaseYears {
        let mut readings = Vec::new();
        let range =
            cube.span().and_then(|span| DayRange::inclusive(span.first(), day.plus(-1).min(span.last())));
        let Some(range) = range else { return BaseYears { readings } };
        let mut tones = DailyTones::new(cube, range);
        let mut last = range.last();
        for end in range.days().skip(P.baseline_active_days_min as usize) {
            if end > last {
                break;
            }
            let score = score(cube, &tones, end.end());
            if !score.is_covered() {
                continue;
            }
            if readings.is_empty() {
                // Nothing after the base year is needed; a long history need not be held for it.
                last = last.min(end.plus(P.base_year_days - 1));
                let from = end.plus(-P.baseline_days).max(range.first());
                tones = DailyTones::new(cube, DayRange::inclusive(from, last).unwrap_or(range));
            }
            readings.push((end, score.z));
        }
        BaseYears { readings }
    }

    /// The scale of `day`: of the base year where it is over, else of its first readings where there are enough. No day
    /// after the one for which this was made can be asked for.
    pub fn at(&self, day: Day) -> BaseYear {
        let first = P.base_days_min as usize;
        let known = self.known(day);
        let (Some(days), true) = (self.days(), known.len() >= first) else { return by_default(known.len()) };
        let provisional = Before {
            kappa: kappa_of(&known[..first]),
            state: BaseState::Provisional,
            until: days.last().plus(1),
        };
        if day > days.last() {
            let (kappa, state, before) = (kappa_of(&known), BaseState::Frozen, Some(provisional));
            return BaseYear { kappa, days: Some(days), readings: known.len(), state, before };
        }
        let until = self.readings[first - 1].0.plus(1);
        let before = Some(Before { kappa: P.kappa_default, state: BaseState::Default, until });
        let (kappa, state) = (provisional.kappa, BaseState::Provisional);
        BaseYear { kappa, days: Some(days), readings: first, state, before }
    }

    /// The same by the method before: of the base year's days so far while it lasts.
    pub fn at_1(&self, day: Day) -> BaseYear {
        let known = self.known(day);
        let (Some(days), true) = (self.days(), known.len() as i64 >= P.base_days_min) else {
            return by_default(known.len());
        };
        let state = if day > days.last() { BaseState::Frozen } else { BaseState::Provisional };
        let (kappa, readings) = (kappa_of(&known), known.len());
        BaseYear { kappa, days: Some(days), readings, state, before: None }
    }

    /// The daily z before a day.
    fn known(&self, day: Day) -> Vec<f64> {
        self.readings.iter().take_while(|(other, _)| *other < day).map(|(_, z)| *z).collect()
    }

    fn days(&self) -> Option<DayRange> {
        let (first, _) = self.readings.first()?;
        DayRange::inclusive(*first, first.plus(P.base_year_days - 1))
    }
}

fn by_default(readings: usize) -> BaseYear {
    let (kappa, state) = (P.kappa_default, BaseState::Default);
    BaseYear { kappa, days: None, readings, state, before: None }
}

fn kappa_of(readings: &[f64]) -> f64 {
    mean_and_deviation(readings).map_or(P.kappa_default, |(_, deviation)| deviation).max(P.kappa_min)
}

/// Kappa as known before `day`.
pub fn base_year(cube: &Cube, day: Day) -> BaseYear {
    BaseYears::new(cube, day).at(day)
}

/// The score on the scale before, for some days after it ended.
pub(super) fn overlap(base: &BaseYear, breakdown: &[(String, Value)], day: Day) -> Value {
    let Some(before) = base.before.filter(|before| day.since(before.until) < OVERLAP_DAYS) else {
        return Value::Null;
    };
    let z = breakdown.iter().find(|(name, _)| name == "z").map(|(_, z)| z);
    let score = match z {
        Some(Value::Number(z)) => on_scale(*z, before.kappa).into(),
        _ => Value::Null,
    };
    Value::members([
        ("version", version_of(before.state).into()),
        ("kappa", before.kappa.into()),
        ("score", score),
        ("until", before.until.plus(OVERLAP_DAYS - 1).to_string().into()),
    ])
}
