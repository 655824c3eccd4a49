//! From text to terms: small words dropped, endings cut, each term a number.

/// A word, as the number that stands for it.
pub(super) type Term = u64;

/// The terms of a text, in its order.
pub(super) fn terms(text: &str) -> impl Iterator<Item = Term> {
    text.split(|c: char| !c.is_alphanumeric()).filter_map(term)
}

fn term(word: &str) -> Option<Term> {
    if word.is_empty() || word.len() > 40 {
        return None;
    }
    let lower = word.to_lowercase();
    if lower.len() < 2 || STOP_WORDS.contains(&lower.as_str()) {
        return None;
    }
    Some(hash(stem(&lower).as_bytes()))
}

/// Cuts plural and verb endings; crude, but the same word ends up the same.
fn stem(word: &str) -> &str {
    if word.len() <= 4 || !word.is_ascii() {
        return word.strip_suffix('s').filter(|rest| rest.len() >= 3 && !rest.ends_with('s')).unwrap_or(word);
    }
    for ending in ["ings", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.len() >= 3
            && !(ending == "s" && rest.ends_with('s'))
        {
            return rest;
        }
    }
    word
}

pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

const STOP_WORDS: &[&str] = &[
    "the", "of", "and", "to", "in", "for", "is", "on", "that", "with", "as", "at", "by", "from", "it", "its",
    "was", "are", "be", "has", "have", "an", "this", "but", "not", "or", "will", "they", "he", "she", "his",
    "her", "their", "after", "who", "which", "been", "had", "were", "would", "about", "than", "more", "said",
    "says", "say", "up", "out", "over", "into", "also", "could", "can", "may", "you", "your", "we", "our",
    "us", "what", "how", "why", "when", "if", "no", "so", "new", "one", "all", "some", "other", "there",
    "do", "does", "did", "just", "amid", "while", "where", "because", "these", "those", "them", "then",
    "now", "only", "most", "any", "such", "here",
];
