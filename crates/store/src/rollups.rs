//! Counted days, as bytes: what they say is decided elsewhere.
//!
//! A recount takes the next number of its own counter, so that every program on this store can ask what was
//! counted after the last number it saw.

use domain::{Day, DayRange};

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

/// A day as it is held in memory; none where no outline of these counts is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinedDay {
    pub day: Day,
    pub seq: i64,
    pub outline: Option<Vec<u8>>,
}

/// Counts of a day, with what is held of them in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    pub whole: Vec<u8>,
    /// None: it is made by who looks for it first.
    pub outline: Option<Vec<u8>>,
    /// None: it is made by who counts.
    pub spoken: Option<Spoken>,
}

/// What was said on a day, by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// In known roles.
    pub voices: Vec<u8>,
    /// By anybody.
    pub said: Vec<u8>,
}

/// One of the two of a counted day; none where nothing of these counts is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenDay {
    pub day: Day,
    pub spoken: Option<Vec<u8>>,
}

impl From<Vec<u8>> for Counts {
    fn from(whole: Vec<u8>) -> Counts {
        Counts { whole, outline: None, spoken: None }
    }
}

impl Rollups {
    pub(crate) fn new(db: Db) -> Rollups {
        Rollups { db }
    }

    /// Puts these counts in the place of the old ones and takes the days off the list of dirty ones, except those
    /// that were touched again since they were read; all in one transaction.
    pub async fn replace(
        &self,
        counted: Vec<(DirtyDay, impl Into<Counts>)>,
        fence: Option<&Fence>,
    ) -> Result<(), Error> {
        const ADVANCE: &str = "UPDATE counters SET value = value + $1 WHERE name = 'rollups'";
        const PUT: &str = "
            INSERT INTO rollups (day, seq, counts)
            VALUES ($1, (SELECT value FROM counters WHERE name = 'rollups') - $2, $3)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, counts = excluded.counts";
        const PUT_OUTLINE: &str = "
            INSERT INTO rollup_outlines (day, seq, outline)
            VALUES ($1, (SELECT value FROM counters WHERE name = 'rollups') - $2, $3)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, outline = excluded.outline";
        const PUT_SPOKEN: &str = "
            INSERT INTO rollup_voices (day, seq, voices, said)
            VALUES ($1, (SELECT value FROM counters WHERE name = 'rollups') - $2, $3, $4)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, voices = excluded.voices, said = excluded.said";
        const CLEAN: &str = "DELETE FROM dirty_days WHERE day = $1 AND seq = $2";
        if counted.is_empty() {
            return Ok(());
        }
        let clean = counted.iter().map(|(dirty, _)| values![dirty.day, dirty.seq]).collect();
        let length = counted.len();
        let (mut wholes, mut outlines, mut spoken) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (dirty, counts)) in counted.into_iter().enumerate() {
            let (counts, back): (Counts, i64) = (counts.into(), (length - 1 - i) as i64);
            wholes.push(values![dirty.day, back, &counts.whole[..]]);
            if let Some(outline) = counts.outline {
                outlines.push(values![dirty.day, back, &outline[..]]);
            }
            if let Some(Spoken { voices, said }) = counts.spoken {
                spoken.push(values![dirty.day, back, &voices[..], &said[..]]);
            }
        }
        let unit = vec![
            Statement::new(ADVANCE, values![length as i64]),
            Statement::many(PUT, wholes),
            Statement::many(PUT_OUTLINE, outlines),
            Statement::many(PUT_SPOKEN, spoken),
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

    /// The days of a range in the order of the calendar.
    pub async fn of_days(&self, days: DayRange) -> Result<Vec<CountedDay>, Error> {
        const SQL: &str = "SELECT day, seq, counts FROM rollups WHERE day BETWEEN $1 AND $2 ORDER BY day";
        self.counted(SQL, values![days.first(), days.last()]).await
    }

    /// Days that were counted after `seq`, in the order of counting.
    pub async fn outlines_since(&self, seq: i64, limit: usize) -> Result<Vec<OutlinedDay>, Error> {
        const SQL: &str = "
            SELECT r.day, r.seq, o.outline
              FROM rollups r
              LEFT JOIN rollup_outlines o ON o.day = r.day AND o.seq = r.seq
             WHERE r.seq > $1
             ORDER BY r.seq
             LIMIT $2";
        self.outlined(SQL, values![seq, limit.max(1) as i64]).await
    }

    /// Days after `day` in the order of the calendar; from the first where none is given.
    pub async fn outlines_in_order(
        &self,
        after: Option<Day>,
        limit: usize,
    ) -> Result<Vec<OutlinedDay>, Error> {
        const SQL: &str = "
            SELECT r.day, r.seq, o.outline
              FROM rollups r
              LEFT JOIN rollup_outlines o ON o.day = r.day AND o.seq = r.seq
             WHERE r.day > $1
             ORDER BY r.day
             LIMIT $2";
        let after = after.map_or(i64::MIN, Day::number);
        self.outlined(SQL, values![after, limit.max(1) as i64]).await
    }

    /// Keeps outlines that were made from the counts of these numbers. One whose day was counted again is not used.
    pub async fn keep_outlines(&self, outlines: Vec<(Day, i64, Vec<u8>)>) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO rollup_outlines (day, seq, outline) VALUES ($1, $2, $3)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, outline = excluded.outline
             WHERE rollup_outlines.seq <= excluded.seq";
        let rows = outlines.iter().map(|(day, seq, outline)| values![*day, *seq, &outline[..]]).collect();
        self.db.commit(vec![Statement::many(SQL, rows)]).await?.unguarded().map(|_| ())
    }

