//! Signing in and out, and a person's own password.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::response::Response;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::connect::after_sign_in;
use super::extract::{Confirmed, Query, SignedInForm, SignedOutForm, Visitor, to};
use super::fault::Fault;
use super::notice::{Done, said, saying};
use super::{Shell, begin};
use crate::texts::t;
use interface::App;
use management::people::password;
use management::people::password::Lane;
use management::people::sign_in;
use management::people::sign_in::{NoCode, Opened, Token};
use management::people::{People, attempts, cookies};
use runtime::error::{ApiError, Code, sentence};

#[derive(Template)]
#[template(path = "console/sign_in.html")]
struct SignInPage {
    frame: Frame,
    name: String,
    /// What was done before; empty for nothing.
    done: &'static str,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/link.html")]
struct LinkPage {
    frame: Frame,
    token: String,
}

#[derive(Template)]
#[template(path = "console/code.html")]
struct CodePage {
    frame: Frame,
    error: Fault,
}

#[derive(Template)]
#[template(path = "console/password.html")]
struct PasswordPage {
    frame: Frame,
    console: Shell,
    has_password: bool,
    least: usize,
    error: Fault,
}

pub async fn page(State(app): State<Arc<App>>) -> Result<Response, Trouble> {
    sign_in_page(&app, "", Fault::default(), 200).await
}

async fn sign_in_page(app: &App, name: &str, error: Fault, status: u16) -> Result<Response, Trouble> {
    let frame = Frame::new(app, "/console", t("Sign in"), "").await?;
    reply::private(&SignInPage { frame, name: name.to_owned(), done: said(), error }, status)
}

pub async fn by_password(State(app): State<Arc<App>>, stranger: SignedOutForm) -> Result<Response, Trouble> {
    let name = stranger.form.get("name").unwrap_or("").to_owned();
    let password = stranger.form.get("password").unwrap_or("").to_owned();
    match sign_in::by_password(&app, stranger.visitor, &name, password).await {
        Ok(Some(opened)) => Ok(signed_in(&app, &opened, &after_sign_in(&stranger.headers))),
        Ok(None) => {
            sign_in_page(&app, &name, Fault::at("password", "Incorrect name or password."), 401).await
        }
        Err(error) if error.code == Code::RateLimited => {
            sign_in_page(&app, &name, Fault::of(&error), 429).await
        }
        Err(error) => Err(Trouble(error)),
    }
}

/// A button instead of signing in at once: programs that look at links must not use them up.
pub async fn link_page(State(app): State<Arc<App>>, Query(form): Query) -> Result<Response, Trouble> {
    let token = form.get("token").unwrap_or("").to_owned();
    let frame = Frame::new(&app, "/console", t("Sign in"), "").await?;
    reply::private(&LinkPage { frame, token }, 200)
}

pub async fn by_link(State(app): State<Arc<App>>, stranger: SignedOutForm) -> Result<Response, Trouble> {
    let token = stranger.form.get("token").unwrap_or("");
    match sign_in::by_link(&app, stranger.visitor, token).await? {
        Some(opened) => Ok(signed_in(&app, &opened, &after_sign_in(&stranger.headers))),
        None => {
            let error =
                "This link was used before or is too old. Ask for a new one, or sign in with a password.";
            sign_in_page(&app, "", Fault::at("link", error), 401).await
        }
    }
}

/// On to where they wanted to go, or to the question for a code.
pub fn signed_in(app: &App, opened: &Opened, next: &str) -> Response {
    let Some(device) = &opened.device else {
        return with_cookie(app, to("/console/code"), Some(&opened.token));
    };
    let mut response = with_cookie(app, to(next), Some(&opened.token));
    if let Ok(value) = HeaderValue::from_str(&cookies::set_device(app, device)) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}

pub async fn code_page(State(app): State<Arc<App>>) -> Result<Response, Trouble> {
    show_code_page(&app, Fault::default(), 200).await
}

async fn show_code_page(app: &App, error: Fault, status: u16) -> Result<Response, Trouble> {
    let frame = Frame::new(app, "/console", t("Second factor"), "").await?;
    reply::private(&CodePage { frame, error }, status)
}

pub async fn by_code(State(app): State<Arc<App>>, stranger: SignedOutForm) -> Result<Response, Trouble> {
    let code = stranger.form.get("code").unwrap_or("");
    match sign_in::by_code(&app, stranger.visitor, &stranger.headers, code).await {
        Ok(Ok(opened)) => Ok(signed_in(&app, &opened, &after_sign_in(&stranger.headers))),
        Ok(Err(NoCode::Wrong)) => show_code_page(&app, Fault::at("code", "Incorrect code."), 401).await,
        Ok(Err(NoCode::NotAwaited)) => {
            sign_in_page(&app, "", Fault::at("link", "Sign in again; the code came too late."), 401).await
        }
        Err(error) if error.code == Code::RateLimited => show_code_page(&app, Fault::of(&error), 429).await,
        Err(error) => Err(Trouble(error)),
    }
}

pub fn with_cookie(app: &App, mut response: Response, token: Option<&Token>) -> Response {
    if let Ok(value) = HeaderValue::from_str(&cookies::set_session(app, token)) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}

pub async fn sign_out(State(app): State<Arc<App>>, posted: SignedInForm) -> Result<Response, Trouble> {
    app.store.sign_ins.close(&posted.origin, &posted.signed.token.hash()).await?;
    Ok(saying(with_cookie(&app, to("/console/sign-in"), None), Done::SignedOut))
}

pub async fn password_page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
) -> Result<Response, Trouble> {
    show_password_page(&app, &signed, Fault::default(), 200).await
}

async fn show_password_page(
    app: &App,
    signed: &sign_in::Signed,
    error: Fault,
    status: u16,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(app, signed, "", "Password").await?;
    let has_password = signed.person.password_hash.is_some();
    let page = PasswordPage { frame, console, has_password, least: password::LEAST_CHARS, error };
    reply::private(&page, status)
}

/// Every sign-in ends, this one too: whoever had the old password is out.
pub async fn change_password(State(app): State<Arc<App>>, confirmed: Confirmed) -> Result<Response, Trouble> {
    let Confirmed { signed, origin, form } = confirmed;
    let text = |name: &str| form.get(name).unwrap_or("").to_owned();
    if text("new").is_empty() {
        return show_password_page(&app, &signed, Fault::default(), 200).await;
    }
    if let Some(hash) = signed.person.password_hash.clone() {
        // Only who is signed in as this person comes here: nobody else can use the tries up.
        attempts::count_failure(&app, &format!("password of {}", signed.person.id)).await?;
        let fits = password::verify(Lane::Known, text("old"), Some(hash)).await;
        if !fits.ok_or_else(|| attempts::too_many(1_000_000))? {
            return show_password_page(&app, &signed, Fault::at("old", "Incorrect old password."), 400).await;
        }
    }
    if text("new") != text("again") {
        return show_password_page(&app, &signed, Fault::at("again", "The passwords do not match."), 400)
            .await;
    }
    let people = People { store: &app.store, origin };
    match people.set_password(&signed.person.name, &text("new")).await {
        Ok(()) => Ok(saying(with_cookie(&app, to("/console/sign-in"), None), Done::PasswordChanged)),
        Err(error @ management::people::PersonError::Password(_)) => {
            show_password_page(&app, &signed, Fault::at("new", &sentence(&error.to_string())), 400).await
        }
        Err(error) => Err(Trouble(ApiError::from(error))),
    }
}
