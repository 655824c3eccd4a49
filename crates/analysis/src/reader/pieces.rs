//! Text in any of the languages beside English to token numbers: the longest pieces that are known, numbers by their kind.
//!
//! Every character is folded into exactly one, so that places in the text stay. Chinese and Japanese need no words: their
//! runs are cut into pieces like the inside of a word. `training/languages/pieces.py` is the twin of this file; the parity
//! test fails where they differ.

use super::target::THING;
use super::vocabulary::{Index, UNKNOWN, number_kind_of, tables};
use super::words::{ENTITIES, MAX_TAG_CHARS, fold};
use crate::letters::{is_letter, small};

/// Characters of the longest piece.
const MAX_PIECE: usize = 16;

/// A stretch of a text that is cut into pieces as one.
#[derive(Clone, Copy)]
pub struct Unit {
    pub start: usize,
    pub end: usize,
    pub what: What,
}

#[derive(Clone, Copy, PartialEq)]
pub enum What {
    Begin,
    Inside,
    /// A number, a link or a handle: one token, whatever it says.
    StandIn(&'static str),
}

/// A text with its characters folded, cut into units.
pub struct Folded {
    pub chars: Vec<char>,
    units: Vec<Unit>,
}

impl Folded {
    /// Of at most `most` characters of `text`.
    pub fn of(text: &str, most: usize) -> Folded {
        // No text has more characters than bytes.
        let mut chars = Vec::with_capacity(text.len().min(most));
        chars.extend(text.chars().take(most).map(plain));
        let units = Scan { chars: &chars }.units();
        Folded { chars, units }
    }

    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The sentence around a character: from its first character to the first after it.
    pub fn sentence(&self, at: usize, reach: usize) -> (usize, usize) {
        let lowest = at.saturating_sub(reach);
        let highest = (at + reach).min(self.chars.len());
        let from = (lowest + 1..=at).rev().find(|&i| self.begins(i)).unwrap_or(lowest);
        let to = (at + 1..highest).find(|&i| self.begins(i)).unwrap_or(highest);
        (from, to)
    }

    /// True where a sentence ends before the character: a new line, or a stop with a blank or a Chinese or Japanese character.
    fn begins(&self, i: usize) -> bool {
        let (before, c) = (self.chars[i - 1], self.chars[i]);
        before == '\n'
            || matches!(before, '.' | '!' | '?') && (c.is_whitespace() || script(c) == Script::East)
    }
}

pub struct Pieces {
    whole: Index,
    inner: Index,
}

impl Pieces {
    /// One token a line; its number is its line. `##` begins a piece from inside a word.
    pub fn new(lines: &str) -> Pieces {
        let length = |line: &str| line.strip_prefix("##").unwrap_or(line).chars().count();
        assert!(
            lines.lines().all(|line| length(line) <= MAX_PIECE),
            "pieces are as short as training cuts them"
        );
        let [whole, inner] = tables(lines);
        Pieces { whole, inner }
    }

    pub fn len(&self) -> usize {
        self.whole.len() + self.inner.len()
    }

    /// The first `most` tokens of a text.
    pub fn tokens(&self, text: &Folded, most: usize) -> Vec<u32> {
        self.cut(text).tokens(most)
    }

    pub fn cut<'a>(&'a self, text: &'a Folded) -> Cut<'a> {
        Cut { pieces: self, text, list: Vec::new(), places: vec![(0, 0); text.units.len()] }
    }

    pub fn stand_in(&self, token: &str) -> u32 {
        self.whole.get(token).unwrap_or(UNKNOWN)
    }

    /// A character as a piece inside a word.
    pub fn inner(&self, c: char) -> u32 {
        self.inner.get(c.encode_utf8(&mut [0; 4])).unwrap_or(UNKNOWN)
    }

    /// The longest piece with which a run begins, and how many bytes it has.
    pub fn longest(&self, run: &str, begins: bool) -> Option<(usize, u32)> {
        let whole = if begins { self.whole.longest_beginning(run) } else { None };
        whole.or_else(|| self.inner.longest_beginning(run))
    }

