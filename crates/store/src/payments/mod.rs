//! Payments made on the spot, without an account: one row for each authorization.
//!
//! The row is the reservation: it is written before anyone is asked for money, and only a row that nobody
//! has yet tried to settle may be deleted. Which step follows which is decided elsewhere; here each step
//! is taken only from the state it was decided for. Whoever has a row in hand holds a lease on it, counted by
//! the engine's clock (`Store::now`), so that nodes whose clocks differ agree on who is gone.

mod list;

use domain::{Credits, Instant, MicroUsd, PaymentState};

use crate::Error;
use crate::audit_log::{Action, Change, Origin, Recorder};
use crate::db::{Db, Outcome, Row, Statement, record, values};

/// `store.payments`.
#[derive(Clone, Debug)]
pub struct Payments {
    db: Db,
    recorder: Recorder,
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
    pub state: PaymentState,
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
    pub lease_until: Instant,
    /// Answers given for it.
    pub answers: u32,
    /// When the first of them left.
    pub answered_at: Option<Instant>,
}

/// Who has a row in hand, until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease<'a> {
    pub owner: &'a str,
    /// Both by the engine's clock.
    pub now: Instant,
    pub until: Instant,
}

/// One step of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    pub from: PaymentState,
    pub to: PaymentState,
    /// Only where this owner still has the row in hand.
    pub owner: Option<&'a str>,
    /// Whether the row stays in hand.
    pub keeps_lease: bool,
    pub transaction: Option<Transaction<'a>>,
    pub reason: Option<&'a str>,
    /// Where a person takes the step: it is written with a line of the audit log.
    pub by_hand: Option<&'a Origin>,
    pub now: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transaction<'a> {
    pub hash: &'a str,
    /// The chain showed it. One that was only named must belong to no other payment.
    pub proved: bool,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    Done,
    /// The row has left the state, or the owner's hand, that the step was meant for.
    Moved,
    /// The transaction is that of another payment.
    TransactionTaken,
}

const COLUMNS: &str =
    "key, request_hash, state, network, asset, payer, nonce, amount_micro_usd AS amount, credits, route,
    valid_before, tx, reason, created_at, updated_at, lease_until, answers, answered_at";

impl Payments {
    pub(crate) fn new(recorder: Recorder) -> Payments {
        Payments { db: recorder.db.clone(), recorder }
    }

