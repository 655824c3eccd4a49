//! Payments by what is to be done about them, and for people who look.

use domain::{Instant, PaymentState};

use super::{COLUMNS, Payment, Payments, payment};
use crate::Error;
use crate::db::{Value, placeholders, record, values};

/// Settled payments, and those among them of which no answer ever left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledCount {
    pub settled: i64,
    pub unanswered: i64,
}

impl Payments {
    /// Rows in these states that nobody has in hand at `lease_now` (by the engine's clock) and nobody has touched
    /// since, the longest first.
    pub async fn list_unattended(
        &self,
        states: &[PaymentState],
        lease_now: Instant,
        touched_before: Instant,
        limit: usize,
    ) -> Result<Vec<Payment>, Error> {
        let mut parameters: Vec<Value> = states.iter().copied().map(Value::from).collect();
        let (list, n) = (placeholders(states.len()), states.len());
        parameters.extend(values![lease_now, touched_before, limit as i64]);
        let sql = format!(
            "SELECT {COLUMNS} FROM payments
              WHERE state IN ({list}) AND lease_until <= ${} AND updated_at <= ${}
              ORDER BY updated_at, key LIMIT ${}",
            n + 1,
            n + 2,
            n + 3
        );
        self.rows(sql, parameters).await
    }

    /// Open ones whose time was over by then: the sweep did not get them closed.
    pub async fn list_overdue(&self, over_by: Instant, limit: usize) -> Result<Vec<Payment>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM payments
              WHERE state IN ('reserved', 'settling', 'unknown') AND valid_before < $1
              ORDER BY valid_before, key LIMIT $2"
        );
        self.rows(sql, values![over_by, limit as i64]).await
    }

    /// The newest first, of one state or of all.
    pub async fn list(&self, state: Option<PaymentState>, limit: usize) -> Result<Vec<Payment>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM payments WHERE state = COALESCE($1, state)
              ORDER BY created_at DESC, key LIMIT $2"
        );
        self.rows(sql, values![state, limit as i64]).await
    }

    /// By the whole key, or by the nonce alone, as a buyer names it.
    pub async fn find_named(&self, name: &str) -> Result<Vec<Payment>, Error> {
        let sql =
            format!("SELECT {COLUMNS} FROM payments WHERE key = $1 OR nonce = $1 ORDER BY key LIMIT 10");
        self.rows(sql, values![name]).await
    }

    pub async fn count_settled(&self) -> Result<SettledCount, Error> {
        const SQL: &str = "
            SELECT COUNT(*) AS settled, COUNT(*) FILTER (WHERE answered_at IS NULL) AS unanswered FROM payments WHERE state = 'settled'";
        match self.db.query(SQL, Vec::new()).await?.first_mut() {
            Some(row) => record!(row, SettledCount { settled, unanswered }),
            None => Ok(SettledCount::default()),
        }
    }

    async fn rows(&self, sql: String, parameters: Vec<Value>) -> Result<Vec<Payment>, Error> {
        self.db.query(sql, parameters).await?.iter_mut().map(payment).collect()
    }
}
