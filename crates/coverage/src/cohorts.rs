//! GET /cohorts: who says what, by the role of who speaks.

use std::collections::HashSet;
use std::mem::take;

use domain::{Category, Cohort, DayRange, StatementTarget};
use figures::spoken;
use indices::answers::cohorts::CohortAnswer;
use indices::answers::{CohortCount, Spoken};
use schemars::JsonSchema;
use search::{Search, UNCATEGORISED};
use serde::Serialize;

use crate::explain::FeedQuery;
use crate::filters::{Filters, asked_target, resolve_target};
use crate::recent::Recent;
use crate::selection::read_keyword;
use crate::spoken_of::{parameter, read_spoken_of};
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Articles that a keyword topic looks at, the newest first.
const MAX_TOPIC_ARTICLES: usize = 200_000;

pub struct GetCohorts;

pub struct Request {
    days: Recent,
    topic: Option<Topic>,
    about: Option<StatementTarget>,
    /// What else an article must be; who speaks in it, about what, stands in `about`.
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
    /// Roles in which somebody spoke in the range.
    pub cohorts: Vec<CohortRow>,
    /// The sum of the post counts.
    pub total_posts: i64,
    /// The sum of the statement counts.
    pub total_statements: i64,
    /// The days that were asked for, or the last 30.
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
}

#[derive(Serialize, JsonSchema)]
pub struct CohortRow {
    pub cohort: &'static str,
    /// Posts of speakers of this role, and articles that report a statement of one.
    pub article_count: i64,
    pub post_count: i64,
    /// Different statements: the same words in twelve outlets are one.
    pub statement_count: i64,
    /// Different people among those who posted and who are quoted.
    pub speaker_count: usize,
    /// Days of people: all that somebody says in the role on a day is one.
    pub speaker_days: i64,
    /// Shares of the three tones among the days of people; together 1.
    pub positive: f64,
    pub neutral: f64,
    pub negative: f64,
    /// Positive less negative.
    pub net_sentiment: f64,
    /// Its 95 % interval.
    pub low: f64,
    pub high: f64,
    /// 0 to 100: how sure it is that they speak in this role.
    pub role_confidence: f64,
    /// 0 to 100: how much the days of people, the people and their age allow to say.
    pub confidence: f64,
    /// The call that lists these articles; with `statements=true` it shows what is said in them.
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
        let mut filters = Filters::read(from)?;
        let (mut companies, mut assets) = (take(&mut filters.companies), take(&mut filters.assets));
        if companies.len() > 1 || assets.len() > 1 {
            let name = if companies.len() > 1 { "company" } else { "asset" };
            return Err(ApiError::parameter(name, "Give one: what they speak about."));
        }
        Ok(Request { days, topic, about: read_spoken_of(companies.pop(), assets.pop(), "asset")?, filters })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        let about = request.about.as_ref().map(|about| asked_target(about.kind.name(), about));
        request.filters.names().into_iter().chain(about).collect()
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
        let about = request
            .about
            .as_ref()
            .map_or(String::new(), |about| format!("{} {}", about.kind.name(), about.name));
        Some(format!("{} {} {} {topic} {about}", days.first(), days.last(), ask.now.day()))
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Cohorts>, ApiError> {
        let days = request.days.days(ask.now);
        let about = request.about.map(|about| resolve_target(app, about.kind.name(), about)).transpose()?;
        let subject = about.as_ref().map(|about| (about.kind, about.name.as_str()));
        let mut about_what = Spoken { subject, ..Spoken::default() };
        let mut filters = request.filters.resolved(app)?;
        let cohorts = take(&mut filters.cohorts);
        let (mut listed, mut keyword) = (Vec::new(), None);
        match request.topic {
            None => {}
            Some(Topic::Category(category)) if filters.is_empty() => {
                about_what.category = Some(category);
                listed.push(("category", category.name().to_owned()));
            }
            Some(Topic::Category(category)) => filters = on_one(filters, category.name())?,
            Some(Topic::Uncategorised) => filters = on_one(filters, UNCATEGORISED)?,
            Some(Topic::Keyword(text, query)) => {
                keyword = Some(query);
                listed.push(("keyword", text));
            }
        }
        let documents;
        if keyword.is_some() || !filters.is_empty() {
            documents = matching(app, keyword, filters.clone(), days).await?;
            about_what.documents = Some(&documents);
        }
        if let Some(about) = &about {
            listed.push((parameter(about.kind), about.name.clone()));
        }
        let query = filters.narrow(FeedQuery::of(days));
        let query = listed.iter().fold(query, |query, (name, value)| query.with(name, value));
        // Ages are taken at the day's end, so that an answer is the same all day.
        let at = ask.now.day().end();
        let figures = app.figures.counted()?;
        let summed = match about_what.is_everything() {
            true => figures.cohorts.answer(&app.store, figures, days, at).await?,
            false => None,
        };
        let mut found = match summed {
            Some(found) => found,
            None => {
                let mut count = CohortCount::new(about_what);
                spoken::each_voices(&app.store, figures, days, |day, voices| count.add(day, voices)).await?;
                count.answer(days, at)
            }
        };
        found.retain(|row| cohorts.is_empty() || cohorts.contains(&row.cohort));
        let cohorts: Vec<CohortRow> = found.into_iter().map(|found| row(found, query.clone())).collect();
        Ok(Cohorts {
            total_posts: cohorts.iter().map(|row| row.post_count).sum(),
            total_statements: cohorts.iter().map(|row| row.statement_count).sum(),
            cohorts,
            start_date: days.first().to_string(),
            end_date: days.last().to_string(),
        }
        .into())
    }

