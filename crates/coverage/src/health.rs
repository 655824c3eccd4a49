//! GET /health: is the program up?

use schemars::JsonSchema;
use serde::Serialize;

use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

pub struct HealthCheck;

#[derive(Serialize, JsonSchema)]
pub struct Health {
    /// `ok` when healthy.
    status: &'static str,
}

impl Operation for HealthCheck {
    const ID: &'static str = "healthCheck";
    const ROUTE: Route = Route::get("/health");
    const SUMMARY: &'static str = "Whether the service is up.";
    const ACCESS: Access = Access::Unchecked;
    type Request = ();
    type Response = Health;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(_: &App, _: &RequestContext, (): ()) -> Result<Reply<Health>, ApiError> {
        Ok(Health { status: "ok" }.into())
    }
}
