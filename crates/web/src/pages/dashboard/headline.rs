//! The Bellwether Index: where it stands, how it came there, what moves it; and the other indices beside it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::{Day, DayRange};

use super::query_of;
use crate::pages::asked::Asked;
use crate::pages::period::Period;
use crate::pages::plot::{
    Bar, Figure, Hit, Line, Ranking, Rows, Series, TONE_BANDS, line, number, ranking, tone_legend,
};
use crate::pages::reply;
use crate::pages::reply::Trouble;
use crate::pages::{days_to, unless_waiting};
use crate::texts::{localised, t};
use coverage::index;
use coverage::index::Part;
use coverage::indices;
use coverage::indices::{HistoryPoint, MetricReading};
use coverage::readings::Missing;
use interface::App;
use interface::Table;
use runtime::error::ApiError;

const METRIC: &str = ::indices::metrics::main_index::METHOD.id;
/// Published days at least: fewer show no course.
const MIN_DAYS: i64 = 90;
/// Drivers of each kind, those that move the most.
const DRIVERS: usize = 6;

pub struct Headline {
    pub name: &'static str,
    /// None below the minimum coverage.
    pub score: Option<String>,
    pub status: String,
    pub change_24h: String,
    pub change_7d: String,
    pub confidence: String,
    pub items: String,
    /// What it lacks where it has no score.
    pub missing: Vec<Missing>,
    pub updated: String,
    /// The newest published day, where there is no value now.
    pub last_known: Option<(String, String)>,
    pub history: Option<Figure>,
    pub drivers: Vec<Figure>,
    pub others: Vec<Other>,
}

pub struct Other {
    pub id: &'static str,
    pub name: &'static str,
    pub value: String,
    pub beside: String,
    /// What it lacks most plainly where it has no value.
    pub missing: Option<Missing>,
    pub confidence: String,
}

/// None while no reading was published.
pub async fn headline(app: &App, asked: &Asked, period: &Period) -> Result<Option<Headline>, ApiError> {
    let Some(told) = unless_waiting(index::index(app, index::Request::default()).await)? else {
        return Ok(None);
    };
    let others = unless_waiting(indices::portfolio(app, indices::Request::default()).await)?;
    let others = others.map_or(Vec::new(), |portfolio| {
        portfolio.metrics.into_values().filter(|reading| reading.id != METRIC).map(other).collect()
    });
    let call = format!("GET {}/index", app.config.public_base());
    let drivers = [
        (
            "outlet-drivers",
            t("What moves it, by kind of outlet, in standard deviations of tone"),
            &told.drivers.outlet_category,
        ),
        (
            "story-drivers",
            t("What moves it, by subject, in standard deviations of tone"),
            &told.drivers.story_category,
        ),
    ];
    let points = published(app, days(period)).await?;
    // The newest point of the plot is the card's, where the period reaches up to now.
    let today = app.clock.now().day();
    let now = told.score.filter(|_| period.days.contains(today)).map(|score| (today, score));
    Ok(Some(Headline {
        name: t(told.name),
        score: told.score.map(|score| format!("{score:.1}")),
        status: t(told.status.as_deref().unwrap_or("")).to_owned(),
        change_24h: signed(told.change_24h),
        change_7d: signed(told.change_7d),
        confidence: format!("{:.0}", told.confidence),
        items: number(told.observed_items as f64),
        missing: told.missing,
        last_known: points.last().map(|point| (point.date.clone(), format!("{:.1}", point.value))),
        updated: told.updated_at.get(..16).unwrap_or_default().replace('T', " "),
        history: history(app, asked, days(period), &points, now),
        drivers: drivers
            .iter()
            .filter(|(_, _, parts)| !parts.is_empty())
            .map(|(id, caption, parts)| driver_figure(id, caption, parts, &call))
            .collect(),
        others,
    }))
}

/// The period, and the days before it where it is short.
fn days(period: &Period) -> DayRange {
    days_to(period.days.last(), period.days.length().max(MIN_DAYS))
}

async fn published(app: &App, days: DayRange) -> Result<Vec<HistoryPoint>, ApiError> {
    let request = indices::Request {
        metric: Some(METRIC),
        full: true,
        include_history: true,
        first: Some(days.first()),
        last: Some(days.last()),
    };
    let told = unless_waiting(indices::portfolio(app, request).await)?;
    let history = told.and_then(|mut told| told.metrics.remove(METRIC)).and_then(|reading| reading.history);
    Ok(history.unwrap_or_default())
}

