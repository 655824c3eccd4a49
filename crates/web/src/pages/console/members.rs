//! Who belongs to the account, and as what.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use store::invitations::State as InvitationState;
use store::people::Membership;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, SignedInForm, Visitor, account, account_as, people};
use super::fault::Fault;
use super::notice::{Done, done};
use super::{Shell, begin, moment};
use interface::App;
use management::operations::members::read_role;
use management::people::sign_in::Signed;
use management::people::{Link, Role, seats};
use runtime::error::ApiError;

#[derive(Template)]
#[template(path = "console/members.html")]
struct Page {
    frame: Frame,
    console: Shell,
    members: Vec<Membership>,
    roles: [&'static str; 3],
    seats: u32,
    /// Those who were invited and have not come, the newest first.
    invitations: Vec<InvitationRow>,
    /// A link that was just made.
    link: Option<NewLink>,
    error: Fault,
}

struct InvitationRow {
    id: String,
    name: String,
    role: &'static str,
    state: &'static str,
    until: String,
}

/// A link to hand over, and to whom.
pub struct NewLink {
    pub name: String,
    pub address: String,
    /// To an account rather than to sign in.
    pub invited: bool,
}

impl NewLink {
    pub fn of(app: &App, name: String, link: &Link) -> NewLink {
        let invited = matches!(link, Link::Invitation(_));
        NewLink { name, address: link.address(&app.config.public_base()), invited }
    }
}

pub async fn page(State(app): State<Arc<App>>, Visitor(signed): Visitor) -> Result<Response, Trouble> {
    show(&app, &signed, None, Fault::default(), 200).await
}

async fn show(
    app: &App,
    signed: &Signed,
    link: Option<NewLink>,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "/console/members", "Members").await?;
    let id = account(signed)?;
    let account =
        app.store.accounts.find(id).await?.ok_or_else(|| interface::reader::nothing_here("account"))?;
    let seats = seats(&account).map_err(ApiError::from)?;
    let now = app.clock.now();
    let invitations = app.store.invitations.list(id).await?.into_iter().map(|one| InvitationRow {
        state: one.state(now).name(),
        until: moment(one.expires_at),
        id: one.id,
        name: one.name,
        role: one.role.name(),
    });
    let page = Page {
        frame,
        console,
        members: app.store.people.members(id).await?,
        roles: Role::OFFERED.map(Role::name),
        seats,
        invitations: invitations.filter(|row| row.state != InvitationState::Accepted.name()).collect(),
        link,
        error,
    };
    reply::private(&page, status)
}

/// Of a row of the table, which has no field to stand beside.
fn above(error: &ApiError) -> Fault {
    Fault::of(error).within("row")
}

/// What went wrong, on the same page.
async fn failed(app: &App, signed: &Signed, error: ApiError, fault: Fault) -> Result<Response, Trouble> {
    match error.code.status() {
        status if status.is_client_error() => show(app, signed, None, fault, status.as_u16()).await,
        _ => Err(Trouble(error)),
    }
}

/// The link that was made and for whom, or what stood in the way.
async fn linked(
    app: &App,
    signed: &Signed,
    made: Result<(String, Link), ApiError>,
    fault: impl Fn(&ApiError) -> Fault,
) -> Result<Response, Trouble> {
    match made {
        Ok((name, link)) => {
            show(app, signed, Some(NewLink::of(app, name, &link)), Fault::default(), 200).await
        }
        Err(error) => {
            let fault = fault(&error);
            failed(app, signed, error, fault).await
        }
    }
}

/// Somebody new, who gets a link, or somebody who exists, who has to accept.
pub async fn add(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    let owner = account_as(&signed, Role::Owner)?;
    let made = match read_role(&mut form.reader(&[], &[], &[])) {
        Ok(role) => {
            let name = form.get("name").unwrap_or("");
            people(&app, &origin).add_member(owner, name, role).await.map_err(ApiError::from)
        }
        Err(error) => Err(error),
    };
    let made = made.map(|added| (added.name().to_owned(), added.link().clone()));
    linked(&app, &signed, made, |error| Fault::of(error).or_at("name")).await
}

/// Another role, or none.
pub async fn set_role(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    let owner = account_as(&signed, Role::Owner)?;
    let people = people(&app, &origin);
    let name = form.get("name").unwrap_or("");
    let changed = match (form.get("role"), read_role(&mut form.reader(&[], &[], &[]))) {
        (Some("none"), _) => people.remove_member(owner, name).await.map_err(ApiError::from),
        (_, Ok(role)) => people.set_member_role(owner, name, role).await.map_err(ApiError::from),
        (_, Err(error)) => Err(error),
    };
    let said = if form.get("role") == Some("none") { Done::MemberRemoved } else { Done::MemberChanged };
    match changed {
        Ok(_) => Ok(done("/console/members", said)),
        Err(error) => {
            let fault = above(&error);
            failed(&app, &signed, error, fault).await
        }
    }
}

/// A new link for somebody who lost theirs.
pub async fn make_link(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    let owner = account_as(&signed, Role::Owner)?;
    let name = form.get("name").unwrap_or("");
    let made = people(&app, &origin).link_member(owner, name, Some(&signed.person.id)).await;
    let made = made.map(|(member, token)| (member.person_name, Link::SignIn(token)));
    linked(&app, &signed, made.map_err(ApiError::from), above).await
}

/// Takes an invitation back.
pub async fn withdraw(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let owner = account_as(&posted.signed, Role::Owner)?;
    let id = posted.form.get("id").unwrap_or("");
    match people(&app, &posted.origin).withdraw(owner, id).await.map_err(ApiError::from) {
        Ok(()) => Ok(done("/console/members", Done::InvitationWithdrawn)),
        Err(error) => {
            let fault = above(&error);
            failed(&app, &posted.signed, error, fault).await
        }
    }
}
