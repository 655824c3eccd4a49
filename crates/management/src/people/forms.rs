//! Forms that come from our own pages: another site can make a browser send one, and knows neither origin nor token.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use super::sign_in::Signed;
use interface::App;
use runtime::error::{ApiError, Code};

/// Refuses what another site made a browser send.
pub fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let base = app.config.public_base();
    let host = text(HOST.as_str());
    let same = match text(ORIGIN.as_str()) {
        // A page that hides where it is from hides it from us too; the browser itself still says it.
        Some("null") => text("sec-fetch-site") == Some("same-origin"),
        Some(origin) => {
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            origin == origin_of(&base) || (authority.is_some() && authority == host)
        }
        // Not every client names an origin; browsers that do not still say where a request comes from.
        None => matches!(text("sec-fetch-site"), None | Some("same-origin" | "none")),
    };
    match same {
        true => Ok(()),
        false => {
            Err(ApiError::new(Code::Forbidden, "This form was sent from another site and was not accepted."))
        }
    }
}

/// Scheme and authority of an address.
fn origin_of(address: &str) -> &str {
    let start = address.find("://").map_or(0, |at| at + 3);
    let end = address[start..].find('/').map_or(address.len(), |at| start + at);
    &address[..end]
}

/// Refuses a form that does not carry the token of the sign-in it came with.
pub fn check_form(signed: &Signed, sent: Option<&str>) -> Result<(), ApiError> {
    use subtle::ConstantTimeEq;
    let fits = sent.is_some_and(|sent| signed.form_token.as_bytes().ct_eq(sent.as_bytes()).into());
    match fits {
        true => Ok(()),
        false => Err(ApiError::new(
            Code::Forbidden,
            "The form is too old. Go back, load the page again and repeat it.",
        )),
    }
}
