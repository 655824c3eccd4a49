//! Workflow runs that agents recorded.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::RunStatus;
use store::runs::Run;

use super::super::frame::Frame;
use super::super::reply::{self, Trouble};
use super::extract::{Query, Visitor, account};
use super::{Shell, begin, moment};
use crate::texts::{say, t};
use interface::App;
use interface::cursor::OwnedCursor;
use management::operations::runs::list;

const SHOWN: u32 = 50;

#[derive(Template)]
#[template(path = "console/runs.html")]
struct Page {
    frame: Frame,
    console: Shell,
    runs: Vec<RunRow>,
    next: Option<String>,
    base: String,
}

struct RunRow {
    workflow: String,
    run: String,
    status: String,
    class: &'static str,
    started: String,
    took: String,
    figures: String,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Visitor(signed): Visitor,
    Query(form): Query,
) -> Result<Response, Trouble> {
    let (frame, console) = begin(&app, &signed, "/console/runs", "Runs").await?;
    let owner = account(&signed)?;
    let cursor = form.get("cursor").map(|text| OwnedCursor::read(text, owner)).transpose()?;
    let (runs, next) = list::page(&app, owner, cursor, SHOWN).await?;
    let page = Page {
        frame,
        console,
        runs: runs.into_iter().map(row).collect(),
        next: next.map(|cursor| cursor.write(owner)),
        base: app.config.public_base(),
    };
    reply::private(&page, 200)
}

fn row(run: Run) -> RunRow {
    let took = run.duration_ms.or(run.finished_at.map(|at| at.since(run.started_at)));
    let figures: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&run.figures).unwrap_or_default();
    let figures: Vec<String> = figures.iter().map(|(name, value)| format!("{name} {value}")).collect();
    RunRow {
        class: match run.status {
            RunStatus::Succeeded => "good",
            RunStatus::Failed | RunStatus::Cancelled => "bad",
            RunStatus::Queued | RunStatus::Running => "middle",
        },
        workflow: run.workflow_id,
        run: run.run_id,
        status: t(run.status.name()).to_owned(),
        started: moment(run.started_at),
        took: took.map_or(t("open").to_owned(), |ms| say!("{} s", format!("{:.1}", ms as f64 / 1000.0))),
        figures: figures.join(", "),
    }
}
