//! Cuts text into sentences of lower-case words, with the place of each in the text.

use std::collections::HashSet;
use std::sync::LazyLock;

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

/// A word as patterns see it, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Lower case, straight apostrophes.
    pub text: String,
    pub start: usize,
    pub end: usize,
    /// Began with a capital letter.
    pub capital: bool,
}

/// A run of words between sentence ends, and whether it asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    pub words: Vec<Word>,
    pub asks: bool,
}

impl Sentence {
    /// Where the sentence stands in its text.
    pub fn span(&self) -> (usize, usize) {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => (0, 0),
        }
    }
}

/// Longer runs are cut, so that no pattern ever looks at more.
const MAX_SENTENCE_WORDS: usize = 120;
/// No answer in a call is longer; the rest of a longer text is not read.
pub(super) const MAX_BYTES: usize = 64 * 1024;

pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    let mut out = Vec::new();
    let mut current = Sentence::default();
    let mut word = String::new();
    let (mut start, mut capital) = (0, false);
    let mut previous = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        let c = match c {
            '’' | '‘' | '`' | '\u{92}' => '\'',
            other => other,
        };
        let numeric = previous.is_ascii_digit() && next.is_ascii_digit() && matches!(c, '.' | ',');
        let inside = c.is_alphanumeric()
            || numeric
            || (matches!(c, '\'' | '-') && !word.is_empty() && next.is_alphanumeric());
        if inside || matches!(c, '%' | '$' | '€' | '£') {
            if word.is_empty() {
                start = at;
                capital = c.is_uppercase();
            }
            word.extend(c.to_lowercase());
            previous = c;
            continue;
        }
        if !word.is_empty() {
            current.words.push(Word { text: std::mem::take(&mut word), start, end: at, capital });
        }
        let full_stop = c == '.' && (next.is_whitespace() || next.is_uppercase()) && !abbreviation(&current);
        let ended = full_stop
            || matches!(c, '?' | '!' | '\n' | ';' | '。' | '？' | '！')
            || current.words.len() >= MAX_SENTENCE_WORDS;
        if ended && (!current.words.is_empty()) {
            current.asks = matches!(c, '?' | '？');
            out.push(std::mem::take(&mut current));
        }
        previous = c;
    }
    if !word.is_empty() {
        current.words.push(Word { text: word, start, end: text.len(), capital });
    }
    if !current.words.is_empty() {
        out.push(current);
    }
    out
}

/// "Mr." and "Inc." end no sentence, nor does an initial.
fn abbreviation(sentence: &Sentence) -> bool {
    sentence.words.last().is_some_and(|word| {
        matches!(
            word.text.as_str(),
            "mr" | "ms" | "mrs" | "dr" | "inc" | "corp" | "co" | "vs" | "st" | "u.s" | "no"
        ) && word.capital
            || (word.text.len() == 1 && word.capital && word.text != "i")
    })
}

static NUMBER_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(NUMBERS));
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty \
     sixty seventy eighty ninety hundred thousand million billion trillion dozen half third quarter-million percent \
     percentage bps basis double-digit single-digit mid-single low-single high-single mid-teens low-teens teens \
     twenties thirties double-digits single-digits mid-single-digit high-single-digit low-single-digit low-double-digit";

/// A figure that says how much: not a year, not an ordinal, not the small words that stand for anything.
pub(super) fn is_figure(word: &str) -> bool {
    let Some(first) = word.chars().next() else { return false };
    if first.is_ascii_digit() || matches!(first, '$' | '€' | '£') {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        if digits == 0 {
            return false;
        }
        let year = digits == 4 && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        let ordinal =
            word.ends_with("st") || word.ends_with("nd") || word.ends_with("rd") || word.ends_with("th");
        return !year && !ordinal;
    }
    NUMBER_WORDS.contains(word) && !matches!(word, "one" | "third" | "basis")
}

/// A day, month, quarter or year.
pub(super) fn is_date(word: &str) -> bool {
    let year = word.len() == 4
        && (word.starts_with("19") || word.starts_with("20"))
        && word.bytes().all(|byte| byte.is_ascii_digit());
    year || matches!(
        word,
        "january"
            | "february"
            | "march"
            | "april"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "q1"
            | "q2"
            | "q3"
            | "q4"
            | "1q"
            | "2q"
            | "3q"
            | "4q"
            | "year-end"
            | "h1"
            | "h2"
            | "summer"
            | "spring"
            | "mid-year"
    )
}

static EMPTY_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(EMPTY));
const EMPTY: &str = "a an the and or but so if then than that this these those there here it its i you we they he she \
     me us them my your our their his her is are was were be been being am do does did done have has had having will would \
     can could should may might must shall to of in on at for from with by as about into over under out up down off what \
     which who whom when where why how just also very really quite well okay ok yes no not n't don't i'm we're you're it's \
     that's i'd we'd i'll we'll i've we've you've can't won't get got go going know think see say said maybe kind sort like \
     thanks thank great good morning afternoon question questions guys hi hello one two first second lot bit little more \
     most some any all much many other another again still even because obviously actually guess mean sure right now";

/// What is left of a word for comparing: none for words without content, else its first six letters.
pub(super) fn stem(word: &str) -> Option<&str> {
    if word.len() < 3 || EMPTY_WORDS.contains(word) {
        return None;
    }
    let word = word.strip_suffix("'s").unwrap_or(word);
    Some(&word[..word.floor_char_boundary(6)])
}
