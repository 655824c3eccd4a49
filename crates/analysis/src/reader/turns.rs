//! Phrases whose end is the news: a lawsuit that is dropped, a run of inflows that is over. A network that reads words is
//! struck by the lawsuit and by the inflows; here what it leans toward is turned.
//!
//! Only what is plainly said counts: who asks for a dismissal has none yet, and who loses a suit of his own is not relieved. What
//! only may end is neither good nor bad.

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

/// Words of no account between "ends" and "rally"; with more, something else ends.
const MAX_BESIDE: usize = 1;

/// What a word can be, a bit each, in the order of the list's kinds.
const KINDS: [&str; 21] = [
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
    "asked",
    "fresh",
    "breaking",
    "across",
    "small",
    "hedged",
];
const DROPPING: u32 = 1;
const CASE: u32 = 1 << 1;
const DROPPED: u32 = 1 << 2;
const APART: u32 = 1 << 3;
const NOT: u32 = 1 << 4;
const AFTERWARDS: u32 = 1 << 5;
const BETWEEN: u32 = 1 << 6;
const AGAINST: u32 = 1 << 7;
const AUTHORITY: u32 = 1 << 8;
const ENDING: u32 = 1 << 9;
const STREAK: u32 = 1 << 10;
const UP: u32 = 1 << 11;
const DOWN: u32 = 1 << 12;
const OVER: u32 = 1 << 13;
const OF: u32 = 1 << 14;
const ASKED: u32 = 1 << 15;
const FRESH: u32 = 1 << 16;
const BREAKING: u32 = 1 << 17;
const ACROSS: u32 = 1 << 18;
const SMALL: u32 = 1 << 19;
const HEDGED: u32 = 1 << 20;

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
    /// Only likely or possible: what is turned becomes neutral.
    hedged: bool,
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
        let to_neutral = if self.hedged { 1.0 } else { TO_NEUTRAL };
        let (over, calm) = (part * (1.0 - to_neutral), part * to_neutral);
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
    whole: FixedMap<String, u32>,
    /// Beginnings of words, for languages that put much behind them.
    beginnings: Vec<(String, u32)>,
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
    fn of(&self, word: &str) -> u32 {
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
        let counts_nothing = is_mark || spot.text.starts_with(|c: char| c.is_ascii_digit());
        words.push((bits, spot.place, spot.is_owner, spot.text == "?", counts_nothing));
    }
    if words.last().is_some_and(|word| word.3) {
        return None;
    }
    let case = || (all & CASE != 0 && all & (DROPPING | DROPPED) != 0).then(|| dropped(&words)).flatten();
    let run = || (all & STREAK != 0 && all & (ENDING | OVER) != 0).then(|| ended(&words)).flatten();
    case().or_else(run)
}

/// Its bits, its place, whether it owns what follows, whether it asks, whether it is a mark or a number.
type Marked = (u32, Range<u32>, bool, bool, bool);

fn dropped(words: &[Marked]) -> Option<Turn> {
    let has = |range: Range<usize>, bits: u32| words[range].iter().any(|word| word.0 & bits != 0);
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
            || has(0..last, ASKED)
            || has(first..last, FRESH)
            || has(last..words.len(), AFTERWARDS)
        {
            return None;
        }
        let mut spared: Vec<Range<u32>> =
            words.iter().filter(|word| word.0 & AUTHORITY != 0).map(|word| word.1.clone()).collect();
        if verb.is_some() {
            spared.extend(words[first.saturating_sub(2)..first].iter().map(|word| word.1.clone()));
        }
        return Some(Turn { relieves: true, hedged: has(0..words.len(), HEDGED), spared });
    }
    None
}

fn ended(words: &[Marked]) -> Option<Turn> {
    (0..words.len()).filter(|&at| words[at].0 & STREAK != 0).find_map(|at| ended_at(words, at))
}

/// The run at this word is over: `ends losing streak`, `ends nine-day streak of outflows`, `losing streak is over`.
fn ended_at(words: &[Marked], at: usize) -> Option<Turn> {
    let all = |range: Range<usize>| words[range].iter().fold(0, |all, word| all | word.0);
    // A word that says itself which way it goes, such as "rally", has a verb of its own more often.
    let own = words[at].0 & (UP | DOWN) != 0;
    let counts = |word: &&Marked| word.0 & (SMALL | OF | UP | DOWN) == 0 && !word.4;
    let beside = |i: usize| words[i + 1..at].iter().filter(counts).count();
    let ends = |&i: &usize| {
        let closes = words.get(i + 1).is_none_or(|next| next.0 & (BETWEEN | ACROSS) != 0);
        match i < at {
            true => {
                words[i].0 & ENDING != 0 && !(own && (words[i].0 & BREAKING != 0 || beside(i) > MAX_BESIDE))
            }
            false => words[i].0 & (ENDING | OVER) != 0 && closes,
        }
    };
    let ahead = (at.saturating_sub(MAX_GAP + 1)..at).rev().find(ends);
    let behind = (at + 1..words.len().min(at + MAX_BEFORE + 1)).find(ends);
    let verb = ahead.or(behind)?;
    let (first, last) = (verb.min(at), verb.max(at));
    // What it was a run of: in front, or behind with "of" or without.
    let told = words.get(at + 1).is_some_and(|next| next.0 & (OF | UP | DOWN) != 0 && next.0 & ENDING == 0);
    let of = if told { all(at + 1..words.len().min(at + 4)) } else { 0 };
    let kind = if verb < at { all(verb..at + 1) } else { all(at.saturating_sub(3)..at + 1) } | of;
    let crossed = all(first + 1..last) & (BETWEEN | ACROSS) != 0;
    let behind =
        words[last + 1..].iter().take_while(|word| word.0 & BETWEEN == 0).fold(0, |all, word| all | word.0);
    let denied =
        (all(first.saturating_sub(MAX_BEFORE)..last) | behind) & NOT != 0 || all(0..last) & ASKED != 0;
    (!crossed && !denied && (kind & UP != 0) != (kind & DOWN != 0)).then(|| Turn {
        relieves: kind & DOWN != 0,
        hedged: all(0..words.len()) & HEDGED != 0,
        spared: Vec::new(),
    })
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
    let find = |bits: u32| {
        rules
            .whole
            .iter()
            .filter(move |(_, bit)| **bit & bits != 0)
            .filter_map(|(word, _)| sentence.find(word.as_str()))
    };
    let first = |bits: u32| find(bits).min();
    let near = |one: usize, other: usize| {
        let (from, to) = (one.min(other), one.max(other));
        sentence[from..to].chars().count() <= MAX_CHARS
    };
    if first(NOT).is_some() || sentence.ends_with('?') {
        return None;
    }
    let turn = |relieves: bool| Turn { relieves, hedged: first(HEDGED).is_some(), spared: Vec::new() };
    if let (Some(case), Some(drop)) = (first(CASE), first(DROPPING | DROPPED)) {
        return near(case, drop).then(|| turn(true));
    }
    let (run, end) = (first(STREAK)?, first(ENDING)?);
    let (up, down) = (first(UP).is_some(), first(DOWN).is_some());
    (near(run, end) && up != down).then(|| turn(down))
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
