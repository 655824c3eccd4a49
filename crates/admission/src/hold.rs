//! Credits set aside for one call. Whoever owns a `PlacedHold` charges it or gives it back; if neither is done,
//! because the client left and the work was dropped, it gives itself back.

use crate::Admission;
use std::sync::Arc;

use domain::Instant;
use metering::funding::{self, RefusalCode};
use metering::{Price, Source};
use store::ledger::{Hold, HoldRequest, Ledger, Placed, Settlement, Standing};

use super::authenticated_key::AuthenticatedKey;
use super::gate::Gate;
use super::{Terms, unavailable};
use runtime::call::RequestContext;
use runtime::error::{ApiError, Code, chain};

/// A hold outlives the longest answer by this much before it is swept.
const SPARE_MS: i64 = 30_000;

pub struct PlacedHold {
    admission: Arc<Admission>,
    /// None once it is settled.
    hold: Option<Hold>,
    source: Source,
}

pub async fn place(
    admission: &Arc<Admission>,
    gate: &Gate,
    known: &AuthenticatedKey,
    terms: &Terms,
    price: Price,
    ask: &RequestContext,
) -> Result<PlacedHold, ApiError> {
    let answer_ms =
        i64::try_from(admission.config.answer_timeout_s.saturating_mul(1000)).unwrap_or(i64::MAX / 2);
    // The id that the caller is told with the answer, so that either side can find the other's record.
    let id = match ask.request_id.as_str() {
        "" => uuid::Uuid::now_v7().simple().to_string().into(),
        id => id.into(),
    };
    let lasts_ms = answer_ms.saturating_add(SPARE_MS);
    place_as(admission, gate, known, Wanted { id, route: terms.route, price, lasts_ms }, ask.now).await
}

/// Credits that are to be set aside.
pub struct Wanted {
    pub id: Arc<str>,
    pub route: &'static str,
    pub price: Price,
    /// After this they are given back.
    pub lasts_ms: i64,
}

pub async fn place_as(
    admission: &Arc<Admission>,
    gate: &Gate,
    known: &AuthenticatedKey,
    wanted: Wanted,
    now: Instant,
) -> Result<PlacedHold, ApiError> {
    let price = wanted.price;
    let request = HoldRequest {
        id: wanted.id,
        payer: Arc::clone(&known.paying(now).payer),
        route: wanted.route.into(),
        credits: price.total,
        now,
        expires_at: now.plus_ms(wanted.lasts_ms),
    };
    let own = Arc::clone(admission);
    let placing = async move {
        Ok(match own.store.ledger.hold(&request).await? {
            Placed::Held(hold) => Some(PlacedHold::new(own, hold)),
            Placed::Exhausted => None,
        })
    };
    // Where the placing goes on without its caller it has a task of its own: when the caller has left by then, the
    // task's outcome is dropped, and gives itself back.
    let placed = match admission.store.ledger.may_leave_holds() {
        true => gate.running.spawn(placing).await.unwrap_or(Err(store::Error::Closed)),
        false => placing.await,
    };
    match placed {
        Ok(Some(held)) => Ok(held),
        Ok(None) => Err(exhausted(known, price, now)),
        Err(error) => Err(unavailable(&error)),
    }
}

fn exhausted(known: &AuthenticatedKey, price: Price, now: Instant) -> ApiError {
    let refusal = funding::refusal(&known.account, price, now);
    let code = match refusal.code {
        RefusalCode::CreditsExhausted => Code::CreditsExhausted,
        RefusalCode::DailyPaidLimitReached => Code::DailyPaidLimitReached,
        RefusalCode::OverageCapReached => Code::OverageCapReached,
    };
    ApiError { resets_at: Some(refusal.resets_at), ..ApiError::new(code, refusal.to_string()) }
}

impl PlacedHold {
    fn new(admission: Arc<Admission>, hold: Hold) -> PlacedHold {
        PlacedHold { admission, source: hold.source(), hold: Some(hold) }
    }

    /// Where its credits come from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Charges it. Returns once the charge is durable; on an error nothing is charged.
    pub async fn commit(mut self, now: Instant) -> Result<Standing, ApiError> {
        let Some(hold) = &self.hold else { return Err(lost()) };
        let ledger = &self.admission.store.ledger;
        let settlement = match ledger.commit(hold, now).await {
            // Whether it got there is not known: trying again finds out, and charges no second time.
            Err(store::Error::OutcomeUnknown { .. }) => Box::pin(ledger.commit(hold, now)).await,
            settlement => settlement,
        };
        match settlement {
            Ok(Settlement::Committed(standing)) => {
                self.hold = None;
                Ok(standing)
            }
            Ok(Settlement::AlreadyCommitted) => {
                // A second hold for what somebody else charged meanwhile is given back.
                release(ledger, hold).await;
                let standing = Box::pin(ledger.standing(hold.account_id(), hold.credential_id(), now)).await;
                self.hold = None;
                standing.map_err(|error| unavailable(&error))
            }
            Ok(Settlement::Gone) => {
                tracing::warn!(hold = %hold.id, "a hold was gone before its answer was ready");
                self.hold = None;
                Err(lost())
            }
            // Dropping gives the credits back, unless the charge got there after all.
            Err(error) => Err(unavailable(&error)),
        }
    }

    /// The same hold for less: what was to be charged turned out to be smaller.
    pub async fn shrunk_to(mut self, price: Price) -> Result<PlacedHold, ApiError> {
        let Some(hold) = self.hold.take() else { return Err(lost()) };
        let (admission, now) = (Arc::clone(&self.admission), self.admission.clock.now());
        release(&admission.store.ledger, &hold).await;
        let request = hold.again(price.total, now, now.plus_ms(SPARE_MS));
        match admission.store.ledger.hold(&request).await.map_err(|error| unavailable(&error))? {
            Placed::Held(hold) => Ok(PlacedHold::new(admission, hold)),
            Placed::Exhausted => Err(lost()),
        }
    }

    /// Gives the credits back.
    pub async fn release(mut self) {
        if let Some(hold) = self.hold.take() {
            release(&self.admission.store.ledger, &hold).await;
        }
    }
}

impl Drop for PlacedHold {
    fn drop(&mut self) {
        // Outside of a runtime the process is ending, and the sweep of the next one gives it back.
        if let Some(hold) = self.hold.take()
            && !self.admission.store.ledger.release_here(&hold)
            && tokio::runtime::Handle::try_current().is_ok()
            && let Some(gate) = self.admission.gate()
        {
            let admission = Arc::clone(&self.admission);
            gate.running.spawn(async move { release(&admission.store.ledger, &hold).await });
        }
    }
}

async fn release(ledger: &Ledger, hold: &Hold) {
    if let Err(error) = ledger.release(hold).await {
        tracing::error!(hold = %hold.id, "a hold is left to the sweep: {}", chain(&error));
    }
}

fn lost() -> ApiError {
    ApiError::new(
        Code::Unavailable,
        "The answer came too late to be charged. Ask again; nothing was charged.",
    )
    .retry_after(1)
}
