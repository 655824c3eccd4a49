//! Spaces: saved searches of an account.

use domain::{Day, DayRange, Sentiment};

use crate::Error;
use crate::db::{Row, Value, values};
use crate::owned::{Definition, Owned, OwnedTable};

/// `store.spaces`.
pub type Spaces = OwnedTable<SpaceDefinition>;
pub type Space = Owned<SpaceDefinition>;

/// What a Space looks for and shows. The store does not read the keyword language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceDefinition {
    pub name: String,
    pub keyword: Option<String>,
    pub outlet: Option<String>,
    pub sentiment: Option<Sentiment>,
    pub range: SpaceRange,
    /// Names without a comma, in the order in which they are shown.
    pub columns: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceRange {
    Days(DayRange),
    /// So many days up to and with today.
    Rolling(u32),
}

impl Definition for SpaceDefinition {
    const TABLE: &'static str = "spaces";
    const COLUMNS: &'static [&'static str] =
        &["name", "keyword", "outlet", "sentiment", "first_day", "last_day", "rolling_days", "columns"];

    fn values(&self) -> Vec<Value> {
        let (first, last, rolling) = match self.range {
            SpaceRange::Days(days) => (Some(days.first()), Some(days.last()), None),
            SpaceRange::Rolling(days) => (None, None, Some(days)),
        };
        values![
            &self.name,
            self.keyword.as_deref(),
            self.outlet.as_deref(),
            self.sentiment.map(|sentiment| sentiment.name()),
            first,
            last,
            rolling,
            self.columns.join(","),
        ]
    }

    fn from_row(row: &mut Row) -> Result<SpaceDefinition, Error> {
        Ok(SpaceDefinition {
            name: row.text()?,
            keyword: row.text_or_null()?,
            outlet: row.text_or_null()?,
            sentiment: row.text_or_null()?.and_then(|name| Sentiment::from_name(&name)),
            range: range(row)?,
            columns: row.text()?.split(',').map(str::to_owned).collect(),
        })
    }
}

fn range(row: &mut Row) -> Result<SpaceRange, Error> {
    let day = |number: Option<i64>| number.and_then(Day::from_number);
    let (first, last, rolling) = (day(row.int_or_null()?), day(row.int_or_null()?), row.int_or_null()?);
    let broken = Error::Row { column: 8, expected: "the range of a Space", found: "something else" };
    match (first, last, rolling) {
        (Some(first), Some(last), None) => {
            DayRange::inclusive(first, last).map(SpaceRange::Days).ok_or(broken)
        }
        (_, _, Some(days)) => u32::try_from(days).map(SpaceRange::Rolling).map_err(|_| broken),
        _ => Err(broken),
    }
}
