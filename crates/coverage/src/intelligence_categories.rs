//! GET /intelligence/categories: how the stories of the days spread over the subjects.

use std::cmp::Reverse;

use domain::{Category, DayRange};
use indices::answers::percentages;
use schemars::JsonSchema;
use search::UNCATEGORISED;
use serde::Serialize;

use crate::explain::FeedQuery;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct GetCategories;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CategoryDistribution")]
pub struct Distribution {
    pub categories: Vec<CategoryShare>,
    /// The sum of the counts.
    pub total_trends: i64,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct CategoryShare {
    /// Other: of no category.
    pub name: &'static str,
    /// Stories with two articles or more in the range, not all of them sponsored, whose commonest category this is there:
    /// the trends of the range.
    pub count: i64,
    /// Percent of all such stories; together 100.
    pub pct: f64,
    /// Articles on this subject; an article may be on several.
    pub article_count: i64,
    /// The call that lists these articles.
    pub query: String,
    /// The call that lists these stories; its header X-Service-Total is `count`.
    pub trends_query: String,
}

impl Operation for GetCategories {
    const ID: &'static str = "getCategories";
    const ROUTE: Route = Route::get("/intelligence/categories");
    const SUMMARY: &'static str = "How the stories of the days spread over the categories.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/categories");
    type Request = DayRange;
    type Response = Distribution;

    fn read(from: &mut ParamReader) -> Result<DayRange, ApiError> {
        from.days()
    }

    fn kept(days: &DayRange, _: &RequestContext) -> Option<String> {
        Some(format!("{} {}", days.first(), days.last()))
    }

    async fn answer(app: &App, _: &RequestContext, days: DayRange) -> Result<Reply<Distribution>, ApiError> {
        Ok(distribution(app, days)?.into())
    }

    fn table(answer: &Distribution) -> Option<Table> {
        Some(Table::of(
            &["name", "count", "pct", "article_count", "query", "trends_query"],
            &answer.categories,
        ))
    }
}

/// Categories with a story or an article in the range, most stories first.
pub fn distribution(app: &App, days: DayRange) -> Result<Distribution, ApiError> {
    let (stories, articles, without) = app
        .figures
        .counted()?
        .ask(|cube| (cube.stories_by_category(days), cube.by_category(days), cube.uncategorised(days).count));
    let stories_of = |category: Option<Category>| {
        stories.iter().find(|(other, _)| *other == category).map_or(0, |(_, count)| *count)
    };
    let articles_of = |category: Option<Category>| match category {
        None => without,
        Some(category) => {
            articles.iter().find(|(other, _)| *other == category).map_or(0, |(_, tally)| tally.count)
        }
    };
    let mut rows: Vec<(i64, i64, &'static str)> = Category::ALL
        .iter()
        .map(|category| Some(*category))
        .chain([None])
        .map(|category| {
            let name = category.map_or(UNCATEGORISED, |category| category.name());
            (stories_of(category), articles_of(category), name)
        })
        .filter(|(stories, articles, _)| *stories > 0 || *articles > 0)
        .collect();
    rows.sort_by_key(|(stories, articles, name)| (Reverse(*stories), Reverse(*articles), *name));
    let counts: Vec<i64> = rows.iter().map(|(stories, _, _)| *stories).collect();
    let shares = rows.iter().zip(percentages(&counts)).map(|((count, article_count, name), pct)| {
        let query = FeedQuery::of(days).with("category", name).to_string();
        let trends_query = FeedQuery::of(days).with("category", name).on("/trends");
        CategoryShare { name, count: *count, pct, article_count: *article_count, query, trends_query }
    });
    Ok(Distribution { categories: shares.collect(), total_trends: counts.iter().sum() })
}
