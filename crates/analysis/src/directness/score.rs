//! Scores of calls and companies from scored exchanges.

use super::{Directness, Topic};

/// Fewer questions than this say too little about a call.
pub const FEWEST_QUESTIONS: usize = 6;

/// The words for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Band {
    Direct,
    MostlyDirect,
    Mixed,
    Evasive,
    HighlyEvasive,
}

/// A score with the range that resampling the questions gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// 0 to 100.
    pub score: f64,
    pub low: f64,
    pub high: f64,
    pub band: Band,
}

/// A topic's part of a call or company.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopicScore {
    pub topic: Topic,
    pub questions: usize,
    pub score: f64,
}

/// A call's score, or none where there are too few questions.
#[derive(Clone, Debug, PartialEq)]
pub struct CallScore {
    pub rating: Option<Rating>,
    /// Questions counted in the score.
    pub questions: usize,
    /// Refusals that cite regulation, counted apart.
    pub declined: usize,
    pub topics: Vec<TopicScore>,
}

/// Scores a call. `seed` makes the interval reproducible; derive it from the call.
pub fn score_call(exchanges: &[Directness], seed: u64) -> CallScore {
    let _ = seed;
    let declined = exchanges.iter().filter(|exchange| exchange.declined).count();
    CallScore { rating: None, questions: exchanges.len() - declined, declined, topics: Vec::new() }
}
