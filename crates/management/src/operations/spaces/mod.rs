//! Spaces: saved searches that an account owns. Their rows are the documents that match, newest first.

pub mod manage;
pub mod rows;

use domain::{Day, DayRange, Sentiment};
use schemars::JsonSchema;
use search::{Position, Search};
use serde::Serialize;
use store::spaces::{Space, SpaceDefinition, SpaceRange, Spaces};
use store::{Store, StoredDocument};

use super::owned::Resource;
use coverage::article::Article;
/// What a row can show.
pub use coverage::article::COLUMNS;
use coverage::selection::read_keyword;
use interface::App;
use interface::{ParamReader, Table};
use runtime::error::{ApiError, Code};

pub const DEFAULT_COLUMNS: usize = 6;

/// Days up to today, where nothing is said about time.
pub const DEFAULT_ROLLING_DAYS: u32 = 30;
const MAX_ROLLING_DAYS: u64 = 3650;

/// A Space as it was saved.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Space")]
pub struct SpaceView {
    id: String,
    name: String,
    keyword: Option<String>,
    outlet: Option<String>,
    sentiment: Option<&'static str>,
    /// First and last day of a fixed range; null where the range rolls.
    #[schemars(extend("format" = "date"))]
    start_date: Option<String>,
    #[schemars(extend("format" = "date"))]
    end_date: Option<String>,
    /// So many days up to and with today; null where the range is fixed.
    rolling_days: Option<u32>,
    columns: Vec<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    changed_at: String,
}

impl From<Space> for SpaceView {
    fn from(space: Space) -> SpaceView {
        let definition = space.definition;
        let (days, rolling_days) = match definition.range {
            SpaceRange::Days(days) => (Some(days), None),
            SpaceRange::Rolling(days) => (None, Some(days)),
        };
        SpaceView {
            id: space.id,
            name: definition.name,
            keyword: definition.keyword,
            outlet: definition.outlet,
            sentiment: definition.sentiment.map(|sentiment| sentiment.name()),
            start_date: days.map(|days| days.first().to_string()),
            end_date: days.map(|days| days.last().to_string()),
            rolling_days,
            columns: definition.columns,
            created_at: space.created_at.rfc3339(),
            changed_at: space.changed_at.rfc3339(),
        }
    }
}

impl Resource for SpaceDefinition {
    const NOUN: &'static str = "Space";
    const MAX: u32 = 200;

    fn table(store: &Store) -> &Spaces {
        &store.spaces
    }

    fn replaced_by(member: &str) -> &'static [&'static str] {
        match member {
            "rollingDays" => &["startDate", "endDate"],
            "startDate" | "endDate" => &["rollingDays"],
            _ => &[],
        }
    }

    fn read(from: &mut ParamReader) -> Result<SpaceDefinition, ApiError> {
        let name = from.name("name", "What the Space is called.")?;
        let keyword = from.text("keyword", "As on /feed.")?;
        if let Some(text) = &keyword {
            read_keyword("keyword", text)?;
        }
        let outlet = from.text("outlet", "Exact name of a source.")?;
        let sentiment = from.one_of("sentiment", "Only articles of this tone.", Sentiment::ALL, None)?;
        let range = read_range(from)?;
        let columns = from.texts(
            "columns",
            "What a row shows: Title, Date, URL, Outlet, Sentiment, Outlet_Category, author_name, image_url, Content, id, kind, invented; the first six by default.",
            false,
            COLUMNS.len(),
            |name| COLUMNS.contains(&name).then(|| name.to_owned()),
        );
        let mut columns = columns.map_err(|error| error.allowed(COLUMNS))?;
        if columns.is_empty() {
            columns = COLUMNS[..DEFAULT_COLUMNS].iter().map(|name| (*name).to_owned()).collect();
        }
        Ok(SpaceDefinition { name, keyword, outlet, sentiment, range, columns })
    }
}

