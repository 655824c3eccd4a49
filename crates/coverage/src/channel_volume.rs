//! GET /channel-volume: who carries the coverage, by number of articles.

use std::cmp::Reverse;

use domain::DayRange;
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::FeedQuery;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct ChannelVolume;

#[derive(Serialize, JsonSchema)]
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
    type Request = DayRange;
    type Response = Vec<Volume>;

    fn read(from: &mut ParamReader) -> Result<DayRange, ApiError> {
        from.days()
    }

    fn kept(days: &DayRange, _: &RequestContext) -> Option<String> {
        Some(format!("{} {}", days.first(), days.last()))
    }

    async fn answer(app: &App, _: &RequestContext, days: DayRange) -> Result<Reply<Vec<Volume>>, ApiError> {
        Ok(volumes(app, days)?.into())
    }

    fn table(volumes: &Vec<Volume>) -> Option<Table> {
        let row = |row: &Volume| {
            vec![row.outlet.clone(), row.count.to_string(), row.category.clone(), row.query.clone()]
        };
        Some(Table {
            columns: vec!["outlet", "count", "category", "query"],
            rows: volumes.iter().map(row).collect(),
        })
    }
}

/// Outlets with articles in the days, most first.
pub fn volumes(app: &App, days: DayRange) -> Result<Vec<Volume>, ApiError> {
    let mut volumes: Vec<Volume> = app.figures.counted()?.ask(|cube| {
        let row = |row: indices::cube::OutletInRange<'_>| Volume {
            outlet: row.name.to_owned(),
            count: row.tally.count,
            category: row.about.category.clone(),
            query: FeedQuery::of(days).with("outlet", row.name).to_string(),
        };
        cube.by_outlet(days).into_iter().map(row).collect()
    });
    volumes.sort_by_key(|volume| Reverse(volume.count));
    Ok(volumes)
}
