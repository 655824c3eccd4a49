//! Text to words: the one way of cutting text up that training and reading share.
//!
//! A word is a run of letters and digits (with `'s` or `n't` still on it), a number, a link, a handle or one mark.
//! Markup is skipped. `training/words.py` is the twin of this file; the parity test fails where they differ.

use std::ops::Range;

/// A word: its folded spelling lies in the buffer of its `Words`, its place counts characters of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    from: u32,
    to: u32,
    pub start: u32,
    /// The first character after the word, without a possessive ending.
    pub end: u32,
    /// The first character after the word with such an ending.
    pub after: u32,
    pub shape: Shape,
    /// A line ends between the word before and this one.
    pub after_break: bool,
}

/// How a word is written. The numbers are those that the tagger was trained with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Small = 0,
    Capital = 1,
    Capitals = 2,
    Mixed = 3,
    Number = 4,
    Mark = 5,
    OneCapital = 6,
    Link = 7,
}

impl Shape {
    /// Could stand in a name.
    pub fn is_name(self) -> bool {
        matches!(self, Shape::Capital | Shape::Capitals | Shape::Mixed | Shape::OneCapital)
    }
}

#[derive(Debug, Default)]
pub struct Words {
    pub chars: Vec<char>,
    pub list: Vec<Word>,
    /// Something was passed over or stands for something else: words alone do not say where the text was cut.
    pub has_markup: bool,
    folded: String,
}

/// Markup longer than this is taken for text.
pub const MAX_TAG_CHARS: usize = 300;

pub const ENTITIES: [(&str, char); 7] = [
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&#39;", '\''),
    ("&apos;", '\''),
    ("&nbsp;", ' '),
];

impl Words {
    /// Cuts up at most `most` characters of `text`.
    pub fn of(text: &str, most: usize) -> Words {
        let chars: Vec<char> = text.chars().take(most).collect();
        let mut words = Words {
            folded: String::with_capacity(chars.len() + 16),
            list: Vec::with_capacity(chars.len() / 4),
            has_markup: false,
            chars: Vec::new(),
        };
        Scan { chars: &chars, words: &mut words, broken: false }.run();
        words.chars = chars;
        words
    }

    /// All words as they are compared, one behind the other, and where in it a word stands.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub fn folded_range(&self, word: &Word) -> Range<usize> {
        word.from as usize..word.to as usize
    }

    pub fn text(&self, word: &Word) -> &str {
        &self.folded[word.from as usize..word.to as usize]
    }

    /// A word without what a possessive adds to it.
    pub fn stem(&self, word: &Word) -> &str {
        self.text(word).strip_suffix("'s").unwrap_or(self.text(word))
    }

    /// The characters of a stretch as the text spells them.
    pub fn spelled(&self, start: u32, end: u32) -> String {
        self.chars[start as usize..end as usize].iter().collect()
    }
}

struct Scan<'a> {
    chars: &'a [char],
    words: &'a mut Words,
    broken: bool,
}

