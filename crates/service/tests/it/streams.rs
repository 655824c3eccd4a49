//! Streams: events as they come, resumed without a gap or a double, bounded, and charged.

use std::sync::Arc;

use alerts::streams::NewsFollower;
use axum::body::Body;
use axum::http::Request;
use domain::Item;
use futures_util::StreamExt;
use runtime::config::Config;
use serde_json::json;

use crate::alerts::{arrive, make, ready};
use crate::app::{TestApp, news};

fn item(number: u32) -> Item {
    let at = format!("2026-03-15T11:{:02}:{:02}Z", number / 60, number % 60);
    news(number, &at, "Daily", &format!("Outage {number}"), "The outage goes on.")
}

fn ask(key: &str, path: &str, after: Option<&str>) -> Request<Body> {
    let mut request = Request::get(path)
        .header("authorization", format!("Bearer {key}"))
        .header("accept", "text/event-stream");
    if let Some(after) = after {
        request = request.header("last-event-id", after);
    }
    request.body(Body::empty()).expect("a request")
}

/// Messages up to so many, each as its id and its name.
async fn hear(body: Body, count: usize) -> Vec<(String, String)> {
    let (mut parts, mut heard, mut text) = (body.into_data_stream(), Vec::new(), String::new());
    while heard.len() < count {
        let part = tokio::time::timeout(std::time::Duration::from_secs(20), parts.next()).await;
        let Some(part) = part.expect("in time") else { break };
        text.push_str(&String::from_utf8_lossy(&part.expect("a part")));
        while let Some(end) = text.find("\n\n") {
            let message: String = text.drain(..end + 2).collect();
            let line = |name: &str| {
                message.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
            };
            if message.contains("data:") {
                heard.push((line("id:"), line("event:")));
            }
        }
    }
    heard
}

