//! The keyword language: what a person may type to say which documents are meant.
//!
//! ```text
//! bitcoin etf                  both words (a space means AND)
//! "spot etf"                   the words in this order
//! bitcoin OR ether             AND, OR and NOT in capitals; NOT binds tightest, then AND, then OR
//! bitcoin -price               without a word, a phrase or a group; NOT price says the same
//! title:bitcoin outlet:"the block" author:(nakamoto OR finney)
//! speaker:"michael saylor"     quoted in it, or who posted it
//! bitcoin NEAR/5 ban           at most 5 words apart, in either order, not overlapping
//! (bitcoin OR btc) NEAR/3 "spot etf"
//! tokeni*                      every word that begins so
//! ```
//!
//! A word without a prefix is looked for in title and content. Lower-case and, or, not are words, and so is
//! NEAR without a number. What the index splits (`S&P`, `BTC-USD`) is a phrase of its parts. A query that only
//! excludes means everything else. A term without a letter or digit is an error rather than ignored, and so is a
//! colon after anything but a known prefix: nothing that was typed is left out in silence.

mod lexer;
mod parser;
mod print;

/// What a person may type, in characters.
pub const MAX_CHARACTERS: usize = 1_000;
/// Parentheses and NOTs inside each other.
pub const MAX_DEPTH: usize = 32;
/// Words and phrases in one query.
pub const MAX_CLAUSES: usize = 128;
/// Letters that stand before a star.
pub const MIN_LETTERS: usize = 3;
/// The widest NEAR.
pub const MAX_DISTANCE: u32 = 100;

/// Where a query stops making sense, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at character {position})")]
pub struct SyntaxError {
    /// Counted in characters from 0.
    pub position: usize,
    pub message: String,
}

/// A parsed query. `Display` prints it in the language; parsing the print gives the same query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A word, or several that must follow each other.
    Words(Words),
    /// Any word that begins with these letters, folded as the index folds them.
    Beginning {
        field: Field,
        letters: String,
    },
    /// Something on the left and something on the right within `distance` words, in either order.
    Near {
        left: Vec<Words>,
        right: Vec<Words>,
        distance: u32,
    },
    Not(Box<Query>),
    /// At least two, none of them an `All`.
    All(Vec<Query>),
    /// At least two, none of them an `Any`.
    Any(Vec<Query>),
}

/// Words that must follow each other in one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    pub field: Field,
    /// Folded as the index folds them; never empty.
    pub words: Vec<String>,
}

/// Where words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Title or content; the one without a prefix.
    Text,
    Title,
    Outlet,
    Author,
    /// Whoever is quoted, or posted it.
    Speaker,
}

impl Field {
    const PREFIXED: [Field; 4] = [Field::Title, Field::Outlet, Field::Author, Field::Speaker];

    /// With its colon; empty for text.
    pub fn prefix(self) -> &'static str {
        match self {
            Field::Text => "",
            Field::Title => "title:",
            Field::Outlet => "outlet:",
            Field::Author => "author:",
            Field::Speaker => "speaker:",
        }
    }
}

/// Reads what a person typed.
pub fn parse(text: &str) -> Result<Query, SyntaxError> {
    parse_within(text, MAX_CHARACTERS)
}

/// The same with another bound on the length: a print can be longer than what was typed.
pub fn parse_within(text: &str, max_characters: usize) -> Result<Query, SyntaxError> {
    if text.chars().nth(max_characters).is_some() {
        let message = format!("the keyword is longer than {max_characters} characters");
        return Err(SyntaxError { position: max_characters, message });
    }
    parser::parse(lexer::lex(text)?)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
