//! GET /v1/alerts/{id}/backtest: when a rule would have fired, to tune it before it is switched on. Not metered.

use ::alerts::backtest::{DAYS, backtest};
use ::alerts::causes::Cause;
use ::alerts::watch::Watch;
use coverage::article::Headline;
use domain::{AlertCondition, DayRange};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use store::alerts::AlertDefinition;

use crate::operations::owned::{self, not_found};
use interface::{Access, App, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::ApiError;

/// Firings that are shown. The newest have articles beside them, a few; the calls that list the others' are metered, and a
/// backtest is not.
const MAX_SHOWN: usize = 200;
const MAX_WITH_ARTICLES: usize = 20;
const MAX_SHOWN_ARTICLES: usize = 2;

pub struct BacktestAlert;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Backtest")]
pub struct BacktestView {
    pub alert_id: String,
    #[schemars(extend("format" = "date"))]
    pub start_date: String,
    #[schemars(extend("format" = "date"))]
    pub end_date: String,
    /// The days of these of which anything is stored; null where that is none, and nothing could fire.
    #[schemars(extend("format" = "date"))]
    pub data_start_date: Option<String>,
    #[schemars(extend("format" = "date"))]
    pub data_end_date: Option<String>,
    /// How often it would have fired.
    pub fired: usize,
    /// How often its quiet time or its daily cap would have kept it from firing.
    pub held_back: usize,
    /// The newest 200 of them, newest first; 20 of a rule that tells every item.
    pub firings: Vec<Firing>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Firing {
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    pub summary: String,
    pub numbers: Map<String, Value>,
    /// The call that lists what was counted.
    pub query: String,
    /// The newest two of them, for the newest twenty firings; `query` lists all.
    pub articles: Vec<Headline>,
}

impl Firing {
    fn of(cause: Cause, articles: usize) -> Firing {
        Firing {
            at: cause.at.rfc3339(),
            summary: cause.summary,
            numbers: cause.numbers,
            query: cause.query,
            articles: cause.articles.into_iter().take(articles).collect(),
        }
    }
}

/// What a rule of the account would have told over the last ninety days.
pub async fn answer(app: &App, ask: &RequestContext, id: &str) -> Result<BacktestView, ApiError> {
    let owner = ask.owner()?;
    let alert = owned::find::<AlertDefinition>(app, owner, id).await?;
    // Of single items a look is enough: what they say is for sale.
    let shown = match alert.definition.condition {
        AlertCondition::Item => MAX_WITH_ARTICLES,
        _ => MAX_SHOWN,
    };
    let watch = Watch::of(app, owner, alert).await?;
    let tested = backtest(app, watch, ask.now).await.map_err(|error| ApiError::internal(error.as_ref()))?;
    let fired = tested.fired.len();
    let held = app.figures.ask(|cube| cube.span());
    let held = held.and_then(|held| {
        DayRange::inclusive(held.first().max(tested.days.first()), held.last().min(tested.days.last()))
    });
    Ok(BacktestView {
        alert_id: id.to_owned(),
        start_date: tested.days.first().to_string(),
        end_date: tested.days.last().to_string(),
        data_start_date: held.map(|days| days.first().to_string()),
        data_end_date: held.map(|days| days.last().to_string()),
        fired,
        held_back: tested.held_back,
        firings: tested
            .fired
            .into_iter()
            .rev()
            .take(shown)
            .enumerate()
            .map(|(at, cause)| Firing::of(cause, if at < MAX_WITH_ARTICLES { MAX_SHOWN_ARTICLES } else { 0 }))
            .collect(),
    })
}

impl Operation for BacktestAlert {
    const ID: &'static str = "backtestAlert";
    const ROUTE: Route = Route::get("/v1/alerts/{id}/backtest");
    const SUMMARY: &'static str =
        "When a rule would have fired over the last 90 days, by what is stored now. Not metered.";
    const ACCESS: Access = Access::Key;
    const TELLS_OF_ALL_DAYS: bool = true;
    const STATUSES: &'static [(u16, &'static str)] = &[not_found!("Alert")];
    type Request = String;
    type Response = BacktestView;

    fn read(from: &mut ParamReader) -> Result<String, ApiError> {
        Ok(from.segment("id", "The id of the Alert."))
    }

    async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<BacktestView>, ApiError> {
        const _: () = assert!(DAYS == 90, "the summary says so");
        Ok(answer(app, ask, &id).await?.into())
    }
}
