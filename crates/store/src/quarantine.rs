//! What could not be read: one text that makes its reader fail must cost that text and nothing behind it.
//!
//! A row keeps one item away from one kind of work. It is released when its content or the program changes, or by a
//! person. The store only remembers; who works decides what fails.

use domain::Instant;

use crate::Error;
use crate::db::{Db, Row, Statement, record, values};

/// Working out the marks of documents; items are their ids, and `documents.unread` leaves them out. Stored, and shown
/// on the status page, as `reading`.
pub const MARKING: &str = "reading";
/// Replies and files of a source that could not be read.
pub const SOURCE: &str = "source";
/// Pages, transcripts and filings that an item of a source asked for.
pub const PAGE: &str = "page";

/// A source may fill the table with this many rows; its oldest go first.
const MAX_OF_SOURCE: i64 = 100;
/// A reason is shown to people; a whole page of it helps nobody.
const MAX_REASON_CHARS: usize = 500;

/// `store.quarantine`.
#[derive(Clone, Debug)]
pub struct Quarantine {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    /// The kind of work that failed.
    pub work: String,
    pub item: String,
    /// The source that it came from, where one is known.
    pub source_id: Option<String>,
    /// A hash of what was tried; empty where the item alone tells it apart.
    pub content: Vec<u8>,
    pub reason: String,
    pub tries: u32,
    /// Of the program or model that failed.
    pub version: String,
    pub since: Instant,
}

macro_rules! columns {
    () => {
        "work, item, source_id, content, reason, tries, version, since"
    };
}

impl Quarantine {
    pub(crate) fn new(db: Db) -> Quarantine {
        Quarantine { db }
    }

    /// Puts an item away. One that is there already adds its tries, or begins anew where content or version changed.
    pub async fn add(&self, new: &Quarantined) -> Result<(), Error> {
        const ADD: &str = "
            INSERT INTO quarantine (work, item, source_id, content, reason, tries, version, since)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (work, item) DO UPDATE SET
                tries = excluded.tries + CASE
                    WHEN quarantine.content = excluded.content AND quarantine.version = excluded.version
                    THEN quarantine.tries ELSE 0 END,
                source_id = excluded.source_id, content = excluded.content, reason = excluded.reason,
                version = excluded.version, since = excluded.since";
        const TRIM: &str = "
            DELETE FROM quarantine
             WHERE source_id = $1 AND since < (
                SELECT since FROM quarantine WHERE source_id = $1 ORDER BY since DESC LIMIT 1 OFFSET $2)";
        let reason: String = new.reason.chars().take(MAX_REASON_CHARS).collect();
        let parameters = values![
            &new.work,
            &new.item,
            new.source_id.as_deref(),
            new.content.as_slice(),
            reason,
            new.tries,
            &new.version,
            new.since,
        ];
        let mut unit = vec![Statement::new(ADD, parameters)];
        if let Some(source) = &new.source_id {
            unit.push(Statement::new(TRIM, values![source, MAX_OF_SOURCE - 1]));
        }
        self.db.commit(unit).await?.unguarded()?;
        Ok(())
    }

    pub async fn find(&self, work: &str, item: &str) -> Result<Option<Quarantined>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM quarantine WHERE work = $1 AND item = $2");
        self.db.query(SQL, values![work, item]).await?.into_iter().next().map(quarantined).transpose()
    }

    /// The newest first.
    pub async fn list(&self, limit: usize) -> Result<Vec<Quarantined>, Error> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM quarantine ORDER BY since DESC, work, item LIMIT $1");
        self.db.query(SQL, values![limit as i64]).await?.into_iter().map(quarantined).collect()
    }

    /// What came from one source, the newest first.
    pub async fn of_source(&self, source: &str) -> Result<Vec<Quarantined>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM quarantine WHERE source_id = $1 ORDER BY since DESC, work, item"
        );
        self.db.query(SQL, values![source]).await?.into_iter().map(quarantined).collect()
    }

    /// The items that this version of one kind of work has put away.
    pub async fn of_work(&self, work: &str, version: &str) -> Result<Vec<String>, Error> {
        const SQL: &str = "SELECT item FROM quarantine WHERE work = $1 AND version = $2";
        self.db.query(SQL, values![work, version]).await?.into_iter().map(|mut row| row.only()).collect()
    }

    /// How many items each kind of work has put away, by its name.
    pub async fn counts(&self) -> Result<Vec<(String, i64)>, Error> {
        const SQL: &str = "SELECT work, COUNT(*) AS items FROM quarantine GROUP BY work ORDER BY work";
        let count = |mut row: Row| Ok((row.get("work")?, row.get("items")?));
        self.db.query(SQL, Vec::new()).await?.into_iter().map(count).collect()
    }

    /// False where it was not there.
    pub async fn release(&self, work: &str, item: &str) -> Result<bool, Error> {
        const SQL: &str = "DELETE FROM quarantine WHERE work = $1 AND item = $2";
        Ok(self.removed(Statement::new(SQL, values![work, item])).await? > 0)
    }

    /// All that another version of the program failed on; returns how many.
    pub async fn release_others(&self, work: &str, version: &str) -> Result<u64, Error> {
        const SQL: &str = "DELETE FROM quarantine WHERE work = $1 AND version <> $2";
        self.removed(Statement::new(SQL, values![work, version])).await
    }

    /// All of one kind of work; returns how many.
    pub async fn release_work(&self, work: &str) -> Result<u64, Error> {
        self.removed(Statement::new("DELETE FROM quarantine WHERE work = $1", values![work])).await
    }

    /// All that came from one source; returns how many.
    pub async fn release_source(&self, source: &str) -> Result<u64, Error> {
        self.removed(Statement::new("DELETE FROM quarantine WHERE source_id = $1", values![source])).await
    }

    async fn removed(&self, statement: Statement) -> Result<u64, Error> {
        let done = self.db.commit(vec![statement]).await?.unguarded()?;
        Ok(done.iter().map(|one| one.affected).sum())
    }
}

fn quarantined(mut row: Row) -> Result<Quarantined, Error> {
    let row = &mut row;
    record!(row, Quarantined { work, item, source_id, content, reason, tries, version, since })
}
