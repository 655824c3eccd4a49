//! Payments made on the spot, without an account: one row for each authorization.
//!
//! The row is the reservation: it is written before anyone is asked for money, and only a row that nobody
//! has yet tried to settle may be deleted. Which step follows which is decided elsewhere; here each step
//! is taken only from the state it was decided for.

use domain::{Credits, Instant, MicroUsd};

use crate::Error;
use crate::db::{Db, Outcome, Row, Statement, values};

/// `store.payments`.
#[derive(Clone, Debug)]
pub struct Payments {
    db: Db,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPayment {
    /// The authorization: network, asset, payer and nonce, in lower case.
    pub key: String,
    /// What was asked for; the same question may be answered again for the same payment.
    pub request_hash: String,
    pub network: String,
    pub asset: String,
    pub payer: String,
    pub nonce: String,
    pub amount: MicroUsd,
    pub credits: Credits,
    pub route: String,
    pub valid_before: Instant,
    pub now: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    pub key: String,
    pub request_hash: String,
    /// `reserved`, `settling`, `settled`, `refused`, `unknown` or `void`.
    pub state: String,
    pub network: String,
    pub asset: String,
    pub payer: String,
    pub nonce: String,
    pub amount: MicroUsd,
    pub credits: Credits,
    pub route: String,
    pub valid_before: Instant,
    pub tx: Option<String>,
    pub reason: Option<String>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// One step of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    pub from: &'a str,
    pub to: &'a str,
    pub tx: Option<&'a str>,
    pub reason: Option<&'a str>,
    pub now: Instant,
}

const COLUMNS: &str =
    "key, request_hash, state, network, asset, payer, nonce, amount_micro_usd, credits, route,
    valid_before, tx, reason, created_at, updated_at";

impl Payments {
    pub(crate) fn new(db: Db) -> Payments {
        Payments { db }
    }

    /// True for exactly one of those who bring the same authorization.
    pub async fn reserve(&self, new: &NewPayment) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO payments (key, request_hash, state, network, asset, payer, nonce, amount_micro_usd, credits,
                route, valid_before, created_at, updated_at)
            VALUES ($1, $2, 'reserved', $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
            ON CONFLICT (key) DO NOTHING";
        let parameters = values![
            &new.key,
            &new.request_hash,
            &new.network,
            &new.asset,
            &new.payer,
            &new.nonce,
            new.amount,
            new.credits,
            &new.route,
            new.valid_before,
            new.now,
        ];
        self.took(vec![Statement::new(SQL, parameters).guarded()]).await
    }

    pub async fn find(&self, key: &str) -> Result<Option<Payment>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM payments WHERE key = $1");
        self.db.query(sql, values![key]).await?.first_mut().map(payment).transpose()
    }

    /// Takes a step, unless the row has left the state it was meant for. A step to `settled` writes the entry
    /// in the same transaction.
    pub async fn step(&self, key: &str, step: &Step<'_>) -> Result<bool, Error> {
        const SQL: &str = "
            UPDATE payments SET state = $3, tx = COALESCE($4, tx), reason = $5, updated_at = $6
             WHERE key = $1 AND state = $2";
        const ENTRY: &str = "
            INSERT INTO entries (id, source, route, credits, micro_usd, at, day)
            SELECT key, 'x402', route, credits, amount_micro_usd, $2, $3 FROM payments WHERE key = $1";
        let parameters = values![key, step.from, step.to, step.tx, step.reason, step.now];
        let mut unit = vec![Statement::new(SQL, parameters).guarded()];
        if step.to == "settled" && step.from != "settled" {
            unit.push(Statement::new(ENTRY, values![key, step.now, step.now.day()]).guarded());
        }
        self.took(unit).await
    }

    /// Forgets a reservation for which no money was asked; the same payment may come again.
    pub async fn release(&self, key: &str) -> Result<bool, Error> {
        const SQL: &str = "DELETE FROM payments WHERE key = $1 AND state = 'reserved'";
        self.took(vec![Statement::new(SQL, values![key]).guarded()]).await
    }

    /// Rows in this state that nobody has touched since, the longest first.
    pub async fn list_stale(
        &self,
        state: &str,
        before: Instant,
        limit: usize,
    ) -> Result<Vec<Payment>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM payments WHERE state = $1 AND updated_at < $2 ORDER BY updated_at LIMIT $3"
        );
        self.db.query(sql, values![state, before, limit as i64]).await?.iter_mut().map(payment).collect()
    }

    async fn took(&self, unit: Vec<Statement>) -> Result<bool, Error> {
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }
}

fn payment(row: &mut Row) -> Result<Payment, Error> {
    Ok(Payment {
        key: row.text()?,
        request_hash: row.text()?,
        state: row.text()?,
        network: row.text()?,
        asset: row.text()?,
        payer: row.text()?,
        nonce: row.text()?,
        amount: row.micro_usd()?,
        credits: row.credits()?,
        route: row.text()?,
        valid_before: row.instant()?,
        tx: row.text_or_null()?,
        reason: row.text_or_null()?,
        created_at: row.instant()?,
        updated_at: row.instant()?,
    })
}
