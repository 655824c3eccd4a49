//! GET /health/ready: does each part stand ready to answer, and if not, what does it wait for?

use schemars::JsonSchema;
use serde::Serialize;
use store::Wire;

use figures::portfolio::Standing;
use interface::App;
use interface::{Access, Operation, ParamReader, Reply, RequestContext, Route};
use runtime::error::{ApiError, chain};
use runtime::followers::Report;

pub struct HealthReady;

#[derive(Serialize, JsonSchema)]
pub struct Readiness {
    /// True when every part that is not optional is ready; the status is 503 otherwise.
    pub ready: bool,
    pub parts: Vec<Part>,
    /// What runs beside the requests; empty where nothing does.
    pub followers: Vec<FollowerState>,
}

#[derive(Serialize, JsonSchema)]
pub struct FollowerState {
    pub name: &'static str,
    /// False where it has failed, or given no sign, for longer than a moment.
    pub ready: bool,
    /// An optional one does not hold the answers back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// `running`, `standby` (another process does it), `retrying`, `failing` or `stalled`.
    pub state: String,
    /// Items that wait, as far as it knows.
    pub behind: u64,
    /// Since the start.
    pub panics: u64,
    /// Items that it passes over.
    pub quarantined: u64,
}

impl From<Report> for FollowerState {
    fn from(report: Report) -> FollowerState {
        FollowerState {
            name: report.name,
            ready: report.is_well(),
            optional: !report.essential,
            state: report.state.to_string(),
            behind: report.behind,
            panics: report.panics,
            quarantined: report.quarantined,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReadinessPart")]
pub struct Part {
    pub name: &'static str,
    pub ready: bool,
    /// An optional part does not hold the others back: what does not need it is answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// What it holds, or what it waits for.
    pub detail: String,
}

/// The index may trail the store by so many changes and still count as ready.
const MAX_LAG_CHANGES: u64 = 10_000;
/// And the figures by so many recounted days.
const MAX_LAG_DAYS: i64 = 1_000;

impl Operation for HealthReady {
    const ID: &'static str = "readinessCheck";
    const ROUTE: Route = Route::get("/health/ready");
    const SUMMARY: &'static str = "Whether each part is ready to answer, and what it waits for.";
    const ACCESS: Access = Access::Unchecked;
    const STATUSES: &'static [(u16, &'static str)] = &[(503, "A part is not ready; the body names it.")];
    type Request = ();
    type Response = Readiness;

    fn read(_: &mut ParamReader) -> Result<(), ApiError> {
        Ok(())
    }

    async fn answer(app: &App, _: &RequestContext, (): ()) -> Result<Reply<Readiness>, ApiError> {
        let stored = app.store.documents.max_seq().await;
        let indexed = app.finder.indexed_seq();
        let store = match &stored {
            Ok(seq) => {
                Part { name: "store", ready: true, optional: false, detail: format!("revision {seq}") }
            }
            Err(error) => {
                tracing::error!(error = %chain(error), "the store does not answer");
                Part {
                    name: "store",
                    ready: false,
                    optional: false,
                    detail: "the store does not answer".into(),
                }
            }
        };
        let lag = stored.map_or(0, |seq| u64::try_from(seq).unwrap_or(0).saturating_sub(indexed));
        let index = Part {
            name: "index",
            ready: app.finder.is_trusted() && lag <= MAX_LAG_CHANGES,
            optional: false,
            detail: match lag {
                _ if !app.finder.is_trusted() => "rebuilding: it is not of this store as it is now".into(),
                0 => format!("in sync, {} documents", app.finder.document_count()),
                lag => format!("{lag} changes behind the store, catching up"),
            },
        };
        // A store that does not answer has been named above.
        let (mut unread, mut quarantined, mut behind) = (0, 0, 0);
        if store.ready {
            unread = app.store.documents.unread_count().await.unwrap_or(0);
            let counts = app.store.quarantine.counts().await.unwrap_or_default();
            quarantined = counts.iter().map(|(_, count)| *count).sum::<i64>();
            behind = app.store.rollups.max_seq().await.unwrap_or(0).saturating_sub(app.figures.seen());
        }
        let figures = Part {
            name: "figures",
            ready: app.figures.loaded() && behind <= MAX_LAG_DAYS,
            optional: false,
            detail: match app.figures.loaded() {
                true if behind > MAX_LAG_DAYS => {
                    format!("{behind} recounted days behind the store, catching up")
                }
                true => format!("{} counted days", app.figures.ask(|cube| cube.length())),
                false => "counted days are being read".into(),
            },
        };
        let reading = Part {
            name: "reading",
            ready: unread == 0,
            optional: true,
            detail: match unread {
                0 if quarantined > 0 => {
                    format!("every document is read that can be; {quarantined} items are in quarantine")
                }
                0 => "every document is read".into(),
                unread => {
                    format!("{unread} documents wait to be read; they can be found and are in no count")
                }
            },
        };
        let readings = match app.figures.portfolio() {
            Standing::Ready(portfolio) => (true, format!("published for {}", portfolio.at.rfc3339())),
            Standing::NotYet => (false, "waiting for the first counted documents".into()),
            Standing::Unreadable => (false, "published readings cannot be read".into()),
        };
        let readings = Part { name: "readings", ready: readings.0, optional: true, detail: readings.1 };
        let payments = app.admission.gate().and_then(|gate| gate.facilitator_status()).map(|status| Part {
            name: "pay_per_call",
            ready: status.is_supported(),
            optional: true,
            detail: status.to_string(),
        });
        let wire = matches!(app.store.wire(), Wire::Plain { .. }).then(|| Part {
            name: "store_wire",
            ready: false,
            optional: true,
            detail: "what is said to the database travels as plain text".into(),
        });
        let parts: Vec<Part> =
            [store, index, reading, figures, readings].into_iter().chain(wire).chain(payments).collect();
        let followers: Vec<FollowerState> =
            app.followers.reports().into_iter().map(FollowerState::from).collect();
        let ready = parts.iter().all(|part| part.ready || part.optional)
            && followers.iter().all(|follower| follower.ready || follower.optional);
        Ok(Reply { status: if ready { 200 } else { 503 }, ..Readiness { ready, parts, followers }.into() })
    }
}