    fn table(answer: &Cohorts) -> Option<Table> {
        Some(Table::of(
            &[
                "cohort",
                "article_count",
                "post_count",
                "statement_count",
                "speaker_count",
                "speaker_days",
                "positive",
                "neutral",
                "negative",
                "net_sentiment",
                "low",
                "high",
                "role_confidence",
                "confidence",
                "query",
            ],
            &answer.cohorts,
        ))
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

fn row(found: CohortAnswer, listed: FeedQuery) -> CohortRow {
    let query = listed.only("cohort", found.cohort.name());
    let tenth = |percent: f64| (percent * 10.0).round() / 10.0;
    CohortRow {
        cohort: found.cohort.name(),
        article_count: found.article_count,
        post_count: found.post_count,
        statement_count: found.statement_count,
        speaker_count: found.speaker_count,
        speaker_days: found.speaker_days,
        positive: found.ratios.positive,
        neutral: found.ratios.neutral,
        negative: found.ratios.negative,
        net_sentiment: found.net_sentiment,
        low: found.low,
        high: found.high,
        role_confidence: tenth(found.role_confidence),
        confidence: tenth(found.confidence),
        query: query.to_string(),
    }
}

/// A topic is a category; with a filter of categories beside it, one of the two would be left out in silence.
fn on_one(filters: Filters, category: &'static str) -> Result<Filters, ApiError> {
    match filters.categories.is_empty() {
        true => Ok(Filters { categories: vec![category], ..filters }),
        false => Err(ApiError::parameter("topic", "Give either a category as topic or category, not both.")),
    }
}

/// The articles of a keyword, and of filters, in which somebody speaks in a role.
async fn matching(
    app: &App,
    query: Option<search::language::Query>,
    filters: Filters,
    days: DayRange,
) -> Result<HashSet<[u8; 16]>, ApiError> {
    app.search(move |finder, give_up| {
        // All roles in one walk: a walk for each would look at the same words ten times.
        let search = Search {
            keyword: query.as_ref(),
            cohorts: Cohort::ALL,
            take: MAX_TOPIC_ARTICLES,
            ..filters.search(days)
        };
        let listed = finder.list_until(&search, give_up)?.ids;
        Ok(listed.into_iter().map(|(id, _)| id.bytes()).collect())
    })
    .await
}
