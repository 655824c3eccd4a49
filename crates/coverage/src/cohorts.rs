//! GET /cohorts: who says what, by the role of who speaks.

use domain::time::MS_PER_DAY;
use domain::{Category, Cohort, DayRange, Instant};
use indices::Tally;
use indices::answers::cohorts::CohortAnswer;
use indices::answers::{cohorts, ratios};
use indices::statistics::confidence;
use schemars::JsonSchema;
use search::{Search, Totals, UNCATEGORISED};
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::feed::read_keyword;
use crate::filters::Filters;
use crate::recent::Recent;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetCohorts;

pub struct Request {
    days: Recent,
    topic: Option<Topic>,
    filters: Filters,
}

/// What they speak about.
enum Topic {
    Category(Category),
    /// Of no category.
    Uncategorised,
    /// As it was written, and as it was read.
    Keyword(String, search::language::Query),
}

#[derive(Serialize, JsonSchema)]
pub struct Cohorts {
    /// Roles with posts in the range.
    pub cohorts: Vec<CohortRow>,
    /// The sum of the post counts: what was said by speakers whose role is known.
    pub total_posts: i64,
    /// The days that were asked for, or the last 30.
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
}

#[derive(Serialize, JsonSchema)]
pub struct CohortRow {
    pub cohort: &'static str,
    pub post_count: i64,
    /// Different people among them.
    pub speaker_count: usize,
    /// Shares of the three tones; together 1.
    pub positive: f64,
    pub neutral: f64,
    pub negative: f64,
    /// Positive less negative.
    pub net_sentiment: f64,
    /// 0 to 100: how much the posts, the people and their age allow to say.
    pub confidence: f64,
    /// The call that lists these posts.
    pub query: String,
}

impl Operation for GetCohorts {
    const ID: &'static str = "getCohorts";
    const ROUTE: Route = Route::get("/cohorts");
    const SUMMARY: &'static str = "Sentiment by the role of who speaks.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/cohorts");
    type Request = Request;
    type Response = Cohorts;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let days = Recent::read(from)?;
        let topic =
            from.text("topic", "A category by its name (Other: of none), else a keyword query as in /feed.")?;
        let topic = topic.map(read_topic).transpose()?;
        Ok(Request { days, topic, filters: Filters::read(from)? })
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        if !request.filters.is_empty() {
            return None;
        }
        let topic = match &request.topic {
            None => "",
            Some(Topic::Category(category)) => category.name(),
            Some(Topic::Uncategorised | Topic::Keyword(..)) => return None,
        };
        let days = request.days.days(ask.now);
        Some(format!("{} {} {topic} {}", days.first(), days.last(), ask.now.day()))
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Cohorts>, ApiError> {
        let days = request.days.days(ask.now);
        // Ages are taken at the day's end, so that an answer is the same all day.
        let at = ask.now.day().end();
        let figures = app.figures.counted()?;
        let filters = request.filters.resolved(app)?;
        let rows = match request.topic {
            topic if !filters.is_empty() => {
                let (keyword, narrowed) = match topic {
                    None => (None, filters),
                    Some(Topic::Category(category)) => (None, about_one(filters, category.name())?),
                    Some(Topic::Uncategorised) => (None, about_one(filters, UNCATEGORISED)?),
                    Some(Topic::Keyword(text, query)) => (Some((text, query)), filters),
                };
                let (text, query) = keyword.unzip();
                let found = about(app, query, narrowed.clone(), days, at).await?;
                let topic = text.as_deref().map(|text| ("keyword", text));
                rows(found, narrowed.narrow(FeedQuery::of(days)), topic)
            }
            None => rows(figures.ask(|cube| cohorts(cube, days, None, at)), FeedQuery::of(days), None),
            Some(Topic::Category(category)) => {
                let found = figures.ask(|cube| cohorts(cube, days, Some(category), at));
                rows(found, FeedQuery::of(days), Some(("category", category.name())))
            }
            Some(Topic::Uncategorised) => {
                let filters = Filters { categories: vec![UNCATEGORISED], ..Filters::default() };
                let found = about(app, None, filters, days, at).await?;
                rows(found, FeedQuery::of(days), Some(("category", UNCATEGORISED)))
            }
            Some(Topic::Keyword(text, query)) => {
                let found = about(app, Some(query), Filters::default(), days, at).await?;
                rows(found, FeedQuery::of(days), Some(("keyword", &text)))
            }
        };
        let total_posts = rows.iter().map(|row| row.post_count).sum();
        let (start_date, end_date) = (days.first().to_string(), days.last().to_string());
        Ok(Cohorts { cohorts: rows, total_posts, start_date, end_date }.into())
    }

