//! GET /feed/export: all articles of a search as NDJSON, in blocks that are priced like calls. Every line carries the
//! cursor from which a broken export goes on.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use bytes::Bytes;
use domain::DocumentId;
use schemars::JsonSchema;
use search::{Position, Search};
use serde::Serialize;
use store::documents::StoredDocument;

use crate::article::{Article, only};
use crate::filters::Filters;
use crate::selection::Selection;
use interface::cursor::FeedCursor;
use interface::names::AskedName;
use interface::{
    Access, App, Block, Blocks, Export, Format, Operation, ParamReader, Reply, RequestContext, Route,
};
use runtime::error::{ApiError, Code};

pub struct ExportArticles;

#[derive(Clone)]
pub struct Request {
    selection: Selection,
    after: Option<Position>,
}

/// How large the export is; its rows are told with `Accept: application/x-ndjson`.
#[derive(Serialize, JsonSchema)]
pub struct ExportSize {
    /// Articles after the cursor, or all of them.
    rows: u64,
}

impl Operation for ExportArticles {
    const ID: &'static str = "exportArticles";
    const ROUTE: Route = Route::get("/feed/export");
    const SUMMARY: &'static str = "All articles of a search as NDJSON, resumable, priced by rows. As JSON: how many there are, at no charge.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = ExportSize;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let selection = Selection::read(from)?;
        let cursor = from.text("cursor", "Goes on after the line that carries it.")?;
        let cursor = cursor.map(|text| FeedCursor::read(&text, &named(&selection))).transpose()?;
        let after = cursor.map(|cursor| Position { published_at: cursor.published_at, id: cursor.id });
        Ok(Request { selection, after })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.selection.filters.names()
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<ExportSize>, ApiError> {
        let rows = count(app, request).await?;
        Ok(Reply { charged: false, ..ExportSize { rows }.into() })
    }

    fn export(request: &Request) -> Option<Export> {
        let (counted, request) = (request.clone(), request.clone());
        Some(Export {
            format: Format::Ndjson,
            count: Box::new(move |app, _| Box::pin(count(app, counted))),
            blocks: Box::new(move |app, _, rows| blocks(app, request, rows)),
        })
    }
}

/// A cursor of an export is none of a list.
fn named(selection: &Selection) -> String {
    format!("export {}", selection.name)
}

/// The articles after the cursor, exactly: those of its own moment are told apart by their ids.
async fn count(app: &App, request: Request) -> Result<u64, ApiError> {
    let Request { selection, after } = request;
    let filters = selection.filters.clone().resolved(app)?;
    app.search(move |finder, give_up| {
        let all = Search { take: 0, ..selection.search(&filters) };
        let Some(after) = after else { return Ok(finder.find_until(&all, give_up)?.total) };
        let older = Search { to: after.published_at.plus_ms(-1), ..all };
        let same = Search { from: after.published_at, to: after.published_at, after: Some(after), ..all };
        let whole = finder.find_until(&same, give_up)?.total;
        let same = Search { take: usize::try_from(whole).unwrap_or(usize::MAX), ..same };
        let rest = finder.list_until(&same, give_up)?.ids.len() as u64;
        Ok(finder.find_until(&older, give_up)?.total + rest)
    })
    .await
}

/// Each block is looked up when the one before it has left; one that is still read when the time is over is cut off.
fn blocks(app: Arc<App>, request: Request, block_rows: u32) -> Blocks {
    let limit = Duration::from_secs(app.config.export_timeout_s);
    let started = Stopwatch::now();
    let Request { selection, after } = request;
    let selection = Arc::new(selection);
    Box::pin(futures_util::stream::try_unfold((after, false), move |(after, done)| {
        let (app, selection) = (Arc::clone(&app), Arc::clone(&selection));
        async move {
            if done {
                return Ok(None);
            }
            let late = || ApiError::new(Code::Timeout, "The export took too long; it goes on with a cursor.");
            let left = limit.checked_sub(started.elapsed()).ok_or_else(late)?;
            let block = tokio::time::timeout(left, block(&app, &selection, after, block_rows)).await;
            let (documents, next) = block.map_err(|_| late())??;
            let rows = u32::try_from(documents.len()).unwrap_or(block_rows);
            let text = lines(&selection, documents)?;
            Ok(Some((Block { rows, text: Bytes::from(text) }, (next, next.is_none()))))
        }
    }))
}

/// So many articles, and the place after which there are more.
async fn block(
    app: &App,
    selection: &Arc<Selection>,
    after: Option<Position>,
    rows: u32,
) -> Result<(Vec<StoredDocument>, Option<Position>), ApiError> {
    let filters: Filters = selection.filters.clone().resolved(app)?;
    let asked = Arc::clone(selection);
    let listed = app
        .search(move |finder, give_up| {
            let search = Search { after, take: rows as usize, ..asked.search(&filters) };
            finder.list_until(&search, give_up)
        })
        .await?;
    let next = listed.ids.last().filter(|_| listed.next);
    let next = next.map(|&(id, published_at)| Position { published_at, id });
    let ids: Vec<DocumentId> = listed.ids.iter().map(|(id, _)| *id).collect();
    Ok((app.store.documents.list(&ids).await?, next))
}

fn lines(selection: &Selection, documents: Vec<StoredDocument>) -> Result<Vec<u8>, ApiError> {
    let name = named(selection);
    let mut text = Vec::new();
    for document in documents {
        let cursor =
            FeedCursor { published_at: document.published_at, id: document.id, page: 1 }.write(&name);
        let article = serde_json::to_value(Article::from(document));
        let mut article = article.map_err(|error| ApiError::internal(&error))?;
        only(&mut article, &selection.fields, &[]);
        article["cursor"] = cursor.into();
        serde_json::to_writer(&mut text, &article).map_err(|error| ApiError::internal(&error))?;
        text.push(b'\n');
    }
    Ok(text)
}
