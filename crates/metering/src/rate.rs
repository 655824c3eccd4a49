//! How often a caller may ask: a token bucket, in whole numbers, with the time handed in.
//!
//! The bucket holds `burst` tokens and gains `per_minute` of them a minute; a call takes one. It refuses
//! calls, not credits: what a call costs plays no part here. Header values follow the IETF draft
//! `RateLimit header fields for HTTP` in its form with structured fields.

use domain::Instant;

/// A token is this many parts, so that one millisecond at n tokens a minute is exactly n parts.
const PARTS_PER_TOKEN: u64 = 60_000;
const WINDOW_SECONDS: u64 = 60;

/// The rate of one kind of caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    per_minute: u32,
    burst: u32,
}

impl Limit {
    /// A whole minute's calls may come at once. At least one a minute.
    pub fn per_minute(per_minute: u32) -> Limit {
        Limit::with_burst(per_minute, per_minute)
    }

    pub fn with_burst(per_minute: u32, burst: u32) -> Limit {
        // A rate of nothing would have no time after which to try again.
        Limit { per_minute: per_minute.max(1), burst: burst.max(1) }
    }

    /// For the header `RateLimit-Policy`.
    pub fn policy(self) -> String {
        format!("\"default\";q={};w={WINDOW_SECONDS}", self.per_minute)
    }

    /// Tokens gained a minute, and the most there are.
    pub fn figures(self) -> (u32, u32) {
        (self.per_minute, self.burst)
    }

    fn full(self) -> u64 {
        u64::from(self.burst) * PARTS_PER_TOKEN
    }

    fn ms_to_gain(self, parts: u64) -> u64 {
        parts.div_ceil(u64::from(self.per_minute))
    }
}

/// What one caller has left, as of the last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    parts: u64,
    as_of: Instant,
}

/// Whether the call may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Allowed,
    /// Never zero.
    RetryAfterSeconds(u64),
}

impl Bucket {
    /// Of a caller not seen before.
    pub fn full(limit: Limit, now: Instant) -> Bucket {
        Bucket { parts: limit.full(), as_of: now }
    }

    /// The bucket after one more call at `now`, and whether that call may go on. A refused call takes nothing.
    pub fn take(self, limit: Limit, now: Instant) -> (Bucket, Decision) {
        let mut bucket = self.at(limit, now);
        if bucket.parts >= PARTS_PER_TOKEN {
            bucket.parts -= PARTS_PER_TOKEN;
            return (bucket, Decision::Allowed);
        }
        let wait_ms = limit.ms_to_gain(PARTS_PER_TOKEN - bucket.parts);
        (bucket, Decision::RetryAfterSeconds(wait_ms.div_ceil(1000).max(1)))
    }

    /// For the header `RateLimit`: whole calls left, and the seconds until the bucket is full again.
    pub fn remaining(self, limit: Limit) -> String {
        remaining(self.parts / PARTS_PER_TOKEN, self.seconds_until_full(limit))
    }

    /// A bucket that is full again says nothing that a new one would not: it may be forgotten.
    pub fn is_full(self, limit: Limit, now: Instant) -> bool {
        self.at(limit, now).parts == limit.full()
    }

    fn seconds_until_full(self, limit: Limit) -> u64 {
        limit.ms_to_gain(limit.full().saturating_sub(self.parts)).div_ceil(1000)
    }

    fn at(self, limit: Limit, now: Instant) -> Bucket {
        // A clock that steps back gains nothing, and what was gained before is not gained twice.
        let elapsed_ms = now.since(self.as_of).max(0) as u64;
        let gained = elapsed_ms.saturating_mul(u64::from(limit.per_minute));
        Bucket { parts: self.parts.saturating_add(gained).min(limit.full()), as_of: self.as_of.max(now) }
    }
}

/// For the header `RateLimit` of whoever counts elsewhere.
pub fn remaining(left: u64, seconds_until_full: u64) -> String {
    format!("\"default\";r={left};t={seconds_until_full}")
}

#[cfg(test)]
#[path = "rate_tests.rs"]
mod tests;
