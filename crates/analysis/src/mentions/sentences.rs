//! Where sentences end.

/// Where sentences end in `text`: behind a stop that a blank follows, unless it closes an abbreviation.
pub(crate) fn ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().filter_map(move |(i, c)| {
        let end = i + c.len_utf8();
        match c {
            '\n' | '。' | '！' | '？' => Some(end),
            '!' | '?' => text[end..].starts_with([' ', '"', '\u{201d}', '\n']).then_some(end),
            '.' => (text[end..].starts_with([' ', '\n', '"', '\u{201d}']) && !abbreviates(&text[..i]))
                .then_some(end),
            _ => None,
        }
    })
}

/// True where the stop behind `before` belongs to a shortened word: `U.S.`, `Inc.`, `Mr.`, `J.`.
fn abbreviates(before: &str) -> bool {
    // No shortened word is long; without this bound a text of stops alone would be read again and again.
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(12))..];
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("");
    let letters = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    letters.contains('.')
        || letters.chars().count() == 1 && letters.chars().all(char::is_uppercase)
        || [
            "Inc", "Corp", "Ltd", "Co", "Mr", "Mrs", "Ms", "Dr", "No", "vs", "St", "Sen", "Rep", "Gov", "Jr",
            "Mt",
        ]
        .contains(&letters)
}
