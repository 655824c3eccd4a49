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
fn a_host_in_any_script_is_the_one_that_is_asked_for() {
    check("https://Bücher.example/a", "https://bücher.example/a");
    check("https://xn--bcher-kva.example/a", "https://bücher.example/a");
    check("https://XN--BCHER-KVA.example/a", "https://bücher.example/a");
    check("https://www.xn--bcher-kva.example:8080/ä", "https://bücher.example:8080/ä");
    check("https://xn--bcher-kva.example:443/", "https://bücher.example");
    check("https://xn--r8jz45g.xn--zckzah", "https://例え.テスト");
    check("https://xn--broken--.example", "https://xn--broken--.example");
}

#[test]
fn nobodys_password_is_in_an_address() {
    let without = |url: &str| without_userinfo(url).into_owned();
    assert_eq!(without("https://user:secret@example.com/a?b=c@d"), "https://example.com/a?b=c@d");
    assert_eq!(without("https://user@example.com"), "https://example.com");
    assert_eq!(without("https://a@b:c@example.com:80/x"), "https://example.com:80/x");
    assert_eq!(without("https://example.com/@somebody"), "https://example.com/@somebody");
    assert_eq!(without("https://example.com?to=a@b.c"), "https://example.com?to=a@b.c");
    assert_eq!(without("not an address @ all"), "not an address @ all");
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
