//! The tone of a statement toward what it is about.
//!
//! A linear model over two cheap readings of the statement and of its sentence, the tone of the whole article and counts
//! of words that speak for or against something. `training/statements.py` makes the weights.

use domain::{Cohort, Tone};

use super::about::About;
use super::lexicon::{Flags, Lexicon};
use super::roles::Role;
use super::tokens::{Tokens, is_alphanumeric};
use super::tone_weights::{BIAS, INPUTS, MEAN, SPREAD, WEIGHTS};
use crate::reader::{Kept, Said, Stretch};

/// What is looked at.
pub struct Heard<'a> {
    pub statement: Stretch<'a>,
    /// The sentence around it, the verb of speech included.
    pub sentence: Stretch<'a>,
    /// The words of either.
    pub said: Counts,
    pub framed: Counts,
    pub about: Option<About>,
    /// How the statement spells what it is about.
    pub name: Option<String>,
    pub article: Tone,
    pub direct: bool,
    pub role: Role,
}

/// The tone that the model gives its inputs.
pub fn tone(inputs: &[f32; INPUTS]) -> Tone {
    let mut logits = BIAS;
    for (logit, weights) in logits.iter_mut().zip(&WEIGHTS) {
        for i in 0..INPUTS {
            *logit += weights[i] * (inputs[i] - MEAN[i]) / SPREAD[i];
        }
    }
    crate::reader::tone(&logits)
}

/// The inputs of the model for each of some statements, in the order of its weights.
pub fn all_inputs(kept: &Kept, heard: &[Heard]) -> Vec<[f32; INPUTS]> {
    let stretches: Vec<_> = heard.iter().map(|heard| (&heard.statement, heard.name.as_deref())).collect();
    let said = crate::reader::read_said(kept, &stretches);
    heard.iter().zip(said).map(|(heard, said)| inputs(kept, heard, said)).collect()
}

fn inputs(kept: &Kept, heard: &Heard, Said { toward, words }: Said) -> [f32; INPUTS] {
    let around = crate::reader::read_words(kept, &heard.sentence);
    let (said, framed) = (&heard.said, &heard.framed);
    let role =
        |cohorts: &[Cohort]| f32::from(heard.role.cohort.is_some_and(|cohort| cohorts.contains(&cohort)));
    [
        toward[0] - toward[1],
        toward[2] - toward[1],
        words[0] - words[1],
        words[2] - words[1],
        around[0] - around[1],
        around[2] - around[1],
        heard.article.positive,
        heard.article.negative,
        said.share(said.good),
        said.share(said.bad),
        said.share(said.hedges),
        said.share(said.levels),
        said.share(said.dry),
        said.share(said.figures),
        said.share(said.own),
        framed.share(framed.good - said.good),
        framed.share(framed.bad - said.bad),
        said.words.min(40.0),
        f32::from(heard.direct),
        role(&[Cohort::Brand, Cohort::Executive, Cohort::Founder]),
        role(&[Cohort::Analyst, Cohort::Trader]),
        role(&[Cohort::Policy]),
        0.0,
        0.0,
    ]
}

/// Adds what the same speaker's statements in the article say on average; whoever is for something once is so again.
pub fn add_company(inputs: &mut [[f32; INPUTS]], same_speaker: impl Fn(usize, usize) -> bool) {
    for i in 0..inputs.len() {
        let others: Vec<usize> = (0..inputs.len()).filter(|&j| same_speaker(i, j)).collect();
        for (from, to) in [(0, INPUTS - 2), (1, INPUTS - 1)] {
            let sum: f32 = others.iter().map(|&j| inputs[j][from]).sum();
            inputs[i][to] = sum / others.len() as f32;
        }
    }
}

/// Words of each kind.
#[derive(Clone, Default)]
pub struct Counts {
    words: f32,
    good: f32,
    bad: f32,
    hedges: f32,
    levels: f32,
    dry: f32,
    figures: f32,
    own: f32,
}

impl Counts {
    /// Of some bytes of a text.
    pub fn of(tokens: &Tokens, start: usize, end: usize) -> Counts {
        let mut counts = Counts::default();
        counts.add(&tokens.lower()[..end], start);
        counts
    }

    /// Of the bytes around a part whose words were counted.
    pub fn around(tokens: &Tokens, whole: (usize, usize), part: (usize, usize), said: &Counts) -> Counts {
        let lower = tokens.lower();
        // A word that goes on beyond the part is one word of the whole.
        let cuts = |at: usize| {
            lower[whole.0..at].ends_with(is_of_word) && lower[at..whole.1].starts_with(is_of_word)
        };
        if cuts(part.0) || cuts(part.1) {
            return Counts::of(tokens, whole.0, whole.1);
        }
        let mut counts = said.clone();
        counts.add(&lower[..part.0], whole.0);
        counts.add(&lower[..whole.1], part.1);
        counts
    }

    /// Adds the words of a text in small letters from a byte on.
    fn add(&mut self, lower: &str, start: usize) {
        let (bytes, lexicon) = (lower.as_bytes(), Lexicon::open());
        let mut at = start;
        while at < bytes.len() {
            let word = at;
            while at < bytes.len() {
                at += match bytes[at] {
                    byte if byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'-') => 1,
                    byte if byte.is_ascii() => break,
                    _ => match lower[at..].chars().next() {
                        Some(c) if is_of_word(c) => c.len_utf8(),
                        _ => break,
                    },
                };
            }
            if at > word {
                self.count(lexicon, lower, word, at);
            } else {
                at += lower[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    fn count(&mut self, lexicon: Lexicon, lower: &str, start: usize, end: usize) {
        self.words += 1.0;
        if lower.as_bytes()[start].is_ascii_digit() {
            self.figures += 1.0;
            return;
        }
        let flags = lexicon.look_up_at(lower, start..end).flags;
        let kinds =
            Flags::GOOD.or(Flags::BAD).or(Flags::HEDGE).or(Flags::LEVEL).or(Flags::DRY).or(Flags::OWN);
        if !flags.has(kinds) {
            return;
        }
        let one = |flag: Flags| f32::from(flags.has(flag));
        self.good += one(Flags::GOOD);
        self.bad += one(Flags::BAD);
        self.hedges += one(Flags::HEDGE);
        self.levels += one(Flags::LEVEL);
        self.dry += one(Flags::DRY);
        self.own += one(Flags::OWN);
    }

    /// A count against the length, so that long statements do not outweigh short ones.
    fn share(&self, count: f32) -> f32 {
        count / self.words.max(4.0).sqrt()
    }
}

/// Letters, digits, and what holds words together.
fn is_of_word(c: char) -> bool {
    matches!(c, '\'' | '’' | '-') || is_alphanumeric(c)
}
