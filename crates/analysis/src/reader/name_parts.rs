//! A text in a language beside English as the parts of which names are made, and how each is written.
//!
//! `training/languages/marked.py` is the twin of this file; the parity test fails where they differ.

use super::pieces::{Folded, Pieces, Unit, What, is_letter_of_words};
use super::vocabulary::UNKNOWN;

/// Pieces behind the first of a word that are looked at.
pub const MAX_MORE: usize = 3;

/// What is judged as one part of a name: a word, a number or a mark; where no blanks are written, and in Korean, a character.
pub struct NamePart {
    pub start: usize,
    pub end: usize,
    /// Its first piece.
    pub first: u32,
    /// The pieces behind the first, or the longer one that covers a character.
    pub more: Vec<u32>,
    pub shape: Shape,
}

/// How a part is written; a character can also stand inside a longer piece.
#[derive(Clone, Copy, PartialEq)]
pub enum Shape {
    Small = 1,
    Capital,
    Capitals,
    Mixed,
    Letter,
    Number,
    Mark,
    Link,
    Han,
    Katakana,
    Hiragana,
    Hangul,
    HanWithin,
    KatakanaWithin,
    HiraganaWithin,
    HangulWithin,
}

impl Shape {
    /// Whether a name could begin with it.
    pub fn may_be_named(self) -> bool {
        !matches!(
            self,
            Shape::Small
                | Shape::Number
                | Shape::Mark
                | Shape::Link
                | Shape::Hiragana
                | Shape::HiraganaWithin
        )
    }

    pub fn is_letters(self) -> bool {
        !matches!(self, Shape::Number | Shape::Mark | Shape::Link)
    }

    /// Of a word, a number or a mark as it is spelled.
    fn of_word(spelled: &[char]) -> Shape {
        let first = spelled[0];
        if first.is_ascii_digit() {
            return Shape::Number;
        }
        if !first.is_alphabetic() {
            return Shape::Mark;
        }
        let upper = spelled.iter().filter(|c| c.is_uppercase()).count();
        let letters = spelled.iter().filter(|c| c.is_alphabetic()).count();
        match upper {
            0 => Shape::Small,
            _ if spelled.len() == 1 => Shape::Letter,
            _ if upper == letters => Shape::Capitals,
            1 if first.is_uppercase() => Shape::Capital,
            _ => Shape::Mixed,
        }
    }

    fn of_character(c: char, within: bool) -> Shape {
        match (c, within) {
            ('\u{ac00}'..='\u{d7a3}', false) => Shape::Hangul,
            ('\u{ac00}'..='\u{d7a3}', true) => Shape::HangulWithin,
            ('\u{3041}'..='\u{309f}', false) => Shape::Hiragana,
            ('\u{3041}'..='\u{309f}', true) => Shape::HiraganaWithin,
            ('\u{30a0}'..='\u{30ff}', false) => Shape::Katakana,
            ('\u{30a0}'..='\u{30ff}', true) => Shape::KatakanaWithin,
            (_, false) => Shape::Han,
            (_, true) => Shape::HanWithin,
        }
    }
}

/// The first `most` parts of a text; `spelled` is the same text before it was folded.
pub fn parts(pieces: &Pieces, text: &Folded, spelled: &str, most: usize) -> Vec<NamePart> {
    let spelled: Vec<char> = spelled.chars().take(text.chars.len()).collect();
    let mut parts = Vec::new();
    for unit in text.units() {
        if parts.len() >= most {
            break;
        }
        let characters = &spelled[unit.start..unit.end];
        match unit.what {
            What::StandIn(token) => {
                let shape = if characters[0].is_numeric() { Shape::Number } else { Shape::Link };
                parts.push(part(unit, pieces.stand_in(token), Vec::new(), shape));
            }
            _ if is_letter_of_words(text.chars[unit.start]) || !text.chars[unit.start].is_alphabetic() => {
                let mut all = pieces.of_unit(text, unit);
                let more = all.split_off(1.min(all.len()));
                let more = more.into_iter().take(MAX_MORE).collect();
                parts.push(part(
                    unit,
                    all.first().copied().unwrap_or(UNKNOWN),
                    more,
                    Shape::of_word(characters),
                ));
            }
            _ => push_characters(pieces, text, unit, &mut parts),
        }
    }
    parts.truncate(most);
    parts
}

fn part(unit: &Unit, first: u32, more: Vec<u32>, shape: Shape) -> NamePart {
    NamePart { start: unit.start, end: unit.end, first, more, shape }
}

/// Each character of a run, with the piece that covers it.
fn push_characters(pieces: &Pieces, text: &Folded, unit: &Unit, parts: &mut Vec<NamePart>) {
    let mut start = unit.start;
    while start < unit.end {
        let begins = unit.what == What::Begin && start == unit.start;
        let (long, piece) = pieces.longest(&text.chars[start..unit.end], begins).unwrap_or((1, UNKNOWN));
        for at in start..start + long {
            parts.push(NamePart {
                start: at,
                end: at + 1,
                first: pieces.inner(text.chars[at]),
                more: if long > 1 { vec![piece] } else { Vec::new() },
                shape: Shape::of_character(text.chars[at], at > start),
            });
        }
        start += long;
    }
}
