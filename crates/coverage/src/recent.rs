//! Days where a caller may leave them out: the last thirty, today among them.

use domain::{Day, DayRange, Instant};

use interface::ParamReader;
use runtime::error::ApiError;

const DAYS: i64 = 30;

#[derive(Clone, Copy)]
pub struct Recent {
    first: Option<Day>,
    last: Option<Day>,
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
            _ => Ok(Recent { first, last }),
        }
    }

    pub fn days(self, now: Instant) -> DayRange {
        let today = self.first.map_or(now.day(), |first| now.day().max(first));
        let last = self.last.unwrap_or(today);
        let first = self.first.unwrap_or(last.plus(1 - DAYS));
        DayRange::inclusive(first, last).unwrap_or(DayRange::single(last))
    }
}
