//! A person closes a payment whose outcome nobody else can find out.

use anyhow::{Context, bail};
use metering::x402::address::hex_bytes;
use metering::x402::state::{Action, Answer, Event};
use metering::x402::{Address, State};
use store::Store;
use store::audit_log::Origin;
use store::payments::Payment;

use super::driver::{ByHand, Driver, InHand, transfer_of};
use super::lease;
use runtime::clock::Clock;

/// As paid with this transaction, or as never paid. Returns the state that it is in then.
pub async fn close(
    store: &Store,
    payment: &Payment,
    transaction: Option<&str>,
    reason: &str,
    origin: &Origin,
) -> anyhow::Result<State> {
    let transaction = transaction.map(str::to_ascii_lowercase);
    if let Some(transaction) = &transaction
        && hex_bytes::<32>(transaction).is_none()
    {
        bail!("{transaction:?} is not a transaction: 0x and 64 hexadecimal digits");
    }
    let owner = format!("command {}", uuid::Uuid::now_v7().simple());
    let held = lease::from_now(store, &owner).await?;
    let Some(row) = store.payments.claim(&payment.key, &held).await? else {
        bail!("the payment is settled, or a server has it in hand at this moment");
    };
    let in_hand = InHand {
        store: store.clone(),
        clock: Clock::System,
        chain: None,
        owner: owner.clone(),
        key: row.key.clone(),
        // A person looked; nobody else does.
        transfer: transfer_of(&row, Address::from_bytes([0; 20])).context("the row cannot be read")?,
        since: row.created_at,
        valid_before: row.valid_before,
    };
    let mut driver = Driver::new(in_hand, row.state.into());
    match driver.apply_by(Event::Closed { transaction }, Some(ByHand { origin, reason })).await? {
        Action::Tell(Answer::Paid | Answer::Nobody) => Ok(driver.state),
        _ => bail!(
            "a payment that is {} cannot be closed like this, or its transaction is that of another",
            row.state
        ),
    }
}
