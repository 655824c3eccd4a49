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
/// Words behind a phrase among which a hedge is looked for: `lässt die Klage wohl fallen`.
const MAX_BEHIND: usize = 2;
/// Words before a verb among which its "to" stands.
const MAX_LED: usize = 2;
/// Characters between the parts of a phrase where no words are written, and between a run and what ends it.
const MAX_CHARS: usize = 24;
const MAX_RUN: usize = 10;
/// Signs that part a sentence where no words are written.
const PARTING: [char; 12] = ['，', ',', '、', '；', ';', '：', ':', '。', '！', '!', '…', '—'];

/// Words of no account between "ends" and "rally"; with more, something else ends.
const MAX_BESIDE: usize = 1;

/// What a word can be, a bit each, in the order of the list's kinds.
const KINDS: [&str; 27] = [
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
    "noun",
    "timed",
    "told",
    "to",
    "month",
    "monthly",
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
/// An ending that may be a noun, and words beside which it is that of something else: `year-end`, `fin de semana`.
const NOUN: u32 = 1 << 21;
const TIMED: u32 = 1 << 22;
/// Asks only with "to" behind it: `told the SEC to drop`, but `told investors that`.
const TOLD: u32 = 1 << 23;
const TO: u32 = 1 << 24;
/// May, and what stands before months.
const MONTH: u32 = 1 << 25;
const MONTHLY: u32 = 1 << 26;
/// Marks of which no list knows.
const HYPHEN: u32 = 1 << 27;
const COMMA: u32 = 1 << 28;

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

/// A word or mark of a sentence.
struct Marked {
    bits: u32,
    place: Range<u32>,
    is_owner: bool,
    is_mark_or_number: bool,
}

impl Marked {
    fn is(&self, bits: u32) -> bool {
        self.bits & bits != 0
    }
}

/// What turns the tone of a sentence, by its words and marks.
pub fn of_words<'a>(language: Language, sentence: impl Iterator<Item = Spot<'a>>) -> Option<Turn> {
    let rules = &RULES[place(language)];
    let mut words: Vec<Marked> = Vec::with_capacity(32);
    let (mut all, mut asks) = (0, false);
    for spot in sentence {
        let is_mark = !spot.text.contains(char::is_alphanumeric);
        let is_number = spot.text.starts_with(|c: char| c.is_ascii_digit());
        let mut bits = match spot.text {
            "-" => HYPHEN,
            "," => BETWEEN | COMMA,
            "'" | "\"" | "’" | "‘" | "“" | "”" | "$" => 0,
            _ if is_mark => BETWEEN,
            text => rules.of(text),
        };
        // `in May`, `May 12`: no hedge.
        if let Some(before) = words.last_mut() {
            if bits & MONTH != 0 && before.is(MONTHLY) {
                bits &= !HEDGED;
            }
            if is_number && before.is(MONTH) {
                before.bits &= !HEDGED;
            }
        }
        all |= bits;
        asks = spot.text == "?";
        let Spot { place, is_owner, .. } = spot;
        words.push(Marked { bits, place, is_owner, is_mark_or_number: is_mark || is_number });
    }
    if asks {
        return None;
    }
    let case = || (all & CASE != 0 && all & (DROPPING | DROPPED) != 0).then(|| dropped(&words)).flatten();
    let run = || (all & STREAK != 0 && all & (ENDING | OVER) != 0).then(|| ended(&words)).flatten();
    case().or_else(run)
}

fn has(words: &[Marked], range: Range<usize>, bits: u32) -> bool {
    words[range].iter().any(|word| word.is(bits))
}

/// Part of a longer word: `year-end`, `record-breaking`.
fn is_joined(words: &[Marked], at: usize) -> bool {
    has(words, at.saturating_sub(1)..words.len().min(at + 2), HYPHEN)
}

