//! The indices. Each file is one metric: its method in words, its version and its arithmetic.
//!
//! A metric looks at days, never at single documents, so that a refresh costs the same for a thousand articles
//! a day as for ten. Floats are summed in an order that follows from names and days, so that the order of
//! arrival cannot change a digit.

mod base_year;
pub mod bitcoin_discourse_dominance;
pub mod cohort_conviction_gap;
pub mod divergence;
pub mod dominance;
mod inputs;
pub mod main_breadth;
pub mod main_index;
mod missing;
pub mod narrative_cost_basis;
pub mod parameters;
mod reading;
pub mod returns;
mod seal;

use domain::Instant;

pub use inputs::{Closes, Inputs, Universe, last_complete_day};
pub use missing::{Missing, missing};
pub(crate) use reading::days_back;
pub use reading::{Driver, Frequency, Method, Provenance, Reading, Secondary, Unit};
pub use seal::{seal_ranking, seal_reading};

/// One metric: what it is, and how to get a reading.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub method: Method,
    pub compute: fn(&Inputs<'_>, Instant) -> Reading,
}

/// All of them. A line here is a value of the parameter, a member of the answer, a row of the page of methods.
pub const METRICS: &[Metric] = &[
    main_index::METRIC,
    bitcoin_discourse_dominance::METRIC,
    narrative_cost_basis::METRIC,
    cohort_conviction_gap::METRIC,
    main_breadth::METRIC,
];

/// Methods that were followed by others, as they were: what they published can be computed again.
pub const FORMER: &[Metric] = &[cohort_conviction_gap::FORMER, main_index::METRIC_1];

/// The metric as it was in a version; none where that is not known.
pub fn of_version(id: &str, version: &str) -> Option<&'static Metric> {
    let is_it = |metric: &&Metric| metric.method.id == id && metric.method.version == version;
    METRICS.iter().chain(FORMER).find(is_it)
}

pub fn find(id: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.method.id == id)
}

/// Now less then; none where either is missing.
pub fn change(current: Option<f64>, earlier: Option<f64>) -> Option<f64> {
    Some(current? - earlier?)
}

#[cfg(test)]
mod tests;
