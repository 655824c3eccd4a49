//! POST /workflow-runs: stores the receipt of a run, once at each of its stages.

use domain::hash::hash128;
use domain::{Instant, RunStatus};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use store::runs::{Recorded, Run};

use super::RunView;
use interface::App;
use interface::{Access, Operation, ParamReader, Replay, Reply, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};

pub struct RecordRun;

#[derive(Clone)]
pub struct Request {
    idempotency_key: Option<String>,
    run_id: String,
    workflow_id: String,
    status: RunStatus,
    started_at: Instant,
    finished_at: Option<Instant>,
    duration_ms: Option<i64>,
    figures: Map<String, Value>,
    excluded: Vec<String>,
    digest: [u8; 16],
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WorkflowRunReceipt")]
pub struct Receipt {
    #[serde(flatten)]
    run: RunView,
    /// Names of the members that were not stored: prompts, outputs and anything else that can carry text.
    excluded: Vec<String>,
}

const KNOWN: [&str; 6] = ["workflowId", "runId", "status", "startedAt", "finishedAt", "durationMs"];
/// Members of these names carry what people and models said, in lower case without separators. They count for
/// nothing: not for what is stored, and not for whether two requests are the same.
const CONTENT: [&str; 32] = [
    "prompt",
    "prompts",
    "systemprompt",
    "userprompt",
    "message",
    "messages",
    "input",
    "inputs",
    "output",
    "outputs",
    "completion",
    "completions",
    "content",
    "contents",
    "text",
    "response",
    "responses",
    "result",
    "results",
    "transcript",
    "instructions",
    "context",
    "query",
    "question",
    "answer",
    "answers",
    "arguments",
    "toolcalls",
    "reasoning",
    "thinking",
    "conversation",
    "history",
];
const MAX_FIGURES: usize = 32;
const ID_LIMIT_CHARS: usize = 128;
/// Ten years.
const MAX_DURATION_MS: u64 = 315_360_000_000;

impl Operation for RecordRun {
    const ID: &'static str = "recordWorkflowRun";
    const ROUTE: Route = Route::post("/workflow-runs");
    const SUMMARY: &'static str =
        "Stores a metadata-only receipt of an agent's workflow run; prompts and outputs are left out.";
    const ACCESS: Access = Access::Key;
    const BASE_CREDITS: u32 = 1;
    const SUCCESS: u16 = 201;
    const BODY_LIMIT_BYTES: Option<u64> = Some(16_384);
    const STATUSES: &'static [(u16, &'static str)] = &[
        (200, "The run was recorded before: its receipt, at no charge; or it went on to a later status."),
        (409, "The run was recorded before with other metadata, or at a later status."),
    ];
    type Request = Request;
    type Response = Receipt;

    fn read(from: &mut ParamReader) -> Result<Request, ApiError> {
        let idempotency_key = from.idempotency_key(
            "Names the run instead of runId, which may then be left out; 1 to 128 characters.",
        );
        let workflow_id = id(from.required_text("workflowId", "Which workflow ran.")?, "workflowId")?;
        let run_id = match &idempotency_key {
            None => from.required_text("runId", "Which run of it; the same again is the same run.")?,
            Some(key) => from.text("runId", "Which run of it.")?.unwrap_or_else(|| key.clone()),
        };
        let run_id = id(run_id, "runId")?;
        let status = from.required_one_of("status", "How the run stands.", RunStatus::ALL)?;
        let started_at = from.instant("startedAt", "When it began.")?;
        let finished_at = from.optional_instant("finishedAt", "When it ended.")?;
        if finished_at.is_some_and(|finished_at| finished_at < started_at) {
            return Err(ApiError::parameter("finishedAt", "finishedAt comes before startedAt."));
        }
        let duration_ms = from.optional_integer("durationMs", "How long it took.", 0..=MAX_DURATION_MS)?;
        let (figures, excluded) = sort_out(from.members());
        let digest = digest(from.members(), started_at, finished_at);
        Ok(Request {
            idempotency_key,
            run_id,
            workflow_id,
            status,
            started_at,
            finished_at,
            duration_ms: duration_ms.map(|ms| ms as i64),
            figures,
            excluded,
            digest,
        })
    }

    async fn answer(app: &App, ask: &RequestContext, request: Request) -> Result<Reply<Receipt>, ApiError> {
        let (run, excluded) = run_of(request, ask.now);
        match app.store.runs.record(ask.owner()?, &run, goes_on).await? {
            Recorded::New => Ok(Reply::created(Receipt { run: run.into(), excluded })),
            Recorded::Before(run) => Ok(again(*run, excluded)),
            Recorded::Progressed(run) => Ok(Receipt { run: (*run).into(), excluded }.into()),
            Recorded::Other => Err(ApiError::new(
                Code::Conflict,
                "This run was recorded before with other metadata, or at a later status. A run goes on from queued to \
                 running to its end; else name a new run.",
            )),
        }
    }

    fn replay(request: &Request) -> Option<Replay> {
        let request = request.clone();
        Some(Replay::of::<RecordRun>(move |app, ask| {
            Box::pin(async move {
                let (run, excluded) = run_of(request, ask.now);
                let found = app.store.runs.find_same(ask.owner()?, &run).await?;
                Ok(found.map(|run| again(run, excluded)))
            })
        }))
    }
}

