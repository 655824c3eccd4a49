//! How text becomes words: the one rule, for the index, for queries and for the tests that compare them.
//!
//! A word is a run of letters and digits, without case and without accents; everything else separates. Nothing
//! is stemmed and no word is left out, so that a total means what it says. Scripts that write without spaces
//! (Han, Kana, Thai and their neighbours) give one word per character, and a run of them is a phrase. So does Hangul: its
//! particles are written together with the noun, and a name must be found with every one of them.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

/// A longer word is cut here, in the query as in the text. A transaction hash fits.
pub const MAX_WORD_BYTES: usize = 128;

/// Stands between title and content in the field that holds both, where no phrase and no NEAR may reach across.
pub const GAP: char = '\u{1E}';

/// Further than any NEAR can reach.
pub const GAP_WORDS: usize = 1_000;

/// Every word of a text, folded, in order.
pub fn words_of(text: &str) -> Vec<String> {
    let mut splitter = Splitter::new(text);
    let mut words = Vec::new();
    let mut word = String::new();
    while splitter.next(&mut word).is_some() {
        words.push(word.clone());
    }
    words
}

/// What a character means for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Letter(char),
    /// A word by itself.
    Alone(char),
    Break,
    Gap,
}

/// Walks over a text, word by word.
struct Splitter<'a> {
    text: &'a str,
    at: usize,
    /// What is left of a character that stands for several pieces.
    held: Vec<Piece>,
    held_at: usize,
    next_position: usize,
}

impl<'a> Splitter<'a> {
    fn new(text: &'a str) -> Splitter<'a> {
        Splitter { text, at: 0, held: Vec::new(), held_at: 0, next_position: 0 }
    }

    /// Writes the next word and returns its position.
    fn next(&mut self, word: &mut String) -> Option<usize> {
        word.clear();
        loop {
            if self.held_at < self.held.len() && self.use_held(word) {
                return self.finish();
            }
            match self.text.as_bytes().get(self.at) {
                None if word.is_empty() => return None,
                None => return self.finish(),
                Some(byte) if byte.is_ascii_alphanumeric() => self.run_of_ascii(word),
                Some(byte) if byte.is_ascii() && !word.is_empty() => return self.finish(),
                Some(&byte) if byte.is_ascii() => {
                    self.at += 1;
                    if char::from(byte) == GAP {
                        self.next_position += GAP_WORDS;
                    }
                }
                Some(_) => self.hold_character(),
            }
        }
    }

    /// Takes pieces until they are used up or, which is true then, a word is complete.
    fn use_held(&mut self, word: &mut String) -> bool {
        while let Some(&piece) = self.held.get(self.held_at) {
            match piece {
                Piece::Letter(letter) => push_letter(word, letter),
                _ if !word.is_empty() => return true,
                Piece::Alone(letter) => {
                    self.held_at += 1;
                    word.push(letter);
                    return true;
                }
                Piece::Gap => self.next_position += GAP_WORDS,
                Piece::Break => {}
            }
            self.held_at += 1;
        }
        false
    }

    fn hold_character(&mut self) {
        self.held.clear();
        self.held_at = 0;
        let mut rest = self.text[self.at..].chars();
        if let Some(mut character) = rest.next() {
            self.at += character.len_utf8();
            // A syllable may be written as its two or three letters.
            for next in rest.take(2) {
                let is_vowel_or_final = matches!(next, '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}');
                let Some(syllable) = is_vowel_or_final.then(|| compose(character, next)).flatten() else {
                    break;
                };
                self.at += next.len_utf8();
                character = syllable;
            }
            fold(character, &mut |piece| self.held.push(piece));
        }
    }

    fn finish(&mut self) -> Option<usize> {
        let position = self.next_position;
        self.next_position += 1;
        Some(position)
    }

    /// The common case, a slice at a time.
    fn run_of_ascii(&mut self, word: &mut String) {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let room = MAX_WORD_BYTES.saturating_sub(word.len());
        let before = word.len();
        word.push_str(&self.text[self.at..self.at + length.min(room)]);
        word[before..].make_ascii_lowercase();
        self.at += length;
    }
}

fn push_letter(word: &mut String, letter: char) {
    if word.len() + letter.len_utf8() <= MAX_WORD_BYTES {
        word.push(letter);
    }
}

/// Compatibility forms apart, case and accents off. Folding what was folded changes nothing.
fn fold(character: char, sink: &mut impl FnMut(Piece)) {
    // Dashes, curly quotes and the like, which are frequent: the long way gives the same.
    if matches!(character, '\u{A0}' | '\u{2010}'..='\u{2027}') {
        return sink(Piece::Break);
    }
    fold_the_long_way(character, sink);
}

fn fold_the_long_way(character: char, sink: &mut impl FnMut(Piece)) {
    // Taken apart it would be letters, of which a syllable's last may or may not belong to the next.
    if matches!(character, '\u{AC00}'..='\u{D7A3}') {
        return sink(Piece::Alone(character));
    }
    // Syllables in brackets and circles, likewise.
    if matches!(character, '\u{3200}'..='\u{321E}' | '\u{3260}'..='\u{327E}') {
        return std::iter::once(character).nfkc().for_each(|part| fold_the_long_way(part, sink));
    }
    decompose_compatible(character, |part| {
        for lower in part.to_lowercase() {
            // Lower case may itself be a compatibility form.
            decompose_compatible(lower, |lower| piece_of(lower, sink));
        }
    });
}

fn piece_of(lower: char, sink: &mut impl FnMut(Piece)) {
    if is_accent(lower) || is_invisible(lower) {
        return;
    }
    let plain = match lower {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ŧ' => "t",
        'ŋ' => "n",
        'ı' => "i",
        'ς' => "σ",
        _ => "",
    };
    if !plain.is_empty() {
        plain.chars().for_each(|letter| sink(Piece::Letter(letter)));
    } else if lower == GAP {
        sink(Piece::Gap);
    } else if is_written_without_spaces(lower) {
        sink(Piece::Alone(lower));
    } else if lower.is_alphanumeric() || is_combining_mark(lower) {
        sink(Piece::Letter(lower));
    } else {
        sink(Piece::Break);
    }
}

fn is_accent(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}'
        | '\u{5C4}' | '\u{5C5}' | '\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{3099}' | '\u{309A}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// Soft hyphens, joiners and marks of direction may stand inside a word without being part of it.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{640}' | '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_written_without_spaces(character: char) -> bool {
    matches!(character,
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{31F0}'..='\u{31FF}' | '\u{3005}'..='\u{3007}'
        | '\u{2E80}'..='\u{2FDF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFD}' | '\u{E01}'..='\u{E2E}' | '\u{E81}'..='\u{EAE}' | '\u{1000}'..='\u{102A}'
        | '\u{1780}'..='\u{17B3}')
}

/// The same rule as the index engine wants it.
#[derive(Clone, Default)]
pub struct WordTokenizer {
    token: Token,
}

pub struct Words<'a> {
    splitter: Splitter<'a>,
    token: &'a mut Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        self.token.reset();
        Words { splitter: Splitter::new(text), token: &mut self.token }
    }
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        match self.splitter.next(&mut self.token.text) {
            Some(position) => {
                self.token.position = position;
                true
            }
            None => false,
        }
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
