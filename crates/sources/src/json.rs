//! JSON from outside. A small file may hold millions of empty values, each of which costs far more than its two
//! characters: they are counted before any is built.

use serde_json::Value;

use crate::budget;

/// Real replies have a tenth of this.
pub const MAX_VALUES: usize = 1_000_000;

#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    #[error("it holds more than {MAX_VALUES} values")]
    TooMany,
    #[error(transparent)]
    Syntax(#[from] serde_json::Error),
}

pub fn read(text: &str) -> Result<Value, JsonError> {
    read_bytes(text.as_bytes())
}

pub fn read_bytes(bytes: &[u8]) -> Result<Value, JsonError> {
    let values = count_values(bytes);
    if values > MAX_VALUES {
        return Err(JsonError::TooMany);
    }
    budget::charge_nodes(values);
    budget::charge_bytes(bytes.len());
    Ok(serde_json::from_slice(bytes)?)
}

/// At least as many as there are: one, and one more for each comma, colon and opening bracket outside of strings.
fn count_values(bytes: &[u8]) -> usize {
    let (mut count, mut in_string, mut escaped) = (1, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b',' | b':' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_before_they_are_built() {
        assert_eq!(count_values(br#"{"a,[{":"\",,","b":[1,2]}"#), 7);
        let many = format!("[{}0]", "{},".repeat(MAX_VALUES));
        assert!(matches!(read(&many), Err(JsonError::TooMany)));
        assert_eq!(read("[1,2]").expect("JSON")[1], 2);
        assert!(matches!(read(&"[".repeat(100_000)), Err(JsonError::Syntax(_))));
    }
}