fn run_of(request: Request, now: Instant) -> (Run, Vec<String>) {
    let run = Run {
        id: new_id("run"),
        run_id: request.run_id,
        idempotency_key: request.idempotency_key,
        workflow_id: request.workflow_id,
        status: request.status,
        started_at: request.started_at,
        finished_at: request.finished_at,
        duration_ms: request.duration_ms,
        figures: Value::Object(request.figures).to_string(),
        digest: request.digest,
        recorded_at: now,
    };
    (run, request.excluded)
}

/// The receipt that is there already, for nothing.
fn again(run: Run, excluded: Vec<String>) -> Reply<Receipt> {
    Reply { charged: false, ..Receipt { run: run.into(), excluded }.into() }
}

/// The same run at a later stage: what was true of it when it began is still said of it.
fn goes_on(before: &Run, now: &Run) -> bool {
    let same = before.run_id == now.run_id
        && before.workflow_id == now.workflow_id
        && before.started_at == now.started_at;
    same && before.status.stage() < now.status.stage()
}

fn id(text: String, name: &str) -> Result<String, ApiError> {
    if text.chars().count() > ID_LIMIT_CHARS || text.chars().any(char::is_control) {
        let detail = format!("{name} has 1 to {ID_LIMIT_CHARS} characters and no control characters.");
        return Err(ApiError::parameter(name, detail));
    }
    Ok(text)
}

/// What is kept beside the known members, and the names of what is not. Numbers and flags hold no text.
fn sort_out(members: &Map<String, Value>) -> (Map<String, Value>, Vec<String>) {
    let (mut figures, mut excluded) = (Map::new(), Vec::new());
    for (name, value) in members.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str())) {
        let plain = name.len() <= 64
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
        let holds_no_text = matches!(value, Value::Bool(_) | Value::Number(_));
        if plain && holds_no_text && !carries_content(name) && figures.len() < MAX_FIGURES {
            figures.insert(name.clone(), value.clone());
        } else {
            excluded.push(name.chars().take(100).collect());
        }
    }
    (figures, excluded)
}

fn carries_content(name: &str) -> bool {
    let bare: String = name
        .chars()
        .filter(|c| !matches!(c, '_' | '-' | '.' | ' '))
        .flat_map(char::to_lowercase)
        .take(32)
        .collect();
    CONTENT.contains(&bare.as_str())
}

/// The same for the same metadata, in whatever order its members stand and in whatever offset its times are told.
fn digest(members: &Map<String, Value>, started_at: Instant, finished_at: Option<Instant>) -> [u8; 16] {
    let mut text = String::new();
    let kept = members.iter().filter(|(name, value)| !carries_content(name) && !value.is_null());
    let mut kept: Vec<(&String, &Value)> = kept.collect();
    kept.sort_by_key(|(name, _)| name.as_str());
    for (name, value) in kept {
        text.push_str(&Value::String(name.clone()).to_string());
        let instant = match name.as_str() {
            "startedAt" => Some(started_at),
            "finishedAt" => finished_at,
            _ => None,
        };
        match instant {
            Some(instant) => text.push_str(&Value::String(instant.rfc3339()).to_string()),
            None => write_sorted(&mut text, value),
        }
    }
    hash128(text.as_bytes())
}

fn write_sorted(text: &mut String, value: &Value) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| name.as_str());
            text.push('{');
            for (name, value) in members {
                text.push_str(&Value::String(name.clone()).to_string());
                write_sorted(text, value);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for value in values {
                write_sorted(text, value);
                text.push(',');
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}
