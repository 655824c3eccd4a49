//! Listing, making, changing and deleting Spaces. Not metered.

use store::spaces::SpaceDefinition;

use super::SpaceView;
use crate::operations::owned::{self, not_found, owned_operations};
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

owned_operations! {
    SpaceDefinition as SpaceView, "Space" at "/v1/spaces";
    list: ListSpaces, "listSpaces", "The Spaces of the account. Not metered.", Spaces;
    create: CreateSpace, "createSpace", "Saves a search as a Space. Not metered.";
    change: ChangeSpace, "changeSpace", "Puts another search in the place of a Space's. Not metered.";
    patch: PatchSpace, "patchSpace", "Changes the given members of a Space and leaves the others. Not metered.";
    delete: DeleteSpace, "deleteSpace", "Deletes a Space; the documents stay. Not metered.";
}

pub struct GetSpace;

impl Operation for GetSpace {
    const ID: &'static str = "getSpace";
    const ROUTE: Route = Route::get("/v1/spaces/{id}");
    const SUMMARY: &'static str = "What a Space looks for and shows. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Space")];
    type Request = String;
    type Response = SpaceView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the Space."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<SpaceView>, ApiError> {
        Ok(SpaceView::from(owned::find(app, ask.owner()?, &id).await?).into())
    }
}
