//! What the coverage is about: the strongest stories of the last days, with those who tell them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::{DayRange, Instant};

use super::{api_call, unless_waiting};
use crate::pages::reply;
use crate::pages::reply::Trouble;
use crate::pages::{days_to, is_web_address, visitor};
use coverage::trends;
use coverage::trends::Trend;
use interface::App;
use runtime::error::ApiError;

/// Days that are looked at, today among them.
const DAYS: i64 = 7;
/// Stories of the page and of its file; the API has more.
const SHOWN: usize = 8;
/// A description is cut here, at a word.
const DESCRIPTION_CHARS: usize = 320;

pub struct Stories {
    pub stories: Vec<Story>,
    pub days: DayRange,
    pub call: String,
}

pub struct Story {
    pub title: String,
    pub description: String,
    /// Whose words the description is.
    pub words_of: String,
    pub strength: String,
    pub stage: &'static str,
    pub momentum: &'static str,
    pub category: &'static str,
    pub items: i64,
    pub families: usize,
    pub articles: Vec<Article>,
}

pub struct Article {
    pub title: String,
    pub outlet: String,
    pub date: String,
    /// Empty where the address is not of the web.
    pub url: String,
}

pub async fn stories(app: &App, now: Instant) -> Result<Option<Stories>, ApiError> {
    let days = days_to(now.day(), DAYS);
    let Some(told) = unless_waiting(trends::trends(app, days).await)? else { return Ok(None) };
    if told.is_empty() {
        return Ok(None);
    }
    let stories = told.into_iter().take(SHOWN).map(story).collect();
    Ok(Some(Stories { stories, days, call: api_call(app, "/trends", days) }))
}

fn story(trend: Trend) -> Story {
    let article = |headline: coverage::article::Headline| Article {
        date: headline.date.get(..10).unwrap_or_default().to_owned(),
        url: if is_web_address(&headline.url) { headline.url } else { String::new() },
        title: headline.title,
        outlet: headline.outlet,
    };
    Story {
        description: cut(&trend.description),
        words_of: trend.description_source.outlet,
        strength: format!("{:.0}", trend.signal_strength),
        stage: trend.stage,
        momentum: trend.momentum,
        category: trend.category,
        items: trend.article_count,
        families: trend.outlet_families,
        articles: trend.representative_articles.into_iter().map(article).collect(),
        title: trend.title,
    }
}

fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(DESCRIPTION_CHARS) else { return text.to_owned() };
    let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!("{} …", text[..end].trim_end())
}

pub async fn csv(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Trouble> {
    let mut told = trends::trends(&app, days_to(visitor(&app).now.day(), DAYS)).await?;
    told.truncate(SHOWN);
    Ok(reply::csv(&trends::table(&told), "trends.csv", &asked))
}
