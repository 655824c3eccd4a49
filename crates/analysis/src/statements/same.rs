//! Whether two outlets give the same statement: their words in rows of three, compared by how many they share.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Rows of a statement that are kept; a longer one is told apart by its beginning.
const MAX_SHINGLES: usize = 48;
const ROW: usize = 3;
/// The part of the shorter one's rows that the longer one must have: outlets cut quotes short.
const MIN_SHARE: f64 = 0.6;
/// The part of one's rows that another must have to give it whole.
const WHOLE_SHARE: f64 = 0.9;
/// Two of about the same length; one that is longer by more than this says more.
const ABOUT_AS_LONG: f64 = 1.34;
/// So few rows must be the same altogether; one or two say nothing beside a long statement.
const FEW: usize = 4;

/// The words of a text, hashed.
pub fn words(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(crate::fingerprint::hash_word).collect()
}

/// The rows of a text's words, in ascending order and each once.
pub fn shingles(words: &[u64]) -> Vec<u32> {
    let words = &words[..words.len().min(MAX_SHINGLES + ROW - 1)];
    let row = |row: &[u64]| {
        row.iter().fold(17_u64, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23))
    };
    let mut rows: Vec<u32> = match words.len() {
        0 => Vec::new(),
        n if n < ROW => vec![(row(words) >> 32) as u32],
        _ => words.windows(ROW).map(|words| (row(words) >> 32) as u32).collect(),
    };
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The group of a statement that is the first of its kind.
pub fn group(words: &[u64]) -> u64 {
    words.iter().fold(29, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23))
}

/// True where two statements of one speaker are one.
pub fn same(a: &[u32], b: &[u32]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return false;
    }
    let shared = short.iter().filter(|row| long.binary_search(row).is_ok()).count();
    match short.len() {
        n if n < FEW => shared == n && (n >= ROW || long.len() <= 2 * FEW),
        n => shared as f64 >= MIN_SHARE * n as f64,
    }
}

/// True where one statement gives all of another.
pub fn gives_whole(whole: &[u32], part: &[u32]) -> bool {
    let shared = part.iter().filter(|row| whole.binary_search(row).is_ok()).count();
    !part.is_empty() && shared as f64 >= WHOLE_SHARE * part.len() as f64
}

/// Words that deny what follows them in a sentence.
const DENIALS: &str = "
    not no never none nothing nobody neither nor without cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent
    wouldnt shouldnt couldnt hardly unlikely untrue false wrong";
/// Others with which, or without which, almost the same words say the opposite. A word and its opposite stand in one line.
const SENSE: &str = "
    likely always
    buy buys buying bought sell sells selling sold
    best worst better worse good bad
    rise rises rising rose fall falls falling fell up down higher lower high low
    bull bullish bear bearish positive negative
    more less increase increases increased decrease decreases decreased growth decline
    approve approves approved reject rejects rejected support supports oppose opposes against
    win wins won lose loses lost gain gains loss losses profit
    legal illegal lawful unlawful safe unsafe solvent insolvent true right
    before after inside outside guilty innocent";

/// A statement's words in lower case, each with the number of its sentence.
fn sentences(text: &str) -> Vec<(String, usize)> {
    let plain = text.to_lowercase().replace(['\'', '\u{2019}'], "");
    let mut words = Vec::new();
    for (sentence, text) in plain.split(['.', '!', '?']).enumerate() {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.extend(parts.map(|word| (word.to_owned(), sentence)));
    }
    words
}

/// Where a longer statement gives the words of a shorter one: from the first to the last row that they share.
fn given(short: &[(String, usize)], long: &[(String, usize)]) -> Option<Range<usize>> {
    let row =
        |words: &[(String, usize)]| -> Vec<String> { words.iter().map(|word| word.0.clone()).collect() };
    let rows: HashSet<Vec<String>> = short.windows(ROW).map(row).collect();
    let mut shared =
        long.windows(ROW).enumerate().filter(|(_, words)| rows.contains(&row(words))).map(|(at, _)| at);
    let first = shared.next()?;
    Some(first..shared.next_back().unwrap_or(first) + ROW)
}

