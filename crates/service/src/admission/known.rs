//! Keys that were looked up a moment ago. Kept for less than a second, so that a change to a key or an
//! account acts on a running server within one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Moment};

use anyhow::Context;
use domain::Instant;
use metering::rate::Limit;
use metering::{Overage, PaymentStatus, Plan, Scope, Validity};

use super::buckets::Who;
use super::gate::Limits;

/// A key that is in the store, and the account behind it.
pub struct Known {
    pub account_id: String,
    pub credential_id: String,
    pub account: metering::Account,
    pub scope: Scope,
    pub(super) validity: Validity,
    pub(super) limit: Limit,
    pub(super) who: Who,
    /// When it was last noted as used, milliseconds; 0 for never.
    used_at: AtomicI64,
}

/// The use of a key is noted to about a minute.
const NOTE_EVERY_MS: i64 = 60_000;

impl Known {
    pub(super) fn of(
        credential: &store::credentials::Credential,
        account: &store::accounts::Account,
        limits: &Limits,
    ) -> anyhow::Result<Known> {
        let terms = terms_of(account)?;
        Ok(Known {
            account_id: account.id.clone(),
            credential_id: credential.id.clone(),
            limit: limits.of_plan(terms.plan),
            account: terms,
            scope: super::keys::scope_of(credential)?,
            validity: Validity { expires_at: credential.expires_at, revoked_at: credential.revoked_at },
            who: Who::credential(&credential.id),
            used_at: AtomicI64::new(credential.last_used_at.map_or(0, Instant::ms)),
        })
    }

    /// True for one of those who ask, about once a minute.
    pub(super) fn should_note_use(&self, now: Instant) -> bool {
        let last = self.used_at.load(Ordering::Relaxed);
        now.ms() - last > NOTE_EVERY_MS
            && self.used_at.compare_exchange(last, now.ms(), Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// An account of the store in the words of the price list.
pub fn terms_of(account: &store::accounts::Account) -> anyhow::Result<metering::Account> {
    Ok(metering::Account {
        plan: Plan::find(&account.plan)
            .with_context(|| format!("account {}: there is no plan {:?}", account.id, account.plan))?,
        activated: account.activated_day,
        overage: account.overage_active.then_some(Overage { monthly_cap: account.overage_cap }),
        legacy_prepaid: account.legacy_prepaid,
        payment: PaymentStatus::from_name(&account.payment_status).with_context(|| {
            format!("account {}: there is no payment status {:?}", account.id, account.payment_status)
        })?,
    })
}

const SHARDS: usize = 16;
const MOST_PER_SHARD: usize = 4096;

pub struct KnownKeys {
    shards: [Mutex<HashMap<[u8; 32], Entry>>; SHARDS],
    keep: Duration,
}

struct Entry {
    known: Arc<Known>,
    until: Moment,
}

impl KnownKeys {
    pub fn new(keep: Duration) -> KnownKeys {
        KnownKeys { shards: std::array::from_fn(|_| Mutex::default()), keep }
    }

    pub fn find(&self, hash: &[u8; 32]) -> Option<Arc<Known>> {
        let shard = self.shard(hash).lock().unwrap_or_else(PoisonError::into_inner);
        shard.get(hash).filter(|entry| Moment::now() < entry.until).map(|entry| Arc::clone(&entry.known))
    }

    /// Only keys that exist are remembered: what strangers make up costs no memory.
    pub fn remember(&self, hash: [u8; 32], known: Arc<Known>) {
        if self.keep.is_zero() {
            return;
        }
        let now = Moment::now();
        let mut shard = self.shard(&hash).lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() >= MOST_PER_SHARD {
            shard.retain(|_, entry| now < entry.until);
            if shard.len() >= MOST_PER_SHARD {
                shard.clear();
            }
        }
        shard.insert(hash, Entry { known, until: now + self.keep });
    }

    fn shard(&self, hash: &[u8; 32]) -> &Mutex<HashMap<[u8; 32], Entry>> {
        &self.shards[usize::from(hash[0]) % SHARDS]
    }
}
