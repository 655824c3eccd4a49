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

/// What an endpoint may answer with; nobody reads it.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// Sends over the fetcher, whose guard refuses private addresses.
pub struct Sender {
    fetcher: Fetcher,
}

/// What came of an attempt.
pub struct Sent {
    pub delivery: Delivery,
    /// 410: it will not come back.
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
            per_host_connections: super::deliver::MAX_AT_ONCE,
            all_connections: super::deliver::MAX_AT_ONCE,
            host_gap_ms: 0,
            allow_private_addresses: config.webhook_private_addresses,
            ..FetchOptions::default()
        })?;
        Ok(Sender { fetcher })
    }

    pub async fn send(&self, to: &DueWebhook, event: &Event, now: Instant) -> Result<Sent, ApiError> {
        let definition = &to.webhook.definition;
        let body = Shape::of(&definition.shape).body(event)?;
        let headers = vec![
            ("webhook-id", event.id.clone()),
            ("webhook-timestamp", (now.ms() / 1000).to_string()),
            ("webhook-signature", signatures(&to.secrets, &event.id, now, &body)),
        ];
        let request = Request { headers, body: Some(body), ..Request::get(&definition.url) };
        let began = Stopwatch::now();
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
        let delivery = Delivery {
            id: new_id("del"),
            account_id: to.account_id.clone(),
            webhook_id: to.webhook.id.clone(),
            event_id: event.id.clone(),
            event_type: event.event_type,
            url: definition.url.clone(),
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
}
