//! Published readings, and the base years that scale them. What was written first stands: a second program on the
//! same store, or a second run, finds the first one's row and serves it.

use domain::{Day, DayRange, Instant};

use crate::Error;
use crate::db::{Db, MAX_LIST, Row, Statement, padded, placeholders, record, values};
use crate::leases::Fence;

/// `store.readings`.
#[derive(Clone, Debug)]
pub struct Readings {
    db: Db,
}

/// A reading as it was published.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredReading {
    pub metric: String,
    pub at: Instant,
    /// The value of its UTC day, as against one of a quarter of an hour.
    pub frozen: bool,
    pub day: Day,
    pub version: String,
    pub value: Option<f64>,
    /// Names every digit of the reading.
    pub seal: String,
    /// Names its inputs.
    pub digest: String,
    /// All that it says.
    pub body: String,
    pub made_at: Instant,
}

/// One day of a metric's history.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedDay {
    pub day: Day,
    pub value: f64,
    pub version: String,
}

/// The scale of an index, once its base year is over.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredBaseYear {
    pub version: String,
    pub kappa: f64,
    pub days: DayRange,
    pub readings: i64,
    pub made_at: Instant,
}

const COLUMNS: &str = "metric, at, frozen, day, version, value, seal, digest, body, made_at";

impl Readings {
    pub(crate) fn new(db: Db) -> Readings {
        Readings { db }
    }

    /// Those whose place is taken already are left out; returns how many were written.
    pub async fn insert(&self, readings: &[StoredReading]) -> Result<u64, Error> {
        self.insert_under(readings, None).await
    }

    /// The same under the lease of whoever publishes.
    pub async fn insert_under(
        &self,
        readings: &[StoredReading],
        fence: Option<&Fence>,
    ) -> Result<u64, Error> {
        let sql = format!(
            "INSERT INTO readings ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (metric, frozen, at) DO NOTHING"
        );
        let row = |one: &StoredReading| {
            values![
                &one.metric,
                one.at,
                one.frozen,
                one.day,
                &one.version,
                one.value,
                &one.seal,
                &one.digest,
                &one.body,
                one.made_at,
            ]
        };
        let unit = vec![Statement::many(sql, readings.iter().map(row).collect())];
        let done = Fence::commit(fence, &self.db, unit).await?;
        Ok(done.first().map_or(0, |one| one.affected))
    }

    /// The newest instant of which a quarter's reading is known.
    pub async fn newest_quarter(&self) -> Result<Option<Instant>, Error> {
        const SQL: &str = "SELECT MAX(at) FROM readings WHERE frozen = 0";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        rows.first_mut().map_or(Ok(None), |row| row.only())
    }