/// Whether an end is only asked for: `urged the SEC on Monday to drop its case`. Where no "to" leads there, who asks stands in
/// the same clause.
fn is_asked(words: &[Marked], first: usize, last: usize) -> bool {
    let led = has(words, first.saturating_sub(MAX_LED)..last, TO);
    let ends = |&i: &usize| words[i].is(BETWEEN) && !words[i].is(COMMA);
    let clause = if led { None } else { (0..first).rev().find(ends) };
    has(words, clause.unwrap_or(0)..last, ASKED) || led && has(words, 0..first, TOLD)
}

/// Whether it is only likely or possible; what is expected in another clause says nothing of it.
fn is_hedged(words: &[Marked], first: usize, last: usize) -> bool {
    let is_of_clause = |i: &usize| !words[*i].is(BETWEEN);
    let before = (first.saturating_sub(MAX_BEFORE)..first).rev().take_while(is_of_clause);
    let behind = (last + 1..words.len()).take(MAX_BEHIND).take_while(is_of_clause);
    before.chain(first..=last).chain(behind).any(|i| words[i].is(HEDGED))
}

fn dropped(words: &[Marked]) -> Option<Turn> {
    let has = |range: Range<usize>, bits: u32| has(words, range, bits);
    for at in (0..words.len()).filter(|&at| words[at].is(CASE)) {
        if at > 0 && words[at - 1].is(APART) {
            continue;
        }
        let near = at.saturating_sub(MAX_GAP + 1)..at;
        let verb = near
            .rev()
            .take_while(|&i| !words[i].is(BETWEEN))
            .find(|&i| words[i].is(DROPPING) && !is_joined(words, i) && !words[i + 1].is(APART));
        let behind = (at + 1..words.len().min(at + 1 + MAX_GAP)).take_while(|&i| !words[i].is(BETWEEN));
        let (first, last) = match verb {
            Some(verb) => (verb, at),
            None => (at, behind.clone().find(|&i| words[i].is(DROPPED))?),
        };
        let theirs = words[first..at].iter().any(|word| word.is_owner && !word.is(AUTHORITY));
        let against = (at + 1..words.len()).find(|&i| words[i].is(AGAINST));
        let against_authority = against.is_some_and(|i| has(i..words.len().min(i + 3), AUTHORITY));
        if theirs
            || against_authority
            || has(first.saturating_sub(MAX_BEFORE)..last, NOT)
            || is_asked(words, first, last)
            || has(first..last, FRESH)
            || has(last..words.len(), AFTERWARDS)
        {
            return None;
        }
        let mut spared: Vec<Range<u32>> =
            words.iter().filter(|word| word.is(AUTHORITY)).map(|word| word.place.clone()).collect();
        if verb.is_some() {
            spared.extend(words[first.saturating_sub(2)..first].iter().map(|word| word.place.clone()));
        }
        return Some(Turn { relieves: true, hedged: is_hedged(words, first, last), spared });
    }
    None
}

fn ended(words: &[Marked]) -> Option<Turn> {
    (0..words.len()).filter(|&at| words[at].is(STREAK)).find_map(|at| ended_at(words, at))
}

/// The run at this word is over: `ends losing streak`, `ends nine-day streak of outflows`, `losing streak is over`.
fn ended_at(words: &[Marked], at: usize) -> Option<Turn> {
    let all = |range: Range<usize>| words[range].iter().fold(0, |all, word| all | word.bits);
    let ahead = (at.saturating_sub(MAX_GAP + 1)..at).rev().find(|&i| ends_ahead(words, i, at));
    let behind = (at + 1..words.len().min(at + MAX_BEFORE + 1)).find(|&i| ends_behind(words, i));
    let verb = ahead.or(behind)?;
    let (first, last) = (verb.min(at), verb.max(at));
    // What it was a run of: in front, or behind with "of" or without.
    let told = words.get(at + 1).is_some_and(|next| next.is(OF | UP | DOWN) && !next.is(ENDING));
    let of = if told { all(at + 1..words.len().min(at + 4)) } else { 0 };
    let kind = if verb < at { all(verb..at + 1) } else { all(at.saturating_sub(3)..at + 1) } | of;
    let crossed = all(first + 1..last) & (BETWEEN | ACROSS) != 0;
    let behind =
        words[last + 1..].iter().take_while(|word| !word.is(BETWEEN)).fold(0, |all, word| all | word.bits);
    let denied = (all(first.saturating_sub(MAX_BEFORE)..last) | behind) & NOT != 0;
    let turns = !crossed && !denied && (kind & UP != 0) != (kind & DOWN != 0);
    (turns && !is_asked(words, first, last)).then(|| Turn {
        relieves: kind & DOWN != 0,
        hedged: is_hedged(words, first, last),
        spared: Vec::new(),
    })
}

