//! GET /workflow-runs: the receipts of an account, newest first. Not metered.

use domain::{DocumentId, Instant};
use schemars::JsonSchema;
use serde::Serialize;
use store::runs::Run;

use super::RunView;
use interface::App;
use interface::cursor::OwnedCursor;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

pub struct ListRuns;

pub struct Request {
    limit: u32,
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WorkflowRuns")]
pub struct Runs {
    /// Newest first.
    data: Vec<RunView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

impl Operation for ListRuns {
    const ID: &'static str = "listWorkflowRuns";
    const ROUTE: Route = Route::get("/workflow-runs");
    const SUMMARY: &'static str = "The receipts of workflow runs that were recorded. Not metered.";
    const ACCESS: Access = Access::Key;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = Runs;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(50, 100)?;
        Ok(Request { limit, cursor: from.text("cursor", "The nextCursor of the page before.")? })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Runs>, ApiError> {
        let owner = ask.owner()?;
        let cursor = request.cursor.map(|text| OwnedCursor::read(&text, owner)).transpose()?;
        let (runs, next) = page(app, owner, cursor, request.limit).await?;
        let next = next.map(|cursor| cursor.write(owner));
        let runs = Runs { data: runs.into_iter().map(RunView::from).collect(), next_cursor: next.clone() };
        Ok(Reply::page(runs, next.as_deref()))
    }
}

/// Some receipts, and where the next ones begin.
pub async fn page(
    app: &App,
    owner: &str,
    cursor: Option<OwnedCursor>,
    limit: u32,
) -> Result<(Vec<Run>, Option<OwnedCursor>), ApiError> {
    let place = cursor.map(|cursor| (cursor.at, format!("{PREFIX}{}", DocumentId::from_bytes(cursor.id))));
    let before: Option<(Instant, &str)> = place.as_ref().map(|(at, id)| (*at, id.as_str()));
    // One more than asked for tells whether there is a next page.
    let mut runs = app.store.runs.list(owner, before, limit.saturating_add(1)).await?;
    let more = runs.len() > limit as usize;
    runs.truncate(limit as usize);
    let next = runs.last().filter(|_| more).and_then(|run| {
        let id = DocumentId::parse(run.id.strip_prefix(PREFIX)?)?;
        Some(OwnedCursor { at: run.recorded_at, id: id.bytes() })
    });
    Ok((runs, next))
}

/// An id is this and 128 bits.
const PREFIX: &str = "run_";
