//! GET /outlets/{name}: what an outlet has in the coverage, day by day.

use crate::named_days::{NamedFigures, Thing, figures, table};
use crate::recent::Recent;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

pub struct GetOutlet;

pub struct Request {
    name: String,
    days: Recent,
}

impl Operation for GetOutlet {
    const ID: &'static str = "getOutlet";
    const ROUTE: Route = Route::get("/outlets/{name}");
    const SUMMARY: &'static str =
        "One outlet: articles, share of the coverage, tone and momentum, day by day.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "Nothing of this name was ever counted.")];
    type Request = Request;
    type Response = NamedFigures;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let name = from.segment("name", "An outlet by its name in /taxonomy, in any case.");
        Ok(Request { name, days: Recent::read(from)? })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<NamedFigures>, ApiError> {
        app.figures.counted()?;
        let found = figures(app, Thing::Outlet, &request.name, request.days.days(ask.now));
        found
            .map(Reply::from)
            .ok_or_else(|| ApiError::new(Code::NotFound, "Nothing of this name was ever counted."))
    }

    /// The days.
    fn table(figures: &NamedFigures) -> Option<Table> {
        Some(table(figures))
    }
}
