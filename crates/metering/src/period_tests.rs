use domain::time::MS_PER_DAY;
use proptest::prelude::*;

use super::*;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn at(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

#[track_caller]
fn check(activated: &str, now: &str, first: &str, next: &str) {
    let period = period_of(PeriodKind::AnchoredMonth, day(activated), at(now));
    assert_eq!((period.start, period.end), (day(first).start(), day(next).start()), "{activated} at {now}");
}

#[test]
fn a_month_runs_from_the_day_of_activation() {
    check("2026-01-15", "2026-01-15T00:00:00Z", "2026-01-15", "2026-02-15");
    check("2026-01-15", "2026-02-14T23:59:59.999Z", "2026-01-15", "2026-02-15");
    check("2026-01-15", "2026-02-15T00:00:00Z", "2026-02-15", "2026-03-15");
    check("2026-01-01", "2026-12-31T23:59:59Z", "2026-12-01", "2027-01-01");
}

#[test]
fn the_last_day_stands_in_and_the_anchor_comes_back() {
    check("2026-01-31", "2026-02-27T23:59:59Z", "2026-01-31", "2026-02-28");
    check("2026-01-31", "2026-02-28T00:00:00Z", "2026-02-28", "2026-03-31");
    check("2026-01-31", "2026-03-30T23:59:59Z", "2026-02-28", "2026-03-31");
    check("2026-01-31", "2026-04-30T00:00:00Z", "2026-04-30", "2026-05-31");
    check("2026-01-30", "2026-02-28T12:00:00Z", "2026-02-28", "2026-03-30");
    check("2026-01-29", "2026-02-28T12:00:00Z", "2026-02-28", "2026-03-29");
}

#[test]
fn leap_days() {
    check("2024-02-29", "2024-03-28T23:59:59Z", "2024-02-29", "2024-03-29");
    check("2024-02-29", "2025-02-28T00:00:00Z", "2025-02-28", "2025-03-29");
    check("2024-01-31", "2024-02-28T23:59:59Z", "2024-01-31", "2024-02-29");
    check("2024-01-31", "2024-02-29T00:00:00Z", "2024-02-29", "2024-03-31");
    check("2027-12-31", "2028-02-29T00:00:00Z", "2028-02-29", "2028-03-31");
}

#[test]
fn the_second_before_midnight_is_still_today() {
    let period = period_of(PeriodKind::UtcDay, day("2020-01-01"), at("2026-02-28T23:59:59.999Z"));
    assert_eq!(period.start, at("2026-02-28T00:00:00Z"));
    assert_eq!(period.end, at("2026-03-01T00:00:00Z"));
    assert_eq!(period.id().to_string(), "day:2026-02-28");
    let next = period_of(PeriodKind::UtcDay, day("2020-01-01"), at("2026-03-01T00:00:00Z"));
    assert_eq!(next.id().to_string(), "day:2026-03-01");
}

#[test]
fn before_the_activation_there_is_a_period_too() {
    check("2026-03-31", "2026-03-30T23:00:00Z", "2026-02-28", "2026-03-31");
    check("2026-03-31", "2025-12-31T00:00:00Z", "2025-12-31", "2026-01-31");
}

#[test]
fn the_ends_of_the_calendar_do_not_panic() {
    for now in [Day::MIN.start(), Day::MAX.end()] {
        for anchor in [Day::MIN, day("2024-02-29"), Day::MAX] {
            for kind in [PeriodKind::UtcDay, PeriodKind::AnchoredMonth] {
                let period = period_of(kind, anchor, now);
                assert!(period.start <= period.end);
            }
        }
    }
}

/// Every day of eight years, for every day of a leap year as anchor: each lies in exactly one period, and a
/// period's end is the start of the next.
#[test]
fn months_tile_the_calendar_for_every_anchor() {
    for anchor in day("2024-01-01").number()..=day("2024-12-31").number() {
        let anchor = Day::from_number(anchor).expect("in range");
        let mut period = period_of(PeriodKind::AnchoredMonth, anchor, day("2021-06-15").start());
        let mut today = day("2021-06-15");
        while today < day("2029-06-15") {
            let found = period_of(PeriodKind::AnchoredMonth, anchor, today.end());
            assert_eq!(found, period_of(PeriodKind::AnchoredMonth, anchor, today.start()));
            assert!(found.contains(today.start()) && found.contains(today.end()));
            if found != period {
                assert_eq!(found.start, period.end, "no gap and no overlap at {today} for {anchor}");
                assert_eq!(found.start, today.start());
                period = found;
            }
            today = today.plus(1);
        }
    }
}

proptest! {
    #[test]
    fn periods_tile(anchor in -30_000i64..80_000, ms in -2_000_000_000_000i64..6_000_000_000_000, monthly in any::<bool>()) {
        let kind = if monthly { PeriodKind::AnchoredMonth } else { PeriodKind::UtcDay };
        let anchor = Day::from_number(anchor).expect("in range");
        let now = Instant::from_ms(ms);
        let period = period_of(kind, anchor, now);
        prop_assert!(period.contains(now));
        let days = period.end.since(period.start) / MS_PER_DAY;
        let lengths = if monthly { 28..=31 } else { 1..=1 };
        prop_assert!(lengths.contains(&days));
        // The neighbours touch it, and every moment of it finds it again.
        prop_assert_eq!(period_of(kind, anchor, period.end).start, period.end);
        prop_assert_eq!(period_of(kind, anchor, period.start.plus_ms(-1)).end, period.start);
        prop_assert_eq!(period_of(kind, anchor, period.start), period);
        prop_assert_eq!(period_of(kind, anchor, period.end.plus_ms(-1)), period);
    }

    #[test]
    fn a_renewal_is_on_the_anchor_or_the_last_of_the_month(anchor in 0i64..40_000, ms in 0i64..4_000_000_000_000) {
        let anchor = Day::from_number(anchor).expect("in range");
        let (year, month, date) = period_of(PeriodKind::AnchoredMonth, anchor, Instant::from_ms(ms)).start.day().civil();
        let (_, _, wanted) = anchor.civil();
        prop_assert_eq!(date, wanted.min(domain::time::days_in_month(year, month)));
    }
}
