//! What admission remembers between calls, and how often anyone may ask.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use domain::Instant;
use metering::Plan;
use metering::plan::REGISTERED;
use metering::rate::{Decision, Limit};

use super::Headers;
use super::buckets::{Buckets, Who};
use super::known::{Known, KnownKeys};
use super::running::Running;
use super::till::Till;
use crate::config::Config;
use crate::error::{ApiError, Code};

pub struct Gate {
    pub(super) keys: KnownKeys,
    pub(super) pepper: Vec<u8>,
    pub(super) limits: Limits,
    credentials: Buckets,
    addresses: Buckets,
    failures: Buckets,
    /// Where calls are sold one by one; none where that is not configured.
    pub(super) till: Option<Arc<Till>>,
    pub(super) running: Running,
    /// A key that anyone may try: the demo's.
    guest: OnceLock<String>,
}

/// Calls a minute of each kind of caller.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    free: Limit,
    registered: Limit,
    subscription: Limit,
    keyless: Limit,
    failures: Limit,
}

impl Limits {
    pub fn of_plan(&self, plan: &Plan) -> Limit {
        match plan {
            plan if plan.is_subscription() => self.subscription,
            plan if plan.id == REGISTERED.id => self.registered,
            _ => self.free,
        }
    }
}

/// What the rate limit says about a call.
pub struct Rate {
    pub retry_after_s: Option<u64>,
    pub headers: Headers,
}

impl Gate {
    pub fn from_config(config: &Config) -> anyhow::Result<Gate> {
        let limit = |per_minute: u64| Limit::per_minute(u32::try_from(per_minute).unwrap_or(u32::MAX));
        Ok(Gate {
            keys: KnownKeys::new(Duration::from_millis(config.key_cache_ms)),
            pepper: config.key_pepper.clone().into_bytes(),
            limits: Limits {
                free: limit(config.rate_free),
                registered: limit(config.rate_registered),
                subscription: limit(config.rate_subscription),
                keyless: limit(config.rate_keyless),
                failures: limit(config.failed_keys_per_minute),
            },
            credentials: Buckets::new(),
            addresses: Buckets::new(),
            failures: Buckets::new(),
            till: Till::from_config(config)?.map(Arc::new),
            running: Running::new(),
            guest: OnceLock::new(),
        })
    }

    /// Offers a key to whoever looks at the start page.
    pub fn offer(&self, key: &str) {
        let _ = self.guest.set(key.to_owned());
    }

    pub fn guest(&self) -> Option<&str> {
        self.guest.get().map(String::as_str)
    }

    /// How the selling of single calls stands; none where nothing is sold.
    pub fn payment_standing(&self) -> Option<super::PaymentStanding> {
        self.till.as_ref().map(|till| till.standing())
    }

    /// Done when every payment and hold that a caller left behind is settled.
    pub async fn idle(&self) {
        self.running.idle().await;
    }

    pub(super) fn take_for_key(&self, known: &Known, now: Instant) -> Rate {
        take(&self.credentials, known.who, known.limit, Some(known.policy.clone()), now)
    }

    pub(super) fn take_for_address(&self, address: IpAddr, now: Instant) -> Rate {
        let policy = HeaderValue::try_from(self.limits.keyless.policy()).ok();
        take(&self.addresses, Who::address(address), self.limits.keyless, policy, now)
    }

    /// Seconds to wait for an address that has shown too many wrong keys.
    pub(super) fn must_wait(&self, address: IpAddr, now: Instant) -> Option<u64> {
        self.failures.would_refuse(Who::address(address), self.limits.failures, now)
    }

    /// Notes a wrong key; seconds to wait where that was one too many.
    pub(super) fn note_failure(&self, address: IpAddr, now: Instant) -> Option<u64> {
        match self.failures.take(Who::address(address), self.limits.failures, now).1 {
            Decision::Allowed => None,
            Decision::RetryAfterSeconds(seconds) => Some(seconds),
        }
    }
}

fn take(buckets: &Buckets, who: Who, limit: Limit, policy: Option<HeaderValue>, now: Instant) -> Rate {
    const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
    const LEFT: HeaderName = HeaderName::from_static("ratelimit");
    let (bucket, decision) = buckets.take(who, limit, now);
    let left = HeaderValue::try_from(bucket.remaining(limit)).ok();
    // With room for what the answer cost.
    let mut headers = Headers::with_capacity(14);
    headers.extend(
        [(POLICY, policy), (LEFT, left)].into_iter().filter_map(|(name, value)| Some((name, value?))),
    );
    let retry_after_s = match decision {
        Decision::Allowed => None,
        Decision::RetryAfterSeconds(seconds) => Some(seconds),
    };
    Rate { retry_after_s, headers }
}

pub fn rate_limited(seconds: u64) -> ApiError {
    ApiError::new(
        Code::RateLimited,
        format!("Too many requests. Try again in {seconds} s. Nothing was charged."),
    )
    .retry_after(seconds)
}
