//! How directly management answers: the shapes that the transparency-index and evadometer routes share.
//!
//! Scores of companies and ranks are computed when asked, from the stored marks of each call's exchanges. A company
//! whose calls hold too few questions has no score and no rank, and says so.

use std::collections::BTreeMap;

use analysis::directness::score::{self, CompanyScore, Rating};
use domain::Day;
use schemars::JsonSchema;
use serde::Serialize;
use store::calls::Call;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::pipeline::calls::{Mark, ScoredExchange};

/// Two documents of one company so few days apart are two transcripts of one call.
const SAME_CALL_DAYS: i64 = 3;
/// A public copy stays good for this long; calls come a few times a day.
pub const FRESH_FOR_S: u64 = 60;

/// What the numbers are, and what they are not.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectnessReceipt {
    pub statement: &'static str,
    pub method: &'static str,
    /// Companies that are listed, scored or not.
    pub companies: usize,
    /// Calls behind the scores, those too short to count left out.
    pub scored_calls: usize,
    /// What scored the calls.
    pub models: Vec<String>,
}

/// 95 %, by resampling the questions.
#[derive(Clone, Copy, Serialize, JsonSchema)]
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
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyDirectness {
    pub ticker: String,
    pub company: String,
    /// 0 (evasive) to 100 (direct); null where no call has enough questions.
    pub score: Option<f64>,
    /// Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score.
    pub classification: Option<&'static str>,
    /// 0 to 1: one where the interval is a point, zero where it spans the scale; null without a score.
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
#[derive(Default, Serialize, JsonSchema)]
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
    pub confidence: f64,
    pub interval: Interval,
}

/// A question and its answer; every text is a verbatim part of the source.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectnessQuote {
    pub question: String,
    pub answer: String,
    /// Who asked.
    pub analyst: String,
    /// Who answered.
    pub speaker: String,
    /// The speaker's title, where the call states one.
    pub title: Option<String>,
    /// 0 evasive, 0.5 intermediate, 1 direct.
    pub score: f64,
    /// direct, intermediate or evasive.
    pub label: String,
    pub topic: String,
    /// Refuses with reference to law or regulation; counted apart.
    pub declined: bool,
    pub reasons: Vec<DirectnessReason>,
    #[schemars(extend("format" = "date"))]
    pub call_date: String,
    pub source_url: String,
}

impl DirectnessQuote {
    /// For a table of exchanges: date, people, words, score and why, address.
    pub fn cells(&self) -> Vec<String> {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.reason.as_str()).collect();
        vec![
            self.call_date.clone(),
            self.analyst.clone(),
            self.speaker.clone(),
            self.title.clone().unwrap_or_default(),
            self.question.clone(),
            self.answer.clone(),
            self.score.to_string(),
            self.label.clone(),
            self.topic.clone(),
            self.declined.to_string(),
            reasons.join("; "),
            self.source_url.clone(),
        ]
    }
}

#[derive(Serialize, JsonSchema)]
pub struct DirectnessReason {
    /// Such as "refuses to say" or "gives a number where one was asked for".
    pub reason: String,
    /// The words that gave it, verbatim.
    pub quote: String,
}

/// A company and the calls that count for it.
pub struct Read {
    pub summary: CompanyDirectness,
    pub counts: AnswerCounts,
    pub score: CompanyScore,
    /// One per call, oldest first.
    pub calls: Vec<Call>,
}

/// Every company, by ticker.
pub async fn read_all(app: &App) -> Result<Vec<Read>, ApiError> {
    let calls = app.store.calls.list_all().await?;
    off_thread(move || {
        let mut companies: BTreeMap<String, Vec<Call>> = BTreeMap::new();
        for call in calls {
            companies.entry(call.ticker.clone()).or_default().push(call);
        }
        companies.into_iter().map(|(ticker, calls)| read(ticker, calls)).collect()
    })
    .await
}

/// One company with its exchanges. The ticker may be written in any case.
pub async fn read_one(app: &App, ticker: &str) -> Result<Read, ApiError> {
    let ticker = ticker.trim().to_uppercase();
    let calls = match ticker.is_empty() {
        true => Vec::new(),
        false => app.store.calls.list(&ticker).await?,
    };
    if calls.is_empty() {
        return Err(ApiError::new(
            Code::NotFound,
            "No earnings call of a company with this ticker is known.",
        ));
    }
    off_thread(move || read(ticker, calls)).await
}

