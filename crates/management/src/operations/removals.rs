//! /v1/removals: documents that are taken down for good, as operators keep them. Not metered.

use domain::{Day, DocumentId, Instant};
use metering::Scope;
use schemars::JsonSchema;
use serde::Serialize;
use store::documents::Which;

use crate::operations::accounts::{Part, bad_cursor, read_part};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use pipeline::removal::{document_named, take_down};
use runtime::error::{ApiError, Code};

/// Of one call; the rest is told and takes another.
const MAX_REMOVED: u64 = 2_000;

/// Named one by one in one call.
const MAX_NAMED: usize = 500;

const MAX_COUNT: u64 = 1 << 53;

pub struct RemoveDocuments;

pub struct Wanted {
    which: Which,
    what: String,
    confirm: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// How many documents the call names that were there. Sent back as `confirm`, they are removed.
    documents: u64,
    /// How many of them are gone now; 0 without `confirm`.
    removed: u64,
    /// How many are left, for another call.
    left: u64,
}

impl Operation for RemoveDocuments {
    const ID: &'static str = "removeDocuments";
    const ROUTE: Route = Route::post("/v1/removals");
    const SUMMARY: &'static str = "Takes documents down for good: by id or address, or all of an outlet. Without `confirm` it only \
         counts them. Index, counts and stories follow within seconds; the same address does not come in again. For \
         operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(409, "The number in `confirm` is not how many there are now.")];
    type Request = Wanted;
    type Response = Removed;

    fn read(from: &mut ParamReader) -> Result<Wanted, ApiError> {
        let id = |text: &str| document_named(text).map(|id| id.to_string());
        let named = from.texts("documents", "Ids or addresses of documents.", false, MAX_NAMED, id)?;
        let outlet = from.text("outlet", "Instead: all documents of this outlet.")?;
        let before =
            from.optional_day("before", "Of an outlet: only what was published before this day, UTC.")?;
        let confirm =
            from.optional_integer("confirm", "How many documents this is to remove.", 1..=MAX_COUNT)?;
        if from.is_describing() {
            return Ok(Wanted { which: Which::Listed(Vec::new()), what: String::new(), confirm });
        }
        let (which, what) = match (outlet, named.is_empty()) {
            (Some(name), true) => {
                let before = before.map_or(Instant::from_ms(i64::MAX), Day::start);
                (Which::OfOutlet { name: name.clone(), before }, format!("outlet {name}"))
            }
            (None, false) => {
                let ids = named.iter().filter_map(|id| DocumentId::parse(id)).collect();
                (Which::Listed(ids), named.join(", "))
            }
            _ => return Err(ApiError::parameter("documents", "Name either documents or an outlet.")),
        };
        Ok(Wanted { which, what, confirm })
    }

    async fn answer(app: &App, ask: &RequestContext, wanted: Wanted) -> Result<Reply<Removed>, ApiError> {
        let documents = app.store.documents.count_which(&wanted.which).await?.unsigned_abs();
        match wanted.confirm {
            None => return Ok(Removed { documents, removed: 0, left: documents }.into()),
            Some(confirm) if confirm != documents => {
                let detail = format!("There are {documents} such documents now; confirm that number.");
                return Err(ApiError::new(Code::Conflict, detail));
            }
            Some(_) => {}
        }
        let (store, origin) = (&app.store, ask.origin());
        let removed = take_down(store, &origin, &wanted.which, &wanted.what, MAX_REMOVED, |_| {}).await?;
        Ok(Removed { documents, removed, left: documents.saturating_sub(removed) }.into())
    }
}

pub struct ListRemovals;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovalList {
    /// The newest first.
    data: Vec<RemovalView>,
    /// Gives the next page as `cursor=`; null on the last page.
    next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Removal")]
pub struct RemovalView {
    /// The id that the document had.
    id: String,
    /// The day that it was counted in.
    day: String,
    removed_at: String,
    /// takedown or retention.
    reason: &'static str,
}

impl Operation for ListRemovals {
    const ID: &'static str = "listRemovals";
    const ROUTE: Route = Route::get("/v1/removals");
    const SUMMARY: &'static str =
        "Documents that were removed, the newest first. For operators; not metered.";
    const ACCESS: Access = Access::Key;
    const SCOPE: Scope = Scope::Operator;
    type Request = Part;
    type Response = RemovalList;

    fn read(from: &mut ParamReader) -> Result<Part, ApiError> {
        read_part(from)
    }

    async fn answer(app: &App, _: &RequestContext, part: Part) -> Result<Reply<RemovalList>, ApiError> {
        let before = part.cursor.as_deref().map(|cursor| place(cursor).ok_or_else(bad_cursor)).transpose()?;
        let mut rows = app.store.documents.removals(before, part.limit + 1).await?;
        let more = rows.len() > part.limit as usize;
        rows.truncate(part.limit as usize);
        let next = rows.last().filter(|_| more).map(|row| format!("{}.{}", row.removed_at.ms(), row.id));
        let view = |row: store::documents::Removal| RemovalView {
            id: row.id.to_string(),
            day: row.day.to_string(),
            removed_at: row.removed_at.rfc3339(),
            reason: row.reason.name(),
        };
        let data = rows.into_iter().map(view).collect();
        Ok(Reply::page(RemovalList { data, next_cursor: next.clone() }, next.as_deref()))
    }
}

fn place(cursor: &str) -> Option<(Instant, DocumentId)> {
    let (at, id) = cursor.split_once('.')?;
    Some((Instant::from_ms(at.parse().ok()?), DocumentId::parse(id)?))
}
