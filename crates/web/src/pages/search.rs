//! Search for people: the same question as /feed, with what the matches are, by day and by every filter.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use coverage::article::Article;
use coverage::explain::FeedQuery;
use coverage::facets::{self, Candidates, Facet, FacetValue};
use coverage::feed::SearchArticles;
use coverage::snippets::{Stretch, Wanted};
use domain::DayRange;
use domain::hash::from_hex;
use figures::directory::Directory;
use interface::names::AskedName;
use interface::{App, Operation, ParamReader, Table};
use runtime::error::ApiError;
use serde_json::Map;

use super::asked::{Asked, address, ask};
use super::chips::Chips;
use super::course::{CountedDay, Course};
use super::frame::Frame;
use super::parts::{ArticleRow, titled};
use super::period::Period;
use super::plot::Figure;
use super::reply::{self, Trouble};
use super::{search_days, story, visitor};
use crate::texts::{Markup as _, say, t, told};

/// Articles of a page, and pages that anyone may turn; the API has all.
const PER_PAGE: u32 = 20;
const MAX_PER_PAGE: u32 = 100;
const MAX_PAGE: u64 = 10;
/// Rows of the file.
const MAX_CSV: &str = "100";
/// Characters of the text that are shown of each.
const MAX_SNIPPET: usize = 240;
/// What narrows a search, as /feed names it, and how people call it.
const FILTERS: [(&str, &str); 18] = [
    ("sentiment", "Tone"),
    ("category", "Subject"),
    ("company", "Company"),
    ("asset", "Asset"),
    ("outlet", "Outlet"),
    ("kind", "Kind"),
    ("cohort", "Role"),
    ("language", "Language"),
    ("country", "Country"),
    ("story", "Story"),
    ("narrative", "Narrative"),
    ("aboutCompany", "Spoken of"),
    ("aboutAsset", "Spoken of"),
    ("minTone", "Tone from"),
    ("maxTone", "Tone up to"),
    ("since", "Published after"),
    ("until", "Published before"),
    ("duplicates", "Near-copies"),
];
/// What shapes an answer for programs; a page has one shape.
const FOR_PROGRAMS: [&str; 4] = ["cursor", "fields", "statements", "highlights"];
/// What turns the pages of the list.
const PAGING: [&str; 4] = ["page", "limit", "cursor", "sort"];

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    period: Period,
    keyword: String,
    /// What the form keeps beside the keyword.
    kept: Vec<(String, String)>,
    chips: Chips,
    /// Why it could not be searched.
    error: String,
    found: Option<Found>,
    csv: String,
    atom: String,
    call: String,
    /// None where a Space could not hold it.
    space: Option<String>,
    alert: Option<String>,
}

