//! The surroundings of one match: its neighbours and how the sentence around it is capitalised.

use std::borrow::Cow;

use crate::letters::is_letter_or_digit;

/// Bytes to either side that are looked at; keeps the work per match constant.
const WINDOW: usize = 120;

/// How a stretch of text uses capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Only names and first words have capitals, so a capital means something.
    Sentence,
    /// As headlines are set: Nearly Every Word Has One.
    Title,
    /// EVERYTHING.
    Capitals,
    /// nothing at all, as in many posts.
    Lower,
}

/// A match and what stands around it.
pub(super) struct Place<'a> {
    pub before: &'a str,
    pub matched: &'a str,
    pub after: &'a str,
}

impl<'a> Place<'a> {
    pub fn new(text: &'a str, start: usize, end: usize) -> Place<'a> {
        let from = text.floor_char_boundary(start.saturating_sub(WINDOW));
        let to = text.floor_char_boundary((end + WINDOW).min(text.len()));
        Place { before: &text[from..start], matched: &text[start..end], after: &text[end..to] }
    }

    /// The word just before, if only blanks lie between.
    pub fn previous_word(&self) -> &'a str {
        last_word(self.before)
    }

    /// The word before that.
    pub fn word_before_previous(&self) -> &'a str {
        let previous = self.previous_word();
        if previous.is_empty() {
            return "";
        }
        let rest = self.before.trim_end_matches([' ', '\u{a0}']);
        last_word(&rest[..rest.len() - previous.len()])
    }

    /// The word just after, if only blanks or a possessive lie between.
    pub fn next_word(&self) -> &'a str {
        first_word(self.after_possessive())
    }

    /// What the learned weights call what stands before: a word, else a sign, else `^`.
    pub fn before_key(&self) -> Cow<'a, str> {
        key(self.previous_word(), self.before.trim_end_matches([' ', '\u{a0}']).chars().next_back(), "^")
    }

    /// The same of what stands before that.
    pub fn before_that_key(&self) -> Cow<'a, str> {
        let rest = self.before.trim_end_matches([' ', '\u{a0}']);
        let rest = rest[..rest.len() - self.previous_word().len()].trim_end_matches([' ', '\u{a0}']);
        key(last_word(rest), rest.chars().next_back(), "^")
    }

    /// The same of what stands behind.
    pub fn after_key(&self) -> Cow<'a, str> {
        let rest = self.after_possessive().trim_start_matches([' ', '\u{a0}']);
        key(first_word(rest), rest.chars().next(), "$")
    }

    /// The words behind it in its sentence.
    pub fn words_after(&self) -> impl Iterator<Item = &'a str> {
        words(self.own_sentence_after())
    }

    /// The words before it in its sentence, the nearest first.
    pub fn words_before(&self) -> impl Iterator<Item = &'a str> {
        words(self.own_sentence_before()).collect::<Vec<_>>().into_iter().rev()
    }

    pub fn is_possessive(&self) -> bool {
        self.after_possessive().len() < self.after.len()
    }

    fn after_possessive(&self) -> &'a str {
        ["'s", "\u{2019}s", "'S", "\u{2019}S"]
            .iter()
            .find_map(|s| self.after.strip_prefix(s))
            .unwrap_or(self.after)
    }

    pub fn has_cashtag(&self) -> bool {
        self.before.ends_with('$')
    }

    pub fn has_hashtag(&self) -> bool {
        self.before.ends_with('#')
    }

    /// Alone in brackets, perhaps behind the name of an exchange: `(NASDAQ: COIN)`, `(LINK)`.
    pub fn in_brackets(&self) -> bool {
        let closed =
            self.after.starts_with([')', ']', ',', ';', ' ', '/']) && self.after.contains([')', ']']);
        let before = self.before.trim_end_matches(' ').trim_end_matches('$');
        closed && before.ends_with(['(', '[']) || self.after.starts_with([')', ']']) && self.behind_exchange()
    }

    /// Something in capitals stands in brackets right behind, as a coin's ticker does.
    pub fn has_ticker_behind(&self) -> bool {
        let inside =
            self.after.trim_start_matches(' ').strip_prefix('(').and_then(|rest| rest.split_once(')'));
        inside.is_some_and(|(ticker, _)| {
            let ticker = ticker.trim().trim_start_matches('$');
            (2..=6).contains(&ticker.len()) && ticker.chars().all(|c| c.is_ascii_uppercase())
        })
    }

    /// Directly behind the name of a stock exchange and a colon.
    pub fn behind_exchange(&self) -> bool {
        let Some(before) = self.before.trim_end_matches(' ').strip_suffix(':') else { return false };
        let exchange = last_word(before);
        super::words::EXCHANGES.has(exchange)
    }

    /// First in its sentence or field, where a capital means nothing.
    pub fn starts_sentence(&self) -> bool {
        let before =
            self.before.trim_end_matches([' ', '"', '\'', '\u{201c}', '\u{2018}', '\u{a0}', '$', '(']);
        before.is_empty() || before.ends_with(['.', '!', '?', '\n', '\r', ':', '|', '\u{2022}', ';'])
            // A dash opens a new headline part, but "Bitcoin-" does not.
            || before.ends_with(['\u{2014}', '\u{2013}']) || before.ends_with(" -")
    }

    pub fn style(&self) -> Style {
        let (head, tail) = (self.own_sentence_before(), self.own_sentence_after());
        let (mut capital, mut lower, mut shouted) = (0, 0, 0);
        for word in words(head).skip(1).chain(words(tail)) {
            if word.len() < 4 || !word.starts_with(char::is_alphabetic) {
                continue;
            }
            if word.starts_with(char::is_lowercase) {
                lower += 1;
            } else if word.chars().any(char::is_lowercase) {
                capital += 1;
            } else {
                shouted += 1;
            }
        }
        if shouted >= 2 && shouted > 2 * (capital + lower) {
            Style::Capitals
        } else if self.matched.chars().all(|c| !c.is_uppercase()) && capital + shouted == 0 {
            Style::Lower
        } else if lower > capital || lower > 0 && capital <= 1 {
            Style::Sentence
        } else {
            Style::Title
        }
    }

    /// Whether a word of the list stands in the sentence.
    pub fn sentence_has(&self, list: &super::words::Words) -> bool {
        words(self.own_sentence_before()).chain(words(self.own_sentence_after())).any(|word| list.has(word))
    }

    fn own_sentence_before(&self) -> &'a str {
        let start = self.before.rfind(['\n', '!', '?']).map_or(0, |i| i + 1);
        let start = self.before.rfind(". ").map_or(start, |i| start.max(i + 2));
        &self.before[start..]
    }

    fn own_sentence_after(&self) -> &'a str {
        let end = self.after.find(['\n', '!', '?']).unwrap_or(self.after.len());
        let end = self.after.find(". ").map_or(end, |i| end.min(i));
        &self.after[..end]
    }
}

fn key<'a>(word: &'a str, sign: Option<char>, edge: &'static str) -> Cow<'a, str> {
    match sign {
        _ if !word.is_empty() => word.to_lowercase().into(),
        Some(sign) => sign.to_string().into(),
        None => edge.into(),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_letter_or_digit(c) && c != '\'' && c != '\u{2019}')
        .filter(|word| !word.is_empty())
}

fn in_word(c: char) -> bool {
    is_letter_or_digit(c) || c == '\'' || c == '\u{2019}' || c == '-' || c == '&'
}

fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\u{a0}']);
    let start = text.char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    start.map_or("", |(i, _)| &text[i..])
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\u{a0}']);
    let end = text.find(|c| !in_word(c)).unwrap_or(text.len());
    &text[..end]
}
