//! What the metrics are computed from: days, closes, the list of assets, and a base year once it is frozen.

use domain::{Day, DayRange, Instant};

use super::base_year::BaseYear;
use crate::cube::Cube;
use crate::proof::Form;

#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub cube: &'a Cube,
    pub closes: &'a Closes,
    pub universe: &'a Universe,
    /// As stored when the base year was complete; none: it is worked out from the days.
    pub base: Option<BaseYear>,
    /// How digests and seals are written.
    pub form: Form,
}

/// The assets that are ranked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Universe {
    pub version: String,
    /// By the name under which mentions are counted; empty: all that are named.
    pub assets: Vec<String>,
}

/// Complete daily closes in US dollars, in the order of their days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Closes(Vec<(Day, f64)>);

impl Closes {
    /// Prices that are not above zero are left out; of several for a day the last stands.
    pub fn new(closes: impl IntoIterator<Item = (Day, f64)>) -> Closes {
        let mut closes: Vec<(Day, f64)> =
            closes.into_iter().filter(|(_, close)| close.is_finite() && *close > 0.0).collect();
        closes.sort_by_key(|(day, _)| *day);
        closes.reverse();
        closes.dedup_by_key(|(day, _)| *day);
        closes.reverse();
        Closes(closes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of the days up to `last`.
    pub fn until(&self, last: Day) -> Closes {
        Closes(self.0.iter().copied().take_while(|(day, _)| *day <= last).collect())
    }

    /// All but the `count` newest.
    pub fn without_newest(&self, count: usize) -> Closes {
        Closes(self.0[..self.0.len().saturating_sub(count)].to_vec())
    }

    pub fn get(&self, day: Day) -> Option<f64> {
        self.0.binary_search_by_key(&day, |(day, _)| *day).ok().map(|at| self.0[at].1)
    }

    /// The newest close of that day or before.
    pub fn latest(&self, day: Day) -> Option<(Day, f64)> {
        let after = self.0.partition_point(|(other, _)| *other <= day);
        after.checked_sub(1).map(|at| self.0[at])
    }

    pub fn range(&self, days: DayRange) -> &[(Day, f64)] {
        let from = self.0.partition_point(|(day, _)| *day < days.first());
        let to = self.0.partition_point(|(day, _)| *day <= days.last());
        &self.0[from..to]
    }
}

/// The day that `at` ends, else the day before: a day that is not over yet looks quieter than it will be.
pub fn last_complete_day(at: Instant) -> Day {
    at.plus_ms(1).day().plus(-1)
}
