//! Who says what: each cohort's posts, people and tone over a range.
//!
//! A cohort speaks on a handful of networks, so its confidence counts people where that of a metric counts
//! outlets. Copies of one post within a network add to the count of posts, not to the confidence.

use domain::time::MS_PER_DAY;
use domain::{Category, Cohort, DayRange, Instant};

use super::rounding::{Ratios, ratios};
use crate::cube::Cube;
use crate::statistics::confidence;

pub const METHOD: super::Described = super::Described {
    id: "cohorts",
    name: "Cohorts",
    version: "cohorts-1",
    summary: "Items by the role of who speaks; a voice whose role is not known is in no cohort. Net sentiment is the \
              share of positive less that of negative items. Confidence is 100 * (1 - e^(-n / 50)) * min(1, people / \
              8) * (1 - stale), with n in story units; it fades from two days of silence to eight.",
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CohortAnswer {
    pub cohort: Cohort,
    pub post_count: i64,
    pub speaker_count: usize,
    pub ratios: Ratios,
    /// Positive less negative, of the ratios as printed.
    pub net_sentiment: f64,
    /// 0..100.
    pub confidence: f64,
}

/// The cohorts with posts in the range, about one category where one is given. `at` is the moment of asking.
pub fn cohorts(cube: &Cube, range: DayRange, about: Option<Category>, at: Instant) -> Vec<CohortAnswer> {
    let seen_from = at.min(range.end());
    let row = |found: crate::cube::CohortInRange| {
        let ratios = ratios(found.tally);
        let age = seen_from.since(found.last_day.end()).max(0);
        CohortAnswer {
            cohort: found.cohort,
            post_count: found.tally.count,
            speaker_count: found.speakers,
            ratios,
            net_sentiment: ((ratios.positive - ratios.negative) * 10_000.0).round() / 10_000.0,
            confidence: confidence(found.tally.attention_units(), found.speakers, age, MS_PER_DAY),
        }
    };
    let found = about.map_or_else(|| cube.by_cohort(range), |about| cube.by_cohort_about(about, range));
    found.into_iter().map(row).collect()
}