fn history(
    app: &App,
    asked: &Asked,
    days: DayRange,
    points: &[HistoryPoint],
    now: Option<(Day, f64)>,
) -> Option<Figure> {
    let (begin, end) = (days.first(), days.last());
    let call = format!("/indices?metric={METRIC}&include_history=true&startDate={begin}&endDate={end}");
    let known = points.iter().filter_map(|point| Some((Day::parse(&point.date).ok()?, point.value)));
    let known: BTreeMap<Day, f64> = known.chain(now).collect();
    let (first, last) = (*known.first_key_value()?.0, *known.last_key_value()?.0);
    // One day makes no course.
    if first == last {
        return None;
    }
    // Every day has its place: a day without a value is a gap in the line.
    let days = (0..=last.since(first)).map(|at| first.plus(at));
    let values = days.map(|day| (day, known.get(&day).copied())).collect();
    let series = [Series { name: "Bellwether Index".into(), points: values }];
    let when = |day: Day| match now {
        Some((today, _)) if today == day => t("now").to_owned(),
        _ => day.to_string(),
    };
    let hit = |(day, value): (&Day, &f64)| {
        (
            *day,
            Hit {
                text: format!("{}: {}", localised(&when(*day)), localised(&format!("{value:.1}"))),
                href: String::new(),
            },
        )
    };
    let hits: Vec<(Day, Hit)> = known.iter().map(hit).collect();
    let row = |(day, value): (&Day, &f64)| (vec![when(*day), format!("{value:.1}")], String::new());
    Some(Figure {
        id: "index",
        caption: match now {
            Some(_) => t("The index at the end of each day, and now").to_owned(),
            None => t("The index at the end of each day").to_owned(),
        },
        legend: tone_legend(),
        svg: line(&Line {
            id: "index",
            title: t("The Bellwether Index, from 0 to 100"),
            series: &series,
            bands: TONE_BANDS,
            unit: "",
            hits: &hits,
        }),
        rows: Rows {
            columns: vec![t("Day").to_owned(), t("Index").to_owned()],
            rows: known.iter().map(row).collect(),
        },
        csv: format!("/data/index.csv{}", query_of(asked)),
        call: format!("GET {}{call}", app.config.public_base()),
        path: asked.path.clone(),
        query: query_of(asked),
    })
}

fn driver_figure(id: &'static str, caption: &str, parts: &[Part], call: &str) -> Figure {
    let mut parts: Vec<&Part> = parts.iter().collect();
    parts.sort_by(|a, b| {
        b.contribution.abs().total_cmp(&a.contribution.abs()).then_with(|| a.name.cmp(&b.name))
    });
    let bars: Vec<Bar> = parts
        .into_iter()
        .take(DRIVERS)
        .map(|part| Bar {
            label: if part.name.is_empty() { t("Other").to_owned() } else { t(&part.name).to_owned() },
            value: Some(part.contribution),
            interval: None,
            class: if part.contribution < 0.0 { "f-bad" } else { "f-good" },
            hit: None,
        })
        .collect();
    Figure {
        caption: caption.into(),
        legend: Vec::new(),
        svg: ranking(&Ranking { id, title: caption, bars: &bars, unit: "" }),
        csv: "/data/drivers.csv".into(),
        call: call.to_owned(),
        ..Figure::default()
    }
}

fn other(reading: MetricReading) -> Other {
    Other {
        id: reading.id,
        name: t(reading.name),
        value: reading.current.map_or("–".into(), |value| with_unit(value, reading.unit)),
        beside: reading.secondary.map_or(String::new(), |secondary| {
            format!("{}: {}", t(&secondary.label), localised(&with_unit(secondary.value, &secondary.unit)))
        }),
        missing: reading.missing.into_iter().next(),
        confidence: format!("{:.0}", reading.confidence),
    }
}

fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "percent" => format!("{} %", number(value)),
        "usd" => format!("${}", number(value)),
        _ => number(value),
    }
}

fn signed(change: Option<f64>) -> String {
    change.map_or("–".into(), |points| format!("{}{}", if points > 0.0 { "+" } else { "" }, number(points)))
}

pub async fn history_csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let row = |point: HistoryPoint| {
        let price = point.btc_price.map(|price| price.to_string()).unwrap_or_default();
        vec![point.date, point.value.to_string(), price]
    };
    let rows = published(&app, days(&super::period(&app, &asked)?)).await?.into_iter().map(row).collect();
    Ok(reply::csv(&Table { columns: vec!["date", "value", "btcPrice"], rows }, "index.csv", &asked.headers))
}

pub async fn drivers_csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let told = index::index(&app, index::Request::default()).await?;
    let rows =
        [("outletCategory", told.drivers.outlet_category), ("storyCategory", told.drivers.story_category)];
    let rows = rows.into_iter().flat_map(|(by, parts)| {
        parts.into_iter().map(move |part| vec![by.to_owned(), part.name, part.contribution.to_string()])
    });
    let table = Table { columns: vec!["by", "name", "contribution"], rows: rows.collect() };
    Ok(reply::csv(&table, "drivers.csv", &asked))
}
