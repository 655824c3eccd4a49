use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(title: &str, expected: Option<Cohort>) {
    assert_eq!(cohort_of_title(title), expected, "{title}");
}

#[test]
fn titles_of_calls() {
    use Cohort::*;
    check("Chief Executive Officer", Some(Executive));
    check("CFO", Some(Executive));
    check("C.F.O. and Treasurer", Some(Executive));
    check("Chairman & CEO", Some(Executive));
    check("Co-Founder and CEO", Some(Founder));
    check("SVP, Investor Relations", Some(Executive));
    check("Head of Investor Relations", Some(Executive));
    check("Analyst, Harbour Securities", Some(Analyst));
    check("Managing Director, Equity Research", Some(Analyst));
    check("General Counsel", Some(Executive));
    check("Director of Engineering", Some(Executive));
}

#[test]
fn biographies() {
    use Cohort::*;
    check("Journalist covering crypto at the Quay Times", Some(Media));
    check("Editor-in-Chief", Some(Media));
    check("Bitcoin core dev | open source", Some(Developer));
    check("software engineer, he/him", Some(Developer));
    check("General Partner at Tide Ventures", Some(Investor));
    check("Full-time trader. Not financial advice.", Some(Trader));
    check("U.S. Senator for Nowhere", Some(Policy));
    check("SEC Commissioner", Some(Policy));
    check("Chief economist at a bank", Some(Analyst));
    check("Author of a book on money", Some(Commentator));
    check("The official account of Quay Exchange", Some(Brand));
}

#[test]
fn what_was_or_is_not_does_not_count() {
    check("Former CEO of Quay", None);
    check("ex-trader, now writing", None);
    check("Ex-CFO. Author.", Some(Cohort::Commentator));
    check("not an analyst", None);
    check("Aspiring developer", None);
}

#[test]
fn unknown_stays_unknown() {
    for title in ["", "cat lover", "Lisbon", "I like vectors", "42"] {
        check(title, None);
    }
}

#[test]
fn handles_of_the_catalogue() {
    assert_eq!(cohort_of("vbuterin@github.com", "", ""), Some(Cohort::Founder));
    assert_eq!(cohort_of("@VBUTERIN@github.com", "", ""), Some(Cohort::Founder));
    assert_eq!(cohort_of("nobody@github.com", "", ""), None);
    assert!(voice("molly0xfff@hachyderm.io").is_some_and(|voice| voice.name == "Molly White"));
}

proptest! {
    #[test]
    fn any_text_is_survived(text in ".{0,300}") {
        let _ = cohort_of_title(&text);
    }
}
