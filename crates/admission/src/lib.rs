//! Who may ask, and who pays: identify, hold, let the work run, then commit or release.
//!
//! Nothing here knows a particular operation; nothing in an operation knows of credits. One function stands
//! around every answer, so that no handler is trusted to remember any of it. Refused everywhere below: to
//! read a balance in order to write it, to log a key or a payment, to charge for an answer that was not given.

mod authenticated_key;
pub mod buckets;
mod caller;
pub mod delivery;
mod export;
mod followers;
mod gate;
mod hold;
mod limiter;
mod limits;
mod quote;
mod receipt;
mod running;
mod statement;
pub mod streams;
pub mod sweep;
pub mod x402;

use std::future::Future;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::{Credits, Instant};
use futures_util::FutureExt;
use http::{HeaderMap, HeaderName, HeaderValue};
use metering::{Price, Receipt, Source, price};

pub use authenticated_key::AuthenticatedKey;
pub use caller::{Caller, admit, identify, identify_agent};
pub use export::{ExportRequest, ExportWork, export, export_in_console};
pub use followers::followers;
pub use gate::{Gate, rate_limited};
pub use quote::{Quote, export_credits, quote, quote_export};
pub use receipt::prepaid_left;
use runtime::call::{Access, Answer, RequestContext};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::error::{ApiError, Code};
pub use statement::{Statement, UsageView, statement};
use store::Store;

/// How admission is decided, and what it is decided with.
pub struct Admission {
    pub store: Store,
    pub config: Config,
    pub clock: Clock,
    /// Keys, limits, credits and payments; without it everyone is let in and nobody pays.
    gate: Option<Box<Gate>>,
    streams: streams::Streams,
    turns: delivery::Turns,
}

/// The work of an answer, which begins when it is first polled.
pub type Work<'a> = Pin<Box<dyn Future<Output = Result<Answer, ApiError>> + Send + 'a>>;

/// An answer that was given before, where there is one.
pub type Replay<'a> = Pin<Box<dyn Future<Output = Result<Option<Answer>, ApiError>> + Send + 'a>>;

/// What is to be done for a call.
pub struct Job<'a> {
    pub work: Work<'a>,
    /// Looked for where the work cannot be paid for.
    pub replay: Option<Replay<'a>>,
}

impl<'a> From<Work<'a>> for Job<'a> {
    fn from(work: Work<'a>) -> Job<'a> {
        Job { work, replay: None }
    }
}

impl Admission {
    pub fn new(store: Store, config: Config, clock: Clock) -> anyhow::Result<Admission> {
        let gate = if config.metering { Some(Box::new(Gate::from_config(&config)?)) } else { None };
        Ok(Admission {
            store,
            config,
            clock,
            gate,
            streams: streams::Streams::default(),
            turns: delivery::Turns::default(),
        })
    }

