use proptest::prelude::*;

use super::*;

fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
    pairs
        .iter()
        .map(|(name, value)| (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value")))
        .collect()
}

#[test]
fn how_long_a_reply_stays_fresh() {
    let fresh = |pairs: &[(&str, &str)]| fresh_for_s(&headers(pairs));
    assert_eq!(fresh(&[("cache-control", "public, max-age=600")]), Some(600));
    assert_eq!(fresh(&[("cache-control", "max-age=600"), ("age", "100")]), Some(500));
    assert_eq!(fresh(&[("cache-control", "no-cache, max-age=600")]), None);
    assert_eq!(fresh(&[("cache-control", "max-age=0")]), None);
    assert_eq!(
        fresh(&[("date", "Sat, 31 Jan 2026 09:30:00 GMT"), ("expires", "Sat, 31 Jan 2026 10:30:00 GMT")]),
        Some(3600)
    );
    assert_eq!(fresh(&[("date", "Sat, 31 Jan 2026 09:30:00 GMT"), ("expires", "0")]), None);
    assert_eq!(fresh(&[("cache-control", "max-age=99999999999")]), Some(MAX_WAIT_S));
    assert_eq!(fresh(&[]), None);
}

#[test]
fn how_long_to_stay_away() {
    let wait = |pairs: &[(&str, &str)]| retry_after_s(&headers(pairs));
    assert_eq!(wait(&[("retry-after", "30")]), Some(30));
    assert_eq!(wait(&[("retry-after", "99999999")]), Some(MAX_WAIT_S));
    assert_eq!(wait(&[("retry-after", "soon")]), None);
    assert_eq!(wait(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "45")]), Some(45));
    assert_eq!(wait(&[("x-ratelimit-remaining", "3"), ("x-ratelimit-reset", "45")]), None);
}

proptest! {
    #[test]
    fn any_headers_give_a_wait_within_bounds(
        values in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 7),
    ) {
        let names =
            ["cache-control", "expires", "age", "date", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"];
        let mut headers = HeaderMap::new();
        for (name, value) in names.iter().zip(&values) {
            if let Ok(value) = header::HeaderValue::from_bytes(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        prop_assert!(fresh_for_s(&headers).is_none_or(|seconds| (1..=MAX_WAIT_S).contains(&seconds)));
        prop_assert!(retry_after_s(&headers).is_none_or(|seconds| seconds <= MAX_WAIT_S));
    }

    #[test]
    fn any_number_of_seconds_is_taken_up_to_the_longest(age in any::<u64>(), seconds in any::<u64>()) {
        let kept = headers(&[("cache-control", &format!("Public,MAX-AGE=\"{seconds}\"")), ("age", &age.to_string())]);
        let left = seconds.saturating_sub(age).min(MAX_WAIT_S);
        prop_assert_eq!(fresh_for_s(&kept), (left > 0).then_some(left));
        let away = headers(&[("retry-after", &seconds.to_string())]);
        prop_assert_eq!(retry_after_s(&away), Some(seconds.min(MAX_WAIT_S)));
    }

    #[test]
    fn a_moment_is_measured_from_the_replys_own_date(hours in 0..200_u64) {
        let then = format!("Sat, {:02} Jan 2026 {:02}:00:00 GMT", 3 + hours / 24, hours % 24);
        let away = headers(&[("date", "Sat, 03 Jan 2026 00:00:00 GMT"), ("retry-after", &then)]);
        prop_assert_eq!(retry_after_s(&away), Some((hours * 3600).min(MAX_WAIT_S)));
    }
}
