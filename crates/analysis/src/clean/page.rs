//! A text as words and units, made in one pass. A unit is a sentence or a line: what is judged as a whole.

use std::ops::Range;

use super::signs::{BASE, CLASSES, Class, WordHash, class_at, is_sign};
use crate::fingerprint::mix;

/// A headline of fewer words may be part of a sentence.
pub(super) const MIN_TITLE_WORDS: usize = 4;
const MAX_TITLE_WORDS: usize = 60;
/// Longer units are cut, so that a text without stops is many units and not one.
const MAX_UNIT_BYTES: usize = 2_000;
/// Stands for the article's own headline wherever the text repeats it.
pub(super) const TITLE: u64 = 1;

#[derive(Clone, Copy)]
pub(super) struct Word {
    pub start: u32,
    pub end: u32,
    /// The same for any case.
    pub hash: u64,
    pub is_capital: bool,
    pub is_number: bool,
}

#[derive(Clone)]
pub(super) struct Unit {
    /// In bytes, without the space around it.
    pub range: Range<usize>,
    pub words: Range<usize>,
}

pub(super) struct Page<'a> {
    pub text: &'a str,
    pub words: Vec<Word>,
    pub units: Vec<Unit>,
    /// Sums of word hashes, from which the hash of any run follows.
    sums: Vec<u64>,
}

/// The words of a headline, to be looked for; none where it is too short or too long to be one.
pub(super) fn headline(title: &str) -> Vec<u64> {
    let words = Page::of(title, &[]).words;
    let is_one = (MIN_TITLE_WORDS..=MAX_TITLE_WORDS).contains(&words.len());
    if is_one { words.iter().map(|word| word.hash).collect() } else { Vec::new() }
}

impl<'a> Page<'a> {
    /// `title` are the words of the article's headline: where they stand in the text, they are one word.
    pub fn of(text: &'a str, title: &[u64]) -> Page<'a> {
        let mut making = Making {
            page: Page {
                text,
                words: Vec::with_capacity(text.len() / 6),
                units: Vec::new(),
                sums: Vec::new(),
            },
            title,
            unit_start: 0,
            unit_word: 0,
        };
        making.all();
        let mut page = making.page;
        page.sums.reserve(page.words.len() + 1);
        let mut sum = 0u64;
        page.sums.push(sum);
        for word in &page.words {
            sum = sum.wrapping_mul(BASE).wrapping_add(word.hash);
            page.sums.push(sum);
        }
        page
    }

    /// The hash of the words in a range, the same wherever they stand.
    pub fn run_hash(&self, words: Range<usize>) -> u64 {
        let n = words.len();
        let power = POWERS.get(n).copied().unwrap_or_else(|| BASE.wrapping_pow(n as u32));
        mix(self.sums[words.end].wrapping_sub(self.sums[words.start].wrapping_mul(power)))
    }

    /// The index of the first word that begins at or after a place.
    pub fn index_at(&self, place: usize) -> usize {
        self.words.partition_point(|word| (word.start as usize) < place)
    }

    /// A word as it is spelled.
    pub fn spelled(&self, index: usize) -> &'a str {
        self.words.get(index).map_or("", |word| &self.text[word.start as usize..word.end as usize])
    }

    pub fn end_of(&self, index: usize) -> usize {
        self.words[index].end as usize
    }

    /// Where a word begins, with the signs that are written in front of it.
    pub fn start_of(&self, index: usize) -> usize {
        let start = self.words[index].start as usize;
        let from = if index == 0 { 0 } else { self.words[index - 1].end as usize };
        let before = &self.text[from..start];
        from + before
            .rfind(char::is_whitespace)
            .map_or(0, |space| space + before[space..].chars().next().map_or(0, char::len_utf8))
    }

    pub fn holds(&self, index: usize, run: &[u64]) -> bool {
        let here = self.words.get(index..index + run.len());
        here.is_some_and(|here| here.iter().zip(run).all(|(word, hash)| word.hash == *hash))
    }
}

const POWERS: [u64; 64] = {
    let mut powers = [1u64; 64];
    let mut n = 1;
    while n < 64 {
        powers[n] = powers[n - 1].wrapping_mul(BASE);
        n += 1;
    }
    powers
};

struct Making<'a, 't> {
    page: Page<'a>,
    title: &'t [u64],
    unit_start: usize,
    unit_word: usize,
}

