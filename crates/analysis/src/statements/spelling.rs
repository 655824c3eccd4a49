//! A name as it is compared, and as it is shown.

use super::names::Name;
use super::tokens::{Kind, Tokens};

/// The words of a name in small letters, without what stands between them.
pub fn key(tokens: &Tokens, name: Name) -> Vec<String> {
    let mut words = Vec::with_capacity(name.to - name.from);
    let mut quoted = false;
    for i in name.from..name.to {
        match tokens.list[i].kind {
            // A nickname between marks is not part of the name.
            Kind::Mark('“' | '"' | '”' | '‘' | '’' | '\'') => quoted = !quoted,
            Kind::Mark(_) => {}
            _ if quoted => {}
            _ => words.push(tokens.word(i).trim_end_matches('.').to_owned()),
        }
    }
    words
}

/// The name as it is spelled, without a nickname in marks.
pub fn spelled(tokens: &Tokens, name: Name) -> String {
    let mut out = String::new();
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
