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
use crate::trends_request::Request;
use figures::names;
use figures::names::{Name, Unnamed};
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, Paging, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetTrends;

/// One of the stories with most evidence.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Trend {
    /// A headline of its own articles: early reports of outlets that others follow come first.
    pub title: String,
    /// Whole sentences of the same article, or of one that agrees with the title in names and numbers; empty where there
    /// are none.
    pub description: String,
    /// 0 to 100 by its rank among the stories of the last 90 days, on a scale on which each halving of the rank is worth
    /// the same; held down where few families report on their own.
    #[schemars(range(min = 0, max = 100))]
    pub signal_strength: f64,
    pub category: &'static str,
    /// Its articles in the range.
    pub article_count: i64,
    /// The most central ones, each of another outlet family, none of them sponsored.
    pub representative_articles: Vec<Headline>,
    /// How much of the panel of outlet families reports it on its own.
    #[schemars(extend("enum" = ["early", "emerging", "strong"]))]
    pub stage: &'static str,
    /// Its latest attention against that of stories of the same age.
    #[schemars(extend("enum" = ["accelerating", "steady", "fading"]))]
    pub momentum: &'static str,
    /// Distinct outlet families that carry it.
    pub outlet_families: usize,
    /// Those that say more than an earlier article said.
    pub independent_families: usize,
    /// How early these families report what others report too, on average: 0.5 last, 1 average, 1.5 first.
    pub authority: f64,
    /// Its attention against all attention of a usual day: 0.1 is a tenth of one.
    pub volume: f64,
    /// Its rank by evidence among `ranked_stories`, the stories that began in the 90 days up to the end.
    pub rank: usize,
    pub ranked_stories: usize,
    /// First and last day on which it has articles, before the range or in it.
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
#[schemars(rename = "ArticleLink")]
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
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("");
    type Request = Request;
    type Response = Vec<Trend>;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        Request::read(from)
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.names()
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        request.kept(ask.now.day())
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<Vec<Trend>>, ApiError> {
        let (trends, paging) = page(app, &request).await?;
        Ok(Reply { paging, ..trends.into() })
    }

    fn table(trends: &Vec<Trend>) -> Option<Table> {
        Some(table(trends))
    }
}

/// The strongest trends of the days, strongest first.
pub async fn trends(app: &App, days: DayRange) -> Result<Vec<Trend>, ApiError> {
    Ok(page(app, &Request::of(days)).await?.0)
}

/// Those that are asked for, and where they stand in the list.
pub async fn page(app: &App, request: &Request) -> Result<(Vec<Trend>, Paging), ApiError> {
    let (found, paging) = request.find(app).await?;
    let unnamed: Vec<Unnamed> = found.iter().map(Unnamed::from).collect();
    let names = names::of(&app.store, &app.figures, request.days, &unnamed).await?;
    let named = found.iter().zip(names);
    let told = named.filter_map(|((trend, _), name)| Some(tell(trend, &name?, request.days)));
    Ok((told.collect(), paging))
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
        independent_families: trend.standing.own_families,
        authority: rounded(trend.standing.weighed_families / trend.standing.own_families.max(1) as f64),
        volume: rounded(trend.standing.volume),
        rank: trend.rank,
        ranked_stories: trend.ranked,
        first_date: trend.standing.life.first().to_string(),
        last_date: trend.standing.life.last().to_string(),
        title_source: source(name.title_from()),
        description_source: source(name.description_from()),
        query: FeedQuery::of(days).with("story", &story).to_string(),
        story_id: story,
    }
}

/// Four places.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

pub fn table(trends: &[Trend]) -> Table {
    Table::of(
        &[
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
            "independent_families",
            "authority",
            "volume",
            "rank",
            "ranked_stories",
        ],
        trends,
    )
}
