use super::*;
use crate::funding::Overage;
use crate::plan::{PRO, REGISTERED};
use crate::price::price;

fn standing() -> Standing {
    Standing {
        included_used: Credits::new(1000),
        included_allowance: Credits::new(1000),
        resets_at: Instant::parse("2026-02-28T00:00:00Z").expect("an instant"),
        overage_accrued: MicroUsd::new(75_000),
        overage_cap: MicroUsd::new(50_000_000),
        payment: PaymentStatus::Active,
        credential_today: Credits::new(12),
        credential_this_month: Credits::new(340),
    }
}

#[track_caller]
fn check(receipt: Receipt, values: [&str; 12]) {
    let found = super::values(&receipt);
    assert_eq!(found.places().map(|place| &found.text[place]), values);
}

#[test]
fn a_charged_call() {
    check(
        Receipt::Keyed {
            charged: price(Credits::new(1), 50),
            source: Source::SubscriberOverage,
            standing: standing(),
        },
        [
            "3",
            "1",
            "2",
            "subscriber_overage",
            "1000",
            "0",
            "2026-02-28T00:00:00Z",
            "0.075",
            "50.00",
            "active",
            "12",
            "340",
        ],
    );
}

#[test]
fn a_failed_call_of_a_free_account() {
    let standing = Standing {
        included_used: Credits::new(2),
        included_allowance: Credits::new(5),
        overage_accrued: MicroUsd::ZERO,
        overage_cap: MicroUsd::ZERO,
        payment: PaymentStatus::None,
        ..standing()
    };
    check(
        Receipt::Keyed { charged: Price::FREE, source: Source::Included, standing },
        ["0", "0", "0", "included", "2", "3", "2026-02-28T00:00:00Z", "0.00", "0.00", "none", "12", "340"],
    );
}

#[test]
fn a_call_paid_on_the_spot() {
    check(
        Receipt::PayPerCall { charged: price(Credits::new(1), 100) },
        [
            "5",
            "1",
            "4",
            "x402",
            "0",
            "0",
            "not_applicable",
            "0.00",
            "0.00",
            "none",
            "not_applicable",
            "not_applicable",
        ],
    );
}

#[test]
fn a_plan_that_shrank_leaves_nothing_rather_than_less() {
    let standing = Standing { included_allowance: Credits::new(5), ..standing() };
    assert_eq!(standing.included_remaining(), Credits::ZERO);
}

#[test]
fn every_value_can_stand_in_a_header() {
    let receipt = Receipt::Keyed { charged: Price::FREE, source: Source::Included, standing: standing() };
    let values = super::values(&receipt);
    for ((name, _), place) in USAGE_HEADERS.iter().zip(values.places()) {
        let value = &values.text[place];
        assert!(name.starts_with("X-Service-"));
        assert!(!value.is_empty() && value.bytes().all(|byte| byte.is_ascii_graphic()), "{name}: {value}");
    }
}

#[test]
fn a_standing_follows_from_the_account_and_the_counts() {
    let account = Account {
        plan: &PRO,
        activated: domain::Day::parse("2026-01-31").expect("a day"),
        overage: Some(Overage { monthly_cap: MicroUsd::new(50_000_000) }),
        legacy_prepaid: Credits::ZERO,
        payment: PaymentStatus::Active,
    };
    let counted = Counted {
        included_used: Credits::new(1000),
        overage_used: Credits::new(3),
        credential_today: Credits::new(12),
        credential_this_month: Credits::new(340),
    };
    let now = Instant::parse("2026-02-27T23:59:59Z").expect("an instant");
    assert_eq!(Standing::of(&account, &counted, now), standing());
    // Under a plan without overage neither the cap nor old purchases show.
    let standing = Standing::of(&Account { plan: &REGISTERED, ..account }, &counted, now);
    assert_eq!((standing.overage_cap, standing.overage_accrued), (MicroUsd::ZERO, MicroUsd::ZERO));
    assert_eq!(
        (standing.included_allowance, standing.resets_at),
        (Credits::new(5), Instant::parse("2026-02-28").expect("a day"))
    );
}
