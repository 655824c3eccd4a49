use proptest::prelude::*;

use super::*;
use crate::plan::{FREE, PRO, REGISTERED, TEAM};
use crate::price::price;

fn at(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

fn account(plan: &'static Plan) -> Account {
    Account {
        plan,
        activated: Day::parse("2026-01-31").expect("a day"),
        overage: None,
        legacy_prepaid: Credits::ZERO,
        payment: PaymentStatus::None,
    }
}

fn with_overage(plan: &'static Plan, cap_micro_usd: u64) -> Account {
    Account { overage: Some(Overage { monthly_cap: MicroUsd::new(cap_micro_usd) }), ..account(plan) }
}

#[track_caller]
fn check(account: &Account, expected: &[&str]) {
    let rows: Vec<String> = purses(account, at("2026-03-15T12:00:00Z"))
        .iter()
        .map(|purse| format!("{} {} at {}", purse.key(), purse.allowance, purse.price))
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn each_plan_has_its_purses() {
    check(&account(&FREE), &["included:day:2026-03-15 5 at 0.00"]);
    check(
        &account(&REGISTERED),
        &["included:day:2026-03-15 5 at 0.00", "registered_metered:day:2026-03-15 20 at 0.05"],
    );
    check(&account(&PRO), &["included:month:2026-02-28 1000 at 0.00"]);
    check(&account(&TEAM), &["included:month:2026-02-28 8000 at 0.00"]);
}

#[test]
fn prepaid_comes_before_what_is_bought() {
    let account = Account { legacy_prepaid: Credits::new(40), ..with_overage(&PRO, 10_000_000) };
    check(
        &account,
        &[
            "included:month:2026-02-28 1000 at 0.00",
            "legacy_prepaid 40 at 0.00",
            "subscriber_overage:month:2026-02-28 400 at 0.025",
        ],
    );
    let account = Account { plan: &REGISTERED, ..account };
    check(
        &account,
        &[
            "included:day:2026-03-15 5 at 0.00",
            "legacy_prepaid 40 at 0.00",
            "registered_metered:day:2026-03-15 20 at 0.05",
        ],
    );
}

#[test]
fn overage_needs_a_subscription_and_consent() {
    check(&with_overage(&FREE, 10_000_000), &["included:day:2026-03-15 5 at 0.00"]);
    check(&account(&TEAM), &["included:month:2026-02-28 8000 at 0.00"]);
}

#[test]
fn an_unpaid_bill_stops_buying_and_nothing_else() {
    for payment in [PaymentStatus::PastDue, PaymentStatus::Failed] {
        let account = Account { legacy_prepaid: Credits::new(7), payment, ..with_overage(&PRO, 10_000_000) };
        check(&account, &["included:month:2026-02-28 1000 at 0.00", "legacy_prepaid 7 at 0.00"]);
        let account = Account { plan: &REGISTERED, legacy_prepaid: Credits::ZERO, ..account };
        check(&account, &["included:day:2026-03-15 5 at 0.00"]);
    }
}

#[test]
fn a_cap_in_dollars_is_cut_to_whole_credits() {
    let credits = |cap, price| credits_within(MicroUsd::new(cap), MicroUsd::new(price)).get();
    assert_eq!(credits(0, 25_000), 0);
    assert_eq!(credits(24_999, 25_000), 0);
    assert_eq!(credits(25_000, 25_000), 1);
    assert_eq!(credits(100_000_000, 25_000), 4000);
    assert_eq!(credits(u64::MAX, 25_000), u32::MAX);
    assert_eq!(credits(5, 0), u32::MAX);
}

#[test]
fn a_call_is_never_split() {
    let account = Account { legacy_prepaid: Credits::new(4), ..with_overage(&PRO, 10_000_000) };
    let purses = purses(&account, at("2026-03-15T12:00:00Z"));
    let spent = |purse: &Purse| match purse.source {
        Source::Included => Credits::new(997),
        Source::LegacyPrepaid => Credits::new(1),
        _ => Credits::ZERO,
    };
    let payer = |cost| first_covering(&purses, Credits::new(cost), spent).map(|purse| purse.source);
    assert_eq!(payer(3), Some(Source::Included));
    // Three included and three prepaid credits are left, and neither alone is enough for four.
    assert_eq!(payer(4), Some(Source::SubscriberOverage));
    assert_eq!(payer(401), None);
}

#[track_caller]
fn check_refusal(account: &Account, (base, results): (u32, u32), now: &str, expected: &str) {
    let refusal = refusal(account, price(Credits::new(base), results), at(now));
    assert_eq!(format!("{}: {refusal}", refusal.code.name()), expected);
}

#[test]
fn each_refusal_says_what_lifts_it_and_when_it_resets() {
    check_refusal(
        &account(&FREE),
        (1, 0),
        "2026-03-15T23:59:59Z",
        "credits_exhausted: Not enough credits for this call. To lift this, change to the Registered plan. \
         The allowance resets at 2026-03-16T00:00:00Z.",
    );
    check_refusal(
        &account(&REGISTERED),
        (1, 100),
        "2026-03-15T00:00:00Z",
        "daily_paid_limit_reached: The daily limit of paid credits leaves no room for this call. To lift this, \
         ask for fewer results, or change to the Pro plan. The allowance resets at 2026-03-16T00:00:00Z.",
    );
    check_refusal(
        &with_overage(&TEAM, 1_000_000),
        (1, 0),
        "2026-02-28T00:00:00Z",
        "overage_cap_reached: The monthly overage cap leaves no room for this call. To lift this, raise the monthly \
         overage cap. The allowance resets at 2026-03-31T00:00:00Z.",
    );
    check_refusal(
        &account(&PRO),
        (1, 25),
        "2026-02-27T00:00:00Z",
        "credits_exhausted: Not enough credits for this call. To lift this, activate overage, or ask for \
         fewer results, or change to the Team plan. The allowance resets at 2026-02-28T00:00:00Z.",
    );
    check_refusal(
        &Account { payment: PaymentStatus::PastDue, ..with_overage(&PRO, 1_000_000) },
        (1, 0),
        "2026-02-27T00:00:00Z",
        "credits_exhausted: Not enough credits for this call. To lift this, settle the open payment, or \
         change to the Team plan. The allowance resets at 2026-02-28T00:00:00Z.",
    );
}

#[test]
fn waiting_is_no_use_where_the_allowance_is_too_small() {
    check_refusal(
        &account(&FREE),
        (2, 100),
        "2026-03-15T12:00:00Z",
        "credits_exhausted: Not enough credits for this call. To lift this, ask for fewer results, or change \
         to the Registered plan. The allowance resets at 2026-03-16T00:00:00Z, but is too small for this call even \
         then.",
    );
}

#[test]
fn names_are_read_as_they_are_written() {
    for source in Source::ALL.iter().copied() {
        assert_eq!(Source::from_name(source.name()), Some(source));
    }
    for status in PaymentStatus::ALL.iter().copied() {
        assert_eq!(PaymentStatus::from_name(status.name()), Some(status));
    }
    assert_eq!(Source::from_name("gift"), None);
    assert_eq!(PaymentStatus::from_name(""), None);
}

fn any_account() -> impl Strategy<Value = Account> {
    (0usize..4, 0i64..40_000, proptest::option::of(0u64..50_000_000), 0u32..100, 0usize..4).prop_map(
        |(plan, activated, cap, legacy, payment)| Account {
            plan: PLANS[plan],
            activated: Day::from_number(activated).expect("in range"),
            overage: cap.map(|cap| Overage { monthly_cap: MicroUsd::new(cap) }),
            legacy_prepaid: Credits::new(legacy),
            payment: PaymentStatus::ALL[payment],
        },
    )
}

proptest! {
    #[test]
    fn the_order_is_total(account in any_account(), ms in 0i64..4_000_000_000_000) {
        let now = Instant::from_ms(ms);
        let list = purses(&account, now);
        prop_assert_eq!(list[0].source, Source::Included);
        prop_assert!(list.windows(2).all(|pair| pair[0].source < pair[1].source));
        prop_assert!(list.iter().all(|purse| purse.source != Source::X402));
        prop_assert!(list.iter().all(|purse| purse.period.is_none_or(|period| period.contains(now))));
        prop_assert_eq!(list, purses(&account, now));
    }

    /// Calls of any cost, in any order: one purse pays each whole, and none is ever overdrawn.
    #[test]
    fn no_purse_is_overdrawn(account in any_account(), costs in proptest::collection::vec(1u32..=10, 0..60)) {
        let now = Instant::from_ms(1_800_000_000_000);
        let list = purses(&account, now);
        let mut spent = vec![0u32; list.len()];
        for cost in costs {
            let place = |purse: &Purse| list.iter().position(|other| other == purse).expect("of the list");
            let chosen = first_covering(&list, Credits::new(cost), |purse| Credits::new(spent[place(purse)]));
            match chosen.map(place) {
                Some(i) => {
                    // Every purse before it was too small for the whole.
                    for before in 0..i {
                        prop_assert!(spent[before] + cost > list[before].allowance.get());
                    }
                    spent[i] += cost;
                    prop_assert!(spent[i] <= list[i].allowance.get());
                }
                None => prop_assert!(list.iter().zip(&spent).all(|(purse, spent)| spent + cost > purse.allowance.get())),
            }
        }
    }

    #[test]
    fn overage_never_costs_more_than_its_cap(cap in any::<u64>()) {
        let account = with_overage(&PRO, cap);
        let list = purses(&account, Instant::from_ms(1_800_000_000_000));
        let purse = list.last().expect("overage");
        prop_assert!(purse.owed(purse.allowance) <= MicroUsd::new(cap));
    }

    #[test]
    fn a_refusal_resets_in_the_future(account in any_account(), base in 1u32..4, results in 0u32..300, ms in 0i64..4_000_000_000_000) {
        let now = Instant::from_ms(ms);
        let refusal = refusal(&account, price(Credits::new(base), results), now);
        prop_assert!(refusal.resets_at > now);
    }
}