/// Resampling is pure work, and a long list of companies makes it long.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, serde_json::Error> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| ApiError::internal(&error)),
        Err(error) => Err(ApiError::internal(&error)),
    }
}

fn read(ticker: String, calls: Vec<Call>) -> Result<Read, serde_json::Error> {
    let calls = one_per_call(calls);
    let mut marked: Vec<(Day, Vec<Mark>)> = Vec::with_capacity(calls.len());
    for call in &calls {
        marked.push((call.day, serde_json::from_str(&call.marks)?));
    }
    let assessed: Vec<_> = marked
        .iter()
        .map(|(day, marks)| (*day, marks.iter().map(Mark::directness).collect::<Vec<_>>()))
        .collect();
    let score = score::score_company(&assessed, score::seed_of(ticker.as_bytes()));
    let counts = count(&marked, &score);
    let last = calls.last();
    let summary = CompanyDirectness {
        company: last.map_or_else(|| ticker.clone(), |call| call.company.clone()),
        ticker,
        score: score.rating.map(|rating| tenth(rating.score)),
        classification: score.rating.map(|rating| rating.band.name()),
        confidence: score.rating.map(|rating| thousandth(rating.confidence())),
        interval: score.rating.map(interval),
        questions: score.questions,
        declined: score.declined,
        calls: calls.len(),
        last_call_date: last.map(|call| call.day.to_string()).unwrap_or_default(),
        trend: score.trend.map(tenth),
        unscored_because: score.rating.is_none().then(|| why_unscored(&calls)),
        invented: calls.iter().any(|call| call.invented),
    };
    Ok(Read { summary, counts, score, calls })
}

fn why_unscored(calls: &[Call]) -> String {
    match calls.last().and_then(|call| call.reason.as_deref()) {
        Some(reason) => format!("In the latest call, {reason}."),
        None => format!("No call has {} questions that could be scored.", score::FEWEST_QUESTIONS),
    }
}

/// Of several transcripts of one call, the one with the most questions.
fn one_per_call(calls: Vec<Call>) -> Vec<Call> {
    let mut kept: Vec<Call> = Vec::with_capacity(calls.len());
    for call in calls {
        match kept.last_mut() {
            Some(last) if call.day.number() - last.day.number() <= SAME_CALL_DAYS => {
                if call.questions + call.declined > last.questions + last.declined {
                    *last = call;
                }
            }
            _ => kept.push(call),
        }
    }
    kept
}

/// Over the calls that the score rests on.
fn count(marked: &[(Day, Vec<Mark>)], score: &CompanyScore) -> AnswerCounts {
    let latest = &score.quarters[score.quarters.len().saturating_sub(score::LATEST_CALLS)..];
    let mut counts = AnswerCounts::default();
    for (_, marks) in marked.iter().filter(|(day, _)| latest.iter().any(|(scored, _)| scored == day)) {
        for mark in marks.iter().filter(|mark| !mark.declined) {
            match mark.label.as_str() {
                "direct" => counts.direct += 1,
                "evasive" => counts.evasive += 1,
                _ => counts.intermediate += 1,
            }
            counts.numbers_asked += usize::from(mark.asks_number);
            counts.numbers_given += usize::from(mark.asks_number && mark.gives_number);
        }
    }
    counts
}

/// The most direct first and equal scores with an equal rank; those without a score last, without a rank.
pub fn ranked(mut companies: Vec<Read>) -> Vec<(Option<usize>, Read)> {
    let key = |read: &Read| read.summary.score.unwrap_or(-1.0);
    companies.sort_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.summary.ticker.cmp(&b.summary.ticker)));
    let mut ranked: Vec<(Option<usize>, Read)> = Vec::with_capacity(companies.len());
    for (at, read) in companies.into_iter().enumerate() {
        // The score as it is shown: nobody should see equal scores with unequal ranks.
        let rank = read.summary.score.map(|score| match ranked.last() {
            Some((Some(rank), before)) if before.summary.score == Some(score) => *rank,
            _ => at + 1,
        });
        ranked.push((rank, read));
    }
    ranked
}

