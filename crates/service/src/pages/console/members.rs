//! Who belongs to the account, and as what.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use store::people::Membership;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::door::{Posted, Visitor, account, account_as, to};
use super::{Shell, begin};
use crate::app::App;
use crate::error::ApiError;
use crate::operations::members::read_role;
use crate::people::sign_in::Signed;
use crate::people::{People, Role, link_address, seats};

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
    let account = app.store.accounts.find(id).await?;
    let page = Page {
        frame,
        console,
        members: app.store.people.members(id).await?,
        roles: Role::ALL.map(Role::name),
        seats: account.as_ref().map_or(1, seats),
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

/// The link that was made, or what stood in the way.
async fn linked(
    app: &App,
    signed: &Signed,
    made: Result<(Membership, String), ApiError>,
) -> Result<Response, Trouble> {
    match made {
        Ok((member, token)) => {
            let link = link_address(&app.config.public_base(), &token);
            show(app, signed, Some((member.person_name, link)), "", 200).await
        }
        Err(error) => failed(app, signed, error).await,
    }
}

/// Somebody new, who gets a link.
pub async fn add(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, origin, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let people = People { store: &app.store, origin };
    let made = match read_role(&mut form.reader(&[], &[], &[])) {
        Ok(role) => {
            people.add_member(owner, form.get("name").unwrap_or(""), role).await.map_err(ApiError::from)
        }
        Err(error) => Err(error),
    };
    linked(&app, &signed, made).await
}

/// Another role, or none.
pub async fn set_role(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, origin, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let people = People { store: &app.store, origin };
    let name = form.get("name").unwrap_or("");
    let changed = match (form.get("role"), read_role(&mut form.reader(&[], &[], &[]))) {
        (Some("none"), _) => people.remove_member(owner, name).await.map_err(ApiError::from),
        (_, Ok(role)) => people.set_member_role(owner, name, role).await.map_err(ApiError::from),
        (_, Err(error)) => Err(error),
    };
    match changed {
        Ok(_) => Ok(to("/console/members")),
        Err(error) => failed(&app, &signed, error).await,
    }
}

/// A new link for somebody who lost theirs.
pub async fn make_link(State(app): State<Arc<App>>, posted: Posted) -> Result<Response, Trouble> {
    let Posted { signed, origin, form } = posted;
    let owner = account_as(&signed, Role::Owner)?;
    let people = People { store: &app.store, origin };
    let name = form.get("name").unwrap_or("");
    let made = people.link_member(owner, name, Some(&signed.person.id)).await.map_err(ApiError::from);
    linked(&app, &signed, made).await
}
