//! The directness model: a question and an answer in, a score and its reasons out.
//!
//! Linear over readable numbers, patterns, hashed word runs and one number from a small network that reads question and
//! answer together; the weights are trained by `training/directness` and compiled in. Every sum is taken in one order, so the same words give the same score on every machine.

use std::ops::Range;
use std::sync::LazyLock;

use super::bare;
use super::clauses;
use super::courtesy;
use super::features::{self, Features};
use super::gibberish;
use super::kinds::{DIRECT_FROM, EVASIVE_BELOW, Label, MIDDLE_UP_TO, Reason, Topic};
use super::patterns::{self, Found, Sign};
use super::reasons;
use super::topics;
use super::weights::Weights;
use super::words;
use crate::reader;

/// From here on a score is direct whatever the lines of the label say.
const CERTAIN_FROM: f32 = 0.95;
/// The most of an answer that leaves the question open.
const LEFT_OPEN: f32 = 0.25;
/// The most that a plain refusal scores, and an answer that refuses in another language in a part of it.
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

/// Assesses one exchange. None where the answer has no words or is letters without sense, or where either is nothing but politeness:
/// nothing asked and nothing said is nothing to score. The question may be empty, where only the answer is known.
pub fn assess(question: &str, answer: &str) -> Option<Directness> {
    let mut features = features::read(question, answer);
    if features.sentences.is_empty()
        || courtesy::is_courtesy(&features.question_sentences, question)
        || courtesy::answers_nothing(&features.sentences, answer, question)
        || gibberish::is_gibberish(&features.sentences, answer)
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
    let mut score = agreed(weights.label(raw, logit, &features), weights.curve(raw));
    let mut non_answer = 1.0 / (1.0 + (-logit).exp());
    // An answer that only asks back leaves the question open, whatever its words look like; so does a "yes" to "why".
    if features.asks_back
        || bare::answers_nothing(&features.question_sentences, question, &features.sentences)
    {
        score = score.min(LEFT_OPEN);
    }
    // The weights know English alone, and of it not all: of a refusal its share of the answer tells.
    let refused = Refused::of(&features, answer);
    if refused.all >= 0.5 && !gives_digits(&features) {
        score = score.min(REFUSED);
        non_answer = non_answer.max(0.9);
    } else if refused.elsewhere > 0.0 {
        score = score.min(REFUSED_IN_PART);
        non_answer = non_answer.max(0.5);
    }
    Some(Directness {
        score,
        label: Label::of(score),
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

/// The label and the score are one judgement: the lines of the label know other numbers than the score, so the score goes to the
/// nearest that has the label. What scores in the middle or above evades nothing, and what scores highest is direct.
fn agreed(label: Label, score: f32) -> f32 {
    match label {
        Label::Direct => score.max(DIRECT_FROM),
        _ if score >= CERTAIN_FROM => score,
        Label::Evasive => score.min(MIDDLE_UP_TO),
        Label::Intermediate => score.clamp(EVASIVE_BELOW, MIDDLE_UP_TO),
    }
}

/// A figure in digits; a number word of English may be any word of another language.
fn gives_digits(features: &Features) -> bool {
    let mut words = features.sentences.iter().flat_map(|sentence| &sentence.words);
    words.any(|word| words::is_figure(&word.text) && word.text.bytes().any(|byte| byte.is_ascii_digit()))
}

/// The shares of what an answer says that refuse: in words of another language than English, and in any.
struct Refused {
    elsewhere: f32,
    all: f32,
}

impl Refused {
    fn of(features: &Features, answer: &str) -> Refused {
        let (mut said, mut elsewhere, mut all) = (0, 0, 0);
        for (at, sentence) in features.sentences.iter().enumerate() {
            let length =
                |words: Range<usize>| sentence.words[words.end - 1].end - sentence.words[words.start].start;
            let part = |pattern: usize| {
                let refuses = |(other, found): &&(usize, Found)| *other == at && found.pattern == pattern;
                let parts =
                    features.found.iter().filter(refuses).map(|(_, found)| {
                        length(clauses::part(sentence, answer, found.first..found.last + 1))
                    });
                parts.max().unwrap_or(0)
            };
            let (foreign, plain) = (part(patterns::FOREIGN), part(patterns::PLAIN));
            elsewhere += foreign;
            all += foreign.max(plain);
            // Thanks and a "no" in front of a refusal say nothing else.
            let says_more = !bare::is_yes_or_no(sentence)
                && !courtesy::is_courtesy(std::slice::from_ref(sentence), answer);
            if says_more {
                said += length(0..sentence.words.len());
            }
        }
        let share = |refused: usize| refused as f32 / said.max(1) as f32;
        Refused { elsewhere: share(elsewhere), all: share(all) }
    }
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
