//! Listing, making, changing and deleting rules. Not metered.

use store::alerts::AlertDefinition;

use super::AlertView;
use crate::operations::owned::{self, not_found, owned_operations};
use interface::{Access, App, Deleted, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

owned_operations! {
    AlertDefinition as AlertView, "Alert" at "/v1/alerts";
    list: ListAlerts, "listAlerts", "The rules of the account. Not metered; events are charged when they are delivered.", AlertList;
    create: CreateAlert, "createAlert", "Makes a rule: what is watched, and what must happen. Not metered.";
    change: ChangeAlert, "changeAlert", "Puts another rule in the place of one; it tells what happens from then on. Not metered.";
    patch: PatchAlert, "patchAlert", "Changes the given members of a rule and leaves the others. Not metered.";
    delete: DeleteAlert, "deleteAlert", "Deletes a rule; its events stay. Not metered.";
    delivers: true;
}

pub struct GetAlert;

impl Operation for GetAlert {
    const ID: &'static str = "getAlert";
    const ROUTE: Route = Route::get("/v1/alerts/{id}");
    const SUMMARY: &'static str = "A rule as it was saved. Not metered.";
    const ACCESS: Access = Access::Key;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Alert")];
    type Request = String;
    type Response = AlertView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the Alert."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<AlertView>, ApiError> {
        Ok(AlertView::from(owned::find(app, ask.owner()?, &id).await?).into())
    }
}
