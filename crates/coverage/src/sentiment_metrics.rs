//! GET /sentiment-metrics: the tone of the coverage, in all, by day, by outlet and by language.

use std::cmp::Reverse;

use indices::Tally;
use indices::answers::{intervals, ratios};
use schemars::JsonSchema;
use serde::Serialize;

use crate::periods::{OutletCount, Slice, languages, outlets, tallies};
use interface::App;
use interface::names::AskedName;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::ApiError;

pub struct SentimentMetrics;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SentimentMetrics")]
pub struct Metrics {
    pub sentiment: Shares,
    pub total_articles: i64,
    /// Most articles first.
    pub by_outlet: Vec<OutletTone>,
    /// Most articles first.
    pub by_language: Vec<LanguageTone>,
    /// Days with coverage, in order, or weeks or months by their first day, or hours; those without any are left out.
    pub by_day: Vec<DayTone>,
    /// The call that lists all of these articles.
    pub query: String,
}

/// Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "ToneShares")]
pub struct Shares {
    pub positive: f64,
    pub neutral: f64,
    pub negative: f64,
    pub interval: Interval,
}

/// Between which each share lies with 95 % confidence (Wilson), low and high; 0 and 1 where there is no article.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "ShareInterval")]
pub struct Interval {
    pub positive: (f64, f64),
    pub neutral: (f64, f64),
    pub negative: (f64, f64),
}

#[derive(Serialize, JsonSchema)]
pub struct OutletTone {
    pub outlet: String,
    pub category: String,
    pub article_count: i64,
    #[serde(flatten)]
    pub shares: Shares,
    /// The call that lists these articles.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct LanguageTone {
    /// ISO 639-1, or und.
    pub language: String,
    /// False where nobody reads it: its articles are counted, and have no tone.
    pub read: bool,
    pub article_count: i64,
    #[serde(flatten)]
    pub shares: Shares,
    /// The call that lists these articles.
    pub query: String,
}

#[derive(Serialize, JsonSchema)]
pub struct DayTone {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// When the hour begins; there with `granularity=hour`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub hour: Option<String>,
    pub article_count: i64,
    #[serde(flatten)]
    pub shares: Shares,
    /// The call that lists these articles.
    pub query: String,
}

impl From<Tally> for Shares {
    fn from(tally: Tally) -> Shares {
        let (shares, between) = (ratios(tally), intervals(tally));
        let interval =
            Interval { positive: between.positive, neutral: between.neutral, negative: between.negative };
        Shares { positive: shares.positive, neutral: shares.neutral, negative: shares.negative, interval }
    }
}

impl Operation for SentimentMetrics {
    const ID: &'static str = "getSentimentMetrics";
    const ROUTE: Route = Route::get("/sentiment-metrics");
    const SUMMARY: &'static str =
        "Shares of positive, neutral and negative coverage, by day, by outlet and by language.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/by_day");
    type Request = Slice;
    type Response = Metrics;

    fn read(from: &mut ParamReader) -> Result<Slice, ApiError> {
        Slice::read(from)
    }

    fn names(request: &Slice) -> Vec<AskedName> {
        request.filters.names()
    }

    fn kept(slice: &Slice, _: &RequestContext) -> Option<String> {
        slice.kept()
    }

    async fn answer(app: &App, _: &RequestContext, slice: Slice) -> Result<Reply<Metrics>, ApiError> {
        Ok(metrics(app, slice).await?.into())
    }

    /// One table of all rows: `by` says whether a row is the total, an outlet's, a language's, a day's or an hour's.
    fn table(metrics: &Metrics) -> Option<Table> {
        let row = |by: &str, name: &str, category: &str, count: i64, shares: Shares, query: &str| {
            let Shares { positive, neutral, negative, interval } = shares;
            let mut cells = vec![by.to_owned(), name.to_owned(), category.to_owned(), count.to_string()];
            cells.extend([positive, neutral, negative].map(|share| share.to_string()));
            cells.push(query.to_owned());
            let bounds = [interval.positive, interval.neutral, interval.negative];
            cells.extend(bounds.iter().flat_map(|(low, high)| [low.to_string(), high.to_string()]));
            cells
        };
        let Metrics { sentiment, total_articles, by_outlet, by_language, by_day, query } = metrics;
        let mut rows = vec![row("total", "", "", *total_articles, *sentiment, query)];
        rows.extend(by_outlet.iter().map(|line| {
            row("outlet", &line.outlet, &line.category, line.article_count, line.shares, &line.query)
        }));
        rows.extend(
            by_language.iter().map(|line| {
                row("language", &line.language, "", line.article_count, line.shares, &line.query)
            }),
        );
        rows.extend(by_day.iter().map(|line| {
            let (by, name) = line.hour.as_ref().map_or(("day", &line.date), |hour| ("hour", hour));
            row(by, name, "", line.article_count, line.shares, &line.query)
        }));
        let columns = vec![
            "by",
            "name",
            "category",
            "article_count",
            "positive",
            "neutral",
            "negative",
            "query",
            "positive_low",
            "positive_high",
            "neutral_low",
            "neutral_high",
            "negative_low",
            "negative_high",
        ];
        Some(Table { columns, rows })
    }
}

/// The tone of the days' coverage, sponsored items counted like all others.
pub async fn metrics(app: &App, slice: Slice) -> Result<Metrics, ApiError> {
    let slice = Slice { filters: slice.filters.resolved(app)?, ..slice };
    let periods = tallies(app, &slice).await?;
    let total = periods.iter().fold(Tally::default(), |sum, (_, tally)| sum + *tally);
    let by_day = periods.into_iter().map(|(period, tally)| DayTone {
        date: period.date(),
        hour: period.hour(),
        article_count: tally.count,
        shares: tally.into(),
        query: slice.query_of(period).to_string(),
    });
    let outlet = |row: OutletCount| OutletTone {
        query: slice.query().only("outlet", &row.outlet).to_string(),
        outlet: row.outlet,
        category: row.category,
        article_count: row.tally.count,
        shares: row.tally.into(),
    };
    let mut by_outlet: Vec<OutletTone> = outlets(app, &slice).await?.into_iter().map(outlet).collect();
    // The names are in order already; a stable sort keeps them so among equals.
    by_outlet.sort_by_key(|row| Reverse(row.article_count));
    let language = |(language, tally): (String, Tally)| LanguageTone {
        query: slice.query().only("language", &language).to_string(),
        read: domain::language::is_read(&language),
        language,
        article_count: tally.count,
        shares: tally.into(),
    };
    let mut by_language: Vec<LanguageTone> =
        languages(app, &slice).await?.into_iter().map(language).collect();
    by_language.sort_by_key(|row| Reverse(row.article_count));
    Ok(Metrics {
        sentiment: total.into(),
        total_articles: total.count,
        by_outlet,
        by_language,
        by_day: by_day.collect(),
        query: slice.query().to_string(),
    })
}
