//! One attempt at one endpoint.

use std::time::Instant as Stopwatch;

use domain::{Credits, Instant};
use runtime::clock::new_id;
use runtime::config::Config;
use runtime::error::ApiError;
use sources::fetch::Request;
use sources::{FetchError, FetchOptions, Fetcher};
use store::events::Event;
use store::webhooks::{Delivery, DueWebhook};

use super::payload::Shape;
use super::signature::signatures;
use crate::mail::letter::{self, Letter};
use crate::mail::{Mailer, NotSent, address_of};

/// Endpoints that are delivered to at once.
pub const MAX_AT_ONCE: usize = 64;
/// What an endpoint may answer with; nobody reads it.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// Sends over the fetcher, whose guard refuses private addresses.
pub struct Sender {
    fetcher: Fetcher,
    mailer: Option<Mailer>,
    /// Where the links of letters lead.
    base: String,
}

/// What came of an attempt.
pub struct Sent {
    pub delivery: Delivery,
    /// 410, or a mailbox that is none: it will not come back.
    pub is_gone: bool,
}

impl Sender {
    pub fn new(config: &Config) -> anyhow::Result<Sender> {
        let fetcher = Fetcher::new(FetchOptions {
            user_agent: format!("Bellwether/{} (webhooks)", env!("CARGO_PKG_VERSION")),
            timeout_ms: config.webhook_timeout_s.saturating_mul(1000),
            max_body_bytes: MAX_ANSWER_BYTES,
            max_decoded_bytes: MAX_ANSWER_BYTES,
            max_redirects: 0,
            // One endpoint waits for itself alone, also where several share a host.
            per_host_connections: MAX_AT_ONCE,
            all_connections: MAX_AT_ONCE,
            host_gap_ms: 0,
            allow_private_addresses: config.webhook_private_addresses,
            ..FetchOptions::default()
        })?;
        Ok(Sender { fetcher, mailer: Mailer::new(config)?, base: config.public_base() })
    }

    pub async fn send(&self, to: &DueWebhook, event: &Event, now: Instant) -> Result<Sent, ApiError> {
        let began = Stopwatch::now();
        let Outcome { delivered, status, error, is_gone } = match Shape::of(&to.webhook.definition.shape) {
            Shape::Mail => self.mail(to, event).await?,
            shape => self.post(to, event, shape.body(event)?, now).await,
        };
        let delivery = Delivery {
            id: new_id("del"),
            account_id: to.account_id.clone(),
            webhook_id: to.webhook.id.clone(),
            event_id: event.id.clone(),
            event_type: event.event_type,
            url: to.webhook.definition.url.clone(),
            attempt: 0,
            at: now,
            duration_ms: i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
            delivered,
            status: if delivered { Some(200) } else { status },
            error: error.map(|error| error.chars().take(300).collect()),
            credits: Credits::ZERO,
            next_at: None,
        };
        Ok(Sent { delivery, is_gone })
    }

    async fn post(&self, to: &DueWebhook, event: &Event, body: String, now: Instant) -> Outcome {
        let headers = vec![
            ("webhook-id", event.id.clone()),
            ("webhook-timestamp", (now.ms() / 1000).to_string()),
            ("webhook-signature", signatures(&to.secrets, &event.id, now, &body)),
        ];
        let request = Request { headers, body: Some(body), ..Request::get(&to.webhook.definition.url) };
        let answer = self.fetcher.fetch(&request).await;
        let is_gone = answer.as_ref().is_err_and(FetchError::is_gone);
        let (delivered, status, error) = match answer {
            Ok(reply) if reply.changed => (true, None, None),
            Ok(_) => (false, Some(304), Some("the server answers 304".to_owned())),
            // It was taken; what was answered with it is of no interest.
            Err(
                FetchError::TooLarge(_)
                | FetchError::UnpacksTooLarge(_)
                | FetchError::Compression
                | FetchError::Poisoned(_),
            ) => (true, None, None),
            Err(FetchError::Status { status, .. }) => {
                (false, Some(u32::from(status)), Some(format!("the server answers {status}")))
            }
            Err(error) => (false, None, Some(runtime::error::chain(&error))),
        };
        Outcome { delivered, status, error, is_gone }
    }

    async fn mail(&self, to: &DueWebhook, event: &Event) -> Result<Outcome, ApiError> {
        let letter = letter::of(event, to, &self.base)?;
        self.write_to(to, &letter).await
    }

    /// Asks the reader of a mail endpoint whether the mail is wanted.
    pub async fn ask_to_confirm(&self, to: &DueWebhook, account: &str) -> Result<Outcome, ApiError> {
        self.write_to(to, &letter::confirmation(to, account, &self.base, new_id("letter"))).await
    }

    async fn write_to(&self, to: &DueWebhook, letter: &Letter) -> Result<Outcome, ApiError> {
        let (Some(mailer), Some(address)) = (&self.mailer, address_of(&to.webhook.definition.url)) else {
            return Ok(Outcome::failed("no mail is set up on this service".to_owned()));
        };
        Ok(match mailer.send(&address, letter).await {
            Ok(()) => Outcome { delivered: true, status: None, error: None, is_gone: false },
            Err(NotSent { status, reason, is_final }) => {
                Outcome { delivered: false, status, error: Some(reason), is_gone: is_final }
            }
        })
    }
}

/// How an attempt ended.
pub struct Outcome {
    pub delivered: bool,
    status: Option<u32>,
    pub error: Option<String>,
    is_gone: bool,
}

impl Outcome {
    fn failed(error: String) -> Outcome {
        Outcome { delivered: false, status: None, error: Some(error), is_gone: false }
    }
}
