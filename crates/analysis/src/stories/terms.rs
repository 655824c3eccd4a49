//! From text to terms: small words dropped, endings cut, each term a number.

use std::collections::HashSet;
use std::sync::LazyLock;

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

/// The telling words of a text, in its order. `$2.7B` and `2.70 billion` are one number.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut pieces = Pieces { rest: text }.peekable();
    std::iter::from_fn(move || {
        loop {
            let piece = pieces.next()?;
            if piece.starts_with(|c: char| c.is_ascii_digit()) {
                let (digits, unit) = number(piece);
                let unit = match unit.is_empty() {
                    true => pieces.next_if(|next| magnitude(next).is_some()).and_then(magnitude),
                    false => None,
                };
                let word = match unit {
                    Some(unit) => format!("{digits}{unit}"),
                    None => written(piece, &digits),
                };
                return Some(Word { term: hash(word.as_bytes()), kind: Kind::Number });
            }
            if let Some(term) = term(piece) {
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
struct Pieces<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.find(char::is_alphanumeric)?;
        let rest = &self.rest[start..];
        let mut end = rest.len();
        let mut before = ' ';
        let mut letters = rest.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            let digit_follows = letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
            let inside = c.is_alphanumeric()
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
        Some(rest[..end].trim_end_matches(['\'', '\u{2019}']))
    }
}

/// The digits that a piece begins with, without what is only spelling, and what follows them.
fn number(piece: &str) -> (String, &str) {
    let end = piece.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(piece.len());
    let mut digits = piece[..end].replace(',', "");
    if digits.contains('.') {
        digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
    }
    (digits, &piece[end..])
}

/// A number as one word: `2.70B` is `2.7b`, `3rd` is `3`, `4x` stays.
fn written(piece: &str, digits: &str) -> String {
    let (_, unit) = number(piece);
    match magnitude(unit) {
        Some(unit) => format!("{digits}{unit}"),
        None if ["", "st", "nd", "rd", "th"].contains(&unit) => digits.to_owned(),
        None => piece.to_lowercase(),
    }
}

fn magnitude(word: &str) -> Option<char> {
    let units: [(&[&str], char); 4] = [
        (&["k", "thousand"], 'k'),
        (&["m", "mn", "mln", "million"], 'm'),
        (&["b", "bn", "billion"], 'b'),
        (&["t", "tn", "trillion"], 't'),
    ];
    let is = |known: &&str| known.eq_ignore_ascii_case(word);
    units.iter().find(|(spellings, _)| spellings.iter().any(is)).map(|(_, unit)| *unit)
}

/// In small letters.
pub(crate) fn is_stop_word(word: &str) -> bool {
    static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.split_whitespace().collect());
    STOP_WORDS.contains(word)
}

fn term(word: &str) -> Option<Term> {
    if word.len() < 2 || word.len() > MAX_BYTES {
        return None;
    }
    let mut lower = word.to_lowercase();
    if lower.contains(['\'', '\u{2019}']) {
        let owner = lower.strip_suffix("'s").or(lower.strip_suffix("\u{2019}s")).unwrap_or(&lower);
        lower = owner.replace(['\'', '\u{2019}'], "");
    }
    if lower.len() < 2 || is_stop_word(&lower) {
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
    fn a_column_has_one_frame_from_day_to_day() {
        let of = |title: &str| frame(&words(title).collect::<Vec<_>>());
        assert_eq!(of("Price predictions 6/4: bitcoin, ether"), of("Price predictions 6/3: bitcoin, ether"));
        assert_ne!(of("Price predictions 6/4: bitcoin, ether"), of("Price predictions 6/4: bitcoin, solana"));
        assert_eq!(of("Bitcoin falls"), 0);
    }
}
