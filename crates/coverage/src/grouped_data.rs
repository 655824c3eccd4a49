//! POST /grouped-data: which companies the coverage names, day by day, the most named first.
//!
//! A year has tens of thousands of rows. Whoever asks gets all of them, or a page of them where a page is named. As JSON
//! they are written by `json.rs` straight from the counts; what is derived from `Mentions` says what it must write.

mod json;

use std::collections::{BTreeMap, HashMap};

use domain::{Day, DayRange, DocumentId, Sentiment};
use indices::Cube;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use store::documents::Headline;

use metering::Scope;

use self::json::Text;
use crate::explain::FeedQuery;
use figures::directory::Directory;
use interface::App;
use interface::names::AskedName;
use interface::reader::MAX_SAFE_INTEGER;
use interface::{Access, Format, Operation, Paging, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

/// Rows of one page: a year of one company, a month of thirteen. Twice as many would take twice as long to send.
const ROWS_LIMIT: usize = 400;
/// Articles that a page lists, and those that a whole answer does; the newest days come first. Every company has the call
/// that lists all.
const PAGE_ARTICLES_LIMIT: usize = 60;
const ARTICLES_LIMIT: usize = 1_000;
/// An answer of more rows than these is for counting with; finding a thousand articles would take longer than all else.
const LONG_ROWS: usize = 10_000;
const LONG_ARTICLES_LIMIT: usize = 300;

pub struct GroupedData;

pub struct Request {
    days: DayRange,
    company: Option<String>,
    page: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompanyMentions")]
pub struct Mentions {
    /// For each company the days on which it is named, in order; the most named company first. Where a page is asked
    /// for, at most 400 days of companies are on it, so that a company may go on on the next one.
    #[serde(serialize_with = "as_map")]
    #[schemars(with = "BTreeMap<String, Vec<CompanyDay>>")]
    grouped_data: Vec<(String, Vec<CompanyDay>)>,
    /// The sum of all counts, on the page or not; an article that names two companies is in it twice.
    total_volume: i64,
    /// Companies that have days in this answer.
    #[serde(serialize_with = "as_map")]
    #[schemars(with = "BTreeMap<String, Company>")]
    companies: Vec<(String, Company)>,
    pagination: RowPages,
    /// The rows as JSON, with all that stands before them; then `grouped_data` is empty.
    #[serde(skip)]
    written: Vec<u8>,
}

/// One company on one day. Its company's `query` lists all of its articles, with the date as `startDate` and
/// `endDate`.
#[derive(Serialize, JsonSchema)]
pub struct CompanyDay {
    #[serde(serialize_with = "as_date")]
    #[schemars(with = "String", extend("format" = "date"))]
    date: Day,
    /// Articles that name it.
    count: i64,
    positive: i64,
    neutral: i64,
    negative: i64,
    /// Up to three that speak of it most plainly. At most 1,000 are listed in all, 300 where there are more than 10,000
    /// rows, and 60 on a page: those of the newest days.
    articles: Vec<MentionArticle>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MentionedCompany")]
pub struct Company {
    ticker: Option<String>,
    /// In all days asked for.
    count: i64,
    /// The call that lists the articles; narrowed to a day, those of the day.
    query: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RowPagination")]
pub struct RowPages {
    /// Days of companies in all.
    total: usize,
    page: u64,
    page_size: usize,
    total_pages: usize,
    has_next_page: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct MentionArticle {
    #[serde(rename = "Title")]
    title: String,
    #[serde(rename = "URL")]
    url: String,
    #[serde(rename = "Outlet")]
    outlet: String,
    #[serde(rename = "Date")]
    #[schemars(extend("format" = "date-time"))]
    date: String,
    #[serde(rename = "Sentiment")]
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative"]))]
    sentiment: &'static str,
    /// The tone toward the company of the row, where `Sentiment` is that of the whole article; null where it was not read.
    #[schemars(extend("enum" = ["Positive", "Neutral", "Negative", null]))]
    company_sentiment: Option<&'static str>,
}

impl Operation for GroupedData {
    const ID: &'static str = "getEntityMentions";
    const ROUTE: Route = Route::post("/grouped-data");
    const SUMMARY: &'static str = "Which companies the coverage names, by day, with articles.";
    const ACCESS: Access = Access::Key;
    // Asked with a body, and changes nothing.
    const SCOPE: Scope = Scope::Read;
    const BASE_CREDITS: u32 = 2;
    const TABULAR: bool = true;
    type Request = Request;
    type Response = Mentions;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let days = from.days()?;
        from.required_choice("groupBy", "What is grouped by.", &["companies"])?;
        let company =
            from.text("company", "Only this company, by name, ticker or another spelling, in any case.")?;
        let words = "Page of 400 rows, from 1. All rows are given where there is none.";
        let page = from.optional_integer("page", words, 1..=MAX_SAFE_INTEGER)?;
        // The header Link can name an address and no body.
        let words = "The same, for the header Link: ask there again with the same body.";
        let in_query = from.in_query(|from| from.optional_integer("page", words, 1..=MAX_SAFE_INTEGER))?;
        if page.is_some() && in_query.is_some() {
            return Err(ApiError::parameter("page", "Give page in the body or in the query, not in both."));
        }
        let page = in_query.or(page);
        Ok(Request { days, company, page })
    }

    fn names(request: &Request) -> Vec<AskedName> {
        let company = request.company.iter();
        company.map(|text| AskedName::new("company", Directory::Companies, text)).collect()
    }

    fn kept(request: &Request, _: &RequestContext) -> Option<String> {
        let Request { days, company, page } = request;
        Some(format!("{} {} {page:?} {company:?}", days.first(), days.last()))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        mut request: Request,
    ) -> Result<Reply<Mentions>, ApiError> {
        if let Some(company) = &mut request.company {
            *company = AskedName::new("company", Directory::Companies, company).resolve(app)?;
        }
        let rows = if request.page.is_some() { ROWS_LIMIT } else { usize::MAX };
        let figures = app.figures.counted()?;
        if matches!(ask.format, Format::Csv | Format::Markdown) {
            let mentions = figures.ask(|cube| with_rows(cube, count(cube, &request, rows), request.days));
            return Ok(paged(mentions));
        }
        let (mut mentions, text, wanted, reading) = figures.ask(|cube| {
            let (mentions, shown) = count(cube, &request, rows);
            let articles = match request.page {
                Some(_) => PAGE_ARTICLES_LIMIT,
                None if mentions.pagination.total > LONG_ROWS => LONG_ARTICLES_LIMIT,
                None => ARTICLES_LIMIT,
            };
            let wanted = wanted(cube, request.days, &shown, articles);
            let ids: Vec<DocumentId> = wanted.iter().flat_map(|(_, ids)| ids).copied().collect();
            // The store finds the articles while the rows are written, which takes about as long.
            let documents = app.store.documents.clone();
            let reading = tokio::spawn(async move {
                Ok::<_, store::Error>((
                    documents.headlines(&ids).await?,
                    documents.tones_toward_companies(&ids).await?,
                ))
            });
            let places: Vec<_> = wanted.iter().map(|(place, _)| *place).collect();
            let companies: Vec<String> = places.iter().map(|place| shown[place.0].name.to_owned()).collect();
            let wanted: Vec<_> = companies.into_iter().zip(wanted.into_iter().map(|(_, ids)| ids)).collect();
            (mentions, Text::of_rows(cube, request.days, &shown, &places), wanted, reading)
        });
        let (found, tones) = reading.await.map_err(|error| ApiError::internal(&error))??;
        let found: HashMap<DocumentId, Headline> = found.into_iter().map(|line| (line.id, line)).collect();
        let lists = wanted.iter().map(|(company, ids)| {
            let lines = ids.iter().filter_map(|id| found.get(id));
            lines.map(|line| article(line, tones.get(&(line.id, company.clone())).copied())).collect()
        });
        let written = text.and_then(|text| text.with_articles(lists));
        mentions.written = written.map_err(|error| ApiError::internal(&error))?;
        Ok(paged(mentions))
    }

    fn json(mentions: Mentions) -> Result<Vec<u8>, ApiError> {
        json::finish(mentions).map_err(|error| ApiError::internal(&error))
    }

    fn table(mentions: &Mentions) -> Option<Table> {
        let columns = vec!["company", "ticker", "date", "count", "positive", "neutral", "negative", "query"];
        let tickers: HashMap<&str, Option<&str>> =
            mentions.companies.iter().map(|(name, about)| (name.as_str(), about.ticker.as_deref())).collect();
        let mut rows = Vec::new();
        for (company, days) in &mentions.grouped_data {
            let ticker = tickers.get(company.as_str()).copied().flatten();
            for day in days {
                let mut cells = vec![company.clone(), ticker.unwrap_or("").to_owned(), day.date.to_string()];
                cells.extend(
                    [day.count, day.positive, day.neutral, day.negative].map(|number| number.to_string()),
                );
                cells.push(FeedQuery::of_day(day.date).with("company", company).to_string());
                rows.push(cells);
            }
        }
        Some(Table { columns, rows })
    }
}

fn paged(mentions: Mentions) -> Reply<Mentions> {
    let RowPages { page, has_next_page, .. } = mentions.pagination;
    let next = has_next_page.then(|| ("page", (page + 1).to_string()));
    Reply { paging: Paging { next, total: None }, ..mentions.into() }
}

/// A company of which there are rows on the page: so many, after those that stand on the pages before.
struct Shown<'a> {
    name: &'a str,
    skipped: usize,
    rows: usize,
}

/// What the answer says beside its rows, and which these are.
fn count<'a>(cube: &'a Cube, request: &Request, page_size: usize) -> (Mentions, Vec<Shown<'a>>) {
    let days = request.days;
    let page = request.page.unwrap_or(1);
    let mut named = cube.by_company(days);
    named.retain(|row| request.company.as_deref().is_none_or(|company| company == row.name));
    named.sort_by(|a, b| b.tally.count.cmp(&a.tally.count).then_with(|| a.name.cmp(b.name)));
    let mut skip = usize::try_from(page - 1).unwrap_or(usize::MAX).saturating_mul(page_size);
    let mut left = page_size;
    let (mut total, mut total_volume) = (0, 0);
    let (mut shown, mut companies) = (Vec::new(), Vec::new());
    for row in &named {
        let length = cube.company_days_count(row.name, days);
        total += length;
        total_volume += row.tally.count;
        let skipped = skip.min(length);
        skip -= skipped;
        let rows = left.min(length - skipped);
        left -= rows;
        if rows > 0 {
            shown.push(Shown { name: row.name, skipped, rows });
            let company = Company {
                ticker: row.ticker.map(str::to_owned),
                count: row.tally.count,
                query: FeedQuery::of(days).with("company", row.name).to_string(),
            };
            companies.push((row.name.to_owned(), company));
        }
    }
    let page_size = page_size.min(total.max(ROWS_LIMIT));
    let total_pages = total.div_ceil(page_size);
    let has_next_page = usize::try_from(page).is_ok_and(|page| page < total_pages);
    let pagination = RowPages { total, page, page_size, total_pages, has_next_page };
    let mentions =
        Mentions { grouped_data: Vec::new(), total_volume, companies, pagination, written: Vec::new() };
    (mentions, shown)
}

/// The answer with its rows, but for articles.
fn with_rows(cube: &Cube, (mentions, shown): (Mentions, Vec<Shown<'_>>), days: DayRange) -> Mentions {
    let rows = |shown: &Shown<'_>| {
        let rows = cube.company_days(shown.name, days).into_iter().skip(shown.skipped).take(shown.rows);
        (shown.name.to_owned(), rows.map(company_day).collect())
    };
    Mentions { grouped_data: shown.iter().map(rows).collect(), ..mentions }
}

fn company_day((date, tally): (Day, indices::Tally)) -> CompanyDay {
    CompanyDay {
        date,
        count: tally.count,
        positive: tally.positive,
        neutral: tally.neutral(),
        negative: tally.negative,
        articles: Vec::new(),
    }
}

/// Place of the company among those that are shown, and of the row among its own.
type Place = (usize, usize);

/// Which articles to show in which rows, in the order of the rows: those of the newest days, and on a day of the most
/// named companies.
fn wanted(cube: &Cube, days: DayRange, shown: &[Shown<'_>], limit: usize) -> Vec<(Place, Vec<DocumentId>)> {
    let places: HashMap<&str, usize> =
        shown.iter().enumerate().map(|(place, shown)| (shown.name, place)).collect();
    let mut wanted = Vec::new();
    let mut listed = 0;
    'days: for (day, held) in cube.days(days).rev() {
        let place_of = |company: &str| {
            let place = *places.get(company)?;
            let shown = &shown[place];
            let before = cube.company_days_count(company, DayRange::inclusive(days.first(), day)?) - 1;
            let row = before.checked_sub(shown.skipped).filter(|row| *row < shown.rows)?;
            Some((place, row))
        };
        let rows = cube.company_articles(held);
        let mut rows: Vec<_> =
            rows.filter_map(|(company, articles)| Some((place_of(company)?, articles))).collect();
        rows.sort_unstable();
        for (place, articles) in rows {
            listed += articles.len();
            if listed > limit {
                break 'days;
            }
            wanted.push((place, articles.iter().copied().map(DocumentId::from_bytes).collect()));
        }
    }
    wanted.sort_unstable();
    wanted
}

/// In the order of the list.
fn as_map<T: Serialize, S: Serializer>(entries: &[(String, T)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(entries.iter().map(|(key, value)| (key, value)))
}

fn as_date<S: Serializer>(day: &Day, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(day)
}

fn article(line: &Headline, toward: Option<Sentiment>) -> MentionArticle {
    MentionArticle {
        title: line.title.clone(),
        url: line.url.clone(),
        outlet: line.outlet_name.clone(),
        date: line.published_at.rfc3339(),
        sentiment: line.sentiment.name(),
        company_sentiment: toward.map(Sentiment::name),
    }
}
