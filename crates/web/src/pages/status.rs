//! Whether each part is ready, and the state of every source.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::frame::Frame;
use super::plot::number;
use super::reply::{self, Trouble};
use super::visitor;
use crate::texts::t;
use coverage::health_ready::{HealthReady, Readiness};
use interface::App;
use interface::Operation;
use management::operations::sources_health::{SourceHealth, SourcesHealth, Summary};

/// Sources in the page, those in trouble first; the file has all.
const SHOWN: usize = 150;

/// As many sources as a page holds, and how many are left out.
pub fn trouble_first(mut sources: Vec<SourceHealth>) -> (Vec<SourceHealth>, usize) {
    sources.sort_by_key(|source| match source.state {
        "failing" => 0,
        "paused" => 1,
        "ok" => 2,
        _ => 3,
    });
    let left_out = sources.len().saturating_sub(SHOWN);
    sources.truncate(SHOWN);
    (sources, left_out)
}

#[derive(Template)]
#[template(path = "status.html")]
struct StatusPage {
    frame: Frame,
    readiness: Readiness,
    summary: Summary,
    sources: Vec<SourceHealth>,
    left_out: usize,
    collects: bool,
    now: String,
    base: String,
}

pub async fn page(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let ask = visitor(&app);
    let frame = Frame::new(
        &app,
        "/status",
        t("Status"),
        t("Whether each part is ready, and the state of every source."),
    )
    .await?;
    let readiness = HealthReady::answer(&app, &ask, ()).await?.body;
    let health = SourcesHealth::answer(&app, &ask, ()).await?.body;
    let (sources, left_out) = trouble_first(health.data);
    let page = StatusPage {
        frame,
        readiness,
        summary: health.summary,
        sources,
        left_out,
        collects: app.config.collect,
        now: short_time(&ask.now.rfc3339()),
        base: app.config.public_base(),
    };
    reply::public(&page, &asked)
}

pub async fn csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let health = SourcesHealth::answer(&app, &visitor(&app), ()).await?.body;
    let table = SourcesHealth::table(&health).unwrap_or_default();
    Ok(reply::csv(&table, "sources.csv", &asked))
}

/// To the minute: 2026-03-15 12:00.
fn short_time(instant: &str) -> String {
    instant.get(..16).unwrap_or(instant).replace('T', " ")
}

fn time_of(instant: &Option<String>) -> String {
    instant.as_deref().map_or_else(|| "–".into(), short_time)
}

fn count(items: &i64) -> String {
    number(*items as f64)
}

fn class_of(state: &str) -> &'static str {
    match state {
        "ok" => "good",
        "failing" => "bad",
        _ => "dim",
    }
}
