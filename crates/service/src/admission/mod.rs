//! Who may ask, and who pays: identify, hold, let the work run, then commit or release.
//!
//! Nothing here knows a particular operation; nothing in an operation knows of credits. One function stands
//! around every answer, so that no handler is trusted to remember any of it.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::Instant;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::operations::{Answer, Ask, Door, Entry, Work};

/// How admission is decided.
pub enum Admission {
    /// Everyone is let in and nobody pays.
    Open,
}

/// Who is at the door.
pub enum Caller {
    Nobody,
}

/// What this call costs and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub door: Door,
    pub protected: bool,
    pub base_credits: u32,
    pub requested_results: u32,
}

impl Terms {
    pub fn of(entry: &Entry, protected: bool, requested_results: u32) -> Terms {
        Terms { door: entry.door, protected, base_credits: entry.base_credits, requested_results }
    }
}

/// An answer with what it cost, as headers.
pub struct Admitted {
    pub answer: Result<Answer, ApiError>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

/// Credentials first, whatever the parameters say.
pub async fn identify(
    app: &App,
    _entry: &Entry,
    _headers: &HeaderMap,
    _now: Instant,
) -> Result<Caller, ApiError> {
    match app.admission {
        Admission::Open => Ok(Caller::Nobody),
    }
}

/// Holds the price, runs the work, commits on success and releases on anything else.
pub async fn around(app: &App, caller: Caller, _terms: Terms, ask: Ask, work: Work) -> Admitted {
    let Caller::Nobody = caller;
    Admitted { answer: work(app, &ask).await, headers: Vec::new() }
}

/// A header that is there at most once and is readable text.
pub fn single_header<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, ApiError> {
    let mut values = headers.get_all(name).iter();
    let Some(first) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(ApiError::new(
            Code::InvalidHeader,
            format!("The header {name} is given more than once."),
        ));
    }
    let text = first
        .to_str()
        .map_err(|_| ApiError::new(Code::InvalidHeader, format!("The header {name} is not plain text.")))?;
    Ok(Some(text))
}
