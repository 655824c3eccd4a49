//! What admission remembers between calls, and how often anyone may ask.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use domain::Instant;
use http::{HeaderName, HeaderValue};
use metering::rate::{Decision, Limit};
use store::rate_limits::RateLimits;
use tokio::sync::Semaphore;

use super::Headers;
use super::authenticated_key::{AuthenticatedKey, KeyCache};
use super::buckets::RateLimitKey;
use super::limiter::{Limiter, Taken};
use super::limits::Limits;
use super::running::Running;
use super::x402::gateway::{FacilitatorStatus, X402Gateway};
use runtime::config::Config;
use runtime::error::{ApiError, Code};

pub struct Gate {
    pub(super) keys: KeyCache,
    pub(super) pepper: Vec<u8>,
    pub(super) limits: Limits,
    accounts: Limiter,
    addresses: Limiter,
    failures: Limiter,
    pages: Limiter,
    /// Addresses that show too many wrong keys look theirs up a few at a time, so that they slow each other only.
    pub(super) suspects: Semaphore,
    /// Where calls are sold one by one; none where that is not configured.
    pub(super) x402: Option<Arc<X402Gateway>>,
    pub(super) running: Running,
    /// A key that anyone may try: the demo's.
    guest: OnceLock<String>,
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
            keys: KeyCache::new(Duration::from_millis(config.key_cache_ms)),
            pepper: config.key_pepper.as_bytes().to_vec(),
            limits: Limits {
                free: limit(config.rate_free),
                registered: limit(config.rate_registered),
                subscription: limit(config.rate_subscription),
                keyless: limit(config.rate_keyless),
                failures: limit(config.failed_keys_per_minute),
                pages: limit(config.rate_pages),
            },
            accounts: Limiter::new("account"),
            addresses: Limiter::new("address"),
            failures: Limiter::new("wrong keys"),
            pages: Limiter::new("pages"),
            suspects: Semaphore::new(MAX_SUSPECTS),
            x402: X402Gateway::from_config(config)?.map(Arc::new),
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
    pub fn facilitator_status(&self) -> Option<FacilitatorStatus> {
        self.x402.as_ref().map(|gateway| gateway.status())
    }

    /// Done when every payment and hold that a caller left behind is settled.
    pub async fn idle(&self) {
        self.running.idle().await;
    }

    pub(super) async fn take_for_key(
        &self,
        limits: &RateLimits,
        known: &AuthenticatedKey,
        now: Instant,
    ) -> Rate {
        let taken = self.accounts.take(limits, known.who, known.limit, now).await;
        rate(taken, Some(known.policy.clone()))
    }

    pub(super) async fn take_for_address(&self, limits: &RateLimits, address: IpAddr, now: Instant) -> Rate {
        let policy = HeaderValue::try_from(self.limits.keyless.policy()).ok();
        let taken =
            self.addresses.take(limits, RateLimitKey::address(address), self.limits.keyless, now).await;
        rate(taken, policy)
    }

    /// Counts a page; seconds to wait where that was one too many.
    pub async fn take_for_page(&self, limits: &RateLimits, address: IpAddr, now: Instant) -> Option<u64> {
        let taken = self.pages.take(limits, RateLimitKey::address(address), self.limits.pages, now).await;
        match taken.decision {
            Decision::Allowed => None,
            Decision::RetryAfterSeconds(seconds) => Some(seconds),
        }
    }

    /// Whether an address has shown too many wrong keys.
    pub(super) fn is_suspect(&self, address: IpAddr, now: Instant) -> bool {
        self.failures.is_over(RateLimitKey::address(address), self.limits.failures, now)
    }

    /// Notes a wrong key; seconds to wait where that was one too many.
    pub(super) async fn note_failure(
        &self,
        limits: &RateLimits,
        address: IpAddr,
        now: Instant,
    ) -> Option<u64> {
        match self
            .failures
            .take(limits, RateLimitKey::address(address), self.limits.failures, now)
            .await
            .decision
        {
            Decision::Allowed => None,
            Decision::RetryAfterSeconds(seconds) => Some(seconds),
        }
    }
}

/// Lookups at once for addresses that show too many wrong keys.
const MAX_SUSPECTS: usize = 4;

fn rate(taken: Taken, policy: Option<HeaderValue>) -> Rate {
    const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
    const LEFT: HeaderName = HeaderName::from_static("ratelimit");
    let left = HeaderValue::try_from(taken.remaining).ok();
    // With room for what the answer cost.
    let mut headers = Headers::with_capacity(14);
    headers.extend(
        [(POLICY, policy), (LEFT, left)].into_iter().filter_map(|(name, value)| Some((name, value?))),
    );
    let retry_after_s = match taken.decision {
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
