//! Keys that were looked up a moment ago. Kept for less than a second, so that a change to a key or an
//! account acts on a running server within one.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Moment};

use anyhow::Context;
use domain::Instant;
use http::HeaderValue;
use metering::funding::{self, purse_key};
use metering::plan::TEST;
use metering::rate::Limit;
use metering::{Overage, PaymentStatus, Plan, Purse, Scope, Source, Validity, period_of};
use store::audit_log::Actor;
use store::ledger::{Payer, PurseTerms, TEST_KEYS_OF};

use super::buckets::RateLimitKey;
use super::limits::Limits;

/// A key that is in the store, and the account behind it.
pub struct AuthenticatedKey {
    pub account_id: String,
    /// A test key reads a month of the coverage and nothing else, at nobody's cost.
    pub is_test: bool,
    /// Under this id its credits are counted: its account's, or its own where it is a test key.
    pub pool: String,
    pub credential_id: String,
    pub account: metering::Account,
    pub scope: Scope,
    /// As the audit log names it.
    pub actor: Actor,
    pub(super) validity: Validity,
    pub(super) limit: Limit,
    pub(super) who: RateLimitKey,
    /// For the header `RateLimit-Policy`.
    pub(super) policy: HeaderValue,
    paying: FundingSnapshot,
    /// When it was last noted as used, milliseconds; 0 for never.
    used_at: AtomicI64,
}

/// Who pays for the calls of a key, as long as the periods of its purses last.
#[derive(Clone)]
pub struct FundingSnapshot {
    /// From here, and up to there.
    span: (Instant, Instant),
    pub payer: Arc<Payer>,
    /// The purses of the active period, also where overage is switched off.
    pub included_key: String,
    pub overage_key: String,
}

/// Under this id the usage of an account's people is counted.
pub fn console_credential(account_id: &str) -> String {
    format!("console of {account_id}")
}

/// Under this id the usage of what is delivered to an account is counted.
pub fn delivery_credential(account_id: &str) -> String {
    format!("deliveries of {account_id}")
}

/// Under this id the credits of an account's test keys are counted.
fn test_pool(account_id: &str) -> String {
    format!("{TEST_KEYS_OF}{account_id}")
}

/// A small allowance and nothing that could be bought.
fn test_terms(account: &store::accounts::Account) -> metering::Account {
    metering::Account {
        plan: &TEST,
        activated: account.activated_day,
        overage: None,
        legacy_prepaid: domain::Credits::ZERO,
        payment: PaymentStatus::None,
    }
}

/// The use of a key is noted to about a minute.
const NOTE_EVERY_MS: i64 = 60_000;

impl AuthenticatedKey {
    pub(super) fn of(
        credential: &store::credentials::Credential,
        account: &store::accounts::Account,
        limits: &Limits,
        now: Instant,
    ) -> anyhow::Result<AuthenticatedKey> {
        let is_test = credential.test;
        let (terms, pool, scope) = match is_test {
            false => (terms_of(account)?, account.id.clone(), credential.scope),
            true => (test_terms(account), test_pool(&account.id), Scope::Read),
        };
        let limit = limits.of_plan(terms.plan);
        Ok(AuthenticatedKey {
            account_id: account.id.clone(),
            is_test,
            credential_id: credential.id.clone(),
            limit,
            policy: HeaderValue::try_from(limit.policy())?,
            paying: FundingSnapshot::of(&pool, &credential.id, &terms, now),
            account: terms,
            scope,
            actor: Actor::key(
                &credential.id,
                &format!("{} ({}…{})", credential.name, credential.prefix, credential.last_four),
            ),
            validity: Validity { expires_at: credential.expires_at, revoked_at: credential.revoked_at },
            // All keys of an account share its rate: more keys are not more calls.
            who: RateLimitKey::credential(&pool),
            pool,
            used_at: AtomicI64::new(credential.last_used_at.map_or(0, Instant::ms)),
        })
    }

    /// Somebody who is signed in and spends the account's credits without a key.
    pub(super) fn of_console(
        account: &store::accounts::Account,
        limits: &Limits,
        now: Instant,
    ) -> anyhow::Result<AuthenticatedKey> {
        let credential_id = console_credential(&account.id);
        AuthenticatedKey::without_key(account, limits, credential_id, Actor::system("console"), now)
    }

