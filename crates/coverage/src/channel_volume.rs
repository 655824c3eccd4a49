//! GET /channel-volume: who carries the coverage, by number of articles.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::filters::Filters;
use crate::periods::{OutletCount, Slice, outlets};
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct ChannelVolume;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OutletVolume")]
pub struct Volume {
    pub outlet: String,
    /// Its articles in the range.
    pub count: i64,
    /// What kind of outlet it is.
    pub category: String,
    /// The call that lists these articles.
    pub query: String,
}

impl Operation for ChannelVolume {
    const ID: &'static str = "getChannelVolume";
    const ROUTE: Route = Route::get("/channel-volume");
    const SUMMARY: &'static str = "Articles by outlet, most first.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Slice;
    type Response = Vec<Volume>;

    fn read(from: &mut ParamReader) -> Result<Slice, ApiError> {
        let days = from.days()?;
        Ok(Slice { filters: Filters::read(from)?, ..Slice::of(days) })
    }

    fn names(request: &Slice) -> Vec<AskedName> {
        request.filters.names()
    }

    fn kept(slice: &Slice, _: &RequestContext) -> Option<String> {
        slice.kept()
    }

    async fn answer(app: &App, _: &RequestContext, slice: Slice) -> Result<Reply<Vec<Volume>>, ApiError> {
        Ok(volumes(app, slice).await?.into())
    }

    fn table(volumes: &Vec<Volume>) -> Option<Table> {
        Some(Table::of(&["outlet", "count", "category", "query"], volumes))
    }
}

/// Outlets with articles in the days, most first.
pub async fn volumes(app: &App, slice: Slice) -> Result<Vec<Volume>, ApiError> {
    let slice = Slice { filters: slice.filters.resolved(app)?, ..slice };
    let volume = |row: OutletCount| Volume {
        query: slice.query().only("outlet", &row.outlet).to_string(),
        outlet: row.outlet,
        count: row.tally.count,
        category: row.category,
    };
    let mut volumes: Vec<Volume> = outlets(app, &slice).await?.into_iter().map(volume).collect();
    volumes.sort_by_key(|volume| Reverse(volume.count));
    Ok(volumes)
}
