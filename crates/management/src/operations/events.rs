//! GET /v1/events: what happened that the account wanted to be told, oldest first.

use ::alerts::event::EventView;
use interface::App;
use interface::cursor::OwnedCursor;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use store::events::Event;

pub struct ListEvents;

pub struct Request {
    limit: u32,
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Events {
    /// Oldest first.
    data: Vec<EventView>,
    /// Gives what comes after these as `cursor=`, also when there is nothing yet; null before the first event.
    next_cursor: Option<String>,
    has_more: bool,
}

impl Operation for ListEvents {
    const ID: &'static str = "listEvents";
    const ROUTE: Route = Route::get("/v1/events");
    const SUMMARY: &'static str = "The account's events, oldest first, after a cursor; priced as rows of a Space, and free where there are none.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = ::alerts::event::BASE_CREDITS;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = Events;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let limit = from.limit(25, 100)?;
        let cursor =
            from.text("cursor", "The nextCursor of the page before; the oldest kept event without it.")?;
        Ok(Request { limit, cursor })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Events>, ApiError> {
        let owner = ask.owner()?;
        let after = request.cursor.as_deref().map(|text| OwnedCursor::read(text, owner)).transpose()?;
        let after = after.and_then(|cursor| i64::try_from(u128::from_be_bytes(cursor.id)).ok()).unwrap_or(0);
        let limit = request.limit as usize;
        let mut events = app.store.events.list(owner, after, limit + 1).await?;
        let has_more = events.len() > limit;
        events.truncate(limit);
        let next_cursor = events.last().map(|event| cursor_of(owner, event)).or(request.cursor);
        let data = events.iter().map(EventView::of).collect::<Result<Vec<_>, _>>()?;
        let next = next_cursor.clone().filter(|_| has_more);
        let charged = !data.is_empty();
        Ok(Reply { charged, ..Reply::page(Events { data, next_cursor, has_more }, next.as_deref()) })
    }
}

fn cursor_of(owner: &str, event: &Event) -> String {
    let id = u128::try_from(event.number).unwrap_or(0).to_be_bytes();
    OwnedCursor { at: event.made_at, id }.write(owner)
}
