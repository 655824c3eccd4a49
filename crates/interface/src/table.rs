//! Rows with named columns, and how they are written as CSV and as Markdown.

use serde::Serialize;
use serde_json::Value;

/// Rows with named columns.
#[derive(Default)]
pub struct Table {
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Rows as an answer tells them: each cell is the member that its column is named after, so that none can be swapped.
    pub fn of<R: Serialize>(columns: &[&'static str], rows: impl IntoIterator<Item = R>) -> Table {
        let cells = |row: R| {
            let row = serde_json::to_value(row).unwrap_or_default();
            columns.iter().map(|column| cell(&row[*column])).collect()
        };
        Table { columns: columns.to_vec(), rows: rows.into_iter().map(cells).collect() }
    }

    /// RFC 4180, with cells that a spreadsheet would run as formulas made harmless.
    pub fn csv(&self) -> Vec<u8> {
        self.csv_part(true)
    }

    /// A table as GitHub and most readers of Markdown take it; a cell is one line of plain text.
    pub fn markdown(&self) -> Vec<u8> {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            text.push('|');
            for cell in cells {
                text.push(' ');
                for c in cell.chars() {
                    match c {
                        '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' => text.extend(['\\', c]),
                        c if c.is_control() => text.push(' '),
                        c => text.push(c),
                    }
                }
                text.push_str(" |");
            }
            text.push('\n');
        };
        line(&mut self.columns.iter().copied());
        line(&mut self.columns.iter().map(|_| "---"));
        for row in &self.rows {
            line(&mut row.iter().map(String::as_str));
        }
        text.into_bytes()
    }

    /// The rows, with the names of the columns before them or without.
    pub fn csv_part(&self, with_head: bool) -> Vec<u8> {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            for (i, cell) in cells.enumerate() {
                if i > 0 {
                    text.push(',');
                }
                push_cell(&mut text, cell);
            }
            text.push_str("\r\n");
        };
        if with_head {
            line(&mut self.columns.iter().copied());
        }
        for row in &self.rows {
            line(&mut row.iter().map(String::as_str));
        }
        text.into_bytes()
    }
}

/// What is missing or unknown is empty; a list is told in one cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // Whole numbers are written without a point, as everywhere in a table.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        Value::Array(list) => list.iter().map(cell).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

fn push_cell(text: &mut String, cell: &str) {
    // A leading quote tells spreadsheets that this is text; plain negative numbers stay numbers.
    let runs = cell.starts_with(['=', '+', '@', '\t', '\r'])
        || (cell.starts_with('-') && cell.parse::<f64>().is_err());
    if !runs && !cell.contains([',', '"', '\n', '\r']) {
        text.push_str(cell);
        return;
    }
    text.push('"');
    if runs {
        text.push('\'');
    }
    for c in cell.chars() {
        if c == '"' {
            text.push('"');
        }
        text.push(c);
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_under_the_member_they_are_named_after() {
        let rows = [
            serde_json::json!({"b": 1.0, "a": "x", "c": null, "d": ["p", "q"], "e": true, "f": 0.25, "g": -3}),
        ];
        let table = Table::of(&["a", "b", "c", "d", "e", "f", "g", "missing"], rows);
        assert_eq!(table.rows, [["x", "1", "", "p; q", "true", "0.25", "-3", ""]]);
    }
}
