//! Words that a lost line break has glued together: `Source: Paolo ArdoinoThe initiative builds`, `Source: AnzaAnza said`.
//!
//! A capital inside a word is a name's as often as a seam: `BitGo`, `MicroStrategy`, `DeFi`. What the text has besides decides: whether it
//! writes either part alone, the whole a second time, and whether a caption stands right before.

use std::cell::OnceCell;

use crate::fixed::{Secret, TextMap};
use crate::mentions::Gazetteer;
use crate::reader::is_common_word;
use crate::statements::{is_given_name, opens_sentence, shows_figures};

/// Words that begin a sentence, whatever they are glued to.
const BEGINNERS: [&str; 18] = [
    "The",
    "This",
    "They",
    "However",
    "According",
    "Meanwhile",
    "Related",
    "Magazine",
    "While",
    "These",
    "That",
    "There",
    "When",
    "After",
    "Despite",
    "President",
    "Although",
    "Additionally",
];
/// With what a caption says whose picture it is.
const CAPTIONS: [&str; 7] = ["source", "sources", "image", "photo", "chart", "credit", "screenshot"];
/// Bytes between such a word and the end of the name behind it.
const MAX_CAPTION: usize = 50;
/// Bytes of two glued words.
const MAX_GLUED: usize = 40;

/// The seams of one text.
pub struct Seams<'a> {
    text: &'a str,
    /// How often the text has each run of letters and digits, once that has been asked.
    runs: OnceCell<TextMap<&'a str, u32>>,
}

impl<'a> Seams<'a> {
    pub fn of(text: &'a str) -> Seams<'a> {
        Seams { text, runs: OnceCell::new() }
    }

    /// Where two words meet in the run of letters and digits from byte `start` to `end`, counted from `start`.
    pub fn at(&self, start: usize, end: usize) -> Option<usize> {
        let word = &self.text[start..end];
        let mut places = boundaries(word);
        let first = places.next()?;
        if is_plain(word, first) {
            return Some(first);
        }
        let in_name = self.text[..start].ends_with(['/', '@', '#', '$', '_', '.', '=', '%']);
        if word.len() > MAX_GLUED || in_name || is_name(word) || self.count(word) > 1 {
            return None;
        }
        let caption = self.is_in_caption(start) && self.goes_on(end);
        let places: Vec<usize> = std::iter::once(first).chain(places).collect();
        places.into_iter().rev().find(|&at| self.meet(&word[..at], &word[at..], caption))
    }

    /// Whether these are two words rather than the halves of one.
    fn meet(&self, head: &str, tail: &str, caption: bool) -> bool {
        let is_word = tail[1..].bytes().all(|byte| byte.is_ascii_lowercase()) || self.count(tail) > 0;
        if head.len() < 2 || tail.len() < 2 || !is_word {
            return false;
        }
        let (stands, follows) = (self.count(head) > 0 || is_name(head), self.count(tail) > 0);
        let small = tail.to_ascii_lowercase();
        let plain = is_common_word(&small);
        let opens = opens_sentence(&small);
        let named = follows && (!plain || is_name(tail));
        if head == tail && head.len() > 2 || BEGINNERS.contains(&tail) {
            return true;
        }
        // `surges walletEthereum`: a word of the language in small letters is no name.
        if head.len() > 2 && head.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return is_common_word(head) && (opens || follows || is_given_name(&small));
        }
        if !caption {
            return stands && (opens || named);
        }
        let person = || is_given_name(&small) && !is_common_word(&head.to_ascii_lowercase());
        opens || stands && (follows || is_name(tail)) || person()
    }

    /// Behind a caption only a sentence is glued to it: a small word follows.
    fn goes_on(&self, end: usize) -> bool {
        let behind = self.text[end..].strip_prefix(' ');
        behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_lowercase()))
    }

    /// `Source: Standard Chartered…`: the caption's word stands before on the same line, and no sentence ends between.
    fn is_in_caption(&self, start: usize) -> bool {
        let from = self.text.ceil_char_boundary(start.saturating_sub(MAX_CAPTION));
        let before = &self.text[from..start];
        let Some((head, name)) = before.rsplit_once(':') else { return false };
        let word = head.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        !name.contains(['.', '!', '?', '\n']) && CAPTIONS.contains(&&*word.to_ascii_lowercase())
    }

    fn count(&self, run: &str) -> u32 {
        let runs = self.runs.get_or_init(|| {
            let mut runs: TextMap<&str, u32> = TextMap::with_capacity_and_hasher(256, Secret);
            let all = self.text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
            all.for_each(|run| *runs.entry(run).or_default() += 1);
            runs
        });
        runs.get(run).copied().unwrap_or(0)
    }
}

