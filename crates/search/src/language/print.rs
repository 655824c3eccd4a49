//! A query back into the language, with as few parentheses as keep its meaning.

use std::fmt::{self, Display, Formatter};

use super::{Query, Words};

impl Display for Query {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Query::Words(words) => words.fmt(f),
            Query::Beginning { field, letters } => write!(f, "{}{letters}*", field.prefix()),
            Query::Near { left, right, distance } => {
                side(f, left)?;
                write!(f, " NEAR/{distance} ")?;
                side(f, right)
            }
            Query::Not(query) if matches!(**query, Query::All(_) | Query::Any(_)) => {
                write!(f, "NOT ({query})")
            }
            Query::Not(query) => write!(f, "NOT {query}"),
            Query::All(parts) => {
                join(f, parts, " AND ", |part| matches!(part, Query::All(_) | Query::Any(_)))
            }
            Query::Any(parts) => join(f, parts, " OR ", |part| matches!(part, Query::Any(_))),
        }
    }
}

impl Display for Words {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.field.prefix())?;
        match &self.words[..] {
            // A folded word has no capitals, so it cannot be taken for an operator.
            [word] => f.write_str(word),
            words => write!(f, "\"{}\"", words.join(" ")),
        }
    }
}

fn side(f: &mut Formatter<'_>, alternatives: &[Words]) -> fmt::Result {
    if let [words] = alternatives {
        return words.fmt(f);
    }
    f.write_str("(")?;
    join(f, alternatives, " OR ", |_| false)?;
    f.write_str(")")
}

fn join<T: Display>(
    f: &mut Formatter<'_>,
    parts: &[T],
    between: &str,
    needs_parentheses: fn(&T) -> bool,
) -> fmt::Result {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        if needs_parentheses(part) {
            write!(f, "({part})")?;
        } else {
            part.fmt(f)?;
        }
    }
    Ok(())
}
