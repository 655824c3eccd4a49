//! Daily closing prices of assets.

use domain::{Day, DayRange};

use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, record, values};

/// `store.prices`.
#[derive(Clone, Debug)]
pub struct Prices {
    db: Db,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DailyClose {
    /// Such as `BTC`.
    pub asset: String,
    pub day: Day,
    /// In US dollars.
    pub close: f64,
    pub source: String,
}

impl Prices {
    pub(crate) fn new(db: Db) -> Prices {
        Prices { db }
    }

    /// All or none. The same price again is fine; another one for a day that has one is refused, because an
    /// index that was computed from the first would silently stop being reproducible.
    pub async fn insert(&self, closes: &[DailyClose]) -> Result<(), Error> {
        // An equal price is "changed" into itself, so that only a different one leaves no row behind.
        const SQL: &str = "
            INSERT INTO prices (asset, day, close, source) VALUES ($1, $2, $3, $4)
            ON CONFLICT (asset, day) DO UPDATE SET source = prices.source WHERE prices.close = excluded.close";
        if let Some(bad) = closes.iter().find(|close| !(close.close.is_finite() && close.close > 0.0)) {
            return Err(refused(bad, "it is not a positive number"));
        }
        let rows = closes.iter().map(|one| values![&one.asset, one.day, one.close, &one.source]).collect();
        match self.db.commit(vec![Statement::many(SQL, rows).guarded()]).await? {
            Outcome::Committed(_) => Ok(()),
            Outcome::Refused(_) => Err(self.conflict(closes).await?),
        }
    }

    /// Days in order, those with a price only.
    pub async fn list(&self, asset: &str, days: DayRange) -> Result<Vec<DailyClose>, Error> {
        const SQL: &str = "
            SELECT asset, day, close, source FROM prices WHERE asset = $1 AND day BETWEEN $2 AND $3 ORDER BY day";
        let rows = self.db.query(SQL, values![asset, days.first(), days.last()]).await?;
        rows.into_iter().map(daily_close).collect()
    }

    /// Every asset with its first and last day.
    pub async fn assets(&self) -> Result<Vec<(String, Day, Day)>, Error> {
        const SQL: &str =
            "SELECT asset, MIN(day) AS first, MAX(day) AS last FROM prices GROUP BY asset ORDER BY asset";
        let rows = self.db.query(SQL, Vec::new()).await?;
        rows.into_iter().map(|mut row| Ok((row.get("asset")?, row.get("first")?, row.get("last")?))).collect()
    }

    /// Names the first price that stood in the way.
    async fn conflict(&self, closes: &[DailyClose]) -> Result<Error, Error> {
        for close in closes {
            let stored = self.list(&close.asset, DayRange::single(close.day)).await?;
            if let Some(stored) = stored.first().filter(|stored| stored.close != close.close) {
                return Ok(refused(
                    close,
                    &format!("{} from {} is stored already", stored.close, stored.source),
                ));
            }
        }
        // Two different prices for one day in the same batch.
        Ok(Error::Refused { what: "a list of daily prices", reason: "it contradicts itself".to_owned() })
    }
}

fn refused(close: &DailyClose, reason: &str) -> Error {
    let reason = format!("{} on {} at {}: {reason}", close.asset, close.day, close.close);
    Error::Refused { what: "a daily price", reason }
}

fn daily_close(mut row: Row) -> Result<DailyClose, Error> {
    record!(row, DailyClose { asset, day, close, source })
}
