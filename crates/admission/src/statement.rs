//! What an account used and what it has left, from the same counters that enforce it.

use crate::Admission;
use std::collections::BTreeMap;

use domain::{DayRange, Instant, MicroUsd};
use metering::funding;
use schemars::JsonSchema;
use serde::Serialize;

use super::authenticated_key::{console_credential, delivery_credential, terms_of};
use super::unavailable;
use runtime::error::{ApiError, Code};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Usage")]
pub struct Statement {
    pub account: AccountView,
    /// The purses that may pay, in the order in which they are asked.
    pub purses: Vec<PurseView>,
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
    pub total: Sums,
    pub by_day: Vec<Group>,
    pub by_route: Vec<Group>,
    pub by_credential: Vec<Group>,
    /// Each day, route and credential by itself.
    pub rows: Vec<UsageView>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageAccount")]
pub struct AccountView {
    pub id: String,
    pub name: String,
    /// free, registered, pro or team.
    pub plan: &'static str,
    /// none, active, past_due or failed.
    pub payment_status: &'static str,
    pub overage_active: bool,
    /// Decimal US dollars.
    pub overage_cap_usd: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Purse")]
pub struct PurseView {
    /// included, legacy_prepaid, subscriber_overage or registered_metered.
    pub source: &'static str,
    pub allowance: u32,
    pub used: u32,
    /// Set aside for calls that are being answered.
    pub held: u32,
    pub remaining: u32,
    /// Owed for each credit, decimal US dollars.
    pub price_usd: String,
    /// When it resets; null where what is unspent never lapses.
    #[schemars(extend("format" = "date-time"))]
    pub resets_at: Option<String>,
}

/// Charged calls, their credits, and what is owed for them in decimal US dollars.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageSums")]
pub struct Sums {
    pub calls: i64,
    pub credits: i64,
    pub owed_usd: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageGroup")]
pub struct Group {
    /// The day, the route or the id of the credential.
    pub key: String,
    /// The name of the credential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(flatten)]
    pub sums: Sums,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageLine")]
pub struct UsageView {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub route: String,
    pub credential: String,
    #[serde(flatten)]
    pub sums: Sums,
}

pub async fn statement(
    admission: &Admission,
    account_id: Option<&str>,
    days: DayRange,
    now: Instant,
) -> Result<Statement, ApiError> {
    let Some(account_id) = account_id else {
        return Err(ApiError::new(Code::NotConfigured, "Metering is switched off here: nothing is counted."));
    };
    let failed = |error: store::Error| unavailable(&error);
    let account = admission.store.accounts.find(account_id).await.map_err(failed)?;
    let account = account.ok_or_else(|| ApiError::new(Code::NotFound, "The account is gone."))?;
    let terms = terms_of(&account).map_err(|error| ApiError::internal(error.as_ref()))?;
    let standing = admission.store.ledger.standing(account_id, "", now).await.map_err(failed)?;
    let usage = admission.store.ledger.usage(account_id, days).await.map_err(failed)?;
    let credentials = admission.store.credentials.list(account_id).await.map_err(failed)?;

    let purses = funding::purses(&terms, now).into_iter().map(|purse| {
        let key = purse.key();
        let state = standing.purses.iter().find(|state| *state.key == key);
        let (used, held) = state.map_or((0, 0), |state| (state.used.get(), state.held.get()));
        PurseView {
            source: purse.source.name(),
            allowance: purse.allowance.get(),
            used,
            held,
            remaining: purse.allowance.get().saturating_sub(used).saturating_sub(held),
            price_usd: purse.price.to_string(),
            resets_at: purse.period.map(|period| period.end.rfc3339()),
        }
    });
    let name_of = |id: &str| {
        let named = credentials.iter().find(|credential| credential.id == id);
        let console = (id == console_credential(account_id)).then(|| "console".to_owned());
        let console = console.or((id == delivery_credential(account_id)).then(|| "deliveries".to_owned()));
        named.map(|credential| credential.name.clone()).or(console)
    };
    let by = |key: fn(&store::ledger::UsageRow) -> String, named: bool| -> Vec<Group> {
        let mut groups: BTreeMap<String, Count> = BTreeMap::new();
        for row in &usage {
            groups.entry(key(row)).or_default().add(row);
        }
        groups
            .into_iter()
            .map(|(key, count)| Group {
                name: if named { name_of(&key) } else { None },
                key,
                sums: count.sums(),
            })
            .collect()
    };
    let mut total = Count::default();
    usage.iter().for_each(|row| total.add(row));
    Ok(Statement {
        account: AccountView {
            id: account.id.clone(),
            name: account.name.clone(),
            plan: terms.plan.id,
            payment_status: terms.payment.name(),
            overage_active: terms.overage.is_some(),
            overage_cap_usd: terms.overage.map_or(MicroUsd::ZERO, |overage| overage.monthly_cap).to_string(),
        },
        purses: purses.collect(),
        start_date: days.first().to_string(),
        end_date: days.last().to_string(),
        total: total.sums(),
        by_day: by(|row| row.day.to_string(), false),
        by_route: by(|row| row.route.clone(), false),
        by_credential: by(|row| row.credential_id.clone(), true),
        rows: usage
            .iter()
            .map(|row| {
                let mut count = Count::default();
                count.add(row);
                UsageView {
                    date: row.day.to_string(),
                    route: row.route.clone(),
                    credential: row.credential_id.clone(),
                    sums: count.sums(),
                }
            })
            .collect(),
    })
}

#[derive(Default)]
struct Count {
    calls: i64,
    credits: i64,
    owed: u64,
}

impl Count {
    fn add(&mut self, row: &store::ledger::UsageRow) {
        self.calls += row.calls;
        self.credits += row.credits;
        self.owed = self.owed.saturating_add(row.owed.get());
    }

    fn sums(&self) -> Sums {
        Sums { calls: self.calls, credits: self.credits, owed_usd: MicroUsd::new(self.owed).to_string() }
    }
}
