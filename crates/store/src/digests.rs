//! Digests: what an account is told of the last day or week, by the clock of who reads it.

use domain::{Frequency, Instant, Weekday};

use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, Value, record, values};
use crate::events::{NewEvent, insertions};
use crate::owned::{Definition, Owned, OwnedTable};

pub type Digest = Owned<DigestDefinition>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestDefinition {
    pub name: String,
    pub frequency: Frequency,
    /// Of a weekly one.
    pub weekday: Weekday,
    pub hour: u32,
    /// By its name in the time zone database; the store does not look at it.
    pub time_zone: String,
    pub companies: Vec<String>,
    pub enabled: bool,
}

impl Definition for DigestDefinition {
    const TABLE: &'static str = "digests";
    const COLUMNS: &'static [&'static str] =
        &["name", "frequency", "weekday", "hour", "time_zone", "companies", "enabled", "next_at"];

    /// Whatever is changed, the time of the next one is worked out anew.
    fn values(&self) -> Vec<Value> {
        let companies = self.companies.join("\n");
        values![
            &self.name,
            self.frequency,
            self.weekday,
            self.hour,
            &self.time_zone,
            companies,
            self.enabled,
            0i64
        ]
    }

    fn from_row(row: &mut Row) -> Result<DigestDefinition, Error> {
        let companies: String = row.get("companies")?;
        let companies = companies.lines().map(str::to_owned).collect();
        record!(
            row,
            DigestDefinition { name, frequency, weekday, hour, time_zone, companies: companies, enabled }
        )
    }
}

/// A digest whose time has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDigest {
    pub account_id: String,
    pub digest: Digest,
    /// 0 where its time is not worked out yet.
    pub next_at: Instant,
}

/// `store.digests`.
#[derive(Clone, Debug)]
pub struct Digests {
    db: Db,
    pub owned: OwnedTable<DigestDefinition>,
}

impl Digests {
    pub(crate) fn new(db: Db) -> Digests {
        Digests { owned: OwnedTable::new(db.clone()), db }
    }

    /// Those of all accounts that are due: for work beside the requests.
    pub async fn due(&self, now: Instant, limit: usize) -> Result<Vec<DueDigest>, Error> {
        const SQL: &str = "
            SELECT id, account_id, created_at, changed_at, name, frequency, weekday, hour, time_zone, companies, enabled,
                   next_at
              FROM digests WHERE enabled = 1 AND next_at <= $1 ORDER BY next_at, id LIMIT $2";
        let rows = self.db.query(SQL, values![now, limit as i64]).await?;
        rows.into_iter().map(due).collect()
    }

    /// Writes what is told and when the next one is due, in one transaction. False where it was changed, told or deleted
    /// meanwhile; nothing is written then.
    pub async fn advance(&self, of: &DueDigest, next_at: Instant, tell: &[NewEvent]) -> Result<bool, Error> {
        const SQL: &str =
            "UPDATE digests SET next_at = $3 WHERE id = $1 AND next_at = $2 AND changed_at = $4";
        let parameters = values![&of.digest.id, of.next_at, next_at, of.digest.changed_at];
        let mut unit = vec![Statement::new(SQL, parameters).guarded()];
        unit.extend(insertions(tell));
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn due(mut row: Row) -> Result<DueDigest, Error> {
    let row = &mut row;
    let definition = DigestDefinition::from_row(row)?;
    let digest = digest(row, definition)?;
    record!(row, DueDigest { account_id, digest: digest, next_at })
}

fn digest(row: &mut Row, definition: DigestDefinition) -> Result<Digest, Error> {
    record!(row, Owned { id, created_at, changed_at, definition: definition })
}