    /// Everything that is published, in the order of metric and time, after the one that was looked at last.
    pub async fn page(
        &self,
        after: Option<&StoredReading>,
        limit: usize,
    ) -> Result<Vec<StoredReading>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM readings WHERE (metric, frozen, at) > ($1, $2, $3)
              ORDER BY metric, frozen, at LIMIT $4"
        );
        let (metric, frozen, at) =
            after.map_or(("", false, i64::MIN), |one| (one.metric.as_str(), one.frozen, one.at.ms()));
        let values = values![metric, frozen, at, limit.max(1) as i64];
        self.db.query(sql, values).await?.into_iter().map(reading).collect()
    }

    /// All metrics of one quarter of an hour.
    pub async fn of_quarter(&self, at: Instant) -> Result<Vec<StoredReading>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM readings WHERE frozen = 0 AND at = $1 ORDER BY metric");
        self.db.query(sql, values![at]).await?.into_iter().map(reading).collect()
    }

    /// All metrics of one UTC day.
    pub async fn of_day(&self, day: Day) -> Result<Vec<StoredReading>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM readings WHERE frozen = 1 AND day = $1 ORDER BY metric");
        self.db.query(sql, values![day]).await?.into_iter().map(reading).collect()
    }

    /// One metric on these days, in order; days without one are left out.
    pub async fn of_days(&self, metric: &str, days: &[Day]) -> Result<Vec<StoredReading>, Error> {
        let mut found = Vec::with_capacity(days.len());
        for part in days.chunks(MAX_LIST) {
            let mut parameters = padded(part.iter().map(|day| (*day).into()).collect());
            let places = placeholders(parameters.len());
            parameters.push(metric.into());
            let sql = format!(
                "SELECT {COLUMNS} FROM readings WHERE frozen = 1 AND day IN ({places}) AND metric = ${}",
                parameters.len()
            );
            for row in self.db.query(sql, parameters).await? {
                found.push(reading(row)?);
            }
        }
        found.sort_by_key(|one: &StoredReading| one.day);
        Ok(found)
    }

    /// Every frozen day of a metric that has a value, in order.
    pub async fn history(&self, metric: &str, days: DayRange) -> Result<Vec<PublishedDay>, Error> {
        const SQL: &str = "
            SELECT day, value, version FROM readings
             WHERE metric = $1 AND frozen = 1 AND day BETWEEN $2 AND $3 AND value IS NOT NULL
             ORDER BY day";
        let rows = self.db.query(SQL, values![metric, days.first(), days.last()]).await?;
        rows.into_iter().map(|mut row| record!(row, PublishedDay { day, value, version })).collect()
    }

    /// Which metrics are frozen on which of these days.
    pub async fn frozen(&self, days: DayRange) -> Result<Vec<(Day, String)>, Error> {
        const SQL: &str = "
            SELECT day, metric FROM readings WHERE frozen = 1 AND day BETWEEN $1 AND $2 ORDER BY day, metric";
        let rows = self.db.query(SQL, values![days.first(), days.last()]).await?;
        rows.into_iter().map(|mut row| Ok((row.get("day")?, row.get("metric")?))).collect()
    }

    /// Each version of a metric that days were frozen by, with the first of them.
    pub async fn versions(&self) -> Result<Vec<(String, Day, String)>, Error> {
        const SQL: &str = "
            SELECT metric, MIN(day) AS first, version FROM readings WHERE frozen = 1 GROUP BY metric, version";
        let rows = self.db.query(SQL, Vec::new()).await?;
        rows.into_iter()
            .map(|mut row| Ok((row.get("metric")?, row.get("first")?, row.get("version")?)))
            .collect()
    }

    /// The newest day on which anything is frozen.
    pub async fn newest_frozen(&self) -> Result<Option<Day>, Error> {
        const SQL: &str = "SELECT MAX(day) FROM readings WHERE frozen = 1";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        rows.first_mut().map_or(Ok(None), |row| row.only())
    }

    /// Lets go of quarters before `at`; frozen days stay for ever.
    pub async fn forget_quarters(&self, before: Instant) -> Result<u64, Error> {
        const SQL: &str = "DELETE FROM readings WHERE frozen = 0 AND at < $1";
        let done = self.db.commit(vec![Statement::new(SQL, values![before])]).await?.unguarded()?;
        Ok(done.first().map_or(0, |one| one.affected))
    }

    /// Writes a base year unless this version has one.
    pub async fn insert_base_year(&self, base: &StoredBaseYear) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO base_years (version, kappa, first_day, last_day, readings, made_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (version) DO NOTHING";
        let StoredBaseYear { version, kappa, days, readings, made_at } = base;
        let parameters = values![version, *kappa, days.first(), days.last(), *readings, *made_at];
        self.db.commit(vec![Statement::new(SQL, parameters)]).await?.unguarded().map(|_| ())
    }

    pub async fn base_year(&self, version: &str) -> Result<Option<StoredBaseYear>, Error> {
        const SQL: &str = "
            SELECT version, kappa, first_day, last_day, readings, made_at FROM base_years WHERE version = $1";
        self.db.query(SQL, values![version]).await?.into_iter().next().map(base_year).transpose()
    }
}

fn reading(mut row: Row) -> Result<StoredReading, Error> {
    record!(row, StoredReading { metric, at, frozen, day, version, value, seal, digest, body, made_at })
}

fn base_year(mut row: Row) -> Result<StoredBaseYear, Error> {
    let days = DayRange::inclusive(row.get("first_day")?, row.get("last_day")?);
    let days =
        days.ok_or_else(|| row.broken("first_day", "a range of days", "one that ends before it begins"))?;
    record!(row, StoredBaseYear { version, kappa, days: days, readings, made_at })
}
