//! Where the words of a query stand in a text: passages to show, with the places to mark.

use std::collections::{BTreeSet, HashMap};

use unicode_normalization::char::is_combining_mark;

use crate::language::{Field, Query, Words};
use crate::words::words_of;

/// Passages of one text.
const MAX_PASSAGES: usize = 3;
/// Characters of a text within which they are looked for: a filing can be a book.
const MAX_CHARS: usize = 200_000;
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
    let (of_title, marks) = Text::marked(title, &Wants::of(wanted.iter().filter(|one| one.in_title)));
    let title = || of_title.characters.iter().collect();
    let whole = (!marks.is_empty()).then(|| Passage { in_title: true, text: title(), marks });
    let (text, marks) = Text::marked(content, &Wants::of(wanted.iter().filter(|one| one.in_content)));
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

/// What is looked for, by the last of its words, so that a word of a text is looked up once however long the query is.
#[derive(Default)]
struct Wants<'q> {
    ends: HashMap<&'q str, Vec<&'q [String]>>,
    beginnings: HashMap<&'q str, ()>,
    /// How many letters beginnings have.
    lengths: BTreeSet<usize>,
}

impl<'q> Wants<'q> {
    fn of<'w>(wanted: impl Iterator<Item = &'w Wanted<'q>>) -> Wants<'q>
    where
        'q: 'w,
    {
        let mut wants = Wants::default();
        for one in wanted {
            let Some(last) = one.words.last() else { continue };
            if one.beginning {
                wants.beginnings.insert(last, ());
                wants.lengths.insert(last.len());
            } else {
                wants.ends.entry(last).or_default().push(one.words);
            }
        }
        wants
    }

    /// Where what ends with the last of these words begins, the longest first.
    fn ends_here(&self, words: &[Word]) -> Option<usize> {
        let (last, _) = words.split_last()?;
        let phrases = self.ends.get(last.text.as_str()).into_iter().flatten();
        let same = |wanted: &&&[String]| {
            let from = words.len().checked_sub(wanted.len());
            from.is_some_and(|from| {
                words[from..].iter().zip(wanted.iter()).all(|(word, one)| word.text == *one)
            })
        };
        let longest = phrases.filter(same).map(|wanted| words[words.len() - wanted.len()].start).min();
        let begins = || {
            let beginning = |length: &usize| {
                let start = last.text.get(..*length);
                start.is_some_and(|start| self.beginnings.contains_key(start))
            };
            self.lengths.iter().any(beginning).then_some(last.start)
        };
        longest.or_else(begins)
    }
}

/// A word with its place, in characters.
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// A text as far as it was looked at.
struct Text {
    characters: Vec<char>,
    words: Vec<Word>,
}

impl Text {
    /// The text and where wanted words stand in it, in order, without overlaps; what lies behind the last passage that is
    /// shown is not looked at.
    fn marked(text: &str, wants: &Wants) -> (Text, Vec<(usize, usize)>) {
        let characters: Vec<char> = text.chars().take(MAX_CHARS).collect();
        let mut found = Text { characters, words: Vec::new() };
        let mut marks: Vec<(usize, usize)> = Vec::new();
        if wants.ends.is_empty() && wants.beginnings.is_empty() {
            return (found, marks);
        }
        let (mut passages, mut reach) = (0, 0);
        let mut at = 0;
        while at < found.characters.len() {
            let start = at;
            at = found.run_end(start);
            let run: String = found.characters[start..at].iter().collect();
            for text in words_of(&run) {
                found.words.push(Word { text, start, end: at });
                let Some(mut first) = wants.ends_here(&found.words) else { continue };
                if passages == 0 || at > reach {
                    passages += 1;
                    reach = first + AFTER;
                }
                if passages > MAX_PASSAGES {
                    return (found, marks);
                }
                // A longer phrase may begin before what was marked.
                while let Some((start, _)) = marks.pop_if(|last| first < last.1) {
                    first = first.min(start);
                }
                marks.push((first, at));
            }
            at = at.max(start + 1);
        }
        (found, marks)
    }

    /// The end of the letters that begin here; a character that is a word by itself ends at once.
    fn run_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(&character) = self.characters.get(at)
            && !is_break(character)
        {
            if stands_alone(character) {
                // With the marks that belong to it.
                let alone = if at == start { at + 1 } else { return at };
                let marks = self.characters[alone..].iter().take_while(|c| is_combining_mark(**c)).count();
                return alone + marks;
            }
            at += 1;
        }
        at
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
        let cut = self.words.partition_point(|word| word.end <= at);
        match self.words.get(cut) {
            // A run as long as a passage is cut all the same.
            Some(word) if word.start < at && word.end - word.start < BEFORE => word.end,
            _ => at,
        }
    }
}

fn is_break(character: char) -> bool {
    !character.is_alphanumeric()
        && !is_combining_mark(character)
        && words_of(character.encode_utf8(&mut [0; 4])).is_empty()
}

/// Scripts without spaces give a word for each character.
fn stands_alone(character: char) -> bool {
    character >= '\u{e00}' && words_of(&String::from_iter([character, character])).len() == 2
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
    fn scripts_without_spaces_are_marked_by_their_characters() {
        check(
            "比特币",
            "比特币上涨",
            "今天，比特币大涨。以太坊下跌。",
            &["title: [比特币]上涨", "今天，[比特币]大涨。以太坊下跌。"],
        );
        check("ビットコイン", "", "今日のビットコイン価格。", &["今日の[ビットコイン]価格。"]);
        check("비트코인", "", "오늘 비트코인은 올랐다.", &["오늘 [비트코인]은 올랐다."]);
        check("bitcoin*", "", "比特币bitcoins大涨", &["比特币[bitcoins]大涨"]);
    }

    /// A book and a hundred beginnings: the time is that of one look at each word, up to the last passage.
    #[test]
    fn a_long_text_and_a_long_query_take_no_time() {
        let query: Vec<String> = (0..100).map(|n| format!("zq{n}x*")).collect();
        let query = parse(&query.join(" OR ")).expect("a query");
        let content = "words that say nothing of all this ".repeat(60_000);
        let started = std::time::Instant::now();
        assert_eq!(passages(&query, "", &content), []);
        assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
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
