//! From counts to the members of an answer: ratios, percentages, labels, strengths.
//!
//! Nothing here counts; it takes tallies from the cube and says what they mean. Where numbers must sum to a
//! whole they are rounded together, so that the printed digits do.

pub mod cohort_sums;
pub mod cohorts;
pub mod fear_greed;
pub mod history;
pub mod rounding;
pub mod speakers;
pub mod trends;

pub use crate::described::Described;
pub use cohort_sums::CohortSums;
#[cfg(test)]
pub(crate) use cohorts::cohorts;
pub use cohorts::{CohortAnswer, CohortCount, Spoken};
pub use fear_greed::{FearGreed, fear_greed};
pub use history::{Granularity, HistoryPoint, thin, thin_to};
pub use rounding::{Intervals, Ratios, intervals, percentages, ratios};
pub use trends::{Momentum, Stage, Trend, representatives, trends, trends_page};

/// All that this room works out beside the metrics.
pub const METHODS: &[Described] = &[
    fear_greed::METHOD,
    trends::METHOD,
    crate::narratives::METHOD,
    cohorts::METHOD,
    crate::metrics::divergence::METHOD,
    crate::metrics::returns::METHOD,
];

#[cfg(test)]
mod tests;