impl Scan<'_> {
    fn at(&self, i: usize) -> Option<char> {
        self.chars.get(i).copied()
    }

    fn run(mut self) {
        let mut i = 0;
        while let Some(c) = self.at(i) {
            i = if c.is_whitespace() || c < ' ' {
                self.broken |= c == '\n';
                i + 1
            } else if c.is_ascii_digit() {
                self.number(i)
            } else if c.is_alphabetic() {
                self.letters(i)
            } else {
                self.mark(i, c)
            };
        }
    }

    fn number(&mut self, i: usize) -> usize {
        let digit = |at: usize| self.at(at).is_some_and(|c| c.is_ascii_digit());
        let mut j = i + 1;
        while digit(j) || matches!(self.at(j), Some('.' | ',')) && digit(j + 1) {
            j += 1;
        }
        let from = self.words.folded.len();
        self.words.folded.extend(&self.chars[i..j]);
        self.push(from, i, j, Shape::Number);
        j
    }

    fn letters(&mut self, i: usize) -> usize {
        let mut j = i + 1;
        while self.at(j).is_some_and(alphanumeric) {
            j += 1;
        }
        let from = self.words.folded.len();
        if self.chars[j..].starts_with(&[':', '/', '/']) {
            while self.at(j).is_some_and(|c| !c.is_whitespace()) {
                j += 1;
            }
            self.words.folded.push_str("<url>");
            self.push(from, i, j, Shape::Link);
            return j;
        }
        let bare = j;
        if matches!(self.at(j), Some('\'' | '’')) && self.at(j + 1).is_some_and(char::is_alphabetic) {
            j += 2;
            while self.at(j).is_some_and(char::is_alphabetic) {
                j += 1;
            }
        }
        for &c in &self.chars[i..j] {
            fold_into(c, &mut self.words.folded);
        }
        let shape = shape_of(&self.chars[i..j]);
        self.push(from, i, bare, shape);
        if let Some(word) = self.words.list.last_mut() {
            word.after = j as u32;
        }
        j
    }

    fn mark(&mut self, i: usize, c: char) -> usize {
        let from = self.words.folded.len();
        match c {
            '<' if self.at(i + 1).is_some_and(|n| n == '/' || n == '!' || n.is_ascii_alphabetic()) => {
                let near = &self.chars[i..self.chars.len().min(i + MAX_TAG_CHARS)];
                if let Some(length) = near.iter().position(|&c| c == '>') {
                    self.words.has_markup = true;
                    return i + length + 1;
                }
            }
            '&' => {
                let found = ENTITIES
                    .iter()
                    .find(|(name, _)| name.chars().eq(self.chars[i..].iter().copied().take(name.len())));
                if let Some(&(name, meant)) = found {
                    self.words.has_markup = true;
                    if meant != ' ' {
                        self.words.folded.push(meant);
                        self.push(from, i, i + name.len(), Shape::Mark);
                    }
                    return i + name.len();
                }
            }
            '@' if self.at(i + 1).is_some_and(alphanumeric) => {
                let mut j = i + 1;
                while self.at(j).is_some_and(|c| alphanumeric(c) || c == '_') {
                    j += 1;
                }
                self.words.folded.push_str("<user>");
                self.push(from, i, j, Shape::Link);
                return j;
            }
            _ => {}
        }
        self.words.folded.push(fold(c));
        self.push(from, i, i + 1, Shape::Mark);
        i + 1
    }

    fn push(&mut self, from: usize, start: usize, end: usize, shape: Shape) {
        let word = Word {
            from: from as u32,
            to: self.words.folded.len() as u32,
            start: start as u32,
            end: end as u32,
            after: end as u32,
            shape,
            after_break: self.broken,
        };
        self.words.list.push(word);
        self.broken = false;
    }
}

fn alphanumeric(c: char) -> bool {
    c.is_ascii_digit() || c.is_alphabetic()
}

fn shape_of(letters: &[char]) -> Shape {
    let upper = letters.iter().filter(|c| c.is_uppercase()).count();
    match upper {
        0 => Shape::Small,
        _ if letters.len() == 1 => Shape::OneCapital,
        _ if upper == letters.iter().filter(|c| c.is_alphabetic()).count() => Shape::Capitals,
        1 if letters[0].is_uppercase() => Shape::Capital,
        _ => Shape::Mixed,
    }
}

fn fold_into(c: char, into: &mut String) {
    if c.is_ascii() {
        into.push(c.to_ascii_lowercase());
    } else {
        into.extend(c.to_lowercase().map(fold));
    }
}

/// Letters without their accents, and the plain form of marks that typesetters vary.
pub fn fold(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' => 's',
        'ţ' | 'ť' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        '’' | '‘' | 'ʼ' => '\'',
        '“' | '”' => '"',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '…' => '.',
        _ => c,
    }
}
