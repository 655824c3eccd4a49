//! How often each caller may ask: counted in memory where one process serves the store, and where several do, by shares
//! of one count in the store.
//!
//! A share is a twentieth of a minute's calls, so that the store is asked for one call in so many. What a process has
//! taken and not used it keeps for a minute: all of them together give the limit and at most one share each beyond it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant as Moment};

use domain::Instant;
use metering::rate::{self, Decision, Limit};
use store::rate_limits::{Level, Rate, RateLimits};

use super::buckets::{Buckets, RateLimitKey};
use runtime::error::chain;

pub struct Limiter {
    /// Tells its callers from those of other limits in the store.
    name: &'static str,
    buckets: Buckets,
    shares: [Mutex<HashMap<RateLimitKey, Share>>; SHARDS],
}

/// Whether a call may go on, and what is left, for the header `RateLimit`.
pub struct Taken {
    pub decision: Decision,
    pub remaining: String,
}

/// What this process has of a caller's limit.
struct Share {
    tokens: u32,
    /// Beyond this the tokens are no longer its own.
    until: Moment,
    /// As the store said when it was last asked.
    level: Level,
    /// Asking the store again before this would be in vain.
    refused_until: Option<Moment>,
}

const SHARDS: usize = 16;
const MAX_PER_SHARD: usize = 4096;
const SHARES_A_MINUTE: u32 = 20;
const MAX_SHARE: u32 = 50;
const KEEP: Duration = Duration::from_secs(60);

impl Limiter {
    pub fn new(name: &'static str) -> Limiter {
        Limiter { name, buckets: Buckets::default(), shares: std::array::from_fn(|_| Mutex::default()) }
    }

    pub async fn take(&self, limits: &RateLimits, who: RateLimitKey, limit: Limit, now: Instant) -> Taken {
        match limits.are_shared() {
            false => self.take_here(who, limit, now),
            true => match self.take_share(who) {
                Some(taken) => taken,
                None => Box::pin(self.take_from_store(limits, who, limit, now)).await,
            },
        }
    }

    /// Whether the next call would be refused, as far as this process knows.
    pub fn is_over(&self, who: RateLimitKey, limit: Limit, now: Instant) -> bool {
        let refused = |share: &Share| share.refused_until.is_some_and(|until| Moment::now() < until);
        self.buckets.would_refuse(who, limit, now).is_some() || self.shard(who).get(&who).is_some_and(refused)
    }

    fn take_here(&self, who: RateLimitKey, limit: Limit, now: Instant) -> Taken {
        let (bucket, decision) = self.buckets.take(who, limit, now);
        Taken { decision, remaining: bucket.remaining(limit) }
    }

    /// From what this process has; none where the store must be asked.
    fn take_share(&self, who: RateLimitKey) -> Option<Taken> {
        let mut shard = self.shard(who);
        let share = shard.get_mut(&who)?;
        let now = Moment::now();
        if share.tokens > 0 && now < share.until {
            share.tokens -= 1;
            return Some(share.taken(Decision::Allowed));
        }
        let wait = share.refused_until?.checked_duration_since(now)?;
        Some(share.taken(retry_after(wait)))
    }

    async fn take_from_store(
        &self,
        limits: &RateLimits,
        who: RateLimitKey,
        limit: Limit,
        now: Instant,
    ) -> Taken {
        let (per_minute, burst) = limit.figures();
        let (id, rate) = (format!("{} {who}", self.name), Rate::new(per_minute, burst));
        let mut wanted = (per_minute / SHARES_A_MINUTE).clamp(1, MAX_SHARE.min(burst));
        loop {
            let taken = match limits.take(&id, rate, wanted, now).await {
                Ok(taken) => taken,
                Err(error) => {
                    // Nobody is turned away because the store is slow; each process then gives the limit by itself.
                    tracing::warn!("cannot count calls in the store: {}", chain(&error));
                    return self.take_here(who, limit, now);
                }
            };
            if taken.taken {
                return self.add(who, wanted - 1, taken.level);
            }
            let less = u32::try_from(taken.level.left).unwrap_or(0).min(wanted - 1);
            if less == 0 {
                return self.refuse(who, taken.level);
            }
            wanted = less;
        }
    }

    fn add(&self, who: RateLimitKey, tokens: u32, level: Level) -> Taken {
        let mut shard = self.shard(who);
        let share = Share::of(&mut shard, who, level);
        if Moment::now() >= share.until {
            share.tokens = 0;
        }
        *share =
            Share { tokens: share.tokens + tokens, until: Moment::now() + KEEP, level, refused_until: None };
        share.taken(Decision::Allowed)
    }

    /// Unless another call of the same caller brought a share meanwhile.
    fn refuse(&self, who: RateLimitKey, level: Level) -> Taken {
        let mut shard = self.shard(who);
        let share = Share::of(&mut shard, who, level);
        if share.tokens > 0 {
            share.tokens -= 1;
            return share.taken(Decision::Allowed);
        }
        let wait = Duration::from_micros(u64::try_from(level.wait_us).unwrap_or(0));
        share.level = level;
        share.refused_until = Some(Moment::now() + wait);
        share.taken(retry_after(wait))
    }

    fn shard(&self, who: RateLimitKey) -> MutexGuard<'_, HashMap<RateLimitKey, Share>> {
        self.shares[who.shard(SHARDS)].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    fn of(shard: &mut HashMap<RateLimitKey, Share>, who: RateLimitKey, level: Level) -> &mut Share {
        let now = Moment::now();
        if shard.len() >= MAX_PER_SHARD && !shard.contains_key(&who) {
            shard.retain(|_, share| now < share.until);
            if shard.len() >= MAX_PER_SHARD {
                shard.clear();
            }
        }
        shard.entry(who).or_insert(Share { tokens: 0, until: now + KEEP, level, refused_until: None })
    }

    fn taken(&self, decision: Decision) -> Taken {
        let left = u64::try_from(self.level.left).unwrap_or(0) + u64::from(self.tokens);
        let whole_in_s = u64::try_from(self.level.whole_in_us).unwrap_or(0).div_ceil(1_000_000);
        Taken { decision, remaining: rate::remaining(left, whole_in_s) }
    }
}

fn retry_after(wait: Duration) -> Decision {
    Decision::RetryAfterSeconds(wait.as_millis().div_ceil(1000).clamp(1, u128::from(u32::MAX)) as u64)
}
