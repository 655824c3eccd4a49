//! /v1/accounts: every account with its plan, as operators keep them. Not metered.

use domain::Credits;
use metering::{PLANS, PaymentStatus, Plan, Scope};
use schemars::JsonSchema;
use serde::Serialize;
use store::accounts::Account;

use crate::accounts::Change;
use crate::operations::account::{AccountView, read_dollars_of};
use crate::operations::keys::{NewKey, Wanted, accounts, make, read_wanted};
use interface::App;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::{ApiError, Code};

const ID: &str = "The id of the account, or its name.";
const NOT_FOUND: (u16, &str) = (404, "There is no such account.");

/// A part of a long list, by name.
pub struct Page<T> {
    pub rows: Vec<T>,
    /// The id of the first that is left out.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// Of one row more than was asked for: whether there is another page shows in the last.
    pub fn of(mut rows: Vec<T>, limit: u32, id: impl Fn(&T) -> String) -> Page<T> {
        let next = rows.get(limit as usize).map(id);
        rows.truncate(limit as usize);
        Page { rows, next }
    }
}

pub async fn page(app: &App, cursor: Option<&str>, limit: u32) -> Result<Page<Account>, ApiError> {
    let from = match cursor {
        None => String::new(),
        Some(id) => app.store.accounts.find(id).await?.ok_or_else(bad_cursor)?.name,
    };
    let rows = app.store.accounts.list_from(&from, limit + 1).await?;
    Ok(Page::of(rows, limit, |account| account.id.clone()))
}

pub fn bad_cursor() -> ApiError {
    ApiError {
        parameter: Some("cursor".into()),
        ..ApiError::new(Code::InvalidCursor, "This cursor is not valid here. Start with the first page.")
    }
}

/// Where in a list to begin, and how far to go.
pub struct Part {
    pub limit: u32,
    pub cursor: Option<String>,
}

pub fn read_part(from: &mut ParamReader) -> Result<Part, ApiError> {
    let limit = from.limit(50, 100)?;
    Ok(Part { limit, cursor: from.text("cursor", "The nextCursor of the page before.")? })
}

pub struct ListAccounts;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountList {
    /// By name.
    data: Vec<AccountView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

impl Operation for ListAccounts {
    const ID: &'static str = "listAccounts";
    const ROUTE: Route = Route::get("/v1/accounts");
    const SUMMARY: &'static str = "Every account with its plan. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    type Request = Part;
    type Response = AccountList;

    fn read(from: &mut ParamReader) -> Result<Part, ApiError> {
        read_part(from)
    }

