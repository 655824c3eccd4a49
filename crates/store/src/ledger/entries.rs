//! The entries themselves, one for each charged answer and each grant, for those who check an account's record of its own.

use domain::{Credits, FundingSource, Instant, MicroUsd};

use super::Ledger;
use crate::Error;
use crate::db::{record, values};

domain::closed_list! {
    /// Which way the credits go.
    EntryKind { Charge = "charge", Grant = "grant" }
}
crate::db::stored_by_name!(EntryKind);

/// What was charged for one answer, or granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id of the hold, which sorts by time.
    pub id: String,
    pub kind: EntryKind,
    pub credential_id: Option<String>,
    pub source: FundingSource,
    pub route: String,
    pub credits: Credits,
    pub owed: MicroUsd,
    pub at: Instant,
}

impl Ledger {
    /// The account's entries after this id (empty: from the first), in the order of their ids.
    pub async fn entries(&self, account_id: &str, after_id: &str, limit: usize) -> Result<Vec<Entry>, Error> {
        const SQL: &str = "
            SELECT id, kind, credential_id, source, route, credits, micro_usd AS owed, at FROM entries
             WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3";
        let rows = self.db.query(SQL, values![account_id, after_id, limit as i64]).await?;
        rows.into_iter()
            .map(|mut row| record!(row, Entry { id, kind, credential_id, source, route, credits, owed, at }))
            .collect()
    }
}
