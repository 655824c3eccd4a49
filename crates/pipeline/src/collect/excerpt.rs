//! How much of a text is kept, where whoever runs this may not keep all of it. What is left out is never stored, read or
//! counted.

use domain::{Extent, Item};
use sources::Content;

/// Characters of an excerpt at most, about two sentences.
const MAX_CHARS: usize = 300;
/// A first sentence shorter than this is no excerpt yet.
const MIN_CHARS: usize = 100;

pub fn shorten(items: &mut [Item], content: Content) {
    for item in items {
        match content {
            Content::Full => return,
            Content::Excerpt => {
                let excerpt = excerpt(&item.content);
                if excerpt != item.content || !item.turns.is_empty() {
                    item.extent = Extent::Summary;
                }
                item.content = excerpt;
            }
            Content::None => {
                item.content = String::new();
                item.extent = Extent::Headline;
            }
        }
        item.turns = Vec::new();
    }
}

/// Whole sentences where some fit, whole words otherwise.
fn excerpt(text: &str) -> String {
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(MAX_CHARS) else { return text.to_owned() };
    let head = &text[..end];
    let sentence = head
        .match_indices(['.', '!', '?'])
        .map(|(at, mark)| at + mark.len())
        .rfind(|at| head[*at..].starts_with(char::is_whitespace) && head[..*at].chars().count() >= MIN_CHARS);
    match sentence {
        Some(at) => head[..at].to_owned(),
        None => {
            let word = head.rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(head.len());
            format!("{}…", head[..word].trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_with_a_sentence_or_a_word() {
        assert_eq!(excerpt(" Short. "), "Short.");
        let sentence = "An exchange said on Monday that it would list a fund of some kind for the people who asked for it.";
        let long = [sentence; 9].join(" ");
        assert_eq!(excerpt(&long), [sentence; 3].join(" "));
        let words = "word ".repeat(200);
        let cut = excerpt(&words);
        assert!(cut.ends_with("word…") && cut.chars().count() <= MAX_CHARS + 1, "{cut}");
        let one = "ä".repeat(1000);
        assert_eq!(excerpt(&one).chars().count(), MAX_CHARS + 1);
    }
}