pub fn receipt<'a>(companies: impl Iterator<Item = &'a Read> + Clone) -> DirectnessReceipt {
    let mut models: Vec<String> =
        companies.clone().flat_map(|read| read.calls.iter().map(|call| call.version.clone())).collect();
    models.sort_unstable();
    models.dedup();
    DirectnessReceipt {
        statement: "The score describes how directly management answers questions on earnings calls. It describes \
                    communication and has not been shown to predict returns.",
        method: "Each answer is scored from 0 (evasive) to 1 (direct). A company's score is 100 times their mean over \
                 its latest four calls of at least six questions, questions that ask for a number or guidance counted \
                 twice, refusals that cite law or regulation counted apart; the interval is 95 %, by resampling the \
                 questions.",
        companies: companies.clone().count(),
        scored_calls: companies.map(|read| read.score.quarters.len()).sum(),
        models,
    }
}

pub fn topics(score: &CompanyScore) -> Vec<TopicDirectness> {
    let shown = |topic: &score::TopicScore| TopicDirectness {
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
        confidence: thousandth(rating.confidence()),
        interval: interval(*rating),
    };
    score.quarters.iter().map(shown).collect()
}

/// The exchanges that a call keeps at hand for lists: of the latest call that has a score, or else that has any.
pub fn latest_quotes(read: &Read) -> Result<Vec<DirectnessQuote>, ApiError> {
    let scored = read.calls.iter().rev().find(|call| call.rating.is_some());
    let Some(call) = scored.or_else(|| read.calls.iter().rev().find(|call| call.reason.is_none())) else {
        return Ok(Vec::new());
    };
    let exchanges: Vec<ScoredExchange> = parse(&call.quotes)?;
    Ok(exchanges.iter().map(|exchange| quote(call, exchange, Length::Cut)).collect())
}

pub fn exchanges(call: &Call) -> Result<Vec<ScoredExchange>, ApiError> {
    parse(&call.exchanges)
}

fn parse(text: &str) -> Result<Vec<ScoredExchange>, ApiError> {
    serde_json::from_str(text).map_err(|error| ApiError::internal(&error))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// As much as a list can bear.
    Cut,
    Whole,
}

pub fn quote(call: &Call, exchange: &ScoredExchange, length: Length) -> DirectnessQuote {
    let (question, answer) = (exchange.question_quote(), exchange.answer_quote());
    let telling = exchange.reasons.iter().map(|reason| reason.quote.as_str());
    let (question, answer) = match length {
        Length::Whole => (question, answer),
        Length::Cut => (excerpt(question, std::iter::empty()), excerpt(answer, telling)),
    };
    DirectnessQuote {
        question: question.to_owned(),
        answer: answer.to_owned(),
        analyst: exchange.analyst.clone(),
        speaker: exchange.speaker.clone(),
        title: exchange.title.clone(),
        score: thousandth(f64::from(exchange.mark.score)),
        label: exchange.mark.label.clone(),
        topic: exchange.mark.topic.clone(),
        declined: exchange.mark.declined,
        reasons: reasons(exchange),
        call_date: call.day.to_string(),
        source_url: call.url.clone(),
    }
}

fn reasons(exchange: &ScoredExchange) -> Vec<DirectnessReason> {
    let shown = exchange
        .reasons
        .iter()
        .map(|reason| DirectnessReason { reason: reason.reason.clone(), quote: reason.quote.clone() });
    shown.collect()
}

/// A verbatim part of a long text: from the first telling words on where they would be cut off, else from the start.
fn excerpt<'a>(text: &'a str, telling: impl Iterator<Item = &'a str>) -> &'a str {
    const MOST_BYTES: usize = 800;
    if text.len() <= MOST_BYTES {
        return text;
    }
    let first =
        telling.filter(|words| !words.is_empty()).find_map(|words| Some((text.find(words)?, words.len())));
    let start = first.filter(|(at, length)| at + length > MOST_BYTES).map_or(0, |(at, _)| at);
    let rest = &text[start..];
    let cut = &rest[..rest.floor_char_boundary(MOST_BYTES)];
    if cut.len() == rest.len() {
        return cut;
    }
    // At the end of a sentence if one ends in the second half, else between words.
    let sentence = cut.rfind(['.', '?', '!']).map(|at| at + 1).filter(|end| *end > MOST_BYTES / 2);
    let end = sentence.or_else(|| cut.rfind(char::is_whitespace)).unwrap_or(cut.len());
    cut[..end].trim_end()
}

fn interval(rating: Rating) -> Interval {
    Interval::new(rating.low, rating.high)
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

#[cfg(test)]
#[path = "directness_tests.rs"]
mod tests;
