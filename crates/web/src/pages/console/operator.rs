//! For operators: every account with its plan, and everybody who signs in.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use metering::{PLANS, PaymentStatus};
use store::accounts::Account;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{self, Confirmed, Form, Query, SignedInForm, Visitor, ask_as, operator};
use super::fault::Fault;
use super::members::NewLink;
use super::notice::{Done, done};
use super::{Shell, begin, to_the_minute};
use interface::App;
use management::operations::accounts;
use management::operations::accounts::{read_change, read_new};
use management::operations::keys;
use management::operations::people;
use management::operations::people::{PersonView, read_placing};
use management::people::Role;
use management::people::sign_in::Signed;
use runtime::error::ApiError;

/// Rows of a table; what is beyond them is on the next page.
const ROWS: u32 = 100;

#[derive(Template)]
#[template(path = "console/operator.html")]
struct Page {
    frame: Frame,
    console: Shell,
    accounts: Vec<Account>,
    /// Where each of the two tables goes on.
    next_account: Option<String>,
    people: Vec<PersonView>,
    next_person: Option<String>,
    plans: [&'static str; 4],
    payments: &'static [&'static str],
    roles: [&'static str; 3],
    /// A link that was just made.
    link: Option<NewLink>,
    error: Fault,
}

impl Page {
    fn when(&self, at: &str) -> String {
        to_the_minute(at)
    }
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(from): Query,
) -> Result<Response, Trouble> {
    operator(&signed)?;
    show(&app, &signed, &from, None, Fault::default(), 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    from: &Form,
    link: Option<NewLink>,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/operator", "Accounts").await?;
    let accounts = accounts::page(app, from.get("accounts"), ROWS).await?;
    let people = people::page(app, from.get("people"), ROWS).await?;
    let page = Page {
        frame,
        console,
        accounts: accounts.rows,
        next_account: accounts.next,
        people: people.rows,
        next_person: people.next,
        plans: PLANS.map(|plan| plan.id),
        payments: PaymentStatus::NAMES,
        roles: Role::OFFERED.map(Role::name),
        link,
        error,
    };
    reply::private(&page, status)
}

/// What went wrong, on the same page.
async fn failed(app: &App, signed: &Signed, form: &str, error: ApiError) -> Result<Response, Trouble> {
    match error.code.status() {
        status if status.is_client_error() => {
            let fault = Fault::of(&error).or_at("name").within(form);
            show(app, signed, &Form::default(), None, fault, status.as_u16()).await
        }
        _ => Err(Trouble(error)),
    }
}

pub async fn create_account(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    operator(&signed)?;
    let accounts = keys::accounts(&app, origin, signed.scope());
    let made = match read_new(&mut form.reader(&[], &[], &[])) {
        Ok((name, plan)) => accounts.create(&name, plan).await.map_err(ApiError::from),
        Err(error) => Err(error),
    };
    match made {
        Ok(_) => Ok(done("/console/operator", Done::AccountOpened)),
        Err(error) => failed(&app, &signed, "account", error).await,
    }
}

/// Another plan or payment status, or prepaid credits.
pub async fn change_account(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    operator(&signed)?;
    let accounts = keys::accounts(&app, origin, signed.scope());
    let changed = match read_change(&mut form.reader(&["grantCredits"], &[], &[])) {
        Ok(change) => {
            accounts.change(form.get("account").unwrap_or(""), &change).await.map_err(ApiError::from)
        }
        Err(error) => Err(error),
    };
    match changed {
        Ok(_) => Ok(done("/console/operator", Done::Saved)),
        Err(error) => failed(&app, &signed, "row", error).await,
    }
}

/// Somebody new in an account, an invitation for somebody who exists, or a link to sign in.
pub async fn create_person(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    operator(&signed)?;
    let made = match read_placing(&mut form.reader(&[], &[], &[])) {
        Ok(placing) => {
            people::place(&app, &ask_as(&app, &origin), &placing).await.map(|link| (placing.name, link))
        }
        Err(error) => Err(error),
    };
    match made {
        Ok((name, link)) => {
            let link = NewLink::of(&app, name, &link);
            show(&app, &signed, &Form::default(), Some(link), Fault::default(), 200).await
        }
        Err(error) => failed(&app, &signed, "person", error).await,
    }
}

/// For somebody who lost their device.
pub async fn reset_second_factor(
    State(app): State<Arc<App>>,
    confirmed: Confirmed,
) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    operator(&signed)?;
    let people = extract::people(&app, &origin);
    match people.reset_second_factor(form.get("name").unwrap_or("")).await {
        Ok(_) => Ok(done("/console/operator", Done::SecondFactorReset)),
        Err(error) => failed(&app, &signed, "row", error.into()).await,
    }
}
