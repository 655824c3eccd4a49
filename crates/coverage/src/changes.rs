//! GET /changes: what may explain a jump in a series. Methods that took the place of others, and sources that came or
//! fell silent, each with its day.

use std::cmp::Reverse;

use domain::Day;
use indices::Cube;
use schemars::JsonSchema;
use serde::Serialize;

use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetChanges;

/// A source that has published nothing for so long is told to be silent.
const SILENT_DAYS: i64 = 14;
/// Seconds for which a copy stays good.
const FRESH_S: u64 = 60;

#[derive(Clone, Copy)]
pub struct Request {
    first: Option<Day>,
    last: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
pub struct Changes {
    /// Newest first.
    data: Vec<Change>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SeriesChange")]
pub struct Change {
    /// The first day on which it acts.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// `methodology`: a metric is published by another version from this day on. `source_added`: the first day of a source
    /// in the coverage. `source_silent`: the day after the last one, of a source that has had none for two weeks.
    #[schemars(extend("enum" = ["methodology", "source_added", "source_silent"]))]
    kind: &'static str,
    /// The metric or the outlet.
    subject: String,
    /// Of the method.
    version: Option<String>,
    detail: String,
}

impl Operation for GetChanges {
    const ID: &'static str = "getChanges";
    const ROUTE: Route = Route::get("/changes");
    const SUMMARY: &'static str = "What may explain a jump in a series: versions of methods, and sources that came or fell silent. Not metered.";
    const ACCESS: Access = Access::Anonymous;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = Changes;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let first = from.optional_day("startDate", "Only changes of this day and later (YYYY-MM-DD).")?;
        let last = from.optional_day("endDate", "Only changes of this day and earlier (YYYY-MM-DD).")?;
        match (first, last) {
            (Some(first), Some(last)) if last < first => {
                Err(ApiError::parameter("endDate", format!("endDate {last} comes before startDate {first}.")))
            }
            _ => Ok(Request { first, last }),
        }
    }

    fn kept(request: &Request, _: &RequestContext) -> Option<String> {
        Some(format!("{:?} {:?}", request.first, request.last))
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<Changes>, ApiError> {
        let mut changes: Vec<(Day, Change)> = app.figures.counted()?.ask(sources);
        let mut published = app.store.readings.versions().await?;
        published.sort();
        for (i, (metric, since, version)) in published.iter().enumerate() {
            let before = i.checked_sub(1).map(|i| &published[i]).filter(|before| before.0 == *metric);
            let detail = match before {
                Some((_, _, before)) => {
                    format!("Published by {version} from this day on, by {before} before.")
                }
                None => format!("Published by {version} from this day on."),
            };
            let (subject, version) = (metric.clone(), Some(version.clone()));
            changes.push((
                *since,
                Change { date: since.to_string(), kind: "methodology", subject, version, detail },
            ));
        }
        let wanted = |day: Day| {
            request.first.is_none_or(|first| day >= first) && request.last.is_none_or(|last| day <= last)
        };
        changes.retain(|(day, _)| wanted(*day));
        changes.sort_by(|(a, left), (b, right)| {
            (Reverse(a), left.kind, &left.subject).cmp(&(Reverse(b), right.kind, &right.subject))
        });
        let data = changes.into_iter().map(|(_, change)| change).collect();
        Ok(Reply { fresh_for_s: FRESH_S, ..Changes { data }.into() })
    }

    fn table(changes: &Changes) -> Option<Table> {
        Some(Table::of(&["date", "kind", "subject", "version", "detail"], &changes.data))
    }
}

/// First days of outlets, and the ends of those that are silent.
fn sources(cube: &Cube) -> Vec<(Day, Change)> {
    let Some(span) = cube.span() else { return Vec::new() };
    let mut changes = Vec::new();
    let outlets: Vec<String> = cube.outlet_names().map(|(name, _)| name.to_owned()).collect();
    for outlet in outlets {
        let days = cube.outlet_days(&outlet, span);
        let days: Vec<Day> =
            days.into_iter().filter(|(_, tally)| tally.count > 0).map(|(day, _)| day).collect();
        let (Some(first), Some(last)) = (days.first(), days.last()) else { continue };
        let change = |day: Day, kind, detail| {
            let subject = outlet.clone();
            (day, Change { date: day.to_string(), kind, subject, version: None, detail })
        };
        // On the first day of all, everything begins.
        if *first > span.first() {
            let detail = "Its first article is of this day.".to_owned();
            changes.push(change(*first, "source_added", detail));
        }
        if span.last().since(*last) >= SILENT_DAYS {
            let detail = format!("No article since; it had some on {} days.", days.len());
            changes.push(change(last.plus(1), "source_silent", detail));
        }
    }
    changes
}
