//! Which store this is, and whether it is still the one that somebody remembers.
//!
//! A store has a random id. Every opening begins an epoch: a number, a random token, and the change counter at that
//! moment. A copy outside (the search index, a memory) keeps a `Mark`. It is good as long as its epoch is in the store
//! under the same token and no later epoch began before the mark's change: a store put back from a backup lacks the
//! epoch, or began the next one too early, or has a counter that went backwards.

use std::fmt;

use crate::Error;
use crate::db::{Db, Row, Statement, record, values};

/// `store.identity`.
#[derive(Clone, Debug)]
pub struct Identity {
    db: Db,
}

/// What a copy remembers of the store that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub store: String,
    pub epoch: i64,
    pub token: String,
    /// The counter of changes.
    pub revision: i64,
}

/// What the store says to a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The copy is of this store; the mark of this moment.
    Same(Mark),
    OtherStore,
    /// It is this store, put back to an earlier state.
    Restored,
}

/// Epochs that are kept; a copy that is older is made again.
const MAX_EPOCHS: i64 = 10_000;

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.store, self.epoch, self.token, self.revision)
    }
}

impl Mark {
    /// As it was displayed.
    pub fn parse(text: &str) -> Option<Mark> {
        let mut parts = text.split('/');
        let mark = Mark {
            store: parts.next()?.to_owned(),
            epoch: parts.next()?.parse().ok()?,
            token: parts.next()?.to_owned(),
            revision: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(mark)
    }
}

impl Identity {
    pub(crate) fn new(db: Db) -> Identity {
        Identity { db }
    }

    /// Begins an epoch, and gives a new store its id. Also for whoever finds that the store was put back while it was
    /// open: others then learn of it by the epoch.
    pub async fn begin_epoch(&self) -> Result<(), Error> {
        // Held to the end of the unit: no change can come between the counter that is read and the epoch.
        const STILL: &str = "UPDATE counters SET value = value WHERE name = 'documents'";
        const ID: &str = "
            INSERT INTO store_identity (id) SELECT CAST($1 AS TEXT)
             WHERE NOT EXISTS (SELECT 1 FROM store_identity)";
        const BEGIN: &str = "
            INSERT INTO store_epochs (number, token, revision)
            SELECT COALESCE((SELECT MAX(number) FROM store_epochs), 0) + 1, $1, value
              FROM counters WHERE name = 'documents'";
        const FORGET: &str =
            "DELETE FROM store_epochs WHERE number <= (SELECT MAX(number) FROM store_epochs) - $1";
        let (id, token) = (self.db.random_token().await?, self.db.random_token().await?);
        let unit = vec![
            Statement::new(STILL, Vec::new()),
            Statement::new(ID, values![id]),
            Statement::new(BEGIN, values![token]),
            Statement::new(FORGET, values![MAX_EPOCHS]),
        ];
        self.db.commit(unit).await?.unguarded().map(|_| ())
    }

    /// The mark of this moment.
    pub async fn mark(&self) -> Result<Mark, Error> {
        self.look(None).await.map(|(mark, _)| mark)
    }

    /// Whether a copy with this mark is of this store, as it is now.
    pub async fn check(&self, known: &Mark) -> Result<Standing, Error> {
        let (present, epochs) = self.look(Some(known.epoch)).await?;
        if present.store != known.store {
            return Ok(Standing::OtherStore);
        }
        let began = epochs.iter().any(|epoch| epoch.epoch == known.epoch && epoch.token == known.token);
        let overtaken =
            epochs.iter().any(|epoch| epoch.epoch > known.epoch && epoch.revision < known.revision);
        if !began || overtaken || present.revision < known.revision {
            return Ok(Standing::Restored);
        }
        Ok(Standing::Same(present))
    }

    /// The present mark, and from one moment with it the epoch asked for and the one after it.
    async fn look(&self, epoch: Option<i64>) -> Result<(Mark, Vec<Mark>), Error> {
        const PRESENT: &str = "
            SELECT i.id AS store, e.number AS epoch, e.token, c.value AS revision
              FROM store_identity i, store_epochs e, counters c
             WHERE c.name = 'documents' AND e.number = (SELECT MAX(number) FROM store_epochs)";
        const EPOCHS: &str = "
            SELECT i.id AS store, e.number AS epoch, e.token, e.revision FROM store_identity i, store_epochs e
             WHERE e.number >= $1 ORDER BY e.number LIMIT 2";
        let mut statements = vec![Statement::new(PRESENT, Vec::new())];
        statements.extend(epoch.map(|epoch| Statement::new(EPOCHS, values![epoch])));
        let mut marks = Vec::new();
        for rows in self.db.read(statements).await? {
            for mut row in rows {
                marks.push(mark(&mut row)?);
            }
        }
        if marks.is_empty() {
            let reason = "its identity is missing".to_owned();
            return Err(Error::Refused { what: "an epoch", reason });
        }
        Ok((marks.remove(0), marks))
    }
}

fn mark(row: &mut Row) -> Result<Mark, Error> {
    record!(row, Mark { store, epoch, token, revision })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_was_displayed() {
        let mark = Mark { store: "ab".into(), epoch: 3, token: "cd".into(), revision: 7 };
        assert_eq!(Mark::parse(&mark.to_string()), Some(mark));
        for text in ["", "ab", "ab/3/cd", "ab/x/cd/7", "ab/3/cd/7/8"] {
            assert_eq!(Mark::parse(text), None, "{text}");
        }
    }
}
