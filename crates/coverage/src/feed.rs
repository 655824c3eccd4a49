//! GET /feed: full-text search across everything that was indexed, newest first.
//!
//! Whatever another answer counts can be listed here: each of its numbers carries the call that does so.

use domain::{DayRange, DocumentId, Instant};
use schemars::JsonSchema;
use search::language::Query;
use search::{Found, Order, Position, Search};
use serde::Serialize;
use store::documents::StoredDocument;

use crate::article::{Article, COLUMNS, only, table};
use crate::highlights::{Highlight, highlights};
use crate::said::Said;
use crate::selection::Selection;
use crate::snippets::Wanted;
use interface::App;
use interface::cursor::FeedCursor;
use interface::names::AskedName;
use interface::reader::MAX_SAFE_INTEGER;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;
use runtime::off_thread::off_thread;

/// Documents of one story or narrative that are looked at; none of the news comes near it.
const STORY_LIMIT: usize = 20_000;

/// Articles that can be listed by relevance: what comes after the first thousands fits nobody's question.
const MAX_RANKED: u64 = 10_000;
/// Members that are asked for by themselves, whatever `fields` says.
const EXTRAS: [&str; 2] = ["statements", "highlights"];

pub struct SearchArticles;

pub struct Request {
    pub(crate) selection: Selection,
    pub(crate) story: Option<String>,
    pub(crate) narrative: Option<String>,
    statements: bool,
    highlights: bool,
    order: Order,
    pub(crate) skip_copies: bool,
    limit: u32,
    page: u64,
    cursor: Option<FeedCursor>,
    /// All that narrows the search, to know a cursor of it by.
    name: String,
}

