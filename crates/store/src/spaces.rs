//! Spaces: saved searches of an account.

use domain::{Day, DayRange, Sentiment};

use crate::Error;
use crate::db::{Row, Value, record, values};
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

impl SpaceRange {
    /// None where no day is left.
    pub fn days(self, today: Day) -> Option<DayRange> {
        match self {
            SpaceRange::Days(days) => Some(days),
            SpaceRange::Rolling(days) => DayRange::inclusive(today.plus(1 - i64::from(days)), today),
        }
    }
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
            self.sentiment,
            first,
            last,
            rolling,
            self.columns.join(","),
        ]
    }

    fn from_row(row: &mut Row) -> Result<SpaceDefinition, Error> {
        record!(
            row,
            SpaceDefinition {
                name,
                keyword,
                outlet,
                sentiment,
                range: range(row)?,
                columns: row.get::<String>("columns")?.split(',').map(str::to_owned).collect(),
            }
        )
    }
}

fn range(row: &mut Row) -> Result<SpaceRange, Error> {
    let (first, last) = (row.get("first_day")?, row.get("last_day")?);
    let range = match (first, last, row.get("rolling_days")?) {
        (Some(first), Some(last), None) => DayRange::inclusive(first, last).map(SpaceRange::Days),
        (_, _, Some(days)) => Some(SpaceRange::Rolling(days)),
        _ => None,
    };
    range.ok_or_else(|| row.broken("first_day", "the range of a Space", "no range"))
}
