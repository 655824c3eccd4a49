//! Accounts and keys, as an operator changes them: from the command line, or from a page that calls the same.
//!
//! A key is made here from the system's randomness, handed out once, and kept only as a hash.

use domain::{Credits, Instant, MicroUsd};
use metering::{Key, KeyKind, PLANS, PaymentStatus, Plan, Validity};
use store::Store;
use store::accounts::Account;
use store::credentials::{Credential, NewCredential};

use super::facilitator::random;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("a name has 1 to 100 characters and no control characters")]
    BadName,
    #[error("there is already an account named {0:?}")]
    NameTaken(String),
    #[error("there is no account {0:?}")]
    NoAccount(String),
    #[error("there is no plan {0:?}; there are {plans}", plans = plan_ids())]
    NoPlan(String),
    #[error("there is no payment status {0:?}; there are none, active, past_due and failed")]
    NoPaymentStatus(String),
    #[error("the {0} plan has no overage: it is for subscriptions")]
    NoOverage(&'static str),
    #[error("the account would hold more prepaid credits than can be counted")]
    TooManyCredits,
    #[error("the account has no key {0:?}")]
    NoKey(String),
    #[error("the key {0} has ended or was replaced before; create a new one")]
    KeyEnded(String),
    #[error("looking it up in the store")]
    Store(#[from] store::Error),
}

/// A key that was just made; the only moment at which it can be read.
pub struct IssuedKey {
    pub key: Key,
    pub credential_id: String,
    pub expires_at: Option<Instant>,
}

pub struct Accounts<'a> {
    pub store: &'a Store,
    pub pepper: &'a [u8],
    pub now: Instant,
}

