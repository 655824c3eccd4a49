//! Where the index and something else disagree, in points of the index.
//!
//! Each thing is put on the index's own footing, where 50 is usual: the 7-day price move by its rank among those
//! of the last year, a cohort by its distance from its own past, an outlet category by its own sources.

use std::collections::BTreeMap;

use domain::{Cohort, Instant};

use super::main_index::{BaseYear, DailyTones, score};
use super::parameters::MainIndex;
use super::reading::days_back;
use super::{Closes, Inputs, last_complete_day};
use crate::described::Described;
use crate::fixed::to_f64;
use crate::math::{exp2, normal_cdf};
use crate::rollup::Weighed;
use crate::statistics::{mean_and_deviation, mid_rank};

const P: MainIndex = MainIndex::CURRENT;
const MOVE_DAYS: i64 = 7;
const MOVE_RANK_DAYS: i64 = 365;

pub const METHOD: Described = Described {
    id: "divergence",
    name: "Divergence",
    version: "divergence-1",
    summary: "The index less another level, in points; 50 is usual for each. Price: where the last 7-day move of the \
              close stands among those of the 365 days before, in percent. Cohort: its tone of 3 days against its \
              own days t-90 to t-2, by the index's formula for a source, through Phi. Outlet category: the index as \
              its own sources alone would give it.",
};

/// Index less the other's level.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// `price`, `cohort` or `outletCategory`.
    pub against: &'static str,
    pub name: String,
    /// 0..100, where 50 is usual.
    pub level: f64,
    /// Points; above 0 the index is the higher.
    pub points: f64,
}

/// None where the index has no value; otherwise all that can be compared.
pub fn divergences(inputs: &Inputs<'_>, at: Instant, index: Option<f64>, base: &BaseYear) -> Vec<Divergence> {
    let Some(index) = index else { return Vec::new() };
    let mut levels: Vec<(&'static str, String, f64)> = Vec::new();
    if let Some(level) = price_level(inputs.closes, at) {
        levels.push(("price", "7-day move".to_owned(), level));
    }
    levels.extend(
        cohort_levels(inputs, at)
            .into_iter()
            .map(|(cohort, level)| ("cohort", cohort.name().to_owned(), level)),
    );
    levels.extend(
        outlet_category_levels(inputs, at, base)
            .into_iter()
            .map(|(category, level)| ("outletCategory", category, level)),
    );
    let divergence = |(against, name, level)| Divergence { against, name, level, points: index - level };
    levels.into_iter().map(divergence).collect()
}

/// Where the newest complete 7-day move stands among those of the year before, in percent.
fn price_level(closes: &Closes, at: Instant) -> Option<f64> {
    let (day, _) = closes.latest(last_complete_day(at))?;
    let change = |back: i64| {
        let day = day.plus(-back);
        Some(closes.get(day)? / closes.get(day.plus(-MOVE_DAYS))? - 1.0)
    };
    let past: Vec<f64> = (1..=MOVE_RANK_DAYS).filter_map(change).collect();
    if (past.len() as i64) < P.baseline_active_days_min {
        return None;
    }
    Some(100.0 * mid_rank(&past, change(0)?)?)
}

/// The index's own measure, with a cohort in the place of a source and whole days in that of quarters.
fn cohort_levels(inputs: &Inputs<'_>, at: Instant) -> Vec<(Cohort, f64)> {
    let day = at.day();
    let mut daily: BTreeMap<Cohort, Vec<(i64, Weighed)>> = BTreeMap::new();
    for (other, held) in inputs.cube.days(days_back(day, P.baseline_days + 1)) {
        let back = day.since(other);
        for row in held.rollup.people.iter().filter(|row| row.index.weight > 0) {
            let Some(cohort) = row.cohort else { continue };
            let days = daily.entry(cohort).or_default();
            match days.last_mut() {
                Some((last, sum)) if *last == back => *sum += row.index,
                _ => days.push((back, row.index)),
            }
        }
    }
    let level = |(cohort, days): (Cohort, Vec<(i64, Weighed)>)| {
        let tone = |index: &Weighed| index.tone as f64 / index.weight as f64;
        let past: Vec<f64> =
            days.iter().filter(|(back, _)| *back >= 2).map(|(_, index)| tone(index)).collect();
        if (past.len() as i64) < P.baseline_active_days_min {
            return None;
        }
        let (usual, deviation) = mean_and_deviation(&past)?;
        let (mut units, mut sum) = (0.0, 0.0);
        for (back, index) in days.iter().filter(|(back, _)| *back < P.window_days) {
            let decay = exp2(-(*back as f64) / P.half_life_days);
            units += decay * to_f64(index.weight);
            sum += decay * to_f64(index.tone);
        }
        if units <= 0.0 {
            return None;
        }
        let z = ((sum / units - usual) / deviation.max(P.deviation_min)).clamp(-P.z_max, P.z_max);
        Some((cohort, 100.0 * normal_cdf(z * units / (units + P.shrink_units))))
    };
    daily.into_iter().filter_map(level).collect()
}

/// The index as it would be from one outlet category alone.
fn outlet_category_levels(inputs: &Inputs<'_>, at: Instant, base: &BaseYear) -> Vec<(String, f64)> {
    let tones = DailyTones::new(inputs.cube, days_back(at.day(), P.baseline_days + 1));
    let score = score(inputs.cube, &tones, at);
    let mut by_category: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for source in &score.sources {
        let sums = by_category.entry(&inputs.cube.outlet(source.outlet).1.category).or_default();
        sums.0 += source.share;
        sums.1 += source.share * source.z;
    }
    let level = |(category, (share, sum)): (&str, (f64, f64))| {
        (share > 0.0).then(|| (category.to_owned(), 100.0 * normal_cdf(sum / share / base.kappa)))
    };
    by_category.into_iter().filter_map(level).collect()
}
