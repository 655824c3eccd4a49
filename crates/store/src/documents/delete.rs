//! Deletion. It leaves a line behind, so that those who follow the changes learn of it.

use domain::DocumentId;

use super::insert::ADVANCE;
use super::{Documents, columns};
use crate::Error;
use crate::db::{Statement, Value, values};

impl Documents {
    /// Deletes what is there of these, with all that belongs to it; returns how many there were.
    pub async fn delete(&self, ids: &[DocumentId]) -> Result<u64, Error> {
        let ids = each_once(ids);
        if ids.is_empty() {
            return Ok(0);
        }
        let done = self.db.commit(deletion(&ids)).await?.unguarded()?;
        Ok(done.last().map_or(0, |one| one.affected))
    }
}

pub(super) fn each_once(ids: &[DocumentId]) -> Vec<DocumentId> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The last statement is the one that deletes.
pub(super) fn deletion(ids: &[DocumentId]) -> Vec<Statement> {
    const DIRTY: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT d.day, c.value FROM documents d, counters c WHERE d.id = $1 AND c.name = 'documents'
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    const LOG: &str = "
        INSERT INTO deletions (seq, id)
        SELECT c.value - $2, d.id FROM documents d, counters c WHERE d.id = $1 AND c.name = 'documents'";
    const DELETE: &str = "DELETE FROM documents WHERE id = $1";
    let one_each: Vec<Vec<Value>> = ids.iter().map(|id| values![columns::id_value(*id)]).collect();
    let log = ids.iter().enumerate().map(|(offset, id)| values![columns::id_value(*id), offset as i64]);
    vec![
        Statement::new(ADVANCE, values![ids.len() as i64]),
        Statement::many(DIRTY, one_each.clone()),
        Statement::many(LOG, log.collect()),
        Statement::many(DELETE, one_each),
    ]
}
