//! Whether two outlets give the same statement: their words in rows of three, compared by how many they share.

use std::collections::{BTreeSet, HashSet};
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

/// Words with which, or without which, almost the same words say the opposite. A word and its opposite stand in one line.
const SENSE: &str = "
    not no never none nothing nobody neither nor without cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent
    wouldnt shouldnt couldnt hardly unlikely likely
    always
    buy buys buying bought sell sells selling sold
    best worst better worse good bad
    rise rises rising rose fall falls falling fell up down higher lower high low
    bull bullish bear bearish positive negative
    more less increase increases increased decrease decreases decreased growth decline
    approve approves approved reject rejects rejected support supports oppose opposes against
    win wins won lose loses lost gain gains loss losses profit
    legal illegal lawful unlawful safe unsafe solvent insolvent true false right wrong
    before after inside outside guilty innocent";

/// True where two statements in almost the same words say different things: one has a word that turns the sense and the other has
/// not. Of one that is much longer, what it says more is left out of account.
pub fn is_turned(a: &str, b: &str) -> bool {
    static TURNING: LazyLock<HashSet<&str>> = LazyLock::new(|| SENSE.split_whitespace().collect());
    let words = |text: &str| -> (usize, BTreeSet<String>) {
        let plain = text.to_lowercase().replace(['\'', '\u{2019}'], "");
        let all = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let turning = all.clone().filter(|word| TURNING.contains(word)).map(str::to_owned);
        (all.clone().count(), turning.collect())
    };
    let ((a_length, a), (b_length, b)) = (words(a), words(b));
    let (short, long) = if a_length <= b_length { (&a, &b) } else { (&b, &a) };
    let (least, most) = (a_length.min(b_length) as f64, a_length.max(b_length) as f64);
    if most <= least * ABOUT_AS_LONG { a != b } else { !short.is_subset(long) }
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
