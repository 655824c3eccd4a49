//! The shapes of a company's directness that several answers share, and its cells in tables.
//!
//! Numbers are rounded here, once, so that every answer shows the same ones.

use domain::Day;
use schemars::JsonSchema;
use serde::Serialize;

use figures::calls::{CompanyScore, Rating, TopicScore};

/// 95 %, by resampling the questions.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "ScoreInterval")]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn new(low: f64, high: f64) -> Interval {
        Interval { low: tenth(low), high: tenth(high) }
    }
}

/// One company's score with what it rests on.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyDirectness {
    pub ticker: String,
    pub company: String,
    /// 0 (evasive) to 100 (direct); null where no call has enough questions.
    pub score: Option<f64>,
    /// Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score.
    pub classification: Option<&'static str>,
    /// 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score.
    #[schemars(range(min = 0, max = 100))]
    pub confidence: Option<f64>,
    pub interval: Option<Interval>,
    /// Questions counted in the score: those of the latest four calls that have one.
    pub questions: usize,
    /// Questions declined with reference to law or regulation; counted apart, not in the score.
    pub declined: usize,
    /// Calls that are known, scored or not.
    pub calls: usize,
    #[schemars(extend("format" = "date"))]
    pub last_call_date: String,
    /// Points per year over all calls with a score; null with fewer than three.
    pub trend: Option<f64>,
    /// Why there is no score; null with one.
    pub unscored_because: Option<String>,
    /// True for companies of the demo's invented world.
    pub invented: bool,
}

/// How many answers there were of each sort, over the same questions as the score.
#[derive(Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerCounts {
    pub direct: usize,
    pub intermediate: usize,
    pub evasive: usize,
    /// Questions that ask for a number.
    pub numbers_asked: usize,
    /// Those of them whose answer gives one.
    pub numbers_given: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct TopicDirectness {
    /// Such as guidance, margins, regulation, balance sheet.
    pub topic: &'static str,
    pub questions: usize,
    pub score: f64,
}

/// One call's own score.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuarterDirectness {
    #[schemars(extend("format" = "date"))]
    pub call_date: String,
    pub score: f64,
    pub classification: &'static str,
    /// 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub confidence: f64,
    pub interval: Interval,
}

pub fn topics(score: &CompanyScore) -> Vec<TopicDirectness> {
    let shown = |topic: &TopicScore| TopicDirectness {
        topic: topic.topic.name(),
        questions: topic.questions,
        score: tenth(topic.score),
    };
    score.topics.iter().map(shown).collect()
}

pub fn quarters(score: &CompanyScore) -> Vec<QuarterDirectness> {
    let shown = |(day, rating): &(Day, Rating)| QuarterDirectness {
        call_date: day.to_string(),
        score: tenth(rating.score),
        classification: rating.band.name(),
        confidence: percent(rating.confidence()),
        interval: interval(*rating),
    };
    score.quarters.iter().map(shown).collect()
}

pub(super) fn interval(rating: Rating) -> Interval {
    Interval::new(rating.low, rating.high)
}

/// A share as the other answers tell their confidence, from 0 to 100.
pub fn percent(share: f64) -> f64 {
    tenth(100.0 * share)
}

pub fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

pub fn thousandth(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}

/// The columns of a company in every table, and its cells.
pub const COMPANY_COLUMNS: [&str; 11] = [
    "ticker",
    "company",
    "score",
    "classification",
    "confidence",
    "low",
    "high",
    "questions",
    "declined",
    "calls",
    "lastCallDate",
];

pub fn company_cells(company: &CompanyDirectness) -> Vec<String> {
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    vec![
        company.ticker.clone(),
        company.company.clone(),
        number(company.score),
        company.classification.unwrap_or_default().to_owned(),
        number(company.confidence),
        number(company.interval.map(|interval| interval.low)),
        number(company.interval.map(|interval| interval.high)),
        company.questions.to_string(),
        company.declined.to_string(),
        company.calls.to_string(),
        company.last_call_date.clone(),
    ]
}
