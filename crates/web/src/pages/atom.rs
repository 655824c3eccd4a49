//! Articles as an Atom feed (RFC 4287), for readers of feeds.

use std::sync::Arc;

use alerts::feeds::atom::{AtomEntry, AtomFeed};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use coverage::article::Article;
use coverage::feed::SearchArticles;
use coverage::snippets::Wanted;

use super::asked::{Asked, ask};
use super::reply::{self, Trouble};
use super::story;
use super::{search_days, visitor};
use crate::http::answer;
use interface::{Answer, App, Paging};

/// Entries of a feed, and characters of each summary.
const MAX_ENTRIES: &str = "20";
const MAX_SUMMARY: usize = 300;

/// The newest articles of a search, by the parameters of its page.
pub async fn search(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let query = search_days::with_days(&app, &asked)?;
    let kept = query.iter().filter(|(name, _)| !["page", "limit", "cursor", "sort"].contains(&name.as_str()));
    let mut query: Vec<(&str, &str)> = kept.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    query.push(("limit", MAX_ENTRIES));
    let found = ask::<SearchArticles>(&app, &visitor(&app), &[], &query).await?;
    let articles: Vec<Article> = found.data.into_iter().map(|row| row.article).collect();
    let title = asked.get("keyword").map_or("Articles".to_owned(), |keyword| format!("Articles: {keyword}"));
    let address = asked.with(&[], &[]).replacen("/search.atom", "/search", 1);
    Ok(feed(&app, &title, &address, &articles, &asked.headers))
}

pub async fn story(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, Trouble> {
    let (found, life) = story::find(&app, &id, None).await?;
    let articles = story::articles(&app, &found, life).await?;
    Ok(feed(&app, &found.title, &format!("/stories/{}", found.story_id), &articles, &asked.headers))
}

fn feed(app: &App, title: &str, address: &str, articles: &[Article], asked: &HeaderMap) -> Response {
    let base = app.config.public_base();
    let now = app.clock.now().rfc3339();
    let updated = articles.first().map_or(now.as_str(), |article| &article.date);
    let page = format!("{base}{address}");
    let links: Vec<String> =
        articles.iter().map(|article| format!("{base}/articles/{}", article.id)).collect();
    let entries = articles.iter().zip(&links).map(|(article, link)| {
        let summary = Wanted::default().snippet(&article.content, MAX_SUMMARY);
        AtomEntry {
            id: link.clone(),
            title: &article.title,
            date: &article.date,
            link,
            author: &article.outlet,
            categories: Vec::new(),
            summary: Some(summary.into_iter().map(|stretch| stretch.text).collect()),
        }
    });
    let text = AtomFeed { id: &page, title, updated, page: &page }.written(entries);
    let answer = Answer {
        status: 200,
        content_type: "application/atom+xml; charset=utf-8",
        body: text.into(),
        charged: false,
        fresh_for_s: reply::FRESH_FOR_S,
        paging: Paging::default(),
    };
    answer::response(answer, true, asked)
}
