//! Where the words of a query stand in a text: passages to show, with the places to mark.

use crate::language::{Field, Query, Words};
use crate::words::words_of;

/// Passages of one text.
const MAX_PASSAGES: usize = 3;
/// Characters before the first and after the last marked word of a passage.
const BEFORE: usize = 80;
const AFTER: usize = 160;

/// A stretch of a title or content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub in_title: bool,
    pub text: String,
    /// First character and the one after the last, counted in characters of `text`.
    pub marks: Vec<(usize, usize)>,
}

/// The title where it has words of the query, and the first places of the content that do.
pub fn passages(query: &Query, title: &str, content: &str) -> Vec<Passage> {
    let mut wanted = Vec::new();
    collect(query, &mut wanted);
    let in_title = Text::of(title);
    let marks = in_title.marks(wanted.iter().filter(|one| one.in_title));
    let whole = (!marks.is_empty()).then(|| Passage { in_title: true, text: title.to_owned(), marks });
    let text = Text::of(content);
    let marks = text.marks(wanted.iter().filter(|one| one.in_content));
    whole.into_iter().chain(text.passages(&marks)).collect()
}

/// Words that follow each other, or the beginning of one.
struct Wanted<'q> {
    words: &'q [String],
    beginning: bool,
    in_title: bool,
    in_content: bool,
}

/// What may stand in title or content; what is left out cannot be shown.
fn collect<'q>(query: &'q Query, wanted: &mut Vec<Wanted<'q>>) {
    let mut add = |field: Field, words: &'q [String], beginning: bool| {
        if matches!(field, Field::Text | Field::Title) {
            wanted.push(Wanted { words, beginning, in_title: true, in_content: field == Field::Text });
        }
    };
    match query {
        Query::Words(Words { field, words }) => add(*field, words, false),
        Query::Beginning { field, letters } => add(*field, std::slice::from_ref(letters), true),
        Query::Near { left, right, .. } => {
            left.iter().chain(right).for_each(|words| add(words.field, &words.words, false));
        }
        Query::Not(_) => {}
        Query::All(parts) | Query::Any(parts) => parts.iter().for_each(|part| collect(part, wanted)),
    }
}

/// A text with its words, each with its place in characters.
struct Text {
    characters: Vec<char>,
    words: Vec<(String, usize, usize)>,
}

impl Text {
    fn of(text: &str) -> Text {
        let characters: Vec<char> = text.chars().collect();
        let mut words = Vec::new();
        let mut at = 0;
        while at < characters.len() {
            let start = at;
            while at < characters.len() && !is_break(characters[at]) {
                at += 1;
            }
            if at > start {
                let run: String = characters[start..at].iter().collect();
                // Scripts without spaces give several words of one run; all of it is marked then.
                words.extend(words_of(&run).into_iter().map(|word| (word, start, at)));
            } else {
                at += 1;
            }
        }
        Text { characters, words }
    }

    /// Where wanted words stand, in order, without overlaps.
    fn marks<'w, 'q: 'w>(&self, wanted: impl Iterator<Item = &'w Wanted<'q>>) -> Vec<(usize, usize)> {
        let mut marks = Vec::new();
        for one in wanted {
            for window in self.words.windows(one.words.len().max(1)) {
                let same = |(have, want): (&(String, usize, usize), &String)| match one.beginning {
                    true => have.0.starts_with(want.as_str()),
                    false => have.0 == *want,
                };
                if window.iter().zip(one.words).all(same)
                    && let (Some(first), Some(last)) = (window.first(), window.last())
                {
                    marks.push((first.1, last.2));
                }
            }
        }
        marks.sort_unstable();
        let mut joined: Vec<(usize, usize)> = Vec::with_capacity(marks.len());
        for (start, end) in marks {
            match joined.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => joined.push((start, end)),
            }
        }
        joined
    }

    fn passages(&self, marks: &[(usize, usize)]) -> Vec<Passage> {
        let mut passages = Vec::new();
        let mut rest = marks;
        while let Some(&(first, _)) = rest.first()
            && passages.len() < MAX_PASSAGES
        {
            let from = self.word_edge(first.saturating_sub(BEFORE));
            let reach = first + AFTER;
            let within = rest.iter().take_while(|(_, end)| *end <= reach).count().max(1);
            let last = rest[within - 1].1;
            let to = self.word_edge(reach.max(last).min(self.characters.len()));
            passages.push(Passage {
                in_title: false,
                text: self.characters[from..to].iter().collect(),
                marks: rest[..within].iter().map(|(start, end)| (start - from, end - from)).collect(),
            });
            rest = &rest[within..];
        }
        passages
    }

    /// The start of the word that is cut here, or the place itself.
    fn word_edge(&self, at: usize) -> usize {
        if at == 0 || at >= self.characters.len() {
            return at.min(self.characters.len());
        }
        let cut = self.words.partition_point(|(_, _, end)| *end <= at);
        match self.words.get(cut) {
            // A run as long as a passage is cut all the same.
            Some((_, start, end)) if *start < at && end - start < BEFORE => *end,
            _ => at,
        }
    }
}

fn is_break(character: char) -> bool {
    words_of(character.encode_utf8(&mut [0; 4])).is_empty()
        && !character.is_alphanumeric()
        && character < '\u{300}'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    /// Passages with brackets around what is marked.
    #[track_caller]
    fn check(query: &str, title: &str, content: &str, expected: &[&str]) {
        let shown: Vec<String> = passages(&parse(query).expect("a query"), title, content)
            .into_iter()
            .map(|passage| {
                let characters: Vec<char> = passage.text.chars().collect();
                let mut text = if passage.in_title { "title: ".to_owned() } else { String::new() };
                for (at, character) in characters.iter().enumerate() {
                    if passage.marks.iter().any(|(start, _)| *start == at) {
                        text.push('[');
                    }
                    text.push(*character);
                    if passage.marks.iter().any(|(_, end)| *end == at + 1) {
                        text.push(']');
                    }
                }
                text
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn words_phrases_and_beginnings_are_marked() {
        check("etf", "An ETF is here", "No more.", &["title: An [ETF] is here"]);
        check(
            "\"spot etf\"",
            "Spot etf",
            "A spot, an etf, a spot ETF.",
            &["title: [Spot etf]", "A spot, an etf, a [spot ETF]."],
        );
        check("tokeni*", "", "Tokenisation and tokens.", &["[Tokenisation] and tokens."]);
        check("ether -price", "Ether price", "", &["title: [Ether] price"]);
        check("title:ether", "", "Ether moved.", &[]);
        check("outlet:daily cafe", "Café open", "", &["title: [Café] open"]);
        check("a NEAR/3 b", "", "x a y b", &["x [a] y [b]"]);
    }

    #[test]
    fn long_texts_are_cut_at_words_and_a_few_passages_are_shown() {
        let filler = "words that say nothing ".repeat(30);
        let content = format!("{filler}bitcoin {filler}bitcoin {filler}bitcoin {filler}bitcoin");
        let found = passages(&parse("bitcoin").expect("a query"), "", &content);
        assert_eq!(found.len(), MAX_PASSAGES);
        for passage in found {
            let (start, end) = passage.marks[0];
            assert_eq!(passage.text.chars().skip(start).take(end - start).collect::<String>(), "bitcoin");
            assert!(passage.text.chars().count() <= BEFORE + AFTER + 2 * BEFORE, "{}", passage.text);
        }
        assert_eq!(passages(&parse("bitcoin").expect("a query"), "", ""), []);
    }
}
