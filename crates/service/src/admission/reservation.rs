//! The row of one payment: reserved before anyone is asked, given back by whoever leaves early, and moved from
//! state to state by guarded steps.

use std::time::Duration;

use domain::Instant;
use metering::x402::state::Event;
use metering::x402::{Row, State};
use store::payments::Payments;

use super::chain::Look;
use super::running::Running;
use crate::error::chain;

/// The row of a payment for which no money was asked yet; dropped with the client that left.
pub struct Reservation {
    payments: Payments,
    running: Running,
    key: Option<String>,
}

impl Reservation {
    pub fn new(payments: &Payments, key: &str, running: &Running) -> Reservation {
        Reservation { payments: payments.clone(), running: running.clone(), key: Some(key.to_owned()) }
    }

    pub async fn release(mut self) {
        if let Some(key) = self.key.take() {
            release(&self.payments, &key).await;
        }
    }

    /// From here on the settlement owns the row.
    pub fn keep(mut self) {
        self.key = None;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(key) = self.key.take()
            && tokio::runtime::Handle::try_current().is_ok()
        {
            let payments = self.payments.clone();
            self.running.spawn(async move { release(&payments, &key).await });
        }
    }
}

async fn release(payments: &Payments, key: &str) {
    if let Err(error) = payments.release(key).await {
        tracing::error!(payment = key, "a reservation is left to the sweep: {}", chain(&error));
    }
}

/// What a look at the chain means for a row whose outcome is open.
pub fn event_of(look: Look, row: &Row, now: Instant) -> (Event, Option<String>) {
    match look {
        Look::Paid { transaction } => (Event::ChainPaid, Some(transaction)),
        Look::SpentElsewhere => (Event::ChainSpentElsewhere, None),
        Look::Unused { at } if row.has_lapsed(now, at) => (Event::ChainLapsed, None),
        Look::Unused { .. } | Look::Silent => (Event::ChainSilent, None),
    }
}

/// The stored row in the words of the state machine; none for a state this program does not know.
pub fn row_of(row: &store::payments::Payment) -> Option<Row> {
    Some(Row {
        state: State::from_name(&row.state)?,
        request_hash: row.request_hash.clone(),
        valid_before: row.valid_before,
        updated_at: row.updated_at,
    })
}

pub async fn record(
    payments: &Payments,
    key: &str,
    (from, to): (State, State),
    transaction: Option<&str>,
    reason: Option<&str>,
    now: Instant,
) -> bool {
    let step = store::payments::Step { from: from.name(), to: to.name(), tx: transaction, reason, now };
    for attempt in 0..3 {
        match payments.step(key, &step).await {
            Ok(moved) => {
                if from != to {
                    tracing::info!(payment = key, from = step.from, to = step.to, moved, "a payment moved");
                }
                return moved;
            }
            Err(error) => {
                tracing::error!(payment = key, to = step.to, "a payment is not recorded: {}", chain(&error));
                tokio::time::sleep(Duration::from_millis(100 << attempt)).await;
            }
        }
    }
    false
}
