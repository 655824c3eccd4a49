//! Closes what nobody closes any more: holds whose time is over, and payments (`x402::sweep`). Each has a loop of its
//! own: a chain that answers slowly must not keep anybody's credits.

use std::sync::Arc;
use std::time::Duration;

use domain::Instant;
use tokio::sync::watch;

use crate::app::App;
use crate::error::chain;

const BEGIN_LIMIT: Duration = Duration::from_secs(20);
const HOLDS_EVERY: Duration = Duration::from_secs(1);
const PAYMENTS_EVERY: Duration = Duration::from_secs(5);
const MAX_HOLDS: usize = 1000;

/// Closes what a dead process left behind. To be awaited before the first caller is let in: on the embedded
/// store, which serves one process alone, whatever is open at that moment belongs to the dead, and a moment later
/// it might not.
pub async fn begin(app: &App) {
    if app.admission.gate().is_none() {
        return;
    }
    if app.store.engine_name() == "SQLite" {
        holds(app, Instant::from_ms(i64::MAX)).await;
        if let Err(error) = app.store.payments.end_leases().await {
            tracing::error!("cannot take over payments in flight: {}", chain(&error));
        }
    }
    // A chain that does not answer must not keep the doors shut; the later rounds go on with what is left.
    let _ = tokio::time::timeout(BEGIN_LIMIT, payments(app)).await;
}

/// Sweeps until told to stop, then waits for what callers left behind.
pub async fn run(app: Arc<App>, stopped: watch::Receiver<bool>) {
    let Some(gate) = app.admission.gate() else { return };
    match &gate.x402 {
        Some(gateway) => {
            let asking = gateway.watch(&app.clock, stopped.clone());
            let payments = sweep_payments(&app, stopped.clone());
            tokio::join!(sweep_holds(&app, stopped), payments, asking);
        }
        None => sweep_holds(&app, stopped).await,
    }
    gate.idle().await;
}

async fn sweep_holds(app: &App, mut stopped: watch::Receiver<bool>) {
    while pause(HOLDS_EVERY, &mut stopped).await {
        holds(app, app.clock.now()).await;
    }
}

async fn sweep_payments(app: &App, mut stopped: watch::Receiver<bool>) {
    while pause(PAYMENTS_EVERY, &mut stopped).await {
        payments(app).await;
    }
}

/// False when told to stop.
async fn pause(pause: Duration, stopped: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        () = tokio::time::sleep(pause) => true,
        _ = stopped.wait_for(|stop| *stop) => false,
    }
}

/// Gives back every hold whose time is over by `now`.
pub async fn holds(app: &App, now: Instant) {
    loop {
        match app.store.ledger.expire(now, MAX_HOLDS).await {
            Ok(0) => return,
            Ok(released) => tracing::info!(released, "gave back holds that nobody settled"),
            Err(error) => {
                tracing::error!("cannot sweep holds: {}", chain(&error));
                return;
            }
        }
    }
}

/// Closes payments that nobody has in hand.
pub async fn payments(app: &App) {
    if let Some(gateway) = app.admission.gate().and_then(|gate| gate.x402.as_ref()) {
        super::x402::sweep::payments(app, gateway).await;
    }
}
