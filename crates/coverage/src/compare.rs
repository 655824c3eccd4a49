//! GET /compare: several questions side by side, day by day.

use std::collections::HashMap;

use domain::{Day, DayRange};
use schemars::JsonSchema;
use search::{DayTally, Search};
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::narratives::rounded;
use crate::recent::Recent;
use crate::selection::read_keyword;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Questions that can be compared.
const MAX_QUERIES: usize = 6;

pub struct GetComparison;

pub struct Request {
    days: Recent,
    asked: Vec<(String, search::language::Query)>,
}

#[derive(Serialize, JsonSchema)]
pub struct Compared {
    /// In the order in which they were asked.
    pub queries: Vec<ComparedQuery>,
    /// Days with coverage, in order.
    pub days: Vec<ComparedDay>,
}

#[derive(Serialize, JsonSchema)]
pub struct ComparedQuery {
    pub q: String,
    /// Matching articles in the range.
    pub count: u64,
    /// Of all articles.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Of the matches of all these questions together; an article that matches two counts in both.
    pub share_of_voice: f64,
    /// Mean tone of the matches, from -1 to 1; null where there is none.
    pub tone: Option<f64>,
    /// The call that lists the matches.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct ComparedDay {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// All articles of the day.
    pub total: u64,
    /// Matches of each question, in the order in which they were asked.
    pub counts: Vec<u64>,
    pub tones: Vec<Option<f64>>,
}

impl Operation for GetComparison {
    const ID: &'static str = "compareQueries";
    const ROUTE: Route = Route::get("/compare");
    const SUMMARY: &'static str = "Count, share of voice and tone of several keyword queries side by side.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = Compared;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let texts = from.repeated_text(
            "q",
            "Keyword queries, in the language of /feed; given two to six times.",
            2..=MAX_QUERIES,
        )?;
        let asked = texts.into_iter().map(|text| Ok((text.clone(), read_keyword("q", &text)?)));
        let asked = asked.collect::<Result<_, ApiError>>()?;
        Ok(Request { days: Recent::read(from)?, asked })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Compared>, ApiError> {
        let days = request.days.days(ask.now);
        let (texts, queries): (Vec<String>, Vec<_>) = request.asked.into_iter().unzip();
        let tallies = app.search(move |finder, give_up| {
            let tally = |query: &search::language::Query| {
                let search = Search { keyword: Some(query), ..Search::between(days.start(), days.end()) };
                finder.tally_until(&search, give_up)
            };
            queries.iter().map(tally).collect::<Result<Vec<_>, _>>()
        });
        let tallies = tallies.await?;
        let covered = app.figures.counted()?.ask(|cube| cube.by_day(days));
        Ok(compared(days, &texts, &tallies, &covered).into())
    }

    fn table(compared: &Compared) -> Option<Table> {
        Some(Table::of(&["q", "count", "share", "share_of_voice", "tone", "query"], &compared.queries))
    }
}

fn compared(
    days: DayRange,
    texts: &[String],
    tallies: &[Vec<DayTally>],
    covered: &[(Day, indices::Tally)],
) -> Compared {
    let mut totals: std::collections::BTreeMap<Day, u64> =
        covered.iter().map(|(day, tally)| (*day, tally.count as u64)).collect();
    // What was indexed a moment ago may not be counted yet.
    for tally in tallies.iter().flatten() {
        let total = totals.entry(tally.day).or_insert(0);
        *total = tally.count.max(*total);
    }
    let all: u64 = totals.values().sum();
    let count_of = |tallies: &[DayTally]| tallies.iter().map(|tally| tally.count).sum::<u64>();
    let voice: u64 = tallies.iter().map(|tallies| count_of(tallies)).sum();
    let share = |count: u64, of: u64| rounded(count as f64 / of.max(1) as f64, 1e6);
    let queries = texts.iter().zip(tallies).map(|(text, tallies)| {
        let count = count_of(tallies);
        let tone: f64 = tallies.iter().map(|tally| tally.tone_sum).sum();
        let toned: u64 = tallies.iter().map(|tally| tally.count - tally.unread).sum();
        ComparedQuery {
            q: text.clone(),
            count,
            share: share(count, all),
            share_of_voice: share(count, voice),
            tone: (toned > 0).then(|| rounded(tone / toned as f64, 1e4)),
            query: FeedQuery::of(days).with("keyword", text).to_string(),
        }
    });
    let by_day: Vec<HashMap<Day, DayTally>> =
        tallies.iter().map(|tallies| tallies.iter().map(|tally| (tally.day, *tally)).collect()).collect();
    let day = |(day, total): (&Day, &u64)| {
        let of_day = |tallies: &HashMap<Day, DayTally>| tallies.get(day).copied();
        let tone = |tally: DayTally| {
            let toned = tally.count - tally.unread;
            (toned > 0).then(|| rounded(tally.tone_sum / toned as f64, 1e4))
        };
        ComparedDay {
            date: day.to_string(),
            total: *total,
            counts: by_day.iter().map(|tallies| of_day(tallies).map_or(0, |tally| tally.count)).collect(),
            tones: by_day.iter().map(|tallies| of_day(tallies).and_then(tone)).collect(),
        }
    };
    Compared { queries: queries.collect(), days: totals.iter().map(day).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(asked: &[&str]) -> String {
        let query = asked.iter().map(|text| ("q".to_owned(), (*text).to_owned())).collect();
        let mut reader = ParamReader::new(GetComparison::ROUTE, Vec::new(), query, serde_json::Map::new());
        GetComparison::read(&mut reader).err().expect("it is refused").detail
    }

    #[test]
    fn a_refusal_says_what_to_give() {
        let wanted = "Give q two to six times, each time a different one.";
        let twice = refused(&["bitcoin", "bitcoin"]);
        assert_eq!(twice, format!("{wanted} \"bitcoin\" is given more than once."));
        assert_eq!(refused(&["bitcoin"]), wanted);
        assert_eq!(refused(&["a", "b", "c", "d", "e", "f", "g", "g"]), wanted);
    }
}
