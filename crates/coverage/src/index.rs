//! GET /index: the Bellwether Index now, or as it was published for a day.

use domain::{Day, Instant};
use indices::metrics::main_index::METHOD;
use indices::metrics::returns::BandReturns;
use schemars::JsonSchema;
use search::UNCATEGORISED;
use serde::Serialize;

use crate::readings;
use crate::readings::{ATTRIBUTION, Missing, Provenance, Receipt};
use figures::portfolio;
use figures::portfolio::{DriverBody, Published};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::{ApiError, Code};

pub struct GetIndex;

#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    pub full: bool,
    pub date: Option<Day>,
}

/// The index with what moves it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BellwetherIndex")]
pub struct Index {
    pub id: &'static str,
    pub name: &'static str,
    /// 0 to 100; 50 means that each source speaks in its usual tone. Null below the minimum coverage.
    #[schemars(range(min = 0, max = 100))]
    pub score: Option<f64>,
    /// What is missing where `score` is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
    /// The band that the score lies in.
    #[schemars(extend("enum" = ["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed", null]))]
    pub status: Option<String>,
    /// Points since the reading 24 hours before; null where none was published.
    #[serde(rename = "change24h")]
    pub change_24h: Option<f64>,
    /// Points since the reading 7 days before; null where none was published.
    #[serde(rename = "change7d")]
    pub change_7d: Option<f64>,
    #[schemars(range(min = 0, max = 100))]
    pub confidence: f64,
    /// Items of the window.
    pub observed_items: i64,
    /// What the drivers of either kind add up to; null where the score is.
    pub z: Option<f64>,
    /// The score is 100 * Phi(z / kappa).
    pub kappa: Option<f64>,
    pub drivers: Drivers,
    pub methodology_version: String,
    #[schemars(extend("format" = "date"))]
    pub window_start: String,
    #[schemars(extend("format" = "date"))]
    pub window_end: String,
    /// The UTC day of the reading.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// True for the value of a whole day, which never changes.
    pub frozen: bool,
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub generated_at: String,
    pub attribution: &'static str,
    /// Where the index and prices, cohorts or outlet categories disagree; full view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divergence: Option<Vec<Divergence>>,
    /// What Bitcoin did after days of each band; full view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns_by_regime: Option<Vec<RegimeReturns>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methodology: Option<Receipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Parts of z, twice: each list adds up to it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "IndexDrivers")]
pub struct Drivers {
    pub outlet_category: Vec<Part>,
    pub story_category: Vec<Part>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "IndexDriver")]
pub struct Part {
    pub name: String,
    pub contribution: f64,
}

/// The index less another level; 50 is usual for both.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "IndexDivergence")]
pub struct Divergence {
    #[schemars(extend("enum" = ["price", "cohort", "outletCategory"]))]
    pub against: String,
    pub name: String,
    pub level: f64,
    pub points: f64,
}

/// Returns after the days of one band, in percent.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegimeReturns {
    pub regime: &'static str,
    pub horizon_days: i64,
    pub n: usize,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// 95 % interval of the mean by block bootstrap; null below 10 days.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The interval holds 0: these days cannot be told from any others.
    pub holds_zero: Option<bool>,
}

const NOTE: &str = "Returns look back and make no claim of prediction; where holdsZero is true, the days of the \
                    band cannot be told from chance.";

impl Operation for GetIndex {
    const ID: &'static str = "getIndex";
    const ROUTE: Route = Route::get("/index");
    const SUMMARY: &'static str = "The Bellwether Index: score, status, changes, confidence and the drivers that add up to it; every 15 minutes. Not metered without full=true.";
    const ACCESS: Access = Access::KeyForFull;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] = &[
        (404, "No reading was published for that day."),
        (502, "The reading cannot be read at the moment."),
        (503, "No reading has been computed yet."),
    ];
    const PROTECTED_BY: &'static [&'static str] = &["full"];
    type Request = Request;
    type Response = Index;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        Ok(Request {
            full: from.boolean(
                "full",
                "Adds divergence, returns by regime, methodology and provenance; needs a key.",
            )?,
            date: from
                .optional_day("date", "The published value of that UTC day (YYYY-MM-DD) instead of now.")?,
        })
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        request.date.is_none().then(|| format!("{} {}", request.full, readings::step(ask.now)))
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Index>, ApiError> {
        let fresh_for_s = match request.date {
            // What was published stays as it is; only its changes may still gain a neighbour.
            Some(_) => 300,
            None => readings::fresh_for_s(&*readings::portfolio(app)?, ask.now),
        };
        Ok(Reply { fresh_for_s, ..index(app, request).await?.into() })
    }
}

