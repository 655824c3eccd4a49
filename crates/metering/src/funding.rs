//! Who pays for a call: the purses of an account in the order in which they are asked.
//!
//! Included credits first, then grandfathered prepaid ones, then what the account agreed to buy. A call is
//! never split: the first purse that covers the whole cost pays all of it. What is left in a purse is the
//! ledger's to know; here is only which purses there are, how much each may hold, and what to say when none
//! of them is enough.

use std::fmt;

pub use domain::FundingSource as Source;
pub use domain::PaymentStatus;
use domain::{Credits, Day, Instant, MicroUsd};

use crate::period::{Period, day_of, period_of};
use crate::plan::{PLANS, Plan};
use crate::price::Price;

/// What decides which purses an account has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub plan: &'static Plan,
    /// The day on which the plan was activated; its months are counted from there.
    pub activated: Day,
    /// Set where the account asked for it, and only then.
    pub overage: Option<Overage>,
    /// All the prepaid credits ever granted; the ledger knows how many of them are spent.
    pub legacy_prepaid: Credits,
    pub payment: PaymentStatus,
}

/// Agreed purchases beyond a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overage {
    pub monthly_cap: MicroUsd,
}

/// One purse that may pay: so many credits in this period, at this price each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    pub source: Source,
    /// None where what is unspent never lapses.
    pub period: Option<Period>,
    pub allowance: Credits,
    /// Owed for each credit; zero where it is already paid for.
    pub price: MicroUsd,
}

impl Purse {
    pub fn key(&self) -> String {
        purse_key(self.source, self.period)
    }

    /// Whether the whole cost fits beside what is already used or held.
    pub fn covers(&self, spent: Credits, cost: Credits) -> bool {
        u64::from(spent.get()) + u64::from(cost.get()) <= u64::from(self.allowance.get())
    }

    /// What this many credits from this purse are billed at.
    pub fn owed(&self, credits: Credits) -> MicroUsd {
        self.price.times(credits).unwrap_or(MicroUsd::new(u64::MAX))
    }
}

/// Unique among an account's purses of all times, such as `included:day:2026-01-31`. The plan is no part of
/// it: who changes plan within a period keeps what was used, and gains no second allowance.
pub fn purse_key(source: Source, period: Option<Period>) -> String {
    match period {
        Some(period) => format!("{}:{}", source.name(), period.id()),
        None => source.name().to_owned(),
    }
}

/// The purses that may pay for a call of this account now, in the order of asking. The first is always the
/// included one.
pub fn purses(account: &Account, now: Instant) -> Vec<Purse> {
    let plan = account.plan;
    let period = period_of(plan.period, account.activated, now);
    let mut purses = vec![Purse {
        source: Source::Included,
        period: Some(period),
        allowance: plan.included,
        price: MicroUsd::ZERO,
    }];
    if account.legacy_prepaid > Credits::ZERO {
        purses.push(Purse {
            source: Source::LegacyPrepaid,
            period: None,
            allowance: account.legacy_prepaid,
            price: MicroUsd::ZERO,
        });
    }
    if !account.payment.may_buy() {
        return purses;
    }
    if let (Some(price), Some(overage)) = (plan.overage_price, account.overage) {
        purses.push(Purse {
            source: Source::SubscriberOverage,
            period: Some(period),
            allowance: credits_within(overage.monthly_cap, price),
            price,
        });
    }
    if let Some(metered) = plan.metered {
        purses.push(Purse {
            source: Source::RegisteredMetered,
            period: Some(day_of(now)),
            allowance: metered.daily_limit,
            price: metered.price,
        });
    }
    purses
}

/// The purse that pays: the first with room for the whole cost. The ledger decides the same by trying the
/// purses in this order; this is for quotes and for showing what it should do.
pub fn first_covering(purses: &[Purse], cost: Credits, spent: impl Fn(&Purse) -> Credits) -> Option<&Purse> {
    purses.iter().find(|purse| purse.covers(spent(purse), cost))
}