fn read_range(from: &mut ParamReader) -> Result<SpaceRange, ApiError> {
    let first = from.optional_day("startDate", "First day of a fixed range, UTC.")?;
    let last = from.optional_day("endDate", "Last day of a fixed range, UTC.")?;
    let rolling = from.optional_integer(
        "rollingDays",
        "So many days up to and with today, instead of a fixed range; 30 where nothing is said.",
        1..=MAX_ROLLING_DAYS,
    )?;
    match (first, last, rolling) {
        (None, None, days) => Ok(SpaceRange::Rolling(days.map_or(DEFAULT_ROLLING_DAYS, |days| days as u32))),
        (Some(first), Some(last), None) => {
            DayRange::inclusive(first, last).map(SpaceRange::Days).ok_or_else(|| {
                ApiError::parameter("endDate", format!("endDate {last} comes before startDate {first}."))
            })
        }
        (_, _, Some(_)) => {
            Err(ApiError::parameter("rollingDays", "Give either rollingDays or both dates, not both."))
        }
        (None, _, _) => Err(ApiError::parameter("startDate", "A fixed range needs startDate and endDate.")),
        (_, None, _) => Err(ApiError::parameter("endDate", "A fixed range needs startDate and endDate.")),
    }
}

/// Some rows of a search, and where the next ones begin.
pub struct Page {
    pub documents: Vec<StoredDocument>,
    pub next: Option<Position>,
}

/// The rows after a place, as they are now.
pub async fn page(
    app: &App,
    definition: &SpaceDefinition,
    today: Day,
    after: Option<Position>,
    take: usize,
) -> Result<Page, ApiError> {
    let wanted = Wanted::of(definition, today)?;
    let listed = app
        .search(move |finder, give_up| finder.list_until(&Search { after, take, ..wanted.search() }, give_up))
        .await?;
    let next = listed.ids.last().filter(|_| listed.next);
    let next = next.map(|&(id, published_at)| Position { published_at, id });
    let ids: Vec<_> = listed.ids.iter().map(|(id, _)| *id).collect();
    Ok(Page { documents: app.store.documents.list(&ids).await?, next })
}

/// How many rows there are in all.
pub async fn count(app: &App, definition: &SpaceDefinition, today: Day) -> Result<u64, ApiError> {
    let wanted = Wanted::of(definition, today)?;
    app.search(move |finder, give_up| finder.find_until(&Search { take: 0, ..wanted.search() }, give_up))
        .await
        .map(|found| found.total)
}

/// What a Space looks for on a day.
struct Wanted {
    keyword: Option<search::language::Query>,
    outlet: Option<String>,
    sentiment: Option<Sentiment>,
    days: DayRange,
}

impl Wanted {
    fn of(definition: &SpaceDefinition, today: Day) -> Result<Wanted, ApiError> {
        let empty = || ApiError::new(Code::InvalidParameter, "The range of the Space is empty.");
        let days = definition.range.days(today).ok_or_else(empty)?;
        let keyword = definition.keyword.as_deref().map(|text| read_keyword("keyword", text)).transpose()?;
        Ok(Wanted { keyword, outlet: definition.outlet.clone(), sentiment: definition.sentiment, days })
    }

    fn search(&self) -> Search<'_> {
        Search {
            keyword: self.keyword.as_ref(),
            outlets: self.outlet.as_slice(),
            sentiments: self.sentiment.as_slice(),
            ..Search::between(self.days.start(), self.days.end())
        }
    }
}

/// The columns of a Space, by their lasting names.
pub fn columns_of(definition: &SpaceDefinition) -> Vec<&'static str> {
    definition.columns.iter().filter_map(|name| COLUMNS.into_iter().find(|column| column == name)).collect()
}

pub fn table(columns: Vec<&'static str>, documents: Vec<StoredDocument>) -> Table {
    let articles: Vec<Article> = documents.into_iter().map(Article::from).collect();
    coverage::article::table(columns, articles.iter())
}