/// The index as the route tells it.
pub async fn index(app: &App, request: Request) -> Result<Index, ApiError> {
    let Some(day) = request.date else {
        let portfolio = readings::portfolio(app)?;
        let reading = portfolio.reading(METHOD.id).ok_or_else(|| readings::failed(&portfolio, METHOD.id))?;
        return Ok(tell(reading, request.full.then_some(&portfolio.returns[..])));
    };
    let reading = portfolio::frozen(&app.store, METHOD.id, day).await;
    let Some(reading) = reading.map_err(|error| readings::unavailable(&error))? else {
        let detail = format!(
            "No value of the index was published for {day}. Whoever runs the service can have earlier days computed with `bellwether backfill`."
        );
        return Err(ApiError { parameter: Some("date".into()), ..ApiError::new(Code::NoReading, detail) });
    };
    if !request.full {
        return Ok(tell(&reading, None));
    }
    let returns = portfolio::returns_until(&app.store, day).await;
    let returns = returns.map_err(|error| readings::unavailable(&error))?;
    Ok(tell(&reading, Some(&returns)))
}

fn tell(reading: &Published, full: Option<&[BandReturns]>) -> Index {
    let Published { stored, said, change_24h, change_7d } = reading;
    let by = |kind: &str| {
        // A published reading is never changed, so its own word for items of no subject is replaced here.
        let name = |driver: &DriverBody| match driver.name.as_str() {
            "Uncategorised" => UNCATEGORISED.to_owned(),
            name => name.to_owned(),
        };
        let part = |driver: &DriverBody| Part { name: name(driver), contribution: driver.contribution };
        said.drivers.iter().filter(|driver| driver.by == kind).map(part).collect()
    };
    let divergence = || {
        let told = |one: &portfolio::DivergenceBody| Divergence {
            against: one.against.clone(),
            name: one.name.clone(),
            level: one.level,
            points: one.points,
        };
        said.divergence.iter().map(told).collect()
    };
    Index {
        id: METHOD.id,
        name: METHOD.name,
        score: stored.value,
        missing: Missing::of(reading),
        status: said.status.clone(),
        change_24h: *change_24h,
        change_7d: *change_7d,
        confidence: said.confidence,
        observed_items: said.observed_items,
        z: said.breakdown["z"].as_f64(),
        kappa: said.breakdown["kappa"].as_f64(),
        drivers: Drivers { outlet_category: by("outletCategory"), story_category: by("storyCategory") },
        methodology_version: stored.version.clone(),
        window_start: said.window_start.clone(),
        window_end: said.window_end.clone(),
        date: stored.day.to_string(),
        frozen: stored.frozen,
        updated_at: instant(stored.at),
        generated_at: instant(stored.made_at),
        attribution: ATTRIBUTION,
        divergence: full.map(|_| divergence()),
        returns_by_regime: full.map(|returns| returns.iter().map(regime).collect()),
        note: full.map(|_| NOTE),
        methodology: full.map(|_| Receipt::from(&METHOD)),
        provenance: full.map(|_| Provenance::from(reading)),
    }
}

fn regime(row: &BandReturns) -> RegimeReturns {
    RegimeReturns {
        regime: row.band,
        horizon_days: row.horizon_days,
        n: row.n,
        mean: row.mean,
        median: row.median,
        low: row.interval.map(|(low, _)| low),
        high: row.interval.map(|(_, high)| high),
        holds_zero: row.holds_zero,
    }
}

fn instant(at: Instant) -> String {
    at.rfc3339()
}
