//! POST /workflow-runs: recorded once, replayed for nothing, and without a word of what was said.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::app::{Reply, TestApp};

fn run() -> Value {
    json!({
        "workflowId": "daily-brief", "runId": "2026-03-15", "status": "succeeded",
        "startedAt": "2026-03-15T11:00:00Z", "finishedAt": "2026-03-15T11:00:02.500Z",
    })
}

fn with(mut body: Value, more: Value) -> Value {
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

async fn record(app: &TestApp, key: &str, body: &Value, header: Option<&str>) -> Reply {
    let mut request = Request::post("/workflow-runs")
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json");
    if let Some(value) = header {
        request = request.header("idempotency-key", value);
    }
    app.send(request.body(Body::from(body.to_string())).expect("a request")).await
}

#[tokio::test]
async fn the_same_run_is_recorded_once_and_charged_once() {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    let first = record(&app, &mine, &run(), None).await;
    assert_eq!((first.status.as_u16(), first.header("x-service-credits-charged")), (201, "1"));
    assert_eq!((&first.json()["durationMs"], &first.json()["status"]), (&json!(2500), &json!("succeeded")));
    // The members in another order are the same run.
    let turned = json!({
        "finishedAt": "2026-03-15T11:00:02.500Z", "status": "succeeded", "startedAt": "2026-03-15T11:00:00Z",
        "runId": "2026-03-15", "workflowId": "daily-brief",
    });
    app.app.clock.set(app.app.clock.now().plus_ms(60_000));
    for body in [&run(), &turned] {
        let again = record(&app, &mine, body, None).await;
        assert_eq!((again.status.as_u16(), again.header("x-service-credits-charged")), (200, "0"));
        assert_eq!(again.json(), first.json());
    }
    // The same moment told in another offset is the same run.
    let elsewhere = with(run(), json!({"startedAt": "2026-03-15T12:00:00+01:00"}));
    assert_eq!(record(&app, &mine, &elsewhere, None).await.status.as_u16(), 200);
    for other in
        [json!({"status": "failed"}), json!({"tokens": 7}), json!({"region": "eu"}), json!({"durationMs": 9})]
    {
        let reply = record(&app, &mine, &with(run(), other.clone()), None).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (409, &json!("conflict")), "{other}");
        assert_eq!(reply.header("x-service-credits-charged"), "0");
    }
    // The same name in another account is another run.
    let elsewhere = record(&app, &theirs, &with(run(), json!({"status": "failed"})), None).await;
    assert_eq!(elsewhere.status.as_u16(), 201);
    assert_eq!(app.audit().await, 2);
    let listed = app.get_with(&mine, "/workflow-runs").await.json();
    let mut receipt = first.json();
    receipt.as_object_mut().expect("a receipt").remove("excluded");
    assert_eq!(listed, json!({"data": [receipt], "nextCursor": null}));
}

/// From queued to running to its end, and never back.
#[tokio::test]
async fn a_run_goes_on() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let at = |status: &str| {
        let mut body = with(run(), json!({"status": status}));
        if matches!(status, "queued" | "running") {
            body.as_object_mut().expect("an object").remove("finishedAt");
        }
        body
    };
    let queued = record(&app, &key, &at("queued"), None).await;
    assert_eq!(queued.status.as_u16(), 201);
    for status in ["running", "succeeded"] {
        let reply = record(&app, &key, &at(status), None).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["status"]), (200, &json!(status)));
        assert_eq!(reply.json()["id"], queued.json()["id"]);
        assert_eq!(reply.header("x-service-credits-charged"), "1");
        assert_eq!(record(&app, &key, &at(status), None).await.header("x-service-credits-charged"), "0");
    }
    for back in
        [at("running"), at("queued"), at("failed"), with(at("succeeded"), json!({"workflowId": "other"}))]
    {
        assert_eq!(record(&app, &key, &back, None).await.status.as_u16(), 409, "{back}");
    }
    let listed = app.get_with(&key, "/workflow-runs").await.json();
    assert_eq!(
        (listed["data"].as_array().map(Vec::len), &listed["data"][0]["status"]),
        (Some(1), &json!("succeeded"))
    );
}

/// What was paid for once is told again, however empty the purse is.
#[tokio::test]
async fn a_replay_needs_no_credits() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "free").await;
    let first = record(&app, &key, &run(), None).await;
    assert_eq!(first.status.as_u16(), 201);
    let spent = app.get_with(&key, "/feed?startDate=2026-01-01&endDate=2026-01-02&limit=75").await;
    assert_eq!(spent.header("x-service-included-remaining"), "0");
    let again = record(&app, &key, &run(), None).await;
    assert_eq!((again.status.as_u16(), again.header("x-service-credits-charged")), (200, "0"));
    assert_eq!(again.json(), first.json());
    let new = record(&app, &key, &with(run(), json!({"runId": "another"})), None).await;
    assert_eq!(new.json()["code"], "credits_exhausted");
    assert_eq!(app.audit().await, 5);
}

