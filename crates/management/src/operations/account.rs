//! The account behind a key: its plan, and overage up to a cap. Not metered.

use domain::MicroUsd;
use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::accounts::Account;

use crate::accounts::read_dollars;
use crate::operations::keys::accounts;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Account")]
pub struct AccountView {
    id: String,
    name: String,
    /// free, registered, pro or team.
    plan: String,
    /// The day from which its periods are counted.
    #[schemars(extend("format" = "date"))]
    activated_on: String,
    /// none, active, past_due or failed.
    payment_status: &'static str,
    overage_active: bool,
    /// The most overage in a period, decimal US dollars.
    overage_cap_usd: String,
    /// All the prepaid credits ever granted, spent or not.
    prepaid_granted: u32,
}

impl From<Account> for AccountView {
    fn from(account: Account) -> AccountView {
        AccountView {
            id: account.id,
            name: account.name,
            plan: account.plan,
            activated_on: account.activated_day.to_string(),
            payment_status: account.payment_status.name(),
            overage_active: account.overage_active,
            overage_cap_usd: account.overage_cap.to_string(),
            prepaid_granted: account.legacy_prepaid.get(),
        }
    }
}

pub struct GetAccount;

impl Operation for GetAccount {
    const ID: &'static str = "getAccount";
    const ROUTE: Route = Route::get("/v1/account");
    const SUMMARY: &'static str = "The account behind the key, with its plan and overage. Not metered.";
    const ACCESS: Access = Access::Key;
    type Request = ();
    type Response = AccountView;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<AccountView>, ApiError> {
        Ok(AccountView::from(accounts(app, ask.origin(), ask.scope).find(ask.owner()?).await?).into())
    }
}

pub struct SetOverage;

/// None ends the agreement.
pub struct Cap(pub Option<MicroUsd>);

/// The same for a program's JSON and a person's form.
pub fn read_cap(from: &mut ParamReader) -> Result<Cap, ApiError> {
    let active = from.required_boolean("active", "Whether calls beyond the allowance are bought.")?;
    let text =
        from.text("capUsd", "The most in a period, decimal US dollars such as 12.50; needed to begin.")?;
    match (active, text) {
        (false, _) => Ok(Cap(None)),
        (true, None) => Err(ApiError::parameter("capUsd", "capUsd is needed to agree to overage.")),
        (true, Some(text)) => match read_dollars_of("capUsd", text.trim())? {
            // Agreed to, and yet nothing could be bought.
            MicroUsd::ZERO => Err(ApiError::parameter(
                "capUsd",
                "capUsd is more than 0; to end overage, set active to false.",
            )),
            cap => Ok(Cap(Some(cap))),
        },
    }
}

pub fn read_dollars_of(name: &str, text: &str) -> Result<MicroUsd, ApiError> {
    let wrong = || ApiError::parameter(name, format!("{name} is not an amount in US dollars such as 12.50."));
    read_dollars(text).ok_or_else(wrong)
}

impl Operation for SetOverage {
    const ID: &'static str = "setOverage";
    const ROUTE: Route = Route::put("/v1/account/overage");
    const SUMMARY: &'static str = "Agrees to overage up to a cap, or ends the agreement. Not metered.";
    const ACCESS: Access = Access::Key;
    // Spending more is for those who decide about the account's money.
    const SCOPE: Scope = Scope::Account;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "The plan has no overage.")];
    type Request = Cap;
    type Response = AccountView;

    fn read(from: &mut ParamReader) -> Result<Cap, ApiError> {
        read_cap(from)
    }

    async fn answer(app: &App, ask: &RequestContext, Cap(cap): Cap) -> Result<Reply<AccountView>, ApiError> {
        let accounts = accounts(app, ask.origin(), ask.scope);
        Ok(AccountView::from(accounts.set_overage(ask.owner()?, cap).await?).into())
    }
}
