//! GET /trends: what the coverage is about, strongest first.
//!
//! Which stories are trends follows from the counts; what they are called is taken from their own articles.

use domain::DayRange;
use domain::hash::to_hex;
use indices::answers;
use schemars::JsonSchema;
use search::UNCATEGORISED;
use serde::Serialize;
use store::documents::Headline as Stored;

use crate::article::Headline;
use crate::explain::FeedQuery;
use figures::names;
use figures::names::Name;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetTrends;

/// A story that rose above its usual share of the coverage.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Trend {
    /// The headline of its most central article.
    pub title: String,
    /// Sentences of one of its articles, word by word; empty where no article has more than a title.
    pub description: String,
    /// 0 to 100: the share of the last 90 days' stories that were weaker.
    #[schemars(range(min = 0, max = 100))]
    pub signal_strength: f64,
    pub category: &'static str,
    /// Its articles in the range.
    pub article_count: i64,
    /// The most central ones, each of another outlet family, none of them sponsored.
    pub representative_articles: Vec<Headline>,
    /// How widely it is carried.
    #[schemars(extend("enum" = ["early", "emerging", "strong"]))]
    pub stage: &'static str,
    /// Its attention against the equally long range before.
    #[schemars(extend("enum" = ["accelerating", "steady", "fading"]))]
    pub momentum: &'static str,
    /// Distinct outlet families that carry it.
    pub outlet_families: usize,
    /// First and last day on which it has articles, in the range or not.
    #[schemars(extend("format" = "date"))]
    pub first_date: String,
    #[schemars(extend("format" = "date"))]
    pub last_date: String,
    pub story_id: String,
    pub title_source: Source,
    pub description_source: Source,
    /// The call that lists its articles.
    pub query: String,
}

/// Whose words they are.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Source {
    #[serde(rename = "Outlet")]
    pub outlet: String,
    #[serde(rename = "URL")]
    pub url: String,
}

impl Operation for GetTrends {
    const ID: &'static str = "getTrends";
    const ROUTE: Route = Route::get("/trends");
    const SUMMARY: &'static str = "What the coverage is about: the strongest stories of the days.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    type Request = DayRange;
    type Response = Vec<Trend>;

    fn read(from: &mut ParamReader) -> Result<DayRange, ApiError> {
        from.days()
    }

    fn kept(days: &DayRange, _: &RequestContext) -> Option<String> {
        Some(format!("{} {}", days.first(), days.last()))
    }

    async fn answer(app: &App, _: &RequestContext, days: DayRange) -> Result<Reply<Vec<Trend>>, ApiError> {
        Ok(trends(app, days).await?.into())
    }

    fn table(trends: &Vec<Trend>) -> Option<Table> {
        Some(table(trends))
    }
}

/// The strongest trends of the days, strongest first.
pub async fn trends(app: &App, days: DayRange) -> Result<Vec<Trend>, ApiError> {
    let found = app.figures.counted()?.trends(days, figures::names::LIMIT);
    let names = names::of(&app.store, &app.figures, days, &found).await?;
    let named = found.iter().zip(names);
    Ok(named.filter_map(|((trend, _), name)| Some(tell(trend, &name?, days))).collect())
}

fn tell(trend: &answers::Trend, name: &Name, days: DayRange) -> Trend {
    let source = |article: &Stored| Source { outlet: article.outlet_name.clone(), url: article.url.clone() };
    let story = to_hex(&trend.story);
    Trend {
        title: name.title().to_owned(),
        description: name.description().to_owned(),
        signal_strength: trend.signal_strength,
        category: trend.category.map_or(UNCATEGORISED, |category| category.name()),
        article_count: trend.article_count,
        representative_articles: name.representatives().map(Headline::from).collect(),
        stage: trend.stage.name(),
        momentum: trend.momentum.name(),
        outlet_families: trend.standing.families,
        first_date: trend.standing.life.first().to_string(),
        last_date: trend.standing.life.last().to_string(),
        title_source: source(name.title_from()),
        description_source: source(name.description_from()),
        query: FeedQuery::of(days).with("story", &story).to_string(),
        story_id: story,
    }
}

pub fn table(trends: &[Trend]) -> Table {
    let columns = vec![
        "title",
        "description",
        "signal_strength",
        "category",
        "article_count",
        "stage",
        "momentum",
        "outlet_families",
        "first_date",
        "last_date",
        "story_id",
        "query",
    ];
    let row = |trend: &Trend| {
        vec![
            trend.title.clone(),
            trend.description.clone(),
            trend.signal_strength.to_string(),
            trend.category.to_owned(),
            trend.article_count.to_string(),
            trend.stage.to_owned(),
            trend.momentum.to_owned(),
            trend.outlet_families.to_string(),
            trend.first_date.clone(),
            trend.last_date.clone(),
            trend.story_id.clone(),
            trend.query.clone(),
        ]
    };
    Table { columns, rows: trends.iter().map(row).collect() }
}
