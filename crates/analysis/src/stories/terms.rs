//! From text to terms: small words dropped, endings cut, each term a number.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A word, as the number that stands for it.
pub(super) type Term = u64;

const LIST: &str = include_str!("../../lists/stop_words.txt");

/// Longer runs of letters are addresses or noise.
const LONGEST: usize = 40;

/// The terms of a text, in its order.
pub(super) fn terms(text: &str) -> impl Iterator<Item = Term> {
    text.split(|c: char| !is_letter(c)).filter_map(term)
}

/// The term of a name that is one thing however it is spelled.
pub(super) fn entity(name: &str) -> Term {
    pair(hash(name.as_bytes()), 1)
}

/// One number for two terms, whichever comes first.
pub(super) fn pair(a: Term, b: Term) -> Term {
    let (low, high) = (a.min(b), a.max(b));
    stir(low.rotate_left(23) ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '\'' || c == '\u{2019}'
}

fn term(word: &str) -> Option<Term> {
    static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.split_whitespace().collect());
    let word = word.trim_matches(['\'', '\u{2019}']);
    if word.len() < 2 || word.len() > LONGEST {
        return None;
    }
    let mut lower = word.to_lowercase();
    if lower.contains(['\'', '\u{2019}']) {
        let owner = lower.strip_suffix("'s").or(lower.strip_suffix("\u{2019}s")).unwrap_or(&lower);
        lower = owner.replace(['\'', '\u{2019}'], "");
    }
    if lower.len() < 2 || STOP_WORDS.contains(lower.as_str()) {
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
    stir(hash)
}

fn stir(mut x: u64) -> u64 {
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

    #[test]
    fn small_words_and_possessives_are_no_terms() {
        let words: Vec<Term> = terms("The Fed\u{2019}s plan of it").collect();
        assert_eq!(words, terms("fed plan").collect::<Vec<_>>());
        assert_eq!(terms("").count() + terms("a \u{1f680} ' '' ,").count(), 0);
    }

    #[test]
    fn a_pair_has_no_order() {
        assert_eq!(pair(3, 9), pair(9, 3));
        assert_ne!(pair(3, 9), pair(3, 10));
    }
}
