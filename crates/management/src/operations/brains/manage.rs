//! Listing, making, changing and deleting Brains. Not metered.

use domain::Instant;
use schemars::JsonSchema;
use serde::Serialize;
use store::brains::Brain;

use super::{BrainView, MOST_BRAINS, read_definition};
use interface::App;
use interface::reader::nothing_here;
use interface::{Access, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};

const NOT_FOUND: (u16, &str) = (404, "There is no such Brain, or it belongs to somebody else.");
const ID: &str = "The id of the Brain.";

pub struct ListBrains;

#[derive(Serialize, JsonSchema)]
pub struct Brains {
    /// Oldest first.
    data: Vec<BrainView>,
}

impl Operation for ListBrains {
    const ID: &'static str = "listBrains";
    const ROUTE: Route = Route::get("/v1/brains");
    const SUMMARY: &'static str = "The Brains of the account. Not metered.";
    const ACCESS: Access = Access::Key;
    type Request = ();
    type Response = Brains;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<Brains>, ApiError> {
        let brains = app.store.brains.list(ask.owner()?).await?;
        Ok(Brains { data: brains.into_iter().map(BrainView::from).collect() }.into())
    }
}

pub struct CreateBrain;

impl Operation for CreateBrain {
    const ID: &'static str = "createBrain";
    const ROUTE: Route = Route::post("/v1/brains");
    const SUMMARY: &'static str = "Makes a Brain that follows speakers. Not metered.";
    const ACCESS: Access = Access::Key;
    const SUCCESS: u16 = 201;
    const STATUSES: &'static [(u16, &'static str)] = &[(409, "The account has as many Brains as it may.")];
    type Request = (String, Vec<String>);
    type Response = BrainView;

    fn read(from: &mut ParamReader) -> Result<(String, Vec<String>), ApiError> {
        read_definition(from)
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        (name, handles): (String, Vec<String>),
    ) -> Result<Reply<BrainView>, ApiError> {
        Ok(Reply::created(create(app, ask.owner()?, name, handles, ask.now).await?.into()))
    }
}

pub async fn create(
    app: &App,
    owner: &str,
    name: String,
    handles: Vec<String>,
    now: Instant,
) -> Result<Brain, ApiError> {
    let brain = Brain { id: new_id("brain"), name, handles, created_at: now, changed_at: now };
    match app.store.brains.create(owner, &brain, MOST_BRAINS).await? {
        true => Ok(brain),
        false => Err(ApiError::new(
            Code::Conflict,
            format!("An account keeps at most {MOST_BRAINS} Brains. Delete one first."),
        )),
    }
}

pub struct ChangeBrain;

pub struct Change {
    id: String,
    name: String,
    handles: Vec<String>,
}

impl Operation for ChangeBrain {
    const ID: &'static str = "changeBrain";
    const ROUTE: Route = Route::put("/v1/brains/{id}");
    const SUMMARY: &'static str = "Gives a Brain another name and other speakers. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = Change;
    type Response = BrainView;

    fn read(from: &mut ParamReader) -> Result<Change, ApiError> {
        let id = from.segment("id", ID);
        let (name, handles) = read_definition(from)?;
        Ok(Change { id, name, handles })
    }

    async fn answer(app: &App, ask: &RequestContext, change: Change) -> Result<Reply<BrainView>, ApiError> {
        let Change { id, name, handles } = change;
        let owner = ask.owner()?;
        if !app.store.brains.change(owner, &id, &name, &handles, ask.now).await? {
            return Err(nothing_here("Brain"));
        }
        let found = app.store.brains.find(owner, &id).await?;
        Ok(BrainView::from(found.ok_or_else(|| nothing_here("Brain"))?).into())
    }
}

pub struct DeleteBrain;

impl Operation for DeleteBrain {
    const ID: &'static str = "deleteBrain";
    const ROUTE: Route = Route::delete("/v1/brains/{id}");
    const SUMMARY: &'static str = "Deletes a Brain; the posts stay. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[NOT_FOUND];
    type Request = String;
    type Response = Deleted;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", ID))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
        match app.store.brains.delete(ask.owner()?, &id).await? {
            true => Ok(Deleted::new(id).into()),
            false => Err(nothing_here("Brain")),
        }
    }
}
