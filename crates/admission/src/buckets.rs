//! Token buckets of many callers, in memory. There is a bound on how many are remembered, so that nobody can
//! fill the memory by coming from everywhere.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use domain::Instant;
use domain::hash::hash128;
use metering::rate::{Bucket, Decision, Limit};

const SHARDS: usize = 16;
const MAX_PER_SHARD: usize = 4096;

/// Names a caller among those of one set of buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RateLimitKey(u128);

impl RateLimitKey {
    pub fn credential(id: &str) -> RateLimitKey {
        RateLimitKey(u128::from_le_bytes(hash128(id.as_bytes())))
    }

    /// A subscriber of IPv6 usually has a whole /64, so that is one caller.
    pub fn address(address: IpAddr) -> RateLimitKey {
        RateLimitKey(match address.to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() >> 64 << 64,
        })
    }
}

impl RateLimitKey {
    /// Addresses differ in their middle, ids everywhere.
    pub fn shard(self, shards: usize) -> usize {
        let mixed = self.0 ^ self.0 >> 64 ^ self.0 >> 96;
        ((mixed ^ mixed >> 16 ^ mixed >> 8) as usize) % shards
    }
}

impl std::fmt::Display for RateLimitKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:032x}", self.0)
    }
}

pub struct Buckets {
    shards: [Mutex<HashMap<RateLimitKey, Bucket>>; SHARDS],
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets { shards: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl Buckets {
    pub fn take(&self, who: RateLimitKey, limit: Limit, now: Instant) -> (Bucket, Decision) {
        let mut shard = self.shard(who).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shard.get_mut(&who) {
            let (bucket, decision) = known.take(limit, now);
            *known = bucket;
            return (bucket, decision);
        }
        let (bucket, decision) = Bucket::full(limit, now).take(limit, now);
        if shard.len() >= MAX_PER_SHARD {
            // A full bucket says nothing that a new one would not. If that is not enough, everyone begins
            // anew: better lenient for a minute than without bounds.
            shard.retain(|_, bucket| !bucket.is_full(limit, now));
            if shard.len() >= MAX_PER_SHARD {
                shard.clear();
            }
        }
        shard.insert(who, bucket);
        (bucket, decision)
    }

    /// Whether a call would be let through, without taking anything.
    pub fn would_refuse(&self, who: RateLimitKey, limit: Limit, now: Instant) -> Option<u64> {
        let shard = self.shard(who).lock().unwrap_or_else(PoisonError::into_inner);
        match shard.get(&who).map(|bucket| bucket.take(limit, now).1) {
            Some(Decision::RetryAfterSeconds(seconds)) => Some(seconds),
            _ => None,
        }
    }

    fn shard(&self, who: RateLimitKey) -> &Mutex<HashMap<RateLimitKey, Bucket>> {
        &self.shards[who.shard(SHARDS)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> RateLimitKey {
        RateLimitKey::address(text.parse().expect("an address"))
    }

    #[test]
    fn callers_do_not_share_a_bucket() {
        let buckets = Buckets::default();
        let (limit, now) = (Limit::per_minute(2), Instant::from_ms(0));
        let take = |who| buckets.take(who, limit, now).1;
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!([take(one), take(one)], [Decision::Allowed; 2]);
        assert_eq!(take(one), Decision::RetryAfterSeconds(30));
        assert_eq!(take(other), Decision::Allowed);
        assert_eq!(buckets.would_refuse(one, limit, now), Some(30));
        assert_eq!(buckets.would_refuse(other, limit, now), None);
    }

    #[test]
    fn addresses_that_are_one_caller() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:2"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn memory_is_bounded() {
        let buckets = Buckets::default();
        let (limit, now) = (Limit::per_minute(60), Instant::from_ms(0));
        for number in 0..200_000u32 {
            buckets.take(RateLimitKey::address(IpAddr::from(number.to_be_bytes())), limit, now);
        }
        let kept: usize = buckets.shards.iter().map(|shard| shard.lock().expect("a shard").len()).sum();
        assert!(kept <= SHARDS * MAX_PER_SHARD, "{kept}");
        assert!(kept > 1000, "{kept}: addresses must spread over the shards");
    }
}
