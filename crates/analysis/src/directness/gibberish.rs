//! Tells letters that are no words of any language that is read: a key held down, a hand across the keyboard.

use super::words::{Sentence, Word};
use crate::{language, reader};

/// Words that are looked at.
const MAX_WORDS: usize = 24;
/// Fewer letters may be a sound, a ticker or an initial.
const MIN_LETTERS: usize = 4;
/// Words of all languages fall into longer pieces than this; chance letters into shorter ones.
const SHORT_PIECES: f32 = 2.0;
/// The same where several words agree, and in Cyrillic letters, of which fewer pieces are known.
const SHORT_PIECES_OF_MANY: f32 = 2.2;
const SHORT_CYRILLIC_PIECES: f32 = 1.8;
/// Several words.
const MANY: usize = 3;
/// The most of the letters that may stand in known words.
const MAX_KNOWN: f32 = 0.25;
/// Sounds that a speaker makes while thinking.
const SOUNDS: &str = "hm hmm hmmm um umm uh uhm er erm eh ah oh";

/// True where none of it is a word.
pub(super) fn is_gibberish(sentences: &[Sentence], text: &str) -> bool {
    let words: Vec<&Word> = sentences.iter().flat_map(|sentence| &sentence.words).take(MAX_WORDS).collect();
    let is_sound = |word: &str| SOUNDS.split(' ').any(|sound| sound == word);
    words.iter().all(|word| repeats(&word.text))
        || words.iter().all(|word| is_sound(&word.text))
        || !words.iter().all(|word| word.capital) && !language::has_small_words(text) && falls_apart(&words)
}

/// One letter, or two in turn, over and over.
fn repeats(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let every = |period: usize| (period..letters.len()).all(|at| letters[at] == letters[at - period]);
    letters.iter().all(|c| c.is_alphabetic())
        && (letters.len() >= MIN_LETTERS && every(1) || letters.len() >= MIN_LETTERS + 2 && every(2))
}

/// Plain letters without known words, which fall into the shortest pieces.
fn falls_apart(words: &[&Word]) -> bool {
    let is_latin = |c: char| c.is_ascii_lowercase() || c == '\'';
    let is_cyrillic = |c: char| ('а'..='ё').contains(&c);
    let is_all = |is: fn(char) -> bool| words.iter().all(|word| word.text.chars().all(is));
    let words: Vec<(&str, usize)> = words
        .iter()
        .map(|word| (word.text.as_str(), word.text.chars().count()))
        .filter(|(_, letters)| *letters > 1)
        .collect();
    let many = words.len() >= MANY;
    let short = match () {
        () if is_all(is_latin) && many => SHORT_PIECES_OF_MANY,
        () if is_all(is_latin) => SHORT_PIECES,
        () if is_all(is_cyrillic) && many => SHORT_CYRILLIC_PIECES,
        () => return false,
    };
    let all: usize = words.iter().map(|(_, letters)| letters).sum();
    if all < MIN_LETTERS {
        return false;
    }
    let (mut known, mut pieces) = (0, 0);
    for (word, letters) in words {
        let count = if reader::is_common_word(word) { 1 } else { reader::count_pieces(word) };
        known += if count == 1 { letters } else { 0 };
        pieces += count;
        if known as f32 > MAX_KNOWN * all as f32 {
            return false;
        }
    }
    (all as f32) < short * pieces as f32
}
