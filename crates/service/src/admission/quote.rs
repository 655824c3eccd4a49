//! What a call would cost, and which purse would pay it now. Nothing is held.

use domain::{Credits, Instant};
use metering::funding;
use metering::plan::PAY_PER_CALL_PRICE;
use schemars::JsonSchema;
use serde::Serialize;

use super::known::terms_of;
use super::{Terms, unavailable};
use crate::app::App;
use crate::error::ApiError;
use crate::operations::Door;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The route that the path belongs to.
    route: &'static str,
    /// False where the call costs nothing.
    metered: bool,
    credits: u32,
    /// The base of the route within the credits.
    tool_credits: u32,
    /// The part for requested results within the credits.
    volume_credits: u32,
    requested_results: u32,
    /// Without an account, by a payment for this one call; null where that is not sold.
    pay_per_call: Option<PayPerCall>,
    /// With a key: the purse that would pay now; null without a key, or where none has room.
    funding_source: Option<&'static str>,
    /// With a key: what would be owed for the call, decimal US dollars.
    owed_usd: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PayPerCall {
    usd: String,
    /// In atomic units of the token, as the challenge states it.
    amount: String,
    network: &'static str,
}

pub async fn quote(
    app: &App,
    account_id: Option<&str>,
    terms: &Terms,
    now: Instant,
) -> Result<Quote, ApiError> {
    let price = terms.price();
    let gateway = app.admission.gate().and_then(|gate| gate.x402.as_ref());
    let pay_per_call = gateway.filter(|_| terms.door == Door::KeyOrPayment).map(|gateway| PayPerCall {
        usd: PAY_PER_CALL_PRICE.times(price.total).unwrap_or(PAY_PER_CALL_PRICE).to_string(),
        amount: gateway.seller.pricing.amount(price.total).to_string(),
        network: gateway.seller.network.name,
    });
    let payer = match account_id {
        Some(account_id) if price.total > Credits::ZERO => {
            let failed = |error: store::Error| unavailable(&error);
            let account = app.store.accounts.find(account_id).await.map_err(failed)?;
            let standing = app.store.ledger.standing(account_id, "", now).await.map_err(failed)?;
            let terms = account.as_ref().map(terms_of).transpose();
            let terms = terms.map_err(|error| ApiError::internal(error.as_ref()))?;
            let purses = terms.map_or(Vec::new(), |terms| funding::purses(&terms, now));
            let spent = |purse: &funding::Purse| {
                let key = purse.key();
                let state = standing.purses.iter().find(|state| *state.key == key);
                state.map_or(Credits::ZERO, |state| Credits::new(state.used.get() + state.held.get()))
            };
            funding::first_covering(&purses, price.total, spent).copied()
        }
        _ => None,
    };
    Ok(Quote {
        route: terms.route,
        metered: price.total > Credits::ZERO,
        credits: price.total.get(),
        tool_credits: price.tool.get(),
        volume_credits: price.volume.get(),
        requested_results: terms.requested_results,
        pay_per_call,
        funding_source: payer.map(|purse| purse.source.name()),
        owed_usd: payer.map(|purse| purse.owed(price.total).to_string()),
    })
}
