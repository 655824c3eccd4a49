//! Well-known offices that papers call by their letters as often as by their names: one name for each.

use std::sync::LazyLock;

use crate::fixed::{FixedMap, Table};

/// The country before which or without which its offices are named (or none), the name, and other ways to write it.
const OFFICES: &str = "
us|Securities and Exchange Commission|sec
us|Commodity Futures Trading Commission|cftc|commodities futures trading commission
us|Federal Reserve|fed|federal reserve board|federal reserve system
us|Department of Justice|doj|justice department
us|Federal Bureau of Investigation|fbi
us|Internal Revenue Service|irs
us|Federal Deposit Insurance Corporation|fdic
us|Office of the Comptroller of the Currency|occ
us|Federal Trade Commission|ftc
us|Financial Crimes Enforcement Network|fincen
us|Office of Foreign Assets Control|ofac
us|Financial Industry Regulatory Authority|finra
us|Federal Housing Finance Agency|fhfa
us|Consumer Financial Protection Bureau|cfpb
us|New York Department of Financial Services|nydfs|new york state department of financial services
uk|Financial Conduct Authority|fca
uk|Bank of England|boe
|International Monetary Fund|imf
|European Central Bank|ecb
|European Securities and Markets Authority|esma
|European Banking Authority|eba
|Financial Action Task Force|fatf
|Financial Stability Board|fsb
|Bank for International Settlements|bis
|Monetary Authority of Singapore|mas
|Hong Kong Monetary Authority|hkma
|Reserve Bank of India|rbi
|Securities and Exchange Board of India|sebi
|Bank of Japan|boj
|Bank of Russia|central bank of russia|cbr
|Australian Securities and Investments Commission|asic
|Virtual Assets Regulatory Authority|vara
";

const US: [&[&str]; 5] = [&["us"], &["u.s"], &["united", "states"], &["american"], &["usa"]];
const UK: [&[&str]; 4] = [&["uk"], &["u.k"], &["united", "kingdom"], &["british"]];

struct Office {
    name: &'static str,
    country: &'static str,
}

/// By their words without those that join others.
static KNOWN: LazyLock<FixedMap<String, Office>> = LazyLock::new(|| {
    let mut known = FixedMap::default();
    for line in OFFICES.lines().filter(|line| !line.is_empty()) {
        let mut columns = line.split('|');
        let (Some(country), Some(name)) = (columns.next(), columns.next()) else { continue };
        for spelling in std::iter::once(name).chain(columns) {
            let spelling = spelling.to_ascii_lowercase();
            let words: Vec<&str> = spelling.split(' ').collect();
            known.insert(key(&words), Office { name, country });
        }
    }
    known
});

/// The last words of all of them: few names end in one.
static LAST_WORDS: LazyLock<Table<()>> =
    LazyLock::new(|| Table::new(KNOWN.keys().map(|key| (key.rsplit(' ').next().unwrap_or(key), ()))));

fn key(words: &[&str]) -> String {
    let joins = |word: &&&str| !matches!(**word, "of" | "and" | "the" | "for");
    words.iter().filter(joins).copied().collect::<Vec<_>>().join(" ")
}

/// Whether one of them ends in a word.
pub fn may_end(word: &str) -> bool {
    LAST_WORDS.get(word).is_some()
}

/// The one name of the office that `words`, in small letters, mean: `u.s sec` is the Securities and Exchange Commission.
pub fn find(words: &[impl AsRef<str>]) -> Option<&'static str> {
    if !may_end(words.last()?.as_ref()) {
        return None;
    }
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let whole = KNOWN.get(&key(&words));
    let of = |country: &str, ways: &[&[&str]]| {
        let rest = ways.iter().find_map(|way| words.strip_prefix(*way))?;
        KNOWN.get(&key(rest)).filter(|office| office.country == country)
    };
    whole.or_else(|| of("us", &US)).or_else(|| of("uk", &UK)).map(|office| office.name)
}

/// Whether an office of this name is one of the United States; other countries have some of the same name.
pub fn is_american(name: &str) -> bool {
    KNOWN.values().any(|office| office.name == name && office.country == "us")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_office_has_one_name() {
        for (spelled, expected) in [
            ("sec", Some("Securities and Exchange Commission")),
            ("u.s securities and exchange commission", Some("Securities and Exchange Commission")),
            ("united states securities exchange commission", Some("Securities and Exchange Commission")),
            ("imf", Some("International Monetary Fund")),
            ("justice department", Some("Department of Justice")),
            ("uk financial conduct authority", Some("Financial Conduct Authority")),
            ("philippine securities and exchange commission", None),
            ("uk sec", None),
            ("us imf", None),
            ("monetary fund", None),
        ] {
            assert_eq!(find(&spelled.split(' ').collect::<Vec<_>>()), expected, "{spelled}");
        }
    }
}
