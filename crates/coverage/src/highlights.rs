//! The words of a search marked in a text, and a piece of a long text around the first of them.

use search::language::{Field, Query};
use search::words_of;

/// A stretch of a text; marked where the search asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub text: String,
    pub is_match: bool,
}

/// Words that a query wants in title or text.
#[derive(Default)]
pub struct Wanted {
    words: Vec<String>,
    beginnings: Vec<String>,
}

impl Wanted {
    pub fn of(query: Option<&Query>) -> Wanted {
        let mut wanted = Wanted::default();
        if let Some(query) = query {
            wanted.add(query);
        }
        wanted
    }

    fn add(&mut self, query: &Query) {
        let is_text = |field: &Field| matches!(field, Field::Text | Field::Title);
        match query {
            Query::Words(words) if is_text(&words.field) => self.words.extend(words.words.iter().cloned()),
            Query::Beginning { field, letters } if is_text(field) => self.beginnings.push(letters.clone()),
            Query::Near { left, right, .. } => {
                let words = left.iter().chain(right).filter(|words| is_text(&words.field));
                self.words.extend(words.flat_map(|words| words.words.iter().cloned()));
            }
            Query::All(parts) | Query::Any(parts) => parts.iter().for_each(|part| self.add(part)),
            // What is not wanted is not there to be marked.
            Query::Words(_) | Query::Beginning { .. } | Query::Not(_) => {}
        }
    }

    fn has(&self, word: &str) -> bool {
        let folded = words_of(word);
        folded.iter().any(|word| {
            self.words.contains(word)
                || self.beginnings.iter().any(|letters| word.starts_with(letters.as_str()))
        })
    }

    /// The whole text.
    pub fn mark(&self, text: &str) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut push = |text: &str, is_match: bool| match stretches.last_mut() {
            Some(last) if last.is_match == is_match => last.text.push_str(text),
            _ => stretches.push(Stretch { text: text.to_owned(), is_match }),
        };
        let mut rest = text;
        while !rest.is_empty() {
            let letter = |c: char| c.is_alphanumeric();
            let start = rest.find(letter).unwrap_or(rest.len());
            let end = rest[start..].find(|c: char| !letter(c)).map_or(rest.len(), |at| start + at);
            let (between, word) = (&rest[..start], &rest[start..end]);
            if !between.is_empty() {
                push(between, false);
            }
            if !word.is_empty() {
                push(word, self.has(word));
            }
            rest = &rest[end..];
        }
        stretches
    }

    /// So many characters around the first match, or from the beginning where there is none.
    pub fn snippet(&self, text: &str, max_chars: usize) -> Vec<Stretch> {
        let marked = self.mark(text);
        let before: usize = match marked.iter().position(|stretch| stretch.is_match) {
            Some(at) => marked[..at].iter().map(|stretch| stretch.text.chars().count()).sum(),
            None => 0,
        };
        let from = before.saturating_sub(max_chars / 3);
        let length = text.chars().count();
        let cut: String = text.chars().skip(from).take(max_chars).collect();
        // Whole words: a cut one at either end goes.
        let cut = match from {
            0 => cut.as_str(),
            _ => cut.split_once(char::is_whitespace).map_or(cut.as_str(), |(_, rest)| rest),
        };
        let ends_early = from + max_chars < length;
        let cut = match ends_early {
            true => cut.rsplit_once(char::is_whitespace).map_or(cut, |(rest, _)| rest),
            false => cut,
        };
        let mut shown = self.mark(&cut.split_whitespace().collect::<Vec<_>>().join(" "));
        let dots = || Stretch { text: "… ".to_owned(), is_match: false };
        if from > 0 {
            shown.insert(0, dots());
        }
        if ends_early {
            shown.push(Stretch { text: " …".to_owned(), is_match: false });
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, text: &str, expected: &str) {
        let query = search::language::parse(query).expect("a query");
        let shown = Wanted::of(Some(&query)).mark(text);
        let shown: String = shown
            .into_iter()
            .map(|stretch| if stretch.is_match { format!("[{}]", stretch.text) } else { stretch.text })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_is_asked_for_is_marked() {
        check("bitcoin", "Bitcoin rose, BITCOIN's price fell.", "[Bitcoin] rose, [BITCOIN]'s price fell.");
        check("token* -price", "Tokenised price", "[Tokenised] price");
        check("título", "Un titulo, TÍTULO", "Un [titulo], [TÍTULO]");
        check("outlet:alpha rise", "Alpha sees a rise", "Alpha sees a [rise]");
        check("etf NEAR/3 spot", "A spot ETF", "A [spot] [ETF]");
    }

    #[test]
    fn a_snippet_stands_around_the_first_match() {
        let text = format!("{} needle {}", "hay ".repeat(200), "straw ".repeat(200));
        let query = search::language::parse("needle").expect("a query");
        let shown = Wanted::of(Some(&query)).snippet(&text, 120);
        let length: usize = shown.iter().map(|stretch| stretch.text.chars().count()).sum();
        assert!(shown.iter().any(|stretch| stretch.is_match) && length < 130, "{shown:?}");
        assert!(Wanted::default().snippet("short", 100).iter().all(|stretch| stretch.text == "short"));
    }
}
