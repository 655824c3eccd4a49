//! GET /indices: the newest reading of every metric, with receipts and history for those who have a key.

use std::collections::{BTreeMap, HashMap};

use domain::{Day, DayRange};
use indices::answers::history::{HistoryPoint as Point, thin};
use indices::metrics::{Closes, METRICS, find};
use schemars::JsonSchema;
use serde::Serialize;

use crate::readings;
use crate::readings::{ATTRIBUTION, Missing, Provenance, Receipt};
use figures::portfolio;
use figures::portfolio::{Portfolio, Published};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};

pub struct GetIndexPortfolio;

#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// One metric; none: all.
    pub metric: Option<&'static str>,
    pub full: bool,
    pub include_history: bool,
    /// The days of the history; none: all.
    pub first: Option<Day>,
    pub last: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexPortfolio {
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    #[schemars(extend("const" = "bitcoin"))]
    pub asset: &'static str,
    #[schemars(extend("format" = "date-time"))]
    pub generated_at: String,
    /// The newest day with documents.
    #[schemars(extend("format" = "date"))]
    pub source_max_date: String,
    /// Milliseconds that computing these readings took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub calculation_duration_ms: Option<f64>,
    /// Metrics that could not be computed, and why.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, String>,
    /// By metric id.
    #[schemars(extend("minProperties" = 1))]
    pub metrics: BTreeMap<&'static str, MetricReading>,
    pub attribution: &'static str,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "IndexMetricReading")]
pub struct MetricReading {
    #[schemars(extend("enum" = ids()))]
    pub id: &'static str,
    pub name: &'static str,
    pub methodology_version: String,
    #[schemars(extend("enum" = ["score", "percent", "usd"]))]
    pub unit: &'static str,
    /// Null below the minimum coverage.
    pub current: Option<f64>,
    /// What is missing where `current` is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary: Option<Secondary>,
    /// Against the reading 24 hours before; null where none was published.
    pub change: Option<f64>,
    #[schemars(range(min = 0, max = 100))]
    pub confidence: f64,
    #[schemars(range(min = 0))]
    pub observed_items: i64,
    #[schemars(extend("format" = "date"))]
    pub window_start: String,
    #[schemars(extend("format" = "date"))]
    pub window_end: String,
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
    #[schemars(extend("enum" = ["realtime", "daily", "weekly"]))]
    pub frequency: &'static str,
    /// Published days: all of them up to 400, then the last of each week, then of each month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<HistoryPoint>>,
    /// daily, weekly or monthly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_granularity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methodology: Option<Receipt>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "IndexSecondary")]
pub struct Secondary {
    pub label: String,
    pub value: f64,
    #[schemars(extend("enum" = ["percent", "usd"]))]
    pub unit: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "IndexHistoryPoint")]
pub struct HistoryPoint {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    pub value: f64,
    /// The day's close, where there is one.
    pub btc_price: Option<f64>,
    /// The version that published it; two versions may be two scales.
    pub methodology_version: String,
}

fn ids() -> Vec<&'static str> {
    METRICS.iter().map(|metric| metric.method.id).collect()
}

/// `all`, then every metric: what the parameter allows.
fn choices() -> Vec<&'static str> {
    std::iter::once("all").chain(ids()).collect()
}

impl Operation for GetIndexPortfolio {
    const ID: &'static str = "getIndexPortfolio";
    const ROUTE: Route = Route::get("/indices");
    const SUMMARY: &'static str = "Current readings of all indices; components, receipts, provenance and history with a key. Not metered without full=true or include_history=true.";
    const ACCESS: Access = Access::KeyForFull;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[
        (502, "The portfolio, or the metric asked for, is temporarily unavailable."),
        (503, "No portfolio has been computed yet, or an input of the metric is not configured."),
    ];
    const TABULAR: bool = true;
    const PROTECTED_BY: &'static [&'static str] = &["full", "include_history"];
    type Request = Request;
    type Response = IndexPortfolio;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let metric = from.choice("metric", "One metric, or all.", &choices(), Some("all"))?;
        let full =
            from.boolean("full", "Adds components, methodology receipts and provenance; needs a key.")?;
        let include_history = from.boolean(
            "include_history",
            "Adds bounded daily, weekly or monthly history; needs a key and implies full.",
        )?;
        let first = from.optional_day(
            "startDate",
            "First day of the history (YYYY-MM-DD); by default the first of all.",
        )?;
        let last =
            from.optional_day("endDate", "Last day of the history (YYYY-MM-DD); by default the newest.")?;
        if let (Some(first), Some(last)) = (first, last)
            && last < first
        {
            return Err(ApiError::parameter(
                "endDate",
                format!("endDate {last} comes before startDate {first}."),
            ));
        }
        if !include_history && (first.is_some() || last.is_some()) {
            let name = if first.is_some() { "startDate" } else { "endDate" };
            let detail = format!("{name} narrows the history: ask with include_history=true.");
            return Err(ApiError::parameter(name, detail));
        }
        Ok(Request {
            metric: metric.filter(|name| *name != "all"),
            full: full || include_history,
            include_history,
            first,
            last,
        })
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        let Request { metric, full, .. } = request;
        // History may grow between refreshes, when days are filled in.
        (!request.include_history).then(|| format!("{metric:?} {full} {}", readings::step(ask.now)))
    }

    async fn answer(
        app: &App,
        ask: &RequestContext,
        request: Request,
    ) -> Result<Reply<IndexPortfolio>, ApiError> {
        let held = readings::portfolio(app)?;
        let fresh_for_s = readings::fresh_for_s(&held, ask.now);
        Ok(Reply { fresh_for_s, ..tell(app, &held, request).await?.into() })
    }

    fn table(portfolio: &IndexPortfolio) -> Option<Table> {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let in_order = || METRICS.iter().filter_map(|metric| portfolio.metrics.get(metric.method.id));
        if portfolio.metrics.values().any(|reading| reading.history.is_some()) {
            let rows = in_order().flat_map(|reading| {
                reading.history.iter().flatten().map(move |point| {
                    let (date, price) = (point.date.clone(), number(point.btc_price));
                    vec![reading.id.to_owned(), date, point.value.to_string(), price]
                })
            });
            return Some(Table {
                columns: vec!["metric", "date", "value", "btcPrice"],
                rows: rows.collect(),
            });
        }
        let columns = [
            "id",
            "name",
            "methodologyVersion",
            "unit",
            "current",
            "change",
            "confidence",
            "observedItems",
            "windowStart",
            "windowEnd",
            "updatedAt",
        ];
        Some(Table::of(&columns, in_order()))
    }
}

