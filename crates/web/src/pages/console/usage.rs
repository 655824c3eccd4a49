//! What the account used: by day with a plot, by route and by key.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::{Day, DayRange};

use super::super::frame::Frame;
use super::super::plot::{Bar, Bars, Figure, bars};
use super::super::reply::{self, Trouble};
use super::extract::{Form, Visitor, account};
use super::{Shell, begin};
use crate::texts::{Markup as _, say, t};
use admission::Statement;
use interface::App;
use interface::Table;

#[derive(Template)]
#[template(path = "console/usage.html")]
struct Page {
    frame: Frame,
    console: Shell,
    statement: Statement,
    figure: Figure,
    days: i64,
    choices: [i64; 3],
}

const CHOICES: [i64; 3] = [7, 30, 90];

/// How many days to look back, one of a few.
fn days_asked(query: Option<String>, today: Day) -> Result<(i64, DayRange), Trouble> {
    let form = Form::read(query.as_deref().unwrap_or(""))?;
    let wanted = form.get("days").and_then(|text| text.parse().ok());
    let days = wanted.filter(|days| CHOICES.contains(days)).unwrap_or(30);
    Ok((days, super::super::days_to(today, days)))
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    RawQuery(query): RawQuery,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(&app, &signed, "/console/usage", "Usage").await?;
    let now = app.clock.now();
    let (days, range) = days_asked(query, now.day())?;
    let statement = admission::statement(&app.admission, Some(account(&signed)?), range, now).await?;
    let credits_of = |day: Day| {
        let day = day.to_string();
        statement.by_day.iter().find(|group| group.key == day).map_or(0, |group| group.sums.credits)
    };
    let drawn: Vec<Bar> = range
        .days()
        .map(|day| Bar {
            label: day.to_string()[5..].to_owned(),
            value: Some(credits_of(day) as f64),
            interval: None,
            class: "s0",
            hit: None,
        })
        .collect();
    let figure = Figure {
        caption: say!("Credits used a day, the last {} days", days),
        legend: Vec::new(),
        svg: bars(&Bars {
            id: "usage",
            title: t("Credits used a day"),
            bars: &drawn,
            most: None,
            overlay: &[],
        }),
        csv: format!("/console/usage.csv?days={days}"),
        call: format!("GET /usage?startDate={}&endDate={}", range.first(), range.last()),
        ..Figure::default()
    };
    reply::private(&Page { frame, console, statement, figure, days, choices: CHOICES }, 200)
}

pub async fn csv(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    RawQuery(query): RawQuery,
) -> Result<Response, Trouble> {
    let now = app.clock.now();
    let (_, range) = days_asked(query, now.day())?;
    let statement = admission::statement(&app.admission, Some(account(&signed)?), range, now).await?;
    let row = |row: admission::UsageView| {
        vec![
            row.date,
            row.route,
            row.credential,
            row.sums.calls.to_string(),
            row.sums.credits.to_string(),
            row.sums.owed_usd,
        ]
    };
    let table = Table {
        columns: vec!["date", "route", "credential", "calls", "credits", "owedUsd"],
        rows: statement.rows.into_iter().map(row).collect(),
    };
    Ok(download("usage.csv", table.csv().into()))
}

/// A file for one person.
pub fn download(name: &str, body: axum::body::Body) -> Response {
    download_as(name, "text/csv; charset=utf-8", body)
}

pub fn download_as(name: &str, content_type: &'static str, body: axum::body::Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
