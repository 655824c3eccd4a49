//! GET /index/explain and /indices/{metric}/explain: which stories, outlets and cohorts moved a reading since the day
//! before. Each list adds up to the change, to the last digit.

use domain::hash::to_hex;
use domain::{Day, DayRange};
use figures::change::{self, Explained};
use indices::explain::{By, Explanation, Group, Key, STEPS};
use indices::metrics::{METRICS, find, main_index};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::readings;
use crate::readings::ATTRIBUTION;
use crate::story;
use crate::story_lines::lines;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

pub struct Request {
    metric: String,
    date: Option<Day>,
    limit: usize,
    /// The only days that may be looked at.
    span: Option<DayRange>,
}

/// A change of a reading and what it is made of.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexExplanation {
    pub id: &'static str,
    pub name: &'static str,
    #[schemars(extend("enum" = ["score", "percent", "usd"]))]
    pub unit: &'static str,
    #[schemars(extend("format" = "date"))]
    pub date: String,
    #[schemars(extend("format" = "date"))]
    pub previous_date: String,
    /// As it was published for the day.
    pub value: f64,
    /// As it was published for the day before, on the scale of `value`.
    pub previous_value: f64,
    pub change: f64,
    /// The same in whole millionths of the unit: parts of one `by` add up to exactly this.
    pub change_millionths: i64,
    pub methodology_version: String,
    /// How the change is taken apart.
    pub how: &'static str,
    /// Days whose articles are told one by one.
    #[schemars(extend("format" = "date"))]
    pub articles_from: String,
    #[schemars(extend("format" = "date"))]
    pub articles_to: String,
    /// By story, by outlet and by cohort, the largest first; each of the three adds up to the change.
    pub parts: Vec<IndexPart>,
    pub attribution: &'static str,
}

/// Something that moved the reading.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexPart {
    #[schemars(extend("enum" = ["story", "outlet", "cohort"]))]
    pub by: &'static str,
    /// `other` is what no single story, outlet or cohort gives, and is named.
    #[schemars(extend("enum" = ["story", "outlet", "cohort", "other"]))]
    pub kind: &'static str,
    /// Of the story.
    pub id: Option<String>,
    pub name: String,
    /// In the unit of the metric.
    pub contribution: f64,
    pub millionths: i64,
    /// Articles of the story or outlet in the days that are told one by one.
    pub article_count: Option<i64>,
    /// The call that lists its articles.
    pub query: Option<String>,
}

const UNPUBLISHED: &str = "That day or the one before has no published value, or the two cannot be compared.";
const STATUSES: &[(u16, &str)] =
    &[(404, UNPUBLISHED), (502, "Published readings cannot be read at the moment.")];

const COLUMNS: [&str; 8] =
    ["by", "kind", "id", "name", "contribution", "millionths", "articleCount", "query"];

macro_rules! explanation {
    ($operation:ident, $id:literal, $route:literal, $summary:literal, $metric:expr) => {
        pub struct $operation;

        impl Operation for $operation {
            const ID: &'static str = $id;
            const ROUTE: Route = Route::get($route);
            const SUMMARY: &'static str = $summary;
            const ACCESS: Access = Access::Key;
            const BASE_CREDITS: u32 = 2;
            const TABULAR: bool = true;
            const ROWS: Option<&'static str> = Some("/parts");
            const STATUSES: &'static [(u16, &'static str)] = STATUSES;
            type Request = Request;
            type Response = IndexExplanation;

            fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
                let metric: fn(&mut ParamReader) -> String = $metric;
                let metric = metric(from);
                let limit = from.limit(20, 100)? as usize;
                let words =
                    "The UTC day (YYYY-MM-DD) whose change is told; by default the newest published one.";
                Ok(Request { metric, date: from.optional_day("date", words)?, limit, span: from.span() })
            }

            fn kept(request: &Request, _: &RequestContext) -> Option<String> {
                let Request { metric, date, limit, span } = request;
                date.map(|date| format!("{metric} {date} {limit} {span:?}"))
            }

            async fn answer(
                app: &App,
                _: &RequestContext,
                request: Request,
            ) -> Result<Reply<IndexExplanation>, ApiError> {
                answer(app, request).await.map(Reply::from)
            }

            /// The parts.
            fn table(explained: &IndexExplanation) -> Option<Table> {
                Some(Table::of(&COLUMNS, &explained.parts))
            }
        }
    };
}

explanation!(
    ExplainIndex,
    "explainIndex",
    "/index/explain",
    "Why the Bellwether Index moved since the day before: stories, outlets and cohorts that add up to the change.",
    |_| main_index::METHOD.id.to_owned()
);
explanation!(
    ExplainMetric,
    "explainMetric",
    "/indices/{metric}/explain",
    "Why a metric moved since the day before: stories, outlets and cohorts that add up to the change.",
    |from| from.segment("metric", "A metric by its id in /indices.")
);

