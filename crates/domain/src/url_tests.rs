use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(url: &str, expected: &str) {
    assert_eq!(canonical_url(url).as_deref(), Ok(expected));
}

#[test]
fn many_spellings_one_address() {
    check("https://www.Example.com/a/?utm_source=x&UTM_Medium=y#top", "https://example.com/a");
    check("HTTP://example.com:80/a", "https://example.com/a");
    check("https://example.com:443", "https://example.com");
    check("https://example.com/", "https://example.com");
    check("https://example.com./a//", "https://example.com/a");
    check("https://user:secret@example.com/a", "https://example.com/a");
    check("  https://example.com/a  ", "https://example.com/a");
}

#[test]
fn what_chooses_the_page_stays() {
    check("https://example.com/?p=12&fbclid=z&lang=de", "https://example.com?p=12&lang=de");
    check("https://example.com/A/B?Q=Up", "https://example.com/A/B?Q=Up");
    check("https://example.com:8080/a", "https://example.com:8080/a");
    check("https://bücher.example/straße", "https://bücher.example/straße");
}

#[test]
fn entities_of_markup_are_read() {
    check("https://example.com/?p=12&amp;lang=de", "https://example.com?p=12&lang=de");
    check("https://example.com/?p=12&amp;utm_source=x", "https://example.com?p=12");
    check("https://example.com/?p=12&#038;lang=de", "https://example.com?p=12&lang=de");
    check("https://example.com/?p=12&amp;amp;lang=de", "https://example.com?p=12&lang=de");
    check("https://example.com/it&#39;s", "https://example.com/it's");
    check("https://example.com/?p=1&copy=2&amplitude=3", "https://example.com?p=1&copy=2&amplitude=3");
}

#[test]
fn what_is_no_address_is_refused() {
    for (url, error) in [
        ("", UrlError::Empty),
        ("ftp://example.com/a", UrlError::NotHttp),
        ("javascript:alert(1)", UrlError::NotHttp),
        ("example.com/a", UrlError::NotHttp),
        ("https:///a", UrlError::NoHost),
        ("https://./a", UrlError::NoHost),
        ("https://exa mple.com", UrlError::BadCharacter),
        ("https://example.com/\u{0}", UrlError::BadCharacter),
    ] {
        assert_eq!(canonical_url(url), Err(error), "{url:?}");
    }
    assert_eq!(canonical_url(&format!("https://e.com/{}", "a".repeat(3000))), Err(UrlError::TooLong));
}

proptest! {
    #[test]
    fn the_fold_is_stable(url in "(http|https|HTTPS)://[a-zA-Zé.:@w]{1,20}(/[a-z/%?&=#_]{0,30})?") {
        if let Ok(once) = canonical_url(&url) {
            prop_assert_eq!(canonical_url(&once), Ok(once.clone()));
        }
    }

    #[test]
    fn nothing_panics(url in "\\PC{0,60}") {
        let _ = canonical_url(&url);
    }
}
