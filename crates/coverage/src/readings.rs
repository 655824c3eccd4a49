//! What the answers about indices share: finding the portfolio, and how long an answer stays good.

use domain::Instant;
use indices::metrics::Method;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

use figures::portfolio::{Failure, MissingBody, Portfolio, Published, Standing};
use interface::App;
use runtime::error::{ApiError, Code};

pub const ATTRIBUTION: &str = "Computed by Bellwether from the coverage it has read. How: /methodology.";

/// Answers are kept in steps of this; a public copy is told to stay good until the step's end at the earliest.
const STEP_MS: i64 = 30_000;

/// Seconds after which to ask again: while a server starts, and while there is nothing to read.
const STARTING_S: u64 = 5;
const EMPTY_S: u64 = 900;

/// How a number is made, as the receipts print it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "IndexMethodology")]
pub struct Receipt {
    pub summary: String,
    pub minimum_coverage: String,
    pub source_tables: Vec<String>,
}

impl From<&Method> for Receipt {
    fn from(method: &Method) -> Receipt {
        Receipt {
            summary: method.summary.to_owned(),
            minimum_coverage: method.minimum_coverage.to_owned(),
            source_tables: method.source_tables.iter().map(|table| (*table).to_owned()).collect(),
        }
    }
}

/// What a reading lacks.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "IndexMissing")]
pub struct Missing {
    pub what: String,
    /// How much of it there is.
    pub have: i64,
    /// How much is needed.
    pub need: i64,
}

impl Missing {
    /// Of a reading that has no value.
    pub fn of(published: &Published) -> Vec<Missing> {
        let one = |lack: &MissingBody| Missing { what: lack.what.clone(), have: lack.have, need: lack.need };
        published.said.missing.iter().map(one).collect()
    }
}

/// What a reading was computed from; enough to compute it again.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "IndexProvenance")]
pub struct Provenance {
    /// Names the counted days, prices, parameters and version behind the reading.
    pub digest: String,
    /// Names every digit of the reading.
    pub seal: String,
    #[schemars(extend("format" = "date"))]
    pub first_day: String,
    #[schemars(extend("format" = "date"))]
    pub last_day: String,
    /// Documents in those days.
    pub documents: i64,
    /// Daily closes in those days.
    pub prices: usize,
    pub parameters: serde_json::Value,
    /// The command that computes this reading again from its documents; null where it is not the frozen value of its UTC day.
    pub recompute: Option<String>,
}

impl From<&Published> for Provenance {
    fn from(published: &Published) -> Provenance {
        let (stored, said) = (&published.stored, &published.said);
        Provenance {
            digest: stored.digest.clone(),
            seal: stored.seal.clone(),
            first_day: said.first_day.clone(),
            last_day: said.last_day.clone(),
            documents: said.documents,
            prices: said.prices,
            parameters: said.parameters.clone(),
            recompute: stored
                .frozen
                .then(|| format!("bellwether recompute --date {} --metric {}", stored.day, stored.metric)),
        }
    }
}

/// The newest portfolio, or why there is none.
pub fn portfolio(app: &App) -> Result<Arc<Portfolio>, ApiError> {
    match app.figures.portfolio() {
        Standing::Ready(portfolio) => Ok(portfolio),
        // Right after a start, or before there is anything to compute from.
        Standing::NotYet => Err(match app.figures.loaded() {
            false => ApiError::new(
                Code::Unavailable,
                "Counts are being read; the first readings are computed as soon as they are in memory.",
            )
            .retry_after(STARTING_S),
            true if app.figures.ask(|cube| cube.span().is_none()) => ApiError::new(
                Code::NotConfigured,
                "Nothing was counted yet, and readings are computed from counted articles: import some, or add sources.",
            )
            .retry_after(EMPTY_S),
            true => ApiError::new(
                Code::Unavailable,
                "The first readings are being computed from the counted articles.",
            )
            .retry_after(STARTING_S),
        }),
        Standing::Unreadable => {
            Err(ApiError::new(Code::TemporarilyUnavailable, "The portfolio cannot be read at the moment.")
                .retry_after(60))
        }
    }
}

/// Why a metric that is asked for alone has no answer.
pub fn failed(portfolio: &Portfolio, metric: &str) -> ApiError {
    match portfolio.failures.get(metric) {
        Some(Failure::NotConfigured(words)) => {
            ApiError::new(Code::NotConfigured, format!("{metric} is not configured. {words}"))
        }
        Some(Failure::Failed(words)) => {
            ApiError::new(Code::TemporarilyUnavailable, format!("{metric} is not available. {words}"))
                .retry_after(60)
        }
        None => {
            ApiError::new(Code::TemporarilyUnavailable, format!("{metric} has no reading at the moment."))
                .retry_after(60)
        }
    }
}

/// Logs the whole chain and says that it will pass.
pub fn unavailable(error: &anyhow::Error) -> ApiError {
    tracing::error!("published readings cannot be read: {error:#}");
    ApiError::new(Code::TemporarilyUnavailable, "Published readings cannot be read at the moment.")
        .retry_after(30)
}

/// A name for the present step: an answer that is kept under it says nothing wrong about its age.
pub fn step(now: Instant) -> i64 {
    now.ms().div_euclid(STEP_MS)
}

/// Seconds from the end of this step up to the next refresh.
pub fn fresh_for_s(portfolio: &Portfolio, now: Instant) -> u64 {
    let end = Instant::from_ms((step(now) + 1) * STEP_MS);
    u64::try_from(portfolio.next_at().since(end) / 1000).unwrap_or(0)
}
