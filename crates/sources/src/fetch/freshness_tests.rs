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
