//! Who belongs to the account, and as what.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use metering::Plan;
use store::people::Membership;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::door::{Posted, Visitor, account, account_as, to};
use super::{Shell, begin};
use crate::app::App;
use crate::cli::sign_in_link;
use crate::error::{ApiError, sentence};
use crate::people::sign_in::Signed;
use crate::people::{People, PersonError, Role};

#[derive(Template)]
#[template(path = "console/members.html")]
struct Page {
    frame: Frame,
    console: Shell,
    members: Vec<Membership>,
    roles: [&'static str; 3],
    seats: u32,
    /// A link that was just made, and for whom.
    link: Option<(String, String)>,
    error: String,
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, "", 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    link: Option<(String, String)>,
    error: &str,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/members", "Members").await?;
    let id = account(signed)?;
    let plan = app.store.accounts.find(id).await?.and_then(|account| Plan::find(&account.plan));
    let page = Page {
        frame,
        console,
        members: app.store.people.members(id).await?,
        roles: Role::ALL.map(Role::name),
        seats: plan.map_or(1, |plan| plan.seats),
        link,
        error: error.to_owned(),
    };
    reply::private(&page, status)
}

/// What went wrong, on the same page.
async fn failed(app: &App, signed: &Signed, error: PersonError) -> Result<Response, Trouble> {
    let words = sentence(&error.to_string());
    match ApiError::from(error) {
        error if error.code.status().is_client_error() => {
            show(app, signed, None, &words, error.code.status().as_u16()).await
        }
        error => Err(Trouble(error)),
    }
}

/// Somebody new, who gets a link. Who has a name here already belongs to somebody: an operator can add them.
pub async fn add(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let people = People { store: &app.store, now: app.clock.now() };
    let name = form.get("name").unwrap_or("");
    let Some(role) = Role::from_name(form.get("role").unwrap_or("")) else {
        return failed(&app, &signed, PersonError::NoRole(String::new())).await;
    };
    let made = match people.create(name, Some((owner, role)), false, None).await {
        Ok(person) => people.make_link(&person.name).await.map(|token| (person.name, token)),
        Err(error) => Err(error),
    };
    match made {
        Ok((name, token)) => {
            let link = sign_in_link(&app.config.public_base(), &token);
            show(&app, &signed, Some((name, link)), "", 200).await
        }
        Err(error) => failed(&app, &signed, error).await,
    }
}

/// Another role, or none.
pub async fn set_role(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let people = People { store: &app.store, now: app.clock.now() };
    let name = member(&app, owner, form.get("name")).await?;
    let changed = match form.get("role") {
        Some("none") => people.leave(&name, owner).await,
        role => match role.and_then(Role::from_name) {
            Some(role) => people.set_role(&name, owner, role).await,
            None => Err(PersonError::NoRole(role.unwrap_or("").to_owned())),
        },
    };
    match changed {
        Ok(()) => Ok(to("/console/members")),
        Err(error) => failed(&app, &signed, error).await,
    }
}

/// A new link for somebody who lost theirs.
pub async fn make_link(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let name = member(&app, owner, form.get("name")).await?;
    // A link opens all that the person may see: only who has no place elsewhere can be helped by an owner.
    let person =
        People { store: &app.store, now: app.clock.now() }.find(&name).await.map_err(ApiError::from)?;
    let elsewhere = app.store.people.memberships(&person.id).await?.len() > 1 || person.operator;
    if elsewhere && person.id != signed.person.id {
        let words = "This person has a place elsewhere too; an operator can make the link.";
        return show(&app, &signed, None, words, 409).await;
    }
    let people = People { store: &app.store, now: app.clock.now() };
    let token = people.make_link(&name).await.map_err(ApiError::from)?;
    let link = sign_in_link(&app.config.public_base(), &token);
    show(&app, &signed, Some((name, link)), "", 200).await
}

/// The name, where it is a member's.
async fn member(app: &App, owner: &str, name: Option<&str>) -> Result<String, Trouble> {
    let name = name.unwrap_or("").to_lowercase();
    let members = app.store.people.members(owner).await?;
    match members.into_iter().find(|member| member.person_name == name) {
        Some(member) => Ok(member.person_name),
        None => Err(Trouble(PersonError::NoPerson(name).into())),
    }
}
