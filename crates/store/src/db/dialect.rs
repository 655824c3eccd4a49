//! Turns the words of Postgres into those of SQLite: parameters, column types, table options.
//!
//! It knows the small language that the migrations and queries are written in, not SQL at large.

/// `$1` becomes `?1`. SQLite takes a bare `$1` for a name and numbers names by their order of appearance,
/// which swaps `$2 ... $1` without a word.
pub fn parameters(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    for piece in pieces(sql) {
        match piece {
            Piece::Code(code) => out.push_str(&code.replace('$', "?").replace("database_us()", CLOCK)),
            Piece::Verbatim(text) => out.push_str(text),
        }
    }
    out
}

/// A function that a migration makes on Postgres.
const CLOCK: &str = "CAST(unixepoch('subsec') * 1000000 AS INTEGER)";

/// One migration as a list of SQLite statements.
pub fn migration(sql: &str) -> Vec<String> {
    let statements = statements(sql);
    statements.iter().flat_map(|statement| kept_rows(&table_options(&types(statement)))).collect()
}

/// `CREATE TRIGGER … BEFORE UPDATE OR DELETE OR TRUNCATE ON table EXECUTE FUNCTION refuse_change()` becomes a trigger
/// for each of the two that SQLite has; functions are not needed there.
fn kept_rows(statement: &str) -> Vec<String> {
    if statement.starts_with("CREATE FUNCTION ") {
        return Vec::new();
    }
    let words: Vec<&str> = statement.split_whitespace().collect();
    let ["CREATE", "TRIGGER", name, "BEFORE", "UPDATE", "OR", "DELETE", "OR", "TRUNCATE", "ON", table, ..] =
        words[..]
    else {
        return vec![statement.to_owned()];
    };
    let trigger = |event: &str| {
        format!(
            "CREATE TRIGGER {name}_{} BEFORE {event} ON {table} BEGIN \
             SELECT RAISE(ABORT, 'rows of {table} are never changed or deleted'); END",
            event.to_lowercase()
        )
    };
    vec![trigger("UPDATE"), trigger("DELETE")]
}

/// Splits at semicolons, leaving out comments and empty statements.
pub fn statements(sql: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    for piece in pieces(sql) {
        let current = statements.len() - 1;
        match piece {
            Piece::Verbatim(text) if text.starts_with("--") => statements[current].push('\n'),
            Piece::Verbatim(text) => statements[current].push_str(text),
            Piece::Code(code) => {
                let mut parts = code.split(';');
                statements[current].push_str(parts.next().unwrap_or(""));
                statements.extend(parts.map(str::to_owned));
            }
        }
    }
    statements.iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

enum Piece<'a> {
    Code(&'a str),
    /// A quoted string or a comment: nothing in it is ours to change.
    Verbatim(&'a str),
}

fn pieces(sql: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = sql;
    while !rest.is_empty() {
        let quote = rest.find('\'').unwrap_or(rest.len());
        let comment = rest.find("--").unwrap_or(rest.len());
        let start = quote.min(comment);
        let (code, verbatim) = rest.split_at(start);
        if !code.is_empty() {
            pieces.push(Piece::Code(code));
        }
        // A doubled quote ends one string and begins the next, which comes to the same.
        let length = if quote < comment {
            verbatim[1..].find('\'').map_or(verbatim.len(), |end| end + 2)
        } else {
            verbatim.find('\n').unwrap_or(verbatim.len())
        };
        let (verbatim, after) = verbatim.split_at(length.min(verbatim.len()));
        if !verbatim.is_empty() {
            pieces.push(Piece::Verbatim(verbatim));
        }
        rest = after;
    }
    pieces
}

fn types(statement: &str) -> String {
    let statement = statement.replace("DOUBLE PRECISION", "REAL");
    let mut out = String::with_capacity(statement.len());
    let mut word = String::new();
    for c in statement.chars().chain(std::iter::once('\n')) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(match word.as_str() {
            "BIGINT" => "INTEGER",
            "BYTEA" => "BLOB",
            other => other,
        });
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}

/// STRICT makes SQLite hold its columns to their types, as Postgres does. A table whose primary key stands on
/// a line of its own is kept in the order of that key and needs no hidden row number: good for short rows.
fn table_options(statement: &str) -> String {
    if !statement.starts_with("CREATE TABLE") {
        return statement.to_owned();
    }
    let own_line = statement.lines().any(|line| line.trim_start().starts_with("PRIMARY KEY ("));
    let options = if own_line { "STRICT, WITHOUT ROWID" } else { "STRICT" };
    format!("{statement} {options}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_keep_their_numbers() {
        assert_eq!(parameters("SELECT $2, $1"), "SELECT ?2, ?1");
        assert_eq!(parameters("SELECT 'it''s $1', $12 -- $3"), "SELECT 'it''s $1', ?12 -- $3");
        assert_eq!(parameters("'unclosed $1"), "'unclosed $1");
        assert_eq!(parameters("SELECT database_us() + $1"), format!("SELECT {CLOCK} + ?1"));
    }

    #[test]
    fn a_migration_is_split_and_translated() {
        let sql = "-- The first; with a semicolon.\nCREATE TABLE a (\n  n BIGINT PRIMARY KEY, -- a; b\n  x DOUBLE PRECISION, y BYTEA DEFAULT 'a;b'\n);\n\nCREATE TABLE b (\n  p TEXT,\n  q BIGINT,\n  PRIMARY KEY (p, q)\n);\nCREATE INDEX c ON a (x);";
        let statements = migration(sql);
        assert_eq!(statements.len(), 3);
        assert!(statements[0].contains("n INTEGER PRIMARY KEY") && statements[0].contains("x REAL, y BLOB"));
        assert!(statements[0].ends_with(") STRICT"), "{}", statements[0]);
        assert!(statements[1].ends_with(") STRICT, WITHOUT ROWID"), "{}", statements[1]);
        assert_eq!(statements[2], "CREATE INDEX c ON a (x)");
    }

    #[test]
    fn rows_are_kept_by_a_trigger_for_each_event() {
        let sql = "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN a; b; END';\nCREATE TRIGGER t_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON t EXECUTE FUNCTION refuse_change();";
        let statements = migration(sql);
        assert_eq!(statements.len(), 2);
        assert!(
            statements[0].starts_with("CREATE TRIGGER t_kept_update BEFORE UPDATE ON t BEGIN SELECT RAISE(")
        );
        assert!(
            statements[1].starts_with("CREATE TRIGGER t_kept_delete BEFORE DELETE ON t BEGIN SELECT RAISE(")
        );
    }
}
