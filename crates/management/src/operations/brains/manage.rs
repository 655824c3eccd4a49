//! Listing, making, changing and deleting Brains. Not metered.

use store::brains::BrainDefinition;

use super::BrainView;
use crate::operations::owned::{self, not_found, owned_operations};
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

owned_operations! {
    BrainDefinition as BrainView, "Brain" at "/v1/brains";
    list: ListBrains, "listBrains", "The Brains of the account. Not metered.", Brains;
    create: CreateBrain, "createBrain", "Makes a Brain that follows speakers. Not metered.";
    change: ChangeBrain, "changeBrain", "Gives a Brain another name and other speakers. Not metered.";
    patch: PatchBrain, "patchBrain", "Changes the given members of a Brain and leaves the others. Not metered.";
    delete: DeleteBrain, "deleteBrain", "Deletes a Brain; the posts stay. Not metered.";
}