    fn table(answer: &Cohorts) -> Option<Table> {
        let columns = vec![
            "cohort",
            "post_count",
            "speaker_count",
            "positive",
            "neutral",
            "negative",
            "net_sentiment",
            "confidence",
            "query",
        ];
        let row = |row: &CohortRow| {
            let mut cells =
                vec![row.cohort.to_owned(), row.post_count.to_string(), row.speaker_count.to_string()];
            let numbers = [row.positive, row.neutral, row.negative, row.net_sentiment, row.confidence];
            cells.extend(numbers.map(|number| number.to_string()));
            cells.push(row.query.clone());
            cells
        };
        Some(Table { columns, rows: answer.cohorts.iter().map(row).collect() })
    }
}

fn read_topic(text: String) -> Result<Topic, ApiError> {
    let named = Category::ALL.iter().find(|category| category.name().eq_ignore_ascii_case(text.trim()));
    match named {
        Some(category) => Ok(Topic::Category(*category)),
        None if text.trim().eq_ignore_ascii_case(UNCATEGORISED) => Ok(Topic::Uncategorised),
        None => read_keyword("topic", &text).map(|query| Topic::Keyword(text, query)),
    }
}

/// A topic is a category; with a filter of categories beside it, one of the two would be left out in silence.
fn about_one(filters: Filters, category: &'static str) -> Result<Filters, ApiError> {
    match filters.categories.is_empty() {
        true => Ok(Filters { categories: vec![category], ..filters }),
        false => Err(ApiError::parameter("topic", "Give either a category as topic or category, not both.")),
    }
}

fn rows(found: Vec<CohortAnswer>, listed: FeedQuery, topic: Option<(&'static str, &str)>) -> Vec<CohortRow> {
    let row = |found: CohortAnswer| {
        let query = listed.clone().only("cohort", found.cohort.name());
        let query = topic.iter().fold(query, |query, (name, value)| query.with(name, value));
        CohortRow {
            cohort: found.cohort.name(),
            post_count: found.post_count,
            speaker_count: found.speaker_count,
            positive: found.ratios.positive,
            neutral: found.ratios.neutral,
            negative: found.ratios.negative,
            net_sentiment: found.net_sentiment,
            confidence: (found.confidence * 10.0).round() / 10.0,
            query: query.to_string(),
        }
    };
    found.into_iter().map(row).collect()
}

/// The same from the finder, for a topic that was not counted before. Each post weighs one there.
async fn about(
    app: &App,
    query: Option<search::language::Query>,
    filters: Filters,
    days: DayRange,
    at: Instant,
) -> Result<Vec<CohortAnswer>, ApiError> {
    let found = app.search(move |finder, give_up| {
        let mut found = Vec::new();
        let wanted = |cohort: &&Cohort| filters.cohorts.is_empty() || filters.cohorts.contains(cohort);
        for cohort in Cohort::ALL.iter().filter(wanted) {
            let cohorts = [*cohort];
            let search = Search { keyword: query.as_ref(), cohorts: &cohorts, ..filters.search(days) };
            found.push((*cohort, finder.totals_until(&search, give_up)?));
        }
        Ok(found)
    });
    let row = |(cohort, totals): (Cohort, Totals)| {
        let last_day = totals.last_day?;
        let ratios = ratios(Tally {
            count: totals.count as i64,
            positive: totals.positive as i64,
            negative: totals.negative as i64,
            ..Tally::default()
        });
        let age = at.min(days.end()).since(last_day.end()).max(0);
        let speakers = totals.voices as usize;
        Some(CohortAnswer {
            cohort,
            post_count: totals.count as i64,
            speaker_count: speakers,
            ratios,
            net_sentiment: ((ratios.positive - ratios.negative) * 10_000.0).round() / 10_000.0,
            confidence: confidence(totals.count as f64, speakers, age, MS_PER_DAY),
        })
    };
    Ok(found.await?.into_iter().filter_map(row).collect())
}
