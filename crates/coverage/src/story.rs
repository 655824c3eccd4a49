//! GET /stories/{id}: one story, in the words of its articles, day by day, and the themes that it belongs to.

use domain::hash::{from_hex, to_hex};
use domain::{Day, DayRange, DocumentId};
use indices::cube::StoryInRange;
use indices::narratives::{Membership, StoryPart};
use schemars::JsonSchema;
use serde::Serialize;

use crate::article::Headline;
use crate::explain::FeedQuery;
use crate::narratives::rounded;
use crate::story_lines::Sentence;
use figures::names;
use figures::names::Unnamed;
use figures::whole;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Articles that are listed at most, the newest ones; `query` lists all.
const ARTICLES: usize = 200;

pub struct GetStory;

pub struct Request {
    id: String,
    /// Nothing after it is looked at.
    last: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
pub struct Story {
    /// The story that the id stands for; one that was joined to another leads there.
    pub story_id: String,
    /// A headline of its own articles.
    pub title: String,
    pub title_source: crate::trends::Source,
    /// Whole sentences of one article, and whose they are; null where no article has any.
    pub description: Option<Sentence>,
    #[schemars(extend("format" = "date"))]
    pub first_date: String,
    #[schemars(extend("format" = "date"))]
    pub last_date: String,
    pub article_count: i64,
    /// Distinct outlet families that carry it, and those that say more than an earlier article said.
    pub outlet_families: usize,
    pub independent_families: usize,
    /// Mean tone of its articles, from -1 to 1.
    pub tone: Option<f64>,
    pub category: &'static str,
    /// The themes that it belongs to: none, one or two.
    pub narratives: Vec<NarrativeLink>,
    /// Days with articles, in order.
    pub timeline: Vec<StoryDay>,
    /// Its articles, newest first, 200 at most.
    pub articles: Vec<Headline>,
    /// The call that lists all of them.
    pub query: String,
}

/// A narrative by its name.
#[derive(Clone, Serialize, JsonSchema)]
pub struct NarrativeLink {
    pub id: String,
    pub name: String,
}

#[derive(Serialize, JsonSchema)]
pub struct StoryDay {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub article_count: i64,
    pub tone: Option<f64>,
    /// Distinct outlet families on the day.
    pub outlet_families: usize,
    pub query: String,
}

impl Operation for GetStory {
    const ID: &'static str = "getStory";
    const ROUTE: Route = Route::get("/stories/{id}");
    const SUMMARY: &'static str =
        "One story: title, sentences with sources, days, articles, and its narratives.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/articles");
    const STATUSES: &'static [(u16, &'static str)] =
        &[(404, "No story has this id, or none of its articles by then.")];
    type Request = Request;
    type Response = Story;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let id = from.segment("id", "The id of a story; one that was joined to another leads there.");
        let last =
            from.optional_day("endDate", "Only what was published up to this day, UTC (YYYY-MM-DD).")?;
        Ok(Request { id, last })
    }

    async fn answer(app: &App, _: &RequestContext, ask: Request) -> Result<Reply<Story>, ApiError> {
        let nothing = || ApiError::new(Code::NotFound, "There is no story with this id.");
        let last = ask.last.unwrap_or(Day::MAX);
        let until = DayRange::inclusive(Day::MIN, last).ok_or_else(nothing)?;
        let id = app.store.documents.current_story(&ask.id.to_ascii_lowercase()).await?;
        let story: [u8; 16] = from_hex(&id).ok_or_else(nothing)?;
        app.figures.counted()?;
        let counted = app.figures.ask_narratives(|cube, narratives| {
            let days = |standing: &StoryInRange| -> Vec<_> {
                let rows = cube.story_rows(story, standing.life);
                rows.map(|(day, row)| (day, row.tally, row.families)).collect()
            };
            let standing = cube.story(story, until).map(|standing| (days(&standing), standing));
            (standing, narratives.membership(story))
        });
        let (standing, membership) = counted;
        let mut since = app.figures.unchanged_since(&[story])[0];
        let (days, standing) = match standing {
            Some(found) => found,
            None => {
                let alone = alone(app, story, until).await?.ok_or_else(nothing)?;
                since = app.figures.day_unchanged_since(alone.life.first());
                (vec![(alone.life.first(), alone.tally, alone.families)], alone)
            }
        };
        let unnamed = Unnamed { story, life: standing.life, since };
        let name = names::of(&app.store, &app.figures, standing.life, &[unnamed]).await?.pop().flatten();
        let name = name.ok_or_else(nothing)?;
        let listed = app.store.documents.of_story(&id, standing.life, ARTICLES).await?;
        let ids: Vec<DocumentId> = listed.into_iter().map(|(id, _)| id).collect();
        let articles = app.store.documents.headlines(&ids).await?;
        let (title, told) = (name.title_from(), name.description_from());
        let story_day = |(day, tally, families): &(Day, indices::Tally, usize)| StoryDay {
            date: day.to_string(),
            article_count: tally.count,
            tone: tally.mean_tone().map(|tone| rounded(tone, 1e4)),
            outlet_families: *families,
            query: FeedQuery::of_day(*day).with("story", &id).to_string(),
        };
        Ok(Story {
            title: name.title().to_owned(),
            title_source: crate::trends::Source { outlet: title.outlet_name.clone(), url: title.url.clone() },
            description: Some(name.description()).filter(|text| !text.is_empty()).map(|text| Sentence {
                text: text.to_owned(),
                outlet: told.outlet_name.clone(),
                url: told.url.clone(),
                date: told.published_at.rfc3339(),
            }),
            first_date: standing.life.first().to_string(),
            last_date: standing.life.last().to_string(),
            article_count: standing.tally.count,
            outlet_families: standing.families,
            independent_families: standing.own_families,
            tone: standing.tally.mean_tone().map(|tone| rounded(tone, 1e4)),
            category: standing.category.map_or(search::UNCATEGORISED, |category| category.name()),
            narratives: links(app, membership),
            timeline: days.iter().map(story_day).collect(),
            articles: articles.iter().map(Headline::from).collect(),
            query: FeedQuery::of(standing.life).with("story", &id).to_string(),
            story_id: id,
        }
        .into())
    }

    /// The articles.
    fn table(story: &Story) -> Option<Table> {
        Some(Table::of(&["Title", "Date", "URL", "Outlet", "Sentiment"], &story.articles))
    }
}

