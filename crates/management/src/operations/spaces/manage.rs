//! Listing, making, changing and deleting Spaces. Not metered.

use domain::Instant;
use schemars::JsonSchema;
use serde::Serialize;
use store::spaces::{Space, SpaceDefinition};

use super::{MOST_SPACES, SpaceView, read_definition};
use interface::App;
use interface::reader::nothing_here;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};

const NOT_FOUND: (u16, &str) = (404, "There is no such Space, or it belongs to somebody else.");
const ID: &str = "The id of the Space.";

pub struct ListSpaces;

#[derive(Serialize, JsonSchema)]
pub struct Spaces {
    /// Oldest first.
    data: Vec<SpaceView>,
}

impl Operation for ListSpaces {
    const ID: &'static str = "listSpaces";
    const ROUTE: Route = Route::get("/v1/spaces");
    const SUMMARY: &'static str = "The Spaces of the account. Not metered.";
    const ACCESS: Access = Access::Key;
    type Request = ();
    type Response = Spaces;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<Spaces>, ApiError> {
        let spaces = app.store.spaces.list(ask.owner()?).await?;
        Ok(Spaces { data: spaces.into_iter().map(SpaceView::from).collect() }.into())
    }
}

pub struct CreateSpace;

impl Operation for CreateSpace {
    const ID: &'static str = "createSpace";
    const ROUTE: Route = Route::post("/v1/spaces");
    const SUMMARY: &'static str = "Saves a search as a Space. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "The account has as many Spaces as it may.")];
    type Request = SpaceDefinition;
    type Response = SpaceView;

    fn read(from: &mut ParamReader) -> Result<SpaceDefinition, ApiError> {
        read_definition(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        definition: SpaceDefinition,
    ) -> Result<Reply<SpaceView>, ApiError> {
        Ok(Reply::created(create(app, ask.owner()?, definition, ask.now).await?.into()))
    }
}

pub async fn create(
    app: &App,
    owner: &str,
    definition: SpaceDefinition,
    now: Instant,
) -> Result<Space, ApiError> {
    let space = Space { id: new_id("space"), definition, created_at: now, changed_at: now };
    match app.store.spaces.create(owner, &space, MOST_SPACES).await? {
        true => Ok(space),
        false => Err(ApiError::new(
            Code::Conflict,
            format!("An account keeps at most {MOST_SPACES} Spaces. Delete one first."),
        )),
    }
}

pub struct GetSpace;

impl Operation for GetSpace {
    const ID: &'static str = "getSpace";
    const ROUTE: Route = Route::get("/v1/spaces/{id}");
    const SUMMARY: &'static str = "What a Space looks for and shows. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = String;
    type Response = SpaceView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<SpaceView>, ApiError> {
        let found = app.store.spaces.find(ask.owner()?, &id).await?;
        Ok(SpaceView::from(found.ok_or_else(|| nothing_here("Space"))?).into())
    }
}

pub struct ChangeSpace;

impl Operation for ChangeSpace {
    const ID: &'static str = "changeSpace";
    const ROUTE: Route = Route::put("/v1/spaces/{id}");
    const SUMMARY: &'static str = "Puts another search in the place of a Space's. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = (String, SpaceDefinition);
    type Response = SpaceView;

    fn read(from: &mut ParamReader) -> Result<(String, SpaceDefinition), ApiError> {
        Ok((from.segment("id", ID), read_definition(from)?))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (id, definition): (String, SpaceDefinition),
    ) -> Result<Reply<SpaceView>, ApiError> {
        let owner = ask.owner()?;
        if !app.store.spaces.change(owner, &id, &definition, ask.now).await? {
            return Err(nothing_here("Space"));
        }
        let found = app.store.spaces.find(owner, &id).await?;
        Ok(SpaceView::from(found.ok_or_else(|| nothing_here("Space"))?).into())
    }
}

pub struct DeleteSpace;

impl Operation for DeleteSpace {
    const ID: &'static str = "deleteSpace";
    const ROUTE: Route = Route::delete("/v1/spaces/{id}");
    const SUMMARY: &'static str = "Deletes a Space; the documents stay. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        match app.store.spaces.delete(ask.owner()?, &id).await? {
            true => Ok(Deleted::new(id).into()),
            false => Err(nothing_here("Space")),
        }
    }
}
