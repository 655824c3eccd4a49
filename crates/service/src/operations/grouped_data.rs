//! POST /grouped-data: which companies the coverage names, day by day.

use std::collections::{BTreeMap, HashMap};

use domain::{Day, DayRange, DocumentId};
use schemars::JsonSchema;
use serde::Serialize;
use store::documents::Headline;

use metering::Scope;

use super::explain::FeedQuery;
use super::{Ask, Door, Operation, Reader, Reply, Route, Table};
use crate::app::App;
use crate::error::ApiError;

/// Articles that one answer lists; those of the newest days come first. Every row has the call that lists all.
const ARTICLES_LIMIT: usize = 300;

pub struct GroupedData;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mentions {
    /// For each company, the days on which it is named, in order.
    grouped_data: BTreeMap<String, Vec<CompanyDay>>,
    /// The sum of all counts; an article that names two companies is in it twice.
    total_volume: i64,
    companies: BTreeMap<String, Company>,
}

/// One company on one day.
#[derive(Serialize, JsonSchema)]
pub struct CompanyDay {
    #[schemars(extend("format" = "date"))]
    date: String,
    /// Articles that name it.
    count: i64,
    positive: i64,
    neutral: i64,
    negative: i64,
    /// Up to three that speak of it most plainly. At most 300 are listed in one answer, those of the newest days.
    articles: Vec<MentionArticle>,
    /// The call that lists all of the day's articles that name it.
    query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Company {
    ticker: Option<String>,
    count: i64,
    /// The call that lists the articles.
    query: String,
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
}

impl Operation for GroupedData {
    const ID: &'static str = "getEntityMentions";
    const ROUTE: Route = Route::post("/grouped-data");
    const SUMMARY: &'static str = "Which companies the coverage names, by day, with articles.";
    const DOOR: Door = Door::Key;
    // Asked with a body, and changes nothing.
    const SCOPE: Scope = Scope::Read;
    const BASE_CREDITS: u32 = 2;
    type Request = DayRange;
    type Response = Mentions;

    fn read(from: &mut Reader) -> Result<DayRange, ApiError> {
        let days = from.days()?;
        from.required_choice("groupBy", "What is grouped by.", &["companies"])?;
        Ok(days)
    }

    fn kept(days: &DayRange, _: &Ask) -> Option<String> {
        Some(format!("{} {}", days.first(), days.last()))
    }

    async fn answer(app: &App, _: &Ask, days: DayRange) -> Result<Reply<Mentions>, ApiError> {
        let (mut mentions, wanted) =
            app.figures.counted()?.ask(|cube| (count(cube, days), wanted(cube, days)));
        let ids: Vec<DocumentId> = wanted.iter().flat_map(|(_, _, ids)| ids).copied().collect();
        let found: HashMap<DocumentId, Headline> =
            app.store.documents.headlines(&ids).await?.into_iter().map(|line| (line.id, line)).collect();
        for (company, day, ids) in wanted {
            let Some(rows) = mentions.grouped_data.get_mut(&company) else { continue };
            let date = day.to_string();
            if let Ok(at) = rows.binary_search_by(|row| row.date.cmp(&date)) {
                rows[at].articles = ids.iter().filter_map(|id| found.get(id)).map(article).collect();
            }
        }
        Ok(mentions.into())
    }

    fn table(mentions: &Mentions) -> Option<Table> {
        let columns = vec!["company", "ticker", "date", "count", "positive", "neutral", "negative", "query"];
        let mut rows = Vec::new();
        for (company, days) in &mentions.grouped_data {
            let ticker = mentions.companies.get(company).and_then(|company| company.ticker.as_deref());
            for day in days {
                let mut cells = vec![company.clone(), ticker.unwrap_or("").to_owned(), day.date.clone()];
                cells.extend(
                    [day.count, day.positive, day.neutral, day.negative].map(|number| number.to_string()),
                );
                cells.push(day.query.clone());
                rows.push(cells);
            }
        }
        Some(Table { columns, rows })
    }
}

fn count(cube: &indices::Cube, days: DayRange) -> Mentions {
    let mut mentions =
        Mentions { grouped_data: BTreeMap::new(), total_volume: 0, companies: BTreeMap::new() };
    for row in cube.by_company(days) {
        let of_day = |(day, tally): (Day, indices::Tally)| CompanyDay {
            date: day.to_string(),
            count: tally.count,
            positive: tally.positive,
            neutral: tally.neutral(),
            negative: tally.negative,
            articles: Vec::new(),
            query: FeedQuery::of_day(day).with("company", row.name).to_string(),
        };
        let by_day = cube.company_days(row.name, days).into_iter().map(of_day).collect();
        mentions.grouped_data.insert(row.name.to_owned(), by_day);
        mentions.total_volume += row.tally.count;
        let company = Company {
            ticker: row.ticker.map(str::to_owned),
            count: row.tally.count,
            query: FeedQuery::of(days).with("company", row.name).to_string(),
        };
        mentions.companies.insert(row.name.to_owned(), company);
    }
    mentions
}

/// Which articles to show for which company and day, the newest days first.
fn wanted(cube: &indices::Cube, days: DayRange) -> Vec<(String, Day, Vec<DocumentId>)> {
    let mut wanted = Vec::new();
    let mut listed = 0;
    for (day, held) in cube.days(days).rev() {
        for row in &held.rollup.companies {
            let ids: Vec<DocumentId> = row.articles.iter().copied().map(DocumentId::from_bytes).collect();
            listed += ids.len();
            if listed > ARTICLES_LIMIT {
                return wanted;
            }
            wanted.push((row.name.clone(), day, ids));
        }
    }
    wanted
}

fn article(line: &Headline) -> MentionArticle {
    MentionArticle {
        title: line.title.clone(),
        url: line.url.clone(),
        outlet: line.outlet_name.clone(),
        date: line.published_at.rfc3339(),
        sentiment: line.sentiment.name(),
    }
}
