//! GET /v1/spaces/{id}/rows: the documents that a Space holds, in the shape of its CSV export.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use bytes::Bytes;
use domain::{Day, DocumentId};
use schemars::JsonSchema;
use search::Position;
use serde::Serialize;
use serde_json::{Map, Value};
use store::spaces::{Space, SpaceDefinition};

use super::{columns_of, count, page, table};
use crate::operations::owned::{self, not_found};
use interface::App;
use interface::cursor::OwnedCursor;
use interface::{
    Access, Block, Blocks, Export, Format, Operation, ParamReader, Reply, RequestContext, Route, Table,
};
use runtime::error::{ApiError, Code};

pub struct SpaceRows;

pub struct Request {
    id: String,
    limit: u32,
    cursor: Option<OwnedCursor>,
    /// Neither a limit nor a cursor: as CSV that means everything.
    whole: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SpaceRows")]
pub struct Rows {
    space_id: String,
    /// The names of the members of a row, in order.
    columns: Vec<&'static str>,
    /// Newest first; each with exactly these columns, as texts.
    rows: Vec<Map<String, Value>>,
    /// Gives the next page as `cursor=`, also while new articles arrive; null on the last page.
    next_cursor: Option<String>,
    has_more: bool,
}

impl Operation for SpaceRows {
    const ID: &'static str = "getSpaceRows";
    const ROUTE: Route = Route::get("/v1/spaces/{id}/rows");
    const SUMMARY: &'static str =
        "The rows of a Space that the key's owner owns, newest first; as CSV with Accept: text/csv.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Space")];
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/rows");
    type Request = Request;
    type Response = Rows;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(50, 100)?;
        let id = from.segment("id", "The id of the Space.");
        let cursor = from.text("cursor", "The nextCursor of the page before.")?;
        let whole = cursor.is_none() && !from.has("limit");
        let cursor = cursor.map(|text| OwnedCursor::read(&text, &id)).transpose()?;
        Ok(Request { id, limit, cursor, whole })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Rows>, ApiError> {
        let space: Space = owned::find(app, ask.owner()?, &request.id).await?;
        let after = request
            .cursor
            .map(|cursor| Position { published_at: cursor.at, id: DocumentId::from_bytes(cursor.id) });
        let page = page(app, &space.definition, ask.now.day(), after, request.limit as usize).await?;
        let table = table(columns_of(&space.definition), page.documents);
        let next_cursor = page
            .next
            .map(|place| OwnedCursor { at: place.published_at, id: place.id.bytes() }.write(&space.id));
        let row = |cells: Vec<String>| {
            table
                .columns
                .iter()
                .map(|name| (*name).to_owned())
                .zip(cells.into_iter().map(Value::String))
                .collect()
        };
        let next = next_cursor.clone();
        let rows = Rows {
            space_id: space.id,
            rows: table.rows.into_iter().map(row).collect(),
            columns: table.columns,
            has_more: next_cursor.is_some(),
            next_cursor,
        };
        Ok(Reply::page(rows, next.as_deref()))
    }

    fn export(request: &Request) -> Option<Export> {
        request.whole.then(|| export(request.id.clone()))
    }

    fn table(rows: &Rows) -> Option<Table> {
        let cells = |row: &Map<String, Value>| {
            row.values().map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
        };
        Some(Table { columns: rows.columns.clone(), rows: rows.rows.iter().map(cells).collect() })
    }
}

/// The whole of a Space as CSV.
pub fn export(id: String) -> Export {
    let counted = id.clone();
    Export {
        format: Format::Csv,
        count: Box::new(move |app, ask| {
            Box::pin(async move {
                let definition = find(app, ask, &counted).await?;
                count(app, &definition, ask.now.day()).await
            })
        }),
        blocks: Box::new(move |app, ask, block_rows| blocks(app, ask, id, block_rows)),
    }
}

async fn find(app: &App, ask: &RequestContext, id: &str) -> Result<SpaceDefinition, ApiError> {
    Ok(owned::find(app, ask.owner()?, id).await?.definition)
}

/// Each block is looked up when the one before it has left, so that nothing is done for a reader who is gone; one that
/// is still reading when the time is over is cut off.
fn blocks(app: Arc<App>, ask: RequestContext, id: String, block_rows: u32) -> Blocks {
    let limit = Duration::from_secs(app.config.export_timeout_s);
    let started = Stopwatch::now();
    Box::pin(futures_util::stream::try_unfold(Step::Open(id), move |step| {
        let (app, ask) = (Arc::clone(&app), ask.clone());
        async move {
            let (definition, today, after) = match step {
                Step::Open(id) => (find(&app, &ask, &id).await?, ask.now.day(), None),
                Step::After(definition, today, after) => (definition, today, Some(after)),
                Step::Done => return Ok(None),
            };
            let late = || ApiError::new(Code::Timeout, "The export took too long.");
            let left = limit.checked_sub(started.elapsed()).ok_or_else(late)?;
            let page =
                tokio::time::timeout(left, page(&app, &definition, today, after, block_rows as usize)).await;
            let page = page.map_err(|_| late())??;
            let rows = u32::try_from(page.documents.len()).unwrap_or(block_rows);
            let text = table(columns_of(&definition), page.documents).csv_part(after.is_none());
            let next = match page.next {
                Some(place) => Step::After(definition, today, place),
                None => Step::Done,
            };
            Ok(Some((Block { rows, text: Bytes::from(text) }, next)))
        }
    }))
}

enum Step {
    Open(String),
    After(SpaceDefinition, Day, Position),
    Done,
}
