//! Work that nobody waits for ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use axum::body::Body;
use axum::http::Request;
use coverage::directness;
use http_body_util::BodyExt;
use pipeline::calls;
use runtime::config::Config;
use serde_json::json;
use tower::ServiceExt;

use crate::app::{TestApp, minutes};
use crate::directness::{FIGURES, REFUSAL, call};

/// Runs until it is told to give up; how many do so is counted.
fn endless(
    running: &Arc<AtomicUsize>,
) -> impl FnOnce(&search::Finder, &dyn Fn() -> bool) -> Result<(), search::Error> + use<> {
    let running = Arc::clone(running);
    move |_, give_up| {
        running.fetch_add(1, Ordering::SeqCst);
        let started = Stopwatch::now();
        while !give_up() && started.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(1));
        }
        running.fetch_sub(1, Ordering::SeqCst);
        Err(search::Error::GivenUp)
    }
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Stopwatch::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(10), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_search_ends_when_its_caller_has_left() {
    let app = TestApp::new().await;
    let running = Arc::new(AtomicUsize::new(0));
    let left = tokio::time::timeout(Duration::from_millis(300), app.app.search(endless(&running))).await;
    assert!(left.is_err(), "it would have gone on");
    until("it went on for nobody", || running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn a_search_ends_when_its_time_is_over() {
    let app = TestApp::with(Config { answer_timeout_s: 1, metering: false, ..Config::default() }).await;
    let running = Arc::new(AtomicUsize::new(0));
    let error = app.app.search(endless(&running)).await.expect_err("no time left");
    assert_eq!(error.code.name(), "timeout");
}

/// Callers that come and go cannot have more searches running than there are permits, nor leave any behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_that_leave_free_no_permit_before_their_work_ends() {
    let app = TestApp::new().await;
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut callers = Vec::new();
    for _ in 0..300 {
        let (app, running, most) = (Arc::clone(&app.app), Arc::clone(&running), Arc::clone(&most));
        callers.push(tokio::spawn(async move {
            let stubborn = {
                let (running, most) = (Arc::clone(&running), Arc::clone(&most));
                move |_: &search::Finder, _: &dyn Fn() -> bool| {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(40));
                    running.fetch_sub(1, Ordering::SeqCst);
                    Ok(())
                }
            };
            let _ = tokio::time::timeout(Duration::from_millis(10), app.search(stubborn)).await;
        }));
    }
    for caller in callers {
        caller.await.expect("no panic");
    }
    until("work was left behind", || running.load(Ordering::SeqCst) == 0).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(
        most.load(Ordering::SeqCst) <= (8 * cores).max(32),
        "{} ran at once",
        most.load(Ordering::SeqCst)
    );
}

#[tokio::test]
async fn a_whole_export_is_one_walk_with_an_end() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    app.insert(minutes("2026-03-10", 1_300)).await;
    let made = app.send_json(&key, "POST", "/v1/spaces", json!({"name": "All", "columns": ["Title"]})).await;
    let space = made.json()["id"].as_str().expect("an id").to_owned();
    let request = Request::get(format!("/v1/spaces/{space}/rows"))
        .header("authorization", format!("Bearer {key}"))
        .header("accept", "text/csv");
    let reply = app.send(request.body(Body::empty()).expect("a request")).await;
    let text = String::from_utf8(reply.body).expect("UTF-8");
    let expected: Vec<String> = (0..1_300).rev().map(|number| format!("Item {number}")).collect();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected);

    // A reader who takes the first part and comes back after the time is over gets no more.
    let hurried = Config { export_timeout_s: 1, key_cache_ms: 0, ..Config::default() };
    let app = TestApp::with(hurried).await;
    let key = app.key("mine", "team").await;
    app.insert(minutes("2026-03-10", 1_300)).await;
    let made = app.send_json(&key, "POST", "/v1/spaces", json!({"name": "All", "columns": ["Title"]})).await;
    let space = made.json()["id"].as_str().expect("an id").to_owned();
    let request = Request::get(format!("/v1/spaces/{space}/rows"))
        .header("authorization", format!("Bearer {key}"))
        .header("accept", "text/csv");
    let router = web::router(Arc::clone(&app.app));
    let response = router.oneshot(request.body(Body::empty()).expect("a request")).await.expect("infallible");
    let mut body = response.into_body();
    assert!(body.frame().await.expect("a part").is_ok());
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let rest = body.collect().await;
    assert!(rest.is_err(), "what comes too late must not look whole");
}

#[tokio::test]
async fn directness_is_worked_out_again_only_when_calls_change() {
    let app = TestApp::new().await;
    app.take_in(vec![call(1, "AAA", "2026-02-01", 8, FIGURES)]).await;
    calls::catch_up(&app.app.store).await.expect("scored");
    let companies = |body: serde_json::Value| body["data"].as_array().expect("data").len();
    assert_eq!(companies(app.get("/transparency-index").await.json()), 1);
    let first = directness::companies(&app.app).await.expect("companies");
    let again = directness::companies(&app.app).await.expect("companies");
    assert!(Arc::ptr_eq(&first, &again), "the same calls, worked out twice");

    app.take_in(vec![call(2, "BBB", "2026-02-02", 8, REFUSAL)]).await;
    calls::catch_up(&app.app.store).await.expect("scored");
    assert_eq!(companies(app.get("/transparency-index").await.json()), 2, "a new call");
    app.app.store.documents.delete(&[first.listed[0].calls[0].document]).await.expect("deleted");
    assert_eq!(companies(app.get("/transparency-index").await.json()), 1, "a call that is gone");
}
