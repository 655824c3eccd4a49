//! The texts of one language, by the English ones.

use std::collections::HashMap;

pub struct Catalogue {
    texts: HashMap<&'static str, &'static str>,
    /// Those with values in them, for sentences that are filled already; the longest first.
    patterns: Vec<(&'static str, &'static str)>,
}

impl Catalogue {
    /// A line each: English, a tab, the other language. Lines that begin with # are for those who read the file.
    pub fn read(file: &'static str) -> Catalogue {
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let texts: HashMap<_, _> = lines.filter_map(|line| line.split_once('\t')).collect();
        let mut patterns: Vec<_> =
            texts.iter().filter(|(english, _)| english.contains("{}")).map(|(a, b)| (*a, *b)).collect();
        patterns.sort_unstable_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.0.cmp(b.0)));
        Catalogue { texts, patterns }
    }

    pub fn find(&self, english: &str) -> Option<&'static str> {
        self.texts.get(english).copied()
    }

    /// By a sentence with its values in it.
    pub fn find_filled(&self, sentence: &str) -> Option<String> {
        if let Some(found) = self.find(sentence) {
            return Some(found.to_owned());
        }
        self.patterns.iter().find_map(|(english, other)| {
            // A pattern of little but values would fit anything.
            let words = english.chars().filter(|letter| letter.is_alphabetic()).count();
            let values = (words >= 8).then(|| values_of(english, sentence)).flatten()?;
            Some(filled(other, &values))
        })
    }

    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.texts.iter().map(|(english, other)| (*english, *other))
    }
}

/// What stands in a sentence where the pattern has `{}`.
fn values_of(pattern: &str, sentence: &str) -> Option<Vec<String>> {
    let mut parts = pattern.split("{}");
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let parts: Vec<&str> = parts.collect();
    let mut values = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        let end = if is_last { rest.len().checked_sub(part.len())? } else { rest.find(part)? };
        if !rest.get(end..)?.starts_with(part) {
            return None;
        }
        values.push(rest.get(..end)?.to_owned());
        rest = rest.get(end + part.len()..)?;
    }
    Some(values)
}

/// The values in the places of `{}`, in order, or of `{1}`, `{2}` where a language puts them otherwise.
pub fn filled(text: &str, values: &[String]) -> String {
    let mut out = String::with_capacity(text.len() + values.len() * 8);
    let (mut rest, mut next) = (text, 0);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((place, behind)) = after.split_once('}') else { break };
        let at = match place.parse::<usize>() {
            Ok(number) => number.saturating_sub(1),
            Err(_) => {
                next += 1;
                next - 1
            }
        };
        out.push_str(values.get(at).map_or("", String::as_str));
        rest = behind;
    }
    out.push_str(rest);
    out
}
