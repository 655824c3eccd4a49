//! GET /fear-greed-index: how the coverage of each day feels, from 0 to 100.

use domain::DayRange;
use indices::answers::fear_greed;
use indices::answers::fear_greed::ITEMS_MIN;
use schemars::JsonSchema;
use serde::Serialize;

use crate::periods::{Period, Slice, tallies};
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct FearGreedIndex;

#[derive(Clone, Debug)]
pub struct Request {
    pub slice: Slice,
    pub min_articles: i64,
}

impl Request {
    /// With as many articles a day as usual.
    pub fn of(days: DayRange) -> Request {
        Request { slice: Slice::of(days), min_articles: ITEMS_MIN }
    }
}

/// One day with enough coverage, or a week or month by its first day, or an hour; others are left out.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FearGreedPoint")]
pub struct Point {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// When the hour begins; there with `granularity=hour`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub hour: Option<String>,
    /// 0 is Extreme Fear, 100 is Extreme Greed.
    #[schemars(range(min = 0, max = 100))]
    pub value: u8,
    #[schemars(extend("enum" = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]))]
    pub label: &'static str,
    pub article_count: i64,
    /// Half the width of the value's 95 % interval, in points; never 0.
    pub margin: f64,
    /// The interval, within 0 and 100.
    pub low: f64,
    pub high: f64,
    /// The call that lists the row's articles.
    pub query: String,
}

impl Operation for FearGreedIndex {
    const ID: &'static str = "getFearGreedIndex";
    const ROUTE: Route = Route::get("/fear-greed-index");
    const SUMMARY: &'static str = "Fear and greed per day, from the tone of the coverage, not from prices.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = Vec<Point>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let slice = Slice::read(from)?;
        let about = "Articles that a row needs for a value; below, it is left out.";
        let min_articles = from.integer("minArticles", about, 1..=10_000, ITEMS_MIN as u64)? as i64;
        Ok(Request { slice, min_articles })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.slice.filters.names()
    }

    fn kept(request: &Request, _: &RequestContext) -> Option<String> {
        let Request { slice, min_articles } = request;
        slice.kept().map(|name| format!("{name} {min_articles}"))
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<Vec<Point>>, ApiError> {
        Ok(points(app, request).await?.into())
    }

    fn table(points: &Vec<Point>) -> Option<Table> {
        Some(Table::of(
            &["date", "value", "label", "article_count", "margin", "query", "low", "high", "hour"],
            points,
        ))
    }
}

/// The days with enough coverage, in order.
pub async fn points(app: &App, request: Request) -> Result<Vec<Point>, ApiError> {
    let slice = Slice { filters: request.slice.filters.clone().resolved(app)?, ..request.slice };
    let periods = tallies(app, &slice).await?;
    let rounded = |points: f64| (points * 100.0).round() / 100.0;
    let point = |(period, tally): (Period, indices::Tally)| {
        let mood = fear_greed(tally, request.min_articles)?;
        Some(Point {
            date: period.date(),
            hour: period.hour(),
            value: mood.value,
            label: mood.label,
            article_count: mood.article_count,
            margin: rounded(mood.margin),
            low: rounded(mood.low),
            high: rounded(mood.high),
            query: slice.query_of(period).to_string(),
        })
    };
    Ok(periods.into_iter().filter_map(point).collect())
}
