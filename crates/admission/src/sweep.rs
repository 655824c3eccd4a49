//! Closes what nobody closes any more: holds whose time is over, and payments (`x402::sweep`). Each has a loop of its
//! own: a chain that answers slowly must not keep anybody's credits.

use crate::Admission;
use std::time::Duration;

use domain::Instant;

use runtime::error::chain;

const BEGIN_TIMEOUT: Duration = Duration::from_secs(20);
const MAX_HOLDS: usize = 1000;
const MAX_CLOCK_DIFFERENCE_MS: i64 = 120_000;

/// Closes what a dead process left behind. To be awaited before the first caller is let in: on the embedded
/// store, which serves one process alone, whatever is open at that moment belongs to the dead, and a moment later
/// it might not.
pub async fn begin(admission: &Admission) {
    if admission.gate().is_none() {
        return;
    }
    if admission.store.engine_name() == "SQLite" {
        if let Err(error) = holds(admission, Instant::from_ms(i64::MAX)).await {
            tracing::error!("cannot sweep holds: {}", chain(&error));
        }
        if let Err(error) = admission.store.payments.end_leases().await {
            tracing::error!("cannot take over payments in flight: {}", chain(&error));
        }
    }
    // A chain that does not answer must not keep the doors shut; the later rounds go on with what is left.
    if let Ok(Err(error)) = tokio::time::timeout(BEGIN_TIMEOUT, payments(admission)).await {
        tracing::error!("cannot sweep payments: {}", chain(&error));
    }
}

/// Gives back every hold whose time is over; returns how many. Where other processes place holds too, they do so by
/// clocks of their own, and one that is behind must not lose what it still holds.
pub async fn expired_holds(admission: &Admission) -> Result<u64, store::Error> {
    let now = match admission.store.ledger.may_leave_holds() {
        true => admission.clock.of_store(&admission.store).await?.plus_ms(-MAX_CLOCK_DIFFERENCE_MS),
        false => admission.clock.now(),
    };
    holds(admission, now).await
}

/// Gives back every hold whose time is over by `now`; returns how many.
pub async fn holds(admission: &Admission, now: Instant) -> Result<u64, store::Error> {
    let mut all = 0;
    loop {
        match admission.store.ledger.expire(now, MAX_HOLDS).await? {
            0 => return Ok(all),
            released => {
                tracing::info!(released, "gave back holds that nobody settled");
                all += released as u64;
            }
        }
    }
}

/// Closes payments that nobody has in hand; returns how many were looked at.
pub async fn payments(admission: &Admission) -> Result<u64, store::Error> {
    match admission.gate().and_then(|gate| gate.x402.as_ref()) {
        Some(gateway) => super::x402::sweep::payments(admission, gateway).await,
        None => Ok(0),
    }
}
