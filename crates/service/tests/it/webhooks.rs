//! Deliveries: signed, in order, tried again, charged once; an endpoint that fails holds up nobody else.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant as Stopwatch};

use alerts::follower::AlertFollower;
use alerts::webhooks::WebhookFollower;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use domain::{Instant, Item};
use runtime::config::Config;
use serde_json::{Value, json};

use crate::alerts::{arrive, make, ready};
use crate::app::{TestApp, news};

/// How a receiver answers.
#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    Takes,
    Says(u16),
    Hangs,
}

/// What a receiver was sent: its id, its signature, its body.
pub type Heard = Arc<Mutex<Vec<(String, HeaderMap, String)>>>;

#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    pub heard: Heard,
    mode: Arc<Mutex<Mode>>,
}

impl Receiver {
    pub async fn start(mode: Mode) -> Receiver {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let receiver = Receiver { url, heard: Heard::default(), mode: Arc::new(Mutex::new(mode)) };
        let router = axum::Router::new().route("/hook", post(take)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    fn set(&self, mode: Mode) {
        *self.mode.lock().expect("a mode") = mode;
    }

    /// The ids that were taken, in order.
    pub fn ids(&self) -> Vec<String> {
        self.heard.lock().expect("heard").iter().map(|(id, _, _)| id.clone()).collect()
    }
}

async fn take(State(receiver): State<Receiver>, headers: HeaderMap, body: String) -> StatusCode {
    let mode = *receiver.mode.lock().expect("a mode");
    match mode {
        Mode::Says(status) => StatusCode::from_u16(status).expect("a status"),
        Mode::Hangs => std::future::pending().await,
        Mode::Takes => {
            let id = headers["webhook-id"].to_str().expect("an id").to_owned();
            receiver.heard.lock().expect("heard").push((id, headers, body));
            StatusCode::NO_CONTENT
        }
    }
}

fn config() -> Config {
    Config { webhook_private_addresses: true, webhook_timeout_s: 1, key_cache_ms: 0, ..Config::default() }
}

async fn endpoint(app: &TestApp, key: &str, url: &str) -> (String, String) {
    let reply = app.send_json(key, "POST", "/v1/webhooks", json!({"name": "Mine", "url": url})).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.json());
    let text = |name: &str| reply.json()[name].as_str().expect("a text").to_owned();
    (text("id"), text("secret"))
}

fn item(number: u32) -> Item {
    let at = format!("2026-03-15T12:{:02}:{:02}Z", number / 60, number % 60);
    news(number, &at, "Daily", &format!("Outage {number}"), "The outage goes on.")
}

/// An account with a rule for every outage.
async fn shop(config: Config, plan: &str) -> (TestApp, String, AlertFollower) {
    let app = TestApp::with(config).await;
    let key = app.key("mine", plan).await;
    let follower = ready(&app).await;
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item",
        "dailyCap": 1000, "enabled": true});
    make(&app, &key, rule).await;
    app.app.clock.set(later(60));
    (app, key, follower)
}

fn later(minutes: i64) -> Instant {
    Instant::parse(crate::app::NOW).expect("an instant").plus_ms(minutes * 60_000)
}

async fn stored(app: &TestApp) -> Vec<String> {
    let account = app.app.store.accounts.list().await.expect("accounts").remove(0).id;
    let events = app.app.store.events.list(&account, 0, 10_000).await.expect("events");
    events.into_iter().map(|event| event.id).collect()
}

