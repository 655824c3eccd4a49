//! Accounts, as an operator changes them: from the command line, or from a page or a route that calls the same. Their
//! keys are next door in `keys.rs`.

use domain::{Credits, Instant, MicroUsd};
use metering::{Key, PLANS, PaymentStatus, Plan, Scope};
use runtime::error::{ApiError, Code, sentence};
use store::Store;
use store::accounts::{Account, AccountChange};
use store::audit_log::Origin;

pub mod keys;

use self::keys::MAX_OPEN_KEYS;
use runtime::clock::new_id;

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
    #[error("{MAX_OPEN_KEYS} keys of the account are active; revoke one first")]
    TooManyKeys,
    #[error("whoever asks for this key may no longer make it")]
    MakerEnded,
    #[error("a key of the scope {} is for those who may do as much themselves", .0.name())]
    ScopeAbove(Scope),
    #[error("there is no scope {0:?}; there are read, write, account and operator")]
    NoScope(String),
    #[error("looking it up in the store")]
    Store(#[from] store::Error),
}

/// A key that was just made; the only moment at which it can be read.
pub struct IssuedKey {
    pub key: Key,
    pub credential_id: String,
    pub scope: Scope,
    pub expires_at: Option<Instant>,
}

pub struct Accounts<'a> {
    pub store: &'a Store,
    pub pepper: &'a [u8],
    /// Who asks, from where and when.
    pub origin: Origin,
    /// What whoever asks may do; no key becomes more than this.
    pub by: Scope,
}

/// What is to be different about an account; what is not named stays.
#[derive(Clone, Copy, Default)]
pub struct Change {
    pub plan: Option<&'static Plan>,
    pub payment: Option<PaymentStatus>,
    /// Prepaid credits, which never lapse.
    pub granted: Credits,
    /// Overage up to a monthly cap, or none.
    pub overage: Option<Option<MicroUsd>>,
}

impl Accounts<'_> {
    pub async fn create(&self, name: &str, plan: &str) -> Result<Account, AccountError> {
        let name = good_name(name)?;
        let plan = find_plan(plan)?;
        let account = Account {
            id: new_id("acc"),
            name: name.to_owned(),
            plan: plan.id.to_owned(),
            activated_day: self.origin.at.day(),
            payment_status: PaymentStatus::None,
            overage_active: false,
            overage_cap: MicroUsd::ZERO,
            legacy_prepaid: Credits::ZERO,
            created_at: self.origin.at,
        };
        match self.store.accounts.create(&self.origin, &account).await? {
            true => Ok(account),
            false => Err(AccountError::NameTaken(name.to_owned())),
        }
    }

    /// Deletes what the account owns and forgets its name; what the books need stays under its id.
    pub async fn delete(&self, account: &str) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        match self.store.accounts.delete(&self.origin, &account.id).await? {
            true => Ok(account),
            false => Err(AccountError::NoAccount(account.name)),
        }
    }

    pub async fn list(&self) -> Result<Vec<Account>, AccountError> {
        Ok(self.store.accounts.list().await?)
    }

    /// By its name or its id.
    pub async fn find(&self, account: &str) -> Result<Account, AccountError> {
        // The id first: an account that is named like another's id must not stand in for it.
        let found = match self.store.accounts.find(account).await? {
            None => self.store.accounts.find_by_name(account).await?,
            found => found,
        };
        // One that was deleted stays for the books alone.
        let found = found.filter(|found| !found.is_deleted());
        found.ok_or_else(|| AccountError::NoAccount(account.to_owned()))
    }

    /// All of it or nothing. From one subscription to another the periods go on as they were, so that a change brings
    /// no second allowance; a subscription that begins anew counts its months from today.
    pub async fn change(&self, account: &str, change: &Change) -> Result<Account, AccountError> {
        let account = self.find(account).await?;
        let before = Plan::find(&account.plan);
        let plan = change.plan.or(before);
        if let (Some(Some(_)), Some(plan)) =
            (change.overage, plan.filter(|plan| plan.overage_price.is_none()))
        {
            return Err(AccountError::NoOverage(plan.name));
        }
        let goes_on = [plan, before].iter().all(|plan| plan.is_some_and(|plan| plan.is_subscription()));
        let activated_day = if goes_on { account.activated_day } else { self.origin.at.day() };
        let change = AccountChange {
            plan: change.plan.map(|plan| (plan.id, activated_day)),
            payment_status: change.payment,
            granted_prepaid: change.granted,
            overage: change.overage,
        };
        match self.store.accounts.change(&self.origin, &account.id, &change).await? {
            true => self.find(&account.id).await,
            false => Err(AccountError::TooManyCredits),
        }
    }

    pub async fn set_plan(&self, account: &str, plan: &str) -> Result<Account, AccountError> {
        self.change(account, &Change { plan: Some(find_plan(plan)?), ..Change::default() }).await
    }

    /// Grants prepaid credits, which never lapse.
    pub async fn top_up(&self, account: &str, granted: Credits) -> Result<Account, AccountError> {
        self.change(account, &Change { granted, ..Change::default() }).await
    }

    /// Agrees to overage up to a monthly cap, or ends the agreement.
    pub async fn set_overage(
        &self,
        account: &str,
        monthly_cap: Option<MicroUsd>,
    ) -> Result<Account, AccountError> {
        self.change(account, &Change { overage: Some(monthly_cap), ..Change::default() }).await
    }

    pub async fn set_payment_status(&self, account: &str, status: &str) -> Result<Account, AccountError> {
        let payment = PaymentStatus::from_name(status)
            .ok_or_else(|| AccountError::NoPaymentStatus(status.to_owned()))?;
        self.change(account, &Change { payment: Some(payment), ..Change::default() }).await
    }
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

pub(super) fn good_name(name: &str) -> Result<&str, AccountError> {
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

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> ApiError {
        let code = match error {
            AccountError::Store(error) => return error.into(),
            AccountError::NoAccount(_) | AccountError::NoKey(_) => Code::NotFound,
            AccountError::NameTaken(_)
            | AccountError::NoOverage(_)
            | AccountError::KeyEnded(_)
            | AccountError::TooManyKeys
            | AccountError::TooManyCredits => Code::Conflict,
            AccountError::ScopeAbove(_) | AccountError::MakerEnded => Code::InsufficientScope,
            AccountError::BadName => return ApiError::parameter("name", sentence(&error.to_string())),
            AccountError::NoPlan(_) => return ApiError::parameter("plan", sentence(&error.to_string())),
            AccountError::NoScope(_) => return ApiError::parameter("scope", sentence(&error.to_string())),
            AccountError::NoPaymentStatus(_) => {
                return ApiError::parameter("paymentStatus", sentence(&error.to_string()));
            }
        };
        ApiError::new(code, sentence(&error.to_string()))
    }
}
