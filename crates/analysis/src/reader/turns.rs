//! Phrases whose end is the news: a lawsuit that is dropped, a run of inflows that is over. A network that reads words is
//! struck by the lawsuit and by the inflows; here what it leans toward is turned.
//!
//! Only what is plainly said counts: who asks for a dismissal has none yet, and who loses a suit of his own is not relieved.

use std::ops::Range;
use std::sync::LazyLock;

use domain::{Language, Tone};

use super::pieces::Folded;
use crate::fixed::FixedMap;

/// The share of what is turned that changes sides, and of that the share that becomes neutral.
const TURNED: f32 = 0.85;
const TO_NEUTRAL: f32 = 0.25;

/// Words between the parts of a phrase, and before its first, that are looked at.
const MAX_GAP: usize = 6;
const MAX_BEFORE: usize = 5;
/// The same in characters where no words are written.
const MAX_CHARS: usize = 24;

/// What a word can be, a bit each, in the order of the list's kinds.
const KINDS: [&str; 15] = [
    "dropping",
    "case",
    "dropped",
    "apart",
    "not",
    "turned",
    "between",
    "against",
    "authority",
    "ending",
    "streak",
    "up",
    "down",
    "over",
    "of",
];
const DROPPING: u16 = 1;
const CASE: u16 = 1 << 1;
const DROPPED: u16 = 1 << 2;
const APART: u16 = 1 << 3;
const NOT: u16 = 1 << 4;
const AFTERWARDS: u16 = 1 << 5;
const BETWEEN: u16 = 1 << 6;
const AGAINST: u16 = 1 << 7;
const AUTHORITY: u16 = 1 << 8;
const ENDING: u16 = 1 << 9;
const STREAK: u16 = 1 << 10;
const UP: u16 = 1 << 11;
const DOWN: u16 = 1 << 12;
const OVER: u16 = 1 << 13;
const OF: u16 = 1 << 14;

/// A word of a sentence, by the characters of the text.
pub struct Spot<'a> {
    pub text: &'a str,
    pub place: Range<u32>,
    pub is_owner: bool,
}

/// A phrase that turns the tone of its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What was bad is over; otherwise what was good.
    pub relieves: bool,
    /// Who drops a case is not relieved by it, nor is an authority: characters that the tone toward a name must not touch.
    spared: Vec<Range<u32>>,
}

impl Turn {
    /// Whether it turns the tone toward what stands here.
    pub fn touches(&self, place: &Range<u32>) -> bool {
        self.spared.iter().all(|spared| spared.end <= place.start || place.end <= spared.start)
    }

    pub fn turned(&self, tone: Tone) -> Tone {
        let Tone { positive, neutral, negative } = tone;
        let part = TURNED * if self.relieves { negative } else { positive };
        let (over, calm) = (part * (1.0 - TO_NEUTRAL), part * TO_NEUTRAL);
        match self.relieves {
            true => Tone { positive: positive + over, neutral: neutral + calm, negative: negative - part },
            false => Tone { positive: positive - part, neutral: neutral + calm, negative: negative + over },
        }
    }
}

/// A tone as a turn leaves it.
pub fn applied(turn: Option<&Turn>, tone: Tone) -> Tone {
    turn.map_or(tone, |turn| turn.turned(tone))
}

#[derive(Default)]
struct Rules {
    whole: FixedMap<String, u16>,
    /// Beginnings of words, for languages that put much behind them.
    beginnings: Vec<(String, u16)>,
}

static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let mut rules: Vec<Rules> = Language::ALL.iter().map(|_| Rules::default()).collect();
    for line in include_str!("../../models/turns.txt").lines() {
        let (head, words) = line.split_once(": ").expect("a kind and its words");
        let (code, kind) = head.split_once(' ').expect("a language and a kind");
        let language = Language::from_name(code).expect("a language of ours");
        let bit = 1 << KINDS.iter().position(|known| *known == kind).expect("a kind of the list");
        let rules = &mut rules[place(language)];
        for word in words.split(' ') {
            let folded: String = Folded::of(word, 100).chars.iter().collect();
            match folded.strip_suffix('*') {
                Some(beginning) => rules.beginnings.push((beginning.to_owned(), bit)),
                None => *rules.whole.entry(folded).or_default() |= bit,
            }
        }
    }
    rules
});

fn place(language: Language) -> usize {
    Language::ALL.iter().position(|one| *one == language).expect("every language is in the list")
}

impl Rules {
    fn of(&self, word: &str) -> u16 {
        let begun = self.beginnings.iter().filter(|(beginning, _)| word.starts_with(beginning.as_str()));
        begun.fold(self.whole.get(word).copied().unwrap_or(0), |all, (_, bit)| all | bit)
    }
}

/// What turns the tone of a sentence, by its words and marks.
pub fn of_words<'a>(language: Language, sentence: impl Iterator<Item = Spot<'a>>) -> Option<Turn> {
    let rules = &RULES[place(language)];
    let mut words = Vec::with_capacity(32);
    let mut all = 0;
    for spot in sentence {
        let is_mark = !spot.text.contains(char::is_alphanumeric);
        let bits = match is_mark {
            true if matches!(spot.text, "-" | "'" | "\"" | "’" | "‘" | "“" | "”" | "$") => 0,
            true => BETWEEN,
            false => rules.of(spot.text),
        };
        all |= bits;
        words.push((bits, spot.place, spot.is_owner, spot.text == "?"));
    }
    if words.last().is_some_and(|word| word.3) {
        return None;
    }
    let case = || (all & CASE != 0 && all & (DROPPING | DROPPED) != 0).then(|| dropped(&words)).flatten();
    let run = || (all & STREAK != 0 && all & (ENDING | OVER) != 0).then(|| ended(&words)).flatten();
    case().or_else(run)
}

