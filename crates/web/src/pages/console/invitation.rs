//! An invitation as the person with the link sees it: who invites, and the two ways to accept.

use std::net::IpAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use store::audit_log::{Actor, Origin};
use store::invitations::Invitation;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, Form, SignedInForm, SignedOutForm, Visitor, people, to};
use super::fault::Fault;
use super::notice::{Done, done, saying};
use super::sign_in::{signed_in, with_cookie};
use super::{Shell, begin};
use crate::texts::t;
use interface::App;
use management::people::sign_in;
use management::people::sign_in::{Signed, Token};
use management::people::{People, PersonError, password};
use runtime::error::{ApiError, Code, sentence};

#[derive(Template)]
#[template(path = "console/invitation.html")]
struct Page {
    frame: Frame,
    invitation: Invitation,
    token: String,
    /// For somebody new; empty where the invited name is taken.
    name: String,
    least: usize,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/invitation_accept.html")]
struct AcceptPage {
    frame: Frame,
    console: Shell,
    invitation: Invitation,
    token: String,
    /// Whoever is signed in is the one who is invited.
    invited: bool,
    least: usize,
    error: Fault,
}

/// Nobody in particular: the link is all there is.
fn anyone(app: &App, address: Option<IpAddr>) -> People<'_> {
    let origin = Origin { actor: Actor::system("invitation"), address, at: app.clock.now() };
    People { store: &app.store, origin }
}

async fn behind(app: &App, text: &str) -> Result<(Token, Invitation), ApiError> {
    let token = Token::read(text).ok_or(PersonError::NoInvitation)?;
    let invitation = anyone(app, None).invitation(&token).await?;
    Ok((token, invitation))
}

fn token_of(query: Option<&str>) -> Result<String, ApiError> {
    Ok(Form::read(query.unwrap_or(""))?.get("token").unwrap_or("").to_owned())
}

/// A link from elsewhere brings no cookie along, so that this page does not know who is signed in; the next one does.
pub async fn page(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Result<Response, Trouble> {
    let (token, invitation) = behind(&app, &token_of(query.as_deref())?).await?;
    show(&app, invitation, &token, None, Fault::default(), 200).await
}

async fn show(
    app: &App,
    invitation: Invitation,
    token: &Token,
    name: Option<&str>,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let frame = Frame::new(app, "/console", t("Invitation"), "").await?;
    let taken = app.store.people.find_by_name(&invitation.name).await?.is_some();
    let free = if taken { "" } else { &invitation.name };
    let page = Page {
        frame,
        name: name.unwrap_or(free).to_owned(),
        invitation,
        token: token.reveal().to_owned(),
        least: password::LEAST_CHARS,
        error,
    };
    reply::private(&page, status)
}

/// Somebody new.
pub async fn accept_as_new(
    State(app): State<Arc<App>>,
    stranger: SignedOutForm,
) -> Result<Response, Trouble> {
    let text = |name: &str| stranger.form.get(name).unwrap_or("").to_owned();
    let (token, invitation) = behind(&app, &text("token")).await?;
    let name = text("name");
    let made = match text("new") == text("again") {
        true => {
            let people = anyone(&app, Some(stranger.visitor.address));
            people.accept_as_new(&token, &name, &text("new")).await.map_err(ApiError::from)
        }
        false => Err(ApiError::parameter("again", DIFFERENT)),
    };
    match made {
        Ok(person) => match sign_in::open(&app, &person, stranger.visitor, "invitation").await? {
            Some(opened) => Ok(signed_in(&app, &opened, "/console")),
            None => Ok(to("/console/sign-in")),
        },
        Err(error) => match error.code.status() {
            status if status.is_client_error() => {
                show(&app, invitation, &token, Some(&name), fault(&error), status.as_u16()).await
            }
            _ => Err(Trouble(error)),
        },
    }
}

/// Names are read first, so that what is left is about the password.
fn fault(error: &ApiError) -> Fault {
    Fault::of(error).or_at(if error.code == Code::Conflict { "name" } else { "new" })
}

const DIFFERENT: &str = "The passwords do not match.";

pub async fn accept_page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    RawQuery(query): RawQuery,
) -> Result<Response, Trouble> {
    let (token, invitation) = behind(&app, &token_of(query.as_deref())?).await?;
    show_accept(&app, &signed, invitation, &token, Fault::default(), 200).await
}

async fn show_accept(
    app: &App,
    signed: &Signed,
    invitation: Invitation,
    token: &Token,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "", "Invitation").await?;
    let page = AcceptPage {
        frame,
        console,
        invited: invitation.name == signed.person.name,
        invitation,
        token: token.reveal().to_owned(),
        least: password::LEAST_CHARS,
        error,
    };
    reply::private(&page, status)
}

/// The person it is for, with a new password. Every sign-in ends, this one too.
pub async fn accept(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    let text = |name: &str| form.get(name).unwrap_or("").to_owned();
    let (token, invitation) = behind(&app, &text("token")).await?;
    if text("new").is_empty() {
        return show_accept(&app, &signed, invitation, &token, Fault::default(), 200).await;
    }
    let accepted = match text("new") == text("again") {
        true => people(&app, &origin).accept(&token, &signed.person, &text("new")).await,
        false => {
            return show_accept(&app, &signed, invitation, &token, Fault::at("again", DIFFERENT), 400).await;
        }
    };
    match accepted {
        Ok(()) => {}
        Err(error @ (PersonError::Password(_) | PersonError::NoSeat { .. })) => {
            let fault = Fault::at("new", &sentence(&error.to_string()));
            return show_accept(&app, &signed, invitation, &token, fault, 400).await;
        }
        Err(error) => return Err(Trouble(error.into())),
    }
    Ok(saying(with_cookie(&app, to("/console/sign-in"), None), Done::InvitationAccepted))
}

/// By whoever is signed in under the invited name.
pub async fn decline(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    let SignedInForm { signed, origin, form } = posted;
    let id = form.get("id").unwrap_or("");
    people(&app, &origin).decline(&signed.person, id).await.map_err(ApiError::from)?;
    Ok(done("/console", Done::InvitationDeclined))
}
