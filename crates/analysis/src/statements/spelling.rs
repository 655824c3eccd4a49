//! A name as it is compared, and as it is shown.

use super::names::Name;
use super::tokens::{Kind, Tokens};

/// The words of many names, one behind the other.
pub struct Rows<'a> {
    words: Vec<&'a str>,
    /// Where the words of each name end.
    ends: Vec<usize>,
}

impl<'a> Rows<'a> {
    /// `add` adds the words of a name.
    pub fn of(names: &[Name], add: impl Fn(Name, &mut Vec<&'a str>)) -> Rows<'a> {
        let mut rows =
            Rows { words: Vec::with_capacity(2 * names.len()), ends: Vec::with_capacity(names.len()) };
        for &name in names {
            add(name, &mut rows.words);
            rows.ends.push(rows.words.len());
        }
        rows
    }

    pub fn row(&self, i: usize) -> &[&'a str] {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[i]]
    }
}

/// Adds the words of a name in small letters, without what stands between them.
pub fn key<'a>(tokens: &'a Tokens, name: Name, words: &mut Vec<&'a str>) {
    let mut quoted = false;
    for i in name.from..name.to {
        match tokens.list[i].kind {
            // A nickname between marks is not part of the name.
            Kind::Mark('“' | '"' | '”' | '‘' | '’' | '\'') => quoted = !quoted,
            Kind::Mark(_) => {}
            _ if quoted => {}
            _ => words.push(tokens.word(i).trim_end_matches('.')),
        }
    }
}

/// The name as it is spelled, without a nickname in marks.
pub fn spelled(tokens: &Tokens, name: Name) -> String {
    let mut out = String::with_capacity(32);
    let mut quoted = false;
    for i in name.from..name.to {
        match tokens.list[i].kind {
            Kind::Mark('“' | '"' | '”' | '‘' | '’' | '\'') => quoted = !quoted,
            _ if quoted => {}
            Kind::Mark('.') => out.push('.'),
            _ => {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(tokens.spelled(i));
            }
        }
    }
    if let Some(bare) = out.strip_suffix(" Inc") {
        return bare.to_owned();
    }
    // `Axel Adler Jr.` keeps its stop.
    if tokens.is_mark(name.to, '.') && ["jr", "sr"].contains(&tokens.word(name.to - 1)) {
        out.push('.');
    }
    out
}
