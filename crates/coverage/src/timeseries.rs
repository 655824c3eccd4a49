//! GET /timeseries: how much any question is talked about, day by day, and in what tone.

use std::collections::HashMap;
use std::hash::Hash;

use domain::{Day, DayRange, Instant};
use indices::statistics::wilson;
use schemars::JsonSchema;
use search::language::Query;
use search::{DayTally, Search};
use serde::Serialize;

use crate::filters::Filters;
use crate::periods::{Period, PeriodLength, grouped};
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
    query: Option<Query>,
    filters: Filters,
    length: PeriodLength,
}

/// One day with coverage, or a week or month by its first day, or an hour; those without any are left out, those with coverage but without a match have count 0.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TimeseriesPoint")]
pub struct Point {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// When the hour begins; there with `granularity=hour`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub hour: Option<String>,
    /// Articles that match.
    pub count: u64,
    /// Of all articles of the day, or of what else the row is.
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
        let (filters, length) = (Filters::read(from)?, PeriodLength::read(from)?);
        days.check(length)?;
        Ok(Request { days, text, query, filters, length })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.filters.names()
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<Vec<Point>>, ApiError> {
        let days = request.days.days_by(request.length, ask.now)?;
        Ok(points(app, request, days).await?.into())
    }

    fn table(points: &Vec<Point>) -> Option<Table> {
        Some(Table::of(
            &["date", "count", "share", "tone", "outlets", "query", "share_low", "share_high", "hour"],
            points,
        ))
    }
}

async fn points(app: &App, request: Request, days: DayRange) -> Result<Vec<Point>, ApiError> {
    let Request { text, query, filters, length, .. } = request;
    let filters = filters.resolved(app)?;
    let rows = match length {
        PeriodLength::Hour => by_hour(app, filters.clone(), query, days).await?,
        PeriodLength::Days(granularity) => {
            let rows = by_day(app, filters.clone(), query, days).await?;
            let rows = grouped(rows, days, granularity, |(a, left), (b, right)| (a + b, left.and(right)));
            rows.into_iter().map(|(days, row)| (Period::Days(days), row)).collect()
        }
    };
    let point = |(period, (all, found)): (Period, (u64, Matches))| {
        let count = found.count;
        let all = all.max(count).max(1);
        let (low, high) = wilson(count as i64, all as i64);
        Point {
            date: period.date(),
            hour: period.hour(),
            count,
            share: rounded(count as f64 / all as f64, 1e6),
            share_low: rounded(low, 1e6),
            share_high: rounded(high, 1e6),
            tone: (found.toned > 0).then(|| rounded(found.tone_sum / found.toned as f64, 1e4)),
            outlets: found.outlets,
            query: filters.narrow(period.query()).with("keyword", &text).to_string(),
        }
    };
    Ok(rows.into_iter().map(point).collect())
}

/// All articles of each day, by the figures, and the matches among them.
async fn by_day(
    app: &App,
    filters: Filters,
    query: Option<Query>,
    days: DayRange,
) -> Result<Vec<(Day, (u64, Matches))>, ApiError> {
    let tallies = app.search(move |finder, give_up| {
        let search = Search { keyword: query.as_ref(), ..filters.search(days) };
        finder.tally_until(&search, give_up)
    });
    let found = tallies.await?.into_iter().map(|tally| (tally.day, tally)).collect();
    let covered = app.figures.counted()?.ask(|cube| cube.by_day(days));
    Ok(beside(covered.iter().map(|(day, tally)| (*day, tally.count as u64)), found))
}

/// The same by the hour: both by the finder, since figures are kept by day.
async fn by_hour(
    app: &App,
    filters: Filters,
    query: Option<Query>,
    days: DayRange,
) -> Result<Vec<(Period, (u64, Matches))>, ApiError> {
    let tallies = app.search(move |finder, give_up| {
        let search = Search { keyword: query.as_ref(), ..filters.search(days) };
        let all = finder.hours_until(&Search::between(days.start(), days.end()), give_up)?;
        Ok((all, finder.hours_until(&search, give_up)?))
    });
    let (all, found) = tallies.await?;
    let all = all.into_iter().map(|(start, tally)| (start, tally.count));
    let rows: Vec<(Instant, _)> = beside(all, found.into_iter().collect());
    Ok(rows.into_iter().map(|(start, row)| (Period::Hour(start), row)).collect())
}

/// How many there are in each period, in order, and what was found there.
fn beside<K: Copy + Ord + Hash>(
    all: impl Iterator<Item = (K, u64)>,
    mut found: HashMap<K, DayTally>,
) -> Vec<(K, (u64, Matches))> {
    let mut all: Vec<(K, u64)> = all.collect();
    // What was indexed a moment ago may not be counted yet.
    let uncounted = found.iter().filter(|(key, _)| all.binary_search_by_key(*key, |row| row.0).is_err());
    let uncounted: Vec<(K, u64)> = uncounted.map(|(key, tally)| (*key, tally.count)).collect();
    all.extend(uncounted);
    all.sort_unstable();
    all.into_iter().map(|(key, all)| (key, (all, Matches::from(found.remove(&key))))).collect()
}

/// What was found on some days.
#[derive(Clone, Copy)]
struct Matches {
    count: u64,
    /// Those whose tone is known.
    toned: u64,
    tone_sum: f64,
    outlets: u64,
}

impl From<Option<DayTally>> for Matches {
    fn from(found: Option<DayTally>) -> Matches {
        Matches {
            count: found.map_or(0, |found| found.count),
            toned: found.map_or(0, |found| found.count - found.unread),
            tone_sum: found.map_or(0.0, |found| found.tone_sum),
            outlets: found.map_or(0, |found| found.outlets),
        }
    }
}

impl Matches {
    fn and(self, other: Matches) -> Matches {
        Matches {
            count: self.count + other.count,
            toned: self.toned + other.toned,
            tone_sum: self.tone_sum + other.tone_sum,
            outlets: self.outlets.max(other.outlets),
        }
    }
}

fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
