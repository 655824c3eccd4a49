//! The first sentence of a text.

/// Words that a point may follow without ending a sentence.
const SHORTENED: [&str; 15] =
    ["Inc", "Corp", "Ltd", "Mr", "Mrs", "Ms", "Dr", "Sen", "Rep", "Gov", "St", "No", "vs", "Co", "Mt"];

/// Up to the first point, question or exclamation mark after which another sentence begins.
pub fn first_sentence(text: &str) -> &str {
    for (at, sign) in text.match_indices(['.', '!', '?']) {
        let behind = text[at + sign.len()..].trim_start_matches(['"', '\u{201d}', '\'', '\u{2019}', ')']);
        let end = text.len() - behind.len();
        let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let is_name = sign == "."
            && (SHORTENED.contains(&word) || word.len() == 1 && !word.chars().all(|c| c.is_ascii_digit()));
        let begins = behind.trim_start().starts_with(|c: char| {
            c.is_uppercase() || c.is_ascii_digit() || "\"\u{201c}\u{2018}$".contains(c)
        });
        if behind.starts_with(char::is_whitespace) && begins && !is_name {
            return &text[..end];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_ends_where_the_next_begins() {
        for (text, first) in [
            ("One thing. Another thing.", "One thing."),
            (
                "The U.S. Senate voted on Acme Inc. Tuesday. It passed.",
                "The U.S. Senate voted on Acme Inc. Tuesday.",
            ),
            ("He said \"no way.\" They left.", "He said \"no way.\""),
            ("It rose 2.5% to $3.1 billion in May. Then it fell.", "It rose 2.5% to $3.1 billion in May."),
            ("Creditors of Mt. Gox wait. So they do.", "Creditors of Mt. Gox wait."),
            ("Only one", "Only one"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first);
        }
    }
}
