//! Closes what nobody closes any more: holds whose time is over, payments whose process is gone or whose
//! outcome only the chain knows.

use std::time::Duration;

use domain::Instant;
use metering::x402::chain::Sought;
use metering::x402::state::{Event, RESERVE_LIMIT_MS, SETTLE_LIMIT_MS, step};
use metering::x402::{self, Address, State};

use super::gate::Gate;
use super::reservation::{event_of, record, row_of};
use crate::app::App;
use crate::error::chain;

const BEGIN_LIMIT: Duration = Duration::from_secs(20);
const MOST: usize = 1000;
const MOST_PAYMENTS: usize = 50;
const UNKNOWN_QUIET_MS: i64 = 4_000;

/// Closes what a dead process left behind. To be awaited before the first caller is let in: on the embedded
/// store, which serves one process alone, whatever is open at that moment belongs to the dead, and a moment later
/// it might not.
pub async fn begin(app: &App) {
    let Some(gate) = app.admission.gate() else { return };
    let alone = app.store.engine_name() == "SQLite";
    if alone && let Err(error) = holds(app, Instant::from_ms(i64::MAX)).await {
        tracing::error!("holds could not be swept: {}", chain(&error));
    }
    // A chain that does not answer must not keep the doors shut; the later rounds go on with what is left.
    if let Ok(Err(error)) = tokio::time::timeout(BEGIN_LIMIT, payments(app, gate, alone)).await {
        tracing::error!("payments could not be swept: {}", chain(&error));
    }
}

/// Gives back every hold whose time is over by `now`; returns how many.
pub async fn holds(app: &App, now: Instant) -> Result<u64, store::Error> {
    let mut all = 0;
    loop {
        match app.store.ledger.expire(now, MOST).await? {
            0 => return Ok(all),
            released => {
                tracing::info!(released, "gave back holds that nobody settled");
                all += released as u64;
            }
        }
    }
}

/// Closes payments; returns how many were looked at. `owners_gone`: no row can belong to a living process.
pub async fn payments(app: &App, gate: &Gate, owners_gone: bool) -> Result<u64, store::Error> {
    let mut seen = 0;
    let now = app.clock.now();
    let quiet = |limit_ms: i64| if owners_gone { Instant::from_ms(i64::MAX) } else { now.plus_ms(-limit_ms) };
    for (state, before) in [
        (State::Reserved, quiet(RESERVE_LIMIT_MS)),
        (State::Settling, quiet(SETTLE_LIMIT_MS)),
        (State::Unknown, quiet(UNKNOWN_QUIET_MS)),
    ] {
        let rows = app.store.payments.list_stale(state.name(), before, MOST_PAYMENTS).await?;
        seen += rows.len() as u64;
        for row in rows {
            close(app, gate, &row, owners_gone, now).await;
        }
    }
    Ok(seen)
}

async fn close(app: &App, gate: &Gate, stored: &store::payments::Payment, owners_gone: bool, now: Instant) {
    let payments = &app.store.payments;
    let Some(row) = row_of(stored) else { return };
    let Some(event) = row.sweep(owners_gone, now) else { return };
    let Some((next, answer)) = step(row.state, &event) else { return };
    if next == State::Released {
        if let Err(error) = payments.release(&stored.key).await {
            tracing::error!("a payment could not be swept: {}", chain(&error));
        }
        return;
    }
    if next != row.state {
        record(payments, &stored.key, (row.state, next), None, None, now).await;
    }
    if answer != x402::Answer::LookAtChain {
        return;
    }
    let Some(till) = &gate.till else { return };
    let (Some(chain), Some(sought)) = (&till.chain, sought(stored, till.seller.pay_to)) else { return };
    let look = chain.look(&sought, stored.created_at, stored.valid_before).await;
    let (event, transaction) = event_of(look, &row, now);
    let Some((closed, _)) = step(State::Unknown, &event) else { return };
    let reason = match event {
        Event::ChainSpentElsewhere => Some("spent elsewhere"),
        Event::ChainLapsed => Some("never spent"),
        _ => None,
    };
    // Also where nothing changed: the row then goes to the end of the line.
    record(payments, &stored.key, (State::Unknown, closed), transaction.as_deref(), reason, now).await;
}

fn sought(row: &store::payments::Payment, pay_to: Address) -> Option<Sought> {
    Some(Sought {
        asset: Address::from_any_case(&row.asset)?,
        payer: Address::from_any_case(&row.payer)?,
        nonce: metering::x402::address::hex_bytes(&row.nonce)?,
        pay_to,
        amount: row.amount.get(),
    })
}
