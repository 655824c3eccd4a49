//! GET /sources/health: how every source does: when it was last read, when it is next, and what stands in the way.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Source;

use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route, Table};
use pipeline::collect::moving::host_of;
use runtime::error::ApiError;

pub struct SourcesHealth;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SourcesHealth")]
pub struct Health {
    /// How many there are of each state.
    pub summary: Summary,
    pub data: Vec<SourceHealth>,
}

#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "SourcesSummary")]
pub struct Summary {
    pub total: u32,
    pub ok: u32,
    pub failing: u32,
    pub waiting: u32,
    pub paused: u32,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceHealth {
    pub id: String,
    /// feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news, github_discussions or
    /// bitcoin_price.
    pub kind: String,
    pub outlet: String,
    /// ok, failing, waiting (not read yet) or paused.
    pub state: &'static str,
    #[schemars(extend("format" = "date-time"))]
    pub last_success: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub next_due: Option<String>,
    /// Documents that were new or changed, ever.
    pub items: i64,
    /// Failures since the last success.
    pub error_count: u32,
    /// Why the last poll failed, in words.
    pub error: Option<String>,
    pub paused: bool,
    /// Documents of it that could not be read and are left alone until they change.
    pub quarantined: u32,
    /// The host that it redirects to permanently; it is moved once it has said so for a day.
    pub moving_to: Option<String>,
}

/// What is shown of the details that a source is stored with.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Details {
    outlet: String,
    removed: bool,
}

/// A public copy stays good for this long, so that a page that asks often costs little.
const FRESH_FOR_S: u64 = 5;

impl Operation for SourcesHealth {
    const ID: &'static str = "getSourcesHealth";
    const ROUTE: Route = Route::get("/sources/health");
    const SUMMARY: &'static str =
        "The state of every source: last success, next due, items, errors. Not metered.";
    const ACCESS: Access = Access::Anonymous;
    const TABULAR: bool = true;
    const ROWS: Option<&'static str> = Some("/data");
    type Request = ();
    type Response = Health;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Health>, ApiError> {
        let sources = app.store.sources.list().await?;
        let data: Vec<SourceHealth> = sources.into_iter().filter_map(shown).collect();
        let mut summary = Summary { total: data.len() as u32, ..Summary::default() };
        for source in &data {
            match source.state {
                "ok" => summary.ok += 1,
                "failing" => summary.failing += 1,
                "paused" => summary.paused += 1,
                _ => summary.waiting += 1,
            }
        }
        Ok(Reply { fresh_for_s: FRESH_FOR_S, ..Health { summary, data }.into() })
    }

    fn table(health: &Health) -> Option<Table> {
        Some(Table::of(
            &[
                "id",
                "kind",
                "outlet",
                "state",
                "lastSuccess",
                "nextDue",
                "items",
                "errorCount",
                "error",
                "paused",
                "quarantined",
                "movingTo",
            ],
            &health.data,
        ))
    }
}

/// None for one that a person removed.
pub fn shown(source: Source) -> Option<SourceHealth> {
    let details: Details = serde_json::from_str(&source.settings).unwrap_or_default();
    if details.removed {
        return None;
    }
    let state = match (source.paused, source.error_count, source.last_success_at) {
        (true, ..) => "paused",
        (_, 1.., _) => "failing",
        (_, _, None) => "waiting",
        _ => "ok",
    };
    Some(SourceHealth {
        outlet: details.outlet,
        state,
        last_success: source.last_success_at.map(|at| at.rfc3339()),
        next_due: (!source.paused).then(|| source.next_due_at.rfc3339()),
        items: source.items_total,
        error_count: source.error_count,
        error: source.last_error,
        paused: source.paused,
        quarantined: source.quarantined,
        moving_to: source.moving.map(|moving| host_of(&moving.to)),
        id: source.id,
        kind: source.kind,
    })
}
