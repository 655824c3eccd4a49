//! Rows with named columns, and how they are written as CSV and as Markdown.

/// Rows with named columns.
#[derive(Default)]
pub struct Table {
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
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
