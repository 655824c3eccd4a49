//! One company's calls: scores by quarter, and the exchanges of one call with the words that gave each score.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use store::calls::Call;

use super::directness::fill;
use super::frame::Frame;
use super::highlight::{Piece, pieces};
use super::is_web_address;
use super::plot::{Bar, Bars, Figure, Svg, bars, meter, number};
use super::reply::{self, Trouble};
use crate::texts::{Markup as _, say, t, told};
use coverage::directness;
use coverage::directness::{DirectnessQuote, Length, Read};
use interface::App;
use interface::Table;
use runtime::error::{ApiError, Code};

/// Exchanges of one page; the API has all.
const EXCHANGES: usize = 60;
/// Calls in the plot, the newest.
const QUARTERS: usize = 16;

#[derive(Template)]
#[template(path = "directness_company.html")]
struct CompanyPage {
    frame: Frame,
    company: String,
    ticker: String,
    /// Score, band and interval; none where no call has enough questions.
    score: Option<Score>,
    unscored_because: String,
    rank: Option<usize>,
    ranked: usize,
    questions: usize,
    declined: usize,
    trend: String,
    quarters: Option<Figure>,
    topics: Vec<TopicRow>,
    calls: Vec<CallLink>,
    call: Option<CallShown>,
    statement: &'static str,
    api: String,
}

struct Score {
    score: String,
    band: &'static str,
    interval: String,
}

struct TopicRow {
    topic: &'static str,
    questions: usize,
    score: String,
    meter: Svg,
}

struct CallLink {
    date: String,
    is_here: bool,
}

struct CallShown {
    title: String,
    date: String,
    source: String,
    score: String,
    reason: String,
    exchanges: Vec<ExchangeShown>,
    left_out: usize,
}

struct ExchangeShown {
    analyst: String,
    speaker: String,
    role: String,
    question: String,
    answer: Vec<Piece>,
    label: &'static str,
    class: &'static str,
    score: String,
    topic: String,
    reasons: Vec<String>,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(ticker): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    asked: HeaderMap,
) -> Result<Response, Trouble> {
    let companies = directness::companies(&app).await?;
    let (rank, read) = companies.find(&ticker)?;
    let calls = directness::calls_of(&app, read).await?;
    let chosen = chosen_call(&calls, query.get("call").map(String::as_str))?;
    let summary = &read.summary;
    let base = app.config.public_base();
    let api = format!("GET {base}/transparency-index/{}", in_path(&summary.ticker));
    let title = format!("{} ({})", summary.company, summary.ticker);
    let description = say!("How directly the management of {} answers on earnings calls.", summary.company);
    let page = CompanyPage {
        frame: Frame::new(&app, "/directness", title, description).await?,
        company: summary.company.clone(),
        ticker: summary.ticker.clone(),
        score: score(read),
        unscored_because: told(summary.unscored_because.as_deref().unwrap_or("")),
        rank,
        ranked: companies.ranked_count(),
        questions: summary.questions,
        declined: summary.declined,
        trend: summary.trend.map_or(String::new(), signed),
        quarters: quarters(read, &api),
        topics: directness::topics(&read.score).into_iter().map(topic).collect(),
        calls: links(&calls, chosen),
        call: chosen.map(shown).transpose()?,
        statement: t(directness::receipt(std::iter::once(read)).statement),
        api,
    };
    reply::public(&page, &asked)
}

/// The scores of every call, oldest first.
pub async fn csv(
    State(app): State<Arc<App>>,
    Path(ticker): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Trouble> {
    let companies = directness::companies(&app).await?;
    let (_, read) = companies.find(&ticker)?;
    let row = |quarter: directness::QuarterDirectness| {
        vec![
            quarter.call_date,
            quarter.score.to_string(),
            quarter.classification.to_owned(),
            quarter.interval.low.to_string(),
            quarter.interval.high.to_string(),
        ]
    };
    let table = Table {
        columns: vec!["callDate", "score", "classification", "low", "high"],
        rows: directness::quarters(&read.score).into_iter().map(row).collect(),
    };
    Ok(reply::csv(&table, &format!("directness-{}.csv", read.summary.ticker), &asked))
}

/// The call of the day that was asked for, else the newest that could be scored, else the newest.
fn chosen_call<'a>(calls: &'a [Call], day: Option<&str>) -> Result<Option<&'a Call>, ApiError> {
    match day {
        Some(day) => calls
            .iter()
            .find(|call| call.day.to_string() == day)
            .map(Some)
            .ok_or_else(|| ApiError::new(Code::NotFound, "No call of this company is known on that day.")),
        None => {
            let scorable = calls.iter().rev().find(|call| call.reason.is_none());
            Ok(scorable.or(calls.last()))
        }
    }
}

