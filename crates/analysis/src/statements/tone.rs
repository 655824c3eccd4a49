//! The tone of a statement toward what it is about.
//!
//! A linear model over two cheap readings of the statement and of its sentence, the tone of the whole article and counts
//! of words that speak for or against something. `training/statements.py` makes the weights.

use domain::{Cohort, Tone};

use super::lexicon::{self, Flags};
use super::tone_weights::{BIAS, INPUTS, MEAN, SPREAD, WEIGHTS};
use crate::reader::{Kept, Said, Stretch};

/// What is looked at.
pub struct Heard<'a> {
    pub statement: Stretch<'a>,
    /// The sentence around it, the verb of speech included.
    pub sentence: Stretch<'a>,
    /// How the statement spells what it is about.
    pub name: Option<String>,
    pub article: Tone,
    pub direct: bool,
    pub cohort: Option<Cohort>,
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
    let said = Counts::of(heard.statement.text);
    let framed = Counts::of(heard.sentence.text);
    let role = |cohorts: &[Cohort]| f32::from(heard.cohort.is_some_and(|cohort| cohorts.contains(&cohort)));
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
#[derive(Default)]
struct Counts {
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
    fn of(text: &str) -> Counts {
        let mut counts = Counts::default();
        let mut lower = String::new();
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '-') {
            if word.is_empty() {
                continue;
            }
            counts.words += 1.0;
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                counts.figures += 1.0;
                continue;
            }
            lower.clear();
            lower.push_str(word);
            lower.make_ascii_lowercase();
            let flags = lexicon::look_up(&lower).flags;
            let one = |flag: Flags| f32::from(flags.has(flag));
            counts.good += one(Flags::GOOD);
            counts.bad += one(Flags::BAD);
            counts.hedges += one(Flags::HEDGE);
            counts.levels += one(Flags::LEVEL);
            counts.dry += one(Flags::DRY);
            counts.own += one(Flags::OWN);
        }
        counts
    }

    /// A count against the length, so that long statements do not outweigh short ones.
    fn share(&self, count: f32) -> f32 {
        count / self.words.max(4.0).sqrt()
    }
}
