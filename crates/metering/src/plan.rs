//! The plans and their prices: one table, one row a plan.
//!
//! A plan says what an account gets and at what price. Whether it has anything left is the ledger's to know.

use domain::{Credits, MicroUsd};

use crate::period::PeriodKind;

/// A row of the price list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// As commands, the store and the wire write it.
    pub id: &'static str,
    /// As people read it.
    pub name: &'static str,
    pub monthly_price: MicroUsd,
    /// The price of one month when a year is paid at once, where that is offered.
    pub monthly_price_paid_yearly: Option<MicroUsd>,
    /// Included credits of one period.
    pub included: Credits,
    pub period: PeriodKind,
    /// Credits bought one by one, without a subscription.
    pub metered: Option<Metered>,
    /// One credit beyond the subscription, for those who asked for it.
    pub overage_price: Option<MicroUsd>,
    pub requests_per_minute: u32,
    /// How many people may share the account.
    pub seats: u32,
}

/// Paid credits of an account without a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metered {
    pub price: MicroUsd,
    pub daily_limit: Credits,
}

pub static FREE: Plan = Plan {
    id: "free",
    name: "Free",
    monthly_price: MicroUsd::ZERO,
    monthly_price_paid_yearly: None,
    included: Credits::new(5),
    period: PeriodKind::UtcDay,
    metered: None,
    overage_price: None,
    requests_per_minute: 60,
    seats: 1,
};

pub static REGISTERED: Plan = Plan {
    id: "registered",
    name: "Registered",
    metered: Some(Metered { price: MicroUsd::new(50_000), daily_limit: Credits::new(20) }),
    requests_per_minute: 120,
    ..FREE
};

pub static PRO: Plan = Plan {
    id: "pro",
    name: "Pro",
    monthly_price: MicroUsd::new(249_000_000),
    monthly_price_paid_yearly: None,
    included: Credits::new(1000),
    period: PeriodKind::AnchoredMonth,
    metered: None,
    overage_price: Some(MicroUsd::new(25_000)),
    requests_per_minute: 600,
    seats: 1,
};

pub static TEAM: Plan = Plan {
    id: "team",
    name: "Team",
    monthly_price: MicroUsd::new(499_000_000),
    monthly_price_paid_yearly: Some(MicroUsd::new(399_000_000)),
    included: Credits::new(8000),
    // The specification only says that the workspace is shared; ten is our reading of "several".
    seats: 10,
    ..PRO
};

/// What a test key has for itself, whatever its account is on. Nobody can be on it.
pub static TEST: Plan = Plan { id: "test", name: "Test", included: Credits::new(100), ..FREE };

/// Every plan, cheapest first.
pub static PLANS: [&Plan; 4] = [&FREE, &REGISTERED, &PRO, &TEAM];

/// One credit of pay-per-call, for callers without an account.
pub const PAY_PER_CALL_PRICE: MicroUsd = MicroUsd::new(100_000);

impl Plan {
    pub fn find(id: &str) -> Option<&'static Plan> {
        PLANS.into_iter().find(|plan| plan.id == id)
    }

    /// Paid by the month or the year, whatever is used.
    pub fn is_subscription(&self) -> bool {
        self.monthly_price > MicroUsd::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The price list as a reader of the specification would check it. A change here is a change of contract.
    #[test]
    fn the_price_list() {
        let rows: Vec<String> = PLANS
            .iter()
            .map(|plan| {
                format!(
                    "{} {} {} {:?} | {} {:?} {} | {}/min {} seat(s)",
                    plan.id,
                    plan.monthly_price,
                    plan.monthly_price_paid_yearly.map_or("-".to_owned(), |price| price.to_string()),
                    plan.period,
                    plan.included,
                    plan.metered.map(|metered| (metered.price.to_string(), metered.daily_limit.get())),
                    plan.overage_price.map_or("-".to_owned(), |price| price.to_string()),
                    plan.requests_per_minute,
                    plan.seats,
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                "free 0.00 - UtcDay | 5 None - | 60/min 1 seat(s)",
                "registered 0.00 - UtcDay | 5 Some((\"0.05\", 20)) - | 120/min 1 seat(s)",
                "pro 249.00 - AnchoredMonth | 1000 None 0.025 | 600/min 1 seat(s)",
                "team 499.00 399.00 AnchoredMonth | 8000 None 0.025 | 600/min 10 seat(s)",
            ]
        );
        assert_eq!(PAY_PER_CALL_PRICE.to_string(), "0.10");
    }

    #[test]
    fn a_plan_is_found_by_its_id_alone() {
        for plan in PLANS {
            assert_eq!(Plan::find(plan.id), Some(plan));
            assert_eq!(plan.is_subscription(), plan.period == PeriodKind::AnchoredMonth);
        }
        assert_eq!(Plan::find(TEST.id), None);
        assert_eq!(Plan::find("Free"), None);
        assert_eq!(Plan::find(""), None);
    }
}
