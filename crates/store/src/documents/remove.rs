//! Removal for good: what was taken down, or kept as long as it may be. It does not come in again.

use std::collections::HashSet;

use domain::{Day, DocumentId, Instant, Kind};

use super::delete::{deletion, each_once};
use super::list::by_id;
use super::{Documents, columns};
use crate::Error;
use crate::db::{Row, Statement, Value, record, stored_by_name, values};

/// Which documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    Listed(Vec<DocumentId>),
    /// Of an outlet of this name, published before.
    OfOutlet {
        name: String,
        before: Instant,
    },
    /// Of a kind, published before, from none of these outlets.
    OfKind {
        kind: Kind,
        before: Instant,
        but: Vec<String>,
    },
}

domain::closed_list! {
    /// Why a document is gone.
    Reason {
        /// Somebody who may ask for it did.
        Takedown = "takedown",
        /// It was kept as long as the settings say.
        Retention = "retention",
    }
}

stored_by_name!(Reason);

/// What is left of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    pub id: DocumentId,
    pub day: Day,
    pub removed_at: Instant,
    pub reason: Reason,
}

impl Documents {
    /// How many there are.
    pub async fn count_which(&self, which: &Which) -> Result<i64, Error> {
        match which {
            Which::Listed(ids) => Ok(self.present(ids).await?.len() as i64),
            _ => {
                let (from, parameters) = from(which);
                let mut rows = self.db.query(format!("SELECT COUNT(*) {from}"), parameters).await?;
                rows.first_mut().map_or(Ok(0), |row| row.only())
            }
        }
    }

    /// The first so many of them.
    pub async fn list_which(&self, which: &Which, limit: usize) -> Result<Vec<DocumentId>, Error> {
        if let Which::Listed(ids) = which {
            return Ok(self.present(ids).await?.into_iter().take(limit).collect());
        }
        let (from, mut parameters) = from(which);
        parameters.push(Value::from(limit as i64));
        let sql = format!("SELECT d.id {from} ORDER BY d.published_at, d.id LIMIT ${}", parameters.len());
        self.db.query(sql, parameters).await?.iter_mut().map(Row::only).collect()
    }

    /// Deletes these for good, in one transaction; returns how many there were. A few hundred at a time are fastest.
    pub async fn remove(&self, ids: &[DocumentId], reason: Reason, now: Instant) -> Result<u64, Error> {
        const NOTE: &str = "
            INSERT INTO removals (id, day, fetched_at, removed_at, reason)
            SELECT id, day, fetched_at, CAST($2 AS BIGINT), CAST($3 AS TEXT) FROM documents WHERE id = $1
            ON CONFLICT (id) DO UPDATE SET removed_at = excluded.removed_at, reason = excluded.reason";
        let ids = each_once(ids);
        if ids.is_empty() {
            return Ok(0);
        }
        let notes = ids.iter().map(|id| values![columns::id_value(*id)]).collect();
        let mut unit = vec![Statement::many(NOTE, notes).sharing(values![now, reason])];
        unit.extend(deletion(&ids));
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.last().map_or(0, |one| one.affected))
    }

    /// Those of these that may not come in.
    pub(super) async fn removed(&self, ids: &[DocumentId]) -> Result<HashSet<DocumentId>, Error> {
        let found = by_id(self, "SELECT id FROM removals", ids, |_| Ok(())).await?;
        Ok(found.into_keys().collect())
    }

    /// The newest first, before this one where a page went before.
    pub async fn removals(
        &self,
        before: Option<(Instant, DocumentId)>,
        limit: u32,
    ) -> Result<Vec<Removal>, Error> {
        const SQL: &str = "
            SELECT id, day, removed_at, reason FROM removals
             WHERE (removed_at, id) < ($1, $2) ORDER BY removed_at DESC, id DESC LIMIT $3";
        let (at, id) =
            before.map_or((i64::MAX, Value::from("g")), |(at, id)| (at.ms(), columns::id_value(id)));
        let rows = self.db.query(SQL, vec![Value::Int(at), id, Value::from(limit)]).await?;
        rows.into_iter()
            .map(|mut row| {
                let row = &mut row;
                record!(row, Removal { id, day, removed_at, reason })
            })
            .collect()
    }

    /// How many that were there at a time are gone since, of the days up to this one.
    pub async fn removed_since(&self, last: Day, there_at: Instant) -> Result<i64, Error> {
        const SQL: &str =
            "SELECT COUNT(*) FROM removals WHERE day <= $1 AND fetched_at <= $2 AND removed_at > $2";
        let mut rows = self.db.query(SQL, values![last, there_at]).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }

    async fn present(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Error> {
        let found = by_id(self, "SELECT id FROM documents", ids, |_| Ok(())).await?;
        let mut ids = each_once(ids);
        ids.retain(|id| found.contains_key(id));
        Ok(ids)
    }
}

fn from(which: &Which) -> (String, Vec<Value>) {
    const FROM: &str = "FROM documents d JOIN outlets o ON o.id = d.outlet_id WHERE d.published_at < $1 AND";
    match which {
        Which::Listed(_) => (format!("{FROM} 1 = 0"), values![i64::MIN]),
        Which::OfOutlet { name, before } => (format!("{FROM} o.name = $2"), values![*before, name]),
        Which::OfKind { kind, before, but } => {
            let mut parameters = values![*before, *kind];
            let mut sql = format!("{FROM} d.kind = $2");
            for name in but {
                parameters.push(Value::from(name));
                sql.push_str(&format!(" AND o.name <> ${}", parameters.len()));
            }
            (sql, parameters)
        }
    }
}
