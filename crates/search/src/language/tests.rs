use proptest::prelude::*;

use super::*;

/// The query as it was understood, printed with every group in brackets.
fn shape(query: &Query) -> String {
    let list = |parts: &[Query]| parts.iter().map(shape).collect::<Vec<_>>().join(" ");
    let words = |words: &[Words]| words.iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
    match query {
        Query::Words(words) => words.to_string(),
        Query::Beginning { .. } => query.to_string(),
        Query::Near { left, right, distance } => format!("[{} ~{distance} {}]", words(left), words(right)),
        Query::Not(query) => format!("[not {}]", shape(query)),
        Query::All(parts) => format!("[and {}]", list(parts)),
        Query::Any(parts) => format!("[or {}]", list(parts)),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let query = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(shape(&query), expected, "{text:?}");
    assert_eq!(parse_within(&query.to_string(), usize::MAX), Ok(query.clone()), "{query}");
}

#[track_caller]
fn refuse(text: &str, position: usize, message: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.position, error.message.contains(message)), (position, true), "{text:?}: {error}");
}

#[test]
fn words_side_by_side_mean_and() {
    check("bitcoin", "bitcoin");
    check("Bitcoin  ÉTF", "[and bitcoin etf]");
    check("a AND b c", "[and a b c]");
    check("Tokeni* title:Éther* -regul*", "[and tokeni* title:ether* [not regul*]]");
    check("a (b c) d", "[and a b c d]");
}

#[test]
fn not_binds_tighter_than_and_and_and_tighter_than_or() {
    check("a OR b c", "[or a [and b c]]");
    check("a b OR c d", "[or [and a b] [and c d]]");
    check("(a OR b) c", "[and [or a b] c]");
    check("NOT a b", "[and [not a] b]");
    check("NOT (a b)", "[not [and a b]]");
    check("a OR NOT b AND c", "[or a [and [not b] c]]");
    check("a OR (b OR c)", "[or a b c]");
    check("a(b)c", "[and a b c]");
}

#[test]
fn minus_excludes_what_directly_follows() {
    check("a -b", "[and a [not b]]");
    check("a -\"b c\" -(d OR e) -title:f", "[and a [not \"b c\"] [not [or d e]] [not title:f]]");
    check("-a", "[not a]");
    check("--a", "a");
    check("NOT -a", "a");
    check("well-known", "\"well known\"");
    refuse("a - b", 2, "directly before");
    refuse("a -", 2, "directly before");
}

#[test]
fn operators_are_capitals_only() {
    check("a and b or not c", "[and a and b or not c]");
    check("\"AND\" \"NOT OR\"", "[and and \"not or\"]");
    check("near NEAR NEAR/USD NEAR/", "[and near near \"near usd\" near]");
}

#[test]
fn punctuation_splits_as_in_the_index() {
    check("S&P", "\"s p\"");
    check("U.S.", "\"u s\"");
    check("BTC-USD $BTC", "[and \"btc usd\" btc]");
    check("don't", "\"don t\"");
    check("比特币", "\"比 特 币\"");
    check("\"the\tmoon!\"", "\"the moon\"");
    check("“curly quotes”", "\"curly quotes\"");
    check("a\"b c\"d", "[and a \"b c\" d]");
}

#[test]
fn prefixes_name_a_field() {
    check("title:a Outlet:\"The Block\" AUTHOR:b", "[and title:a outlet:\"the block\" author:b]");
    check("speaker:\"Michael Saylor\" -speaker:x", "[and speaker:\"michael saylor\" [not speaker:x]]");
    check("title:(a OR b -c) d", "[and [or title:a [and title:b [not title:c]]] d]");
    check("title:(a outlet:b)", "[and title:a outlet:b]");
    check("title:a.b", "title:\"a b\"");
    check("title: a", "title:a");
    refuse("foo:bar", 0, "there is no prefix `foo:`; the prefixes are title:, outlet:, author: and speaker:");
    refuse("see https://example.com/x", 4, "in quotes");
    refuse("at 12:30", 3, "in quotes");
    refuse("title:a:b", 6, "no prefix `a:`");
    refuse(":a", 0, "no prefix");
    refuse("a title:", 2, "title: needs");
    refuse("title:AND", 0, "title: needs");
    refuse("title:-a", 0, "title: needs");
    check("\"https://example.com\" \"12:30\"", "[and \"https example com\" \"12 30\"]");
}

