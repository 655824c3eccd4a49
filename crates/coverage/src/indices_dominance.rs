//! GET /indices/dominance: which assets hold the attention of the coverage, with published history.

use std::collections::HashMap;

use domain::{Day, DayRange};
use indices::answers::history::{Granularity, HistoryPoint, thin_to};
use indices::metrics::dominance::{METHOD, Window};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::readings::StoredReading;

use crate::readings;
use crate::readings::{ATTRIBUTION, Provenance, Receipt};
use figures::portfolio::{Portfolio, ReadingBody};
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use runtime::error::{ApiError, Code};
use runtime::off_thread::off_thread;

pub struct GetNarrativeDominance;

/// Assets whose history is told; the rest together is what is left of 100.
const HISTORY_ASSETS: usize = 10;

#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub window: Window,
    pub granularity: Granularity,
    pub full: bool,
    pub include_history: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            window: Window::Year1,
            granularity: Granularity::Weekly,
            full: false,
            include_history: false,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NarrativeDominance")]
pub struct Dominance {
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    pub name: &'static str,
    pub methodology_version: String,
    /// Names the list of tracked assets.
    pub universe_version: String,
    /// Tracked assets; those without any share are not in the ranking.
    pub universe_size: u64,
    /// Of `windowShare`, `windowRank` and the history.
    pub window: &'static str,
    pub granularity: &'static str,
    #[schemars(extend("format" = "date-time"))]
    pub generated_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
    #[schemars(extend("format" = "date"))]
    pub window_start: String,
    #[schemars(extend("format" = "date"))]
    pub window_end: String,
    #[schemars(range(min = 0, max = 100))]
    pub confidence: f64,
    pub observed_items: i64,
    pub outlets: u64,
    /// By rank; empty below the minimum coverage. The shares sum to 100.
    pub ranking: Vec<RankedAsset>,
    /// Null below the minimum coverage.
    pub concentration: Option<Concentration>,
    pub attribution: &'static str,
    /// Published days in the window: shares of the ten assets that lead now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<SharesOfDay>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methodology: Option<Receipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankedAsset {
    pub asset: String,
    pub ticker: Option<String>,
    pub rank: u64,
    /// Percent of all attention.
    pub share: f64,
    /// Points since a week before.
    #[serde(rename = "change7d")]
    pub change_7d: Option<f64>,
    /// Against the asset's own shares of the last 90 days.
    pub z: Option<f64>,
    /// z is 3 or more.
    pub spike: bool,
    /// Percent of all mentions of ranked assets in the days of `window`.
    #[serde(default)]
    pub window_share: f64,
    /// The rank by that share.
    #[serde(default)]
    pub window_rank: u64,
    /// Plain share of mentions in the last 7 days, percent; full view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mention_share: Option<f64>,
    /// Full view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_mean: Option<f64>,
    /// Full view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_deviation: Option<f64>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DominanceConcentration")]
pub struct Concentration {
    /// Sum of squared shares, 0 to 1.
    pub hhi: f64,
    pub entropy: f64,
    pub normalised_entropy: f64,
    /// So many equal shares would be as concentrated.
    pub effective_number: f64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DominanceHistoryPoint")]
pub struct SharesOfDay {
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// Percent by asset; 0 where an asset had no share that day.
    pub shares: serde_json::Map<String, serde_json::Value>,
}

impl Operation for GetNarrativeDominance {
    const ID: &'static str = "getNarrativeDominance";
    const ROUTE: Route = Route::get("/indices/dominance");
    const SUMMARY: &'static str = "Narrative Dominance: assets ranked by their share of attention; details and history with a key. Not metered without full=true or include_history=true.";
    const ACCESS: Access = Access::KeyForFull;
    const BASE_CREDITS: u32 = 1;
    const STATUSES: &'static [(u16, &'static str)] =
        &[(502, "The ranking is temporarily unavailable, or has not been computed yet.")];
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/ranking");
    const PROTECTED_BY: &'static [&'static str] = &["full", "include_history"];
    type Request = Request;
    type Response = Dominance;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let windows: Vec<&'static str> = Window::ALL.iter().map(|window| window.name()).collect();
        let grains: Vec<&'static str> = Granularity::ALL.iter().map(|grain| grain.name()).collect();
        let default = Request::default();
        let window = from.choice(
            "window",
            "The days of windowShare and windowRank, and of the history.",
            &windows,
            Some(default.window.name()),
        )?;
        let granularity = from.choice(
            "granularity",
            "Steps of the history; the newest 400 are given.",
            &grains,
            Some(default.granularity.name()),
        )?;
        Ok(Request {
            window: window.and_then(Window::from_name).unwrap_or(default.window),
            granularity: granularity.and_then(Granularity::from_name).unwrap_or(default.granularity),
            full: from.boolean("full", "Adds baselines, methodology and provenance; needs a key.")?,
            include_history: from.boolean("include_history", "Adds bounded history; needs a key.")?,
        })
    }

    fn kept(request: &Request, ask: &RequestContext) -> Option<String> {
        let Request { window, granularity, full, include_history } = request;
        (!include_history).then(|| format!("{window:?} {granularity:?} {full} {}", readings::step(ask.now)))
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Dominance>, ApiError> {
        let body = dominance(app, request).await?;
        let fresh_for_s = readings::portfolio(app).map_or(0, |held| readings::fresh_for_s(&held, ask.now));
        Ok(Reply { fresh_for_s, ..body.into() })
    }

    fn table(dominance: &Dominance) -> Option<Table> {
        if let Some(history) = &dominance.history {
            let rows = history.iter().flat_map(|day| {
                let share = |(asset, share): (&String, &serde_json::Value)| {
                    vec![day.date.clone(), asset.clone(), share.to_string()]
                };
                day.shares.iter().map(share).collect::<Vec<_>>()
            });
            return Some(Table { columns: vec!["date", "asset", "share"], rows: rows.collect() });
        }
        let columns =
            ["rank", "asset", "ticker", "share", "change7d", "z", "spike", "windowShare", "windowRank"];
        Some(Table::of(&columns, &dominance.ranking))
    }
}

