use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &[(&str, f64)]) {
    let closes = closes(text.as_bytes(), None).expect("prices");
    let found: Vec<(String, f64)> = closes.iter().map(|close| (close.day.to_string(), close.usd)).collect();
    let expected: Vec<(String, f64)> = expected.iter().map(|(day, usd)| ((*day).to_owned(), *usd)).collect();
    assert_eq!(found, expected);
}

#[test]
fn csv_in_its_dialects() {
    check(
        "date,price_usd,volume\n2026-01-30,100.5,1\n2026-01-31,101,2\n",
        &[("2026-01-30", 100.5), ("2026-01-31", 101.0)],
    );
    check("Date;Open;Close\n31.01.2026;1;2\n", &[("2026-01-31", 2.0)]);
    check(
        "\"Date\",\"Open\",\"Close\"\n\"Jan 31, 2026\",\"1\",\"102,345.60\"\n",
        &[("2026-01-31", 102_345.6)],
    );
    check("2026-01-31,5\n2026-02-01,6\n", &[("2026-01-31", 5.0), ("2026-02-01", 6.0)]);
    check("date,close\n2026-01-31,\n2026-02-01,nan\n2026-02-02,7\n2026-02-02,8\n", &[("2026-02-02", 8.0)]);
}

#[test]
fn json_in_its_dialects() {
    check(
        r#"{"data":[{"asset":"btc","time":"2026-01-31T00:00:00.000000000Z","PriceUSD":"100.5"}]}"#,
        &[("2026-01-31", 100.5)],
    );
    check(r#"{"values":[{"x":1769817600,"y":100.5}]}"#, &[("2026-01-31", 100.5)]);
    check(r#"{"prices":[[1769817600000,100.5]]}"#, &[("2026-01-31", 100.5)]);
    check(r#"[[1769817600,"1","2","0.5","1.5","9"]]"#, &[("2026-01-31", 1.5)]);
}

#[test]
fn what_is_no_price_is_refused() {
    for text in ["", "hello", "a,b\n1,2", "{}", "[]", "{\"data\":[]}", "{", "date,close\n2026-01-31,-5\n"] {
        assert!(closes(text.as_bytes(), None).is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "[\\[\\]{}\":,;a-z0-9.\\- \\n]{0,200}") {
        let _ = closes(text.as_bytes(), None);
    }
}