    /// What was said in known roles on the counted days of a range.
    pub async fn voices_of_days(&self, days: DayRange) -> Result<Vec<SpokenDay>, Error> {
        const SQL: &str = "
            SELECT r.day, v.voices AS spoken
              FROM rollups r
              LEFT JOIN rollup_voices v ON v.day = r.day AND v.seq = r.seq
             WHERE r.day BETWEEN $1 AND $2
             ORDER BY r.day";
        self.spoken(SQL, values![days.first(), days.last()]).await
    }

    /// What anybody said on the counted days of a range.
    pub async fn said_on_days(&self, days: DayRange) -> Result<Vec<SpokenDay>, Error> {
        const SQL: &str = "
            SELECT r.day, v.said AS spoken
              FROM rollups r
              LEFT JOIN rollup_voices v ON v.day = r.day AND v.seq = r.seq
             WHERE r.day BETWEEN $1 AND $2
             ORDER BY r.day";
        self.spoken(SQL, values![days.first(), days.last()]).await
    }

    /// Counted days of which it is not kept what was said, the newest first, with the numbers of their counts.
    pub async fn without_spoken(&self, limit: usize) -> Result<Vec<(Day, i64)>, Error> {
        const SQL: &str = "
            SELECT r.day, r.seq
              FROM rollups r
              LEFT JOIN rollup_voices v ON v.day = r.day AND v.seq = r.seq
             WHERE v.day IS NULL
             ORDER BY r.day DESC
             LIMIT $1";
        let rows = self.db.query(SQL, values![limit.max(1) as i64]).await?;
        rows.into_iter().map(|mut row| Ok((row.get("day")?, row.get("seq")?))).collect()
    }

    /// Keeps what was said on days whose counts have these numbers. One whose day was counted again is not used.
    pub async fn keep_spoken(&self, days: Vec<(Day, i64, Spoken)>) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO rollup_voices (day, seq, voices, said) VALUES ($1, $2, $3, $4)
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq, voices = excluded.voices, said = excluded.said
             WHERE rollup_voices.seq < excluded.seq";
        let row = |(day, seq, spoken): &(Day, i64, Spoken)| {
            values![*day, *seq, &spoken.voices[..], &spoken.said[..]]
        };
        let rows = days.iter().map(row).collect();
        self.db.commit(vec![Statement::many(SQL, rows)]).await?.unguarded().map(|_| ())
    }

    async fn spoken(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<SpokenDay>, Error> {
        let rows = self.db.query(sql, values).await?;
        rows.into_iter().map(|mut row| record!(row, SpokenDay { day, spoken })).collect()
    }

    async fn outlined(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<OutlinedDay>, Error> {
        let rows = self.db.query(sql, values).await?;
        rows.into_iter().map(|mut row| record!(row, OutlinedDay { day, seq, outline })).collect()
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
