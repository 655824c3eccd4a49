//! How directly management answers: what the transparency-index and evadometer routes read of companies.
//!
//! Scores of companies and ranks are computed from the stored marks of each call's exchanges, once for each state of
//! the calls. A company whose calls hold too few questions has no score and no rank, and says so.

mod quotes;
mod shapes;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::Day;
use schemars::JsonSchema;
use serde::Serialize;
use store::calls::Call;

use figures::calls;
use figures::calls::{CompanyScore, Mark};
use interface::App;
use runtime::error::{ApiError, Code};
use runtime::off_thread::off_thread;

use quotes::latest_quotes;
pub use quotes::{DirectnessQuote, Length, exchanges, quote};
use shapes::interval;
pub use shapes::{
    AnswerCounts, COMPANY_COLUMNS, CompanyDirectness, Interval, QuarterDirectness, TopicDirectness,
    company_cells, percent, quarters, tenth, thousandth, topics,
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
    /// One per call, oldest first, without their exchanges.
    pub calls: Vec<Call>,
    /// The least and the most direct answers of the latest call.
    pub quotes: Vec<DirectnessQuote>,
}

/// Every company as the calls of one moment make it.
pub struct Companies {
    /// By ticker.
    pub listed: Vec<Read>,
    /// Places in `listed`, the most direct first; those without a score last, without a rank.
    ranks: Vec<(Option<usize>, usize)>,
}

impl Companies {
    fn new(listed: Vec<Read>) -> Companies {
        Companies { ranks: ranks(&listed), listed }
    }

    /// The most direct first and equal scores with an equal rank; those without a score last, without a rank.
    pub fn ranked(&self) -> impl Iterator<Item = (Option<usize>, &Read)> + Clone {
        self.ranks.iter().map(|(rank, place)| (*rank, &self.listed[*place]))
    }

    /// How many have a rank.
    pub fn ranked_count(&self) -> usize {
        self.ranks.iter().filter(|(rank, _)| rank.is_some()).count()
    }

    /// A company with its rank. The ticker may be written in any case.
    pub fn find(&self, ticker: &str) -> Result<(Option<usize>, &Read), ApiError> {
        let ticker = ticker.trim().to_uppercase();
        self.ranked().find(|(_, read)| read.summary.ticker == ticker).ok_or_else(|| {
            ApiError::new(Code::NotFound, "No earnings call of a company with this ticker is known.")
        })
    }
}

/// Every company as the calls stand now.
pub async fn companies(app: &App) -> Result<Arc<Companies>, ApiError> {
    let revision = app.store.calls.revision().await?;
    if let Some(companies) = app.figures.companies.find(revision) {
        return Ok(companies);
    }
    let turn = app.figures.companies.turn().await;
    let (store, figures) = (app.store.clone(), Arc::clone(&app.figures));
    // A task of its own: whoever leaves does not leave the work to be begun anew by the next.
    let renewing = tokio::spawn(async move {
        let _turn = turn;
        let revision = store.calls.revision().await?;
        if let Some(companies) = figures.companies.find(revision) {
            return Ok(companies);
        }
        let calls = store.calls.list_all().await?;
        let companies = Arc::new(off_thread(move || read_all(calls).map(Companies::new)).await??);
        figures.companies.keep(revision, &companies);
        Ok(companies)
    });
    renewing.await.map_err(|error| ApiError::internal(&error))?
}

/// The calls of a company with their exchanges; one per call, oldest first.
pub async fn calls_of(app: &App, read: &Read) -> Result<Vec<Call>, ApiError> {
    Ok(one_per_call(app.store.calls.list(&read.summary.ticker).await?))
}

fn read_all(calls: Vec<Call>) -> Result<Vec<Read>, ApiError> {
    let mut companies: BTreeMap<String, Vec<Call>> = BTreeMap::new();
    for call in calls {
        companies.entry(call.ticker.clone()).or_default().push(call);
    }
    companies.into_iter().map(|(ticker, calls)| read(ticker, calls)).collect()
}

fn read(ticker: String, listed: Vec<Call>) -> Result<Read, ApiError> {
    let listed = one_per_call(listed);
    let mut marked: Vec<(Day, Vec<Mark>)> = Vec::with_capacity(listed.len());
    for call in &listed {
        let marks = serde_json::from_str(&call.marks).map_err(|error| ApiError::internal(&error))?;
        marked.push((call.day, marks));
    }
    let score = calls::score_company(&ticker, &marked);
    let counts = count(&marked, &score);
    let last = listed.last();
    let summary = CompanyDirectness {
        company: last.map_or_else(|| ticker.clone(), |call| call.company.clone()),
        ticker,
        score: score.rating.map(|rating| tenth(rating.score)),
        classification: score.rating.map(|rating| rating.band.name()),
        confidence: score.rating.map(|rating| percent(rating.confidence())),
        interval: score.rating.map(interval),
        questions: score.questions,
        declined: score.declined,
        calls: listed.len(),
        last_call_date: last.map(|call| call.day.to_string()).unwrap_or_default(),
        trend: score.trend.map(tenth),
        unscored_because: score.rating.is_none().then(|| why_unscored(&listed)),
        invented: listed.iter().any(|call| call.invented),
    };
    Ok(Read { summary, counts, score, quotes: latest_quotes(&listed)?, calls: listed })
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

fn ranks(companies: &[Read]) -> Vec<(Option<usize>, usize)> {
    let key = |place: usize| companies[place].summary.score.unwrap_or(-1.0);
    let mut places: Vec<usize> = (0..companies.len()).collect();
    places.sort_by(|a, b| {
        let ticker = |place: usize| &companies[place].summary.ticker;
        key(*b).total_cmp(&key(*a)).then_with(|| ticker(*a).cmp(ticker(*b)))
    });
    let mut ranks: Vec<(Option<usize>, usize)> = Vec::with_capacity(companies.len());
    for (at, place) in places.into_iter().enumerate() {
        // The score as it is shown: nobody should see equal scores with unequal ranks.
        let score = companies[place].summary.score;
        let rank = score.map(|score| match ranks.last() {
            Some((Some(rank), before)) if companies[*before].summary.score == Some(score) => *rank,
            _ => at + 1,
        });
        ranks.push((rank, place));
    }
    ranks
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
