//! One story: what happened and who says so, day by day, who told it first and how it spread, and what it belongs to.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{Redirect, Response};
use coverage::article::Article;
use coverage::explain::FeedQuery;
use coverage::feed::SearchArticles;
use coverage::narrative::GetNarrative;
use coverage::story::{GetStory, Story};
use domain::{Day, DayRange};

use super::asked::{Asked, DAYS, address, ask};
use super::course::{CountedDay, Course};
use super::frame::Frame;
use super::links;
use super::parts::{
    ArticleRow, Articles, Names, Stories, StoryCard, minute, same_owner, tone_class, web_address,
};
use super::period::{Period, signed};
use super::plot::Figure;
use super::reply::Trouble;
use super::visitor;
use crate::texts::{Markup as _, nouns, say};
use interface::App;
use runtime::error::ApiError;

/// Articles of the page; the search has all.
const MAX_ARTICLES: &str = "100";
/// Names and neighbouring stories that are shown.
const MAX_NAMES: usize = 12;
const MAX_NEIGHBOURS: usize = 6;

#[derive(Template)]
#[template(path = "story.html")]
struct StoryPage {
    frame: Frame,
    story: Story,
    /// Where the title and the sentences were published; empty where the address is not of the web.
    title_url: String,
    description_url: String,
    count_href: String,
    tone: String,
    tone_class: &'static str,
    attention: Figure,
    tones: Option<Figure>,
    spread: Vec<Teller>,
    companies: Names,
    assets: Names,
    narratives: Names,
    neighbours: Stories,
    articles: Articles,
    api: String,
}

impl StoryPage {
    fn has_owners(&self) -> bool {
        self.spread.iter().any(|teller| !teller.same_owner.is_empty())
    }
}

/// An outlet by when it first told the story.
struct Teller {
    outlet: String,
    href: String,
    family: String,
    /// The others in the story that have the same owner.
    same_owner: String,
    at: String,
    count: usize,
    count_href: String,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    let (story, life) = find(&app, &id, asked.get("endDate")).await?;
    let period = Period::fixed(life);
    let articles = articles(&app, &story, life).await?;
    let narrow = |query: FeedQuery| query.with("story", &story.story_id);
    let last = asked.get("endDate").map(|last| ("endDate", last));
    let call = address(&format!("/stories/{}", story.story_id), last);
    let api = format!("GET {}{call}", app.config.public_base());
    let day = |day: &coverage::story::StoryDay| CountedDay::new(&day.date, day.article_count, day.tone);
    let course = Course {
        asked: &asked,
        period: &period,
        days: story.timeline.iter().filter_map(day).collect(),
        narrow: &narrow,
        call: api.clone(),
        prices: HashMap::new(),
    };
    let (attention, tones) = (course.attention(), course.tone());
    let named = |kind: &str| most_named(&articles, kind);
    let description = say!(
        "{}: {}, {} to {}.",
        story.title,
        nouns::articles(story.article_count),
        life.first(),
        life.last()
    );
    let page = StoryPage {
        frame: Frame::new(&app, "", story.title.clone(), description).await?,
        title_url: web_address(&story.title_source.url),
        description_url: story.description.as_ref().map_or(String::new(), |one| web_address(&one.url)),
        count_href: links::articles(&story.query),
        tone: story.tone.map_or("–".into(), signed),
        tone_class: story.tone.map_or("dim", tone_class),
        spread: spread(&articles, &story, life, &period),
        companies: Names::of("companies", named("company").iter().map(String::as_str), &period),
        assets: Names::of("assets", named("asset").iter().map(String::as_str), &period),
        narratives: Names::by_id(
            "narratives",
            story.narratives.iter().map(|one| (one.id.as_str(), one.name.as_str())),
            &period,
        ),
        neighbours: neighbours(&app, &story, life).await?,
        articles: Articles {
            rows: articles.iter().map(|article| ArticleRow::of_article(article, &period)).collect(),
        },
        attention,
        tones,
        story,
        api,
    };
    let figures: Vec<&Figure> = std::iter::once(&page.attention).chain(&page.tones).collect();
    asked.reply(&page, &figures)
}