    async fn answer(app: &App, _: &RequestContext, part: Part) -> Result<Reply<AccountList>, ApiError> {
        let page = page(app, part.cursor.as_deref(), part.limit).await?;
        let data = page.rows.into_iter().map(AccountView::from).collect();
        let next = page.next.clone();
        Ok(Reply::page(AccountList { data, next_cursor: page.next }, next.as_deref()))
    }
}

pub struct CreateAccount;

/// The same for a program's JSON and a person's form.
pub fn read_new(from: &mut ParamReader) -> Result<(String, &'static str), ApiError> {
    let name = from.name("name", "What the account is called; unique.")?;
    let plan = from.choice("plan", "What it is on.", &PLANS.map(|plan| plan.id), Some(PLANS[0].id))?;
    Ok((name, plan.unwrap_or(PLANS[0].id)))
}

impl Operation for CreateAccount {
    const ID: &'static str = "createAccount";
    const ROUTE: Route = Route::post("/v1/accounts");
    const SUMMARY: &'static str = "Opens an account. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "There is an account of this name.")];
    type Request = (String, &'static str);
    type Response = AccountView;

    fn read(from: &mut ParamReader) -> Result<(String, &'static str), ApiError> {
        read_new(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (name, plan): (String, &'static str),
    ) -> Result<Reply<AccountView>, ApiError> {
        let account = accounts(app, ask.origin(), ask.scope).create(&name, plan).await?;
        Ok(Reply::created(account.into()))
    }
}

pub struct FindAccount;

impl Operation for FindAccount {
    const ID: &'static str = "findAccount";
    const ROUTE: Route = Route::get("/v1/accounts/{id}");
    const SUMMARY: &'static str = "One account with its plan. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = String;
    type Response = AccountView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<AccountView>, ApiError> {
        Ok(AccountView::from(accounts(app, ask.origin(), ask.scope).find(&id).await?).into())
    }
}

pub struct ChangeAccount;

/// The same for a program's JSON and a person's form.
pub fn read_change(from: &mut ParamReader) -> Result<Change, ApiError> {
    let plan = from.choice("plan", "Another plan, from now on.", &PLANS.map(|plan| plan.id), None)?;
    let payment = from.one_of("paymentStatus", "How the saved card stands.", PaymentStatus::ALL, None)?;
    let words = "Prepaid credits to grant on top of what there is; they never lapse.";
    let granted = from.optional_integer("grantCredits", words, 1..=1_000_000_000)?;
    let words = "The most overage in a period, decimal US dollars such as 12.50; `off` ends the agreement.";
    let cap = from.text("overageCapUsd", words)?;
    let overage = match cap.as_deref().map(str::trim) {
        None => None,
        Some("off") => Some(None),
        Some(text) => Some(Some(read_dollars_of("overageCapUsd", text)?)),
    };
    Ok(Change {
        plan: plan.and_then(Plan::find),
        payment,
        granted: Credits::new(granted.and_then(|credits| u32::try_from(credits).ok()).unwrap_or(0)),
        overage,
    })
}

impl Operation for ChangeAccount {
    const ID: &'static str = "changeAccount";
    const ROUTE: Route = Route::patch("/v1/accounts/{id}");
    const SUMMARY: &'static str = "Changes what is named of plan, payment status, prepaid credits and overage; the rest stays. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] =
        &[NOT_FOUND, (409, "The plan has no overage, or there would be too many prepaid credits.")];
    type Request = (String, Change);
    type Response = AccountView;

    fn read(from: &mut ParamReader) -> Result<(String, Change), ApiError> {
        Ok((from.segment("id", ID), read_change(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, change): (String, Change),
    ) -> Result<Reply<AccountView>, ApiError> {
        Ok(AccountView::from(accounts(app, ask.origin(), ask.scope).change(&id, &change).await?).into())
    }
}

pub struct DeleteAccount;

impl Operation for DeleteAccount {
    const ID: &'static str = "deleteAccount";
    const ROUTE: Route = Route::delete("/v1/accounts/{id}");
    const SUMMARY: &'static str = "Deletes what an account owns, ends its keys and forgets its name; charges stay in the books under its id. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] =
        &[NOT_FOUND, (409, "`confirm` is not the name of the account.")];
    type Request = (String, String);
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<(String, String), ApiError> {
        let id = from.segment("id", ID);
        let confirm =
            from.in_query(|from| from.required_text("confirm", "The name of the account, to be sure."))?;
        Ok((id, confirm))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, confirm): (String, String),
    ) -> Result<Reply<Deleted>, ApiError> {
        let accounts = accounts(app, ask.origin(), ask.scope);
        let account = accounts.find(&id).await?;
        if account.name != confirm {
            return Err(ApiError::new(Code::Conflict, "`confirm` is not the name of this account."));
        }
        Ok(Deleted::new(accounts.delete(&account.id).await?.id).into())
    }
}

pub struct CreateAccountKey;

impl Operation for CreateAccountKey {
    const ID: &'static str = "createAccountKey";
    const ROUTE: Route = Route::post("/v1/accounts/{id}/keys");
    const SUMMARY: &'static str =
        "Creates a key of any account and shows it, once. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] =
        &[NOT_FOUND, (409, "The account has as many active keys as it may.")];
    type Request = (String, Wanted);
    type Response = NewKey;

    fn read(from: &mut ParamReader) -> Result<(String, Wanted), ApiError> {
        Ok((from.segment("id", ID), read_wanted(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, wanted): (String, Wanted),
    ) -> Result<Reply<NewKey>, ApiError> {
        let account = accounts(app, ask.origin(), ask.scope).find(&id).await?;
        Ok(Reply::created(make(app, ask.origin(), ask.scope, &account.id, &wanted).await?.into()))
    }
}
