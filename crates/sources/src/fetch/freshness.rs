//! What a reply's headers say about when to come back. Dates are read against the reply's own `Date`,
//! so that no clock is needed and a wrong one there does no harm.

use domain::Instant;
use reqwest::header::{self, HeaderMap, HeaderName};

use crate::dates::parse_instant;

/// Nobody is kept away for longer than this by a header.
pub const MAX_WAIT_S: u64 = 7 * 86_400;

/// `Cache-Control: max-age`, or `Expires`. None where nothing is said or the reply must not be kept.
pub fn fresh_for_s(headers: &HeaderMap) -> Option<u64> {
    let directives = text(headers, header::CACHE_CONTROL).unwrap_or("").to_ascii_lowercase();
    let mut max_age = None;
    for directive in directives.split(',').map(str::trim) {
        if matches!(directive, "no-store" | "no-cache") {
            return None;
        }
        if let Some(seconds) = directive.strip_prefix("max-age=") {
            max_age = seconds.trim_matches('"').parse::<u64>().ok();
        }
    }
    let age = text(headers, header::AGE).and_then(|age| age.parse::<u64>().ok()).unwrap_or(0);
    max_age
        .map(|seconds| seconds.saturating_sub(age))
        .or_else(|| seconds_until(headers, text(headers, header::EXPIRES)?))
        .filter(|seconds| *seconds > 0)
        .map(|seconds| seconds.min(MAX_WAIT_S))
}

/// `Retry-After`, in seconds or as a date; the rate-limit headers that some APIs send instead.
pub fn retry_after_s(headers: &HeaderMap) -> Option<u64> {
    let stated = text(headers, header::RETRY_AFTER)
        .and_then(|value| value.trim().parse::<u64>().ok().or_else(|| seconds_until(headers, value)));
    let limited = || {
        let remaining = text(headers, HeaderName::from_static("x-ratelimit-remaining"))?.trim();
        let reset = text(headers, HeaderName::from_static("x-ratelimit-reset"))?.trim();
        if remaining != "0" {
            return None;
        }
        match reset.parse::<u64>() {
            // Small numbers are seconds to go, large ones a moment.
            Ok(seconds) if seconds < 1_000_000 => Some(seconds),
            _ => seconds_until(headers, reset),
        }
    };
    stated.or_else(limited).map(|seconds| seconds.min(MAX_WAIT_S))
}

fn seconds_until(headers: &HeaderMap, moment: &str) -> Option<u64> {
    let then = parse_instant(moment)?;
    let now: Instant = parse_instant(text(headers, header::DATE)?)?;
    u64::try_from(then.since(now) / 1000).ok()
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
#[path = "freshness_tests.rs"]
mod tests;