impl Request {
    /// The words that it wants, to mark them in what is found.
    pub fn wanted(&self) -> Wanted {
        Wanted::of(self.selection.keyword.as_ref())
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Feed {
    pub data: Vec<FeedArticle>,
    pub pagination: Pagination,
    #[serde(skip)]
    pub fields: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
pub struct FeedArticle {
    #[serde(flatten)]
    pub article: Article,
    /// Who is reported to have said what, in the order of the text; there with `statements=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statements: Option<Vec<Said>>,
    /// Where the words of the keyword stand, in title and content; there with `highlights=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    highlights: Option<Vec<Highlight>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// How many articles match, exactly.
    pub total: u64,
    pub page: u64,
    pub page_size: u32,
    pub total_pages: u64,
    pub has_next_page: bool,
    /// Gives the next page as `cursor=`, also while new articles arrive; null on the last page.
    pub next_cursor: Option<String>,
}

impl Operation for SearchArticles {
    const ID: &'static str = "searchArticles";
    const ROUTE: Route = Route::get("/feed");
    const SUMMARY: &'static str = "Full-text search across indexed sources, newest first.";
    const ACCESS: Access = Access::KeyOrPayment;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = Request;
    type Response = Feed;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        // The limit first: a payment challenge states its price even when the rest cannot be read.
        let limit = from.limit(50, 100)?;
        let selection = Selection::read(from)?;
        let story =
            read_id(from, "story", "Only the articles of this story, by the id that a trend carries.")?;
        let narrative =
            read_id(from, "narrative", "Only the articles of this narrative's stories, by its id.")?;
        if story.is_some() && narrative.is_some() {
            return Err(ApiError::parameter("narrative", "Give either story or narrative, not both."));
        }
        let statements = from.boolean("statements", "Shows who says what in each article.")?;
        let highlights = from.boolean("highlights", "Shows where the words of the keyword stand.")?;
        let words = "Newest first, oldest first, or what fits the keyword best first.";
        let sort = from.choice("sort", words, &["date", "oldest", "relevance"], Some("date"))?;
        let words = "skip: of near-copies within three days only the earliest is listed and counted.";
        let duplicates = from.choice("duplicates", words, &["keep", "skip"], Some("keep"))?;
        let order = match sort {
            Some("relevance") => Order::Relevance,
            Some("oldest") => Order::Oldest,
            _ => Order::Newest,
        };
        let skip_copies = duplicates == Some("skip");
        if selection.keyword.is_none() && !from.is_describing() {
            let needs = [("sort", order == Order::Relevance), ("highlights", highlights)];
            if let Some((name, _)) = needs.into_iter().find(|(_, asked)| *asked) {
                return Err(ApiError::parameter(name, format!("{name} needs a keyword.")));
            }
        }
        let page = from.integer("page", "Page number, from 1.", 1..=MAX_SAFE_INTEGER, 1)?;
        let cursor = from.text("cursor", "The nextCursor of the page before; instead of page.")?;
        let name = format!("{} {story:?} {narrative:?}", selection.name);
        // Pages of the other orders are counted off, so that a cursor of theirs is good for one size of page.
        let name = match order {
            Order::Newest => format!("{name} {skip_copies}"),
            Order::Relevance => format!("{name} {skip_copies} by relevance {limit}"),
            Order::Oldest => format!("{name} {skip_copies} oldest first {limit}"),
        };
        let cursor = cursor.map(|text| FeedCursor::read(&text, &name)).transpose()?;
        if cursor.is_some() && from.has("page") {
            return Err(ApiError::parameter("page", "Give either page or cursor, not both."));
        }
        let last = cursor.as_ref().map_or(page, |cursor| cursor.page).saturating_mul(u64::from(limit));
        if order != Order::Newest && last > MAX_RANKED {
            let by = if order == Order::Relevance { "By relevance" } else { "Oldest first" };
            let detail = format!("{by} the first {MAX_RANKED} articles can be listed.");
            return Err(ApiError::parameter("page", detail));
        }
        Ok(Request {
            selection,
            story,
            narrative,
            statements,
            highlights,
            order,
            skip_copies,
            limit,
            page,
            cursor,
            name,
        })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        request.selection.filters.names()
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<Feed>, ApiError> {
        let page = request.cursor.as_ref().map_or(request.page, |cursor| cursor.page);
        let by_page = request.order != Order::Newest || request.cursor.is_none();
        let skip = match by_page {
            false => 0,
            true => usize::try_from(page - 1).unwrap_or(usize::MAX).saturating_mul(request.limit as usize),
        };
        let Request {
            selection,
            story,
            narrative,
            statements,
            highlights: show_highlights,
            order,
            skip_copies,
            cursor,
            limit,
            name,
            ..
        } = request;
        let days = selection.days;
        let filters = selection.filters.clone().resolved(app)?;
        let plain = filters.is_empty()
            && selection.keyword.is_none()
            && selection.since.is_none()
            && selection.until.is_none();
        let cursor = cursor.filter(|_| order == Order::Newest);
        let after = cursor.map(|cursor| Position { published_at: cursor.published_at, id: cursor.id });
        let take = limit as usize;
        let listed = listed(app, days, story, narrative).await?;
        let found = match listed {
            Some(listed) if plain && !skip_copies && order == Order::Newest => {
                page_of(&listed, after, skip, take)
            }
            listed => {
                let among: Option<Vec<DocumentId>> =
                    listed.map(|listed| listed.into_iter().map(|(id, _)| id).collect());
                let selection = selection.clone();
                app.search(move |finder, give_up| {
                    let among = among.as_deref();
                    let search = selection.search(&filters);
                    let search = Search { after, skip, take, among, order, skip_copies, ..search };
                    finder.find_until(&search, give_up)
                })
                .await?
            }
        };
        let listable = order == Order::Newest || (page + 1).saturating_mul(u64::from(limit)) <= MAX_RANKED;
        let next_cursor = found.ids.last().filter(|_| found.next && listable).map(|&(id, published_at)| {
            FeedCursor { published_at, id, page: page.saturating_add(1) }.write(&name)
        });
        let next = next_cursor.clone();
        let pagination = Pagination {
            total: found.total,
            page,
            page_size: limit,
            total_pages: found.total.div_ceil(u64::from(limit)),
            has_next_page: next_cursor.is_some(),
            next_cursor,
        };
        let ids: Vec<DocumentId> = found.ids.iter().map(|(id, _)| *id).collect();
        let documents = app.store.documents.list(&ids).await?;
        let mut said = match statements {
            true => Some(app.store.statements.of_documents(&ids).await?),
            false => None,
        };
        let marked = match selection.keyword.filter(|_| show_highlights) {
            Some(keyword) => mark(keyword, documents).await?,
            None => documents.into_iter().map(|document| (document, None)).collect(),
        };
        let article = |(document, highlights): (StoredDocument, Option<Vec<Highlight>>)| {
            let own = said.as_mut().map(|said| said.remove(&document.id).unwrap_or_default());
            FeedArticle {
                highlights,
                article: Article::from(document),
                statements: own.map(|own| own.into_iter().map(Said::from).collect()),
            }
        };
        let fields = selection.fields;
        let feed = Feed { data: marked.into_iter().map(article).collect(), pagination, fields };
        Ok(Reply::page(feed, next.as_deref()))
    }

    fn json(feed: Feed) -> Result<Vec<u8>, ApiError> {
        if feed.fields.is_empty() {
            return serde_json::to_vec(&feed).map_err(|error| ApiError::internal(&error));
        }
        let mut answer = serde_json::to_value(&feed).map_err(|error| ApiError::internal(&error))?;
        for article in answer["data"].as_array_mut().into_iter().flatten() {
            only(article, &feed.fields, &EXTRAS);
        }
        serde_json::to_vec(&answer).map_err(|error| ApiError::internal(&error))
    }

    fn table(feed: &Feed) -> Option<Table> {
        let wanted = |name: &&'static str| feed.fields.is_empty() || feed.fields.contains(name);
        let columns: Vec<&'static str> = COLUMNS.into_iter().filter(wanted).collect();
        // Members that fit no cell are told as JSON.
        (!columns.is_empty()).then(|| table(columns, feed.data.iter().map(|row| &row.article)))
    }
}

/// Texts can be long: they are looked through away from the threads that serve.
async fn mark(
    keyword: Query,
    documents: Vec<StoredDocument>,
) -> Result<Vec<(StoredDocument, Option<Vec<Highlight>>)>, ApiError> {
    let marked = off_thread(move || {
        let marked = documents.into_iter().map(|document| {
            let found = highlights(&keyword, &document.title, &document.content);
            (document, Some(found))
        });
        marked.collect()
    });
    Ok(marked.await?)
}

/// The documents of a story or a narrative, where one is asked for.
pub(crate) async fn listed(
    app: &App,
    days: DayRange,
    story: Option<String>,
    narrative: Option<String>,
) -> Result<Option<Vec<(DocumentId, Instant)>>, ApiError> {
    Ok(match (story, narrative) {
        (Some(story), _) => Some(app.store.documents.of_story(&story, days, STORY_LIMIT).await?),
        (_, Some(id)) => Some(app.store.narratives.documents(&id, days, STORY_LIMIT).await?),
        (None, None) => None,
    })
}

fn read_id(
    from: &mut ParamReader,
    name: &'static str,
    description: &'static str,
) -> Result<Option<String>, ApiError> {
    let Some(id) = from.text(name, description)? else { return Ok(None) };
    if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(ApiError::parameter(name, format!("The id of a {name} is 32 hexadecimal digits.")));
    }
    Ok(Some(id.to_ascii_lowercase()))
}

/// A page of a list that is already in order.
fn page_of(listed: &[(DocumentId, Instant)], after: Option<Position>, skip: usize, take: usize) -> Found {
    let from = after.map_or(0, |after| {
        let place = |(id, at): &(DocumentId, Instant)| {
            *at > after.published_at || (*at == after.published_at && *id <= after.id)
        };
        listed.partition_point(place)
    });
    let rest = &listed[from.saturating_add(skip).min(listed.len())..];
    let ids = rest[..take.min(rest.len())].to_vec();
    Found { next: rest.len() > ids.len(), ids, total: listed.len() as u64 }
}
