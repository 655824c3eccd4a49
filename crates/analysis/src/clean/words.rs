//! Words with their places, and units: the sentences and lines that are judged as a whole.

use std::ops::Range;

use crate::fingerprint::hash_word;

const MAX_HEADLINE_WORDS: usize = 60;

pub(super) struct Word {
    pub range: Range<usize>,
    pub hash: u64,
}

pub(super) struct Words(pub Vec<Word>);

impl Words {
    pub fn of(text: &str) -> Words {
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices() {
            match (c.is_alphanumeric(), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    words.push(Word { range: from..at, hash: hash_word(&text[from..at]) });
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(from) = start {
            words.push(Word { range: from..text.len(), hash: hash_word(&text[from..]) });
        }
        Words(words)
    }

    /// Of a headline, to be looked for; one that is too long to be one is nowhere.
    pub fn of_headline(title: &str) -> Words {
        let words = Words::of(title);
        if words.0.len() > MAX_HEADLINE_WORDS { Words(Vec::new()) } else { words }
    }

    /// The index of the first word that begins at or after a place.
    pub fn index_at(&self, place: usize) -> usize {
        self.0.partition_point(|word| word.range.start < place)
    }

    /// Where a run of words that begins with this one ends, if it stands here.
    pub fn run_end(&self, index: usize, run: &[Word]) -> Option<usize> {
        let here = self.0.get(index..index + run.len())?;
        let same = here.iter().zip(run).all(|(a, b)| a.hash == b.hash);
        (same && !run.is_empty()).then(|| here.last().map(|word| word.range.end)).flatten()
    }
}

/// Longer units are cut, so that a text without stops is many units and not one.
const MAX_UNIT_BYTES: usize = 2_000;

/// Sentences and lines, without the space around them.
pub(super) fn units(text: &str) -> Vec<Range<usize>> {
    let mut units = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    let mut closes = false;
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let ends_here = match c {
            '\n' => true,
            '.' | '!' | '?' | '…' | '。' | '！' | '？' => {
                closes = c != '.' || !is_abbreviation(&text[start..at]);
                false
            }
            '"' | '”' | '’' | '\'' | ')' | ']' | '»' => false,
            _ if c.is_whitespace() => {
                let next = chars.peek().map(|(_, next)| *next);
                let begins = next.is_some_and(|c| !c.is_lowercase() && !matches!(c, '.' | ',' | ';' | ':'));
                let ends = closes && begins;
                closes = closes && next.is_some_and(|c| matches!(c, '.' | '!' | '?'));
                ends
            }
            _ => {
                closes = false;
                false
            }
        };
        if ends_here || end - start >= MAX_UNIT_BYTES {
            push(text, start..end, &mut units);
            start = end;
            closes = false;
        }
    }
    push(text, start..text.len(), &mut units);
    units
}

fn push(text: &str, range: Range<usize>, units: &mut Vec<Range<usize>>) {
    let inside = &text[range.clone()];
    let from = range.start + (inside.len() - inside.trim_start().len());
    let to = range.start + inside.trim_end().len();
    if from < to {
        units.push(from..to);
    }
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_dotted =
        word.len() > 1 && word.contains('.') && word.len() <= 6 && !word.contains(char::is_numeric);
    is_initial
        || is_dotted
        || matches!(
            word,
            "Mr" | "Mrs"
                | "Ms"
                | "Dr"
                | "Prof"
                | "Sen"
                | "Rep"
                | "Gov"
                | "Gen"
                | "St"
                | "Inc"
                | "Ltd"
                | "Corp"
                | "Co"
                | "No"
                | "vs"
                | "Jan"
                | "Feb"
                | "Mar"
                | "Apr"
                | "Jun"
                | "Jul"
                | "Aug"
                | "Sep"
                | "Sept"
                | "Oct"
                | "Nov"
                | "Dec"
                | "approx"
                | "etc"
                | "Jr"
                | "Sr"
        )
}
