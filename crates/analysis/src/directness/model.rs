//! The directness model: a question and an answer in, a score and its reasons out.
//!
//! Linear over readable numbers, patterns, hashed word runs and one number from a small network that reads question and
//! answer together; the weights are trained by `training/directness` and compiled in. Every sum is taken in one order, so the same words give the same score on every machine.

use std::sync::LazyLock;

use super::courtesy;
use super::features::{self, Features};
use super::kinds::{Label, Reason, Topic};
use super::patterns::{self, Found, Sign};
use super::reasons;
use super::topics;
use super::weights::Weights;
use crate::reader;

/// From here on a score is in the middle, as in [`super::score::Band`].
const EVASIVE_BELOW: f32 = 0.4;
/// The most that a refusal in another language scores, and an answer that refuses in a part of it.
const REFUSED: f32 = 0.1;
const REFUSED_IN_PART: f32 = 0.6;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(Weights::compiled_in);

/// What the model reads in one exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Directness {
    /// 1 direct, 0.5 intermediate, 0 evasive.
    pub score: f32,
    pub label: Label,
    /// That the answer refuses, defers or cannot; one half is the best place to cut.
    pub non_answer: f32,
    /// That the answer is concrete; one half is the best place to cut.
    pub specific: f32,
    /// 0 vague, 1 some, 2 concrete.
    pub specificity: u8,
    pub asks_number: bool,
    pub gives_number: bool,
    pub topic: Topic,
    /// Refuses and cites law or regulation for it; counted apart.
    pub declined: bool,
    pub reasons: Vec<Reason>,
}

/// Assesses one exchange. None where the answer has no words, or where either is nothing but politeness: nothing asked and
/// nothing said is nothing to score. The question may be empty, where only the answer is known.
pub fn assess(question: &str, answer: &str) -> Option<Directness> {
    let mut features = features::read(question, answer);
    if features.sentences.is_empty()
        || courtesy::is_courtesy(&features.question_sentences, question)
        || courtesy::answers_nothing(&features.sentences, answer, question)
    {
        return None;
    }
    let weights = &*WEIGHTS;
    let columns = weights.columns(&features);
    features.asks_number = weights.asks_number(&columns, &features);
    let network = reader::read_pair(question, answer);
    let raw = weights.score(&columns, &features, network);
    let (specific, specificity) = weights.specific(&columns, &features, network);
    let logit = weights.non_answer(&features);
    let label = weights.label(raw, logit, &features);
    let mut score = weights.curve(raw);
    // An answer that only asks back leaves the question open, whatever its words look like.
    if features.asks_back {
        score = score.min(0.25);
    }
    let mut non_answer = 1.0 / (1.0 + (-logit).exp());
    // The lines of the label know other numbers than the score: what the score puts in the middle or above evades nothing.
    let label = if label == Label::Evasive && score >= EVASIVE_BELOW { Label::Intermediate } else { label };
    // The weights know English alone: of a refusal in another language its share of the answer tells.
    let refused = refused_elsewhere(&features);
    let label = if refused >= 0.5 && !features.gives_number {
        score = score.min(REFUSED);
        non_answer = non_answer.max(0.9);
        Label::Evasive
    } else if refused > 0.0 {
        score = score.min(REFUSED_IN_PART);
        non_answer = non_answer.max(0.5);
        if label == Label::Direct { Label::Intermediate } else { label }
    } else {
        label
    };
    Some(Directness {
        score,
        label,
        non_answer,
        specific,
        specificity,
        asks_number: features.asks_number,
        gives_number: features.gives_number,
        topic: topics::of(&features.question_sentences),
        declined: cites_law(&features) && (non_answer >= 0.5 || law_forbids(&features)),
        reasons: reasons::of(&features, question, answer),
    })
}

/// The share of an answer in sentences that refuse in another language than English.
fn refused_elsewhere(features: &Features) -> f32 {
    let (mut said, mut refused) = (0, 0);
    for (at, sentence) in features.sentences.iter().enumerate() {
        let (start, end) = sentence.span();
        let refuses = |other: usize, found: &Found| other == at && found.pattern == patterns::FOREIGN;
        said += end - start;
        if features.found.iter().any(|(other, found)| refuses(*other, found)) {
            refused += end - start;
        }
    }
    refused as f32 / said.max(1) as f32
}

/// The law is named in the sentence that refuses or in the one beside it.
fn cites_law(features: &Features) -> bool {
    let refusing = |at: usize| {
        features.found.iter().any(|(other, found)| {
            matches!(found.sign, Sign::Refuses | Sign::Unable) && other.abs_diff(at) <= 1
        })
    };
    features.found.iter().any(|(at, found)| found.sign == Sign::Law && refusing(*at))
}

/// One sentence both refuses and names the law, and such sentences are most of an answer without figures.
fn law_forbids(features: &Features) -> bool {
    let with =
        |at: usize, sign: Sign| features.found.iter().any(|(other, one)| *other == at && one.sign == sign);
    let (mut said, mut forbidden) = (0, 0);
    for (at, sentence) in features.sentences.iter().enumerate() {
        said += sentence.words.len();
        if with(at, Sign::Refuses) && with(at, Sign::Law) {
            forbidden += sentence.words.len();
        }
    }
    forbidden * 2 >= said && !features.gives_number
}
