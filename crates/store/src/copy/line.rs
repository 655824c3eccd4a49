//! A row as a line: a JSON array in which a whole number is a number, text a string, a real number
//! `{"real":"0.5"}` and bytes `{"bytes":"00ff"}`. No two rows are written alike, and a row of either engine is written
//! the same.

use domain::hash::{hash256, to_hex};

use crate::db::Value;

pub fn write(row: &[Value], out: &mut String) {
    out.push('[');
    for (place, value) in row.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        match value {
            Value::Null => out.push_str("null"),
            Value::Int(number) => out.push_str(&number.to_string()),
            // The embedded engine does not know a negative zero.
            Value::Real(number) if *number == 0.0 => out.push_str("{\"real\":\"0.0\"}"),
            Value::Real(number) => out.push_str(&format!("{{\"real\":\"{number:?}\"}}")),
            Value::Text(text) => out.push_str(&serde_json::Value::from(text.as_str()).to_string()),
            Value::Bytes(bytes) => {
                out.push_str("{\"bytes\":\"");
                out.push_str(&to_hex(bytes));
                out.push_str("\"}");
            }
        }
    }
    out.push(']');
}

/// None where it is not a line that `write` makes.
pub fn read(line: &str) -> Option<Vec<Value>> {
    let serde_json::Value::Array(values) = serde_json::from_str(line).ok()? else { return None };
    values.into_iter().map(value).collect()
}

fn value(value: serde_json::Value) -> Option<Value> {
    Some(match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Number(number) => Value::Int(number.as_i64()?),
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Object(one) if one.len() == 1 => match one.into_iter().next()? {
            (kind, serde_json::Value::String(text)) if kind == "real" => Value::Real(text.parse().ok()?),
            (kind, serde_json::Value::String(text)) if kind == "bytes" => Value::Bytes(bytes(&text)?),
            _ => return None,
        },
        _ => return None,
    })
}

/// None unless it is an even number of hexadecimal digits.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pair = |pair: &[u8]| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

/// How many rows, and a digest of them in whatever order they come: the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub rows: u64,
    parts: [u64; 4],
}

impl Sum {
    pub fn add(&mut self, line: &str) {
        self.rows += 1;
        for (part, bytes) in self.parts.iter_mut().zip(hash256(line.as_bytes()).chunks_exact(8)) {
            *part = part.wrapping_add(u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
        }
    }

    pub fn digest(&self) -> String {
        self.parts.iter().map(|part| to_hex(&part.to_le_bytes())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let row = vec![
            Value::Null,
            Value::Int(i64::MIN),
            Value::Real(0.1 + 0.2),
            Value::Real(5e-324),
            Value::Real(1.0),
            Value::Text("ä \"quoted\"\n\u{1F44B}".to_owned()),
            Value::Bytes(vec![0, 255, 16]),
            Value::Text("{\"real\":\"1\"}".to_owned()),
        ];
        let mut line = String::new();
        write(&row, &mut line);
        assert_eq!(read(&line), Some(row));
        assert!(!line.contains('\n'));
        for line in
            ["", "{}", "[1.5]", "[true]", "[{\"bytes\":\"0\"}]", "[{\"bytes\":\"zz\"}]", "[{\"a\":\"1\"}]"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn both_zeros_are_one() {
        let (mut plus, mut minus) = (String::new(), String::new());
        write(&[Value::Real(0.0)], &mut plus);
        write(&[Value::Real(-0.0)], &mut minus);
        assert_eq!(plus, minus);
    }

    #[test]
    fn a_sum_knows_every_row_and_no_order() {
        let sum = |lines: &[&str]| {
            let mut sum = Sum::default();
            lines.iter().for_each(|line| sum.add(line));
            (sum.rows, sum.digest())
        };
        assert_eq!(sum(&["[1]", "[2]"]), sum(&["[2]", "[1]"]));
        assert_ne!(sum(&["[1]", "[2]"]), sum(&["[1]", "[3]"]));
        assert_ne!(sum(&["[1]"]), sum(&["[1]", "[1]"]));
    }
}
