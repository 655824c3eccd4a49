//! One article: what was read in it, the story it belongs to, and what is like it. The text itself stays where it was
//! published; a beginning is shown.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use coverage::article::{Article, Named};
use coverage::one_article::GetArticle;
use coverage::similar_articles::SimilarArticles;
use coverage::snippets::Wanted;
use domain::{Day, DayRange};

use super::asked::{Asked, ask};
use super::frame::Frame;
use super::links;
use super::parts::{
    ArticleRow, Articles, Names, Stories, StoryCard, minute, sentiment_class, titled, web_address,
};
use super::period::{Period, signed};
use super::reply::Trouble;
use super::visitor;
use crate::texts::{Markup as _, t};
use interface::App;

/// Characters of the beginning.
const MAX_LEAD: usize = 500;
const MAX_SIMILAR: &str = "8";

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage {
    frame: Frame,
    article: Article,
    title: String,
    url: String,
    at: String,
    class: &'static str,
    lead: String,
    outlet_href: String,
    categories: Vec<(&'static str, String)>,
    named: Vec<NamedShown>,
    story: Stories,
    narratives: Names,
    similar: Articles,
    api: String,
}

struct NamedShown {
    name: String,
    kind: &'static str,
    /// Empty where there is no page of it.
    href: String,
    tone: String,
    class: &'static str,
}

pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    let found = ask::<GetArticle>(&app, &visitor(&app), &[("id", &id)], &[]).await?;
    let article = found.article;
    let day = article.date.get(..10).and_then(|text| Day::parse(text).ok()).unwrap_or(app.clock.now().day());
    // What surrounds it: the days up to it.
    let around = DayRange::inclusive(day.plus(-29), day).unwrap_or(DayRange::single(day));
    let period = Period::fixed(around);
    let query = [("limit", MAX_SIMILAR)];
    let similar = ask::<SimilarArticles>(&app, &visitor(&app), &[("id", &id)], &query).await?;
    let named = |one: &Named| NamedShown {
        href: match one.kind {
            "company" => links::named("companies", &one.name, &period),
            "asset" => links::named("assets", &one.name, &period),
            _ => String::new(),
        },
        name: one.name.clone(),
        kind: t(one.kind),
        tone: one.tone.map_or(String::new(), signed),
        class: one.sentiment.map_or("dim", sentiment_class),
    };
    let lead = Wanted::default().snippet(&article.content, MAX_LEAD);
    let subject = |name: &'static str| {
        let query = coverage::explain::FeedQuery::of(around).with("category", name);
        (t(name), links::articles(&query.to_string()))
    };
    let title = titled(&article.title);
    let description = format!("{title}, {}", article.outlet);
    let page = ArticlePage {
        frame: Frame::new(&app, "", title.clone(), description).await?,
        url: web_address(&article.url),
        at: minute(&article.date),
        class: sentiment_class(article.sentiment),
        lead: lead.into_iter().map(|stretch| stretch.text).collect(),
        outlet_href: links::named("outlets", &article.outlet, &period),
        categories: article.categories.iter().map(|one| subject(one.name)).collect(),
        named: article.mentions.iter().map(named).collect(),
        story: Stories { cards: found.story.into_iter().map(StoryCard::from).collect() },
        narratives: Names::by_id(
            "narratives",
            found.narratives.iter().map(|one| (one.id.as_str(), one.name.as_str())),
            &period,
        ),
        similar: Articles { rows: similar.iter().map(|one| ArticleRow::of(&one.article, &period)).collect() },
        api: format!("GET {}/articles/{}", app.config.public_base(), article.id),
        title,
        article,
    };
    asked.reply(&page, &[])
}
