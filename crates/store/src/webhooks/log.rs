//! Every attempt to deliver an event, kept for a while.

use domain::{Credits, EventType, Instant};

use crate::Error;
use crate::db::{Db, Row, Statement, record, values};

/// `store.webhooks.deliveries`.
#[derive(Clone, Debug)]
pub struct Deliveries {
    db: Db,
}

/// One attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub id: String,
    pub account_id: String,
    pub webhook_id: String,
    pub event_id: String,
    pub event_type: EventType,
    pub url: String,
    /// From 1; 0 where it was sent by hand.
    pub attempt: u32,
    pub at: Instant,
    pub duration_ms: i64,
    pub delivered: bool,
    /// What the endpoint answered, where it did.
    pub status: Option<u32>,
    pub error: Option<String>,
    /// What was charged for it.
    pub credits: Credits,
    /// When it is tried again.
    pub next_at: Option<Instant>,
}

const COLUMNS: &str =
    "id, account_id, webhook_id, event_id, event_type, url, attempt, at, duration_ms, delivered, status,
    error, credits, next_at";

pub(super) fn insertion(one: &Delivery) -> Statement {
    let sql = format!(
        "INSERT INTO deliveries ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (id) DO NOTHING"
    );
    let parameters = values![
        &one.id,
        &one.account_id,
        &one.webhook_id,
        &one.event_id,
        one.event_type,
        &one.url,
        one.attempt,
        one.at,
        one.duration_ms,
        one.delivered,
        one.status,
        one.error.as_deref(),
        one.credits,
        one.next_at,
    ];
    Statement::new(sql, parameters)
}

impl Deliveries {
    pub(super) fn new(db: Db) -> Deliveries {
        Deliveries { db }
    }

    pub async fn insert(&self, one: &Delivery) -> Result<(), Error> {
        self.db.commit(vec![insertion(one)]).await?.unguarded().map(|_| ())
    }

    /// Of an endpoint, newest first, before a place.
    pub async fn list(
        &self,
        account_id: &str,
        webhook_id: &str,
        before: Option<(Instant, &str)>,
        limit: usize,
    ) -> Result<Vec<Delivery>, Error> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.ms(), id));
        let sql = format!(
            "SELECT {COLUMNS} FROM deliveries
              WHERE account_id = $1 AND webhook_id = $2 AND (at, id) < ($3, $4)
              ORDER BY at DESC, id DESC LIMIT $5"
        );
        let rows = self.db.query(sql, values![account_id, webhook_id, at, id, limit as i64]).await?;
        rows.into_iter().map(delivery).collect()
    }

    /// How many attempts of an account failed since then; no more than `most` are counted.
    pub async fn failed_since(&self, account_id: &str, since: Instant, most: usize) -> Result<usize, Error> {
        const SQL: &str = "
            SELECT COUNT(*) AS failed FROM (
                SELECT 1 AS one FROM deliveries WHERE account_id = $1 AND at >= $2 AND delivered = 0 LIMIT $3) f";
        let rows = self.db.query(SQL, values![account_id, since, most as i64]).await?;
        let failed: i64 = rows.into_iter().next().map_or(Ok(0), |mut row| row.get("failed"))?;
        Ok(usize::try_from(failed).unwrap_or(0))
    }

    /// Lets go of attempts from before; returns how many.
    pub async fn forget(&self, before: Instant) -> Result<u64, Error> {
        const SQL: &str = "DELETE FROM deliveries WHERE at < $1";
        let done = self.db.commit(vec![Statement::new(SQL, values![before])]).await?.unguarded()?;
        Ok(done.first().map_or(0, |one| one.affected))
    }
}

fn delivery(mut row: Row) -> Result<Delivery, Error> {
    record!(
        row,
        Delivery {
            id,
            account_id,
            webhook_id,
            event_id,
            event_type,
            url,
            attempt,
            at,
            duration_ms,
            delivered,
            status,
            error,
            credits,
            next_at,
        }
    )
}