async fn shop(plan: &str, config: Config) -> (TestApp, String, alerts::follower::AlertFollower) {
    let app = TestApp::with(Config { key_cache_ms: 0, ..config }).await;
    let key = app.key("mine", plan).await;
    let follower = ready(&app).await;
    app.app.clock.set(domain::Instant::parse("2026-03-15T11:00:00Z").expect("an instant"));
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "dailyCap": 1000, "enabled": true});
    make(&app, &key, rule).await;
    app.app.clock.set(domain::Instant::parse(crate::app::NOW).expect("an instant"));
    (app, key, follower)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_comes_back_misses_nothing_and_hears_nothing_twice() {
    let (app, key, mut alerts) = shop("team", Config::default()).await;
    let news = NewsFollower { app: Arc::clone(&app.app) };
    let stream = app.open(ask(&key, "/v1/stream", None)).await;
    assert_eq!(
        (stream.status().as_u16(), &stream.headers()["content-type"]),
        (200, &"text/event-stream".parse().expect("a value"))
    );
    let listening = tokio::spawn(hear(stream.into_body(), 2));
    arrive(&app, &mut alerts, vec![item(1), item(2)]).await;
    news.look().await.expect("a look");
    let first = listening.await.expect("heard");
    assert_eq!(first.len(), 2);
    // It is away while more happens.
    arrive(&app, &mut alerts, vec![item(3), item(4), item(5)]).await;
    news.look().await.expect("a look");
    let second = hear(app.open(ask(&key, "/v1/stream", Some(&first[0].0))).await.into_body(), 4).await;
    assert_eq!((second.len(), &second[0].0), (4, &first[1].0));
    let mut ids: Vec<&String> = first.iter().chain(&second[1..]).map(|(id, _)| id).collect();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    // Two credits for each of five events, however often it was sent.
    assert_eq!(app.audit().await, 10);
    let wrong = app.send(ask(&key, "/v1/stream", Some("elsewhere"))).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["parameter"]), (400, &json!("Last-Event-ID")));
    assert_eq!(app.get_with(&key, "/v1/stream").await.status.as_u16(), 406);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_articles_of_a_space_are_streamed_on_request() {
    let (app, key, _) = shop("team", Config::default()).await;
    let space =
        app.send_json(&key, "POST", "/v1/spaces", json!({"name": "S", "keyword": "outage"})).await.json();
    let path = format!("/v1/stream?space={}", space["id"].as_str().expect("an id"));
    app.insert(vec![item(1)]).await;
    let stream = app.open(ask(&key, &path, None)).await;
    let other = crate::app::news(50, "2026-03-15T10:00:00Z", "Daily", "Calm", "All is well.");
    app.insert(vec![item(2), other, item(3)]).await;
    NewsFollower { app: Arc::clone(&app.app) }.look().await.expect("a look");
    let heard = hear(stream.into_body(), 2).await;
    assert!(heard.iter().all(|(_, name)| name == "article") && heard.len() == 2, "{heard:?}");
    // From the first of them on: the second alone.
    let again = hear(app.open(ask(&key, &path, Some(&heard[0].0))).await.into_body(), 1).await;
    assert_eq!(again.len(), 1);
    assert_eq!(app.send(ask(&key, "/v1/stream?space=space_of_others", None)).await.status.as_u16(), 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_are_bounded_and_end_without_credits() {
    let (app, key, mut alerts) = shop("free", Config { streams_per_account: 2, ..Config::default() }).await;
    let one = app.open(ask(&key, "/v1/stream", None)).await;
    let two = app.open(ask(&key, "/v1/stream", None)).await;
    let refused = app.send(ask(&key, "/v1/stream", None)).await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (429, json!("rate_limited")));
    drop(two);
    arrive(&app, &mut alerts, (0..40).map(item).collect()).await;
    NewsFollower { app: Arc::clone(&app.app) }.look().await.expect("a look");
    let heard = hear(one.into_body(), 1000).await;
    let (last, paid) = heard.split_last().expect("messages");
    assert_eq!((last.0.as_str(), last.1.as_str()), ("", "credits.exhausted"));
    assert_eq!(app.audit().await, 2 * paid.len() as i64);
    drop(app.open(ask(&key, "/v1/stream", None)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn articles_that_are_heard_again_are_paid_once() {
    let (app, key, _) = shop("team", Config::default()).await;
    let space =
        app.send_json(&key, "POST", "/v1/spaces", json!({"name": "S", "keyword": "outage"})).await.json();
    let path = format!("/v1/stream?space={}", space["id"].as_str().expect("an id"));
    let past = json!({"name": "P", "keyword": "outage", "startDate": "2026-01-01", "endDate": "2026-01-31"});
    let past = app.send_json(&key, "POST", "/v1/spaces", past).await.json();
    let past = format!("/v1/stream?space={}", past["id"].as_str().expect("an id"));
    app.insert((0..60).map(item).collect()).await;
    NewsFollower { app: Arc::clone(&app.app) }.look().await.expect("a look");
    // Two at once, and the same again from the middle.
    let (one, two) = tokio::join!(
        async { hear(app.open(ask(&key, &path, Some("0-0"))).await.into_body(), 60).await },
        async { hear(app.open(ask(&key, &path, Some("0-0"))).await.into_body(), 60).await },
    );
    assert_eq!((one.len(), &one), (60, &two));
    let paid = app.audit().await;
    // Sixty numbers lie in three or four blocks of 25, each of which costs two credits.
    assert!((6..=8).contains(&paid), "{paid}");
    let again = hear(app.open(ask(&key, &path, Some(&one[9].0))).await.into_body(), 50).await;
    assert_eq!((again.len(), app.audit().await), (50, paid));
    // Nothing in the days of the other Space.
    let stream = app.open(ask(&key, &past, Some("0-0"))).await;
    let none = tokio::time::timeout(std::time::Duration::from_millis(700), hear(stream.into_body(), 1)).await;
    assert!(none.is_err() && app.audit().await == paid);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_ends_with_its_key() {
    let (app, key, mut alerts) = shop("team", Config::default()).await;
    let other = app.another_key("mine", "second").await;
    let stream = app.open(ask(&key, "/v1/stream", None)).await;
    let listening = tokio::spawn(hear(stream.into_body(), 10));
    arrive(&app, &mut alerts, vec![item(1)]).await;
    let news = NewsFollower { app: Arc::clone(&app.app) };
    news.look().await.expect("a look");
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let keys = app.get_with(&other, "/v1/keys").await.json();
    let ended = keys["data"][0]["id"].as_str().expect("an id").to_owned();
    let revoked = app.send_json(&other, "DELETE", &format!("/v1/keys/{ended}"), json!({})).await;
    assert_eq!(revoked.status.as_u16(), 200, "{:?}", revoked.json());
    arrive(&app, &mut alerts, vec![item(2), item(3)]).await;
    news.look().await.expect("a look");
    assert_eq!(listening.await.expect("heard").len(), 1, "the end came before the events after it");
}
