//! The keyword language: what a person may type to say which documents are meant.

use std::fmt;

/// Where a query stops making sense, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at character {position})")]
pub struct SyntaxError {
    /// Counted in characters from 0.
    pub position: usize,
    pub message: String,
}

/// A parsed query. `Display` prints it in the language; parsing that gives the same query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A word, or several that must follow each other.
    Words(Words),
    /// Two groups of alternatives within `distance` words of each other, in either order.
    Near {
        left: Vec<Words>,
        right: Vec<Words>,
        distance: u32,
    },
    Not(Box<Query>),
    All(Vec<Query>),
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
    /// Title or content.
    Text,
    Title,
    Outlet,
    Author,
}

pub fn parse(_text: &str) -> Result<Query, SyntaxError> {
    Err(SyntaxError { position: 0, message: "not written yet".into() })
}

impl fmt::Display for Query {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
