//! GET /v1/stream: the account's events as they come, and the new articles of a Space where one is named.

use std::sync::Arc;

use ::alerts::streams::{Place, Wanted, begin};
use ::alerts::watch::{Watch, every_item};
use domain::AlertSubject;
use interface::{Access, App, EventStream, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;
use schemars::JsonSchema;
use serde::Serialize;
use store::audit_log::ActorKind;
use store::owned::Owned;

use crate::operations::owned::not_found;

pub struct StreamEvents;

pub struct Request {
    space: Option<String>,
    after: Option<Place>,
}

/// One message as a text: id, event and data, each on a line.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StreamMessages")]
pub struct Messages(String);

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
    const ROUTE: Route = Route::get("/v1/stream");
    const SUMMARY: &'static str = "Server-sent events with Accept: text/event-stream: the account's events as they come, each charged as a delivery.";
    const ACCESS: Access = Access::Key;
    const DELIVERS: bool = true;
    const STREAMS: bool = true;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Space")];
    type Request = Request;
    type Response = Messages;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let space = from.text("space", "The id of a Space: its new articles are streamed too.")?;
        let after = from.last_event_id("The id of the last message that was heard; from now on without it.");
        let after = after
            .map(|text| {
                let wrong = || ApiError::parameter("Last-Event-ID", "It is not an id of this stream.");
                Place::parse(&text).ok_or_else(wrong)
            })
            .transpose()?;
        Ok(Request { space, after })
    }

    /// Nothing is streamed before it is known that it can be.
    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Messages>, ApiError> {
        watched(app, ask, request.space).await?;
        Ok(Messages(String::new()).into())
    }

    fn stream(request: &Request) -> Option<EventStream> {
        let (space, after) = (request.space.clone(), request.after);
        Some(Box::new(move |app, ask| {
            Box::pin(async move {
                let account_id = ask.owner()?.to_owned();
                let space = watched(&app, &ask, space).await?;
                let key = (ask.actor.kind == ActorKind::Key).then(|| ask.actor.id.clone()).flatten();
                begin(app, Wanted { account_id, key, after, space }).await
            })
        }))
    }
}

/// The Space as a rule that every item of it fires.
async fn watched(
    app: &App,
    ask: &RequestContext,
    space: Option<String>,
) -> Result<Option<Arc<Watch>>, ApiError> {
    let owner = ask.owner()?;
    let Some(space) = space else { return Ok(None) };
    let definition = every_item(space.clone(), AlertSubject::Space, Some(space));
    let rule = Owned { id: String::new(), definition, created_at: ask.now, changed_at: ask.now };
    Watch::of(app, owner, rule).await.map(|watch| Some(Arc::new(watch)))
}
