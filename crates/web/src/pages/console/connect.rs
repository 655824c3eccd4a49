//! An agent asks to be let in, and somebody who is signed in decides.
//!
//! The agent sends a browser to /oauth/authorize. Cookies of ours are not sent along with what another site began, so
//! that page only leads on to this one; who has to sign in first is brought back here.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HeaderValue, SET_COOKIE};
use axum::response::Response;
use metering::Scope;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Confirmed, account_as, to};
use super::{Choice, Shell, begin};
use crate::http::oauth::value;
use crate::http::query::read_query;
use crate::texts::t;
use interface::App;
use management::agents::{self, Asked, Refusal, described};
use management::people::{Role, sign_in};

const PATH: &str = "/console/connect";
/// Names of what is asked, carried through the form.
const FIELDS: [&str; 8] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "code_challenge",
    "code_challenge_method",
    "state",
    "resource",
    "scope",
];
/// A request that is longer is not remembered while somebody signs in.
const MAX_QUERY_BYTES: usize = 2_000;

/// Leads on to another address, by itself or with a click.
#[derive(Template)]
#[template(path = "console/lead_on.html")]
struct LeadOn {
    frame: Frame,
    address: String,
    words: String,
    by_itself: bool,
}

#[derive(Template)]
#[template(path = "console/connect.html")]
struct Page {
    frame: Frame,
    console: Shell,
    client: String,
    /// Whose site describes it.
    described_at: Option<String>,
    returns_to: String,
    fields: Vec<(&'static str, String)>,
    scopes: Vec<Choice>,
}

/// GET /oauth/authorize.
pub async fn authorize(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Result<Response, Trouble> {
    let query = query.unwrap_or_default();
    let given = read_query(&query)?;
    // Of a program that describes itself nothing is asked before somebody is signed in.
    if described_at(&app, value(&given, "client_id")).is_none()
        && let Err(refusal) = agents::read(&app, |name| value(&given, name)).await
    {
        return refused(&app, refusal).await;
    }
    lead_on(&app, format!("{PATH}?{query}"), "An agent asks for access to your account.").await
}

/// The address at which a program describes itself, where its id is one.
fn described_at(app: &App, client_id: Option<String>) -> Option<String> {
    client_id.filter(|id| described::is_address(app, id))
}

/// GET /console/connect.
pub async fn page(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Trouble> {
    let query = query.unwrap_or_default();
    let given = read_query(&query)?;
    let signed = sign_in::find(&app, &headers).await?;
    let described_at = described_at(&app, value(&given, "client_id"));
    match (&described_at, &signed) {
        (Some(address), Some(signed)) => {
            account_as(signed, Role::Member)?;
            described::look_up(&app, address, &signed.person.id).await?;
        }
        (Some(_), None) => return Ok(with_note(to("/console/sign-in"), Some(&query))),
        (None, _) => {}
    }
    let asked = match agents::read(&app, |name| value(&given, name)).await {
        Ok(asked) => asked,
        Err(refusal) => return refused(&app, refusal).await,
    };
    let Some(signed) = signed else {
        return Ok(with_note(to("/console/sign-in"), Some(&query)));
    };
    account_as(&signed, Role::Member)?;
    let (frame, console) = begin(&app, &signed, "/console/agents", "Connect an agent").await?;
    let most = asked.scope.min(signed.scope());
    let scopes = [Scope::Write, Scope::Read].into_iter().filter(|scope| *scope <= most).map(describe);
    let page = Page {
        frame,
        console,
        client: asked.client.name,
        described_at: described_at.map(|address| shown(&address).to_owned()),
        returns_to: shown(&asked.redirect_uri).to_owned(),
        fields: FIELDS.into_iter().filter_map(|name| Some((name, value(&given, name)?))).collect(),
        scopes: scopes.collect(),
    };
    reply::private(&page, 200)
}

fn describe(scope: Scope) -> Choice {
    let text = match scope {
        Scope::Read => "query everything that a key may query, at the account's cost",
        _ => "also record workflow runs",
    };
    Choice { value: scope.name().to_owned(), text: t(text).to_owned() }
}

/// Scheme and host: what a person can judge.
fn shown(uri: &str) -> &str {
    let start = uri.find("://").map_or(0, |at| at + 3);
    let end = uri[start..].find(['/', '?']).map_or(uri.len(), |at| start + at);
    &uri[..end]
}

/// POST /console/connect.
pub async fn decide(State(app): State<Arc<App>>, posted: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = posted;
    let asked = match agents::read(&app, |name| form.get(name).map(str::to_owned)).await {
        Ok(asked) => asked,
        Err(refusal) => return refused(&app, refusal).await,
    };
    let account = account_as(&signed, Role::Member)?;
    let scope = match form.get("allow") {
        Some("read") => Scope::Read,
        Some("write") => Scope::Write,
        _ => {
            let told = [("error", "access_denied")];
            return leave(&app, &asked.redirect_uri, asked.state.as_deref(), &told).await;
        }
    };
    let code = agents::allow(&app, &origin, account, &asked, scope.min(signed.scope())).await?;
    let Asked { redirect_uri, state, .. } = asked;
    leave(&app, &redirect_uri, state.as_deref(), &[("code", &code)]).await
}

async fn refused(app: &App, refusal: Refusal) -> Result<Response, Trouble> {
    match refusal {
        Refusal::Person(error) => Err(Trouble(error)),
        Refusal::Client { redirect_uri, state, error, description } => {
            let told = [("error", error), ("error_description", description)];
            // Nobody was asked yet: an address that anyone could register is not gone to by itself.
            let address = answer_address(app, &redirect_uri, state.as_deref(), &told);
            let words =
                t("The agent asked in a way that cannot be answered. Going on leads to another site.");
            let page =
                LeadOn { frame: frame(app).await?, address, words: words.to_owned(), by_itself: false };
            Ok(with_note(reply::private(&page, 200)?, None))
        }
    }
}

/// Back to the client. Browsers follow no redirect from a form of ours to another site; a page that leads on is one.
async fn leave(
    app: &App,
    uri: &str,
    state: Option<&str>,
    told: &[(&str, &str)],
) -> Result<Response, Trouble> {
    let response = lead_on(app, answer_address(app, uri, state, told), "Going back to the agent.").await?;
    Ok(with_note(response, None))
}

/// The client's address with what it is told.
fn answer_address(app: &App, uri: &str, state: Option<&str>, told: &[(&str, &str)]) -> String {
    let issuer = app.config.public_base();
    let state = state.map(|state| ("state", state));
    let told = told.iter().copied().chain(state).chain([("iss", issuer.as_str())]);
    let told: Vec<String> = told
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
        .collect();
    let joint = if uri.contains('?') { '&' } else { '?' };
    format!("{uri}{joint}{}", told.join("&"))
}

async fn lead_on(app: &App, address: String, words: &str) -> Result<Response, Trouble> {
    let page = LeadOn { frame: frame(app).await?, address, words: t(words).to_owned(), by_itself: true };
    reply::private(&page, 200)
}

async fn frame(app: &App) -> Result<Frame, Trouble> {
    Ok(Frame::new(app, "/console", t("Connect an agent"), "").await?)
}

const NOTE: &str = "bellwether-connect";

/// Remembers for ten minutes what was asked, or forgets it.
fn with_note(mut response: Response, query: Option<&str>) -> Response {
    let query = query.filter(|query| query.len() <= MAX_QUERY_BYTES);
    let (text, age) = match query {
        Some(query) => (utf8_percent_encode(query, NON_ALPHANUMERIC).to_string(), 600),
        None => (String::new(), 0),
    };
    let note = format!("{NOTE}={text}; Path=/console; HttpOnly; SameSite=Strict; Max-Age={age}");
    if let Ok(value) = HeaderValue::from_str(&note) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}

/// Where somebody goes on who has just signed in.
pub fn after_sign_in(headers: &HeaderMap) -> String {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let note = pairs.find(|(name, value)| *name == NOTE && !value.is_empty());
    let query = note.and_then(|(_, value)| percent_decode_str(value).decode_utf8().ok());
    query.map_or_else(|| "/console".to_owned(), |query| format!("{PATH}?{query}"))
}
