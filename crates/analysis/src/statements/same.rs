//! Whether two outlets give the same statement: their words in rows of three, compared by how many they share.

/// Rows of a statement that are kept; a longer one is told apart by its beginning.
const MAX_SHINGLES: usize = 48;
const ROW: usize = 3;
/// The part of the shorter one's rows that the longer one must have: outlets cut quotes short.
const MIN_SHARE: f64 = 0.6;
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
