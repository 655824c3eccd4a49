//! Which companies, assets or outlets are in the coverage of a period: how much, in what tone, against the days before.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::{Day, DayRange};

use super::asked::Asked;
use super::frame::Frame;
use super::kind::{Counted, Kind};
use super::links;
use super::parts::tone_class;
use super::period::{Period, change, signed};
use super::plot::{Svg, meter, sparkline};
use super::reply::{self, Trouble};
use crate::texts::{Markup as _, say, t};
use coverage::directness;
use interface::{App, Table};

/// Rows of the page; the file has all.
const MAX_ROWS: usize = 100;
/// Points of the small line of a row.
const MAX_POINTS: usize = 60;

#[derive(Template)]
#[template(path = "names.html")]
struct NamesPage {
    frame: Frame,
    kind: Kind,
    period: Period,
    rows: Vec<Row>,
    total: usize,
    /// Nothing was ever counted, whatever the days.
    is_empty_store: bool,
    csv: String,
    base: String,
}

struct Row {
    name: String,
    href: String,
    note: String,
    count: i64,
    count_href: String,
    change: String,
    meter: Svg,
    tone: String,
    tone_class: &'static str,
    course: Svg,
    /// The directness score and its page, where the company's calls are known.
    directness: Option<(String, String)>,
}

pub async fn companies(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    page(&app, Kind::Company, asked).await
}

pub async fn assets(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    page(&app, Kind::Asset, asked).await
}

pub async fn outlets(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    page(&app, Kind::Outlet, asked).await
}

async fn page(app: &Arc<App>, kind: Kind, asked: Asked) -> Result<Response, Trouble> {
    let period = Period::read(app, &asked, "30d")?;
    let description =
        say!("{} in the coverage of the digital-asset industry, and their tone.", t(kind.title()));
    let frame = Frame::new(app, kind.list(), t(kind.title()), description).await?;
    let mut scores = HashMap::new();
    if kind == Kind::Company {
        for read in &directness::companies(app).await?.listed {
            scores.insert(read.summary.ticker.clone(), read.summary.score);
        }
    }
    let counted = kind.counted(app, period.days);
    let before: HashMap<String, i64> =
        kind.counted(app, period.before()).into_iter().map(|row| (row.name, row.tally.count)).collect();
    let most = counted.first().map_or(1, |first| first.tally.count.max(1)) as f64;
    let row = |one: &Counted| {
        let tone = one.tally.mean_tone().unwrap_or(0.0);
        let score = one.ticker.as_ref().and_then(|ticker| Some((ticker, scores.get(ticker)?)));
        Row {
            href: links::named(kind.path(), &one.name, &period),
            note: if kind == Kind::Outlet { t(&one.note).to_owned() } else { one.note.clone() },
            count: one.tally.count,
            count_href: links::articles(&kind.articles(&one.name, period.days).to_string()),
            change: change(one.tally.count, before.get(&one.name).copied().unwrap_or(0)).text,
            meter: meter(one.tally.count as f64 / most, "s0"),
            tone: signed(tone),
            tone_class: tone_class(tone),
            course: course(app, kind, &one.name, period.days),
            directness: score.map(|(ticker, score)| {
                let text = score.map_or(t("no score").to_owned(), |score| format!("{score:.1}"));
                (text, format!("/directness/{}", super::asked::encoded(ticker)))
            }),
            name: one.name.clone(),
        }
    };
    let rows = counted.iter().take(MAX_ROWS).map(row).collect();
    let page = NamesPage {
        frame,
        kind,
        rows,
        total: counted.len(),
        is_empty_store: app.figures.ask(|cube| cube.span()).is_none(),
        csv: period.on(&format!("/data/{}.csv", kind.path())),
        base: app.config.public_base(),
        period,
    };
    asked.reply(&page, &[])
}

fn course(app: &App, kind: Kind, name: &str, days: DayRange) -> Svg {
    let by_day: HashMap<Day, i64> =
        kind.days(app, name, days).into_iter().map(|(day, tally)| (day, tally.count)).collect();
    // A line as wide as a thumb shows no more: longer spans are summed up, whole steps back from the last day.
    let step = days.length().max(1) as usize / MAX_POINTS + 1;
    let counts: Vec<i64> = days.days().map(|day| by_day.get(&day).copied().unwrap_or(0)).collect();
    let steps = counts.rchunks_exact(step).rev();
    let course: Vec<Option<f64>> = steps.map(|days| Some(days.iter().sum::<i64>() as f64)).collect();
    sparkline(&course)
}

pub async fn companies_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    csv(&app, Kind::Company, "company", &asked)
}

pub async fn assets_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    csv(&app, Kind::Asset, "asset", &asked)
}

pub async fn outlets_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    csv(&app, Kind::Outlet, "outlet", &asked)
}

fn csv(app: &App, kind: Kind, first: &'static str, asked: &Asked) -> Result<Response, Trouble> {
    let period = Period::read(app, asked, "30d")?;
    let row = |one: Counted| {
        let tally = one.tally;
        let counts = [tally.count, tally.positive, tally.neutral(), tally.negative];
        let mut cells = vec![one.name, one.note];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(tally.mean_tone().unwrap_or(0.0).to_string());
        cells
    };
    let second = if kind == Kind::Outlet { "category" } else { "ticker" };
    let table = Table {
        columns: vec![first, second, "items", "positive", "neutral", "negative", "meanTone"],
        rows: kind.counted(app, period.days).into_iter().map(row).collect(),
    };
    Ok(reply::csv(&table, &format!("{}.csv", kind.path()), &asked.headers))
}