    pub fn gate(&self) -> Option<&Gate> {
        self.gate.as_deref()
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
    pub access: Access,
    pub route: &'static str,
    pub protected: bool,
    pub base_credits: u32,
    pub requested_results: u32,
}

impl Terms {
    /// The plain view behind an optional door costs nothing, whoever asks.
    pub fn price(&self) -> Price {
        match self.protected || matches!(self.access, Access::Key | Access::KeyOrPayment) {
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
    admission: &Arc<Admission>,
    caller: &Caller,
    visit: &Visit<'_>,
    terms: &Terms,
    ask: &RequestContext,
    prepared: Result<Job<'_>, ApiError>,
) -> Admitted {
    let (gate, address) = match (admission.gate(), caller) {
        (Some(gate), Caller::Key(known)) => {
            return keyed(admission, gate, known, terms, ask, prepared).await;
        }
        (Some(gate), Caller::Anonymous(address)) => (gate, *address),
        _ => return Admitted::with(run(admission, ask, prepared.map(|job| job.work)).await, Vec::new()),
    };
    let prepared = prepared.map(|job| job.work);
    match (terms.access, &gate.x402) {
        // What is rare and large is boxed: a request that waits should take little memory, for many wait at once.
        (Access::KeyOrPayment, Some(gateway)) => {
            Box::pin(x402::sell(admission, gate, gateway, visit, terms, ask, prepared)).await
        }
        (Access::KeyOrPayment | Access::Key, _) => Admitted::refused(key_missing()),
        (Access::KeyForFull, _) if terms.protected => Admitted::refused(key_missing()),
        _ => {
            if prepared.is_err() {
                return Admitted::with(run(admission, ask, prepared).await, Vec::new());
            }
            let rate = gate.take_for_address(&admission.store.rate_limits, address, ask.now).await;
            match rate.retry_after_s {
                Some(seconds) => Admitted::with(Err(gate::rate_limited(seconds)), rate.headers),
                None => Admitted::with(run(admission, ask, prepared).await, rate.headers),
            }
        }
    }
}

/// Counts a request that asks for no operation against the rate of whoever sends it.
pub async fn take(admission: &Admission, caller: &Caller, now: Instant) -> Result<(), ApiError> {
    let (Some(gate), limits) = (admission.gate(), &admission.store.rate_limits) else { return Ok(()) };
    let rate = match caller {
        Caller::Key(known) => gate.take_for_key(limits, known, now).await,
        Caller::Anonymous(address) => gate.take_for_address(limits, *address, now).await,
        Caller::Unchecked => return Ok(()),
    };
    rate.retry_after_s.map_or(Ok(()), |seconds| Err(gate::rate_limited(seconds)))
}

async fn keyed(
    admission: &Arc<Admission>,
    gate: &Gate,
    known: &AuthenticatedKey,
    terms: &Terms,
    ask: &RequestContext,
    prepared: Result<Job<'_>, ApiError>,
) -> Admitted {
    let price = terms.price();
    let uncharged = async |answer: Result<Answer, ApiError>, source, mut headers: Headers| {
        // With bad parameters it is not known which view was meant: where any of them costs, say how things stand.
        if price != Price::FREE || (answer.is_err() && terms.base_credits > 0) {
            headers.extend(Box::pin(receipt::uncharged(admission, known, source, ask.now)).await);
        }
        Admitted::with(answer, headers)
    };
    let Job { work, replay } = match prepared {
        Ok(job) => job,
        Err(error) => return uncharged(Err(error), Source::Included, Vec::new()).await,
    };
    let rate = gate.take_for_key(&admission.store.rate_limits, known, ask.now).await;
    if let Some(seconds) = rate.retry_after_s {
        return uncharged(Err(gate::rate_limited(seconds)), Source::Included, rate.headers).await;
    }
    let mut headers = rate.headers;
    if price == Price::FREE {
        return Admitted::with(run(admission, ask, Ok(work)).await, headers);
    }
    let held = match hold::place(admission, gate, known, terms, price, ask).await {
        Ok(held) => held,
        Err(error) => {
            let answer = match replay {
                Some(replay) => replay.await.and_then(|found| found.ok_or(error)),
                None => Err(error),
            };
            return uncharged(answer, Source::Included, headers).await;
        }
    };
    let source = held.source();
    let answer = run(admission, ask, Ok(work)).await;
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
async fn run(
    admission: &Admission,
    ask: &RequestContext,
    prepared: Result<Work<'_>, ApiError>,
) -> Result<Answer, ApiError> {
    let work = prepared?;
    let limit = Duration::from_secs(admission.config.answer_timeout_s);
    let guarded = AssertUnwindSafe(work).catch_unwind();
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
    tracing::error!(error = %runtime::error::chain(error), "the ledger does not answer");
    ApiError::new(
        Code::Unavailable,
        "Keys and credits cannot be looked up at the moment. Nothing was charged.",
    )
    .retry_after(2)
}

pub fn key_missing() -> ApiError {
    ApiError::new(
        Code::KeyMissing,
        "Send `Authorization: Bearer <key>`. Keys are made in the console (/console) or with `bellwether key create`; the \
         demo shows one on its start page.",
    )
}
