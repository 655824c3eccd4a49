use proptest::prelude::*;

use super::*;

fn at(ms: i64) -> Instant {
    Instant::from_ms(1_800_000_000_000 + ms)
}

#[test]
fn a_minute_at_once_then_one_a_second() {
    let limit = Limit::per_minute(60);
    let mut bucket = Bucket::full(limit, at(0));
    for _ in 0..60 {
        let (next, decision) = bucket.take(limit, at(0));
        assert_eq!(decision, Decision::Allowed);
        bucket = next;
    }
    assert_eq!(bucket.take(limit, at(0)).1, Decision::RetryAfterSeconds(1));
    assert_eq!(bucket.take(limit, at(999)).1, Decision::RetryAfterSeconds(1));
    assert_eq!(bucket.take(limit, at(1000)).1, Decision::Allowed);
}

#[test]
fn the_headers_of_the_draft() {
    let limit = Limit::per_minute(60);
    assert_eq!(limit.policy(), "\"default\";q=60;w=60");
    let (bucket, _) = Bucket::full(limit, at(0)).take(limit, at(0));
    assert_eq!(bucket.remaining(limit), "\"default\";r=59;t=1");
    let slow = Limit::with_burst(1, 2);
    let (bucket, _) = Bucket::full(slow, at(0)).take(slow, at(0));
    let (bucket, _) = bucket.take(slow, at(0));
    assert_eq!(bucket.remaining(slow), "\"default\";r=0;t=120");
    assert_eq!(bucket.take(slow, at(0)).1, Decision::RetryAfterSeconds(60));
    assert_eq!(bucket.take(slow, at(59_001)).1, Decision::RetryAfterSeconds(1));
}

#[test]
fn a_clock_that_steps_back_gives_nothing() {
    let limit = Limit::with_burst(60, 1);
    let (bucket, first) = Bucket::full(limit, at(5000)).take(limit, at(5000));
    assert_eq!(first, Decision::Allowed);
    let (bucket, back) = bucket.take(limit, at(0));
    assert_eq!(back, Decision::RetryAfterSeconds(1));
    // Had the bucket gone back with the clock, these seconds would count twice.
    assert_eq!(bucket.take(limit, at(5000)).1, Decision::RetryAfterSeconds(1));
    assert_eq!(bucket.take(limit, at(6000)).1, Decision::Allowed);
}

#[test]
fn a_limit_of_nothing_is_one_a_minute() {
    let limit = Limit::per_minute(0);
    let (bucket, first) = Bucket::full(limit, at(0)).take(limit, at(0));
    assert_eq!(first, Decision::Allowed);
    assert_eq!(bucket.take(limit, at(0)).1, Decision::RetryAfterSeconds(60));
    assert!(!bucket.is_full(limit, at(59_999)));
    assert!(bucket.is_full(limit, at(60_000)));
}

#[test]
fn the_ends_of_time_do_not_overflow() {
    let limit = Limit::per_minute(u32::MAX);
    let ends = [Instant::from_ms(i64::MIN), Instant::from_ms(i64::MAX)];
    let (bucket, decision) = Bucket::full(limit, ends[0]).take(limit, ends[1]);
    assert_eq!(decision, Decision::Allowed);
    assert_eq!(bucket.take(limit, ends[0]).1, Decision::Allowed);
}

#[test]
fn a_limit_that_shrank_is_obeyed_at_once() {
    let bucket = Bucket::full(Limit::per_minute(600), at(0));
    let small = Limit::with_burst(60, 1);
    let (bucket, first) = bucket.take(small, at(0));
    assert_eq!(first, Decision::Allowed);
    assert_eq!(bucket.take(small, at(0)).1, Decision::RetryAfterSeconds(1));
}

proptest! {
    /// In every window, however it is laid, no more pass than the burst and what the window's length earns.
    #[test]
    fn no_window_lets_more_through(
        per_minute in 1u32..1000, burst in 1u32..100, gaps in proptest::collection::vec(0i64..4000, 1..200),
    ) {
        let limit = Limit::with_burst(per_minute, burst);
        let mut bucket = Bucket::full(limit, at(0));
        let mut now = 0;
        let mut passed: Vec<i64> = Vec::new();
        for gap in gaps {
            now += gap;
            let (next, decision) = bucket.take(limit, at(now));
            bucket = next;
            if decision == Decision::Allowed {
                passed.push(now);
            }
        }
        for (i, from) in passed.iter().enumerate() {
            for (j, to) in passed.iter().enumerate().skip(i) {
                let earned = (to - from) as u64 * u64::from(per_minute);
                let count = (j - i + 1) as u64;
                prop_assert!(count * PARTS_PER_TOKEN <= u64::from(burst) * PARTS_PER_TOKEN + earned);
            }
        }
    }

    /// Who waits as long as was said gets through, and who comes a second earlier does not.
    #[test]
    fn the_wait_is_enough_and_not_too_long(per_minute in 1u32..200, burst in 1u32..20, gaps in proptest::collection::vec(0i64..500, 1..100)) {
        let limit = Limit::with_burst(per_minute, burst);
        let mut bucket = Bucket::full(limit, at(0));
        let mut now = 0;
        for gap in gaps {
            now += gap;
            let (next, decision) = bucket.take(limit, at(now));
            bucket = next;
            if let Decision::RetryAfterSeconds(seconds) = decision {
                let later = now + seconds as i64 * 1000;
                prop_assert_eq!(bucket.take(limit, at(later)).1, Decision::Allowed);
                if seconds > 1 {
                    prop_assert!(bucket.take(limit, at(later - 1000)).1 != Decision::Allowed);
                }
            }
        }
    }
}
