//! A page that was written in English, with its data marked, said in another language: the words of the template are
//! looked up, what stands between marks is kept. Drawings, code and what says that it is English stay as they are.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::catalogue::{Catalogue, filled};
use super::{CLOSE, Language, OPEN, language, localised};

/// Attributes that people read or hear.
pub const SPOKEN: [&str; 5] = ["aria-label", "placeholder", "title", "data-copy", "data-words"];
/// Elements that are passed on as they are.
const UNTOUCHED: [&str; 6] = ["svg", "code", "pre", "script", "style", "textarea"];
/// Where a text that is put together from pieces can be taken apart again.
pub const JOINTS: [&str; 6] = [" · ", ". ", "; ", ": ", ", ", " – "];
/// Texts that were looked for and not found, at most.
const MAX_MISSING: usize = 500;

static MISSING: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Texts that a page needed and the catalogue lacks, since the program began.
pub fn missing() -> Vec<String> {
    MISSING.lock().map_or(Vec::new(), |missing| missing.iter().cloned().collect())
}

/// The page in the language of whoever is answered.
pub fn translated(html: String) -> String {
    match language().catalogue() {
        None => html,
        Some(catalogue) => {
            Translator { catalogue, language: language(), out: String::with_capacity(html.len()) }.page(&html)
        }
    }
}

struct Translator {
    catalogue: &'static Catalogue,
    language: Language,
    out: String,
}

impl Translator {
    fn page(mut self, html: &str) -> String {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            let (text, from) = rest.split_at(at);
            let text = self.spoken(text);
            self.out.push_str(&text);
            let end = from.find('>').map_or(from.len(), |end| end + 1);
            let (tag, after) = from.split_at(end);
            self.tag(tag);
            rest = after;
            if let Some(name) = untouched(tag) {
                let end = end_of(rest, name);
                let (inside, after) = rest.split_at(end);
                self.out.push_str(&unmarked(inside));
                rest = after;
            }
        }
        let text = self.spoken(rest);
        self.out.push_str(&text);
        self.out
    }

    fn tag(&mut self, tag: &str) {
        if tag.starts_with("<html") {
            self.out.push_str(&format!("<html lang=\"{}\">", self.language.code()));
            return;
        }
        let mut rest = tag;
        // Values stand between double quotes, which data has escaped.
        while let Some((before, after)) = rest.split_once("=\"") {
            let Some((value, behind)) = after.split_once('"') else { break };
            let name = before.rsplit(' ').next().unwrap_or("");
            self.out.push_str(&unmarked(before));
            self.out.push_str("=\"");
            let value = if SPOKEN.contains(&name) { self.spoken(value) } else { unmarked(value) };
            self.out.push_str(&value);
            self.out.push('"');
            rest = behind;
        }
        self.out.push_str(&unmarked(rest));
    }

    /// A text of the page with its data.
    fn spoken(&self, text: &str) -> String {
        let (pattern, values) = taken_apart(text);
        if !has_words(&pattern) {
            return filled_as_is(&pattern, &values);
        }
        let is_outside = |letter: char| letter.is_whitespace() || ".,;:·)×".contains(letter);
        let inner = pattern.trim_start_matches(is_outside);
        let start = pattern.len() - inner.len();
        let inner = inner.trim_end_matches(|letter: char| letter.is_whitespace() || "·(".contains(letter));
        let end = start + inner.len();
        let said = self.said(inner, &mut values.iter(), &JOINTS);
        format!("{}{said}{}", &pattern[..start], &pattern[end..])
    }

    /// The pattern as a whole, or else piece by piece.
    fn said<'a>(
        &self,
        pattern: &str,
        values: &mut impl Iterator<Item = &'a String>,
        joints: &[&str],
    ) -> String {
        let words: Vec<&str> = pattern.split_whitespace().collect();
        let count = pattern.matches("{}").count();
        if let Some(found) = self.catalogue.find(&words.join(" ")) {
            let values: Vec<String> = values.take(count).cloned().collect();
            return filled(found, &values);
        }
        if has_words(pattern)
            && let Some((at, joint)) = joints.iter().enumerate().find(|(_, joint)| pattern.contains(**joint))
        {
            // A full stop belongs to the sentence before it.
            let (kept, between) = if *joint == ". " { (".", " ") } else { ("", *joint) };
            let pieces: Vec<&str> = pattern.split(joint).collect();
            let said: Vec<String> = pieces
                .iter()
                .enumerate()
                .map(|(piece_at, piece)| {
                    let kept = if piece_at + 1 < pieces.len() { kept } else { "" };
                    self.said(&format!("{piece}{kept}"), values, &joints[at + 1..])
                })
                .collect();
            return said.join(between);
        }
        if has_words(pattern) {
            note(&words.join(" "));
        }
        let values: Vec<String> = values.take(count).cloned().collect();
        filled_as_is(pattern, &values)
    }
}

fn note(text: &str) {
    if let Ok(mut missing) = MISSING.lock()
        && missing.len() < MAX_MISSING
        && missing.insert(text.to_owned())
    {
        tracing::debug!(text, "a text is in no catalogue: {text}");
    }
}

/// The name of an element whose inside stays as it is.
pub fn untouched(tag: &str) -> Option<&str> {
    let name = tag.trim_start_matches('<').split([' ', '>', '/']).next().unwrap_or("");
    let stays = UNTOUCHED.contains(&name) || (name != "html" && tag.contains(" lang=\"en\""));
    (stays && !name.is_empty() && !tag.ends_with("/>")).then_some(name)
}

/// Where the element of this name ends whose inside begins here.
pub fn end_of(inside: &str, name: &str) -> usize {
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let (mut at, mut depth) = (0, 1);
    while let Some(next) = inside[at..].find('<').map(|next| at + next) {
        if inside[next..].starts_with(&close) {
            depth -= 1;
            if depth == 0 {
                return next;
            }
        } else if inside[next..].starts_with(&open) {
            depth += 1;
        }
        at = next + 1;
    }
    inside.len()
}

/// The text with `{}` where data stands, and the data as the language writes it.
fn taken_apart(text: &str) -> (String, Vec<String>) {
    let (mut pattern, mut values) = (String::with_capacity(text.len()), Vec::<String>::new());
    let mut rest = text;
    let mut joins = false;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (value, behind) = after.split_once(CLOSE).unwrap_or((after, ""));
        pattern.push_str(before);
        // One value may be written in several goes.
        match values.last_mut().filter(|_| joins && before.is_empty()) {
            Some(last) => last.push_str(value),
            None => {
                pattern.push_str("{}");
                values.push(value.to_owned());
            }
        }
        joins = true;
        rest = behind;
    }
    pattern.push_str(rest);
    let values = values.into_iter().map(|value| localised(&value).into_owned()).collect();
    (pattern, values)
}

fn filled_as_is(pattern: &str, values: &[String]) -> String {
    match values.is_empty() {
        true => pattern.to_owned(),
        false => filled(pattern, values),
    }
}

fn unmarked(text: &str) -> String {
    text.replace([OPEN, CLOSE], "")
}

fn has_words(pattern: &str) -> bool {
    pattern.chars().any(char::is_alphabetic)
}