    fn push(&self, chars: &[char], what: What, out: &mut Vec<u32>) {
        if let What::StandIn(token) = what {
            out.push(self.stand_in(token));
            return;
        }
        let word: String = chars.iter().collect();
        let (before, mut rest) = (out.len(), word.as_str());
        while let Some(first) = rest.chars().next() {
            let begins = what == What::Begin && rest.len() == word.len();
            match self.longest(rest, begins) {
                Some((end, number)) => {
                    out.push(number);
                    rest = &rest[end..];
                }
                None => {
                    // What is not known counts once, however long it is.
                    if out.len() == before || out.last() != Some(&UNKNOWN) {
                        out.push(UNKNOWN);
                    }
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
    }
}

/// The pieces of those units of a text that somebody asked for, each cut once.
pub struct Cut<'a> {
    pub pieces: &'a Pieces,
    pub text: &'a Folded,
    list: Vec<u32>,
    /// Where in `list` the pieces of each unit begin and end; a unit that was cut has some.
    places: Vec<(u32, u32)>,
}

impl Cut<'_> {
    /// The first `most` pieces.
    pub fn tokens(&mut self, most: usize) -> Vec<u32> {
        let mut out = Vec::with_capacity(most.min(self.text.chars.len()));
        for unit in 0..self.text.units.len() {
            if out.len() >= most {
                break;
            }
            out.extend_from_slice(self.of_unit(unit));
        }
        out.truncate(most);
        out
    }

    /// The pieces of one unit.
    pub fn of_unit(&mut self, unit: usize) -> &[u32] {
        if self.places[unit].1 == 0 {
            let (start, Unit { start: from, end, what }) = (self.list.len(), self.text.units[unit]);
            self.pieces.push(&self.text.chars[from..end], what, &mut self.list);
            self.places[unit] = (start as u32, self.list.len() as u32);
        }
        let (start, end) = self.places[unit];
        &self.list[start as usize..end as usize]
    }

    /// The tokens of a stretch with `THING` for each of these places, which lie in order; no piece runs over their ends.
    pub fn marked(&mut self, stretch: (usize, usize), places: &[(usize, usize)]) -> Vec<u32> {
        let text = self.text;
        let first = text.units.partition_point(|unit| unit.end <= stretch.0);
        let units = text.units[first..].iter().take_while(|unit| unit.start < stretch.1);
        let mut out = Vec::with_capacity(64);
        let mut places = places.iter().copied().peekable();
        for (number, unit) in (first..).zip(units) {
            while places.next_if(|place| place.1 <= unit.start).is_some() {}
            if places.peek().is_none_or(|place| place.0 >= unit.end) {
                out.extend_from_slice(self.of_unit(number));
                continue;
            }
            let (mut at, mut what) = (unit.start, unit.what);
            while at < unit.end {
                while places.next_if(|place| place.1 <= at).is_some() {}
                let (from, to) = places.peek().copied().unwrap_or((unit.end, unit.end));
                let from = from.clamp(at, unit.end);
                if from > at {
                    self.pieces.push(&text.chars[at..from], what, &mut out);
                    at = from;
                } else {
                    // Once for a place, however many units it covers.
                    if places.peek().is_some_and(|place| place.0 == at) {
                        out.push(THING);
                    }
                    at = to.min(unit.end);
                }
                if what == What::Begin {
                    what = What::Inside;
                }
            }
        }
        out
    }
}

struct Scan<'a> {
    chars: &'a [char],
}

impl Scan<'_> {
    fn at(&self, i: usize) -> Option<char> {
        self.chars.get(i).copied()
    }

    fn until(&self, from: usize, inside: impl Fn(char) -> bool) -> usize {
        (from..self.chars.len()).find(|&i| !inside(self.chars[i])).unwrap_or(self.chars.len())
    }

