//! The sources and how far each has been read.
//!
//! A source is claimed by moving the time at which it is next due: a collector that dies leaves nothing
//! locked, and its source comes round again.

use domain::Instant;

use crate::Error;
use crate::db::{Db, Row, Statement, record, values};
use crate::documents::Inserted;

/// `store.sources`.
#[derive(Clone, Debug)]
pub struct Sources {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSource {
    pub id: String,
    /// Such as `feed`, `podcast`, `filings`.
    pub kind: String,
    pub url: String,
    /// JSON of the kind's own choosing; the store does not look inside.
    pub settings: String,
    pub interval_s: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub id: String,
    pub kind: String,
    pub url: String,
    pub settings: String,
    pub interval_s: u32,
    pub paused: bool,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub cursor: Option<String>,
    pub next_due_at: Instant,
    pub last_success_at: Option<Instant>,
    pub last_error: Option<String>,
    /// Failures since the last success.
    pub error_count: u32,
    /// Documents that were new or changed, ever.
    pub items_total: i64,
    pub added_at: Instant,
    /// A permanent redirect that it answers with for now.
    pub moving: Option<Moving>,
    /// Items of it that could not be read.
    pub quarantined: u32,
}

/// A permanent redirect that has been seen, and is not believed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moving {
    pub to: String,
    /// How many polls in a row.
    pub seen: u32,
    pub since: Instant,
}

/// A source that was read to its end; moves together with the documents it gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CursorMove {
    pub source_id: String,
    pub at: Instant,
    pub next_due_at: Instant,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub cursor: Option<String>,
}

impl CursorMove {
    pub(crate) fn statement(&self, inserted: Inserted) -> Statement {
        const SQL: &str = "
            UPDATE sources SET etag = $2, last_modified = $3, cursor = $4, last_success_at = $5, next_due_at = $6,
                items_total = items_total + $7, last_error = NULL, error_count = 0
             WHERE id = $1";
        let items = (inserted.new + inserted.updated) as i64;
        let parameters = values![
            &self.source_id,
            self.etag.as_deref(),
            self.last_modified.as_deref(),
            self.cursor.as_deref(),
            self.at.ms(),
            self.next_due_at.ms(),
            items,
        ];
        Statement::new(SQL, parameters)
    }
}

macro_rules! columns {
    () => {
        "id, kind, url, settings, interval_s, paused, etag, last_modified, cursor, next_due_at, last_success_at,
         last_error, error_count, items_total, added_at, moving_to, moving_seen, moving_since,
         (SELECT COUNT(*) FROM quarantine WHERE quarantine.source_id = sources.id) AS quarantined"
    };
}

/// An error is shown to people; a whole page of it helps nobody.
const MAX_ERROR_CHARS: usize = 500;

impl Sources {
    pub(crate) fn new(db: Db) -> Sources {
        Sources { db }
    }

