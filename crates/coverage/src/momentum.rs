//! GET /momentum: whether a question is talked about more or less than its own past allows, and where that turned.

use domain::{Day, DayRange};
use indices::narratives::{DayAttention, MAX_DAYS, life, turns};
use schemars::JsonSchema;
use search::Search;
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::narratives::{rounded, told_on};
use crate::selection::read_keyword;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Days up to the last one that are looked at.
const DAYS: i64 = 120;
const _: () = assert!(DAYS as usize <= MAX_DAYS);

pub struct GetMomentum;

pub struct Request {
    text: String,
    query: Option<search::language::Query>,
    last: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
pub struct Momentum {
    /// The day that is told about.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// As the stage of a narrative; null where nothing matched in the 120 days up to the day.
    #[schemars(extend("enum" = ["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning", null]))]
    pub stage: Option<&'static str>,
    /// Matching articles of the last seven days, and their share of all articles.
    pub count: u64,
    pub share: f64,
    /// The share in the 28 days before them.
    pub share_before: f64,
    /// How many standard deviations lie between the two; null without a past.
    pub deviations: Option<f64>,
    /// Days on which the share turned for longer than chance allows, in order.
    pub change_points: Vec<MomentumTurn>,
    /// The call that lists the matches of the last seven days.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct MomentumTurn {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub share_before: f64,
    pub share_after: f64,
    /// Twice the logarithm of how much likelier two shares are than one, the usual scatter taken into account.
    pub strength: f64,
    /// The call that lists the matches of the three days from then on.
    pub query: String,
}

impl Operation for GetMomentum {
    const ID: &'static str = "getMomentum";
    const ROUTE: Route = Route::get("/momentum");
    const SUMMARY: &'static str =
        "Whether any keyword query rises or falls against its own past, and since when.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/change_points");
    type Request = Request;
    type Response = Momentum;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let text = from.required_text("q", "A keyword query, in the language of /feed.")?;
        let last =
            from.optional_day("endDate", "The day that is asked about, UTC (YYYY-MM-DD); by default today.")?;
        // Empty only where nothing is asked but what could be.
        let query = match text.as_str() {
            "" => None,
            text => Some(read_keyword("q", text)?),
        };
        Ok(Request { text, query, last })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Momentum>, ApiError> {
        let asked = up_to(request.last.unwrap_or(ask.now.day()));
        let held = app.figures.counted()?.ask(|cube| cube.covered(asked));
        let last = told_day(asked, held, ask.now.day());
        let days = up_to(last);
        let attention = attention(app, request.query, days).await?;
        let week = DayRange::inclusive(last.plus(-6), last).unwrap_or(days);
        let found = life(&attention, false);
        let count = attention.iter().filter(|day| week.contains(day.day)).map(|day| day.own as u64).sum();
        let of = |days: DayRange| FeedQuery::of(days).with("keyword", &request.text).to_string();
        let covered: Vec<DayAttention> = attention.iter().copied().filter(|day| day.all > 0.0).collect();
        let turn = |turn: indices::narratives::Turn| {
            let behind = DayRange::inclusive(turn.day, turn.day.plus(2).min(last))
                .unwrap_or(DayRange::single(turn.day));
            MomentumTurn {
                date: turn.day.to_string(),
                share_before: rounded(turn.before, 1e6),
                share_after: rounded(turn.after, 1e6),
                strength: rounded(turn.strength, 1e2),
                query: of(behind),
            }
        };
        Ok(Momentum {
            date: last.to_string(),
            stage: found.map(|life| life.stage.name()),
            count,
            share: rounded(found.map_or(0.0, |life| life.share), 1e6),
            share_before: rounded(found.map_or(0.0, |life| life.past_share), 1e6),
            deviations: found.and_then(|life| life.deviations).map(|z| rounded(z, 1e2)),
            change_points: turns(&covered).into_iter().map(turn).collect(),
            query: of(week),
        }
        .into())
    }

    /// The change points.
    fn table(momentum: &Momentum) -> Option<Table> {
        Some(Table::of(
            &["date", "share_before", "share_after", "strength", "query"],
            &momentum.change_points,
        ))
    }
}

fn up_to(last: Day) -> DayRange {
    DayRange::inclusive(last.plus(1 - DAYS), last).unwrap_or(DayRange::single(last))
}

/// The day that is told about, as of a narrative: days to come are no silence.
fn told_day(asked: DayRange, held: Option<DayRange>, today: Day) -> Day {
    held.map_or(asked.last().min(today), |held| told_on(asked, held, today))
}

/// Matching articles and all articles of every day.
async fn attention(
    app: &App,
    query: Option<search::language::Query>,
    days: DayRange,
) -> Result<Vec<DayAttention>, ApiError> {
    let tallies = app.search(move |finder, give_up| {
        let search = Search { keyword: query.as_ref(), ..Search::between(days.start(), days.end()) };
        finder.tally_until(&search, give_up)
    });
    let tallies = tallies.await?;
    let all = app.figures.counted()?.ask(|cube| cube.by_day(days));
    let day = |at: i64| {
        let day = days.first().plus(at);
        let own = tallies.iter().find(|tally| tally.day == day).map_or(0.0, |tally| tally.count as f64);
        let counted = all.iter().find(|(of, _)| *of == day).map_or(0.0, |(_, tally)| tally.count as f64);
        // What was indexed a moment ago may not be counted yet.
        DayAttention { day, own, all: counted.max(own) }
    };
    Ok((0..days.length()).map(day).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_to_come_are_not_told_about() {
        let day = |text: &str| Day::parse(text).expect("a day");
        let held = DayRange::inclusive(day("2026-01-01"), day("2026-02-10"));
        let told = |asked: &str, held: Option<DayRange>, today: &str| {
            told_day(up_to(day(asked)), held, day(today)).to_string()
        };
        assert_eq!(told("2026-03-31", held, "2026-02-11"), "2026-02-11");
        assert_eq!(told("2099-01-01", None, "2026-02-11"), "2026-02-11", "nothing is held of these days");
        assert_eq!(told("2026-03-31", held, "2026-06-01"), "2026-03-31", "what is past was silent");
        assert_eq!(told("2026-02-10", held, "2026-06-01"), "2026-02-10");
    }
}
