//! The sentences that name something, so that their tone can be read.

use domain::{Field, Mention};

/// Bytes of one sentence that are handed on.
const LONGEST: usize = 600;

/// Sentences handed on per mention.
pub(super) const MOST: usize = 6;

/// The first few sentences of a text that name `mention`, each once, title first.
pub fn sentences_of<'a>(mention: &Mention, title: &'a str, content: &'a str) -> Vec<&'a str> {
    let mut sentences: Vec<&str> = Vec::new();
    for (field, text) in [(Field::Title, title), (Field::Content, content)] {
        let starts = mention.spans.iter().filter(|span| span.field == field).map(|span| span.start as usize);
        let mut characters = text.char_indices().enumerate();
        for start in starts {
            let Some((_, (byte, _))) = characters.find(|(count, _)| *count == start) else { break };
            push_distinct(&mut sentences, around(text, byte));
            if sentences.len() >= MOST {
                return sentences;
            }
        }
    }
    sentences
}

/// Adds a sentence unless it is the one added last; places come in order, so that is enough.
pub(super) fn push_distinct<'a>(sentences: &mut Vec<&'a str>, sentence: &'a str) {
    let same = sentences.last().is_some_and(|last| std::ptr::eq(last.as_ptr(), sentence.as_ptr()));
    if !same && !sentence.is_empty() {
        sentences.push(sentence);
    }
}

/// The sentence around a byte of `text`, without blanks at its ends.
pub(super) fn around(text: &str, byte: usize) -> &str {
    let from = text.floor_char_boundary(byte.saturating_sub(LONGEST / 2));
    let to = text.floor_char_boundary((byte + LONGEST / 2).min(text.len()));
    let start = ends(&text[from..byte]).last().map_or(from, |end| from + end);
    let end = ends(&text[byte..to]).next().map_or(to, |end| byte + end);
    text[start..end].trim()
}

/// Where sentences end in `text`: behind a stop that a blank follows, unless it closes an abbreviation.
pub(crate) fn ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().filter_map(move |(i, c)| {
        let end = i + c.len_utf8();
        match c {
            '\n' | '。' | '！' | '？' => Some(end),
            '!' | '?' => text[end..].starts_with([' ', '"', '\u{201d}', '\n']).then_some(end),
            '.' => (text[end..].starts_with([' ', '\n', '"', '\u{201d}']) && !abbreviates(&text[..i]))
                .then_some(end),
            _ => None,
        }
    })
}

/// True where the stop behind `before` belongs to a shortened word: `U.S.`, `Inc.`, `Mr.`, `J.`.
fn abbreviates(before: &str) -> bool {
    // No shortened word is long; without this bound a text of stops alone would be read again and again.
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(12))..];
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("");
    let letters = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    letters.contains('.')
        || letters.chars().count() == 1 && letters.chars().all(char::is_uppercase)
        || [
            "Inc", "Corp", "Ltd", "Co", "Mr", "Mrs", "Ms", "Dr", "No", "vs", "St", "Sen", "Rep", "Gov", "Jr",
            "Mt",
        ]
        .contains(&letters)
}
