//! From text to terms: small words dropped, endings cut, each term a number.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::numbers::number;
use crate::tongue::{Tongue, is_eastern, is_hiragana};

/// A word, as the number that stands for it: 40 bits of a hash, so that many can be kept.
pub(crate) type Term = u64;

const TERM: u64 = (1 << 40) - 1;

const LIST: &str = include_str!("../../lists/stop_words.txt");

/// Longer runs of letters are addresses or noise.
const MAX_BYTES: usize = 40;

/// What a word looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// With a capital letter.
    Name,
    Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub term: Term,
    pub kind: Kind,
}

/// The telling words of an English text, in its order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word> {
    words_in(text, Tongue::default())
}

/// The telling words of a text, in its order. `$2.7B` and `2.70 billion` are one number. Scripts without spaces give every
/// two characters that stand together.
pub(crate) fn words_in(text: &str, tongue: Tongue) -> impl Iterator<Item = Word> {
    let mut pieces = Pieces { rest: text, is_inside: false };
    std::iter::from_fn(move || {
        loop {
            let piece = pieces.next()?;
            if piece.starts_with(|c: char| c.is_ascii_digit()) {
                let (word, taken) = number(piece, pieces.clone(), tongue);
                pieces.by_ref().take(taken).for_each(drop);
                return Some(Word { term: hash(word.as_bytes()), kind: Kind::Number });
            }
            if let Some(term) = term(piece, tongue) {
                let kind = if piece.starts_with(char::is_uppercase) { Kind::Name } else { Kind::Plain };
                return Some(Word { term, kind });
            }
        }
    })
}

/// The terms of a text, in its order.
pub(super) fn terms(text: &str) -> impl Iterator<Item = Term> {
    words(text).map(|word| word.term)
}

/// One number for the words of a title but its numbers; 0 where there are too few to know it again.
pub(super) fn frame(title: &[Word]) -> u64 {
    const FEWEST: usize = 3;
    let words = title.iter().filter(|word| word.kind != Kind::Number);
    let (count, sum) = words.fold((0, 0u64), |(n, sum), word| (n + 1, stir(sum.rotate_left(7) ^ word.term)));
    if count >= FEWEST { sum } else { 0 }
}

/// The term of a name that is one thing however it is spelled.
pub(super) fn entity(name: &str) -> Term {
    stir(hash(name.as_bytes()) ^ 1) & TERM
}

/// A number for an outlet, however its name is capitalised; 0 where there is none.
pub(super) fn outlet(name: &str) -> u32 {
    let name = name.trim().to_lowercase();
    if name.is_empty() { 0 } else { (hash(name.as_bytes()) as u32).max(1) }
}

/// Runs of letters and digits, with apostrophes inside and points and commas between digits.
#[derive(Clone)]
struct Pieces<'a> {
    rest: &'a str,
    /// The last piece was of a script without spaces, and its second character comes again.
    is_inside: bool,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let start = self.rest.find(char::is_alphanumeric)?;
            let rest = &self.rest[start..];
            let was_inside = std::mem::take(&mut self.is_inside) && start == 0;
            if !rest.starts_with(is_eastern) {
                return Some(self.run(rest));
            }
            let mut letters = rest.char_indices().skip(1);
            let (second, after) = (letters.next(), letters.next());
            let length = second.map_or(rest.len(), |(at, _)| at);
            self.rest = &rest[length..];
            if second.is_some_and(|(_, c)| is_eastern(c)) {
                self.is_inside = true;
                return Some(&rest[..after.map_or(rest.len(), |(at, _)| at)]);
            }
            if !was_inside {
                return Some(&rest[..length]);
            }
        }
    }
}

impl<'a> Pieces<'a> {
    /// The letters and digits that `rest` begins with.
    fn run(&mut self, rest: &'a str) -> &'a str {
        let mut end = rest.len();
        let mut before = ' ';
        let mut letters = rest.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            let digit_follows = letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
            let inside = c.is_alphanumeric() && !is_eastern(c)
                || c == '\''
                || c == '\u{2019}'
                || (matches!(c, '.' | ',') && before.is_ascii_digit() && digit_follows);
            if !inside {
                end = at;
                break;
            }
            before = c;
        }
        self.rest = &rest[end..];
        rest[..end].trim_end_matches(['\'', '\u{2019}'])
    }
}

/// In small letters.
pub(crate) fn is_stop_word(word: &str) -> bool {
    static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.split_whitespace().collect());
    STOP_WORDS.contains(word)
}

fn term(word: &str, tongue: Tongue) -> Option<Term> {
    if word.starts_with(is_eastern) {
        return (!word.chars().any(is_hiragana)).then(|| hash(word.as_bytes()));
    }
    if word.len() < 2 || word.len() > MAX_BYTES {
        return None;
    }
    let mut lower = word.to_lowercase();
    if lower.contains(['\'', '\u{2019}']) {
        let owner = lower.strip_suffix("'s").or(lower.strip_suffix("\u{2019}s")).unwrap_or(&lower);
        lower = owner.replace(['\'', '\u{2019}'], "");
    }
    if lower.len() < 2 || is_stop_word(&lower) || tongue.is_small_word(&lower) {
        return None;
    }
    stem(&mut lower);
    Some(hash(lower.as_bytes()))
}

