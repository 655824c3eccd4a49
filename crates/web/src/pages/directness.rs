//! How directly management answers: the ranking of companies.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::frame::Frame;
use super::plot::{Svg, meter, sparkline};
use super::reply::{self, Trouble};
use crate::texts::{Markup as _, t, told};
use coverage::directness;
use coverage::directness::Read;
use interface::App;
use interface::Table;

/// Rows of the page; the file has all.
const SHOWN: usize = 200;

#[derive(Template)]
#[template(path = "directness.html")]
struct DirectnessPage {
    frame: Frame,
    rows: Vec<Row>,
    unscored: Vec<Unscored>,
    statement: &'static str,
    method: &'static str,
    companies: usize,
    scored_calls: usize,
    call: String,
}

struct Row {
    rank: usize,
    company: String,
    ticker: String,
    score: String,
    band: &'static str,
    meter: Svg,
    interval: String,
    questions: usize,
    declined: usize,
    quarters: Svg,
}

struct Unscored {
    company: String,
    ticker: String,
    because: String,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let description =
        t("How directly the management of listed companies answers questions on earnings calls.");
    let frame = Frame::new(&app, "/directness", t("How directly they answer"), description).await?;
    let companies = directness::companies(&app).await?;
    let receipt = directness::receipt(companies.listed.iter());
    let rows = companies.ranked().filter_map(|(rank, read)| row(rank?, read)).take(SHOWN).collect();
    let unscored =
        companies.ranked().filter(|(rank, _)| rank.is_none()).take(SHOWN).map(|(_, read)| Unscored {
            company: read.summary.company.clone(),
            ticker: read.summary.ticker.clone(),
            because: told(read.summary.unscored_because.as_deref().unwrap_or("")),
        });
    let page = DirectnessPage {
        frame,
        rows,
        unscored: unscored.collect(),
        statement: t(receipt.statement),
        method: t(receipt.method),
        companies: receipt.companies,
        scored_calls: receipt.scored_calls,
        call: format!("GET {}/transparency-index", app.config.public_base()),
    };
    reply::public(&page, &asked)
}

fn row(rank: usize, read: &Read) -> Option<Row> {
    let summary = &read.summary;
    let score = summary.score?;
    let quarters: Vec<Option<f64>> =
        read.score.quarters.iter().map(|(_, rating)| Some(rating.score)).collect();
    Some(Row {
        rank,
        company: summary.company.clone(),
        ticker: summary.ticker.clone(),
        score: format!("{score:.1}"),
        band: t(summary.classification.unwrap_or_default()),
        meter: meter(score / 100.0, fill(score)),
        interval: summary
            .interval
            .map_or(String::new(), |interval| format!("{:.1} – {:.1}", interval.low, interval.high)),
        questions: summary.questions,
        declined: summary.declined,
        quarters: sparkline(&quarters),
    })
}

/// The colour of a score.
pub fn fill(score: f64) -> &'static str {
    match score {
        60.0.. => "f-good",
        40.0.. => "f-middle",
        _ => "f-bad",
    }
}

/// The whole ranking.
pub async fn csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let companies = directness::companies(&app).await?;
    let rows = companies.ranked().map(|(rank, read)| {
        let mut row = vec![rank.map(|rank| rank.to_string()).unwrap_or_default()];
        row.extend(directness::company_cells(&read.summary));
        row
    });
    let table =
        Table { columns: [&["rank"], &directness::COMPANY_COLUMNS[..]].concat(), rows: rows.collect() };
    Ok(reply::csv(&table, "directness.csv", &asked))
}
