//! What outlets repeat, as those who clean have learned it, and how far they have come. The store does not look inside.

use std::collections::HashMap;

use crate::Error;
use crate::db::{Db, MAX_LIST, Outcome, Row, Statement, Value, padded, placeholders, record, values};
use crate::leases::Fence;

/// `store.frames`.
#[derive(Clone, Debug)]
pub struct Frames {
    db: Db,
}

/// What is kept of one outlet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutletFrames {
    pub outlet: String,
    /// Grows with every change; 0 before there is anything.
    pub version: i64,
    /// Articles that were learned from, and frames that came of it, for lists.
    pub articles: i64,
    pub frames: i64,
    pub bytes: Vec<u8>,
}

/// A line about an outlet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameCount {
    pub outlet: String,
    pub articles: i64,
    pub frames: i64,
}

// A row that is not there has version 0: the first insertion makes it 1. Another's row is left alone.
const PUT: &str = "
    INSERT INTO outlet_frames (outlet, version, articles, frames, bytes) VALUES ($1, CAST($2 AS BIGINT) + 1, $3, $4, $5)
    ON CONFLICT (outlet) DO UPDATE SET version = excluded.version, articles = excluded.articles,
        frames = excluded.frames, bytes = excluded.bytes
     WHERE outlet_frames.version = $2";

impl Frames {
    pub(crate) fn new(db: Db) -> Frames {
        Frames { db }
    }

    /// Outlets with more frames first, then those with more articles.
    pub async fn list(&self, limit: usize) -> Result<Vec<FrameCount>, Error> {
        const SQL: &str = "
            SELECT outlet, articles, frames FROM outlet_frames
             ORDER BY frames DESC, articles DESC, outlet LIMIT $1";
        let count = |mut row: Row| record!(row, FrameCount { outlet, articles, frames });
        self.db.query(SQL, values![limit as i64]).await?.into_iter().map(count).collect()
    }

    /// By the names of outlets; those of which nothing is known are left out.
    pub async fn versions(&self, outlets: &[&str]) -> Result<HashMap<String, i64>, Error> {
        let rows = self.of(outlets, "outlet, version").await?;
        rows.into_iter().map(|mut row| Ok((row.get("outlet")?, row.get("version")?))).collect()
    }

    pub async fn find(&self, outlets: &[&str]) -> Result<Vec<OutletFrames>, Error> {
        let rows = self.of(outlets, "outlet, version, articles, frames, bytes").await?;
        let frames = |mut row: Row| record!(row, OutletFrames { outlet, version, articles, frames, bytes });
        rows.into_iter().map(frames).collect()
    }

    async fn of(&self, outlets: &[&str], columns: &str) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::with_capacity(outlets.len());
        for part in outlets.chunks(MAX_LIST) {
            let list = padded(part.iter().map(|outlet| Value::from(*outlet)).collect());
            let places = placeholders(list.len());
            let sql = format!("SELECT {columns} FROM outlet_frames WHERE outlet IN ({places})");
            rows.extend(self.db.query(sql, list).await?);
        }
        Ok(rows)
    }

    /// The number of the last document that was learned from.
    pub async fn position(&self) -> Result<i64, Error> {
        const SQL: &str = "SELECT value FROM counters WHERE name = 'frames'";
        self.db.query(SQL, Vec::new()).await?.first_mut().map_or(Ok(0), |row| row.only())
    }

    /// Keeps what was learned from the documents after `from` up to `to`, each outlet under the version it was read at.
    /// All of it or nothing: `Contended` where the position or an outlet was changed meanwhile.
    pub async fn learned(
        &self,
        from: i64,
        to: i64,
        outlets: &[OutletFrames],
        fence: Option<&Fence>,
    ) -> Result<(), Error> {
        const POSITION: &str = "UPDATE counters SET value = $1 WHERE name = 'frames' AND value = $2";
        let unit = vec![
            Statement::new(POSITION, values![to, from]).guarded(),
            Statement::many(PUT, outlets.iter().map(put).collect()).guarded(),
        ];
        Fence::commit(fence, &self.db, unit).await.map(|_| ())
    }

    /// Replaces what is kept of one outlet; false where it was changed since it was read.
    pub async fn replace(&self, outlet: &OutletFrames) -> Result<bool, Error> {
        let unit = vec![Statement::new(PUT, put(outlet)).guarded()];
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn put(outlet: &OutletFrames) -> Vec<Value> {
    values![&outlet.outlet, outlet.version, outlet.articles, outlet.frames, outlet.bytes.as_slice()]
}