/// Whether a word before a run ends it.
fn ends_ahead(words: &[Marked], i: usize, at: usize) -> bool {
    if !words[i].is(ENDING) || is_joined(words, i) {
        return false;
    }
    let between = &words[i + 1..at];
    let counts = |word: &&Marked| !word.is(SMALL | OF | UP | DOWN) && !word.is_mark_or_number;
    let beside = between.iter().filter(counts).count();
    if words[i].is(NOUN) {
        let of = between.iter().position(|word| word.is(OF));
        let of_time = of.is_some_and(|of| between[of..].iter().take(3).any(|word| word.is(TIMED)));
        return beside == 0 && !of_time && !is_of_other(words, i);
    }
    // A word that says itself which way it goes, such as "rally", has a verb of its own more often.
    let own = words[at].is(UP | DOWN);
    !(own && (words[i].is(BREAKING) || beside > MAX_BESIDE))
}

/// Whether a word behind a run ends it.
fn ends_behind(words: &[Marked], i: usize) -> bool {
    let closes = words.get(i + 1).is_none_or(|next| next.is(BETWEEN | ACROSS));
    closes && words[i].is(ENDING | OVER) && !is_joined(words, i) && !is_of_other(words, i)
}

/// Whether a noun is the end of something else: `week’s end`, `year end`.
fn is_of_other(words: &[Marked], i: usize) -> bool {
    words[i].is(NOUN) && i > 0 && (words[i - 1].is(TIMED) || words[i - 1].is_owner)
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
    let first_in = |part: &str, bits: u32| {
        let words = rules.whole.iter().filter(|(_, bit)| **bit & bits != 0);
        words.filter_map(|(word, _)| part.find(word.as_str())).min()
    };
    let first = |bits: u32| first_in(sentence, bits);
    let is_near = |between: &str, most: usize| between.chars().count() <= most;
    if first(NOT).is_some() || sentence.ends_with('?') {
        return None;
    }
    let turn = |part: &str, relieves: bool| {
        let hedged = first_in(part, HEDGED).is_some();
        Turn { relieves, hedged, spared: Vec::new() }
    };
    if let (Some(case), Some(drop)) = (first(CASE), first(DROPPING | DROPPED)) {
        let (from, to) = (case.min(drop), case.max(drop));
        return is_near(&sentence[from..to], MAX_CHARS).then(|| turn(around(sentence, from..to), true));
    }
    first(STREAK)?;
    // What ends a run stands beside it: in front, or behind where the language says it so.
    sentence.split(PARTING).find_map(|part| {
        let run = first_in(part, STREAK)?;
        let ahead = first_in(&part[..run], ENDING).map(|end| end..run);
        let behind = || Some(run..run + first_in(&part[run..], OVER)?);
        let between = &part[ahead.or_else(behind)?];
        let (up, down) = (first_in(part, UP).is_some(), first_in(part, DOWN).is_some());
        let ends = is_near(between, MAX_RUN) && first_in(between, BETWEEN).is_none() && up != down;
        ends.then(|| turn(part, down))
    })
}

/// The part of a sentence around some bytes, as far as no sign parts it.
fn around(sentence: &str, bytes: Range<usize>) -> &str {
    let before = sentence[..bytes.start].rsplit(PARTING).next().map_or(0, str::len);
    let behind = sentence[bytes.end..].split(PARTING).next().map_or(0, str::len);
    &sentence[bytes.start - before..bytes.end + behind]
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
