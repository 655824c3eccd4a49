//! What a call would cost, and which purse would pay it now. Nothing is held.

use crate::Admission;
use std::collections::HashMap;

use domain::{Credits, Instant};
use metering::funding;
use metering::plan::PAY_PER_CALL_PRICE;
use metering::price::export_blocks;
use schemars::JsonSchema;
use serde::Serialize;
use store::ledger::PurseState;

use super::authenticated_key::terms_of;
use super::{Terms, unavailable};
use runtime::call::Access;
use runtime::error::ApiError;

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
    /// Of an export: its rows, which are priced in blocks of 250; null for any other call.
    rows: Option<u64>,
    /// Of an export: the rows that the account's credits cover now.
    covered_rows: Option<u64>,
    /// Without an account, by a payment for this one call; null where that is not sold.
    pay_per_call: Option<PayPerCall>,
    /// Of alerts, webhooks and streams: what each event with articles costs when it is delivered, once and never for another
    /// attempt; null for any other call.
    delivered_event_credits: Option<u32>,
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

impl Quote {
    /// What is set up here delivers events, each for so much.
    pub fn delivering(self, price: metering::Price) -> Quote {
        Quote { delivered_event_credits: Some(price.total.get()), ..self }
    }
}

pub async fn quote(
    admission: &Admission,
    account_id: Option<&str>,
    terms: &Terms,
    now: Instant,
) -> Result<Quote, ApiError> {
    let price = terms.price();
    let gateway = admission.gate().and_then(|gate| gate.x402.as_ref());
    let pay_per_call = gateway.filter(|_| terms.access == Access::KeyOrPayment).map(|gateway| PayPerCall {
        usd: PAY_PER_CALL_PRICE.times(price.total).unwrap_or(PAY_PER_CALL_PRICE).to_string(),
        amount: gateway.seller.pricing.amount(price.total).to_string(),
        network: gateway.seller.network.name,
    });
    let payer = match account_id {
        Some(account_id) if price.total > Credits::ZERO => {
            Purses::of(admission, account_id, now).await?.first_covering(price.total)
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
        rows: None,
        covered_rows: None,
        pay_per_call,
        delivered_event_credits: None,
        funding_source: payer.map(|purse| purse.source.name()),
        owed_usd: payer.map(|purse| purse.owed(price.total).to_string()),
    })
}

/// What an account may spend now.
struct Purses {
    /// In the order of asking.
    all: Vec<funding::Purse>,
    /// By the purse's key, what is used or held of it.
    spent: HashMap<String, Credits>,
}

impl Purses {
    async fn of(admission: &Admission, account_id: &str, now: Instant) -> Result<Purses, ApiError> {
        let failed = |error: store::Error| unavailable(&error);
        let account = admission.store.accounts.find(account_id).await.map_err(failed)?;
        let standing = admission.store.ledger.standing(account_id, "", now).await.map_err(failed)?;
        let terms = account.as_ref().map(terms_of).transpose();
        let terms = terms.map_err(|error| ApiError::internal(error.as_ref()))?;
        let all = terms.map_or(Vec::new(), |terms| funding::purses(&terms, now));
        let spent = |state: &PurseState| Credits::new(state.used.get() + state.held.get());
        let spent = standing.purses.iter().map(|state| (state.key.to_string(), spent(state))).collect();
        Ok(Purses { all, spent })
    }

    fn first_covering(&self, credits: Credits) -> Option<funding::Purse> {
        let spent = |purse: &funding::Purse| self.spent.get(&purse.key()).copied().unwrap_or(Credits::ZERO);
        funding::first_covering(&self.all, credits, spent).copied()
    }

    fn spend(&mut self, purse: &funding::Purse, credits: Credits) {
        let spent = self.spent.entry(purse.key()).or_insert(Credits::ZERO);
        *spent = Credits::new(spent.get().saturating_add(credits.get()));
    }
}

/// Of an export of this many rows, for the account that owns it.
pub async fn quote_export(
    admission: &Admission,
    account_id: &str,
    terms: &Terms,
    rows: u64,
    now: Instant,
) -> Result<Quote, ApiError> {
    let mut purses = Purses::of(admission, account_id, now).await?;
    let (mut credits, mut tool, mut covered, mut owed, mut first) = (0, 0, 0, domain::MicroUsd::ZERO, None);
    let mut room = true;
    for (rows, price) in export_blocks(Credits::new(terms.base_credits), rows) {
        credits += price.total.get();
        tool += price.tool.get();
        let payer = purses.first_covering(price.total).filter(|_| room);
        room = payer.is_some();
        if let Some(purse) = payer {
            purses.spend(&purse, price.total);
            first = first.or(Some(purse.source.name()));
            owed = domain::MicroUsd::new(owed.get() + purse.owed(price.total).get());
            covered += u64::from(rows);
        }
    }
    Ok(Quote {
        route: terms.route,
        metered: true,
        credits,
        tool_credits: tool,
        volume_credits: credits - tool,
        requested_results: u32::try_from(rows).unwrap_or(u32::MAX),
        rows: Some(rows),
        covered_rows: Some(covered),
        pay_per_call: None,
        delivered_event_credits: None,
        funding_source: first,
        owed_usd: first.map(|_| owed.to_string()),
    })
}

/// What an export of this many rows costs.
pub fn export_credits(base_credits: u32, rows: u64) -> u64 {
    let blocks = export_blocks(Credits::new(base_credits), rows);
    blocks.map(|(_, price)| u64::from(price.total.get())).sum()
}
