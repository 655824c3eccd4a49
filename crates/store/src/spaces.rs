//! Spaces: saved searches of an account. What is not the owner's does not exist here.

use domain::{DayRange, Instant, Sentiment};

use crate::Error;
use crate::accounts::ONE_AT_A_TIME;
use crate::db::{Db, Outcome, Row, Statement, Value, values};

/// `store.spaces`.
#[derive(Clone, Debug)]
pub struct Spaces {
    db: Db,
}

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    pub id: String,
    pub definition: SpaceDefinition,
    pub created_at: Instant,
    pub changed_at: Instant,
}

macro_rules! columns {
    () => {
        "id, name, keyword, outlet, sentiment, first_day, last_day, rolling_days, columns, created_at, changed_at"
    };
}

impl Spaces {
    pub(crate) fn new(db: Db) -> Spaces {
        Spaces { db }
    }

    /// False where there is no such account, the id is taken, or the account has `most` already.
    pub async fn create(&self, account_id: &str, space: &Space, most: u32) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO spaces (id, account_id, name, keyword, outlet, sentiment, first_day, last_day, rolling_days,
                columns, created_at, changed_at)
            SELECT $2, a.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 FROM accounts a
             WHERE a.id = $1 AND (SELECT COUNT(*) FROM spaces s WHERE s.account_id = a.id) < $12
            ON CONFLICT DO NOTHING";
        let mut parameters = values![account_id, &space.id];
        parameters.extend(definition_values(&space.definition));
        parameters.extend(values![space.created_at, most]);
        let unit = vec![
            Statement::new(ONE_AT_A_TIME, values![account_id]).guarded(),
            Statement::new(SQL, parameters).guarded(),
        ];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    pub async fn find(&self, account_id: &str, id: &str) -> Result<Option<Space>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM spaces WHERE account_id = $1 AND id = $2");
        self.db.query(SQL, values![account_id, id]).await?.first_mut().map(space).transpose()
    }

    /// Oldest first.
    pub async fn list(&self, account_id: &str) -> Result<Vec<Space>, Error> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM spaces WHERE account_id = $1 ORDER BY created_at, id");
        self.db.query(SQL, values![account_id]).await?.iter_mut().map(space).collect()
    }

    /// False where there is none.
    pub async fn change(
        &self,
        account_id: &str,
        id: &str,
        definition: &SpaceDefinition,
        now: Instant,
    ) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE spaces SET name = $3, keyword = $4, outlet = $5, sentiment = $6, first_day = $7, last_day = $8,
                rolling_days = $9, columns = $10, changed_at = $11
             WHERE account_id = $1 AND id = $2";
        let mut parameters = values![account_id, id];
        parameters.extend(definition_values(definition));
        parameters.extend(values![now]);
        self.changed(SQL, parameters).await
    }

    pub async fn delete(&self, account_id: &str, id: &str) -> Result<bool, Error> {
        self.changed("DELETE FROM spaces WHERE account_id = $1 AND id = $2", values![account_id, id]).await
    }

    async fn changed(&self, sql: &'static str, parameters: Vec<Value>) -> Result<bool, Error> {
        let unit = vec![Statement::new(sql, parameters).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

/// Name, keyword, outlet, sentiment, first day, last day, rolling days, columns.
fn definition_values(definition: &SpaceDefinition) -> Vec<Value> {
    let (first, last, rolling) = match definition.range {
        SpaceRange::Days(days) => (Some(days.first()), Some(days.last()), None),
        SpaceRange::Rolling(days) => (None, None, Some(days)),
    };
    values![
        &definition.name,
        definition.keyword.as_deref(),
        definition.outlet.as_deref(),
        definition.sentiment.map(|sentiment| sentiment.name()),
        first,
        last,
        rolling,
        definition.columns.join(","),
    ]
}

fn space(row: &mut Row) -> Result<Space, Error> {
    let id = row.text()?;
    let name = row.text()?;
    let keyword = row.text_or_null()?;
    let outlet = row.text_or_null()?;
    let sentiment = row.text_or_null()?.and_then(|name| Sentiment::from_name(&name));
    let range = range(row)?;
    let columns = row.text()?.split(',').map(str::to_owned).collect();
    Ok(Space {
        id,
        definition: SpaceDefinition { name, keyword, outlet, sentiment, range, columns },
        created_at: row.instant()?,
        changed_at: row.instant()?,
    })
}

fn range(row: &mut Row) -> Result<SpaceRange, Error> {
    let day = |number: Option<i64>| number.and_then(domain::Day::from_number);
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