/// A small word and a plain one with a capital, or any word and one with which sentences begin: `stableThe`, `reportEnsuring`.
fn is_plain(word: &str, at: usize) -> bool {
    let (head, tail) = (&word[..at], &word[at..]);
    let small = head.len() >= 5 && head.bytes().all(|byte| byte.is_ascii_lowercase());
    let plain = tail.len() >= 2 && tail.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
    small && plain || head.len() >= 3 && BEGINNERS.contains(&tail)
}

/// A name that is known to have such a capital.
fn is_name(word: &str) -> bool {
    Gazetteer::standard().lists(word) || shows_figures(&word.to_ascii_lowercase())
}

/// Where a capital stands behind a small letter.
fn boundaries(word: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = word.as_bytes();
    (1..bytes.len()).filter(move |&i| bytes[i - 1].is_ascii_lowercase() && bytes[i].is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first word with a seam, parted.
    fn parted(text: &str) -> Option<String> {
        let seams = Seams::of(text);
        let mut start = 0;
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            if let Some(at) = seams.at(start, start + word.len()) {
                return Some(format!("{}|{}", &word[..at], &word[at..]));
            }
            start += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        }
        None
    }

    #[test]
    fn words_that_were_glued_are_told_apart() {
        for (text, seam) in [
            ("It pays a lot. Source: AnzaAnza said that it is fast.", "Anza|Anza"),
            ("Shares of Metaplanet fell. Source: MetaplanetAt the time it held coins.", "Metaplanet|At"),
            ("Fees rise.Source: Paolo ArdoinoThe plan is new.", "Ardoino|The"),
            ("Flows. Source: CoinGlassEther is up. Ether rose.", "CoinGlass|Ether"),
            ("Flows. Source: ChainalysisStripe is a firm.", "Chainalysis|Stripe"),
            ("Aims. Source: Standard CharteredShortly after it rose.", "Chartered|Shortly"),
            ("The office moves. Source: Anthony VerlandeMichael added that.", "Verlande|Michael"),
            ("A bill in CongressIn addition to that, Congress waits.", "Congress|In"),
            ("Bybit holds a wallet. Everest breach of a suitBybit seeks more.", "suit|Bybit"),
            ("All is stableThe coin.", "stable|The"),
        ] {
            assert_eq!(parted(text).as_deref(), Some(seam), "{text}");
        }
    }

    #[test]
    fn names_with_a_capital_inside_are_whole() {
        for text in [
            "BitGo and MicroStrategy bought DeFi tokens on eToro.",
            "Source: TradingView",
            "Bitcoin rose. Source: LookIntoBitcoin",
            "Bitcoin rose. Source: LookIntoBitcoin Bitcoin fell.",
            "Bitcoin rose. Source: LookIntoBitcoin shows how.",
            "Solana rose. Source: SolanaFloor",
            "Solana rose. Source: SolanaFloor shows how.",
            "Trading in a new View. Source: TradingView",
            "The Market Cap is small. Source: CoinMarketCap",
            "Source: CryptoWaves Those are in trouble.",
            "Paul DeLoitte of QuillMark met LaCivita of OpenArity.",
            "See LinkedIn for more.",
            "Pictures at pic.twitter.com/dEmAtAt and #SolanaAt here. Solana.",
            "QuillAt is a firm. QuillAt grows.",
        ] {
            assert_eq!(parted(text), None, "{text}");
        }
    }

    #[test]
    fn words_that_open_a_sentence_are_known_as_such() {
        for word in BEGINNERS.iter().filter(|word| !["Magazine", "President"].contains(word)) {
            assert!(opens_sentence(&word.to_lowercase()), "{word}");
        }
    }
}