#[tokio::test]
async fn a_run_can_be_named_by_a_header() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let mut body = run();
    body.as_object_mut().expect("an object").remove("runId");
    assert_eq!(record(&app, &key, &body, None).await.json()["parameter"], "runId");
    let first = record(&app, &key, &body, Some("attempt-1")).await;
    assert_eq!((first.status.as_u16(), &first.json()["runId"]), (201, &json!("attempt-1")));
    assert_eq!(record(&app, &key, &body, Some("attempt-1")).await.status.as_u16(), 200);
    assert_eq!(
        record(&app, &key, &with(body.clone(), json!({"n": 1})), Some("attempt-1")).await.status.as_u16(),
        409
    );
    assert_eq!(record(&app, &key, &body, Some("attempt-2")).await.status.as_u16(), 201);
    let long = "x".repeat(129);
    let refused = record(&app, &key, &body, Some(&long)).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["parameter"]), (400, &json!("Idempotency-Key")));
}

#[tokio::test]
async fn a_member_at_fault_is_named() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    for (more, parameter) in [
        (json!({"workflowId": null}), "workflowId"),
        (json!({"workflowId": 5}), "workflowId"),
        (json!({"workflowId": "x".repeat(129)}), "workflowId"),
        (json!({"runId": ""}), "runId"),
        (json!({"status": "done"}), "status"),
        (json!({"startedAt": "yesterday"}), "startedAt"),
        (json!({"startedAt": null}), "startedAt"),
        (json!({"finishedAt": "2026-03-15T10:59:59Z"}), "finishedAt"),
        (json!({"durationMs": -1}), "durationMs"),
        (json!({"durationMs": "5"}), "durationMs"),
    ] {
        let reply = record(&app, &key, &with(run(), more.clone()), None).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{more}");
    }
    let large = record(&app, &key, &with(run(), json!({"prompt": "x".repeat(16_384)})), None).await;
    assert_eq!(large.status.as_u16(), 413);
    assert_eq!(app.audit().await, 0);
}

/// What people and models said stays out of the store, under whatever name it comes.
#[tokio::test]
async fn prompts_and_outputs_never_reach_the_disk() {
    const SECRET: &str = "quarterly-zebra-manifesto";
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let said = json!({
        "prompt": SECRET, "messages": [{"role": "user", "content": SECRET}], "output": {"text": SECRET},
        "completion": SECRET, "anyOtherName": SECRET, "nested": {"deep": [SECRET]}, SECRET: SECRET,
        "tokensIn": 1200, "cached": true, "costUsd": 0.25, "input": 7,
    });
    let reply = record(&app, &key, &with(run(), said.clone()), None).await;
    assert_eq!(reply.status.as_u16(), 201);
    assert_eq!(reply.json()["figures"], json!({"tokensIn": 1200, "cached": true, "costUsd": 0.25}));
    let excluded = ["prompt", "messages", "output", "completion", "anyOtherName", "nested", SECRET, "input"];
    assert_eq!(reply.json()["excluded"], json!(excluded));
    // Another prompt is not other metadata.
    let other = with(said, json!({"prompt": "something else", "messages": []}));
    assert_eq!(record(&app, &key, &with(run(), other), None).await.status.as_u16(), 200);
    app.app.store.close().await;
    let mut looked = 0;
    for file in std::fs::read_dir(app.app.config.data_dir()).expect("a folder") {
        let path = file.expect("a file").path();
        if path.is_file() {
            let bytes = std::fs::read(&path).expect("its bytes");
            let found = bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes());
            assert!(!found, "{} holds the prompt", path.display());
            looked += bytes.windows(11).filter(|window| *window == b"daily-brief").count();
        }
    }
    assert!(looked > 0, "the receipt itself is there to be found");
}

/// Who leaves after asking pays for what was kept.
#[tokio::test]
async fn a_run_that_is_kept_is_charged_though_nobody_waits() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    for n in 0..24_u64 {
        let body = with(run(), json!({"runId": format!("run {n}")}));
        let leave = std::time::Duration::from_micros(150 * n);
        let _ = tokio::time::timeout(leave, record(&app, &key, &body, None)).await;
    }
    // Those who left are still being served; how long that takes is the machine's to say.
    let mut seen = (0, 0);
    for _ in 0..200 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let charged = app.audit().await as usize;
        let listed = app.get_with(&key, "/workflow-runs?limit=100").await.json();
        let now = (charged, listed["data"].as_array().map_or(0, Vec::len));
        if now == seen && now.0 == now.1 {
            break;
        }
        seen = now;
    }
    assert!(seen.1 > 0, "none came as far as the store");
    assert_eq!(seen.0, seen.1, "charged and kept");
}
