//! The twelve usage headers: what a metered call cost and how the account stands after it.
//!
//! A failed call carries all twelve with nothing charged, and then both parts of the price are zero too, so
//! that tool and volume credits always add up to what was charged.

use std::fmt::{self, Write};
use std::ops::Range;

use domain::{Credits, Instant, MicroUsd};

use crate::funding::{Account, PaymentStatus, Source};
use crate::period::period_of;
use crate::price::Price;

/// Each header with its meaning, in the order of `values`.
pub const USAGE_HEADERS: [(&str, &str); 12] = [
    ("X-Service-Credits-Charged", "Weighted credits committed for this call."),
    ("X-Service-Tool-Credits", "The base of the route within the charge."),
    ("X-Service-Volume-Credits", "The part of the charge for requested results."),
    ("X-Service-Funding-Source", "included, legacy_prepaid, subscriber_overage, registered_metered or x402."),
    ("X-Service-Included-Used", "Included credits used in the active period."),
    ("X-Service-Included-Remaining", "Included credits remaining in the active period."),
    (
        "X-Service-Credit-Reset",
        "When the included credits reset, ISO 8601, or not_applicable for pay-per-call.",
    ),
    ("X-Service-Overage-Accrued", "Accrued subscriber overage in USD."),
    ("X-Service-Overage-Cap", "The selected monthly overage cap in USD."),
    ("X-Service-Payment-Status", "The saved card: none, active, past_due or failed."),
    (
        "X-Service-Credential-Daily-Credits",
        "Credits used with this credential on this UTC day, or not_applicable for pay-per-call.",
    ),
    (
        "X-Service-Credential-Monthly-Credits",
        "Credits used with this credential in this calendar month (UTC), or not_applicable for pay-per-call.",
    ),
];

const NOT_APPLICABLE: &str = "not_applicable";

/// What is told about a metered call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Made with a key, whether it succeeded or not.
    Keyed {
        /// What was committed; `Price::FREE` for a call that failed or is not charged.
        charged: Price,
        /// The purse that paid or would have; the included one where none was asked.
        source: Source,
        standing: Standing,
    },
    /// Paid on the spot, without an account.
    PayPerCall { charged: Price },
}

/// How the account and the credential stand after the call, as the ledger counted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub included_used: Credits,
    pub included_allowance: Credits,
    pub resets_at: Instant,
    pub overage_accrued: MicroUsd,
    /// Zero where overage is not activated.
    pub overage_cap: MicroUsd,
    pub payment: PaymentStatus,
    pub credential_today: Credits,
    pub credential_this_month: Credits,
}

/// What the ledger counted, from which the rest of a standing follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Committed from the included purse of the active period.
    pub included_used: Credits,
    /// Committed from the overage purse of the active period, also where overage was since switched off.
    pub overage_used: Credits,
    pub credential_today: Credits,
    pub credential_this_month: Credits,
}

/// The twelve values in one text, in the order of `USAGE_HEADERS`: they are made for every answer, and one text is
/// cheaper than twelve.
pub struct Values {
    pub text: String,
    ends: [usize; 12],
}

impl Values {
    /// Where each of them lies in the text.
    pub fn places(&self) -> [Range<usize>; 12] {
        let mut start = 0;
        self.ends.map(|end| std::mem::replace(&mut start, end)..end)
    }
}

/// All twelve, always.
pub fn values(receipt: &Receipt) -> Values {
    let (charged, source, standing) = match receipt {
        Receipt::Keyed { charged, source, standing } => (charged, *source, Some(standing)),
        Receipt::PayPerCall { charged } => (charged, Source::X402, None),
    };
    let mut text = String::with_capacity(160);
    let mut ends = [0; 12];
    let mut places = ends.iter_mut();
    let mut put = |value: &dyn fmt::Display| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{value}");
        if let Some(end) = places.next() {
            *end = text.len();
        }
    };
    put(&charged.total);
    put(&charged.tool);
    put(&charged.volume);
    put(&source.name());
    match standing {
        Some(standing) => {
            put(&standing.included_used);
            put(&standing.included_remaining());
            put(&standing.resets_at.rfc3339());
            put(&standing.overage_accrued);
            put(&standing.overage_cap);
            put(&standing.payment.name());
            put(&standing.credential_today);
            put(&standing.credential_this_month);
        }
        None => {
            put(&0);
            put(&0);
            put(&NOT_APPLICABLE);
            put(&MicroUsd::ZERO);
            put(&MicroUsd::ZERO);
            put(&PaymentStatus::None.name());
            put(&NOT_APPLICABLE);
            put(&NOT_APPLICABLE);
        }
    }
    Values { text, ends }
}

impl Standing {
    pub fn of(account: &Account, counted: &Counted, now: Instant) -> Standing {
        let plan = account.plan;
        // A plan without overage has no cap, whatever was chosen under another plan.
        let overage_price = plan.overage_price.unwrap_or(MicroUsd::ZERO);
        let overage = account.overage.filter(|_| plan.overage_price.is_some());
        Standing {
            included_used: counted.included_used,
            included_allowance: plan.included,
            resets_at: period_of(plan.period, account.activated, now).end,
            overage_accrued: overage_price.times(counted.overage_used).unwrap_or(MicroUsd::new(u64::MAX)),
            overage_cap: overage.map_or(MicroUsd::ZERO, |overage| overage.monthly_cap),
            payment: account.payment,
            credential_today: counted.credential_today,
            credential_this_month: counted.credential_this_month,
        }
    }

    pub fn included_remaining(&self) -> Credits {
        // A plan may have shrunk below what was already used.
        Credits::new(self.included_allowance.get().saturating_sub(self.included_used.get()))
    }
}

#[cfg(test)]
#[path = "headers_tests.rs"]
mod tests;