impl Making<'_, '_> {
    fn all(&mut self) {
        let text = self.page.text;
        let mut at = 0;
        // Where the stop stands after which a unit may end.
        let mut stop = None;
        while at < text.len() {
            let (class, n_bytes) = class_at(text, at);
            let next = at + n_bytes;
            match class {
                Class::Word => {
                    at = self.word(at);
                    stop = None;
                    self.end_if_long(at);
                    continue;
                }
                Class::Break => {
                    self.end_unit(next);
                    stop = None;
                }
                Class::Stop => stop = Some(at),
                Class::Close => {}
                Class::Space => {
                    if let (Some(place), Some(follows)) = (stop, text[next..].chars().next()) {
                        let begins =
                            !follows.is_lowercase() && !matches!(follows, '.' | ',' | ';' | ':' | '!' | '?');
                        if begins && !self.is_abbreviated(place) {
                            self.end_unit(next);
                        }
                        if !matches!(follows, '.' | '!' | '?') {
                            stop = None;
                        }
                    }
                }
                Class::Other | Class::Wide => stop = None,
            }
            at = next;
            self.end_if_long(at);
        }
        self.end_unit(text.len());
    }

    /// Takes in the word that begins here; returns where it ends.
    fn word(&mut self, start: usize) -> usize {
        let text = self.page.text;
        let bytes = text.as_bytes();
        let mut hash = WordHash::default();
        let mut end = start;
        loop {
            while end < bytes.len() && CLASSES[bytes[end] as usize] == Class::Word {
                // In lower case; digits have this bit anyway.
                hash.take(bytes[end] | 0x20);
                end += 1;
            }
            if end >= bytes.len() || bytes[end].is_ascii() || class_at(text, end).0 != Class::Word {
                break;
            }
            let Some(c) = text[end..].chars().next() else { break };
            // Scripts without spaces: every sign is a word.
            if is_sign(c) && end > start {
                break;
            }
            let mut buffer = [0; 4];
            for lower in c.to_lowercase() {
                lower.encode_utf8(&mut buffer).bytes().for_each(|byte| hash.take(byte));
            }
            end += c.len_utf8();
            if is_sign(c) {
                break;
            }
        }
        let (is_capital, is_number) = match bytes[start] {
            byte if byte.is_ascii() => (byte.is_ascii_uppercase(), byte.is_ascii_digit()),
            _ => text[start..].chars().next().map_or((false, false), |c| (c.is_uppercase(), c.is_numeric())),
        };
        let (start, end32) = (start as u32, end as u32);
        self.page.words.push(Word { start, end: end32, hash: hash.done(), is_capital, is_number });
        self.fold_title();
        end
    }

    /// Where the last words are the headline, makes one word of them.
    fn fold_title(&mut self) {
        let words = &mut self.page.words;
        let n = self.title.len();
        let is_end =
            n > 0 && words.len() >= n && words.last().map(|word| word.hash) == self.title.last().copied();
        if !is_end || !words[words.len() - n..].iter().zip(self.title).all(|(word, hash)| word.hash == *hash)
        {
            return;
        }
        let first = words.len() - n;
        let (start, end) = (words[first].start, words[words.len() - 1].end);
        words.truncate(first);
        words.push(Word { start, end, hash: TITLE, is_capital: true, is_number: false });
        // A headline of several sentences is one unit.
        while self.unit_start > start as usize {
            let Some(unit) = self.page.units.pop() else { return };
            (self.unit_start, self.unit_word) = (unit.range.start, unit.words.start);
        }
    }

    fn end_if_long(&mut self, at: usize) {
        if at - self.unit_start >= MAX_UNIT_BYTES {
            self.end_unit(at);
        }
    }

    fn end_unit(&mut self, end: usize) {
        let inside = &self.page.text[self.unit_start..end];
        let from = self.unit_start + (inside.len() - inside.trim_start().len());
        let to = self.unit_start + inside.trim_end().len();
        if from < to {
            let words = self.unit_word..self.page.words.len();
            self.page.units.push(Unit { range: from..to, words });
        }
        self.unit_start = end;
        self.unit_word = self.page.words.len();
    }

    /// Whether the dot at this place belongs to its word.
    fn is_abbreviated(&self, dot: usize) -> bool {
        let before = &self.page.text[self.unit_start.min(dot)..dot];
        let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
        let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
        let is_dotted =
            word.len() > 1 && word.contains('.') && word.len() <= 6 && !word.contains(char::is_numeric);
        self.page.text[dot..].starts_with('.') && (is_initial || is_dotted || ABBREVIATIONS.contains(&word))
    }
}

#[rustfmt::skip]
const ABBREVIATIONS: &[&str] = &[
    "Mr", "Mrs", "Ms", "Dr", "Prof", "Sen", "Rep", "Gov", "Gen", "St", "Inc", "Ltd", "Corp", "Co", "No", "vs", "Jan", "Feb",
    "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec", "approx", "etc", "Jr", "Sr",
];