    /// What is delivered to an account because it asked for it once.
    pub(super) fn of_deliveries(
        account: &store::accounts::Account,
        limits: &Limits,
        now: Instant,
    ) -> anyhow::Result<AuthenticatedKey> {
        let credential_id = delivery_credential(&account.id);
        AuthenticatedKey::without_key(account, limits, credential_id, Actor::system("deliveries"), now)
    }

    fn without_key(
        account: &store::accounts::Account,
        limits: &Limits,
        credential_id: String,
        actor: Actor,
        now: Instant,
    ) -> anyhow::Result<AuthenticatedKey> {
        let terms = terms_of(account)?;
        let limit = limits.of_plan(terms.plan);
        Ok(AuthenticatedKey {
            limit,
            policy: HeaderValue::try_from(limit.policy())?,
            paying: FundingSnapshot::of(&account.id, &credential_id, &terms, now),
            account: terms,
            scope: Scope::Read,
            actor,
            validity: Validity { expires_at: None, revoked_at: None },
            who: RateLimitKey::credential(&account.id),
            used_at: AtomicI64::new(0),
            is_test: false,
            pool: account.id.clone(),
            account_id: account.id.clone(),
            credential_id,
        })
    }

    /// Made anew where a period has ended since the key was looked up.
    pub(super) fn paying(&self, now: Instant) -> Cow<'_, FundingSnapshot> {
        let (from, until) = self.paying.span;
        match from <= now && now < until {
            true => Cow::Borrowed(&self.paying),
            false => Cow::Owned(FundingSnapshot::of(&self.pool, &self.credential_id, &self.account, now)),
        }
    }

    /// True for one of those who ask, about once a minute.
    pub(super) fn should_note_use(&self, now: Instant) -> bool {
        let last = self.used_at.load(Ordering::Relaxed);
        now.ms() - last > NOTE_EVERY_MS
            && self.used_at.compare_exchange(last, now.ms(), Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

impl FundingSnapshot {
    fn of(
        account_id: &str,
        credential_id: &str,
        account: &metering::Account,
        now: Instant,
    ) -> FundingSnapshot {
        let active = period_of(account.plan.period, account.activated, now);
        let purses = funding::purses(account, now);
        let periods = purses.iter().filter_map(|purse| purse.period).chain([active]);
        let span = periods.fold((active.start, active.end), |(from, until), period| {
            (from.max(period.start), until.min(period.end))
        });
        let terms = purses.iter().map(purse_terms).collect();
        FundingSnapshot {
            span,
            payer: Arc::new(Payer::new(account_id, credential_id, terms)),
            included_key: purse_key(Source::Included, Some(active)),
            overage_key: purse_key(Source::SubscriberOverage, Some(active)),
        }
    }
}

fn purse_terms(purse: &Purse) -> PurseTerms {
    PurseTerms {
        key: purse.key(),
        source: purse.source,
        period_start: purse.period.map_or(Instant::from_ms(0), |period| period.start),
        period_end: purse.period.map(|period| period.end),
        allowance: purse.allowance,
        price: purse.price,
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
        payment: account.payment_status,
    })
}

const SHARDS: usize = 16;
const MAX_PER_SHARD: usize = 4096;

pub struct KeyCache {
    shards: [Mutex<HashMap<[u8; 32], Entry>>; SHARDS],
    keep: Duration,
}

struct Entry {
    known: Arc<AuthenticatedKey>,
    until: Moment,
}

impl KeyCache {
    pub fn new(keep: Duration) -> KeyCache {
        KeyCache { shards: std::array::from_fn(|_| Mutex::default()), keep }
    }

    pub fn find(&self, hash: &[u8; 32]) -> Option<Arc<AuthenticatedKey>> {
        let shard = self.shard(hash).lock().unwrap_or_else(PoisonError::into_inner);
        shard.get(hash).filter(|entry| Moment::now() < entry.until).map(|entry| Arc::clone(&entry.known))
    }

    /// Only keys that exist are remembered: what strangers make up costs no memory.
    pub fn remember(&self, hash: [u8; 32], known: Arc<AuthenticatedKey>) {
        if self.keep.is_zero() {
            return;
        }
        let now = Moment::now();
        let mut shard = self.shard(&hash).lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() >= MAX_PER_SHARD {
            shard.retain(|_, entry| now < entry.until);
            if shard.len() >= MAX_PER_SHARD {
                shard.clear();
            }
        }
        shard.insert(hash, Entry { known, until: now + self.keep });
    }

    fn shard(&self, hash: &[u8; 32]) -> &Mutex<HashMap<[u8; 32], Entry>> {
        &self.shards[usize::from(hash[0]) % SHARDS]
    }
}