/// All of them are listed where the coverage of a period is told; the days of the address are kept.
pub async fn list(asked: Asked) -> Redirect {
    let days = asked.query.iter().filter(|(name, _)| DAYS.contains(&name.as_str()));
    let days = days.map(|(name, value)| (name.as_str(), value.as_str()));
    Redirect::to(&format!("{}#stories", address("/dashboard", days)))
}

/// The story and the days on which it has articles, up to a last one where that is asked for.
pub async fn find(app: &App, id: &str, last: Option<&str>) -> Result<(Story, DayRange), ApiError> {
    let query: Vec<(&str, &str)> = last.map(|last| ("endDate", last)).into_iter().collect();
    let story = ask::<GetStory>(app, &visitor(app), &[("id", id)], &query).await?;
    let day = |text: &str| Day::parse(text).unwrap_or(app.clock.now().day());
    let life = DayRange::inclusive(day(&story.first_date), day(&story.last_date));
    let life = life.unwrap_or(DayRange::single(day(&story.first_date)));
    Ok((story, life))
}

/// Newest first.
pub async fn articles(app: &App, story: &Story, life: DayRange) -> Result<Vec<Article>, ApiError> {
    let (first, last) = (life.first().to_string(), life.last().to_string());
    let query = [
        ("startDate", first.as_str()),
        ("endDate", &last),
        ("story", &story.story_id),
        ("limit", MAX_ARTICLES),
    ];
    let found = ask::<SearchArticles>(app, &visitor(app), &[], &query).await?;
    Ok(found.data.into_iter().map(|row| row.article).collect())
}

fn most_named(articles: &[Article], kind: &str) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for named in articles.iter().flat_map(|article| &article.mentions).filter(|named| named.kind == kind) {
        *counts.entry(named.name.as_str()).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    counts.into_iter().take(MAX_NAMES).map(|(name, _)| name.to_owned()).collect()
}

fn spread(articles: &[Article], story: &Story, life: DayRange, period: &Period) -> Vec<Teller> {
    let mut tellers: Vec<Teller> = Vec::new();
    for article in articles.iter().rev() {
        match tellers.iter_mut().find(|teller| teller.outlet == article.outlet) {
            Some(teller) => teller.count += 1,
            None => {
                let query =
                    FeedQuery::of(life).with("outlet", &article.outlet).with("story", &story.story_id);
                tellers.push(Teller {
                    outlet: article.outlet.clone(),
                    href: links::named("outlets", &article.outlet, period),
                    family: article.outlet_family.clone(),
                    same_owner: String::new(),
                    at: minute(&article.date),
                    count: 1,
                    count_href: links::articles(&query.to_string()),
                });
            }
        }
    }
    let families: Vec<(String, String)> =
        tellers.iter().map(|teller| (teller.outlet.clone(), teller.family.clone())).collect();
    for teller in &mut tellers {
        teller.same_owner = same_owner(&teller.outlet, &teller.family, &families);
    }
    tellers
}

/// Other stories of its narratives.
async fn neighbours(app: &App, story: &Story, life: DayRange) -> Result<Stories, ApiError> {
    let (first, last) = (life.first().plus(-14).to_string(), life.last().plus(14).to_string());
    let mut cards: Vec<StoryCard> = Vec::new();
    for narrative in &story.narratives {
        let query = [("startDate", first.as_str()), ("endDate", last.as_str())];
        let found = ask::<GetNarrative>(app, &visitor(app), &[("id", &narrative.id)], &query).await;
        let Ok(found) = found else { continue };
        let others = found.narrative.stories.into_iter().filter(|one| one.story_id != story.story_id);
        for other in others.map(StoryCard::from) {
            if !cards.iter().any(|card| card.href == other.href) {
                cards.push(other);
            }
        }
    }
    cards.truncate(MAX_NEIGHBOURS);
    Ok(Stories { cards })
}