#[test]
fn near_joins_two() {
    check("a NEAR/5 b", "[a ~5 b]");
    check("a NEAR/05 \"b c\"", "[a ~5 \"b c\"]");
    check("NOT a NEAR/5 b c", "[and [not [a ~5 b]] c]");
    check("(a OR \"b c\") NEAR/2 (d)", "[a|\"b c\" ~2 d]");
    check("title:(a NEAR/1 b)", "[title:a ~1 title:b]");
    check("title:a NEAR/1 title:b", "[title:a ~1 title:b]");
    refuse("a NEAR/5 b NEAR/5 c", 11, "two things");
    refuse("a NEAR/0 b", 2, "between 1 and 100");
    refuse("a NEAR/101 b", 2, "between 1 and 100");
    refuse("a NEAR/99999999999999999999 b", 2, "between 1 and 100");
    refuse("(a b) NEAR/5 c", 6, "NEAR joins words");
    refuse("a NEAR/5 (b OR (c d))", 2, "NEAR joins words");
    refuse("title:a NEAR/5 b", 8, "one field");
    refuse("NEAR/5 b", 0, "both sides");
    refuse("a NEAR/5", 8, "ends where a word");
    refuse("a NEAR/5 NOT b", 9, "NOT");
}

#[test]
fn errors_say_where() {
    refuse("", 0, "nothing to look for");
    refuse("  \t ", 0, "nothing to look for");
    refuse("é \"b", 2, "never closed");
    refuse("é “”", 2, "no letter or digit");
    refuse("a & b", 2, "write AND");
    refuse("a || b", 2, "write OR");
    refuse("a – b", 2, "no letter or digit to look for in `–`");
    refuse("!a", 0, "write NOT");
    refuse("bi*", 2, "at least 3 letters before it");
    refuse("*", 0, "at least 3 letters before it");
    refuse("bit*coin", 3, "end of a single word");
    refuse("s&p*", 3, "end of a single word");
    refuse("a AND", 5, "ends where a word");
    refuse("AND a", 0, "AND needs something on both sides");
    refuse("a OR OR b", 5, "OR needs something on both sides");
    refuse("(a", 0, "never closed");
    refuse("a)", 1, "never opened");
    refuse("a () b", 3, "missing before this parenthesis");
    refuse("NOT", 3, "ends where a word");
}

#[test]
fn everything_is_bounded() {
    refuse(&"a".repeat(1001), 1000, "longer than 1000");
    assert!(parse(&"é".repeat(1000)).is_ok());
    refuse(&"(".repeat(900), 32, "32 levels");
    refuse(&("-".repeat(900) + "a"), 32, "32 levels");
    refuse(&"a ".repeat(200), 256, "more than 128");
    let deepest = "(".repeat(32) + "a" + &")".repeat(32);
    check(&deepest, "a");
}

/// Text that is mostly made of the language's own pieces.
fn queryish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-e]".prop_map(|word| word + " "),
        2 => Just("AND ".to_string()),
        2 => Just("OR ".to_string()),
        2 => Just("NOT ".to_string()),
        1 => Just("-".to_string()),
        2 => "NEAR/[0-9]{1,3} ",
        2 => Just("(".to_string()),
        2 => Just(") ".to_string()),
        1 => "\"[a-e ]{1,5}\" ",
        1 => prop_oneof![Just("title:"), Just("outlet:"), Just("author:"), Just("speaker:"), Just("x:")].prop_map(String::from),
        1 => ".{1,2}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(text in ".{0,300}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.position <= text.chars().count());
        }
    }

    #[test]
    fn what_is_printed_reads_the_same(text in queryish()) {
        match parse(&text) {
            Ok(query) => {
                let print = query.to_string();
                let again = parse_within(&print, usize::MAX);
                prop_assert_eq!(again.as_ref(), Ok(&query), "{}", print);
            }
            Err(error) => prop_assert!(error.position <= text.chars().count()),
        }
    }
}
