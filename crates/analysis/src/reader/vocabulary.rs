//! Words to token numbers: whole words where they are known, else the longest pieces; numbers become their kind.

use std::ops::Range;

use super::words::Words;
use crate::fixed::Table;

/// Longer words are not cut into pieces.
const MAX_WORD_CHARS: usize = 48;
const MAX_PIECES: usize = 6;

pub const UNKNOWN: u32 = 1;

pub type Index = Table<u32>;

pub struct Vocabulary {
    whole: Index,
    /// Continuations, without their `##`.
    inner: Index,
}

impl Vocabulary {
    /// One token a line; its number is its line.
    pub fn new(lines: &str) -> Vocabulary {
        let [whole, inner] = tables(lines);
        Vocabulary { whole, inner }
    }

    pub fn len(&self) -> usize {
        self.whole.len() + self.inner.len()
    }

    /// Adds the tokens of the folded word at `range` of a text to `out`.
    pub fn push_at(&self, text: &str, range: Range<usize>, out: &mut Vec<u32>) {
        match self.whole.get_at(text, range.clone()) {
            Some(number) if !text.as_bytes()[range.start].is_ascii_digit() => out.push(number),
            _ => self.push(&text[range], out),
        }
    }

    /// Adds the tokens of a folded word to `out`.
    pub fn push(&self, word: &str, out: &mut Vec<u32>) {
        if word.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            out.push(self.whole.get(number_kind(word)).unwrap_or(UNKNOWN));
            return;
        }
        if let Some(number) = self.whole.get(word) {
            out.push(number);
            return;
        }
        if let Some((base, ending)) = word.split_once('\'')
            && !base.is_empty()
        {
            let stem = base.strip_suffix('n').filter(|_| ending == "t");
            match stem {
                Some("") => {}
                Some(_) if base == "can" || base == "won" => self.push(base, out),
                Some(stem) => self.push(stem, out),
                None => self.push(base, out),
            }
            if stem.is_some() {
                self.push("not", out);
            }
            return;
        }
        self.push_pieces(word, out);
    }

    fn push_pieces(&self, word: &str, out: &mut Vec<u32>) {
        let before = out.len();
        let mut rest = word;
        if word.chars().count() <= MAX_WORD_CHARS {
            while !rest.is_empty() && out.len() - before < MAX_PIECES {
                let first = rest.len() == word.len();
                let index = if first { &self.whole } else { &self.inner };
                let Some((end, number)) = index.longest_beginning(rest) else { break };
                out.push(number);
                rest = &rest[end..];
            }
        }
        if !rest.is_empty() {
            out.truncate(before);
            out.push(UNKNOWN);
        }
    }
}

/// The words of a list with a token a line, and what goes on inside of words, which `##` begins; the number is the line's.
pub fn tables(lines: &str) -> [Index; 2] {
    let tokens = || lines.split('\n').zip(0..);
    let inner = |token: &str| token.len() > 2 && token.starts_with("##");
    [
        Index::new(tokens().filter(|(token, _)| !inner(token))),
        Index::new(tokens().filter(|(token, _)| inner(token)).map(|(token, number)| (&token[2..], number))),
    ]
}

/// The tokens of a text's words.
pub struct Tokens {
    pub list: Vec<u32>,
    /// Where the tokens of each word end.
    ends: Vec<u32>,
}

impl Tokens {
    pub fn of(words: &Words, vocabulary: &Vocabulary) -> Tokens {
        let mut list = Vec::with_capacity(words.list.len() + words.list.len() / 4);
        let mut ends = Vec::with_capacity(words.list.len());
        for word in &words.list {
            vocabulary.push_at(words.folded(), words.folded_range(word), &mut list);
            ends.push(list.len() as u32);
        }
        Tokens { list, ends }
    }

    pub fn of_word(&self, i: usize) -> &[u32] {
        self.of_words(i..i + 1)
    }

    pub fn of_words(&self, words: Range<usize>) -> &[u32] {
        let end = |words: usize| words.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        &self.list[end(words.start)..end(words.end)]
    }
}

/// What a number is like, not what it is.
fn number_kind(word: &str) -> &'static str {
    if word.contains('.') {
        return "<dec>";
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    number_kind_of(digits, word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))
}

/// The stand-in of a whole number of so many digits.
pub fn number_kind_of(digits: usize, year: bool) -> &'static str {
    match digits {
        4 if year => "<year>",
        0 | 1 => "<n1>",
        2 => "<n2>",
        3 => "<n3>",
        4..=6 => "<n4>",
        _ => "<n7>",
    }
}
