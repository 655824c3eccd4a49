//! GET /fear-greed-index: how the coverage of each day feels, from 0 to 100.

use domain::DayRange;
use indices::answers::fear_greed;
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::FeedQuery;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct FearGreedIndex;

/// One day with coverage; days without any are left out.
#[derive(Serialize, JsonSchema)]
pub struct Point {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// 0 is Extreme Fear, 100 is Extreme Greed.
    #[schemars(range(min = 0, max = 100))]
    pub value: u8,
    #[schemars(extend("enum" = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]))]
    pub label: &'static str,
    pub article_count: i64,
    /// Half the width of the value's 95 % interval, in points.
    pub margin: f64,
    /// The call that lists the day's articles.
    pub query: String,
}

impl Operation for FearGreedIndex {
    const ID: &'static str = "getFearGreedIndex";
    const ROUTE: Route = Route::get("/fear-greed-index");
    const SUMMARY: &'static str = "Fear and greed per day, from the tone of the coverage, not from prices.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    type Request = DayRange;
    type Response = Vec<Point>;

    fn read(from: &mut ParamReader) -> Result<DayRange, ApiError> {
        from.days()
    }

    fn kept(days: &DayRange, _: &RequestContext) -> Option<String> {
        Some(format!("{} {}", days.first(), days.last()))
    }

    async fn answer(app: &App, _: &RequestContext, days: DayRange) -> Result<Reply<Vec<Point>>, ApiError> {
        Ok(points(app, days)?.into())
    }

    fn table(points: &Vec<Point>) -> Option<Table> {
        let row = |point: &Point| {
            let Point { date, value, label, article_count, margin, query } = point;
            vec![
                date.clone(),
                value.to_string(),
                (*label).to_owned(),
                article_count.to_string(),
                margin.to_string(),
                query.clone(),
            ]
        };
        Some(Table {
            columns: vec!["date", "value", "label", "article_count", "margin", "query"],
            rows: points.iter().map(row).collect(),
        })
    }
}

/// The days with coverage, in order.
pub fn points(app: &App, days: DayRange) -> Result<Vec<Point>, ApiError> {
    let tallies = app.figures.counted()?.ask(|cube| cube.by_day(days));
    let point = |(day, tally)| {
        let fear_greed::FearGreed { value, label, article_count, margin } = fear_greed(tally)?;
        let margin = (margin * 100.0).round() / 100.0;
        let query = FeedQuery::of_day(day).to_string();
        Some(Point { date: domain::Day::to_string(&day), value, label, article_count, margin, query })
    };
    Ok(tallies.into_iter().filter_map(point).collect())
}