struct Found {
    total: u64,
    rows: Vec<Row>,
    timeline: Figure,
    facets: Vec<FacetShown>,
    newer: Option<String>,
    older: Option<String>,
    page: u64,
    pages: u64,
    /// Orders that can be had: words, address, and whether it is this one.
    orders: Vec<(&'static str, String, bool)>,
}

struct Row {
    article: ArticleRow,
    title: Vec<Stretch>,
    snippet: Vec<Stretch>,
    /// The others of the page that tell the same story.
    copies: Vec<ArticleRow>,
    story: Option<String>,
}

impl Found {
    /// Whether a further value would widen the search rather than narrow it.
    fn has_set(&self) -> bool {
        self.facets.iter().flat_map(|facet| &facet.values).any(|value| value.is_set)
    }
}

struct FacetShown {
    name: &'static str,
    values: Vec<ValueShown>,
}

struct ValueShown {
    text: String,
    count: u64,
    /// Articles that it would add beside what is set; fewer than none where one more stands for several near-copies.
    adds: Option<i64>,
    href: String,
    is_set: bool,
}

pub async fn page(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let known = known_names(&app, &asked);
    if known != asked.query {
        let pairs = known.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        return Ok(Redirect::to(&address(&asked.path, pairs)).into_response());
    }
    let period = search_days::period(&app, &asked)?;
    let filters = search_days::filters(&asked);
    let (found, error) = match find(&app, &asked, &period).await {
        Ok(found) => (Some(found), String::new()),
        // What was typed can be mended on the page.
        Err(error) if error.code.status().is_client_error() => (None, told(&error.detail)),
        Err(error) => return Err(error.into()),
    };
    let keyword = asked.get("keyword").unwrap_or("").to_owned();
    let title = if keyword.is_empty() { t("Search").to_owned() } else { say!("Search: {}", keyword) };
    let titles = titles(&app, &filters).await;
    let is_kept = |(name, _): &&(String, String)| !["keyword", "page"].contains(&name.as_str());
    let kept = asked.query.iter().filter(is_kept).filter(|(_, value)| !value.is_empty()).cloned();
    let (first, last) = period.parameters();
    let feed = [("startDate", first.as_str()), ("endDate", last.as_str())];
    let feed = feed.into_iter().chain(filters.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let feed = feed.filter(|(name, _)| !["page", "sort"].contains(name));
    let page = SearchPage {
        frame: Frame::new(&app, "/search", title, t("Search the coverage of the digital-asset industry."))
            .await?,
        chips: Chips::of(&asked, &FILTERS, |name, value| {
            titles.get(value).map_or(shown_value(name, value), String::as_str).to_owned()
        }),
        kept: kept.collect(),
        error,
        csv: asked.with(&["page"], &[]).replacen("/search", "/search.csv", 1),
        atom: asked.with(&["page"], &[]).replacen("/search", "/search.atom", 1),
        call: format!("GET {}{}", app.config.public_base(), address("/feed", feed)),
        space: space(&asked, &filters, &period),
        alert: alert(&asked),
        found,
        keyword,
        period,
    };
    let figures: Vec<&Figure> = page.found.iter().map(|found| &found.timeline).collect();
    asked.reply(&page, &figures)
}

/// What was asked for under the names by which the page knows it: `q` is the keyword, `btc` is Bitcoin. What nobody knows
/// stays, to be refused.
fn known_names(app: &App, asked: &Asked) -> Vec<(String, String)> {
    let is_refused = |parameter: &str| {
        asked.query.iter().filter(|(name, _)| name == parameter).count() > coverage::filters::MAX_VALUES
    };
    let has_keyword = asked.get("keyword").is_some();
    let known = |(name, value): &(String, String)| {
        let directory = match name.as_str() {
            "q" if !has_keyword => return ("keyword".to_owned(), value.clone()),
            "company" => ("company", Directory::Companies),
            "asset" => ("asset", Directory::Assets),
            "outlet" => ("outlet", Directory::Outlets),
            _ => return (name.clone(), value.clone()),
        };
        // More than may be asked for are not looked up: each costs a walk through all names.
        let known = match is_refused(name) {
            true => None,
            false => AskedName::new(directory.0, directory.1, value).find(app),
        };
        (name.clone(), known.unwrap_or_else(|| value.clone()))
    };
    asked.query.iter().map(known).collect()
}

async fn find(app: &App, asked: &Asked, period: &Period) -> Result<Found, ApiError> {
    if let Some(name) = FOR_PROGRAMS.into_iter().find(|name| asked.get(name).is_some()) {
        let detail = format!("{name} is for programs that call /feed. Leave it out here.");
        return Err(ApiError::parameter(name, detail));
    }
    let turning =
        asked.query.iter().filter(|(name, value)| PAGING.contains(&name.as_str()) && !value.is_empty());
    let mut turning =
        ParamReader::new(SearchArticles::ROUTE, Vec::new(), turning.cloned().collect(), Map::new());
    let page = turning.integer("page", "", 1..=MAX_PAGE, 1)?;
    let per_page = turning.limit(PER_PAGE, MAX_PER_PAGE)?;
    let sort = turning.choice("sort", "", &["date", "oldest", "relevance"], None)?;
    // Without words nothing fits better than another.
    let sort = sort.filter(|sort| *sort != "relevance" || asked.get("keyword").is_some()).unwrap_or("date");
    let mut query = search_days::with_days(app, asked)?;
    query.retain(|(name, _)| !PAGING.contains(&name.as_str()));
    let (number, limit) = (page.to_string(), per_page.to_string());
    let paging = [("page", number.as_str()), ("limit", limit.as_str()), ("sort", sort)];
    let listing = query.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(paging);
    let listing: Vec<(&str, &str)> = listing.collect();
    let feed = ask::<SearchArticles>(app, &visitor(app), &[], &listing).await?;
    let (total, pages) = (feed.pagination.total, feed.pagination.total_pages.max(1));
    let articles: Vec<Article> = feed.data.into_iter().map(|row| row.article).collect();
    let mut reader = ParamReader::new(SearchArticles::ROUTE, Vec::new(), query.clone(), Map::new());
    let request = SearchArticles::read(&mut reader)?;
    let wanted = request.wanted();
    let named = |kind: &str| {
        let named = articles.iter().flat_map(|article| &article.mentions).filter(|one| one.kind == kind);
        named.map(|one| one.name.clone()).collect::<Vec<_>>()
    };
    let candidates = Candidates { companies: named("company"), assets: named("asset") };
    let matches = facets::matches(app, request, candidates).await?;
    let kept = |days: DayRange| {
        let (first, last) = (days.first().to_string(), days.last().to_string());
        asked.with(&["period", "startDate", "endDate", "page"], &[("startDate", &first), ("endDate", &last)])
    };
    let day = |day: &facets::MatchedDay| CountedDay { day: day.day, count: day.count as i64, tone: None };
    let unused = |query: FeedQuery| query;
    let course = Course {
        asked,
        period,
        days: matches.days.iter().map(day).collect(),
        narrow: &unused,
        call: String::new(),
        prices: HashMap::new(),
    };
    let turn = |number: u64| asked.with(&["page"], &[("page", &number.to_string())]);
    let last_page = pages.min(MAX_PAGE);
    Ok(Found {
        total,
        rows: rows(&articles, &wanted, period),
        timeline: course.attention_to(&kept),
        facets: matches.facets.into_iter().filter_map(|facet| shown(facet, asked)).collect(),
        newer: (page > 1).then(|| turn(page - 1)),
        older: (page < last_page).then(|| turn(page + 1)),
        page,
        pages,
        orders: orders(asked, sort),
    })
}

fn orders(asked: &Asked, sort: &str) -> Vec<(&'static str, String, bool)> {
    let by = |pairs: &[(&str, &str)]| asked.with(&["sort", "page"], pairs);
    let mut orders = vec![
        (t("newest first"), by(&[]), sort == "date"),
        (t("oldest first"), by(&[("sort", "oldest")]), sort == "oldest"),
    ];
    if asked.get("keyword").is_some() {
        orders.push((t("best match first"), by(&[("sort", "relevance")]), sort == "relevance"));
    }
    orders
}

/// Each story once, with the other articles that tell it.
fn rows(articles: &[Article], wanted: &Wanted, period: &Period) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for article in articles {
        let story = article.story_id.clone();
        let row = ArticleRow::of_article(article, period);
        match rows.iter_mut().find(|row| row.story.is_some() && row.story == story) {
            Some(first) => first.copies.push(row),
            None => rows.push(Row {
                article: row,
                title: wanted.mark(&titled(&article.title)),
                snippet: wanted.snippet(&article.content, MAX_SNIPPET),
                copies: Vec::new(),
                story,
            }),
        }
    }
    rows
}

fn shown(facet: Facet, asked: &Asked) -> Option<FacetShown> {
    let (parameter, name) = *FILTERS.iter().find(|(parameter, _)| *parameter == facet.parameter)?;
    let value = |one: FacetValue| {
        let is_set = asked.query.iter().any(|(name, value)| name == parameter && *value == one.name);
        let href = match is_set {
            true => asked.without(parameter, &one.name),
            false => asked.with(&["page"], &[(parameter, &one.name)]),
        };
        ValueShown {
            text: shown_value(parameter, &one.name).to_owned(),
            count: one.count,
            adds: one.adds.filter(|_| !is_set),
            href,
            is_set,
        }
    };
    Some(FacetShown { name: t(name), values: facet.values.into_iter().map(value).collect() })
}

/// What a filter is set to, in the reader's language where it is of a closed list.
fn shown_value<'a>(parameter: &str, value: &'a str) -> &'a str {
    match parameter {
        "sentiment" | "category" | "kind" | "cohort" | "language" | "duplicates" => t(value),
        _ => value,
    }
}

