//! Workflow runs: receipts of what agents did, with status, timing and numbers. Prompts and outputs are turned
//! away at the door: nothing that can carry a text of theirs is stored.

pub mod list;
pub mod record;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use store::runs::Run;

/// A receipt.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WorkflowRun")]
pub struct RunView {
    id: String,
    run_id: String,
    workflow_id: String,
    #[schemars(extend("enum" = ["queued", "running", "succeeded", "failed", "cancelled"]))]
    status: String,
    #[schemars(extend("format" = "date-time"))]
    started_at: String,
    #[schemars(extend("format" = "date-time"))]
    finished_at: Option<String>,
    /// As stated, or from start to finish where both are known.
    duration_ms: Option<i64>,
    /// Further members that are numbers or flags.
    figures: Map<String, Value>,
    #[schemars(extend("format" = "date-time"))]
    recorded_at: String,
}

impl From<Run> for RunView {
    fn from(run: Run) -> RunView {
        let took = run.finished_at.map(|finished_at| finished_at.since(run.started_at));
        RunView {
            id: run.id,
            run_id: run.run_id,
            workflow_id: run.workflow_id,
            status: run.status.name().to_owned(),
            started_at: run.started_at.rfc3339(),
            finished_at: run.finished_at.map(|at| at.rfc3339()),
            duration_ms: run.duration_ms.or(took),
            figures: serde_json::from_str(&run.figures).unwrap_or_default(),
            recorded_at: run.recorded_at.rfc3339(),
        }
    }
}