fn links(calls: &[Call], chosen: Option<&Call>) -> Vec<CallLink> {
    let chosen = chosen.map(|call| call.day);
    let link = |call: &Call| CallLink { date: call.day.to_string(), is_here: Some(call.day) == chosen };
    calls.iter().rev().take(QUARTERS).map(link).collect()
}

fn score(read: &Read) -> Option<Score> {
    let summary = &read.summary;
    let interval = summary.interval?;
    Some(Score {
        score: format!("{:.1}", summary.score?),
        band: t(summary.classification?),
        interval: format!("{:.1} – {:.1}", interval.low, interval.high),
    })
}

fn quarters(read: &Read, api: &str) -> Option<Figure> {
    let quarters = directness::quarters(&read.score);
    let first = quarters.len().saturating_sub(QUARTERS);
    let drawn: Vec<Bar> = quarters[first..]
        .iter()
        .map(|quarter| Bar {
            label: quarter.call_date.get(..7).unwrap_or(&quarter.call_date).to_owned(),
            value: Some(quarter.score),
            interval: Some((quarter.interval.low, quarter.interval.high)),
            class: fill(quarter.score),
            hit: None,
        })
        .collect();
    if drawn.is_empty() {
        return None;
    }
    Some(Figure {
        caption: t("Score of each call, with its 95 % interval").to_owned(),
        legend: Vec::new(),
        svg: bars(&Bars {
            id: "quarters",
            title: t("Directness score of each call"),
            bars: &drawn,
            most: Some(100.0),
            overlay: &[],
        }),
        csv: format!("/data/directness/{}/quarters.csv", in_path(&read.summary.ticker)),
        call: api.to_owned(),
        ..Figure::default()
    })
}

fn topic(topic: directness::TopicDirectness) -> TopicRow {
    TopicRow {
        topic: t(topic.topic),
        questions: topic.questions,
        score: format!("{:.1}", topic.score),
        meter: meter(topic.score / 100.0, fill(topic.score)),
    }
}

fn shown(call: &Call) -> Result<CallShown, ApiError> {
    let exchanges = directness::exchanges(call)?;
    let left_out = exchanges.len().saturating_sub(EXCHANGES);
    let quoted = exchanges.iter().take(EXCHANGES).map(|one| directness::quote(call, one, Length::Cut));
    Ok(CallShown {
        title: call.title.clone(),
        date: call.day.to_string(),
        source: if is_web_address(&call.url) { call.url.clone() } else { String::new() },
        score: call.rating.map_or(String::new(), |(score, _, _)| format!("{score:.1}")),
        reason: told(call.reason.as_deref().unwrap_or("")),
        exchanges: quoted.map(exchange).collect(),
        left_out,
    })
}

fn exchange(quote: DirectnessQuote) -> ExchangeShown {
    let (label, class) = match (quote.declined, quote.label.as_str()) {
        (true, _) => (t("declined, citing law or regulation"), "dim"),
        (_, "direct") => (t("direct"), "good"),
        (_, "evasive") => (t("evasive"), "bad"),
        _ => (t("intermediate"), "middle"),
    };
    let reasons: Vec<String> = quote.reasons.iter().map(|reason| told(&reason.reason)).collect();
    ExchangeShown {
        answer: pieces(
            &quote.answer,
            quote.reasons.iter().map(|reason| (reason.quote.as_str(), reason.reason.as_str())),
        ),
        analyst: quote.analyst,
        speaker: quote.speaker,
        role: quote.title.unwrap_or_default(),
        question: quote.question,
        label,
        class,
        score: format!("{:.2}", quote.score),
        topic: t(&quote.topic).to_owned(),
        reasons,
    }
}

fn signed(points: f64) -> String {
    format!("{}{}", if points > 0.0 { "+" } else { "" }, number(points))
}

fn in_path(ticker: &str) -> String {
    percent_encoding::utf8_percent_encode(ticker, percent_encoding::NON_ALPHANUMERIC).to_string()
}
