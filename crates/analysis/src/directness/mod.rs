//! How directly management answers: exchanges from turns, a score for each, and scores of calls and companies.
//!
//! Describes communication only. A call that cannot be scored gets a reason, never a number out of nothing.

mod bare;
mod clauses;
mod courtesy;
mod exchange;
mod features;
mod gibberish;
mod kinds;
mod model;
mod patterns;
mod reasons;
mod refusals;
pub mod score;
#[cfg(test)]
mod tests;
mod topics;
mod weights;
mod words;

pub use exchange::{Exchange, Passage, Unscorable, exchanges};
pub use kinds::{Label, Reason, ReasonKind, Topic};
pub use model::{Directness, assess};

/// What training learns from.
#[doc(hidden)]
pub struct TrainingRow {
    /// The readable numbers.
    pub dense: Vec<f32>,
    /// Buckets of word runs.
    pub answer: Vec<u32>,
    pub question: Vec<u32>,
    /// Hashes of plain words.
    pub answer_plain: Vec<u32>,
    pub question_plain: Vec<u32>,
    /// The patterns that fired and the words that each took.
    pub patterns: Vec<(usize, String)>,
}

#[doc(hidden)]
pub fn training_row(question: &str, answer: &str) -> TrainingRow {
    let features = features::read(question, answer);
    let taken = features.found.iter().map(|(at, found)| {
        let words = &features.sentences[*at].words;
        (found.pattern, answer[words[found.first].start..words[found.last].end].to_owned())
    });
    let patterns = taken.collect();
    TrainingRow {
        dense: features.dense,
        answer: features.answer,
        question: features.question,
        answer_plain: features.answer_plain,
        question_plain: features.question_plain,
        patterns,
    }
}
