//! From a number to its articles: the /feed call that lists what was counted, and that returns that count.

use std::fmt;

use domain::time::MS_PER_HOUR;
use domain::{Day, DayRange, Instant};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a query value may carry as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Clone)]
pub struct FeedQuery {
    days: DayRange,
    filters: Vec<(&'static str, String)>,
}

impl FeedQuery {
    pub fn of(days: DayRange) -> FeedQuery {
        FeedQuery { days, filters: Vec::new() }
    }

    pub fn of_day(day: Day) -> FeedQuery {
        FeedQuery::of(DayRange::single(day))
    }

    /// The hour that begins at a moment: `since` and `until` leave out what lies on them.
    pub fn of_hour(start: Instant) -> FeedQuery {
        let query = FeedQuery::of_day(start.day()).with("since", &start.plus_ms(-1).rfc3339());
        query.with("until", &start.plus_ms(MS_PER_HOUR).rfc3339())
    }

    /// Narrows the call by a parameter of /feed.
    pub fn with(mut self, parameter: &'static str, value: &str) -> FeedQuery {
        self.filters.push((parameter, value.to_owned()));
        self
    }

    /// The same question to another route that takes these parameters.
    pub fn on(&self, route: &str) -> String {
        self.to_string().replacen("/feed", route, 1)
    }

    /// Narrows it by this value of a parameter, and no other.
    pub fn only(mut self, parameter: &'static str, value: &str) -> FeedQuery {
        self.filters.retain(|(name, _)| *name != parameter);
        self.with(parameter, value)
    }
}

impl fmt::Display for FeedQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/feed?startDate={}&endDate={}", self.days.first(), self.days.last())?;
        for (parameter, value) in &self.filters {
            write!(f, "&{parameter}={}", utf8_percent_encode(value, PLAIN))?;
        }
        Ok(())
    }
}