type Marked = (u16, Range<u32>, bool, bool);

fn dropped(words: &[Marked]) -> Option<Turn> {
    let has = |range: Range<usize>, bits: u16| words[range].iter().any(|word| word.0 & bits != 0);
    for at in (0..words.len()).filter(|&at| words[at].0 & CASE != 0) {
        if at > 0 && has(at - 1..at, APART) {
            continue;
        }
        let near = at.saturating_sub(MAX_GAP + 1)..at;
        let verb = near
            .rev()
            .take_while(|&i| !has(i..i + 1, BETWEEN))
            .find(|&i| has(i..i + 1, DROPPING) && !has(i + 1..i + 2, APART));
        let behind = (at + 1..words.len().min(at + 1 + MAX_GAP)).take_while(|&i| !has(i..i + 1, BETWEEN));
        let (first, last) = match verb {
            Some(verb) => (verb, at),
            None => (at, behind.clone().find(|&i| has(i..i + 1, DROPPED))?),
        };
        let theirs = words[first..at].iter().any(|word| word.2 && word.0 & AUTHORITY == 0);
        let against = (at + 1..words.len()).find(|&i| has(i..i + 1, AGAINST));
        let against_authority = against.is_some_and(|i| has(i..words.len().min(i + 3), AUTHORITY));
        if theirs
            || against_authority
            || has(first.saturating_sub(MAX_BEFORE)..last, NOT)
            || has(last..words.len(), AFTERWARDS)
        {
            return None;
        }
        let mut spared: Vec<Range<u32>> =
            words.iter().filter(|word| word.0 & AUTHORITY != 0).map(|word| word.1.clone()).collect();
        if verb.is_some() {
            spared.extend(words[first.saturating_sub(2)..first].iter().map(|word| word.1.clone()));
        }
        return Some(Turn { relieves: true, spared });
    }
    None
}

fn ended(words: &[Marked]) -> Option<Turn> {
    let at = words.iter().position(|word| word.0 & STREAK != 0)?;
    let all = |range: Range<usize>| words[range].iter().fold(0, |all, word| all | word.0);
    let ends = |&i: &usize| {
        let closes = words.get(i + 1).is_none_or(|next| next.0 & BETWEEN != 0);
        if i < at { words[i].0 & ENDING != 0 } else { words[i].0 & (ENDING | OVER) != 0 && closes }
    };
    let ahead = (at.saturating_sub(MAX_GAP + 1)..at).rev().find(ends);
    let behind = (at + 1..words.len().min(at + MAX_BEFORE)).find(ends);
    // `ends losing streak`, `ends nine-day streak of outflows`, `losing streak is over`.
    let verb = ahead.or(behind)?;
    let (first, last) = (verb.min(at), verb.max(at));
    let is_of = words.get(at + 1).is_some_and(|next| next.0 & OF != 0);
    let of = if is_of { all(at + 1..words.len().min(at + 4)) } else { 0 };
    let kind = if verb < at { all(verb..at) } else { all(at.saturating_sub(3)..at) } | of;
    let crossed = all(first + 1..last) & BETWEEN != 0;
    let denied = all(first.saturating_sub(MAX_BEFORE)..last) & NOT != 0;
    (!crossed && !denied && (kind & UP != 0) != (kind & DOWN != 0))
        .then(|| Turn { relieves: kind & DOWN != 0, spared: Vec::new() })
}

/// The same of some characters of a text in a language beside English.
pub fn of_characters(language: Language, text: &Folded, sentence: Range<usize>) -> Option<Turn> {
    let chars = &text.chars[sentence.clone()];
    if matches!(language, Language::Chinese | Language::Japanese | Language::Korean) {
        return unspaced(&RULES[place(language)], &chars.iter().collect::<String>());
    }
    let mut spelled = String::with_capacity(chars.len() + 8);
    let mut places = Vec::new();
    let mut from = 0;
    for run in chars.chunk_by(|one, next| one.is_alphanumeric() && next.is_alphanumeric()) {
        let start = (sentence.start + from) as u32;
        from += run.len();
        if run[0].is_whitespace() {
            continue;
        }
        let begin = spelled.len();
        spelled.extend(run);
        places.push((begin..spelled.len(), start..start + run.len() as u32));
    }
    let spots = places.into_iter().map(|(at, place)| Spot { text: &spelled[at], place, is_owner: false });
    of_words(language, spots)
}

fn unspaced(rules: &Rules, sentence: &str) -> Option<Turn> {
    let find = |bits: u16| {
        rules
            .whole
            .iter()
            .filter(move |(_, bit)| **bit & bits != 0)
            .filter_map(|(word, _)| sentence.find(word.as_str()))
    };
    let case = find(CASE).min()?;
    let drop = find(DROPPING | DROPPED).min()?;
    let (from, to) = (case.min(drop), case.max(drop));
    let near = sentence[from..to].chars().count() <= MAX_CHARS;
    (near && find(NOT).next().is_none() && !sentence.ends_with('?'))
        .then(|| Turn { relieves: true, spared: Vec::new() })
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
