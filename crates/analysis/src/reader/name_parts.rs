//! A text in a language beside English as the parts of which names are made, and how each is written.
//!
//! `training/languages/marked.py` is the twin of this file; the parity test fails where they differ.

use super::pieces::{Cut, Folded, Pieces, Unit, What, is_letter_of_words};
use super::vocabulary::UNKNOWN;
use crate::letters::is_letter;

/// Pieces behind the first of a word that are looked at.
pub const MAX_MORE: usize = 3;
/// The piece of nothing.
pub const EMPTY: u32 = 0;

/// What is judged as one part of a name: a word, a number or a mark; where no blanks are written, and in Korean, a character.
pub struct NamePart {
    pub start: usize,
    pub end: usize,
    /// Its first piece.
    pub first: u32,
    /// The pieces behind the first, or the longer one that covers a character, and how many they are.
    behind: [u32; MAX_MORE],
    count: usize,
    pub shape: Shape,
}

impl NamePart {
    fn new(start: usize, end: usize, first: u32, more: &[u32], shape: Shape) -> NamePart {
        let count = more.len().min(MAX_MORE);
        let mut behind = [EMPTY; MAX_MORE];
        behind[..count].copy_from_slice(&more[..count]);
        NamePart { start, end, first, behind, count, shape }
    }

    pub fn more(&self) -> &[u32] {
        &self.behind[..self.count]
    }

    /// The first piece and those behind it; what is missing counts as the empty one.
    pub fn pieces(&self) -> [u32; 1 + MAX_MORE] {
        let mut pieces = [self.first; 1 + MAX_MORE];
        pieces[1..].copy_from_slice(&self.behind);
        pieces
    }
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
        if !is_letter(first) {
            return Shape::Mark;
        }
        let upper = spelled.iter().filter(|c| c.is_uppercase()).count();
        let letters = spelled.iter().filter(|c| is_letter(**c)).count();
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
pub fn parts(cut: &mut Cut, spelled: &str, most: usize) -> Vec<NamePart> {
    let Cut { pieces, text, .. } = *cut;
    // Every unit is a part at least.
    let units = &text.units()[..most.min(text.units().len())];
    let spelled: Vec<char> = spelled.chars().take(units.last().map_or(0, |unit| unit.end)).collect();
    let mut parts = Vec::with_capacity(units.len());
    for (place, unit) in units.iter().enumerate() {
        if parts.len() >= most {
            break;
        }
        let (characters, first) = (&spelled[unit.start..unit.end], text.chars[unit.start]);
        match unit.what {
            What::StandIn(token) => {
                let shape = if characters[0].is_numeric() { Shape::Number } else { Shape::Link };
                parts.push(NamePart::new(unit.start, unit.end, pieces.stand_in(token), &[], shape));
            }
            _ if is_letter_of_words(first) || !is_letter(first) => {
                let cut = cut.of_unit(place).split_first();
                let (first, more) = cut.map_or((UNKNOWN, &[][..]), |(first, more)| (*first, more));
                parts.push(NamePart::new(unit.start, unit.end, first, more, Shape::of_word(characters)));
            }
            _ => push_characters(pieces, text, unit, &mut parts),
        }
    }
    parts.truncate(most);
    parts
}

/// Each character of a run, with the piece that covers it.
fn push_characters(pieces: &Pieces, text: &Folded, unit: &Unit, parts: &mut Vec<NamePart>) {
    let run: String = text.chars[unit.start..unit.end].iter().collect();
    let (mut start, mut rest) = (unit.start, run.as_str());
    while let Some(character) = rest.chars().next() {
        let begins = unit.what == What::Begin && start == unit.start;
        let (end, piece) = pieces.longest(rest, begins).unwrap_or((character.len_utf8(), UNKNOWN));
        let long = rest[..end].chars().count();
        let more: &[u32] = if long > 1 { &[piece] } else { &[] };
        for at in start..start + long {
            let shape = Shape::of_character(text.chars[at], at > start);
            parts.push(NamePart::new(at, at + 1, pieces.inner(text.chars[at]), more, shape));
        }
        start += long;
        rest = &rest[end..];
    }
}
