//! What a form has done, said on the page that comes after it. A word of a closed list travels in a cookie for one page;
//! nothing that somebody could write into an address is ever shown.

use axum::extract::Request;
use axum::http::header::{COOKIE, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use super::extract::to;

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
        }
    }
}

tokio::task_local! {
    static SAID: Option<Done>;
}

/// What the form before this page has done; empty for nothing.
pub fn said() -> &'static str {
    SAID.try_with(|said| said.map_or("", Done::text)).unwrap_or("")
}

/// On to a page that says what was done.
pub fn done(path: &str, done: Done) -> Response {
    let mut response = to(path);
    let cookie =
        format!("{COOKIE_NAME}={}; Path=/console; Max-Age={KEPT_S}; HttpOnly; SameSite=Strict", done.name());
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