/// True where two statements in almost the same words say different things: the words that turn the sense are others, or stand in
/// another order. Of one that is much longer, what it says more is left out of account, unless it denies what it gives.
pub fn is_turned(a: &str, b: &str) -> bool {
    static TURNING: LazyLock<HashSet<&str>> =
        LazyLock::new(|| SENSE.split_whitespace().chain(DENIALS.split_whitespace()).collect());
    static DENYING: LazyLock<HashSet<&str>> = LazyLock::new(|| DENIALS.split_whitespace().collect());
    let turning = |words: &[(String, usize)]| -> Vec<String> {
        words.iter().filter(|word| TURNING.contains(word.0.as_str())).map(|word| word.0.clone()).collect()
    };
    let (a, b) = (sentences(a), sentences(b));
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    if long.len() as f64 <= short.len() as f64 * ABOUT_AS_LONG {
        return turning(&a) != turning(&b);
    }
    let Some(given) = given(short, long) else {
        let (short, long) = (turning(short), turning(long));
        return !short.iter().all(|word| long.contains(word));
    };
    let sentence = long.get(given.start).map(|word| word.1);
    let mut before = long[..given.start].iter().rev().take_while(|word| Some(word.1) == sentence);
    let is_denied = before.any(|word| DENYING.contains(word.0.as_str()));
    // The quote may begin or end inside the shared words: what turns it must stand there in this order.
    let within = turning(&long[given]);
    let mut rest = within.iter();
    is_denied || !turning(short).iter().all(|word| rest.any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: bool) {
        let [a_rows, b_rows] = [a, b].map(|text| shingles(&words(text)));
        assert_eq!(same(&a_rows, &b_rows), expected, "{a} / {b}");
        assert_eq!(same(&b_rows, &a_rows), expected, "{b} / {a}");
    }

    #[test]
    fn a_quote_that_another_outlet_cuts_short_is_the_same() {
        let whole = "We’re rolling back this overreach and making it clear that investment decisions should be made by \
                     fiduciaries, not D.C. bureaucrats.";
        check(whole, "We're rolling back this overreach", true);
        check(whole, "making it clear that investment decisions should be made by fiduciaries", true);
        check(whole, "Investment decisions belong to those who know what they are doing", false);
    }

    #[test]
    fn a_word_that_turns_the_sense_makes_another_statement() {
        let whole =
            "Our customers will always be able to withdraw every coin that they hold with us at any hour";
        assert!(is_turned(whole, &whole.replace("always", "never")));
        assert!(is_turned(whole, &whole.replace("will always", "won\u{2019}t")));
        assert!(is_turned("We are buying bitcoin and will go on", "We are selling bitcoin and will go on"));
        assert!(!is_turned(whole, &whole.to_uppercase()));
        let longer =
            format!("{whole}, and nobody will ever change that while I am chief executive of this firm");
        assert!(!is_turned(whole, &longer), "it says more");
        assert!(is_turned(&whole.replace("always", "never"), &longer));
    }

    #[test]
    fn a_denial_before_the_words_and_another_order_make_another_statement() {
        let whole = "Our customers will be able to withdraw every coin that they hold with us at any hour";
        let denied = format!("It is not true that {whole}, whatever anybody says about it today");
        assert!(is_turned(whole, &denied) && is_turned(&denied, whole));
        let said_before = format!("That is not new to us at all. {whole}, as we have told them every time");
        assert!(!is_turned(whole, &said_before));
        let swapped = |one: &str, two: &str| {
            format!(
                "We are {one} bitcoin and {two} ether this quarter because our customers asked us to do so"
            )
        };
        assert!(is_turned(&swapped("buying", "selling"), &swapped("selling", "buying")));
    }

    #[test]
    fn short_ones_must_be_alike() {
        check("Nobody wants the 50th treasury company", "nobody wants the 50th Treasury company.", true);
        check(
            "Bitcoin is here to stay",
            "Bitcoin is here and we will see what comes of it in the next ten years",
            false,
        );
        check("", "", false);
    }
}
