//! GET /assets/{name}: what an asset has in the coverage, day by day.

use crate::named_days::{NamedFigures, Thing, figures, table};
use crate::recent::Recent;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

pub struct GetAsset;

pub struct Request {
    name: String,
    days: Recent,
}

impl Operation for GetAsset {
    const ID: &'static str = "getAsset";
    const ROUTE: Route = Route::get("/assets/{name}");
    const SUMMARY: &'static str = "One asset: articles, share, tone, momentum and themes, day by day.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[(404, "Nothing of this name was ever counted.")];
    type Request = Request;
    type Response = NamedFigures;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let name = from.segment("name", "An asset by its name in /taxonomy or its ticker, in any case.");
        Ok(Request { name, days: Recent::read(from)? })
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<NamedFigures>, ApiError> {
        app.figures.counted()?;
        let found = figures(app, Thing::Asset, &request.name, request.days.days(ask.now));
        found
            .map(Reply::from)
            .ok_or_else(|| ApiError::new(Code::NotFound, "Nothing of this name was ever counted."))
    }

    /// The days.
    fn table(figures: &NamedFigures) -> Option<Table> {
        Some(table(figures))
    }
}
