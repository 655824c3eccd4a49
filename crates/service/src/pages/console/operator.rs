//! For operators: every account with its plan, and everybody who signs in.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use metering::PLANS;
use store::accounts::Account;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::door::{Posted, Visitor, operator, to};
use super::{Shell, begin, moment_or};
use crate::app::App;
use crate::cli::sign_in_link;
use crate::error::ApiError;
use crate::operations::keys::accounts;
use crate::people::sign_in::Signed;
use crate::people::{People, PersonError, Role};

#[derive(Template)]
#[template(path = "console/operator.html")]
struct Page {
    frame: Frame,
    console: Shell,
    accounts: Vec<Account>,
    people: Vec<PersonRow>,
    plans: [&'static str; 4],
    roles: [&'static str; 3],
    /// A link that was just made, and for whom.
    link: Option<(String, String)>,
    error: String,
}

struct PersonRow {
    name: String,
    places: String,
    operator: bool,
    last_sign_in: String,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    operator(&signed)?;
    show(&app, &signed, None, "", 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    link: Option<(String, String)>,
    error: &str,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/operator", "Accounts").await?;
    let mut people = Vec::new();
    for person in app.store.people.list().await? {
        let places = app.store.people.memberships(&person.id).await?;
        let places: Vec<String> =
            places.iter().map(|one| format!("{} of {}", one.role, one.account_name)).collect();
        people.push(PersonRow {
            name: person.name,
            places: if places.is_empty() { "no account".to_owned() } else { places.join(", ") },
            operator: person.operator,
            last_sign_in: moment_or(person.last_sign_in_at, "never"),
        });
    }
    let page = Page {
        frame,
        console,
        accounts: app.store.accounts.list().await?,
        people,
        plans: PLANS.map(|plan| plan.id),
        roles: Role::ALL.map(Role::name),
        link,
        error: error.to_owned(),
    };
    reply::private(&page, status)
}

/// What went wrong, on the same page.
async fn failed(app: &App, signed: &Signed, error: ApiError) -> Result<Response, Trouble> {
    match error.code.status() {
        status if status.is_client_error() => show(app, signed, None, &error.detail, status.as_u16()).await,
        _ => Err(Trouble(error)),
    }
}

pub async fn create_account(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let text = |name| posted.form.get(name).unwrap_or("");
    match accounts(&app, app.clock.now()).create(text("name"), text("plan")).await {
        Ok(_) => Ok(to("/console/operator")),
        Err(error) => failed(&app, &posted.signed, error.into()).await,
    }
}

pub async fn set_plan(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    operator(&posted.signed)?;
    let text = |name| posted.form.get(name).unwrap_or("");
    match accounts(&app, app.clock.now()).set_plan(text("account"), text("plan")).await {
        Ok(_) => Ok(to("/console/operator")),
        Err(error) => failed(&app, &posted.signed, error.into()).await,
    }
}

/// Somebody new in an account, or a new place or link for somebody who is there.
pub async fn create_person(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, form } = posted;
    operator(&signed)?;
    let people = People { store: &app.store, now: app.clock.now() };
    let (name, account) = (form.get("name").unwrap_or(""), form.get("account"));
    let role = Role::from_name(form.get("role").unwrap_or("")).unwrap_or(Role::Viewer);
    let place = account.map(|account| (account, role));
    let placed = match (people.create(name, place, false, None).await, place) {
        (Err(PersonError::NameTaken(name)), Some((account, role))) => {
            people.set_role(&name, account, role).await
        }
        (Err(PersonError::NameTaken(_)), None) => Ok(()),
        (made, _) => made.map(|_| ()),
    };
    let made = match placed {
        Ok(()) => people.make_link(name).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(token) => {
            let link = sign_in_link(&app.config.public_base(), &token);
            show(&app, &signed, Some((name.to_owned(), link)), "", 200).await
        }
        Err(error) => failed(&app, &signed, error.into()).await,
    }
}
