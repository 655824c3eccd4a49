//! Who may ask, and who pays: identify, hold, let the work run, then commit or release.
//!
//! Nothing here knows a particular operation; nothing in an operation knows of credits. One function stands
//! around every answer, so that no handler is trusted to remember any of it. Refused everywhere below: to
//! read a balance in order to write it, to log a key or a payment, to charge for an answer that was not given.

pub mod accounts;
pub(crate) mod buckets;
mod caller;
mod export;
mod followers;
mod gate;
mod hold;
pub mod keys;
mod known;
mod limiter;
mod quote;
mod receipt;
mod running;
mod statement;
pub mod sweep;
pub(crate) mod x402;

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::Credits;
use futures_util::FutureExt;
use metering::{Price, Receipt, Source, price};

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::operations::{Answer, Ask, Door, Entry, Work};
pub use caller::{Caller, admit, identify, key_missing};
pub use export::{ExportRequest, export, export_in_console};
pub use followers::followers;
pub use gate::{Gate, rate_limited};
pub use known::Known;
pub use quote::{Quote, export_credits, quote, quote_export};
pub use statement::{Statement, UsageView, statement};
pub(crate) use x402::random;

/// How admission is decided.
pub enum Admission {
    /// Everyone is let in and nobody pays.
    Open,
    /// Keys, limits, credits and payments.
    Metered(Box<Gate>),
}

impl Admission {
    pub fn from_config(config: &crate::config::Config) -> anyhow::Result<Admission> {
        match config.metering {
            true => Ok(Admission::Metered(Box::new(Gate::from_config(config)?))),
            false => Ok(Admission::Open),
        }
    }

    pub fn gate(&self) -> Option<&Gate> {
        match self {
            Admission::Open => None,
            Admission::Metered(gate) => Some(gate),
        }
    }
}

/// How a request came, as far as admission looks at it.
pub struct Visit<'a> {
    pub headers: &'a HeaderMap,
    pub address: IpAddr,
    /// Path and query, as asked.
    pub target: &'a str,
}

/// What this call costs and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub door: Door,
    pub route: &'static str,
    pub protected: bool,
    pub base_credits: u32,
    pub requested_results: u32,
}

impl Terms {
    pub fn of(entry: &Entry, protected: bool, requested_results: u32) -> Terms {
        Terms {
            door: entry.door,
            route: entry.route.path,
            protected,
            base_credits: entry.base_credits,
            requested_results,
        }
    }

    /// The plain view behind an optional door costs nothing, whoever asks.
    pub fn price(&self) -> Price {
        match self.protected || matches!(self.door, Door::Key | Door::KeyOrPayment) {
            true if self.base_credits > 0 => price(Credits::new(self.base_credits), self.requested_results),
            _ => Price::FREE,
        }
    }
}

pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// An answer with what it cost, as headers.
pub struct Admitted {
    pub answer: Result<Answer, ApiError>,
    pub headers: Headers,
    /// To be called when the whole answer has left.
    pub sent: Option<Box<dyn FnOnce() + Send>>,
}

impl Admitted {
    fn refused(error: ApiError) -> Admitted {
        Admitted::with(Err(error), Vec::new())
    }

    fn with(answer: Result<Answer, ApiError>, headers: Headers) -> Admitted {
        Admitted { answer, headers, sent: None }
    }
}