    /// Adds a source, due at once. One that is there keeps its place and takes the new address and settings.
    pub async fn add(&self, source: &NewSource, now: Instant) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO sources (id, kind, url, settings, interval_s, paused, next_due_at, error_count, items_total,
                added_at)
            VALUES ($1, $2, $3, $4, $5, 0, $6, 0, 0, $6)
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, url = excluded.url, settings = excluded.settings,
                interval_s = excluded.interval_s,
                moving_to = CASE WHEN sources.url = excluded.url THEN sources.moving_to END";
        let parameters =
            values![&source.id, &source.kind, &source.url, &source.settings, source.interval_s, now.ms()];
        self.db.commit(vec![Statement::new(SQL, parameters)]).await?.unguarded()?;
        Ok(())
    }

    pub async fn list(&self) -> Result<Vec<Source>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM sources ORDER BY id");
        self.db.query(SQL, Vec::new()).await?.into_iter().map(source).collect()
    }

    pub async fn find(&self, id: &str) -> Result<Option<Source>, Error> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM sources WHERE id = $1");
        self.db.query(SQL, values![id]).await?.into_iter().next().map(source).transpose()
    }

    /// What should be read now, the longest due first.
    pub async fn list_due(&self, now: Instant, limit: usize) -> Result<Vec<Source>, Error> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM sources WHERE paused = 0 AND next_due_at <= $1 ORDER BY next_due_at, id LIMIT $2"
        );
        self.db.query(SQL, values![now.ms(), limit as i64]).await?.into_iter().map(source).collect()
    }

    /// True for exactly one of those who try: the source is theirs until the given time.
    pub async fn claim(&self, id: &str, now: Instant, until: Instant) -> Result<bool, Error> {
        const SQL: &str =
            "UPDATE sources SET next_due_at = $3 WHERE id = $1 AND paused = 0 AND next_due_at <= $2";
        self.changed(Statement::new(SQL, values![id, now.ms(), until.ms()])).await
    }

    /// A reading that gave no documents; with documents, hand the move to `documents.insert`.
    pub async fn record_success(&self, moved: &CursorMove) -> Result<bool, Error> {
        self.changed(moved.statement(Inserted::default())).await
    }

    /// The cursor stays where it was.
    pub async fn record_failure(&self, id: &str, error: &str, next_due_at: Instant) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE sources SET last_error = $2, next_due_at = $3, error_count = error_count + 1 WHERE id = $1";
        let error: String = error.chars().take(MAX_ERROR_CHARS).collect();
        self.changed(Statement::new(SQL, values![id, error, next_due_at.ms()])).await
    }

    /// The source answered with a permanent redirect to `to`, once more or for the first time; none where there is no
    /// such source.
    pub async fn note_moving(&self, id: &str, to: &str, now: Instant) -> Result<Option<Moving>, Error> {
        const SQL: &str = "
            UPDATE sources SET moving_to = $2,
                moving_seen = CASE WHEN moving_to = $2 THEN moving_seen + 1 ELSE 1 END,
                moving_since = CASE WHEN moving_to = $2 THEN moving_since ELSE $3 END
             WHERE id = $1
            RETURNING moving_to, moving_seen, moving_since";
        let unit = vec![Statement::new(SQL, values![id, to, now.ms()])];
        let done = self.db.commit(unit).await?.unguarded()?;
        match done.into_iter().next().and_then(crate::db::Done::into_row) {
            Some(mut row) => moving(&mut row),
            None => Ok(None),
        }
    }

    /// The source answered where it is.
    pub async fn forget_moving(&self, id: &str) -> Result<bool, Error> {
        const SQL: &str = "UPDATE sources SET moving_to = NULL WHERE id = $1 AND moving_to IS NOT NULL";
        self.changed(Statement::new(SQL, values![id])).await
    }

    pub async fn pause(&self, id: &str, paused: bool) -> Result<bool, Error> {
        const SQL: &str = "UPDATE sources SET paused = $2 WHERE id = $1";
        self.changed(Statement::new(SQL, values![id, paused])).await
    }

    /// Forgets the source; its documents stay.
    pub async fn remove(&self, id: &str) -> Result<bool, Error> {
        self.changed(Statement::new("DELETE FROM sources WHERE id = $1", values![id])).await
    }

    async fn changed(&self, statement: Statement) -> Result<bool, Error> {
        let done = self.db.commit(vec![statement]).await?.unguarded()?;
        Ok(done.iter().any(|one| one.affected > 0))
    }
}

fn source(mut row: Row) -> Result<Source, Error> {
    let row = &mut row;
    record!(
        row,
        Source {
            id,
            kind,
            url,
            settings,
            interval_s,
            paused,
            etag,
            last_modified,
            cursor,
            next_due_at,
            last_success_at,
            last_error,
            error_count,
            items_total,
            added_at,
            moving: moving(row)?,
            quarantined,
        }
    )
}

fn moving(row: &mut Row) -> Result<Option<Moving>, Error> {
    let (to, since): (Option<_>, _) = (row.get("moving_to")?, row.get("moving_since")?);
    let seen = row.get("moving_seen")?;
    Ok(to.zip(since).map(|(to, since)| Moving { to, seen, since }))
}
