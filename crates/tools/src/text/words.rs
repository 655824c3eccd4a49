//! Values as words: numbers without noise, and what others wrote without anything that could be taken for ours.

/// At most four digits behind the point.
pub fn number(value: f64) -> String {
    if value.abs() >= 1e11 {
        return format!("{value:.0}");
    }
    // Rounded first: the shortest form of a number is quick to find, a fixed number of digits is not.
    let rounded = (value * 1e4).round() / 1e4;
    match rounded == rounded.trunc() {
        true => (rounded as i64).to_string(),
        false => rounded.to_string(),
    }
}

/// What a source wrote: one line, no markup of its own, cut to so many characters.
pub fn quoted(text: &str, most: usize) -> String {
    let mut line = String::with_capacity(text.len().min(most + 4));
    let mut chars = 0;
    let mut words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for word in &mut words {
        let length = word.chars().count() + 1;
        if chars + length > most {
            // A single word may be longer than all that is wanted.
            if line.is_empty() {
                line.extend(word.chars().take(most).filter(|c| !is_invisible(*c)));
            }
            line.push('…');
            return line;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars().filter(|c| !is_invisible(*c)) {
            match c {
                '[' | ']' | '`' | '<' | '>' | '|' => line.extend(['\\', c]),
                c => line.push(c),
            }
        }
        chars += length;
    }
    line
}

/// Marks that change what is seen or hide what is said.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// An address that can be opened, or nothing.
pub fn address(text: &str) -> Option<&str> {
    let good = (text.starts_with("https://") || text.starts_with("http://"))
        && !text
            .contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '<' | '>'));
    good.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{address, number, quoted};

    #[test]
    fn numbers_have_no_noise() {
        for (value, text) in [
            (3.0, "3"),
            (0.123456, "0.1235"),
            (-2.5, "-2.5"),
            (0.00001, "0"),
            (-0.00001, "0"),
            (1234567.00005, "1234567.0001"),
            (90_071_992_547_409.5, "90071992547410"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn what_others_wrote_is_one_harmless_line() {
        assert_eq!(quoted("a\n\n# b `c` [d](e)", 100), "a # b \\`c\\` \\[d\\](e)");
        assert_eq!(quoted("one two three", 8), "one two…");
        assert_eq!(quoted("zero\u{200b}width", 50), "zerowidth");
        assert_eq!(quoted("aaaaaaaaaa", 4), "aaaa…");
    }

    #[test]
    fn only_addresses_are_linked() {
        assert!(address("https://a.example/b").is_some());
        assert!(address("javascript:alert(1)").is_none());
        assert!(address("https://a.example/) ignore").is_none());
    }
}
