//! The newest articles of a question, as /feed lists them.

use coverage::feed::SearchArticles;

use super::asked::ask;
use super::parts::{ArticleRow, Articles};
use super::period::Period;
use super::visitor;
use interface::App;
use runtime::error::ApiError;

/// Articles that are listed; the search has all.
const MAX_ARTICLES: &str = "10";

pub async fn newest_articles(
    app: &App,
    period: &Period,
    filters: &[(&str, &str)],
) -> Result<Articles, ApiError> {
    let (first, last) = period.parameters();
    let mut query = vec![("startDate", first.as_str()), ("endDate", last.as_str()), ("limit", MAX_ARTICLES)];
    query.extend(filters);
    let found = ask::<SearchArticles>(app, &visitor(app), &[], &query).await?;
    let row = |row: coverage::feed::FeedArticle| ArticleRow::of_article(&row.article, period);
    Ok(Articles { rows: found.data.into_iter().map(row).collect() })
}
