//! What a form has done, said on the page that comes after it. A word of a closed list travels in a cookie for one page;
//! nothing that somebody could write into an address is ever shown.

use axum::extract::Request;
use axum::http::header::{COOKIE, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use super::extract::to;
use crate::texts::t;

const COOKIE_NAME: &str = "bellwether-done";
/// Seconds until a page that never came is forgotten.
const KEPT_S: u32 = 30;

domain::closed_list! {
    /// Something that was done.
    Done {
        KeyRevoked = "key-revoked",
        MemberChanged = "member-changed",
        MemberRemoved = "member-removed",
        InvitationWithdrawn = "invitation-withdrawn",
        OverageOn = "overage-on",
        OverageOff = "overage-off",
        Created = "created",
        Saved = "saved",
        Deleted = "deleted",
        SourceAdded = "source-added",
        SourcePaused = "source-paused",
        SourceResumed = "source-resumed",
        SourceRemoved = "source-removed",
        PasswordChanged = "password-changed",
        SignedOut = "signed-out",
        InvitationAccepted = "invitation-accepted",
        InvitationDeclined = "invitation-declined",
        AgentDisconnected = "agent-disconnected",
        AccountOpened = "account-opened",
        SecondFactorReset = "second-factor-reset",
        SecondFactorOff = "second-factor-off",
        RuleOn = "rule-on",
        RuleOff = "rule-off",
        SentenceForgotten = "sentence-forgotten",
        SentenceAllowed = "sentence-allowed",
        Tried = "tried",
        SentAgain = "sent-again",
    }
}

impl Done {
    fn text(self) -> &'static str {
        match self {
            Done::KeyRevoked => "The key is revoked; calls with it are refused from now on.",
            Done::MemberChanged => "The role is changed.",
            Done::MemberRemoved => "The member is removed, and their keys of this account with them.",
            Done::InvitationWithdrawn => "The invitation is withdrawn; its link no longer works.",
            Done::OverageOn => "Overage is on, up to the cap.",
            Done::OverageOff => "Overage is off.",
            Done::Created => "Created.",
            Done::Saved => "Saved.",
            Done::Deleted => "Deleted.",
            Done::SourceAdded => "The source is added and will be read soon.",
            Done::SourcePaused => "The source is paused.",
            Done::SourceResumed => "The source is read again.",
            Done::SourceRemoved => "The source is removed; its documents stay.",
            Done::PasswordChanged => {
                "Your password is changed and every sign-in has ended. Sign in with the new one."
            }
            Done::SignedOut => "You are signed out.",
            Done::InvitationAccepted => {
                "The invitation is accepted and every sign-in has ended. Sign in with the new password."
            }
            Done::InvitationDeclined => "The invitation is declined.",
            Done::AgentDisconnected => "The agent is disconnected; its calls are refused from now on.",
            Done::AccountOpened => "The account is open.",
            Done::SecondFactorReset => "The second factor is reset: a password or a link signs in again.",
            Done::SecondFactorOff => "The second factor is off.",
            Done::RuleOn => "The rule is enabled.",
            Done::RuleOff => "The rule is disabled and sends nothing.",
            Done::SentenceForgotten => "The sentence is forgotten: it is text from now on.",
            Done::SentenceAllowed => "The sentence may be learned again.",
            Done::Tried => "Test sent; the result is below.",
            Done::SentAgain => "Sent again; the result is below.",
        }
    }
}

tokio::task_local! {
    static SAID: Option<Done>;
}

/// What the form before this page has done; empty for nothing.
pub fn said() -> &'static str {
    SAID.try_with(|said| said.map_or("", |done| t(done.text()))).unwrap_or("")
}

/// On to a page that says what was done.
pub fn done(path: &str, done: Done) -> Response {
    saying(to(path), done)
}

/// The page after this answer says what was done.
pub fn saying(mut response: Response, done: Done) -> Response {
    let name = done.name();
    let cookie = format!("{COOKIE_NAME}={name}; Path=/console; Max-Age={KEPT_S}; HttpOnly; SameSite=Strict");
    append(&mut response, &cookie);
    response
}

/// Says once what was done.
pub async fn stand_around(request: Request, next: Next) -> Response {
    let said = (request.method() == Method::GET).then(|| read(request.headers())).flatten();
    let mut response = SAID.scope(said, next.run(request)).await;
    if said.is_some() {
        append(
            &mut response,
            &format!("{COOKIE_NAME}=; Path=/console; Max-Age=0; HttpOnly; SameSite=Strict"),
        );
    }
    response
}

fn read(headers: &HeaderMap) -> Option<Done> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).and_then(|(_, value)| Done::from_name(value))
}

fn append(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}
