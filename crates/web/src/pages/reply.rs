//! Pages and their tables on the way out: one content policy, tags for asking again, and trouble said as a page.

use askama::Template;
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::frame::Frame;
use crate::http::answer;
use crate::texts::{self, t};
use interface::{Answer, Paging, Table};
use runtime::error::ApiError;

/// Pages load nothing from elsewhere and run no script but our own file.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; \
connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A public copy of a page stays good for this long.
pub const FRESH_FOR_S: u64 = 30;

/// A page that anyone may see and keep for a moment.
pub fn public(page: &impl Template, asked: &HeaderMap) -> Result<Response, Trouble> {
    let body = rendered(page)?;
    let answer = Answer {
        status: 200,
        content_type: HTML,
        body,
        charged: false,
        fresh_for_s: FRESH_FOR_S,
        paging: Paging::default(),
    };
    Ok(by_language(with_policy(answer::response(answer, true, asked))))
}

/// A page for one person: nobody keeps it.
pub fn private(page: &impl Template, status: u16) -> Result<Response, Trouble> {
    let body = rendered(page)?;
    let answer = Answer {
        status,
        content_type: HTML,
        body,
        charged: false,
        fresh_for_s: 0,
        paging: Paging::default(),
    };
    let mut response = with_policy(answer::response(answer, false, &HeaderMap::new()));
    // Without it browsers would send the page's own forms with an origin of `null`.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    Ok(response)
}

/// The rows behind a plot, offered as a file of this name.
pub fn csv(table: &Table, name: &str, asked: &HeaderMap) -> Response {
    csv_text(table.csv(), name, asked)
}

/// The same of a table that is written already.
pub fn csv_text(text: Vec<u8>, name: &str, asked: &HeaderMap) -> Response {
    let answer = Answer {
        status: 200,
        content_type: "text/csv; charset=utf-8",
        body: text.into(),
        charged: false,
        fresh_for_s: FRESH_FOR_S,
        paging: Paging::default(),
    };
    let mut response = answer::response(answer, true, asked);
    let safe: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.')).collect();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{safe}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// What went wrong, said as a page.
pub struct Trouble(pub ApiError);

impl From<ApiError> for Trouble {
    fn from(error: ApiError) -> Trouble {
        Trouble(error)
    }
}

impl From<store::Error> for Trouble {
    fn from(error: store::Error) -> Trouble {
        Trouble(error.into())
    }
}

#[derive(Template)]
#[template(path = "trouble.html")]
struct TroublePage {
    frame: Frame,
    detail: String,
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let Trouble(error) = self;
        let page =
            TroublePage { frame: Frame::bare(t(error.code.title())), detail: texts::told(&error.detail) };
        private(&page, error.code.status().as_u16()).unwrap_or_else(|_| error.code.status().into_response())
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn rendered(page: &impl Template) -> Result<Bytes, Trouble> {
    page.render().map(texts::translated).map(Bytes::from).map_err(|error| Trouble(ApiError::internal(&error)))
}

/// Whoever keeps a copy must not give it to readers of another language.
pub fn by_language(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    response
}

fn with_policy(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Under the stricter `no-referrer` browsers name no origin when a form is sent, and forms would be refused.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
