//! Counted days, as bytes: what they say is decided elsewhere.
//!
//! A recount takes the next number of its own counter, so that every program on this store can ask what was
//! counted after the last number it saw.

use domain::Day;

use crate::Error;
use crate::db::{Db, Statement, Value, record, values};
use crate::documents::DirtyDay;
use crate::leases::Fence;

/// `store.rollups`.
#[derive(Clone, Debug)]
pub struct Rollups {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedDay {
    pub day: Day,
    pub seq: i64,
    pub counts: Vec<u8>,
}

impl Rollups {
    pub(crate) fn new(db: Db) -> Rollups {
        Rollups { db }
    }

    /// Puts these counts in the place of the old ones and takes the days off the list of dirty ones, except those
    /// that were touched again since they were read; all in one transaction.
    pub async fn replace(
        &self,
        counted: Vec<(DirtyDay, Vec<u8>)>,
        fence: Option<&Fence>,
    ) -> Result<(), Error> {
        const ADVANCE: &str = "UPDATE counters SET value = value + $1 WHERE name = 'rollups'";
        const PUT: &str = "
            INSERT INTO rollups (day, seq, counts)
            VALUES ($1, (SELECT value FROM counters WHERE name = 'rollups') - $2, $3)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, counts = excluded.counts";
        const CLEAN: &str = "DELETE FROM dirty_days WHERE day = $1 AND seq = $2";
        if counted.is_empty() {
            return Ok(());
        }
        let clean = counted.iter().map(|(dirty, _)| values![dirty.day, dirty.seq]).collect();
        let length = counted.len();
        let rows = counted.into_iter().enumerate();
        let rows = rows
            .map(|(i, (dirty, counts))| values![dirty.day, (length - 1 - i) as i64, &counts[..]])
            .collect();
        let unit = vec![
            Statement::new(ADVANCE, values![length as i64]),
            Statement::many(PUT, rows),
            Statement::many(CLEAN, clean),
        ];
        Fence::commit(fence, &self.db, unit).await.map(|_| ())
    }

    /// Days that were counted after `seq`, in the order of counting.
    pub async fn changed_since(&self, seq: i64, limit: usize) -> Result<Vec<CountedDay>, Error> {
        const SQL: &str = "SELECT day, seq, counts FROM rollups WHERE seq > $1 ORDER BY seq LIMIT $2";
        self.counted(SQL, values![seq, limit.max(1) as i64]).await
    }

    /// Days after `day` in the order of the calendar; from the first where none is given.
    pub async fn in_order(&self, after: Option<Day>, limit: usize) -> Result<Vec<CountedDay>, Error> {
        const SQL: &str = "SELECT day, seq, counts FROM rollups WHERE day > $1 ORDER BY day LIMIT $2";
        let after = after.map_or(i64::MIN, Day::number);
        self.counted(SQL, values![after, limit.max(1) as i64]).await
    }

    async fn counted(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<CountedDay>, Error> {
        let rows = self.db.query(sql, values).await?;
        rows.into_iter().map(|mut row| record!(row, CountedDay { day, seq, counts })).collect()
    }

    /// The number of the newest recount; 0 where nothing was counted yet.
    pub async fn max_seq(&self) -> Result<i64, Error> {
        let mut rows = self.db.query("SELECT COALESCE(MAX(seq), 0) FROM rollups", Vec::new()).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }

    /// Makes these days dirty: their counts cannot be used.
    pub async fn refuse(&self, days: &[Day]) -> Result<(), Error> {
        const ADVANCE: &str = "UPDATE counters SET value = value + 1 WHERE name = 'documents'";
        const DIRTY: &str = "
            INSERT INTO dirty_days (day, seq)
            SELECT CAST($1 AS BIGINT), value FROM counters WHERE name = 'documents'
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
        let rows = days.iter().map(|day| values![*day]).collect();
        let unit = vec![Statement::new(ADVANCE, Vec::new()), Statement::many(DIRTY, rows)];
        self.db.commit(unit).await?.unguarded().map(|_| ())
    }

    /// Makes every day dirty that has documents or counts; returns how many are.
    pub async fn forget(&self) -> Result<u64, Error> {
        const ADVANCE: &str = "UPDATE counters SET value = value + 1 WHERE name = 'documents'";
        const DIRTY: &str = "
            INSERT INTO dirty_days (day, seq)
            SELECT d.day, c.value
              FROM (SELECT day FROM documents UNION SELECT day FROM rollups) AS d, counters c
             WHERE c.name = 'documents'
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
        let unit = vec![Statement::new(ADVANCE, Vec::new()), Statement::new(DIRTY, Vec::new())];
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.get(1).map_or(0, |one| one.affected))
    }
}