/// The largest number of whole credits that cost no more than `cap`.
pub fn credits_within(cap: MicroUsd, price: MicroUsd) -> Credits {
    match cap.get().checked_div(price.get()) {
        Some(credits) => Credits::new(u32::try_from(credits).unwrap_or(u32::MAX)),
        // What costs nothing has no limit in dollars.
        None => Credits::new(u32::MAX),
    }
}

/// Why no purse could pay, what would change that, and when it changes by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: RefusalCode,
    /// What the account can do, the simplest first.
    pub lifts: Vec<Lift>,
    /// When the allowance that ran out begins anew.
    pub resets_at: Instant,
    /// Whether some allowance can ever cover this call; where not, waiting is no use.
    pub reset_helps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalCode {
    CreditsExhausted,
    DailyPaidLimitReached,
    OverageCapReached,
}

impl RefusalCode {
    pub fn name(self) -> &'static str {
        match self {
            RefusalCode::CreditsExhausted => "credits_exhausted",
            RefusalCode::DailyPaidLimitReached => "daily_paid_limit_reached",
            RefusalCode::OverageCapReached => "overage_cap_reached",
        }
    }
}

/// A thing that would let the call through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    SettlePayment,
    ActivateOverage,
    RaiseOverageCap,
    AskForFewerResults,
    ChangePlan(&'static Plan),
}

impl fmt::Display for Lift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lift::SettlePayment => f.write_str("settle the open payment"),
            Lift::ActivateOverage => f.write_str("activate overage"),
            Lift::RaiseOverageCap => f.write_str("raise the monthly overage cap"),
            Lift::AskForFewerResults => f.write_str("ask for fewer results"),
            Lift::ChangePlan(plan) => write!(f, "change to the {} plan", plan.name),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.code {
            RefusalCode::CreditsExhausted => "Not enough credits for this call.",
            RefusalCode::DailyPaidLimitReached => {
                "The daily limit of paid credits leaves no room for this call."
            }
            RefusalCode::OverageCapReached => "The monthly overage cap leaves no room for this call.",
        })?;
        if let Some((first, others)) = self.lifts.split_first() {
            write!(f, " To lift this, {first}")?;
            for lift in others {
                write!(f, ", or {lift}")?;
            }
            f.write_str(".")?;
        }
        write!(f, " The allowance resets at {}", self.resets_at)?;
        f.write_str(if self.reset_helps { "." } else { ", but is too small for this call even then." })
    }
}

/// What to say to an account none of whose purses had room for a call of this price.
pub fn refusal(account: &Account, price: Price, now: Instant) -> Refusal {
    let purses = purses(account, now);
    let has = |source| purses.iter().any(|purse| purse.source == source);
    let code = if has(Source::SubscriberOverage) {
        RefusalCode::OverageCapReached
    } else if has(Source::RegisteredMetered) {
        RefusalCode::DailyPaidLimitReached
    } else {
        RefusalCode::CreditsExhausted
    };
    let renewing = || purses.iter().filter_map(|purse| Some((purse, purse.period?)));
    Refusal {
        code,
        lifts: lifts(account, price, code),
        resets_at: renewing().map(|(_, period)| period.end).min().unwrap_or(now),
        reset_helps: renewing().any(|(purse, _)| purse.covers(Credits::ZERO, price.total)),
    }
}

fn lifts(account: &Account, price: Price, code: RefusalCode) -> Vec<Lift> {
    let plan = account.plan;
    let mut lifts = Vec::new();
    if !account.payment.may_buy() && (plan.metered.is_some() || account.overage.is_some()) {
        lifts.push(Lift::SettlePayment);
    }
    if code == RefusalCode::OverageCapReached {
        lifts.push(Lift::RaiseOverageCap);
    } else if plan.overage_price.is_some() && account.overage.is_none() {
        lifts.push(Lift::ActivateOverage);
    }
    if price.volume > Credits::ZERO {
        lifts.push(Lift::AskForFewerResults);
    }
    // The table is ordered by price, so the next row is the nearest step up.
    let next = PLANS.into_iter().skip_while(|row| row.id != plan.id).nth(1);
    lifts.extend(next.map(Lift::ChangePlan));
    lifts
}

#[cfg(test)]
#[path = "funding_tests.rs"]
mod tests;