/// The portfolio as the route tells it.
pub async fn portfolio(app: &App, request: Request) -> Result<IndexPortfolio, ApiError> {
    tell(app, &*readings::portfolio(app)?, request).await
}

async fn tell(app: &App, held: &Portfolio, request: Request) -> Result<IndexPortfolio, ApiError> {
    if let Some(metric) = request.metric.filter(|metric| held.reading(metric).is_none()) {
        return Err(readings::failed(held, metric));
    }
    let wanted = |metric: &str| request.metric.is_none_or(|wanted| wanted == metric);
    let mut metrics = BTreeMap::new();
    for published in held.readings.iter().filter(|published| wanted(&published.stored.metric)) {
        let Some(metric) = find(&published.stored.metric) else { continue };
        metrics.insert(metric.method.id, reading(app, published, metric, request).await?);
    }
    if metrics.is_empty() {
        let detail = "No metric could be computed or read.";
        return Err(ApiError::new(Code::TemporarilyUnavailable, detail).retry_after(60));
    }
    let told = held.readings.iter().map(|published| &published.said);
    let failures = held.failures.iter().filter(|(metric, _)| wanted(metric) && find(metric).is_some());
    Ok(IndexPortfolio {
        schema_version: 1,
        asset: "bitcoin",
        generated_at: held.made_at.rfc3339(),
        source_max_date: told.clone().map(|said| said.source_max_date.clone()).max().unwrap_or_default(),
        calculation_duration_ms: Some(told.map(|said| said.calculation_ms).sum()),
        errors: failures.map(|(metric, failure)| (metric.clone(), failure.words().to_owned())).collect(),
        metrics,
        attribution: ATTRIBUTION,
    })
}

async fn reading(
    app: &App,
    published: &Published,
    metric: &'static indices::metrics::Metric,
    request: Request,
) -> Result<MetricReading, ApiError> {
    let Published { stored, said, change_24h, .. } = published;
    let (granularity, history) = match request.include_history {
        true => history(app, metric.method.id, request).await?,
        false => (None, None),
    };
    let full = request.full;
    Ok(MetricReading {
        id: metric.method.id,
        name: metric.method.name,
        methodology_version: stored.version.clone(),
        unit: metric.method.unit.name(),
        current: stored.value,
        missing: Missing::of(published),
        secondary: said.secondary.clone().map(|portfolio::SecondaryBody { label, value, unit }| Secondary {
            label,
            value,
            unit,
        }),
        change: *change_24h,
        confidence: said.confidence,
        observed_items: said.observed_items,
        window_start: said.window_start.clone(),
        window_end: said.window_end.clone(),
        updated_at: stored.at.rfc3339(),
        frequency: metric.method.frequency.name(),
        history,
        history_granularity: granularity,
        breakdown: full.then(|| said.breakdown.clone()),
        provenance: full.then(|| Provenance::from(published)),
        methodology: full.then(|| Receipt::from(&metric.method)),
    })
}

type History = (Option<&'static str>, Option<Vec<HistoryPoint>>);

async fn history(app: &App, metric: &str, request: Request) -> Result<History, ApiError> {
    let (first, last) = (request.first.unwrap_or(Day::MIN), request.last.unwrap_or(Day::MAX));
    let days = DayRange::inclusive(first, last).unwrap_or(DayRange::single(last));
    let (granularity, points) =
        history_of(app, metric, days).await.map_err(|error| readings::unavailable(&error))?;
    Ok((Some(granularity), Some(points)))
}

/// The published days of a metric, and how finely they are told.
async fn history_of(
    app: &App,
    metric: &str,
    within: DayRange,
) -> anyhow::Result<(&'static str, Vec<HistoryPoint>)> {
    let days = app.store.readings.history(metric, within).await?;
    let versions: HashMap<Day, &str> = days.iter().map(|day| (day.day, day.version.as_str())).collect();
    let closes = match days.last() {
        Some(last) => portfolio::closes(&app.store, last.day).await?,
        None => Closes::default(),
    };
    let points: Vec<Point> = days
        .iter()
        .map(|day| Point { day: day.day, value: day.value, btc_price: closes.get(day.day) })
        .collect();
    let (granularity, points) = thin(&points);
    let told = |point: &Point| HistoryPoint {
        date: point.day.to_string(),
        value: point.value,
        btc_price: point.btc_price,
        methodology_version: versions.get(&point.day).copied().unwrap_or_default().to_owned(),
    };
    Ok((granularity.name(), points.iter().map(told).collect()))
}
