//! Scores of calls and companies from assessed exchanges, questions that ask for a number or guidance counted twice.
//!
//! Pure: the seed of the resampling is an argument, so the same call has the same interval everywhere.

use std::collections::BTreeMap;

use domain::Day;

use super::{Directness, Topic};

/// Fewer questions than this say too little about a call.
pub const FEWEST_QUESTIONS: usize = 6;
/// A company's score speaks for about a year.
pub const LATEST_CALLS: usize = 4;
/// A trend needs three points to be more than a difference.
pub const FEWEST_CALLS_FOR_TREND: usize = 3;
/// Resamples for the interval; more would not move its first decimal.
const RESAMPLES: usize = 1000;

/// The words for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Band {
    Direct,
    MostlyDirect,
    Mixed,
    Evasive,
    HighlyEvasive,
}

impl Band {
    /// The band of a score from 0 to 100.
    pub fn of(score: f64) -> Band {
        match score {
            score if score >= 80.0 => Band::Direct,
            score if score >= 60.0 => Band::MostlyDirect,
            score if score >= 40.0 => Band::Mixed,
            score if score >= 20.0 => Band::Evasive,
            _ => Band::HighlyEvasive,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Band::Direct => "Direct",
            Band::MostlyDirect => "Mostly direct",
            Band::Mixed => "Mixed",
            Band::Evasive => "Evasive",
            Band::HighlyEvasive => "Highly evasive",
        }
    }
}

/// A score with the range that resampling the questions gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// 0 to 100.
    pub score: f64,
    /// The 95 % interval.
    pub low: f64,
    pub high: f64,
    pub band: Band,
}

impl Rating {
    /// In [0, 1]: one where the interval is a point, zero where it spans the scale.
    pub fn confidence(&self) -> f64 {
        (1.0 - (self.high - self.low) / 100.0).clamp(0.0, 1.0)
    }
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
    /// Most asked first.
    pub topics: Vec<TopicScore>,
}

/// A company's calls, put together.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanyScore {
    /// Over the questions of the latest calls that have a score.
    pub rating: Option<Rating>,
    pub questions: usize,
    pub declined: usize,
    pub topics: Vec<TopicScore>,
    /// Every call with a score, oldest first.
    pub quarters: Vec<(Day, Rating)>,
    /// Points per year, from the straight line through the calls.
    pub trend: Option<f64>,
}

/// Twice for a question that asks for a number or guidance, once for any other.
pub fn weight(exchange: &Directness) -> f64 {
    if exchange.asks_number || exchange.topic == Topic::Guidance { 2.0 } else { 1.0 }
}

/// Scores a call. `seed` makes the interval reproducible; take it from the call's identity with [`seed_of`].
pub fn score_call(exchanges: &[Directness], seed: u64) -> CallScore {
    let counted: Vec<&Directness> = exchanges.iter().filter(|exchange| !exchange.declined).collect();
    CallScore {
        rating: rate(&counted, seed),
        questions: counted.len(),
        declined: exchanges.len() - counted.len(),
        topics: by_topic(&counted),
    }
}

/// Scores a company from its calls. Calls with too few questions count for nothing.
pub fn score_company(calls: &[(Day, Vec<Directness>)], seed: u64) -> CompanyScore {
    let mut calls: Vec<&(Day, Vec<Directness>)> = calls.iter().collect();
    calls.sort_by_key(|(day, _)| *day);
    let scored: Vec<(Day, Rating, &Vec<Directness>)> = calls
        .iter()
        .filter_map(|(day, exchanges)| {
            score_call(exchanges, seed).rating.map(|rating| (*day, rating, exchanges))
        })
        .collect();
    let latest = &scored[scored.len().saturating_sub(LATEST_CALLS)..];
    let all: Vec<&Directness> = latest.iter().flat_map(|(_, _, exchanges)| exchanges.iter()).collect();
    let counted: Vec<&Directness> = all.iter().copied().filter(|exchange| !exchange.declined).collect();
    let quarters: Vec<(Day, Rating)> = scored.iter().map(|(day, rating, _)| (*day, *rating)).collect();
    CompanyScore {
        rating: rate(&counted, seed),
        questions: counted.len(),
        declined: all.len() - counted.len(),
        topics: by_topic(&counted),
        trend: trend(&quarters),
        quarters,
    }
}

/// A seed from whatever names a call, such as the bytes of its document's id.
pub fn seed_of(identity: &[u8]) -> u64 {
    identity
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn mean<'a>(exchanges: impl Iterator<Item = &'a Directness>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for exchange in exchanges {
        let weight = weight(exchange);
        sum += weight * f64::from(exchange.score);
        weights += weight;
    }
    (weights > 0.0).then(|| (100.0 * sum / weights).clamp(0.0, 100.0))
}

fn rate(counted: &[&Directness], seed: u64) -> Option<Rating> {
    if counted.len() < FEWEST_QUESTIONS {
        return None;
    }
    let score = mean(counted.iter().copied())?;
    let mut state = seed;
    let mut resampled: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            mean((0..counted.len()).map(|_| counted[(next(&mut state) % counted.len() as u64) as usize]))
        })
        .collect();
    resampled.sort_by(f64::total_cmp);
    let at = |share: f64| resampled[((resampled.len() - 1) as f64 * share).round() as usize];
    Some(Rating { score, low: at(0.025).min(score), high: at(0.975).max(score), band: Band::of(score) })
}

/// SplitMix64: a few lines, and the same everywhere.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn by_topic(counted: &[&Directness]) -> Vec<TopicScore> {
    let mut groups: BTreeMap<Topic, Vec<&Directness>> = BTreeMap::new();
    for &exchange in counted {
        groups.entry(exchange.topic).or_default().push(exchange);
    }
    let mut topics: Vec<TopicScore> = groups
        .into_iter()
        .filter_map(|(topic, group)| {
            mean(group.iter().copied()).map(|score| TopicScore { topic, questions: group.len(), score })
        })
        .collect();
    topics.sort_by(|a, b| b.questions.cmp(&a.questions).then(a.topic.cmp(&b.topic)));
    topics
}

/// Least squares over the days of the calls.
fn trend(quarters: &[(Day, Rating)]) -> Option<f64> {
    if quarters.len() < FEWEST_CALLS_FOR_TREND {
        return None;
    }
    let count = quarters.len() as f64;
    let years = |day: Day| day.number() as f64 / 365.25;
    let mean_year = quarters.iter().map(|(day, _)| years(*day)).sum::<f64>() / count;
    let mean_score = quarters.iter().map(|(_, rating)| rating.score).sum::<f64>() / count;
    let (mut above, mut below) = (0.0, 0.0);
    for (day, rating) in quarters {
        let offset = years(*day) - mean_year;
        above += offset * (rating.score - mean_score);
        below += offset * offset;
    }
    // Calls of one day have no direction.
    (below > 1e-6).then(|| above / below)
}
