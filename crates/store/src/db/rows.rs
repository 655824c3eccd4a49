//! One statement for many rows, made from that for one: each parameter becomes a list with a value for each row.

use super::Value;

/// The types of the parameters as lists, from their values; none where a parameter has none, or several.
pub fn lists(rows: &[Vec<Value>]) -> Option<Vec<&'static str>> {
    let list = |value: &Value| match value {
        Value::Null => None,
        Value::Int(_) => Some("BIGINT[]"),
        Value::Real(_) => Some("DOUBLE PRECISION[]"),
        Value::Text(_) => Some("TEXT[]"),
        Value::Bytes(_) => Some("BYTEA[]"),
    };
    let own = rows.first().map_or(0, Vec::len);
    let one_of_all = |place: usize| {
        let mut all = rows.iter().filter_map(|row| list(&row[place]));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    };
    (0..own).map(one_of_all).collect()
}

/// The text for any number of rows, from the text for one. The parameters of a row stand inside the list after the first
/// VALUES or IN and nowhere else; those that are shared keep their numbers.
pub fn text(sql: &str, lists: &[&str]) -> String {
    let Some(place) = place(sql) else { return sql.to_owned() };
    let (before, list, after) = (&sql[..place.start], &sql[place.inside()], &sql[place.end..]);
    let given: Vec<String> =
        (1..).zip(lists).map(|(number, list)| format!("CAST(${number} AS {list})")).collect();
    let given = given.join(", ");
    if place.is_in {
        return format!("{before}= ANY ({given}){after}");
    }
    let names: Vec<String> = (1..=lists.len()).map(|number| format!("p{number}")).collect();
    // Named as VALUES names its columns.
    let columns: Vec<String> = (1..)
        .zip(parts(list))
        .map(|(number, part)| format!("{} AS column{number}", named(part.trim(), lists.len())))
        .collect();
    let (columns, names) = (columns.join(", "), names.join(", "));
    format!("{before}SELECT {columns} FROM unnest({given}) AS given ({names}){after}")
}

/// From the word to the closing bracket.
struct Place {
    start: usize,
    open: usize,
    end: usize,
    is_in: bool,
}

impl Place {
    fn inside(&self) -> std::ops::Range<usize> {
        self.open + 1..self.end - 1
    }
}

fn place(sql: &str) -> Option<Place> {
    let find = |word: &str| sql.find(&format!("{word} (")).map(|start| (start, start + word.len() + 1));
    let values = find("VALUES");
    let is_in = values.is_none();
    let (start, open) = values.or_else(|| find("IN"))?;
    let mut depth = 0;
    let close = sql[open..].find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    })?;
    Some(Place { start, open, end: open + close + 1, is_in })
}

/// Between the commas that stand in no brackets.
fn parts(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let outside = |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    };
    list.split(outside).collect()
}

/// The parameters of the row by the names of their lists.
fn named(part: &str, own: usize) -> String {
    let mut pieces = part.split('$');
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = piece.split_at(digits);
        let is_own = number.parse().is_ok_and(|number: usize| number <= own);
        text.push_str(if is_own { "given.p" } else { "$" });
        text.push_str(number);
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_a_row_become_lists_and_shared_ones_stay() {
        assert_eq!(
            text(
                "INSERT INTO t (a, b, c) VALUES ($1, lower(coalesce($2, 'x')), $3) ON CONFLICT (a) DO NOTHING",
                &["BIGINT[]", "TEXT[]"]
            ),
            "INSERT INTO t (a, b, c) SELECT given.p1 AS column1, lower(coalesce(given.p2, 'x')) AS column2, $3 AS column3 \
             FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[])) AS given (p1, p2) ON CONFLICT (a) DO NOTHING"
        );
        assert_eq!(
            text("SELECT a FROM t WHERE b IN ($1) AND c > $2", &["TEXT[]"]),
            "SELECT a FROM t WHERE b = ANY (CAST($1 AS TEXT[])) AND c > $2"
        );
    }

    #[test]
    fn a_list_has_the_type_of_its_values() {
        let rows = [vec![Value::Null, Value::Int(1)], vec![Value::Text("a".into()), Value::Null]];
        assert_eq!(lists(&rows), Some(vec!["TEXT[]", "BIGINT[]"]));
        assert_eq!(lists(&rows[..1]), None, "a list of nothing");
        assert_eq!(lists(&[vec![Value::Int(1)], vec![Value::Text("a".into())]]), None, "of two types");
    }
}
