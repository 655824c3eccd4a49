//! Finds every listed spelling in a text, in one pass over its words.
//!
//! Spellings are filed under the hash of their first word. Nearly all words of a text have no spelling filed under
//! theirs, so that most of the work is hashing each word once; measured, this takes a third of the time of an
//! Aho-Corasick automaton over the same spellings, whose tables do not fit the cache.

use super::native::is_cjk;
use crate::fixed::hash_any_case;
use crate::letters::{begins_letter, is_letter_or_digit};

/// Drawers of the file; a power of two, well above the number of spellings.
const DRAWERS: usize = 1 << 13;

const KNOWN_BITS: usize = 1 << 16;

fn known_bit(hash: u64) -> usize {
    (hash >> 32) as usize % KNOWN_BITS
}

/// All spellings, ready to search.
pub(super) struct Spellings {
    drawers: Vec<Vec<Filed>>,
    /// One bit for each first word, by other bits of its hash; small enough to stay in the cache.
    known: Vec<u64>,
}

struct Filed {
    first_word: u64,
    /// In lower case as far as ASCII goes.
    text: String,
    number: usize,
}

/// A stretch of text that reads like a spelling, as whole words.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub start: usize,
    pub end: usize,
    /// Which spelling, by its place in the list that was filed.
    pub number: usize,
}

impl Spellings {
    /// Files the spellings, which must be in lower case as far as ASCII goes and start with a letter or digit.
    pub fn new<'a>(spellings: impl Iterator<Item = &'a String>) -> Spellings {
        let mut drawers: Vec<Vec<Filed>> = Vec::new();
        drawers.resize_with(DRAWERS, Vec::new);
        let mut known = vec![0; KNOWN_BITS / 64];
        for (number, text) in spellings.enumerate() {
            let (first_word, _) = word_at(text, 0);
            let bit = known_bit(first_word);
            known[bit / 64] |= 1 << (bit % 64);
            drawers[first_word as usize % DRAWERS].push(Filed { first_word, text: text.clone(), number });
        }
        // The longest first, so that hits come out in the order in which they are preferred.
        for drawer in &mut drawers {
            drawer.sort_by(|a, b| b.text.len().cmp(&a.text.len()).then(a.text.cmp(&b.text)));
        }
        Spellings { drawers, known }
    }

    /// At most `most` hits, in the order of their starts, of one start the longest first.
    pub fn hits(&self, text: &str, most: usize) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut at = 0;
        while let Some(start) = next_word(text, at) {
            let (hash, end) = word_at(text, start);
            at = end;
            let bit = known_bit(hash);
            if self.known[bit / 64] >> (bit % 64) & 1 == 0 {
                continue;
            }
            for filed in &self.drawers[hash as usize % DRAWERS] {
                let stop = start + filed.text.len();
                if filed.first_word == hash
                    && text
                        .as_bytes()
                        .get(start..stop)
                        .is_some_and(|t| t.eq_ignore_ascii_case(filed.text.as_bytes()))
                    && ends_word(text, stop)
                    && !in_address(text, start, stop)
                {
                    hits.push(Hit { start, end: stop, number: filed.number });
                }
            }
            if hits.len() >= most {
                hits.truncate(most);
                break;
            }
        }
        hits
    }
}

/// Where the first word at or behind `from` starts.
fn next_word(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        if bytes[at].is_ascii_alphanumeric() || begins_letter(bytes[at]) {
            return Some(at);
        }
        if bytes[at].is_ascii() {
            at += 1;
        } else {
            let c = text[at..].chars().next()?;
            if is_of_word(c) {
                return Some(at);
            }
            at += c.len_utf8();
        }
    }
    None
}

/// The hash of the word that starts at `start`, in any case, and where it ends.
fn word_at(text: &str, start: usize) -> (u64, usize) {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() {
        if bytes[end].is_ascii_alphanumeric() {
            end += 1;
        } else if bytes[end].is_ascii() {
            break;
        } else if begins_letter(bytes[end]) {
            end += 2;
        } else {
            match text[end..].chars().next() {
                Some(c) if is_of_word(c) => end += c.len_utf8(),
                _ => break,
            }
        }
    }
    (hash_any_case(&bytes[start..end]), end)
}

/// Chinese, Japanese and Korean stand next to a Latin name without a space.
fn is_of_word(c: char) -> bool {
    is_letter_or_digit(c) && !is_cjk(c)
}

/// No letter or digit goes on at `end`.
fn ends_word(text: &str, end: usize) -> bool {
    match text.as_bytes().get(end) {
        None => true,
        Some(byte) if byte.is_ascii() => !byte.is_ascii_alphanumeric(),
        Some(_) => !text[end..].chars().next().is_some_and(is_of_word),
    }
}

/// Inside `https://...`, `www.`, `name@host` or a snake_case word.
fn in_address(text: &str, start: usize, end: usize) -> bool {
    const REACH: usize = 160;
    let joins = |byte: u8| matches!(byte, b'/' | b'.' | b'_' | b'-' | b'?' | b'=' | b'&' | b'@' | b':');
    let bytes = text.as_bytes();
    let joined =
        start.checked_sub(1).is_some_and(|i| joins(bytes[i])) || bytes.get(end).copied().is_some_and(joins);
    if !joined {
        return false;
    }
    let from = text.floor_char_boundary(start.saturating_sub(REACH));
    let to = text.floor_char_boundary((end + REACH).min(text.len()));
    let head = text[from..start].rsplit(char::is_whitespace).next().unwrap_or("");
    let tail = text[end..to].split(char::is_whitespace).next().unwrap_or("");
    head.contains("://")
        || head.contains("www.")
        || head.ends_with('_')
        || tail.starts_with('_')
        || tail.starts_with("://")
        || head.ends_with('@') && head.len() > 1
        || [".com/", ".io/", ".org/", ".net/"]
            .iter()
            .any(|host| head.contains(host) || tail.starts_with(host))
}
