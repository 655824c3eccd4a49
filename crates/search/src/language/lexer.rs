//! Characters into terms and operators. Operators are recognised here, so that the parser never looks at text.

use super::{Field, MAX_CLAUSES, MAX_DISTANCE, MIN_LETTERS, SyntaxError};
use crate::words::words_of;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lexeme {
    Words(Vec<String>),
    Beginning(String),
    Prefix(Field),
    Open,
    Close,
    And,
    Or,
    Not,
    Near(u32),
    End,
}

/// Every lexeme with the position of its first character; the last is `End`.
pub fn lex(text: &str) -> Result<Vec<(usize, Lexeme)>, SyntaxError> {
    let characters: Vec<char> = text.chars().collect();
    let mut lexemes = Vec::new();
    let mut clauses = 0;
    let mut at = 0;
    while at < characters.len() {
        let start = at;
        let character = characters[at];
        let lexeme = if character.is_whitespace() {
            at += 1;
            continue;
        } else if character == '(' {
            at += 1;
            Lexeme::Open
        } else if character == ')' {
            at += 1;
            Lexeme::Close
        } else if is_quote(character) {
            let length = characters[start + 1..].iter().position(|&c| is_quote(c));
            let length = length.ok_or_else(|| error(start, "this quote is never closed"))?;
            at = start + length + 2;
            Lexeme::Words(phrase(&characters[start + 1..at - 1], start)?)
        } else if character == '-'
            && characters.get(at + 1).is_some_and(|&next| next == '(' || !ends_term(next))
        {
            at += 1;
            Lexeme::Not
        } else {
            let rest = &characters[start..];
            let length = rest.iter().position(|&c| ends_term(c) || is_quote(c)).unwrap_or(rest.len());
            let (lexeme, used) = bare(&rest[..length], start)?;
            at += used;
            lexeme
        };
        clauses += usize::from(matches!(lexeme, Lexeme::Words(_) | Lexeme::Beginning(_)));
        if clauses > MAX_CLAUSES {
            return Err(error(start, format!("more than {MAX_CLAUSES} words and phrases in one query")));
        }
        lexemes.push((start, lexeme));
    }
    lexemes.push((characters.len(), Lexeme::End));
    Ok(lexemes)
}

pub fn error(position: usize, message: impl Into<String>) -> SyntaxError {
    SyntaxError { position, message: message.into() }
}

/// Typewriter quotes, and the curly ones that editors put in their place.
fn is_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '„')
}

fn ends_term(character: char) -> bool {
    character.is_whitespace() || matches!(character, '(' | ')')
}

fn phrase(characters: &[char], start: usize) -> Result<Vec<String>, SyntaxError> {
    let ends_word = |at: usize| characters.get(at + 1).is_none_or(|next| next.is_whitespace());
    let star = (1..characters.len())
        .find(|&at| characters[at] == '*' && characters[at - 1].is_alphanumeric() && ends_word(at));
    if let Some(star) = star {
        return Err(error(
            start + 1 + star,
            "a wildcard has no meaning between quotes: words there stand as they are",
        ));
    }
    let words = words_of(&characters.iter().collect::<String>());
    if words.is_empty() {
        return Err(error(start, "there is no letter or digit between these quotes"));
    }
    Ok(words)
}

/// What stands without quotes, and how many characters of it were used: a prefix ends at its colon.
fn bare(characters: &[char], start: usize) -> Result<(Lexeme, usize), SyntaxError> {
    let text: String = characters.iter().collect();
    let whole = |lexeme| Ok((lexeme, characters.len()));
    match text.as_str() {
        "AND" => return whole(Lexeme::And),
        "OR" => return whole(Lexeme::Or),
        "NOT" => return whole(Lexeme::Not),
        "&" | "&&" => return Err(error(start, format!("`{text}` is not an operator: write AND"))),
        "|" | "||" => return Err(error(start, format!("`{text}` is not an operator: write OR"))),
        "-" => return Err(error(start, "`-` must stand directly before what it excludes")),
        _ => {}
    }
    if let Some(distance) = distance(&text, start)? {
        return whole(Lexeme::Near(distance));
    }
    if let Some(colon) = characters.iter().position(|&c| c == ':') {
        return prefix(&characters[..colon], start).map(|field| (Lexeme::Prefix(field), colon + 1));
    }
    if characters[0] == '!' {
        return Err(error(start, "`!` is not an operator: write NOT, or - directly before the term"));
    }
    if let Some(star) = characters.iter().position(|&c| c == '*') {
        return beginning(&characters[..star], &characters[star + 1..], start + star).and_then(whole);
    }
    let words = words_of(&text);
    if words.is_empty() {
        return Err(error(
            start,
            format!("there is no letter or digit to look for in `{text}`: leave it out"),
        ));
    }
    whole(Lexeme::Words(words))
}

/// `tokeni*`: the star ends a word of some letters.
fn beginning(before: &[char], after: &[char], star: usize) -> Result<Lexeme, SyntaxError> {
    let mut words = words_of(&before.iter().collect::<String>());
    match (words.pop(), words.is_empty() && after.is_empty()) {
        (Some(letters), true) if letters.chars().count() >= MIN_LETTERS => Ok(Lexeme::Beginning(letters)),
        (_, true) => Err(error(star, format!("a wildcard needs at least {MIN_LETTERS} letters before it"))),
        _ => Err(error(star, "a wildcard stands at the end of a single word")),
    }
}

/// `NEAR/5`. NEAR alone and NEAR/USD are words: there is a coin of that name.
fn distance(text: &str, start: usize) -> Result<Option<u32>, SyntaxError> {
    let Some(digits) = text.strip_prefix("NEAR/") else { return Ok(None) };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(distance @ 1..=MAX_DISTANCE) => Ok(Some(distance)),
        _ => Err(error(start, format!("the distance of NEAR must lie between 1 and {MAX_DISTANCE}"))),
    }
}

fn prefix(name: &[char], start: usize) -> Result<Field, SyntaxError> {
    let name: String = name.iter().collect();
    let is_named = |field: &Field| field.prefix().trim_end_matches(':').eq_ignore_ascii_case(&name);
    Field::PREFIXED.into_iter().find(is_named).ok_or_else(|| {
        let message = format!(
            "there is no prefix `{name}:`; the prefixes are title:, outlet:, author: and speaker:, and a colon that belongs \
             to the text (an address, a time) must stand in quotes"
        );
        error(start, message)
    })
}
