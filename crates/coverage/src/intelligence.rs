//! GET /intelligence: the trends of the days and how the stories spread over the categories, in one answer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::intelligence_categories::{CategoryShare, distribution};
use crate::trends;
use crate::trends::Trend;
use crate::trends_request::Request;
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetIntelligence;

#[derive(Serialize, JsonSchema)]
pub struct Intelligence {
    /// The strongest stories, as in /trends.
    trends: Vec<Trend>,
    /// As in /intelligence/categories: of all stories, whatever narrows the trends.
    categories: Vec<CategoryShare>,
    /// The sum of the categories' counts.
    total_trends: i64,
}

impl Operation for GetIntelligence {
    const ID: &'static str = "getIntelligence";
    const ROUTE: Route = Route::get("/intelligence");
    const SUMMARY: &'static str = "Trends with stage and momentum, and the distribution of categories.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 3;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/trends");
    type Request = Request;
    type Response = Intelligence;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        Request::read(from)
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.names()
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        request.kept(ask.now.day())
    }

    async fn answer(
        app: &App,
        _: &RequestContext,
        request: Request,
    ) -> Result<Reply<Intelligence>, ApiError> {
        let spread = distribution(app, request.days)?;
        let (trends, paging) = trends::page(app, &request).await?;
        let (categories, total_trends) = (spread.categories, spread.total_trends);
        Ok(Reply { paging, ..Intelligence { trends, categories, total_trends }.into() })
    }

    /// The trends: two lists of different rows do not fit one table, and the other one has a route of its own.
    fn table(answer: &Intelligence) -> Option<Table> {
        Some(trends::table(&answer.trends))
    }
}
