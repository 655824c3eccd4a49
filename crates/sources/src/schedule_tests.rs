use super::*;
use proptest::prelude::*;

const LIMITS: Limits = Limits { min_s: 300, max_s: 21_600 };

#[test]
fn busy_sources_are_asked_more_often() {
    let hints = Hints::default();
    assert_eq!(next_interval_s(3600, Outcome::New(10), hints, LIMITS), 1800);
    assert_eq!(next_interval_s(3600, Outcome::New(1), hints, LIMITS), 2700);
    assert_eq!(next_interval_s(3600, Outcome::Unchanged, hints, LIMITS), 5400);
    assert_eq!(next_interval_s(300, Outcome::New(10), hints, LIMITS), 300);
    assert_eq!(next_interval_s(20_000, Outcome::Unchanged, hints, LIMITS), 21_600);
}

#[test]
fn wishes_are_heard_within_reason() {
    let hints = Hints { fresh_for_s: Some(7200), ttl_s: Some(60) };
    assert_eq!(next_interval_s(600, Outcome::New(9), hints, LIMITS), 7200);
    let absurd = Hints { fresh_for_s: Some(31_536_000), ttl_s: None };
    assert_eq!(next_interval_s(600, Outcome::New(9), absurd, LIMITS), 86_400);
}

#[test]
fn failures_back_off_and_obey_the_server() {
    assert_eq!(backoff_s(1, None, 1.0, LIMITS), 300);
    assert_eq!(backoff_s(1, None, 0.0, LIMITS), 150);
    assert_eq!(backoff_s(4, None, 1.0, LIMITS), 2400);
    assert_eq!(backoff_s(60, None, 1.0, LIMITS), 86_400);
    assert_eq!(backoff_s(1, Some(9000), 0.3, LIMITS), 9000);
}

proptest! {
    #[test]
    fn intervals_stay_in_bounds(current in any::<u64>(), n in 0usize..1000, fresh in proptest::option::of(any::<u64>())) {
        let hints = Hints { fresh_for_s: fresh, ttl_s: None };
        let interval = next_interval_s(current, Outcome::New(n), hints, LIMITS);
        prop_assert!((LIMITS.min_s..=86_400).contains(&interval));
    }

    #[test]
    fn backoff_grows_and_never_exceeds_a_day(n in 1u32..100, random in 0.0f64..1.0) {
        prop_assert!(backoff_s(n, None, random, LIMITS) <= 86_400);
        prop_assert!(backoff_s(n, None, random, LIMITS) <= backoff_s(n + 1, None, random, LIMITS));
    }
}
