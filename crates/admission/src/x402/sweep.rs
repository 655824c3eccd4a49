//! Closes payments that nobody has in hand any more: their process is gone, or only the chain knows their outcome.
//! What the outbox keeps is recorded first.

use crate::Admission;
use domain::{Instant, PaymentState};
use futures_util::StreamExt;
use metering::x402::row::VOID_AFTER_MS;
use metering::x402::state::{Action, Event};
use metering::x402::{Settled, State};
use store::payments::Payment;

use super::driver::{Driver, InHand, row_of, transfer_of};
use super::gateway::X402Gateway;
use super::lease;
use runtime::error::chain;

const MAX_PAYMENTS: usize = 50;
/// Looked at side by side: a node that answers slowly delays none but these.
const AT_ONCE: usize = 8;
/// An open outcome is looked for no more often than this.
const LOOK_EVERY_MS: i64 = 4_000;

/// Returns how many payments were looked at.
pub async fn payments(admission: &Admission, gateway: &X402Gateway) -> Result<u64, store::Error> {
    record_outbox(admission, gateway).await?;
    let payments = &admission.store.payments;
    let (now, lease_now) = (admission.clock.now(), admission.store.now().await?);
    let attended = [PaymentState::Reserved, PaymentState::Settling];
    let mut rows =
        payments.list_unattended(&attended, lease_now, Instant::from_ms(i64::MAX), MAX_PAYMENTS).await?;
    // Without a chain there is nobody to ask; a person closes these.
    if gateway.chain.is_some() {
        let touched = now.plus_ms(-LOOK_EVERY_MS);
        rows.extend(
            payments.list_unattended(&[PaymentState::Unknown], lease_now, touched, MAX_PAYMENTS).await?,
        );
        let touched = now.plus_ms(-VOID_AFTER_MS);
        rows.extend(
            payments.list_unattended(&[PaymentState::Refused], lease_now, touched, MAX_PAYMENTS).await?,
        );
    }
    let seen = rows.len() as u64;
    let closing = rows.into_iter().map(|row| close_or_log(admission, gateway, row, lease_now, now));
    futures_util::stream::iter(closing).for_each_concurrent(AT_ONCE, |closing| closing).await;
    Ok(seen)
}

/// What was settled while the store was down.
async fn record_outbox(admission: &Admission, gateway: &X402Gateway) -> Result<(), store::Error> {
    for said in gateway.outbox.list().await {
        let Some(row) = admission.store.payments.find(&said.payment).await? else {
            tracing::error!(payment = %said.payment, transaction = %said.transaction, "the outbox has a payment that the store does not know: set aside there");
            gateway.outbox.set_aside(&said.payment).await;
            continue;
        };
        let state = State::from(row.state);
        if state != State::Settled {
            let Some(mut driver) = driver(admission, gateway, &row, state) else { continue };
            let found = driver.look(Some(&said.transaction)).await;
            let settled = Settled::Ok { transaction: said.transaction.clone() };
            driver.apply(Event::Settled(settled, found)).await?;
            tracing::info!(payment = %said.payment, state = ?driver.state, "recorded a settlement from the outbox");
        }
        gateway.outbox.forget(&said.payment).await;
    }
    Ok(())
}

async fn close_or_log(
    admission: &Admission,
    gateway: &X402Gateway,
    row: Payment,
    lease_now: Instant,
    now: Instant,
) {
    if let Err(error) = close(admission, gateway, &row, lease_now, now).await {
        tracing::error!(payment = %row.key, "cannot sweep a payment: {}", chain(&error));
    }
}

async fn close(
    admission: &Admission,
    gateway: &X402Gateway,
    row: &Payment,
    lease_now: Instant,
    now: Instant,
) -> Result<(), store::Error> {
    let Some(event) = row_of(row, lease_now).sweep(now) else { return Ok(()) };
    let held = lease::from_now(&admission.store, &gateway.owner).await?;
    let Some(row) = admission.store.payments.claim(&row.key, &held).await? else { return Ok(()) };
    let Some(mut driver) = driver(admission, gateway, &row, row.state.into()) else { return Ok(()) };
    let mut action = driver.apply(event).await?;
    if action == Action::LookAtChain {
        action = driver.apply(Event::Found(driver.look(None).await)).await?;
    }
    debug_assert!(matches!(action, Action::Tell(_)), "nobody is there to go on");
    Ok(())
}

fn driver(admission: &Admission, gateway: &X402Gateway, row: &Payment, state: State) -> Option<Driver> {
    let transfer = transfer_of(row, gateway.seller.pay_to)?;
    let in_hand = InHand {
        store: admission.store.clone(),
        clock: admission.clock.clone(),
        chain: gateway.chain.clone(),
        owner: gateway.owner.clone(),
        key: row.key.clone(),
        transfer,
        since: row.created_at,
        valid_before: row.valid_before,
    };
    Some(Driver::new(in_hand, state))
}