impl Accounts<'_> {
    pub async fn create(&self, name: &str, plan: &str) -> Result<Account, AccountError> {
        let name = good_name(name)?;
        let plan = find_plan(plan)?;
        let account = Account {
            id: new_id("acc"),
            name: name.to_owned(),
            plan: plan.id.to_owned(),
            activated_day: self.now.day(),
            payment_status: PaymentStatus::None.name().to_owned(),
            overage_active: false,
            overage_cap: MicroUsd::ZERO,
            legacy_prepaid: Credits::ZERO,
            created_at: self.now,
        };
        match self.store.accounts.create(&account).await? {
            true => Ok(account),
            false => Err(AccountError::NameTaken(name.to_owned())),
        }
    }

    pub async fn list(&self) -> Result<Vec<Account>, AccountError> {
        Ok(self.store.accounts.list().await?)
    }

    /// By its name or its id.
    pub async fn find(&self, account: &str) -> Result<Account, AccountError> {
        let found = match self.store.accounts.find_by_name(account).await? {
            None => self.store.accounts.find(account).await?,
            found => found,
        };
        found.ok_or_else(|| AccountError::NoAccount(account.to_owned()))
    }

    /// From one subscription to another the periods go on as they were, so that a change brings no second
    /// allowance; a subscription that begins anew counts its months from today.
    pub async fn set_plan(&self, account: &str, plan: &str) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        let plan = find_plan(plan)?;
        let goes_on = plan.is_subscription()
            && Plan::find(&account.plan).is_some_and(|before| before.is_subscription());
        let activated_day = if goes_on { account.activated_day } else { self.now.day() };
        self.store.accounts.set_plan(&account.id, plan.id, activated_day).await?;
        self.find(&account.id).await
    }

    /// Grants prepaid credits, which never lapse.
    pub async fn top_up(&self, account: &str, credits: Credits) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        match self.store.accounts.grant_prepaid(&account.id, credits).await? {
            true => self.find(&account.id).await,
            false => Err(AccountError::TooManyCredits),
        }
    }

    /// Agrees to overage up to a monthly cap, or ends the agreement.
    pub async fn set_overage(
        &self,
        account: &str,
        monthly_cap: Option<MicroUsd>,
    ) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        let plan = find_plan(&account.plan)?;
        if monthly_cap.is_some() && plan.overage_price.is_none() {
            return Err(AccountError::NoOverage(plan.name));
        }
        self.store.accounts.set_overage(&account.id, monthly_cap).await?;
        self.find(&account.id).await
    }

    pub async fn set_payment_status(&self, account: &str, status: &str) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        let status = PaymentStatus::from_name(status)
            .ok_or_else(|| AccountError::NoPaymentStatus(status.to_owned()))?;
        self.store.accounts.set_payment_status(&account.id, status.name()).await?;
        self.find(&account.id).await
    }

    pub async fn keys(&self, account: &str) -> Result<Vec<Credential>, AccountError> {
        let account = self.find(account).await?;
        Ok(self.store.credentials.list(&account.id).await?)
    }

    pub async fn create_key(
        &self,
        account: &str,
        name: &str,
        kind: KeyKind,
        expires_at: Option<Instant>,
    ) -> Result<IssuedKey, AccountError> {
        let account = self.find(account).await?;
        let (key, new) = self.new_key(good_name(name)?, kind, expires_at);
        match self.store.credentials.create(&account.id, &new).await? {
            true => Ok(IssuedKey { key, credential_id: new.id, expires_at }),
            false => Err(AccountError::NoAccount(account.id)),
        }
    }

    /// A new key of the same name and kind. The old one opens for the grace period, and never past the end it
    /// already had; the new one lasts as long, from now, as the old one was meant to.
    pub async fn rotate_key(
        &self,
        account: &str,
        key: &str,
        grace_ms: u64,
    ) -> Result<IssuedKey, AccountError> {
        let account = self.find(account).await?;
        let old = self.find_key(&account, key).await?;
        let validity = Validity { expires_at: old.expires_at, revoked_at: old.revoked_at };
        if validity.check(self.now).is_err() || old.replaced_by.is_some() {
            return Err(AccountError::KeyEnded(old.id));
        }
        let lifetime_ms = old.expires_at.map(|expires_at| expires_at.since(old.created_at));
        let kind = if old.test { KeyKind::Test } else { KeyKind::Live };
        let expires_at = lifetime_ms.map(|lifetime_ms| self.now.plus_ms(lifetime_ms));
        let (key, new) = self.new_key(&old.name, kind, expires_at);
        let old_ends = validity.replaced(self.now, grace_ms).expires_at.unwrap_or(self.now);
        match self.store.credentials.rotate(&account.id, &old.id, &new, old_ends).await? {
            true => Ok(IssuedKey { key, credential_id: new.id, expires_at }),
            false => Err(AccountError::KeyEnded(old.id)),
        }
    }

    /// At once and for ever. Revoking twice is no error: what was wanted is so.
    pub async fn revoke_key(&self, account: &str, key: &str) -> Result<(), AccountError> {
        let account = self.find(account).await?;
        let credential = self.find_key(&account, key).await?;
        self.store.credentials.revoke(&account.id, &credential.id, self.now).await?;
        Ok(())
    }

    /// By its id, or by its name where one open key has it.
    async fn find_key(&self, account: &Account, key: &str) -> Result<Credential, AccountError> {
        let keys = self.store.credentials.list(&account.id).await?;
        let by_id = keys.iter().find(|credential| credential.id == key);
        let mut named = keys.iter().filter(|credential| {
            credential.name == key && credential.revoked_at.is_none() && credential.replaced_by.is_none()
        });
        let found = match (by_id, named.next(), named.next()) {
            (Some(credential), _, _) | (None, Some(credential), None) => Some(credential.clone()),
            _ => None,
        };
        found.ok_or_else(|| AccountError::NoKey(key.to_owned()))
    }

    fn new_key(&self, name: &str, kind: KeyKind, expires_at: Option<Instant>) -> (Key, NewCredential) {
        let key = Key::make(kind, &random());
        let new = NewCredential {
            id: new_id("key"),
            name: name.to_owned(),
            hash: *key.hash(self.pepper).bytes(),
            prefix: kind.prefix().to_owned(),
            last_four: key.last_four().to_owned(),
            test: kind == KeyKind::Test,
            created_at: self.now,
            expires_at,
        };
        (key, new)
    }
}

/// An id that says what it names.
pub fn new_id(kind: &str) -> String {
    format!("{kind}_{}", uuid::Uuid::now_v7().simple())
}

/// Dollars with up to six places, read as text: no fraction of a cent is lost to floating point.
pub fn read_dollars(text: &str) -> Option<MicroUsd> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let good = digits(whole) && digits(part) && !whole.is_empty() && part.len() <= 6;
    // As many as a store can count.
    let micro = format!("{whole}{part:0<6}").parse::<i64>().ok().filter(|_| good)?;
    u64::try_from(micro).ok().map(MicroUsd::new)
}

fn good_name(name: &str) -> Result<&str, AccountError> {
    let name = name.trim();
    let good = (1..=100).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    good.then_some(name).ok_or(AccountError::BadName)
}

fn find_plan(id: &str) -> Result<&'static Plan, AccountError> {
    Plan::find(id).ok_or_else(|| AccountError::NoPlan(id.to_owned()))
}

fn plan_ids() -> String {
    PLANS.map(|plan| plan.id).join(", ")
}
