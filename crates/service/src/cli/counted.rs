//! Numbers with their nouns: 1 document, 2 documents.

use std::fmt::Display;

/// Nouns that take an s.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1, "document"), "1 document");
        assert_eq!(counted(0, "day"), "0 days");
        assert_eq!(counted(12, "day"), "12 days");
    }
}