async fn answer(app: &App, request: Request) -> Result<IndexExplanation, ApiError> {
    let unknown = || {
        let ids = METRICS.iter().map(|metric| metric.method.id.to_owned());
        ApiError::new(Code::NotFound, "There is no metric with this id.").allowed(ids)
    };
    let metric = find(&request.metric).ok_or_else(unknown)?;
    let explanation = indices::explain::of(metric.method.id).ok_or_else(unknown)?;
    app.figures.counted()?;
    let last = request.span.map_or(Day::MAX, DayRange::last);
    let day = match request.date {
        Some(day) => Some(day),
        None => change::newest_published(&app.store, metric.method.id, last)
            .await
            .map_err(|error| readings::unavailable(&error))?,
    };
    let unpublished = || ApiError {
        parameter: request.date.map(|_| "date".into()),
        ..ApiError::new(Code::NoReading, UNPUBLISHED)
    };
    let day = day.ok_or_else(unpublished)?;
    let explained = change::explained(&app.store, &app.figures, explanation, day, request.limit).await;
    let explained = explained.map_err(|error| readings::unavailable(&error))?.ok_or_else(unpublished)?;
    let first = day.plus(1 - explanation.article_days).max(request.span.map_or(Day::MIN, DayRange::first));
    let days = DayRange::inclusive(first, day).unwrap_or(DayRange::single(day));
    let parts = parts(app, days, &explained).await?;
    Ok(tell(metric, explanation, explained, days, parts))
}

fn tell(
    metric: &'static indices::metrics::Metric,
    explanation: &'static Explanation,
    explained: Explained,
    days: DayRange,
    parts: Vec<IndexPart>,
) -> IndexExplanation {
    let change = explained.change();
    IndexExplanation {
        id: metric.method.id,
        name: metric.method.name,
        unit: metric.method.unit.name(),
        date: explained.reading.day.to_string(),
        previous_date: explained.reading.day.plus(-1).to_string(),
        value: explained.value as f64 / STEPS,
        previous_value: explained.before as f64 / STEPS,
        change: change as f64 / STEPS,
        change_millionths: change,
        methodology_version: explained.reading.version,
        how: explanation.how,
        articles_from: days.first().to_string(),
        articles_to: days.last().to_string(),
        parts,
        attribution: ATTRIBUTION,
    }
}

async fn parts(app: &App, days: DayRange, explained: &Explained) -> Result<Vec<IndexPart>, ApiError> {
    let mut stories = Vec::new();
    for group in explained.parts.iter().flat_map(|(_, groups)| groups) {
        if let Key::Story(story) = group.key {
            stories.extend(story::part(app, story, days).await?);
        }
    }
    let named = lines(app, days, &stories).await?;
    let outlets: Vec<(String, i64)> = app.figures.ask(|cube| {
        cube.by_outlet(days).into_iter().map(|outlet| (outlet.name.to_owned(), outlet.tally.count)).collect()
    });
    let mut told = Vec::new();
    for (by, groups) in &explained.parts {
        let by = match by {
            By::Story => "story",
            By::Outlet => "outlet",
            By::Cohort => "cohort",
        };
        for Group { key, millionths } in groups {
            let mut part = IndexPart {
                by,
                kind: "other",
                id: None,
                name: String::new(),
                contribution: *millionths as f64 / STEPS,
                millionths: *millionths,
                article_count: None,
                query: None,
            };
            match key {
                Key::Story(story) => {
                    let id = to_hex(story);
                    part.kind = "story";
                    part.name.clone_from(&id);
                    if let Some(line) = named.iter().find(|line| line.story_id == id) {
                        part.name.clone_from(&line.title);
                        part.article_count = Some(line.article_count);
                        part.query = Some(line.query.clone());
                    }
                    part.id = Some(id);
                }
                Key::Outlet(outlet) => {
                    part.kind = "outlet";
                    part.name.clone_from(outlet);
                    if let Some((_, count)) = outlets.iter().find(|(name, _)| name == outlet) {
                        part.article_count = Some(*count);
                        part.query = Some(FeedQuery::of(days).with("outlet", outlet).to_string());
                    }
                }
                Key::Cohort(cohort) => {
                    part.kind = "cohort";
                    part.name = cohort.name().to_owned();
                    part.query = Some(FeedQuery::of(days).with("cohort", cohort.name()).to_string());
                }
                Key::NoStory => part.name = "Articles that are in no story".to_owned(),
                Key::NoCohort => part.name = "Articles that are nobody's post".to_owned(),
                Key::Other(other) => part.name = other.name().to_owned(),
                Key::Smaller(count) => part.name = format!("{count} others, each smaller than those listed"),
            }
            told.push(part);
        }
    }
    Ok(told)
}