    /// True for exactly one of those who bring the same authorization.
    pub async fn reserve(&self, new: &NewPayment, lease: &Lease<'_>) -> Result<bool, Error> {
        const SQL: &str = "
            INSERT INTO payments (key, request_hash, state, network, asset, payer, nonce, amount_micro_usd, credits,
                route, valid_before, created_at, updated_at, owner, lease_until, tx_proved)
            VALUES ($1, $2, 'reserved', $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, 0)
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
            lease.owner,
            lease.until,
        ];
        self.took(vec![Statement::new(SQL, parameters).guarded()]).await
    }

    pub async fn find(&self, key: &str) -> Result<Option<Payment>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM payments WHERE key = $1");
        self.db.query(sql, values![key]).await?.first_mut().map(payment).transpose()
    }

    /// Takes a row in hand that nobody has in hand any more; none where somebody has, or it is settled.
    pub async fn claim(&self, key: &str, lease: &Lease<'_>) -> Result<Option<Payment>, Error> {
        let sql = format!(
            "UPDATE payments SET owner = $2, lease_until = $4
              WHERE key = $1 AND lease_until <= $3 AND state <> 'settled'
            RETURNING {COLUMNS}"
        );
        let parameters = values![key, lease.owner, lease.now, lease.until];
        self.returned(Statement::new(sql, parameters)).await?.as_mut().map(payment).transpose()
    }

    /// False where the row is no longer in this owner's hand.
    pub async fn renew(&self, key: &str, lease: &Lease<'_>) -> Result<bool, Error> {
        const SQL: &str =
            "UPDATE payments SET lease_until = $3 WHERE key = $1 AND owner = $2 AND lease_until > 0";
        let unit = vec![Statement::new(SQL, values![key, lease.owner, lease.until]).guarded()];
        Ok(matches!(self.db.commit_early(unit).await?, Outcome::Committed(_)))
    }

    /// Takes every row out of every hand: for the start of the only process there is.
    pub async fn end_leases(&self) -> Result<(), Error> {
        const SQL: &str = "UPDATE payments SET lease_until = 0 WHERE lease_until > 0";
        self.db.commit(vec![Statement::new(SQL, Vec::new())]).await?.unguarded().map(|_| ())
    }

    /// Takes a step, unless the row has left the state it was meant for. A step to `settled` writes the entry
    /// in the same transaction.
    pub async fn step(&self, key: &str, step: &Step<'_>) -> Result<Stepped, Error> {
        const SQL: &str = "
            UPDATE payments SET state = $3, tx = COALESCE($4, tx), tx_proved = COALESCE($5, tx_proved), reason = $6,
                   updated_at = $7, lease_until = lease_until * CAST($8 AS BIGINT)
             WHERE key = $1 AND state = $2 AND owner = COALESCE($9, owner)";
        const ALONE: &str = "
            SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM payments AS other WHERE other.tx = $2 AND other.key <> $1)";
        const ENTRY: &str = "
            INSERT INTO entries (id, source, route, credits, micro_usd, at, day)
            SELECT key, 'x402', route, credits, amount_micro_usd, $2, $3 FROM payments WHERE key = $1";
        let (hash, proved) = (step.transaction.map(|tx| tx.hash), step.transaction.map(|tx| tx.proved));
        let parameters = values![
            key,
            step.from,
            step.to,
            hash,
            proved,
            step.reason,
            step.now,
            step.keeps_lease,
            step.owner,
        ];
        let mut unit = Vec::new();
        if let Some(Transaction { hash, proved: false }) = step.transaction {
            unit.push(Statement::new(ALONE, values![key, hash]).guarded());
        }
        let moving = unit.len();
        unit.push(Statement::new(SQL, parameters).guarded());
        if step.to == PaymentState::Settled && step.from != PaymentState::Settled {
            unit.push(Statement::new(ENTRY, values![key, step.now, step.now.day()]).guarded());
        }
        let outcome = match step.by_hand {
            Some(origin) => self.recorder.commit(origin, unit, vec![closed(key, step)]).await?,
            None => self.db.commit(unit).await?,
        };
        Ok(match outcome {
            Outcome::Committed(_) => Stepped::Done,
            Outcome::Refused(place) if place < moving => Stepped::TransactionTaken,
            Outcome::Refused(_) => Stepped::Moved,
        })
    }

    /// Forgets a reservation for which no money was asked; the same payment may come again.
    pub async fn release(&self, key: &str, owner: &str) -> Result<bool, Error> {
        const SQL: &str = "DELETE FROM payments WHERE key = $1 AND state = 'reserved' AND owner = $2";
        self.took(vec![Statement::new(SQL, values![key, owner]).guarded()]).await
    }

    /// The number of the answer that may be given now, from 1; none where there were enough, or where one left
    /// and its time is over.
    pub async fn answer(&self, key: &str, max_answers: u32, now: Instant) -> Result<Option<u32>, Error> {
        const SQL: &str = "
            UPDATE payments SET answers = answers + 1
             WHERE key = $1 AND state = 'settled' AND answers < $2 AND (answered_at IS NULL OR valid_before >= $3)
            RETURNING answers";
        let row = self.returned(Statement::new(SQL, values![key, max_answers, now])).await?;
        row.map(|mut row| row.only()).transpose()
    }

    /// An answer has left.
    pub async fn answered(&self, key: &str, now: Instant) -> Result<(), Error> {
        const SQL: &str = "UPDATE payments SET answered_at = $2 WHERE key = $1 AND answered_at IS NULL";
        self.db.commit(vec![Statement::new(SQL, values![key, now])]).await?.unguarded().map(|_| ())
    }

    async fn took(&self, unit: Vec<Statement>) -> Result<bool, Error> {
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    async fn returned(&self, statement: Statement) -> Result<Option<Row>, Error> {
        let done = self.db.commit(vec![statement]).await?.unguarded()?;
        Ok(done.into_iter().next().and_then(crate::db::Done::into_row))
    }
}

fn closed(key: &str, step: &Step<'_>) -> Change {
    let transaction = step.transaction.map_or(String::new(), |tx| format!(", transaction {}", tx.hash));
    let reason = step.reason.unwrap_or("no reason given");
    Change::new(Action::PaymentClosed, key)
        .before(step.from.name())
        .after(format!("{}{transaction}: {reason}", step.to))
}

fn payment(row: &mut Row) -> Result<Payment, Error> {
    record!(
        row,
        Payment {
            key,
            request_hash,
            state,
            network,
            asset,
            payer,
            nonce,
            amount,
            credits,
            route,
            valid_before,
            tx,
            reason,
            created_at,
            updated_at,
            lease_until,
            answers,
            answered_at,
        }
    )
}