/// What the stories and narratives that are set by their ids are called.
async fn titles(app: &App, filters: &[(String, String)]) -> HashMap<String, String> {
    let mut titles = HashMap::new();
    for (name, id) in filters {
        let title = match name.as_str() {
            "story" => story::find(app, id, None).await.ok().map(|(story, _)| story.title),
            "narrative" => from_hex(&id.to_ascii_lowercase())
                .and_then(|key: [u8; 16]| Some(app.figures.narratives.infos().get(&key)?.name.clone())),
            _ => None,
        };
        titles.extend(title.map(|title| (id.clone(), title)));
    }
    titles
}

/// A rule for new articles of the same words.
fn alert(asked: &Asked) -> Option<String> {
    let keyword = asked.get("keyword")?;
    let pairs = [("name", keyword), ("subject", "query"), ("value", keyword), ("condition", "item")];
    Some(address("/console/alerts/new", pairs))
}

/// A form for a Space that is this search; a Space holds words, one outlet and one tone.
fn space(asked: &Asked, filters: &[(String, String)], period: &Period) -> Option<String> {
    let narrowing: Vec<&(String, String)> =
        filters.iter().filter(|(name, _)| !["page", "sort"].contains(&name.as_str())).collect();
    let fits = narrowing.iter().all(|(name, _)| ["keyword", "outlet", "sentiment"].contains(&name.as_str()));
    let is_single = |name: &str| narrowing.iter().filter(|(other, _)| other == name).count() <= 1;
    if !fits || !is_single("outlet") || !is_single("sentiment") {
        return None;
    }
    let mut pairs: Vec<(&str, &str)> =
        narrowing.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (first, last) = period.parameters();
    let length = period.days.length().to_string();
    match asked.get("startDate") {
        Some(_) => pairs.extend([("startDate", first.as_str()), ("endDate", last.as_str())]),
        None => pairs.push(("rollingDays", &length)),
    }
    Some(address("/console/spaces/new", pairs))
}

/// The newest matches without their texts.
pub async fn csv(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Trouble> {
    let query = search_days::with_days(&app, &asked)?;
    let kept = query.iter().filter(|(name, _)| !PAGING.contains(&name.as_str()));
    let mut query: Vec<(&str, &str)> = kept.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    query.push(("limit", MAX_CSV));
    let found = ask::<SearchArticles>(&app, &visitor(&app), &[], &query).await?;
    let row = |row: coverage::feed::FeedArticle| {
        let Article { title, date, outlet, sentiment, kind, url, id, .. } = row.article;
        vec![title, date, outlet, sentiment.to_owned(), kind.to_owned(), url, id]
    };
    let columns = vec!["Title", "Date", "Outlet", "Sentiment", "kind", "URL", "id"];
    let table = Table { columns, rows: found.data.into_iter().map(row).collect() };
    Ok(reply::csv(&table, "articles.csv", &asked.headers))
}
