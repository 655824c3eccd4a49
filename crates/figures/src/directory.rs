//! Names as people write them: tickers, other spellings, any case. Each leads to the name under which it is counted.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use analysis::mentions;
use domain::{MentionKind, language};
use indices::Cube;

/// What a name is looked for among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directory {
    Outlets,
    Companies,
    Assets,
    Languages,
    /// Of outlets.
    Countries,
}

/// Names that are told to somebody who asked for one that nobody knows.
const MAX_NEAREST: usize = 5;
/// Letters of the shortest spelling that counts as the beginning of what was asked for.
const MIN_BEGINNING: usize = 4;
/// A longer text is no name.
const MAX_NAME_CHARS: usize = 100;

/// Spellings of the lists, in lower case, with the name that each stands for.
type Spellings = HashMap<String, String>;

static COMPANIES: LazyLock<Spellings> = LazyLock::new(|| spellings(mentions::companies()));
static ASSETS: LazyLock<Spellings> = LazyLock::new(|| spellings(mentions::assets()));

fn spellings(entries: impl Iterator<Item = &'static mentions::Entry>) -> Spellings {
    let mut known = Spellings::new();
    for entry in entries {
        // The first of two that share a spelling keeps it; a name goes before all other spellings.
        for spelling in entry.ticker.iter().chain(&entry.aliases) {
            known.entry(spelling.to_lowercase()).or_insert_with(|| entry.name.clone());
        }
    }
    known
}

impl Directory {
    /// The name that is meant, or the nearest ones where there is none.
    pub fn find(self, cube: &Cube, text: &str) -> Result<String, Vec<String>> {
        self.known(cube, text).ok_or_else(|| {
            let counted: BTreeSet<&str> = self.counted(cube).into_iter().map(|(name, _)| name).collect();
            let names = counted.iter().map(|name| (*name, *name));
            let spellings = self.listed().into_iter().flatten();
            let spellings = spellings.map(|(spelling, name)| (spelling.as_str(), name.as_str()));
            let codes = self.codes().map(|code| (code, code));
            nearest(&text.trim().to_lowercase(), names.chain(spellings).chain(codes), &counted)
        })
    }

    /// The name that is meant.
    pub fn known(self, cube: &Cube, text: &str) -> Option<String> {
        let asked = text.trim();
        let counted = self.counted(cube);
        if let Some((name, _)) = counted.iter().find(|(name, _)| *name == asked) {
            return Some((*name).to_owned());
        }
        let folded = asked.to_lowercase();
        let same = |text: &str| text.to_lowercase() == folded;
        // Capitals are a ticker's: COIN is Coinbase, whatever firm is called Coin.
        let as_ticker = counted.iter().find(|(_, ticker)| *ticker == Some(asked));
        let by_name = || counted.iter().find(|(name, _)| same(name));
        let by_ticker = || counted.iter().find(|(_, ticker)| ticker.is_some_and(same));
        if let Some((name, _)) = as_ticker.or_else(by_name).or_else(by_ticker) {
            return Some((*name).to_owned());
        }
        // A language that is read is known, also while no article is written in it.
        if let Some(code) = self.codes().find(|code| same(code)) {
            return Some(code.to_owned());
        }
        let native = || self.kind().and_then(|kind| mentions::native(asked, kind)).map(|entry| &entry.name);
        self.listed().and_then(|listed| listed.get(&folded)).or_else(native).cloned()
    }

    /// What a company's name that nobody knows means among assets, and the other way round, by the parameter that asks for it.
    pub fn elsewhere(self, cube: &Cube, text: &str) -> Option<(&'static str, String)> {
        let (parameter, other) = match self {
            Directory::Companies => ("asset", Directory::Assets),
            Directory::Assets => ("company", Directory::Companies),
            Directory::Outlets | Directory::Languages | Directory::Countries => return None,
        };
        other.known(cube, text).map(|name| (parameter, name))
    }

    /// Names that something was counted under, with their tickers.
    fn counted(self, cube: &Cube) -> Vec<(&str, Option<&str>)> {
        match self {
            Directory::Outlets => cube.outlet_names().map(|(name, _)| (name, None)).collect(),
            Directory::Companies => cube.company_names().collect(),
            Directory::Assets => cube.asset_names().collect(),
            Directory::Languages => {
                let languages = cube.span().map_or(Vec::new(), |days| cube.by_language(days));
                languages.into_iter().map(|(language, _)| (language, None)).collect()
            }
            Directory::Countries => {
                let countries = cube.outlet_names().map(|(_, about)| about.country.as_str());
                let distinct: BTreeSet<&str> = countries.filter(|country| !country.is_empty()).collect();
                distinct.into_iter().map(|country| (country, None)).collect()
            }
        }
    }

    /// Codes that are known whatever was counted.
    fn codes(self) -> impl Iterator<Item = &'static str> {
        (self == Directory::Languages).then(language::read_codes).into_iter().flatten()
    }

    fn kind(self) -> Option<MentionKind> {
        match self {
            Directory::Companies => Some(MentionKind::Company),
            Directory::Assets => Some(MentionKind::Asset),
            Directory::Outlets | Directory::Languages | Directory::Countries => None,
        }
    }

    fn listed(self) -> Option<&'static Spellings> {
        match self {
            Directory::Companies => Some(&COMPANIES),
            Directory::Assets => Some(&ASSETS),
            Directory::Outlets | Directory::Languages | Directory::Countries => None,
        }
    }
}

