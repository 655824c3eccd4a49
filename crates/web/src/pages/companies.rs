//! Which companies are spoken of, in what tone, and how directly they answer.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::{Day, DayRange};

use super::frame::Frame;
use super::plot::{Svg, meter, number, sparkline};
use super::reply::{self, Trouble};
use super::{days_to, visitor};
use coverage::directness;
use interface::App;
use interface::Table;

/// Days that are looked at, today among them.
const DAYS: i64 = 30;
/// Rows of the page; the file has all.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "companies.html")]
struct CompaniesPage {
    frame: Frame,
    days: DayRange,
    rows: Vec<Row>,
    total: usize,
    base: String,
}

struct Row {
    name: String,
    ticker: String,
    items: String,
    meter: Svg,
    tone: String,
    tone_class: &'static str,
    course: Svg,
    /// The directness score, where the company's calls are known.
    directness: Option<String>,
}

/// One company's counts.
struct Counted {
    name: String,
    ticker: Option<String>,
    count: i64,
    positive: i64,
    negative: i64,
    tone: f64,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let days = days_to(visitor(&app).now.day(), DAYS);
    let description = "Which companies of the digital-asset industry are spoken of, and in what tone.";
    let frame = Frame::new(&app, "/companies", "Companies", description).await?;
    let scores: HashMap<String, Option<f64>> = directness::companies(&app)
        .await?
        .listed
        .iter()
        .map(|read| (read.summary.ticker.clone(), read.summary.score))
        .collect();
    let counted = counted(&app, days);
    let most = counted.first().map_or(1, |first| first.count.max(1)) as f64;
    let rows = counted.iter().take(SHOWN).map(|company| row(&app, company, most, days, &scores)).collect();
    let base = app.config.public_base();
    reply::public(&CompaniesPage { frame, days, rows, total: counted.len(), base }, &asked)
}

pub async fn csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let days = days_to(visitor(&app).now.day(), DAYS);
    let row = |company: Counted| {
        let neutral = company.count - company.positive - company.negative;
        let counts = [company.count, company.positive, neutral, company.negative];
        let mut cells = vec![company.name, company.ticker.unwrap_or_default()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(company.tone.to_string());
        cells
    };
    let table = Table {
        columns: vec!["company", "ticker", "items", "positive", "neutral", "negative", "meanTone"],
        rows: counted(&app, days).into_iter().map(row).collect(),
    };
    Ok(reply::csv(&table, "companies.csv", &asked))
}

/// The most named first.
fn counted(app: &App, days: DayRange) -> Vec<Counted> {
    let mut counted: Vec<Counted> = app.figures.ask(|cube| {
        let named = cube.by_company(days);
        let counted = named.into_iter().map(|named| Counted {
            name: named.name.to_owned(),
            ticker: named.ticker.map(str::to_owned),
            count: named.tally.count,
            positive: named.tally.positive,
            negative: named.tally.negative,
            tone: named.tally.mean_tone().unwrap_or(0.0),
        });
        counted.collect()
    });
    counted.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    counted
}

fn row(
    app: &App,
    company: &Counted,
    most: f64,
    days: DayRange,
    scores: &HashMap<String, Option<f64>>,
) -> Row {
    let by_day: HashMap<Day, i64> = app.figures.ask(|cube| {
        cube.company_days(&company.name, days).into_iter().map(|(day, tally)| (day, tally.count)).collect()
    });
    let course: Vec<Option<f64>> =
        days.days().map(|day| Some(by_day.get(&day).copied().unwrap_or(0) as f64)).collect();
    let score = company.ticker.as_deref().and_then(|ticker| scores.get(ticker));
    Row {
        name: company.name.clone(),
        ticker: company.ticker.clone().unwrap_or_default(),
        items: number(company.count as f64),
        meter: meter(company.count as f64 / most, "s0"),
        tone: format!("{:+.2}", company.tone).replace('-', "−"),
        tone_class: match company.tone {
            0.1.. => "good",
            ..=-0.1 => "bad",
            _ => "dim",
        },
        course: sparkline(&course),
        directness: score.map(|score| score.map_or("no score".into(), |score| format!("{score:.1}"))),
    }
}
