use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = parse_date(text).map(|(instant, precision)| match precision {
        Precision::Day => instant.day().to_string(),
        _ => instant.rfc3339(),
    });
    assert_eq!(found.as_deref().unwrap_or("none"), expected, "{text}");
}

#[test]
fn the_forms_that_feeds_are_told_to_use() {
    check("Sat, 31 Jan 2026 09:30:00 GMT", "2026-01-31T09:30:00Z");
    check("Sat, 31 Jan 2026 09:30:00 +0100", "2026-01-31T08:30:00Z");
    check("31 Jan 26 09:30 EST", "2026-01-31T14:30:00Z");
    check("2026-01-31T09:30:00Z", "2026-01-31T09:30:00Z");
    check("2026-01-31T09:30:00.25+05:30", "2026-01-31T04:00:00.250Z");
    check("2026-01-31T09:30-08:00", "2026-01-31T17:30:00Z");
    check("2026-01-31", "2026-01-31");
    check("2026-01", "2026-01-01");
    check("2026", "2026-01-01");
    check("2026-031", "2026-01-31");
    check("2026-W05-6", "2026-01-31");
    check("20260131", "2026-01-31");
}

#[test]
fn the_forms_that_feeds_use() {
    check("Saturday, January 31, 2026 9:30 PM PST", "2026-02-01T05:30:00Z");
    check("Jan. 31st, 2026", "2026-01-31");
    check("31 January 2026", "2026-01-31");
    check("31-Jan-2026 09:30", "2026-01-31T09:30:00Z");
    check("Sat Jan 31 09:30:00 2026", "2026-01-31T09:30:00Z");
    check("Sat Jan 31 09:30:00 UTC 2026", "2026-01-31T09:30:00Z");
    check("Sat, 31 Jan 2026 09:30:00 GMT+0200", "2026-01-31T07:30:00Z");
    check("Sat, 31 Jan 2026 24:00:00 GMT", "2026-02-01T00:00:00Z");
    check("01/31/2026", "2026-01-31");
    check("31/01/2026 09:30", "2026-01-31T09:30:00Z");
    check("31.01.2026 09:30", "2026-01-31T09:30:00Z");
    check("2026/01/31 09:30:15", "2026-01-31T09:30:15Z");
    check("2026-01-31 09:30:15 -0500", "2026-01-31T14:30:15Z");
    check("2026-01-31 09:30:15.123456", "2026-01-31T09:30:15.123Z");
    check("20260131093015", "2026-01-31T09:30:15Z");
    check("1769851800", "2026-01-31T09:30:00Z");
    check("1769851800000", "2026-01-31T09:30:00Z");
    check("Thu, 01 Jan 04 19:48:21 GMT", "2004-01-01T19:48:21Z");
    check("January 2026", "2026-01-01");
    check("  Sat, 31 Jan 2026 09:30:00 Z ", "2026-01-31T09:30:00Z");
}

#[test]
fn other_languages() {
    check("31 janvier 2026", "2026-01-31");
    check("14 juillet 2025", "2025-07-14");
    check("3 juin 2025", "2025-06-03");
    check("Samstag, 31. Januar 2026", "2026-01-31");
    check("31 de enero de 2026", "2026-01-31");
    check("2026年1月31日 09:30", "2026-01-31T09:30:00Z");
    check("31 января 2026", "2026-01-31");
    check("15 мая 2026, 12:00", "2026-05-15T12:00:00Z");
    check("2026年1月31日下午6:30", "2026-01-31T18:30:00Z");
    check("2026年1月31日 18时30分", "2026-01-31T18:30:00Z");
    check("2026/1/31 午後3:05", "2026-01-31T15:05:00Z");
    check("2026年1月31日(土) 午前9時05分", "2026-01-31T09:05:00Z");
    check("2026년 1월 31일 오후 6시 30분", "2026-01-31T18:30:00Z");
    check("2026.01.31 09:30", "2026-01-31T09:30:00Z");
    check("31 stycznia 2026", "2026-01-31");
    check("31 Ocak 2026 14:05", "2026-01-31T14:05:00Z");
    check("15 Ağustos 2025", "2025-08-15");
    check("17 Agustus 2025", "2025-08-17");
    check("24 Desember 2025, 08:00 WIB", "2025-12-24T01:00:00Z");
    check("31 gennaio 2026", "2026-01-31");
    check("31 de janeiro de 2026 às 18h30", "2026-01-31T18:30:00Z");
    check("31 janvier 2026 à 18h30", "2026-01-31T18:30:00Z");
}

#[test]
fn what_is_no_date_is_none() {
    for text in ["", "yesterday", "31 Feb 2026", "2026-13-01", "soon", "99/99/9999", "12:30", "-", "Mon, ??"]
    {
        check(text, "none");
    }
}

proptest! {
    #[test]
    fn never_panics(text in ".{0,60}") {
        let _ = parse_date(&text);
    }

    #[test]
    fn numbers_and_marks_never_panic(text in "[0-9 :/.,+\\-TZWwAPMamjanfeb]{0,40}") {
        let _ = parse_date(&text);
    }

    #[test]
    fn reads_back_what_we_write(ms in 0i64..4_000_000_000_000) {
        let instant = Instant::from_ms(ms);
        prop_assert_eq!(parse_instant(&instant.rfc3339()), Some(instant));
    }
}