#[tokio::test]
async fn private_addresses_are_refused() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    for url in [
        "http://127.0.0.1/x",
        "http://169.254.169.254/latest",
        "http://[::1]/",
        "ftp://a.example/",
        "http://user:pw@a.example/",
        "nonsense",
    ] {
        let reply = app.send_json(&key, "POST", "/v1/webhooks", json!({"name": "x", "url": url})).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!("url")), "{url}");
    }
    let reply = app
        .send_json(&key, "POST", "/v1/webhooks", json!({"name": "x", "url": "https://localtest.example/"}))
        .await;
    assert_eq!(reply.status.as_u16(), 201);
    let tried = app
        .send_json(
            &key,
            "POST",
            &format!("/v1/webhooks/{}/test", reply.json()["id"].as_str().expect("an id")),
            json!({}),
        )
        .await;
    assert_eq!(tried.json()["delivered"], false, "{}", tried.json());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failing_for_an_hour_loses_nothing_and_keeps_the_order() {
    let (app, key, mut alerts) = shop(config(), "team").await;
    let receiver = Receiver::start(Mode::Says(500)).await;
    let (id, _) = endpoint(&app, &key, &receiver.url).await;
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    let mut minutes = 60;
    for part in 0..12 {
        arrive(&app, &mut alerts, (part * 5..part * 5 + 5).map(item).collect()).await;
        if part == 4 {
            receiver.set(Mode::Hangs);
        }
        app.app.clock.set(later(minutes));
        webhooks.catch_up().await.expect("tried");
        minutes += 5;
    }
    assert_eq!(receiver.ids(), [""; 0], "nothing was taken yet");
    let standing = app.get_with(&key, "/v1/webhooks").await.json();
    assert_eq!(standing["data"][0]["failedAttempts"], 4, "{standing}");
    // A new follower, as after a crash.
    receiver.set(Mode::Takes);
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    for _ in 0..24 {
        minutes += 10;
        app.app.clock.set(later(minutes));
        webhooks.catch_up().await.expect("tried");
    }
    let events = stored(&app).await;
    assert_eq!((events.len(), receiver.ids()), (60, events));
    let log = app.get_with(&key, &format!("/v1/webhooks/{id}/deliveries?limit=100")).await.json();
    let failed: Vec<&Value> =
        log["data"].as_array().expect("a log").iter().filter(|one| one["delivered"] == false).collect();
    assert_eq!(failed.len(), 4);
    assert_eq!((&failed[3]["status"], &failed[0]["status"]), (&json!(500), &Value::Null));
    // Two credits for each of sixty events with an article, and nothing for what failed.
    let credits: u64 =
        log["data"].as_array().expect("a log").iter().filter_map(|one| one["creditsCharged"].as_u64()).sum();
    assert_eq!((credits, app.audit().await), (120, 120));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_that_hangs_holds_up_nobody_else() {
    let (app, key, mut alerts) = shop(config(), "team").await;
    let (hangs, takes) = (Receiver::start(Mode::Hangs).await, Receiver::start(Mode::Takes).await);
    endpoint(&app, &key, &hangs.url).await;
    endpoint(&app, &key, &takes.url).await;
    arrive(&app, &mut alerts, (0..30).map(item).collect()).await;
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    let began = Stopwatch::now();
    use runtime::followers::{Follower, StepContext};
    let mut patience = 400;
    while takes.ids().len() < 30 && patience > 0 {
        webhooks.step(&StepContext::default()).await.expect("a step");
        tokio::time::sleep(Duration::from_millis(25)).await;
        patience -= 1;
    }
    println!("thirty events beside one that hangs: {:?}", began.elapsed());
    assert_eq!(takes.ids(), stored(&app).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gone_disables_and_a_day_of_failures_does() {
    let (app, key, mut alerts) = shop(config(), "team").await;
    let (gone, broken) = (Receiver::start(Mode::Says(410)).await, Receiver::start(Mode::Says(503)).await);
    let (gone_id, _) = endpoint(&app, &key, &gone.url).await;
    endpoint(&app, &key, &broken.url).await;
    arrive(&app, &mut alerts, vec![item(1), item(2)]).await;
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    for hour in 0..40 {
        app.app.clock.set(later(60 + hour * 60));
        webhooks.catch_up().await.expect("tried");
    }
    let standing = app.get_with(&key, "/v1/webhooks").await.json();
    let reason = |n: usize| standing["data"][n]["disabledReason"].as_str().unwrap_or_default().to_owned();
    assert!(reason(0).contains("410") && reason(1).contains("8 attempts"), "{standing}");
    let account = app.app.store.accounts.list().await.expect("accounts").remove(0).id;
    let told = app.app.store.events.list(&account, 0, 100).await.expect("events");
    let disabled = told.iter().filter(|event| event.event_type == domain::EventType::WebhookDisabled).count();
    assert_eq!((told.len(), disabled), (4, 2));
    // It is mended and goes on where it stopped.
    gone.set(Mode::Takes);
    let change = json!({"name": "Mine", "url": gone.url});
    assert_eq!(
        app.send_json(&key, "PUT", &format!("/v1/webhooks/{gone_id}"), change).await.status.as_u16(),
        200
    );
    webhooks.catch_up().await.expect("tried");
    assert_eq!(gone.ids(), stored(&app).await);
    // A new name alone switches nothing on; that is said by itself.
    let broken_id = standing["data"][1]["id"].as_str().expect("an id");
    let path = format!("/v1/webhooks/{broken_id}");
    let renamed = app.send_json(&key, "PATCH", &path, json!({"name": "Theirs"})).await.json();
    assert_eq!((&renamed["name"], &renamed["url"]), (&json!("Theirs"), &json!(broken.url)));
    assert!(renamed["disabledReason"].is_string() && renamed["enabled"] == true, "{renamed}");
    let on = app.send_json(&key, "PATCH", &path, json!({"disabled": false})).await.json();
    assert!(on["disabledReason"].is_null() && on["name"] == "Theirs", "{on}");
    let wrong = app.send_json(&key, "PATCH", &path, json!({"url": "ftp://a.example"})).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["parameter"]), (400, &json!("url")));
}

/// Whoever takes bodies and answers 500 pays for none of them: after a day's worth nothing is sent any more, neither by
/// itself nor by hand nor to a new endpoint.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_always_fails_is_not_sent_for_ever() {
    let (app, key, mut alerts) = shop(config(), "team").await;
    let receiver = Receiver::start(Mode::Says(500)).await;
    let (id, _) = endpoint(&app, &key, &receiver.url).await;
    arrive(&app, &mut alerts, vec![item(1)]).await;
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    webhooks.catch_up().await.expect("tried");
    let account = app.app.store.accounts.list().await.expect("accounts").remove(0).id;
    let log = &app.app.store.webhooks.deliveries;
    let failed = log.list(&account, &id, None, 10).await.expect("a log").remove(0);
    assert!(!failed.delivered);
    for number in 0..198 {
        let another = store::webhooks::Delivery { id: format!("failed_{number}"), ..failed.clone() };
        log.insert(&another).await.expect("logged");
    }
    let event = stored(&app).await.remove(0);
    let path = format!("/v1/webhooks/{id}/resend");
    let again = async || app.send_json(&key, "POST", &path, json!({"eventId": event})).await;
    assert_eq!(again().await.json()["status"], 500, "the last of a day");
    let refused = again().await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (429, json!("rate_limited")));
    // Another endpoint gets none of it either, and says why.
    receiver.set(Mode::Takes);
    endpoint(&app, &key, &receiver.url).await;
    arrive(&app, &mut alerts, vec![item(2)]).await;
    webhooks.catch_up().await.expect("tried");
    assert!(receiver.ids().is_empty());
    let standing = app.get_with(&key, "/v1/webhooks").await.json();
    assert_eq!(
        standing["data"][1]["disabledReason"], "200 deliveries of this account failed within a day",
        "{standing}"
    );
    assert_eq!(app.audit().await, 0);
    // A day later it can go on.
    app.app.clock.set(later(60 + 25 * 60));
    assert_eq!(again().await.json()["delivered"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_credits_deliveries_wait_and_say_so() {
    let (app, key, mut alerts) = shop(config(), "free").await;
    let receiver = Receiver::start(Mode::Takes).await;
    endpoint(&app, &key, &receiver.url).await;
    arrive(&app, &mut alerts, (0..40).map(item).collect()).await;
    let mut webhooks = WebhookFollower::new(Arc::clone(&app.app));
    webhooks.catch_up().await.expect("tried");
    let types = || -> Vec<String> {
        let heard = receiver.heard.lock().expect("heard");
        heard
            .iter()
            .map(|(_, _, body)| {
                serde_json::from_str::<Value>(body).expect("JSON")["type"]
                    .as_str()
                    .expect("a type")
                    .to_owned()
            })
            .collect()
    };
    let first = types();
    let paid = first.iter().filter(|name| *name == "alert.fired").count();
    assert_eq!(first.last().map(String::as_str), Some("credits.exhausted"), "{first:?}");
    assert_eq!(app.audit().await, 2 * paid as i64);
    // Asked again within the day: nothing more, and said once.
    app.app.clock.set(later(120));
    webhooks.catch_up().await.expect("tried");
    assert_eq!(types().len(), first.len());
    // Credits come: everything arrives in order, once each but for the notice.
    app.accounts().top_up("mine", domain::Credits::new(1000)).await.expect("granted");
    app.app.clock.set(later(180));
    webhooks.catch_up().await.expect("tried");
    let mut ids = receiver.ids();
    ids.remove(paid);
    assert_eq!(ids, stored(&app).await);
    app.audit().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_rotate_and_events_are_sent_again_for_nothing() {
    let (app, key, mut alerts) = shop(config(), "team").await;
    let receiver = Receiver::start(Mode::Takes).await;
    let (id, old) = endpoint(&app, &key, &receiver.url).await;
    let tested = app.send_json(&key, "POST", &format!("/v1/webhooks/{id}/test"), json!({})).await.json();
    assert_eq!((&tested["delivered"], &tested["eventType"]), (&json!(true), &json!("webhook.test")));
    let rotated = app.send_json(&key, "POST", &format!("/v1/webhooks/{id}/rotate"), json!({})).await.json();
    assert_ne!(rotated["secret"], json!(old));
    arrive(&app, &mut alerts, vec![item(1)]).await;
    WebhookFollower::new(Arc::clone(&app.app)).catch_up().await.expect("delivered");
    let event = stored(&app).await.remove(0);
    let again = app
        .send_json(&key, "POST", &format!("/v1/webhooks/{id}/resend"), json!({"eventId": event}))
        .await
        .json();
    assert_eq!((&again["delivered"], &again["creditsCharged"]), (&json!(true), &json!(0)));
    assert_eq!(app.audit().await, 2);
    let heard = receiver.heard.lock().expect("heard").clone();
    let signatures: Vec<usize> = heard
        .iter()
        .map(|(_, headers, _)| headers["webhook-signature"].to_str().expect("text").split(' ').count())
        .collect();
    assert_eq!(signatures, [1, 2, 2]);
    assert_eq!((&heard[1].0, &heard[2].0), (&event, &event));
    let listed = app.get_with(&key, "/v1/webhooks").await;
    assert!(!String::from_utf8_lossy(&listed.body).contains("whsec_"), "secrets are shown once");
}