    fn units(&self) -> Vec<Unit> {
        let mut units = Vec::with_capacity(self.chars.len() / 4);
        let mut i = 0;
        while let Some(c) = self.at(i) {
            if c.is_whitespace() || c < ' ' {
                i += 1;
                continue;
            }
            let (end, what) = if c.is_ascii_digit() {
                self.number(i)
            } else if is_letter(c) {
                self.letters(i)
            } else {
                self.mark(i, c)
            };
            units.extend(what.map(|what| Unit { start: i, end, what }));
            i = end;
        }
        units
    }

    fn number(&self, i: usize) -> (usize, Option<What>) {
        let digit = |at: usize| self.at(at).is_some_and(|c| c.is_ascii_digit());
        let mut j = i + 1;
        while digit(j) || matches!(self.at(j), Some('.' | ',')) && digit(j + 1) {
            j += 1;
        }
        (j, Some(What::StandIn(number_kind(&self.chars[i..j]))))
    }

    fn letters(&self, i: usize) -> (usize, Option<What>) {
        let own = script(self.chars[i]);
        let j = self.until(i + 1, |c| is_letter(c) && script(c) == own);
        if self.chars[j..].starts_with(&[':', '/', '/']) {
            return (self.until(j, |c| !c.is_whitespace()), Some(What::StandIn("<url>")));
        }
        let joined = i.checked_sub(1).and_then(|before| self.at(before)).is_some_and(in_word);
        let inside = own == Script::East || own == Script::Korean && joined;
        (j, Some(if inside { What::Inside } else { What::Begin }))
    }

    fn mark(&self, i: usize, c: char) -> (usize, Option<What>) {
        match c {
            '<' if self.at(i + 1).is_some_and(|n| n == '/' || n == '!' || n.is_ascii_alphabetic()) => {
                let near = &self.chars[i..self.chars.len().min(i + MAX_TAG_CHARS)];
                if let Some(length) = near.iter().position(|&c| c == '>') {
                    return (i + length + 1, None);
                }
            }
            '&' => {
                let same = |name: &str| name.chars().eq(self.chars[i..].iter().copied().take(name.len()));
                if let Some((name, _)) = ENTITIES.iter().find(|(name, _)| same(name)) {
                    return (i + name.len(), None);
                }
            }
            '@' if self.at(i + 1).is_some_and(in_word) => {
                return (self.until(i + 1, |c| in_word(c) || c == '_'), Some(What::StandIn("<user>")));
            }
            _ => {}
        }
        (i + 1, Some(What::Begin))
    }
}

/// A letter or digit that stands with others in a word between blanks.
pub fn is_letter_of_words(c: char) -> bool {
    in_word(c) && script(c) == Script::Words
}

fn in_word(c: char) -> bool {
    c.is_ascii_digit() || is_letter(c)
}

/// A mark before the last three digits groups thousands; any other begins decimals.
fn number_kind(chars: &[char]) -> &'static str {
    let last = chars.iter().rposition(|c| !c.is_ascii_digit());
    if last.is_some_and(|last| chars.len() - last - 1 != 3) {
        return "<dec>";
    }
    let digits = chars.iter().filter(|c| c.is_ascii_digit()).count();
    let year = chars.len() == 4 && matches!(chars[..2], ['1', '9'] | ['2', '0']);
    number_kind_of(digits, year)
}

#[derive(Clone, Copy, PartialEq)]
enum Script {
    Words,
    Korean,
    East,
}

fn script(c: char) -> Script {
    match c {
        ..'\u{3005}' => Script::Words,
        '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Script::East,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Script::East,
        '\u{ac00}'..='\u{d7a3}' => Script::Korean,
        _ => Script::Words,
    }
}

/// One character for one: small, without accents, marks in their plain form.
fn plain(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    if ('а'..='я').contains(&c) {
        return c;
    }
    let narrow = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    match small(narrow).or_else(|| narrow.to_lowercase().next()).unwrap_or(narrow) {
        'ё' => 'е',
        '。' | '｡' => '.',
        '、' | '､' => ',',
        '「' | '」' | '『' | '』' | '«' | '»' | '„' => '"',
        '\u{3000}' => ' ',
        small => fold(small),
    }
}

#[cfg(test)]
#[path = "pieces_tests.rs"]
mod tests;
