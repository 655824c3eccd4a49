//! GET /feed: full-text search across everything that was indexed, newest first.
//!
//! Whatever another answer counts can be listed here: each of its numbers carries the call that does so.

use domain::{Category, Cohort, DayRange, DocumentId, Instant, Kind, Sentiment};
use schemars::JsonSchema;
use search::{Found, Position, Search, UNCATEGORISED};
use serde::Serialize;

use crate::article::Article;
use interface::App;
use interface::cursor::FeedCursor;
use interface::reader::MOST;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

/// Documents of one story or narrative that are looked at; none of the news comes near it.
const STORY_LIMIT: usize = 20_000;

pub struct SearchArticles;

pub struct Request {
    days: DayRange,
    filters: Filters,
    story: Option<String>,
    narrative: Option<String>,
    limit: u32,
    page: u64,
    cursor: Option<FeedCursor>,
}

/// What an article must be to be listed; what is not set lets everything through.
#[derive(Default)]
struct Filters {
    keyword: Option<search::language::Query>,
    outlet: Option<String>,
    sentiment: Option<Sentiment>,
    category: Option<&'static str>,
    company: Option<String>,
    asset: Option<String>,
    cohort: Option<Cohort>,
    kind: Option<Kind>,
    language: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Feed {
    data: Vec<Article>,
    pagination: Pagination,
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
    const ACCESS: Access = Access::KeyOrPayment;
    const BASE_CREDITS: u32 = 1;
    type Request = Request;
    type Response = Feed;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        // The limit first: a payment challenge states its price even when the rest cannot be read.
        let limit = from.limit(50, 100)?;
        let days = from.days()?;
        let filters = Filters::read(from)?;
        let story =
            read_id(from, "story", "Only the articles of this story, by the id that a trend carries.")?;
        let narrative =
            read_id(from, "narrative", "Only the articles of this narrative's stories, by its id.")?;
        if story.is_some() && narrative.is_some() {
            return Err(ApiError::parameter("narrative", "Give either story or narrative, not both."));
        }
        let page = from.integer("page", "Page number, from 1.", 1..=MOST, 1)?;
        let cursor = from.text("cursor", "The nextCursor of the page before; instead of page.")?;
        let cursor = cursor.map(|text| FeedCursor::read(&text)).transpose()?;
        if cursor.is_some() && page > 1 {
            return Err(ApiError::parameter("page", "Give either page or cursor, not both."));
        }
        Ok(Request { days, filters, story, narrative, limit, page, cursor })
    }

    async fn answer(app: &App, _: &RequestContext, request: Request) -> Result<Reply<Feed>, ApiError> {
        let page = request.cursor.as_ref().map_or(request.page, |cursor| cursor.page);
        let skip = match request.cursor {
            Some(_) => 0,
            None => usize::try_from(page - 1).unwrap_or(usize::MAX).saturating_mul(request.limit as usize),
        };
        let Request { days, filters, story, narrative, cursor, limit, .. } = request;
        let after = cursor.map(|cursor| Position { published_at: cursor.published_at, id: cursor.id });
        let take = limit as usize;
        let listed = match (story, narrative) {
            (Some(story), _) => Some(app.store.documents.of_story(&story, days, STORY_LIMIT).await?),
            (_, Some(id)) => Some(app.store.narratives.documents(&id, days, STORY_LIMIT).await?),
            (None, None) => None,
        };
        let found = match listed {
            Some(listed) if filters.is_empty() => page_of(&listed, after, skip, take),
            listed => {
                let among: Option<Vec<DocumentId>> =
                    listed.map(|listed| listed.into_iter().map(|(id, _)| id).collect());
                app.search(move |finder, give_up| {
                    let search =
                        Search { after, skip, take, among: among.as_deref(), ..filters.search(days) };
                    finder.find_until(&search, give_up)
                })
                .await?
            }
        };
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
        let ids: Vec<DocumentId> = found.ids.iter().map(|(id, _)| *id).collect();
        let documents = app.store.documents.list(&ids).await?;
        Ok(Feed { data: documents.into_iter().map(Article::from).collect(), pagination }.into())
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

impl Filters {
    fn read(from: &mut ParamReader) -> Result<Filters, ApiError> {
        let keyword = from.text("keyword", KEYWORD)?;
        let keyword = keyword.map(|text| read_keyword("keyword", &text)).transpose()?;
        let outlet = from.text("outlet", "Exact name of a source.")?;
        let names: Vec<&'static str> = Sentiment::ALL.iter().map(|sentiment| sentiment.name()).collect();
        let sentiment = from
            .choice("sentiment", "Only articles of this tone.", &names, None)?
            .and_then(Sentiment::from_name);
        let names: Vec<&'static str> =
            Category::ALL.iter().map(|category| category.name()).chain([UNCATEGORISED]).collect();
        let category =
            from.choice("category", "Only articles on this subject; Other: on none of them.", &names, None)?;
        let company =
            from.text("company", "Only articles that name this company, by its name in /taxonomy.")?;
        let asset = from.text("asset", "Only articles that name this asset, by its name in /taxonomy.")?;
        let names: Vec<&'static str> = Cohort::ALL.iter().map(|cohort| cohort.name()).collect();
        let cohort = from
            .choice("cohort", "Only what speakers of this role said.", &names, None)?
            .and_then(Cohort::from_name);
        let names: Vec<&'static str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let kind = from.choice("kind", "Only items of this kind.", &names, None)?.and_then(Kind::from_name);
        let language = from.text("language", "Only articles in this language, ISO 639-1, or und.")?;
        Ok(Filters { keyword, outlet, sentiment, category, company, asset, cohort, kind, language })
    }

    fn is_empty(&self) -> bool {
        let Filters { keyword, outlet, sentiment, category, company, asset, cohort, kind, language } = self;
        let texts = [outlet, company, asset, language];
        keyword.is_none()
            && texts.iter().all(|text| text.is_none())
            && (sentiment.is_none() && category.is_none() && cohort.is_none() && kind.is_none())
    }

    fn search(&self, days: DayRange) -> Search<'_> {
        Search {
            keyword: self.keyword.as_ref(),
            outlet: self.outlet.as_deref(),
            sentiment: self.sentiment,
            category: self.category,
            company: self.company.as_deref(),
            asset: self.asset.as_deref(),
            cohort: self.cohort,
            kind: self.kind,
            language: self.language.as_deref(),
            ..Search::between(days.start(), days.end())
        }
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