/// The narratives of a membership that are not muted.
pub fn links(app: &App, membership: Membership) -> Vec<NarrativeLink> {
    let infos = app.figures.narratives.infos();
    let ids = [membership.first, membership.second].into_iter().flatten();
    let known = ids.filter_map(|id| infos.get(&id)).filter(|info| !info.muted);
    known.map(|info| NarrativeLink { id: to_hex(&info.id), name: info.name.clone() }).collect()
}

/// A story's part of some days, where it has any.
pub async fn part(app: &App, story: [u8; 16], days: DayRange) -> Result<Option<StoryPart>, ApiError> {
    let standing = match app.figures.ask(|cube| cube.story(story, days)) {
        Some(standing) => Some(standing),
        None => alone(app, story, days).await?,
    };
    Ok(standing.map(|standing| StoryPart { story, tally: standing.tally, days: standing.life }))
}

/// A story of a single article lies in memory on no day: the store knows its day, and that is looked at as a whole.
async fn alone(app: &App, story: [u8; 16], days: DayRange) -> Result<Option<StoryInRange>, ApiError> {
    let articles = app.store.documents.of_story(&to_hex(&story), days, 2).await?;
    let [(_, at)] = articles[..] else { return Ok(None) };
    let mut standing = None;
    whole::each(&app.store, &app.figures, DayRange::single(at.day()), |page| {
        standing = app.figures.ask(|cube| cube.story_of_one_day(page.first()?, story, days));
    })
    .await?;
    Ok(standing)
}
