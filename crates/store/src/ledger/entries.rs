//! The entries themselves, one for each charged answer and each grant, for those who check an account's record of its own.

use domain::{Credits, Instant, MicroUsd};

use super::Ledger;
use crate::Error;
use crate::db::values;

/// Which way the credits go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Charge,
    Grant,
}

impl EntryKind {
    fn from_name(name: &str) -> Option<EntryKind> {
        match name {
            "charge" => Some(EntryKind::Charge),
            "grant" => Some(EntryKind::Grant),
            _ => None,
        }
    }
}

/// What was charged for one answer, or granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id of the hold, which sorts by time.
    pub id: String,
    pub kind: EntryKind,
    pub credential_id: Option<String>,
    pub source: String,
    pub route: String,
    pub credits: Credits,
    pub owed: MicroUsd,
    pub at: Instant,
}

impl Ledger {
    /// The account's entries after this id (empty: from the first), in the order of their ids.
    pub async fn entries(&self, account_id: &str, after_id: &str, limit: usize) -> Result<Vec<Entry>, Error> {
        const SQL: &str = "
            SELECT id, kind, credential_id, source, route, credits, micro_usd, at FROM entries
             WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3";
        let rows = self.db.query(SQL, values![account_id, after_id, limit as i64]).await?;
        rows.into_iter()
            .map(|mut row| {
                Ok(Entry {
                    id: row.text()?,
                    kind: row.parse("a kind of entry", EntryKind::from_name)?,
                    credential_id: row.text_or_null()?,
                    source: row.text()?,
                    route: row.text()?,
                    credits: row.credits()?,
                    owed: row.micro_usd()?,
                    at: row.instant()?,
                })
            })
            .collect()
    }
}