/// The ranking as the route tells it.
pub async fn dominance(app: &App, request: Request) -> Result<Dominance, ApiError> {
    // The specification knows no 503 here: what has not been computed yet is temporarily unavailable.
    let held =
        readings::portfolio(app).map_err(|error| ApiError { code: Code::TemporarilyUnavailable, ..error })?;
    let mut told = tell(&held, request)?;
    let days = request.window.days(held.at.day(), Day::MIN);
    let named = app.figures.ask(|cube| {
        let named = cube.by_asset(days).into_iter();
        named.map(|row| (row.name.to_owned(), row.tally.count)).collect::<HashMap<String, i64>>()
    });
    rank_in_window(&mut told.ranking, &named);
    if request.include_history {
        let leading: Vec<String> =
            told.ranking.iter().take(HISTORY_ASSETS).map(|one| one.asset.clone()).collect();
        let history = history(app, &held, request, leading).await;
        told.history = Some(history.map_err(|error| readings::unavailable(&error))?);
    }
    Ok(told)
}

/// How the ranked assets stand over the days of the window, by articles that name them.
fn rank_in_window(ranking: &mut [RankedAsset], named: &HashMap<String, i64>) {
    let count = |one: &RankedAsset| named.get(&one.asset).copied().unwrap_or(0);
    let whole = ranking.iter().map(count).sum::<i64>().max(1) as f64;
    let mut places: Vec<usize> = (0..ranking.len()).collect();
    places.sort_by_key(|place| (std::cmp::Reverse(count(&ranking[*place])), ranking[*place].rank));
    for (rank, place) in places.into_iter().enumerate() {
        let share = 100.0 * count(&ranking[place]) as f64 / whole;
        ranking[place].window_share = (share * 1e4).round() / 1e4;
        ranking[place].window_rank = rank as u64 + 1;
    }
}

fn tell(held: &Portfolio, request: Request) -> Result<Dominance, ApiError> {
    let ranking = held.ranking.as_ref().ok_or_else(|| readings::failed(held, METHOD.id))?;
    let (stored, said) = (&ranking.stored, &ranking.said);
    let breakdown = &said.breakdown;
    let mut standings: Vec<RankedAsset> = Deserialize::deserialize(&breakdown["standings"])
        .map_err(|error| readings::unavailable(&anyhow::Error::new(error)))?;
    if !request.full {
        for one in &mut standings {
            (one.mention_share, one.baseline_mean, one.baseline_deviation) = (None, None, None);
        }
    }
    Ok(Dominance {
        schema_version: 1,
        name: METHOD.name,
        methodology_version: stored.version.clone(),
        universe_version: breakdown["universeVersion"].as_str().unwrap_or_default().to_owned(),
        universe_size: breakdown["universe"].as_u64().unwrap_or(0),
        window: request.window.name(),
        granularity: request.granularity.name(),
        generated_at: stored.made_at.rfc3339(),
        updated_at: stored.at.rfc3339(),
        window_start: said.window_start.clone(),
        window_end: said.window_end.clone(),
        confidence: said.confidence,
        observed_items: said.observed_items,
        outlets: breakdown["outlets"].as_u64().unwrap_or(0),
        ranking: standings,
        concentration: Concentration::deserialize(breakdown).ok(),
        attribution: ATTRIBUTION,
        history: None,
        methodology: request.full.then(|| Receipt::from(&METHOD)),
        provenance: request.full.then(|| Provenance::from(ranking)),
    })
}

async fn history(
    app: &App,
    held: &Portfolio,
    request: Request,
    assets: Vec<String>,
) -> anyhow::Result<Vec<SharesOfDay>> {
    let last = held.at.day();
    let days: DayRange = request.window.days(last, Day::MIN);
    let published = app.store.readings.history(METHOD.id, days).await?;
    let points: Vec<HistoryPoint> = published
        .iter()
        .map(|day| HistoryPoint { day: day.day, value: day.value, btc_price: None })
        .collect();
    let wanted: Vec<Day> = thin_to(&points, request.granularity).into_iter().map(|point| point.day).collect();
    let rows = app.store.readings.of_days(METHOD.id, &wanted).await?;
    let reading = move || rows.iter().map(|row| shares(row, &assets)).collect::<Result<Vec<_>, _>>();
    Ok(off_thread(reading).await??)
}

fn shares(row: &StoredReading, assets: &[String]) -> Result<SharesOfDay, serde_json::Error> {
    let said = ReadingBody::from_text(&row.body)?;
    let standings = said.breakdown["standings"].as_array().map_or(&[][..], Vec::as_slice);
    let held: HashMap<&str, f64> =
        standings.iter().filter_map(|one| Some((one["asset"].as_str()?, one["share"].as_f64()?))).collect();
    let share = |asset: &String| (asset.clone(), held.get(asset.as_str()).copied().unwrap_or(0.0).into());
    Ok(SharesOfDay { date: row.day.to_string(), shares: assets.iter().map(share).collect() })
}
