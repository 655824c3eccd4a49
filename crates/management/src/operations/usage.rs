//! GET /usage: what the account used, by day, route and credential, and what it has left.

use domain::{Day, DayRange};

use admission::Statement;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

pub struct GetUsage;

pub struct Request {
    first: Option<Day>,
    last: Option<Day>,
}

/// Without dates: today and the days before it, so many in all.
const DEFAULT_DAYS: i64 = 30;
const MAX_DAYS: i64 = 400;

impl Operation for GetUsage {
    const ID: &'static str = "getUsage";
    const ROUTE: Route = Route::get("/usage");
    const SUMMARY: &'static str = "Credits used by day, route and credential, and what is left. Not metered.";
    const ACCESS: Access = Access::Key;
    type Request = Request;
    type Response = Statement;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        Ok(Request {
            first: from.optional_day("startDate", "First day, inclusive, UTC; 29 days before the last.")?,
            last: from.optional_day("endDate", "Last day, inclusive, UTC; today.")?,
        })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Statement>, ApiError> {
        let last = request.last.unwrap_or(ask.now.day());
        let first = request.first.unwrap_or(last.plus(1 - DEFAULT_DAYS));
        let days = DayRange::inclusive(first, last).ok_or_else(|| {
            ApiError::parameter("endDate", format!("endDate {last} comes before startDate {first}."))
        })?;
        if days.length() > MAX_DAYS {
            return Err(ApiError::parameter(
                "startDate",
                format!("More than {MAX_DAYS} days were asked for."),
            ));
        }
        Ok(admission::statement(&app.admission, ask.account.as_deref(), days, ask.now).await?.into())
    }
}
