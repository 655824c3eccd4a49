//! Numbers with their nouns: one article, two articles.

use std::fmt::Display;

use super::{fill, t};

macro_rules! nouns {
    ($($name:ident $one:literal $many:literal;)+) => {
        $(pub fn $name(count: impl Display) -> String {
            counted(&count.to_string(), $one, $many)
        })+

        #[cfg(test)]
        pub const ALL: &[(&str, &str)] = &[$(($one, $many)),+];
    };
}

nouns! {
    articles "{} article" "{} articles";
    articles_quote "{} article quotes" "{} articles quote";
    attempts "{} attempt" "{} attempts";
    companies "{} company" "{} companies";
    disclosures "{} disclosure" "{} disclosures";
    earnings_calls "{} earnings call" "{} earnings calls";
    filings "{} filing" "{} filings";
    items "{} item" "{} items";
    outlets "{} outlet" "{} outlets";
    people "{} person" "{} people";
    scored_calls "{} scored call" "{} scored calls";
    seats "{} seat" "{} seats";
    sources "{} source" "{} sources";
    statements "{} statement" "{} statements";
    stories "{} story" "{} stories";
}

/// The noun alone, where the number stands elsewhere.
pub fn of_articles(count: impl Display) -> &'static str {
    if is_one(&count.to_string()) { t("article") } else { t("articles") }
}

fn counted(count: &str, one: &'static str, many: &'static str) -> String {
    fill(if is_one(count) { one } else { many }, &[&count])
}

fn is_one(count: &str) -> bool {
    count == "1"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Language, speaking_now};

    #[test]
    fn one_is_singular() {
        assert_eq!(
            (articles(1), articles(0), articles(2)),
            ("1 article".into(), "0 articles".into(), "2 articles".into())
        );
        assert_eq!((people(1), people("1,200")), ("1 person".into(), "1,200 people".into()));
        assert_eq!((of_articles(1), of_articles(7)), ("article", "articles"));
        speaking_now(Language::German, || {
            assert_eq!((people(1), people("1,200")), ("1 Person".into(), "1.200 Personen".into()));
        });
    }
}