/// Holds the price, runs the work, commits on success and releases on anything else. `prepared` is the work,
/// or what is wrong with the parameters: whoever came with a key learns how it stands in either case.
pub async fn around(
    app: &Arc<App>,
    caller: &Caller,
    visit: &Visit<'_>,
    terms: &Terms,
    ask: &Ask,
    prepared: Result<Work, ApiError>,
) -> Admitted {
    let (gate, address) = match (&app.admission, caller) {
        (Admission::Metered(gate), Caller::Known(known)) => {
            return keyed(app, gate, known, terms, ask, prepared).await;
        }
        (Admission::Metered(gate), Caller::Nobody(address)) => (gate, *address),
        _ => return Admitted::with(run(app, ask, prepared).await, Vec::new()),
    };
    match (terms.door, &gate.x402) {
        // What is rare and large is boxed: a request that waits should take little memory, for many wait at once.
        (Door::KeyOrPayment, Some(gateway)) => {
            Box::pin(x402::sell(app, gate, gateway, visit, terms, ask, prepared)).await
        }
        (Door::KeyOrPayment | Door::Key, _) => Admitted::refused(caller::key_missing()),
        (Door::Optional, _) if terms.protected => Admitted::refused(caller::key_missing()),
        _ => {
            if prepared.is_err() {
                return Admitted::with(run(app, ask, prepared).await, Vec::new());
            }
            let rate = gate.take_for_address(&app.store.rate_limits, address, ask.now).await;
            match rate.retry_after_s {
                Some(seconds) => Admitted::with(Err(gate::rate_limited(seconds)), rate.headers),
                None => Admitted::with(run(app, ask, prepared).await, rate.headers),
            }
        }
    }
}

async fn keyed(
    app: &Arc<App>,
    gate: &Gate,
    known: &Known,
    terms: &Terms,
    ask: &Ask,
    prepared: Result<Work, ApiError>,
) -> Admitted {
    let price = terms.price();
    let uncharged = async |answer: Result<Answer, ApiError>, source, mut headers: Headers| {
        // With bad parameters it is not known which view was meant: where any of them costs, say how things stand.
        if price != Price::FREE || (answer.is_err() && terms.base_credits > 0) {
            headers.extend(Box::pin(receipt::uncharged(app, known, source, ask.now)).await);
        }
        Admitted::with(answer, headers)
    };
    if let Err(error) = prepared {
        return uncharged(Err(error), Source::Included, Vec::new()).await;
    }
    let rate = gate.take_for_key(&app.store.rate_limits, known, ask.now).await;
    if let Some(seconds) = rate.retry_after_s {
        return uncharged(Err(gate::rate_limited(seconds)), Source::Included, rate.headers).await;
    }
    let mut headers = rate.headers;
    if price == Price::FREE {
        return Admitted::with(run(app, ask, prepared).await, headers);
    }
    let held = match hold::place(app, gate, known, terms, price, ask).await {
        Ok(held) => held,
        Err(error) => return uncharged(Err(error), Source::Included, headers).await,
    };
    let source = held.source();
    let answer = run(app, ask, prepared).await;
    if !answer.as_ref().is_ok_and(|answer| answer.charged) {
        held.release().await;
        return uncharged(answer, source, headers).await;
    }
    match held.commit(ask.now).await {
        Ok(counted) => {
            let standing = receipt::standing(known, &counted, ask.now);
            headers.extend(receipt::headers(&Receipt::Keyed { charged: price, source, standing }));
            Admitted::with(answer, headers)
        }
        Err(error) => uncharged(Err(error), source, headers).await,
    }
}

/// The work within its time, with a net under it: a hold must come back even from a panic, and whoever
/// holds a key hears how it stands even then.
async fn run(app: &App, ask: &Ask, prepared: Result<Work, ApiError>) -> Result<Answer, ApiError> {
    let work = prepared?;
    let limit = Duration::from_secs(app.config.answer_timeout_s);
    let guarded = AssertUnwindSafe(async { work(app, ask).await }).catch_unwind();
    match tokio::time::timeout(limit, guarded).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => {
            tracing::error!(request.id = %ask.request_id, "an answer panicked");
            Err(ApiError::new(
                Code::Internal,
                "The request could not be answered. The request id names it in our logs.",
            ))
        }
        Err(_) => {
            Err(ApiError::new(Code::Timeout, "The answer was not ready in time. Try a narrower question."))
        }
    }
}

/// A store that does not answer is our fault and passes; nothing is charged meanwhile.
fn unavailable(error: &store::Error) -> ApiError {
    tracing::error!(error = %crate::error::chain(error), "the ledger does not answer");
    ApiError::new(
        Code::Unavailable,
        "Keys and credits cannot be looked up at the moment. Nothing was charged.",
    )
    .retry_after(2)
}
