//! Under which hashes a sentence is counted, and how headlines are told apart.

use super::words::Words;
use crate::fingerprint::mix;

/// Fewer words are said by everybody.
pub(super) const MIN_WORDS: usize = 4;
/// Words that must stay the same in a frame whose names vary.
const MIN_FIXED_WORDS: usize = 4;
/// Sentences from either end in which a frame with varying names may stand.
pub(super) const N_EDGE: usize = 6;

pub(super) struct Key {
    pub hash: u64,
    /// Names in it are masked.
    pub varies: bool,
}

/// The hash of a sentence with this article's headline masked and, near the ends, with all names masked as well.
pub(super) fn keys(sentence: &str, title: &Words, edge: usize) -> Vec<Key> {
    const TITLE: u64 = 1;
    const NAME: u64 = 2;
    let words = Words::of(sentence);
    let (mut exact, mut varying) = (3, 4);
    let (mut n_fixed, mut n_names, mut has_number, mut in_name) = (0, 0, false, false);
    let mut index = 0;
    while let Some(word) = words.0.get(index) {
        if title.0.len() >= MIN_WORDS && words.run_end(index, &title.0).is_some() {
            exact = mix(exact ^ TITLE);
            varying = mix(varying ^ TITLE);
            index += title.0.len();
            in_name = false;
            continue;
        }
        let spelled = &sentence[word.range.clone()];
        exact = mix(exact ^ word.hash);
        has_number |= spelled.starts_with(char::is_numeric);
        let is_name = index > 0 && spelled.starts_with(char::is_uppercase);
        if !is_name {
            varying = mix(varying ^ word.hash);
            n_fixed += 1;
        } else if !in_name {
            varying = mix(varying ^ NAME);
            n_names += 1;
        }
        in_name = is_name;
        index += 1;
    }
    let mut keys = Vec::new();
    if words.0.len() >= MIN_WORDS {
        keys.push(Key { hash: exact, varies: false });
    }
    if n_names > 0 && n_fixed >= MIN_FIXED_WORDS && !has_number && edge < N_EDGE {
        keys.push(Key { hash: varying, varies: true });
    }
    keys
}

pub(super) fn run_hash(words: &Words, first: usize, n: usize) -> u64 {
    words.0[first..first + n].iter().fold(0, |hash, word| mix(hash ^ word.hash))
}

/// The smallest hashes of a headline's words under four seeds: headlines that share words share some of them.
pub(super) fn sketch(title: &Words) -> [u32; 4] {
    let mut smallest = [u32::MAX; 4];
    for word in &title.0 {
        for (seed, least) in smallest.iter_mut().enumerate() {
            *least = (*least).min((mix(word.hash ^ (seed as u64 + 1)) >> 32) as u32);
        }
    }
    smallest
}
