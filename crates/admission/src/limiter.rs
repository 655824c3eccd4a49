//! How often each caller may ask: counted in memory where one process serves the store, and where several do, by one
//! count in the store that all of them take from.
//!
//! Those of a caller's calls that wait at the same moment are taken together, and one who may ask often is given a
//! tenth of a second's calls at once: the store is asked ten times a second for each caller at most, or as often as the
//! limit lets calls through. What was taken and not used lapses after that tenth of a second, by which the count in the
//! store is stricter: all processes together never give more than the limit.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// The store did not answer a moment ago: until then nobody waits for it.
    alone_until: Mutex<Option<Moment>>,
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
    asking: Arc<Asking>,
}

/// The calls of one caller that wait for the store.
#[derive(Default)]
struct Asking {
    turn: tokio::sync::Mutex<()>,
    waiting: AtomicU32,
}

/// One that waits, as long as it does.
struct Waiting(Arc<Asking>);

impl Waiting {
    fn new(asking: Arc<Asking>) -> Waiting {
        asking.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(asking)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

const SHARDS: usize = 16;
const MAX_PER_SHARD: usize = 4096;
const SHARES_A_MINUTE: u32 = 600;
const MAX_SHARE: u32 = 1000;
/// A public view does not wait longer than this to be counted.
const PATIENCE: Duration = Duration::from_secs(1);
/// After that nobody asks the store for so long.
const ALONE: Duration = Duration::from_secs(1);
const KEEP: Duration = Duration::from_millis(60_000 / SHARES_A_MINUTE as u64);

impl Limiter {
    pub fn new(name: &'static str) -> Limiter {
        Limiter {
            name,
            buckets: Buckets::default(),
            shares: std::array::from_fn(|_| Mutex::default()),
            alone_until: Mutex::default(),
        }
    }

    pub async fn take(&self, limits: &RateLimits, who: RateLimitKey, limit: Limit, now: Instant) -> Taken {
        match limits.are_shared() {
            false => self.take_here(who, limit, now),
            true => match self.take_share(who) {
                Some(taken) => taken,
                None if self.is_alone() => self.take_here(who, limit, now),
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
        let waiting = Waiting::new(self.asking(who));
        let _turn = waiting.0.turn.lock().await;
        // Whoever asked before may have taken for all who wait.
        if let Some(taken) = self.take_share(who) {
            return taken;
        }
        let (per_minute, burst) = limit.figures();
        let share = (per_minute / SHARES_A_MINUTE).clamp(1, MAX_SHARE.min(burst));
        let rate = match share {
            1 => Rate::new(per_minute, burst),
            _ => Rate::new(per_minute, burst).less(KEEP),
        };
        let id = format!("{} {who}", self.name);
        let mut wanted = share.max(waiting.0.waiting.load(Ordering::Relaxed)).min(burst);
        loop {
            let asked = Moment::now();
            let taken = match tokio::time::timeout(PATIENCE, limits.take(&id, rate, wanted, now)).await {
                Ok(Ok(taken)) => taken,
                failed => {
                    // Nobody is turned away because the store is slow; each process then gives the limit by itself.
                    let why = failed.map_or("it does not answer".to_owned(), |failed| {
                        failed.map_or_else(|error| chain(&error), |_| String::new())
                    });
                    tracing::warn!("cannot count calls in the store: {why}");
                    *self.alone_until.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(Moment::now() + ALONE);
                    return self.take_here(who, limit, now);
                }
            };
            if taken.taken {
                return self.add(who, wanted - 1, asked + KEEP, taken.level);
            }
            let less = u32::try_from(taken.level.left).unwrap_or(0).min(wanted - 1);
            if less == 0 {
                return self.refuse(who, taken.level);
            }
            wanted = less;
        }
    }

    fn is_alone(&self) -> bool {
        let until = *self.alone_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Moment::now() < until)
    }

    fn asking(&self, who: RateLimitKey) -> Arc<Asking> {
        const UNKNOWN: Level = Level { left: 0, wait_us: 0, whole_in_us: 0 };
        Arc::clone(&Share::of(&mut self.shard(who), who, UNKNOWN).asking)
    }

    fn add(&self, who: RateLimitKey, tokens: u32, until: Moment, level: Level) -> Taken {
        let mut shard = self.shard(who);
        let share = Share::of(&mut shard, who, level);
        (share.tokens, share.until, share.level, share.refused_until) = (tokens, until, level, None);
        share.taken(Decision::Allowed)
    }

    fn refuse(&self, who: RateLimitKey, level: Level) -> Taken {
        let mut shard = self.shard(who);
        let share = Share::of(&mut shard, who, level);
        let wait = Duration::from_micros(u64::try_from(level.wait_us).unwrap_or(0));
        let until = Moment::now() + wait;
        (share.tokens, share.level, share.refused_until) = (0, level, Some(until));
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
            shard.retain(|_, share| {
                share.asking.waiting.load(Ordering::Relaxed) > 0
                    || share.refused_until.is_some_and(|until| now < until)
            });
            if shard.len() >= MAX_PER_SHARD {
                shard.clear();
            }
        }
        shard.entry(who).or_insert_with(|| Share {
            tokens: 0,
            until: now,
            level,
            refused_until: None,
            asking: Arc::default(),
        })
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
