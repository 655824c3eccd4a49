//! What is delivered to an account rather than asked for: paid once, when it got there, however often it was tried.

use std::sync::Arc;

use domain::{Credits, Instant};
use metering::Price;

use super::authenticated_key::AuthenticatedKey;
use super::hold::{self, PlacedHold, Wanted};
use super::{Admission, unavailable};
use runtime::error::{ApiError, Code};

/// Credits for one delivery. Dropped, it gives them back.
pub struct Reservation {
    /// None where nothing is to be charged: it is free, or was paid before.
    held: Option<(PlacedHold, Credits)>,
}

impl Reservation {
    /// Charges it, durably; returns what was charged.
    pub async fn commit(self, now: Instant) -> Result<Credits, ApiError> {
        let Some((held, credits)) = self.held else { return Ok(Credits::ZERO) };
        held.commit(now).await.map(|_| credits)
    }
}

/// Something that is to be delivered.
pub struct Delivery<'a> {
    pub account_id: &'a str,
    /// The same for every attempt.
    pub id: String,
    pub route: &'static str,
    pub price: Price,
    /// After this the credits are given back.
    pub lasts_ms: i64,
}

/// Sets the credits aside, unless the same delivery was charged before.
pub async fn reserve(
    admission: &Arc<Admission>,
    delivery: Delivery<'_>,
    now: Instant,
) -> Result<Reservation, ApiError> {
    let Some(gate) = admission.gate().filter(|_| delivery.price != Price::FREE) else {
        return Ok(Reservation { held: None });
    };
    if admission.store.ledger.is_charged(&delivery.id).await.map_err(|error| unavailable(&error))? {
        return Ok(Reservation { held: None });
    }
    // Of an attempt that died with its process; one process alone delivers.
    admission.store.ledger.abandon(&delivery.id).await.map_err(|error| unavailable(&error))?;
    let account = admission.store.accounts.find(delivery.account_id).await;
    let account = account.map_err(|error| unavailable(&error))?;
    let account = account.ok_or_else(|| ApiError::new(Code::NotFound, "There is no such account."))?;
    let known = AuthenticatedKey::of_deliveries(&account, &gate.limits, now);
    let known = known.map_err(|error| ApiError::internal(error.as_ref()))?;
    let Delivery { id, route, price, lasts_ms, .. } = delivery;
    let wanted = Wanted { id: id.into(), route, price, lasts_ms };
    let held = hold::place_as(admission, gate, &known, wanted, now).await?;
    Ok(Reservation { held: Some((held, price.total)) })
}

/// Deliveries that several callers may ask for at once are charged one after the other; these are the turns.
const TURNS: usize = 64;

pub struct Turns([tokio::sync::Mutex<()>; TURNS]);

impl Default for Turns {
    fn default() -> Turns {
        Turns(std::array::from_fn(|_| tokio::sync::Mutex::new(())))
    }
}

/// Charges what lies ready for whoever asks, once however many ask for it at the same time.
pub async fn charge_once(
    admission: &Arc<Admission>,
    delivery: Delivery<'_>,
    now: Instant,
) -> Result<(), ApiError> {
    let id = delivery.id.clone();
    let place = domain::hash::hash128(id.as_bytes())[0] as usize % TURNS;
    let _turn = admission.turns.0[place].lock().await;
    let charged = match reserve(admission, delivery, now).await {
        Ok(reserved) => reserved.commit(now).await.map(|_| ()),
        Err(error) => Err(error),
    };
    match charged {
        Err(error) if is_exhausted(&error) => Err(error),
        // Another process may have charged it meanwhile.
        Err(error) => match admission.store.ledger.is_charged(&id).await {
            Ok(true) => Ok(()),
            _ => Err(error),
        },
        Ok(()) => Ok(()),
    }
}

/// Whether an error says that the account has no credits left, rather than that something failed.
pub fn is_exhausted(error: &ApiError) -> bool {
    matches!(error.code, Code::CreditsExhausted | Code::DailyPaidLimitReached | Code::OverageCapReached)
}
