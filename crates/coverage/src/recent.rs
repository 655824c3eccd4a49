//! Days where a caller may leave them out: the last thirty, today among them.

use domain::{Day, DayRange, Instant};

use crate::periods::{MAX_HOURLY_DAYS, PeriodLength};
use interface::ParamReader;
use runtime::error::ApiError;

const DAYS: i64 = 30;

#[derive(Clone, Copy)]
pub struct Recent {
    first: Option<Day>,
    last: Option<Day>,
    /// The only days that may be asked for.
    span: Option<DayRange>,
}

impl Recent {
    pub fn read(from: &mut ParamReader) -> Result<Recent, ApiError> {
        let first = from.optional_day(
            "startDate",
            "First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate.",
        )?;
        let last =
            from.optional_day("endDate", "Last day, inclusive, UTC (YYYY-MM-DD); by default today.")?;
        match (first, last) {
            (Some(first), Some(last)) if last < first => {
                Err(ApiError::parameter("endDate", format!("endDate {last} comes before startDate {first}.")))
            }
            _ => Ok(Recent { first, last, span: from.span() }),
        }
    }

    /// Whether the days that are told so finely can be; as far as that is known before today is.
    pub fn check(self, length: PeriodLength) -> Result<(), ApiError> {
        let given = self.first.zip(self.last).and_then(|(first, last)| DayRange::inclusive(first, last));
        given.map_or(Ok(()), |days| length.check(days))
    }

    /// The same where hours are told: without a first day, as many days as can be.
    pub fn days_by(self, length: PeriodLength, now: Instant) -> Result<DayRange, ApiError> {
        let most = if length == PeriodLength::Hour { MAX_HOURLY_DAYS } else { DAYS };
        let days = self.last_days(most, now);
        length.check(days).map(|()| days)
    }

    pub fn days(self, now: Instant) -> DayRange {
        self.last_days(DAYS, now)
    }

    fn last_days(self, most: i64, now: Instant) -> DayRange {
        let newest = self.span.map_or(now.day(), |span| span.last().min(now.day()));
        let today = self.first.map_or(newest, |first| newest.max(first));
        let last = self.last.unwrap_or(today);
        let oldest = self.span.map_or(Day::MIN, DayRange::first);
        let first = self.first.unwrap_or(last.plus(1 - most).max(oldest));
        DayRange::inclusive(first, last).unwrap_or(DayRange::single(last))
    }
}
