//! Lexemes into a query, by recursive descent: one function per level of precedence, each lexeme looked at once.

use super::lexer::{Lexeme, error};
use super::{Field, MAX_DEPTH, Query, SyntaxError, Words};

pub fn parse(lexemes: Vec<(usize, Lexeme)>) -> Result<Query, SyntaxError> {
    if matches!(lexemes[..], [(_, Lexeme::End)]) {
        return Err(error(0, "there is nothing to look for"));
    }
    let mut parser = Parser { lexemes, at: 0, depth: 0 };
    let query = parser.any(Field::Text)?;
    match parser.next() {
        (_, Lexeme::End) => Ok(query),
        (position, _) => Err(error(position, "this parenthesis was never opened")),
    }
}

struct Parser {
    /// Ends with `End`, which is never passed.
    lexemes: Vec<(usize, Lexeme)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Lexeme {
        &self.lexemes[self.at].1
    }

    fn position(&self) -> usize {
        self.lexemes[self.at].0
    }

    fn next(&mut self) -> (usize, Lexeme) {
        let lexeme = self.lexemes[self.at].clone();
        self.at = (self.at + 1).min(self.lexemes.len() - 1);
        lexeme
    }

    fn any(&mut self, field: Field) -> Result<Query, SyntaxError> {
        let mut parts = vec![self.all(field)?];
        while *self.peek() == Lexeme::Or {
            self.next();
            parts.push(self.all(field)?);
        }
        Ok(flat(parts, Query::Any, |query| match query {
            Query::Any(parts) => Ok(parts),
            other => Err(other),
        }))
    }

    fn all(&mut self, field: Field) -> Result<Query, SyntaxError> {
        let mut parts = vec![self.unary(field)?];
        loop {
            match self.peek() {
                Lexeme::And => {
                    self.next();
                }
                Lexeme::Or | Lexeme::Close | Lexeme::End => break,
                // Side by side means AND.
                _ => {}
            }
            parts.push(self.unary(field)?);
        }
        Ok(flat(parts, Query::All, |query| match query {
            Query::All(parts) => Ok(parts),
            other => Err(other),
        }))
    }

    fn unary(&mut self, field: Field) -> Result<Query, SyntaxError> {
        if *self.peek() != Lexeme::Not {
            return self.near(field);
        }
        let (position, _) = self.next();
        let query = self.deeper(position, |parser| parser.unary(field))?;
        Ok(match query {
            Query::Not(query) => *query,
            query => Query::Not(Box::new(query)),
        })
    }

    fn near(&mut self, field: Field) -> Result<Query, SyntaxError> {
        let left = self.primary(field)?;
        let &Lexeme::Near(distance) = self.peek() else { return Ok(left) };
        let (position, _) = self.next();
        let right = self.primary(field)?;
        if matches!(self.peek(), Lexeme::Near(_)) {
            let message = "NEAR joins two things; join several with AND between them";
            return Err(error(self.position(), message));
        }
        let (Some(left), Some(right)) = (alternatives(left), alternatives(right)) else {
            let message = "NEAR joins words, phrases, or alternatives of them such as (one OR other)";
            return Err(error(position, message));
        };
        if left.iter().chain(&right).any(|words| words.field != left[0].field) {
            let message = "both sides of NEAR must be in one field, as in title:(one NEAR/5 other)";
            return Err(error(position, message));
        }
        Ok(Query::Near { left, right, distance })
    }

    fn primary(&mut self, field: Field) -> Result<Query, SyntaxError> {
        match self.next() {
            (_, Lexeme::Words(words)) => Ok(Query::Words(Words { field, words })),
            (_, Lexeme::Beginning(letters)) => Ok(Query::Beginning { field, letters }),
            (position, Lexeme::Open) => self.group(position, field),
            (position, Lexeme::Prefix(prefix)) => match self.next() {
                (_, Lexeme::Words(words)) => Ok(Query::Words(Words { field: prefix, words })),
                (_, Lexeme::Beginning(letters)) => Ok(Query::Beginning { field: prefix, letters }),
                (position, Lexeme::Open) => self.group(position, prefix),
                _ => {
                    let prefix = prefix.prefix();
                    Err(error(position, format!("{prefix} needs a word, a phrase or a group after it")))
                }
            },
            (position, Lexeme::And) => Err(dangling(position, "AND")),
            (position, Lexeme::Or) => Err(dangling(position, "OR")),
            (position, Lexeme::Not) => Err(error(position, "NEAR cannot be joined with NOT")),
            (position, Lexeme::Near(_)) => Err(dangling(position, "NEAR")),
            (position, Lexeme::Close) => Err(error(position, "something is missing before this parenthesis")),
            (position, Lexeme::End) => Err(error(position, "the query ends where a word was expected")),
        }
    }

    fn group(&mut self, opened: usize, field: Field) -> Result<Query, SyntaxError> {
        let query = self.deeper(opened, |parser| parser.any(field))?;
        match self.next() {
            (_, Lexeme::Close) => Ok(query),
            _ => Err(error(opened, "this parenthesis is never closed")),
        }
    }

    /// The stack is finite, so the nesting must be too.
    fn deeper(
        &mut self,
        position: usize,
        inside: impl FnOnce(&mut Parser) -> Result<Query, SyntaxError>,
    ) -> Result<Query, SyntaxError> {
        if self.depth == MAX_DEPTH {
            return Err(error(position, format!("nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let query = inside(self)?;
        self.depth -= 1;
        Ok(query)
    }
}

fn dangling(position: usize, operator: &str) -> SyntaxError {
    error(
        position,
        format!("{operator} needs something on both sides; put it in quotes to look for the word"),
    )
}

/// One part stands for itself, and parts of the same sort are taken in, so that a query has one shape.
fn flat(
    parts: Vec<Query>,
    join: fn(Vec<Query>) -> Query,
    open: fn(Query) -> Result<Vec<Query>, Query>,
) -> Query {
    let mut joined = Vec::with_capacity(parts.len());
    for part in parts {
        match open(part) {
            Ok(inner) => joined.extend(inner),
            Err(part) => joined.push(part),
        }
    }
    if joined.len() == 1 { joined.swap_remove(0) } else { join(joined) }
}

/// The words or phrases that a side of NEAR offers to choose from.
fn alternatives(query: Query) -> Option<Vec<Words>> {
    let one = |query| match query {
        Query::Words(words) => Some(words),
        _ => None,
    };
    match query {
        Query::Any(parts) => parts.into_iter().map(one).collect(),
        query => one(query).map(|words| vec![words]),
    }
}
