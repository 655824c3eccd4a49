//! How directly management answers: what the transparency-index and evadometer routes read of companies.
//!
//! Scores of companies and ranks are computed when asked, from the stored marks of each call's exchanges. A company
//! whose calls hold too few questions has no score and no rank, and says so.

mod quotes;
mod shapes;

use std::collections::BTreeMap;

use domain::Day;
use schemars::JsonSchema;
use serde::Serialize;
use store::calls::Call;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::pipeline::calls::{self, CompanyScore, Mark};

pub use quotes::{DirectnessQuote, Length, exchanges, latest_quotes, quote};
use shapes::interval;
pub use shapes::{
    AnswerCounts, COMPANY_COLUMNS, CompanyDirectness, Interval, QuarterDirectness, TopicDirectness,
    company_cells, quarters, tenth, thousandth, topics,
};

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

fn read(ticker: String, listed: Vec<Call>) -> Result<Read, serde_json::Error> {
    let listed = one_per_call(listed);
    let mut marked: Vec<(Day, Vec<Mark>)> = Vec::with_capacity(listed.len());
    for call in &listed {
        marked.push((call.day, serde_json::from_str(&call.marks)?));
    }
    let score = calls::score_company(&ticker, &marked);
    let counts = count(&marked, &score);
    let last = listed.last();
    let summary = CompanyDirectness {
        company: last.map_or_else(|| ticker.clone(), |call| call.company.clone()),
        ticker,
        score: score.rating.map(|rating| tenth(rating.score)),
        classification: score.rating.map(|rating| rating.band.name()),
        confidence: score.rating.map(|rating| thousandth(rating.confidence())),
        interval: score.rating.map(interval),
        questions: score.questions,
        declined: score.declined,
        calls: listed.len(),
        last_call_date: last.map(|call| call.day.to_string()).unwrap_or_default(),
        trend: score.trend.map(tenth),
        unscored_because: score.rating.is_none().then(|| why_unscored(&listed)),
        invented: listed.iter().any(|call| call.invented),
    };
    Ok(Read { summary, counts, score, calls: listed })
}

fn why_unscored(listed: &[Call]) -> String {
    match listed.last().and_then(|call| call.reason.as_deref()) {
        Some(reason) => format!("In the latest call, {reason}."),
        None => format!("No call has {} questions that could be scored.", calls::FEWEST_QUESTIONS),
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
    let latest = &score.quarters[score.quarters.len().saturating_sub(calls::LATEST_CALLS)..];
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

#[cfg(test)]
#[path = "directness_tests.rs"]
mod tests;
