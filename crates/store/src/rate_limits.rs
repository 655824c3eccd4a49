//! How often anyone may do something, counted where all programs on a store see it. Each limit is one number: when what
//! was taken will have been given back.
//!
//! Where one process serves the store the caller's clock counts; where several do, the database's alone.

use std::time::Duration;

use domain::Instant;

use crate::Error;
use crate::db::{Db, Statement, Value, values};

/// `store.rate_limits`.
#[derive(Clone, Debug)]
pub struct RateLimits {
    db: Db,
}

/// So many a minute, of which so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Microseconds after which one taken token is back.
    interval_us: i64,
    /// The most that may be taken of a limit that is whole, as time.
    room_us: i64,
}

impl Rate {
    pub fn new(per_minute: u32, burst: u32) -> Rate {
        let per_minute = i64::from(per_minute.max(1));
        let interval_us = (60_000_000 / per_minute).max(1);
        Rate { interval_us, room_us: interval_us * i64::from(burst.max(1)) }
    }

    /// For whoever keeps what was taken for so long before it is used: room for what comes back meanwhile is left.
    pub fn less(self, kept: Duration) -> Rate {
        let kept_us = i64::try_from(kept.as_micros()).unwrap_or(i64::MAX);
        Rate { room_us: (self.room_us - kept_us).max(self.interval_us), ..self }
    }

    /// So many a day, all at once or one after the other.
    pub fn per_day(most: u32) -> Rate {
        let interval_us = 86_400_000_000 / i64::from(most.max(1));
        Rate { interval_us, room_us: interval_us * i64::from(most.max(1)) }
    }

    /// What is left of a limit that is whole again after this time.
    fn level(self, whole_in_us: i64) -> Level {
        let whole_in_us = whole_in_us.max(0);
        let room = self.room_us - whole_in_us;
        let left = room.div_euclid(self.interval_us).max(0);
        Level { left, wait_us: (self.interval_us - room).max(0), whole_in_us }
    }
}

/// How a limit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub left: i64,
    /// Until one is left; 0 where there is.
    pub wait_us: i64,
    /// Until it is as if nobody had taken any.
    pub whole_in_us: i64,
}

/// Whether tokens were taken, and how the limit stands then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub taken: bool,
    pub level: Level,
}

impl RateLimits {
    pub(crate) fn new(db: Db) -> RateLimits {
        RateLimits { db }
    }

    /// Whether several processes count here, each of which would give the whole limit by itself.
    pub fn are_shared(&self) -> bool {
        !self.db.serves_one_process()
    }

    /// Takes so many tokens at once, or none. Losing it in a crash harms nobody.
    pub async fn take(&self, id: &str, rate: Rate, tokens: u32, now: Instant) -> Result<Taken, Error> {
        self.take_each(&[(id, rate)], tokens, now).await.map(|taken| taken[0])
    }

    /// The same of several limits, each for itself.
    pub async fn take_each(
        &self,
        limits: &[(&str, Rate)],
        tokens: u32,
        now: Instant,
    ) -> Result<Vec<Taken>, Error> {
        const SQL: &str = "
            INSERT INTO rate_limits (id, whole_at_us)
            VALUES ($1, COALESCE($4, database_us()) + $2)
            ON CONFLICT (id) DO UPDATE SET whole_at_us = excluded.whole_at_us
                + CASE WHEN rate_limits.whole_at_us > COALESCE($4, database_us())
                       THEN rate_limits.whole_at_us - COALESCE($4, database_us()) ELSE 0 END
             WHERE rate_limits.whole_at_us - COALESCE($4, database_us()) + $2 <= $3
            RETURNING 1";
        // Asked in the same unit: what was acknowledged early is not yet there for readers.
        const STANDS: &str =
            "SELECT whole_at_us - COALESCE($2, database_us()) FROM rate_limits WHERE id = $1";
        let unit = limits.iter().flat_map(|(id, rate)| {
            let cost = rate.interval_us.saturating_mul(i64::from(tokens));
            [
                Statement::new(SQL, values![*id, cost, rate.room_us, self.time(now)]),
                Statement::new(STANDS, vec![Value::from(*id), self.time(now)]),
            ]
        });
        let mut done = self.db.commit_early(unit.collect()).await?.unguarded()?.into_iter();
        let mut next = || done.next().and_then(|one| one.into_row());
        let mut all = Vec::with_capacity(limits.len());
        for (_, rate) in limits {
            let taken = next().is_some();
            let whole_in_us = next().map_or(Ok(0), |mut row| row.only())?;
            all.push(Taken { taken, level: rate.level(whole_in_us) });
        }
        Ok(all)
    }

    /// Gives one token back to each of these: what it was taken for turned out well.
    pub async fn give_back(&self, limits: &[(&str, Rate)]) -> Result<(), Error> {
        const SQL: &str = "UPDATE rate_limits SET whole_at_us = whole_at_us - $2 WHERE id = $1";
        let each = limits.iter().map(|(id, rate)| values![*id, rate.interval_us]);
        self.db.commit_early(vec![Statement::many(SQL, each.collect())]).await.map(|_| ())
    }

    /// Forgets limits that are as if nobody had taken any.
    pub async fn sweep(&self, now: Instant) -> Result<(), Error> {
        const SQL: &str = "DELETE FROM rate_limits WHERE whole_at_us <= COALESCE($1, database_us())";
        self.db.commit_early(vec![Statement::new(SQL, vec![self.time(now)])]).await.map(|_| ())
    }

    /// None for the database's.
    fn time(&self, now: Instant) -> Value {
        Value::from(self.db.serves_one_process().then(|| now.ms().saturating_mul(1000)))
    }
}
