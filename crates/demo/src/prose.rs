//! The grammar: a template with `{slots}` and `[this|that]` choices becomes a sentence.
//!
//! Choices nest. A slot that nobody filled stays visible in braces, and a test looks for such braces,
//! so that a misspelt slot cannot hide in a year of text.

use crate::rng::Rng;

/// Values by slot name.
#[derive(Clone, Debug, Default)]
pub struct Slots(Vec<(&'static str, String)>);

impl Slots {
    pub fn new() -> Slots {
        Slots::default()
    }

    /// The newest value of a name wins.
    pub fn set(&mut self, name: &'static str, value: impl Into<String>) -> &mut Slots {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(slot) => slot.1 = value,
            None => self.0.push((name, value)),
        }
        self
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

/// One sentence (or several) from a template, beginning with a capital.
pub fn write(template: &str, slots: &Slots, rng: &mut Rng) -> String {
    let mut text = String::with_capacity(template.len() + 40);
    expand(template, slots, rng, &mut text);
    capitalise(&text)
}

fn expand(template: &str, slots: &Slots, rng: &mut Rng, out: &mut String) {
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with('{') {
            let end = tail.find('}').map_or(tail.len(), |end| end + 1);
            let name = tail[1..end].trim_end_matches('}');
            match slots.get(name) {
                // A value may itself be a template, such as an event's noun.
                Some(value) if value.contains(['{', '[']) => expand(value, slots, rng, out),
                Some(value) => out.push_str(value),
                None => out.push_str(&tail[..end]),
            }
            rest = &tail[end..];
        } else {
            let (inside, after) = bracket(tail);
            let options = split_top(inside);
            expand(options[rng.below(options.len())], slots, rng, out);
            rest = after;
        }
    }
    out.push_str(rest);
}

/// What stands between the first bracket and its partner, and what follows.
fn bracket(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return (&text[1..at], &text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    (&text[1..], "")
}

/// The options at the outermost level.
fn split_top(text: &str) -> Vec<&str> {
    let (mut depth, mut from) = (0, 0);
    let mut options = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'|' if depth == 0 => {
                options.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    options.push(&text[from..]);
    options
}

pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Headline capitals: small words stay small, words with their own capitals stay as they are.
pub fn title_case(text: &str) -> String {
    const SMALL: &[&str] = &[
        "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "its", "of", "on", "or",
        "over", "the", "to", "with", "after", "amid", "vs", "per",
    ];
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let keeps = words.is_empty() || words.last().is_some_and(|last| last.ends_with(':'));
        if SMALL.contains(&word) && !keeps {
            words.push(word.to_owned());
        } else {
            words.push(capitalise(word));
        }
    }
    words.join(" ")
}

/// Lower-case ASCII words joined by hyphens, for addresses and handles.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(plain) => slug.push(plain),
            None if letter == '\'' || letter == '’' => {}
            None if slug.ends_with('-') || slug.is_empty() => {}
            None => slug.push('-'),
        }
    }
    let mut kept = slug.trim_end_matches('-');
    if kept.len() > 72 {
        kept = &kept[..72];
        kept = kept.rfind('-').map_or(kept, |at| &kept[..at]);
    }
    kept.to_owned()
}

fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'a'..='z' | '0'..='9' => letter,
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        _ => return None,
    })
}

/// `94,210`: a whole number with separators.
pub fn thousands(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + 4);
    if number < 0 {
        text.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `$48 million`, `$1.9 billion`.
pub fn dollars(millions: f64) -> String {
    if millions >= 1000.0 {
        format!("${:.1} billion", millions / 1000.0)
    } else if millions >= 10.0 {
        format!("${millions:.0} million")
    } else {
        format!("${millions:.1} million")
    }
}

/// `3.4%`, without a sign.
pub fn percent(value: f64) -> String {
    format!("{:.1}%", value.abs())
}

#[cfg(test)]
#[path = "prose_tests.rs"]
mod tests;
