//! GET /timeseries: how much any question is talked about, day by day, and in what tone.

use std::collections::HashMap;

use domain::{Day, DayRange};
use indices::answers::Granularity;
use indices::statistics::wilson;
use schemars::JsonSchema;
use search::{DayTally, Search};
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::filters::Filters;
use crate::periods::{grouped, read_granularity};
use crate::recent::Recent;
use crate::selection::read_keyword;
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetTimeseries;

pub struct Request {
    days: Recent,
    text: String,
    query: Option<search::language::Query>,
    filters: Filters,
    granularity: Granularity,
}

/// One day with coverage, or a week or month by its first day; days without any are left out, days with coverage but without a match have count 0.
#[derive(Serialize, JsonSchema)]
pub struct Point {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// Articles that match.
    pub count: u64,
    /// Of all articles of the day.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Between which the share lies with 95 % confidence (Wilson).
    pub share_low: f64,
    pub share_high: f64,
    /// Mean tone of the matches, from -1 to 1; null where there is none.
    pub tone: Option<f64>,
    /// Different outlets among the matches; of a week or month, those of the day with most.
    pub outlets: u64,
    /// The call that lists the matches.
    pub query: String,
}

impl Operation for GetTimeseries {
    const ID: &'static str = "getTimeseries";
    const ROUTE: Route = Route::get("/timeseries");
    const SUMMARY: &'static str =
        "Count, share of the coverage, tone and outlets per day for any keyword query.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = Vec<Point>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let text = from.required_text("q", "A keyword query, in the language of /feed.")?;
        let days = Recent::read(from)?;
        // Empty only where nothing is asked but what could be.
        let query = match text.as_str() {
            "" => None,
            text => Some(read_keyword("q", text)?),
        };
        let (filters, granularity) = (Filters::read(from)?, read_granularity(from)?);
        Ok(Request { days, text, query, filters, granularity })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.filters.names()
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<Vec<Point>>, ApiError> {
        let days = request.days.days(ask.now);
        Ok(points(app, request, days).await?.into())
    }

    fn table(points: &Vec<Point>) -> Option<Table> {
        Some(Table::of(
            &["date", "count", "share", "tone", "outlets", "query", "share_low", "share_high"],
            points,
        ))
    }
}

async fn points(app: &App, request: Request, days: DayRange) -> Result<Vec<Point>, ApiError> {
    let Request { text, query, filters, granularity, .. } = request;
    let filters = filters.resolved(app)?;
    let listed = |days: DayRange| filters.narrow(FeedQuery::of(days)).with("keyword", &text).to_string();
    let asked = filters.clone();
    let tallies = app.search(move |finder, give_up| {
        let search = Search { keyword: query.as_ref(), ..asked.search(days) };
        finder.tally_until(&search, give_up)
    });
    let mut tallies: HashMap<Day, DayTally> =
        tallies.await?.into_iter().map(|tally| (tally.day, tally)).collect();
    let covered = app.figures.counted()?.ask(|cube| cube.by_day(days));
    let mut all: Vec<(Day, u64)> = covered.iter().map(|(day, tally)| (*day, tally.count as u64)).collect();
    // What was indexed a moment ago may not be counted yet.
    let uncounted =
        tallies.values().filter(|tally| all.binary_search_by_key(&tally.day, |row| row.0).is_err());
    let uncounted: Vec<(Day, u64)> = uncounted.map(|tally| (tally.day, tally.count)).collect();
    all.extend(uncounted);
    all.sort_unstable();
    let mut found_on = |day: Day| {
        let found = tallies.remove(&day);
        Matches {
            count: found.map_or(0, |found| found.count),
            tone_sum: found.map_or(0.0, |found| found.tone_sum),
            outlets: found.map_or(0, |found| found.outlets),
        }
    };
    let by_day: Vec<(Day, (u64, Matches))> =
        all.into_iter().map(|(day, all)| (day, (all, found_on(day)))).collect();
    let rows = grouped(by_day, days, granularity, |(a, left), (b, right)| (a + b, left.and(right)));
    let point = |(days, (all, found)): (DayRange, (u64, Matches))| {
        let count = found.count;
        let all = all.max(count).max(1);
        let (low, high) = wilson(count as i64, all as i64);
        Point {
            date: days.first().to_string(),
            count,
            share: rounded(count as f64 / all as f64, 1e6),
            share_low: rounded(low, 1e6),
            share_high: rounded(high, 1e6),
            tone: (count > 0).then(|| rounded(found.tone_sum / count as f64, 1e4)),
            outlets: found.outlets,
            query: listed(days),
        }
    };
    Ok(rows.into_iter().map(point).collect())
}

/// What was found on some days.
#[derive(Clone, Copy)]
struct Matches {
    count: u64,
    tone_sum: f64,
    outlets: u64,
}

impl Matches {
    fn and(self, other: Matches) -> Matches {
        Matches {
            count: self.count + other.count,
            tone_sum: self.tone_sum + other.tone_sum,
            outlets: self.outlets.max(other.outlets),
        }
    }
}

fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
