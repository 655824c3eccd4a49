//! When to come back. Pure: what happened and a random number go in, seconds come out.

/// What a poll was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This many items were new.
    New(usize),
    /// Nothing was, or the server said so itself.
    Unchanged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub min_s: u64,
    pub max_s: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { min_s: 300, max_s: 6 * 3600 }
    }
}

/// What others wish: the server's headers, the feed's `ttl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    pub fresh_for_s: Option<u64>,
    pub ttl_s: Option<u64>,
}

/// A wish longer than this is a mistake of whoever wrote it.
const MAX_HINT_S: u64 = 24 * 3600;

/// The next interval: shorter for a source that brings something, longer for one that does not.
pub fn next_interval_s(current_s: u64, outcome: Outcome, hints: Hints, limits: Limits) -> u64 {
    let current_s = current_s.clamp(limits.min_s, limits.max_s);
    let wanted_s = match outcome {
        // Many at once means that we come too rarely.
        Outcome::New(n) if n >= 5 => current_s / 2,
        Outcome::New(n) if n >= 1 => current_s / 4 * 3,
        Outcome::New(_) | Outcome::Unchanged => current_s + current_s / 2,
    };
    let wanted_s = wanted_s.clamp(limits.min_s, limits.max_s);
    let wish_s = hints.fresh_for_s.unwrap_or(0).max(hints.ttl_s.unwrap_or(0)).min(MAX_HINT_S);
    wanted_s.max(wish_s)
}

/// After `n_failures` in a row: doubling, up to a day, spread by `random` in 0..1 so that sources which
/// failed together do not come back together. What the server asked for is the least.
pub fn backoff_s(n_failures: u32, retry_after_s: Option<u64>, random: f64, limits: Limits) -> u64 {
    let doubled_s = limits.min_s.max(1).saturating_mul(1 << n_failures.saturating_sub(1).min(12));
    let ceiling_s = doubled_s.min(MAX_HINT_S);
    let spread_s = ceiling_s as f64 * (0.5 + 0.5 * random.clamp(0.0, 1.0));
    let asked_s = retry_after_s.unwrap_or(0);
    (spread_s as u64).max(1).max(asked_s)
}

/// When a source is first asked: spread over `window_s`, so that a start does not ask everyone at once.
pub fn first_delay_s(random: f64, window_s: u64) -> u64 {
    (random.clamp(0.0, 1.0) * window_s as f64) as u64
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