/// The names of which a spelling, or its first words, differ in fewest letters; those that begin alike and those that
/// were counted first. Each spelling comes with its name.
fn nearest<'a>(
    asked: &str,
    spellings: impl Iterator<Item = (&'a str, &'a str)>,
    counted: &BTreeSet<&str>,
) -> Vec<String> {
    let asked: Vec<char> = asked.chars().take(MAX_NAME_CHARS).collect();
    let mut ranked: Vec<(usize, &str)> = spellings
        .map(|(spelling, name)| {
            let letters: Vec<char> = spelling.to_lowercase().chars().take(MAX_NAME_CHARS).collect();
            // A ticker of two letters begins like half of all names.
            let is_long = letters.len() >= MIN_BEGINNING;
            let begins = letters.starts_with(&asked) || is_long && asked.starts_with(&letters);
            let whole = 1 + distance(&asked, &letters);
            let apart =
                if begins { 0 } else { first_words(&asked, &letters).map_or(whole, |part| whole.min(part)) };
            (apart, name)
        })
        // A name of which half the letters are others is not meant.
        .filter(|(apart, _)| *apart <= 1 + asked.len() / 2)
        .map(|(apart, name)| (apart + usize::from(!counted.contains(name)), name))
        .collect();
    ranked.sort_unstable();
    let mut nearest: Vec<String> = Vec::new();
    for (_, name) in ranked {
        if nearest.len() < MAX_NEAREST && !nearest.iter().any(|known| known == name) {
            nearest.push(name.to_owned());
        }
    }
    nearest
}

/// How far the first words of a longer name are from what was asked for: `Halvorson` means Halvorsen Digital. None where
/// more than a quarter of the letters are others.
fn first_words(asked: &[char], letters: &[char]) -> Option<usize> {
    let words = asked.iter().filter(|letter| letter.is_whitespace()).count();
    let mut ends = letters.iter().enumerate().filter(|(_, letter)| letter.is_whitespace());
    let (end, _) = ends.nth(words)?;
    let apart = distance(asked, &letters[..end]);
    (asked.len() >= MIN_BEGINNING && apart <= asked.len() / 4).then_some(2 + apart)
}

/// Letters to put in, take out or change.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let changed = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_lead_to_the_name() {
        let cube = Cube::default();
        for text in ["BTC", "btc", "Bitcoin", "bitcoin", " Bitcoin "] {
            assert_eq!(Directory::Assets.find(&cube, text), Ok("Bitcoin".to_owned()), "{text}");
        }
        for text in ["coinbase", "COIN", "Coinbase Global"] {
            assert_eq!(Directory::Companies.find(&cube, text), Ok("Coinbase".to_owned()), "{text}");
        }
        for (text, name) in [("비트코인", "Bitcoin"), ("比特币", "Bitcoin"), ("биткоина", "Bitcoin")]
        {
            assert_eq!(Directory::Assets.find(&cube, text), Ok(name.to_owned()), "{text}");
        }
        assert_eq!(Directory::Companies.find(&cube, "币安"), Ok("Binance".to_owned()));
        assert!(Directory::Companies.find(&cube, "비트코인").is_err());
        // A spelling that is nearly right leads to the name.
        let nearest = Directory::Companies.find(&cube, "MicroStratgy").expect_err("a slip");
        assert_eq!(nearest.first().map(String::as_str), Some("Strategy"), "{nearest:?}");
        assert_eq!(Directory::Companies.find(&cube, "Nobody knows this"), Err(Vec::new()));
        assert_eq!(Directory::Companies.elsewhere(&cube, "STRK"), Some(("asset", "Starknet".to_owned())));
        assert_eq!(Directory::Assets.elsewhere(&cube, "coinbase"), Some(("company", "Coinbase".to_owned())));
        assert_eq!(Directory::Assets.elsewhere(&cube, "Nobody knows this"), None);
    }

    #[test]
    fn the_nearest_names_are_told() {
        let names = ["CoinDesk", "The Block", "Decrypt", "CoinTelegraph"];
        let all = BTreeSet::from(names);
        let told = |asked: &str| nearest(asked, names.map(|name| (name, name)).into_iter(), &all);
        assert_eq!(told("coindsk")[0], "CoinDesk");
        assert_eq!(told("the")[0], "The Block");
        assert!(told("zzzz").is_empty());
        assert_eq!(distance(&['a', 'b', 'c'], &['a', 'c']), 1);
        assert_eq!(distance(&[], &['a', 'c']), 2);
    }

    #[test]
    fn names_with_articles_go_first() {
        let counted = BTreeSet::from(["Halvorsen Digital", "Abcdz"]);
        let names = ["Halborn", "Halvorsen Digital", "Abcda", "Abcdz"].map(|name| (name, name));
        let told = |asked: &str| nearest(asked, names.into_iter(), &counted);
        assert_eq!(told("halvorson"), ["Halvorsen Digital", "Halborn"]);
        assert_eq!(told("halvorsen digtal")[0], "Halvorsen Digital");
        assert_eq!(told("abcdx"), ["Abcdz", "Abcda"]);
        // A beginning that is another word altogether is none.
        assert!(!told("halfords").contains(&"Halvorsen Digital".to_owned()));
    }

    #[test]
    fn a_language_without_articles_is_known() {
        let cube = Cube::default();
        assert_eq!(Directory::Languages.find(&cube, "JA"), Ok("ja".to_owned()));
        let nearest = Directory::Languages.find(&cube, "jp").expect_err("no language");
        assert!(nearest.contains(&"ja".to_owned()), "{nearest:?}");
        assert_eq!(Directory::Languages.find(&cube, "klingon"), Err(Vec::new()));
    }
}