/// Endings that are cut, with the letters that must remain before them. The first that fits is taken.
const ENDINGS: [(&str, usize); 21] = [
    ("ization", 3),
    ("isation", 3),
    ("ational", 3),
    ("fulness", 3),
    ("ments", 4),
    ("ment", 4),
    ("ingly", 3),
    ("edly", 3),
    ("ing", 3),
    ("ied", 3),
    ("ed", 3),
    ("ion", 4),
    ("ers", 4),
    ("er", 4),
    ("or", 5),
    ("ly", 4),
    ("al", 5),
    ("ity", 4),
    ("ness", 4),
    ("ive", 4),
    ("ful", 4),
];

/// Cuts plurals, verb forms and common endings of an English word; crude, but what belongs together meets.
fn stem(word: &mut String) {
    if !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    cut_plural(word);
    for (ending, least) in ENDINGS {
        if word.ends_with(ending)
            && word.len() - ending.len() >= least
            && has_vowel(&word[..word.len() - ending.len()])
        {
            word.truncate(word.len() - ending.len());
            match ending {
                "ied" => word.push('y'),
                "ing" | "ed" | "er" | "ers" => undouble(word),
                _ => {}
            }
            break;
        }
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    if word.len() > 3 && word.ends_with('y') {
        word.pop();
        word.push('i');
    }
}

fn cut_plural(word: &mut String) {
    let length = word.len();
    if length > 4 && word.ends_with("ies") {
        word.truncate(length - 3);
        word.push('y');
    } else if length > 4 && ["sses", "xes", "ches", "shes"].iter().any(|ending| word.ends_with(ending)) {
        word.truncate(length - 2);
    } else if length > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|e| word.ends_with(e)) {
        word.truncate(length - 1);
    }
}

/// `stopp` is `stop`, but `sell` stays.
fn undouble(word: &mut String) {
    let bytes = word.as_bytes();
    let length = bytes.len();
    if length > 2 && bytes[length - 1] == bytes[length - 2] && !b"lsz".contains(&bytes[length - 1]) {
        word.pop();
    }
}

fn has_vowel(text: &str) -> bool {
    text.bytes().any(|b| b"aeiouy".contains(&b))
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    stir(hash) & TERM
}

pub(crate) fn stir(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn forms_of_one_word_meet() {
        for (a, b) in [
            ("stops", "stopped"),
            ("companies", "company"),
            ("tapering", "tapers"),
            ("regulators", "regulator"),
            ("payment", "payments"),
            ("selling", "sell"),
            ("buys", "buy"),
        ] {
            assert_eq!(stemmed(a), stemmed(b), "{a} {b}");
        }
        assert_ne!(stemmed("market"), stemmed("mark"));
        assert_eq!(stemmed("2025s"), "2025s");
    }

    fn terms(text: &str) -> Vec<Term> {
        super::terms(text).collect()
    }

    #[test]
    fn small_words_and_possessives_are_no_terms() {
        assert_eq!(terms("The Fed\u{2019}s plan of it"), terms("fed plan"));
        assert_eq!(terms("").len() + terms("a \u{1f680} ' '' ,").len(), 0);
    }

    #[test]
    fn a_number_is_one_however_it_is_spelled() {
        assert_eq!(terms("$2.7B"), terms("2.70 billion"));
        assert_eq!(terms("25,812 BTC"), terms("25812 btc"));
        assert_eq!(terms("the 3rd"), terms("3"));
        assert_ne!(terms("2.7B"), terms("2.7M"));
        let kinds: Vec<Kind> = words("Tether moves $40 million").map(|word| word.kind).collect();
        assert_eq!(kinds, [Kind::Name, Kind::Plain, Kind::Number]);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(terms("比特币").len(), 2);
        assert_eq!(terms("比特币")[0], terms("比特")[0]);
        assert_eq!(terms("バイナンスが"), terms("バイナンス"), "endings say nothing");
        assert_eq!(terms("BTC价格上涨").len(), 4);
        let korean = |text: &str| words_in(text, Tongue::of("ko")).collect::<Vec<_>>();
        assert_eq!(korean("4000만 달러")[0].term, terms("40 million")[0]);
        assert_eq!(terms("上").len(), 1);
    }

    #[test]
    fn a_column_has_one_frame_from_day_to_day() {
        let of = |title: &str| frame(&words(title).collect::<Vec<_>>());
        assert_eq!(of("Price predictions 6/4: bitcoin, ether"), of("Price predictions 6/3: bitcoin, ether"));
        assert_ne!(of("Price predictions 6/4: bitcoin, ether"), of("Price predictions 6/4: bitcoin, solana"));
        assert_eq!(of("Bitcoin falls"), 0);
    }
}
