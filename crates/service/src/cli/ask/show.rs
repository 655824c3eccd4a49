//! Answers as tables that fit a terminal.

use console::{Term, measure_text_width, truncate_str};
use serde_json::Value;

/// A wider cell is cut.
const MAX_CELL: usize = 48;
/// Where the output is no terminal.
const PLAIN_WIDTH: usize = 160;

pub fn width() -> usize {
    Term::stdout().size_checked().map_or(PLAIN_WIDTH, |(_, columns)| usize::from(columns))
}

/// CSV as columns that fit the width; those that do not are named at the end.
pub fn rows(csv: &str, width: usize) -> String {
    let mut records = records(csv).into_iter();
    let Some(head) = records.next() else { return "no rows\n".to_owned() };
    let rows: Vec<Vec<String>> = records.filter(|record| record.len() == head.len()).collect();
    let measured = |column: usize| {
        let cells = rows.iter().map(|row| measure_text_width(&row[column]));
        cells.chain([measure_text_width(&head[column])]).max().unwrap_or(0).min(MAX_CELL)
    };
    let mut used = 0;
    let (mut shown, mut left_out) = (Vec::new(), Vec::new());
    for (column, name) in head.iter().enumerate() {
        let wide = measured(column);
        if used + wide + 2 <= width.max(MAX_CELL) {
            used += wide + 2;
            shown.push((column, wide));
        } else {
            left_out.push(name.as_str());
        }
    }
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        let mut row = String::new();
        for &(column, wide) in &shown {
            let cell = truncate_str(&cells[column], wide, "…");
            let filling = wide.saturating_sub(measure_text_width(&cell)) + 2;
            row.push_str(&cell);
            row.push_str(&" ".repeat(filling));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line(&head);
    line(&shown_rule(&head, &shown));
    rows.iter().for_each(|row| line(row));
    if rows.is_empty() {
        text.push_str("no rows\n");
    }
    if !left_out.is_empty() {
        text.push_str(&format!("not shown: {} (--csv has all)\n", left_out.join(", ")));
    }
    text
}

fn shown_rule(head: &[String], shown: &[(usize, usize)]) -> Vec<String> {
    let mut rule = vec![String::new(); head.len()];
    for &(column, wide) in shown {
        rule[column] = "-".repeat(wide);
    }
    rule
}

/// An answer without rows: each value behind its name.
pub fn members(answer: &Value) -> String {
    let mut lines = Vec::new();
    flatten("", answer, &mut lines);
    let wide = lines.iter().map(|(name, _)| measure_text_width(name)).max().unwrap_or(0).min(MAX_CELL);
    lines.iter().map(|(name, value)| format!("{name:<wide$}  {value}\n")).collect()
}

fn flatten(name: &str, value: &Value, lines: &mut Vec<(String, String)>) {
    let inner = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| flatten(&inner(key), value, lines)),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(i, value)| flatten(&inner(&i.to_string()), value, lines));
        }
        Value::Null => {}
        Value::String(text) => lines.push((name.to_owned(), on_one_line(text))),
        plain => lines.push((name.to_owned(), plain.to_string())),
    }
}

/// The records of RFC 4180, each cell on one line.
fn records(csv: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut characters = csv.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(on_one_line(&std::mem::take(&mut cell))),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(on_one_line(&std::mem::take(&mut cell)));
                records.push(std::mem::take(&mut record));
            }
            c => cell.push(c),
        }
    }
    records
}

/// Nothing in it moves the cursor of a terminal.
fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_columns() {
        let csv = "name,count,query\r\n\"A, B\",1,/feed\r\n\"say \"\"hi\"\"\",20,/x\r\n";
        assert_eq!(
            rows(csv, 80),
            "name      count  query\n--------  -----  -----\nA, B      1      /feed\nsay \"hi\"  20     /x\n"
        );
        assert_eq!(rows("a\r\n", 80), "a\n-\nno rows\n");
        let wide = format!("a,b,c\r\n{},{},{}\r\n", "x".repeat(60), "y".repeat(60), "z");
        let shown = rows(&wide, 60);
        assert!(shown.contains("not shown: b") && shown.contains('…'), "{shown}");
    }

    #[test]
    fn members_stand_behind_their_names() {
        let answer = serde_json::json!({"a": 1, "b": {"c": "x\ny", "d": [true, null]}});
        assert_eq!(members(&answer), "a      1\nb.c    x y\nb.d.0  true\n");
    }
}
