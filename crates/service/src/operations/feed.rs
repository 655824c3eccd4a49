//! GET /feed: full-text search across everything that was indexed, newest first.

use domain::{DayRange, DocumentId, Instant, Sentiment};
use schemars::JsonSchema;
use search::{Position, Search};
use serde::Serialize;

use super::{Ask, Door, Operation, Reader, Reply, Route, Table};
use crate::app::App;
use crate::cursor::FeedCursor;
use crate::error::{ApiError, Code};

pub struct SearchArticles;

pub struct Request {
    days: DayRange,
    keyword: Option<search::language::Query>,
    outlet: Option<String>,
    sentiment: Option<Sentiment>,
    limit: u32,
    page: u64,
    cursor: Option<FeedCursor>,
}

#[derive(Serialize, JsonSchema)]
pub struct Feed {
    data: Vec<Article>,
    pagination: Pagination,
}

/// One published item.
#[derive(Serialize, JsonSchema)]
pub struct Article {
    #[serde(rename = "Title")]
    title: String,
    #[serde(rename = "Content")]
    content: String,
    /// When it was published, UTC.
    #[serde(rename = "Date")]
    #[schemars(extend("format" = "date-time"))]
    date: String,
    #[serde(rename = "URL")]
    url: String,
    #[serde(rename = "Outlet")]
    outlet: String,
    #[serde(rename = "Sentiment")]
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative"]))]
    sentiment: &'static str,
    #[serde(rename = "Outlet_Category")]
    outlet_category: String,
    author_name: String,
    image_url: String,
    /// The same for the same address, always.
    id: String,
    /// news, podcast, filing, disclosure, earnings_call or conversation.
    kind: &'static str,
    /// True for items of the demo's invented world.
    invented: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// How many articles match, exactly.
    total: u64,
    page: u64,
    page_size: u32,
    total_pages: u64,
    has_next_page: bool,
    /// Gives the next page as `cursor=`, also while new articles arrive; null on the last page.
    next_cursor: Option<String>,
}

impl Operation for SearchArticles {
    const ID: &'static str = "searchArticles";
    const ROUTE: Route = Route::get("/feed");
    const SUMMARY: &'static str = "Full-text search across indexed sources, newest first.";
    const DOOR: Door = Door::KeyOrPayment;
    const BASE_CREDITS: u32 = 1;
    type Request = Request;
    type Response = Feed;

    fn read(from: &mut Reader) -> Result<Request, ApiError> {
        // The limit first: a payment challenge states its price even when the rest cannot be read.
        let limit = from.limit(50, 100)?;
        let days = from.days()?;
        let keyword = from.text("keyword", KEYWORD)?;
        let keyword = keyword.map(|text| read_keyword("keyword", &text)).transpose()?;
        let outlet = from.text("outlet", "Exact name of a source.")?;
        let names: Vec<&'static str> = Sentiment::ALL.iter().map(|sentiment| sentiment.name()).collect();
        let sentiment = from
            .choice("sentiment", "Only articles of this tone.", &names, None)?
            .and_then(Sentiment::from_name);
        let page = from.integer("page", "Page number, from 1.", 1..=u64::MAX, 1)?;
        let cursor = from.text("cursor", "The nextCursor of the page before; instead of page.")?;
        let cursor = cursor.map(|text| FeedCursor::read(&text)).transpose()?;
        if cursor.is_some() && page > 1 {
            return Err(ApiError::parameter("page", "Give either page or cursor, not both."));
        }
        Ok(Request { days, keyword, outlet, sentiment, limit, page, cursor })
    }

    async fn answer(app: &App, _: &Ask, request: Request) -> Result<Reply<Feed>, ApiError> {
        let page = request.cursor.as_ref().map_or(request.page, |cursor| cursor.page);
        let skip = match request.cursor {
            Some(_) => 0,
            None => usize::try_from(page - 1).unwrap_or(usize::MAX).saturating_mul(request.limit as usize),
        };
        let Request { days, keyword, outlet, sentiment, cursor, limit, .. } = request;
        let found = app
            .search(move |finder| {
                finder.find(&Search {
                    keyword: keyword.as_ref(),
                    outlet: outlet.as_deref(),
                    sentiment,
                    after: cursor.map(|cursor| Position { published_at: cursor.published_at, id: cursor.id }),
                    skip,
                    take: limit as usize,
                    ..Search::between(days.start(), days.end())
                })
            })
            .await?;
        let next_cursor = found.ids.last().filter(|_| found.next).map(|&(id, published_at)| {
            FeedCursor { published_at, id, page: page.saturating_add(1) }.to_string()
        });
        let pagination = Pagination {
            total: found.total,
            page,
            page_size: limit,
            total_pages: found.total.div_ceil(u64::from(limit)),
            has_next_page: next_cursor.is_some(),
            next_cursor,
        };
        Ok(Feed { data: articles(app, &found.ids).await?, pagination }.into())
    }

    fn table(feed: &Feed) -> Option<Table> {
        let columns = vec![
            "Title",
            "Date",
            "URL",
            "Outlet",
            "Sentiment",
            "Outlet_Category",
            "author_name",
            "image_url",
        ];
        let rows = feed.data.iter().map(|article| {
            [
                &article.title,
                &article.date,
                &article.url,
                &article.outlet,
                article.sentiment,
                &article.outlet_category,
                &article.author_name,
                &article.image_url,
            ]
            .map(str::to_owned)
            .to_vec()
        });
        Some(Table { columns, rows: rows.collect() })
    }
}

const KEYWORD: &str = "Terms, \"phrases\", AND OR NOT, -term, (groups), title: outlet: author:, NEAR/n; words side by side mean AND.";

/// A text in the search language; an error says where reading stopped.
pub fn read_keyword(name: &str, text: &str) -> Result<search::language::Query, ApiError> {
    search::language::parse(text).map_err(|error| ApiError {
        parameter: Some(name.to_owned()),
        ..ApiError::new(Code::InvalidQuery, error.to_string()).at(error.position)
    })
}

async fn articles(app: &App, ids: &[(DocumentId, Instant)]) -> Result<Vec<Article>, ApiError> {
    let ids: Vec<DocumentId> = ids.iter().map(|(id, _)| *id).collect();
    let documents = app.store.documents.list(&ids).await?;
    let articles = documents.into_iter().map(|document| Article {
        title: document.title,
        content: document.content,
        date: document.published_at.rfc3339(),
        url: document.url,
        outlet: document.outlet_name,
        sentiment: document.sentiment.name(),
        outlet_category: document.outlet_category,
        author_name: document.author_name,
        image_url: document.image_url,
        id: document.id.to_string(),
        kind: document.kind.name(),
        invented: document.invented,
    });
    Ok(articles.collect())
}
