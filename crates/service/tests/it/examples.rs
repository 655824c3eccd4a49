//! The examples of the description: every operation, asked of the demo's world. They are kept in `web` and shown in
//! /openapi.json and on /docs; `BELLWETHER_ACCEPT=1 cargo test -p service --test it examples` writes them anew.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use domain::{DayRange, Instant, Item, Kind};
use interface::{Entry, Location};
use metering::Scope;
use pipeline::narratives::{NarrativeFollower, load};
use pipeline::readings::{Publisher, backfill};
use pipeline::{calls, rollup};
use runtime::config::Config;
use runtime::followers::StepContext;
use serde_json::{Map, Value, json};
use store::prices::DailyClose;
use web::operations;

use crate::app::{NOW, TestApp};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/assets/examples.json");
const DAYS: [(&str, &str); 2] = [("startDate", "2026-03-08"), ("endDate", "2026-03-14")];
/// Items of the demo's last weeks.
const ITEMS: usize = 1_500;
/// Rows that an example shows, and characters of a text.
const MAX_ROWS: usize = 2;
const MAX_CHARS: usize = 160;
/// What never ends, or asks a server outside, has no example.
pub const WITHOUT: [&str; 3] = ["streamEvents", "resendEvent", "testWebhook"];

#[tokio::test]
async fn every_operation_has_an_example_that_is_true() {
    let app = world().await;
    let (key, operator) =
        (app.key("acme", "team").await, app.key_of("acme", "operator", Scope::Operator).await);
    // Somebody who exists is invited; who does not is made at once.
    send(&app, &operator, "POST", "/v1/people", Some(&json!({"name": "guest"}))).await;
    let (mut examples, mut unasked) = (Map::new(), Vec::new());
    for entry in operations::all().into_iter().filter(|entry| !WITHOUT.contains(&entry.id)) {
        let key = if entry.scope == Scope::Operator { &operator } else { &key };
        let (path, body) = call(&app, key, &entry).await;
        let reply = send(&app, key, entry.route.method.name(), &path, body.as_ref()).await;
        if reply.0 != entry.success {
            unasked.push(format!("{}: {path} {} {}", entry.id, reply.0, reply.1));
        }
        let mut example = json!({"call": steady(json!(path))});
        if let Some(body) = body {
            example["body"] = body;
        }
        example["answer"] = steady(short(reply.1));
        examples.insert(entry.id.to_owned(), example);
    }
    assert!(unasked.is_empty(), "say in `call` how these are asked:\n{}", unasked.join("\n"));
    let written = serde_json::to_string_pretty(&Value::Object(examples)).expect("JSON") + "\n";
    if std::env::var_os("BELLWETHER_ACCEPT").is_some() {
        std::fs::write(FILE, &written).expect("written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    let place = kept.lines().zip(written.lines()).position(|(kept, now)| kept != now);
    assert!(
        kept == written,
        "examples are not what the demo answers (line {place:?}); write them anew: \
         BELLWETHER_ACCEPT=1 cargo test -p service --test it examples"
    );
}

/// The last weeks of the demo, all its calls, its narratives and its readings.
async fn world() -> TestApp {
    let config = Config { key_cache_ms: 0, rate_subscription: 1_000_000, ..Config::default() };
    let app = TestApp::with(config).await;
    let now = Instant::parse(NOW).expect("an instant");
    let world = demo::world_until(now, demo::SEED);
    let items: Vec<Item> = world.items().collect();
    let newest = items.len().saturating_sub(ITEMS);
    let wanted =
        |(at, item): (usize, Item)| (at >= newest || item.kind == Kind::EarningsCall).then_some(item);
    app.take_in(items.into_iter().enumerate().filter_map(wanted).collect()).await;
    let parts = &app.app;
    calls::catch_up(&parts.store).await.expect("scored");
    rollup::recount(&parts.store, |_| {}).await.expect("counted");
    rollup::load(&parts.store, &parts.figures).await.expect("loaded");
    let mut follower = NarrativeFollower::new(parts.store.clone(), Arc::clone(&parts.figures));
    follower.catch_up(&StepContext::default()).await.expect("grown");
    load(&parts.store, &parts.figures).await.expect("loaded");
    let close = |&(day, close): &(domain::Day, f64)| DailyClose {
        asset: "BTC".into(),
        day,
        close,
        source: "demo".into(),
    };
    parts.store.prices.insert(&world.prices.iter().map(close).collect::<Vec<_>>()).await.expect("prices");
    let publisher = Publisher::new(parts.store.clone(), Arc::clone(&parts.figures));
    let days = DayRange::inclusive(now.day().plus(-8), now.day().plus(-1)).expect("days");
    backfill(&publisher, days, now, |_| {}).await.expect("filled in");
    publisher.refresh(now).await.expect("published");
    app
}

/// How an operation is asked: by what it needs, and by what shows it best.
async fn call(app: &TestApp, key: &str, entry: &Entry) -> (String, Option<Value>) {
    let specs = entry.parameters();
    let mut path = entry.route.path.to_owned();
    if let Some(segment) = specs.iter().find(|spec| spec.location == Location::Path) {
        path = path.replace(&format!("{{{}}}", segment.name), &segment_of(app, key, entry).await);
    }
    let mut query: Vec<String> = Vec::new();
    for spec in specs.iter().filter(|spec| spec.location == Location::Query) {
        let day = DAYS.iter().find(|(name, _)| *name == spec.name).map(|(_, day)| *day);
        match (spec.name, day) {
            (name, Some(day)) => query.push(format!("{name}={day}")),
            ("q", None) if entry.id == "compareQueries" => query.push("q=bitcoin&q=ethereum".to_owned()),
            ("q", None) => query.push("q=bitcoin".to_owned()),
            ("name", None) => {
                let named = companies(app, key).await;
                query.extend(named.iter().take(2).map(|name| format!("name={name}")));
            }
            ("path", None) => query.push("path=%2Ffeed%3Flimit%3D100".to_owned()),
            ("keyword", None) => query.push("keyword=bitcoin+AND+etf".to_owned()),
            ("include_history", None) => query.push("include_history=true".to_owned()),
            ("metric", None) => query.push("metric=main_index".to_owned()),
            ("limit", None) => query.push("limit=2".to_owned()),
            // By its name.
            ("confirm", None) => query.push(format!("confirm=For+{}", entry.id)),
            _ => {}
        }
    }
    let target = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
    (target, entry.takes_body().then(|| body_of(entry)))
}

/// A thing of the world, or one that is made for this call.
async fn segment_of(app: &TestApp, key: &str, entry: &Entry) -> String {
    let range = DAYS.map(|(name, day)| format!("{name}={day}")).join("&");
    let text = |answer: &Value, pointer: &str| match answer.pointer(pointer).and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None => panic!("nothing at {pointer}: {answer}"),
    };
    let get = async |path: String| send(app, key, "GET", &path, None).await.1;
    let make =
        async |path: &str, body: Value| text(&send(app, key, "POST", path, Some(&body)).await.1, "/id");
    let name = format!("For {}", entry.id);
    match entry.route.path.split('/').nth(1).unwrap_or("") {
        "narratives" => text(&get(format!("/narratives?{range}")).await, "/0/id"),
        "stories" => text(&get(format!("/trends?{range}")).await, "/0/story_id"),
        "articles" => text(&get(format!("/feed?{range}&limit=1&keyword=bitcoin")).await, "/data/0/id"),
        "speakers" => text(&get(format!("/speakers?{range}")).await, "/speakers/0/id"),
        "companies" => companies(app, key).await.swap_remove(0),
        "indices" => "bitcoin_discourse_dominance".to_owned(),
        "assets" => "BTC".to_owned(),
        "outlets" => text(&get(format!("/feed?{range}&limit=1")).await, "/data/0/Outlet").replace(' ', "%20"),
        "transparency-index" | "evadometer" => {
            let leaders = get("/transparency-index/leaderboard".to_owned()).await;
            let first =
                leaders.pointer("/data/0").or(leaders.pointer("/0")).or(leaders.pointer("/leaderboard/0"));
            text(first.unwrap_or(&leaders), "/ticker")
        }
        _ => match entry.route.path.split('/').nth(2).unwrap_or("") {
            "spaces" => {
                make("/v1/spaces", json!({"name": name, "keyword": "bitcoin", "rollingDays": 30})).await
            }
            "alerts" => {
                let rule = json!({"name": name, "enabled": true, "subject": "asset", "value": "Bitcoin", "condition": "volume"});
                make("/v1/alerts", rule).await
            }
            "webhooks" => make("/v1/webhooks", json!({"name": name, "url": "https://192.0.3.7/hook"})).await,
            "digests" => make("/v1/digests", json!({"name": name})).await,
            "feeds" => make("/v1/feeds", json!({"name": name, "subject": "asset", "value": "Bitcoin"})).await,
            "brains" => make("/v1/brains", json!({"name": name, "people": ["Ada Example"]})).await,
            "keys" => make("/v1/keys", json!({"name": name})).await,
            "members" => {
                make("/v1/members", json!({"name": entry.id.to_lowercase(), "role": "viewer"})).await
            }
            "invitations" => {
                let person = json!({"name": "guest", "role": "viewer"});
                let invited = send(app, key, "POST", "/v1/members", Some(&person)).await.1;
                text(&invited, "/invitationId")
            }
            "accounts" => make("/v1/accounts", json!({"name": name})).await,
            "people" => {
                let body = json!({"name": entry.id.to_lowercase()});
                send(app, key, "POST", "/v1/people", Some(&body)).await;
                entry.id.to_lowercase()
            }
            "sources" => {
                let url = format!("https://{}.example/feed.xml", entry.id.to_lowercase());
                make("/v1/sources", json!({"url": url, "outlet": name})).await
            }
            _ => panic!("say in `segment_of` what {} is asked about", entry.route.path),
        },
    }
}

/// The most named first, as they stand in an address.
async fn companies(app: &TestApp, key: &str) -> Vec<String> {
    let body = json!({"startDate": DAYS[0].1, "endDate": DAYS[1].1, "groupBy": "companies"});
    let answer = send(app, key, "POST", "/grouped-data", Some(&body)).await.1;
    let named = answer["companies"].as_object().expect("companies").keys();
    named.map(|name| name.replace(' ', "%20")).collect()
}

fn body_of(entry: &Entry) -> Value {
    match entry.id {
        "getEntityMentions" => {
            json!({"startDate": DAYS[0].1, "endDate": DAYS[1].1, "groupBy": "companies", "page": 1})
        }
        "recordWorkflowRun" => json!({
            "workflowId": "daily-brief", "runId": "2026-03-15", "status": "succeeded",
            "startedAt": "2026-03-15T06:00:00Z", "finishedAt": "2026-03-15T06:00:42Z", "durationMs": 42000,
        }),
        "createSpace" | "changeSpace" => {
            json!({"name": "Regulation and ETFs", "keyword": "bitcoin AND (etf OR regulation)", "rollingDays": 90})
        }
        "patchSpace" => json!({"sentiment": "Negative"}),
        "createBrain" | "changeBrain" => json!({"name": "Central bankers", "people": ["Ada Example"]}),
        "patchBrain" => json!({"name": "Voices to watch"}),
        "createAlert" | "changeAlert" => json!({
            "name": "Bitcoin is talked about", "enabled": true, "subject": "asset", "value": "Bitcoin",
            "condition": "volume", "threshold": 3, "quietMinutes": 240,
        }),
        "patchAlert" => json!({"enabled": false}),
        "createWebhook" | "changeWebhook" => json!({"name": "Desk", "url": "https://192.0.3.7/hook"}),
        "createDigest" | "changeDigest" => {
            json!({"name": "Morning", "frequency": "daily", "hour": 7, "timeZone": "Europe/Berlin"})
        }
        "patchDigest" => json!({"hour": 8}),
        "removeDocuments" => json!({"documents": ["https://news.example/withdrawn"]}),
        "createFeed" => json!({"name": "Regulation", "subject": "query", "value": "bitcoin AND regulation"}),
        "createKey" | "createAccountKey" => json!({"name": "reports", "scope": "read"}),
        "rotateKey" => json!({"graceHours": 24}),
        "setOverage" => json!({"active": true, "capUsd": "50"}),
        "addMember" => json!({"name": "jane", "role": "member"}),
        "changeMember" => json!({"role": "member"}),
        "createAccount" => json!({"name": "newcomer", "plan": "free"}),
        "changeAccount" => json!({"plan": "registered"}),
        "placePerson" => json!({"name": "operator-jane"}),
        "addSource" => json!({"url": "https://news.example/feed.xml", "outlet": "Example News"}),
        "changeSource" => json!({"paused": true}),
        _ => json!({}),
    }
}

async fn send(app: &TestApp, key: &str, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json");
    let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
    let reply = app.send(request.body(body).expect("a request")).await;
    let answer = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    (reply.status.as_u16(), answer)
}

/// A few rows and the beginnings of long texts.
fn short(value: Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.into_iter().take(MAX_ROWS).map(short).collect()),
        Value::Object(members) => {
            let one = |(name, value): (String, Value)| {
                // Names of companies, not of members.
                let value = match (name.as_str(), value) {
                    ("groupedData" | "companies", Value::Object(rows)) => {
                        Value::Object(rows.into_iter().take(MAX_ROWS).collect())
                    }
                    (_, value) => value,
                };
                (name, short(value))
            };
            Value::Object(members.into_iter().map(one).collect())
        }
        Value::String(text) if text.chars().count() > MAX_CHARS => {
            json!(text.chars().take(MAX_CHARS).chain(['…']).collect::<String>())
        }
        plain => plain,
    }
}

/// What chance makes is replaced, so that the same world gives the same examples.
fn steady(value: Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.into_iter().map(steady).collect()),
        Value::Object(members) => {
            let one = |(name, value): (String, Value)| {
                let value = match (name.as_str(), value) {
                    ("nextCursor", Value::String(_)) => {
                        json!("AwAAAZzuM0gAEjRWeJq83vASNFZ4mrze8AAAAAAAAAACq4fZ0g")
                    }
                    ("calculationDurationMs", Value::Number(_)) => json!(30.0),
                    // Of the audit log, over ids that chance makes.
                    ("hash", Value::String(_)) => {
                        json!("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
                    }
                    ("secret", Value::String(_)) => {
                        json!("whsec_7Qm2ExampleExampleExampleExampleExampleExa=")
                    }
                    ("atomUrl", Value::String(_)) => {
                        json!("https://api.example/feeds/7Qm2-example/feed.atom")
                    }
                    ("jsonUrl", Value::String(_)) => {
                        json!("https://api.example/feeds/7Qm2-example/feed.json")
                    }
                    ("link", Value::String(_)) => json!("https://api.example/console/link#7Qm2-example"),
                    (_, value) => steady(value),
                };
                (name, value)
            };
            Value::Object(members.into_iter().map(one).collect())
        }
        Value::String(text) => json!(steady_text(&text)),
        plain => plain,
    }
}

fn steady_text(text: &str) -> String {
    let is_hex = |part: &str| part.len() == 32 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(at) = text.find("bw_live_").or(text.find("bw_test_")) {
        return format!("{}EXAMPLE", &text[..at + 8]);
    }
    let parts: Vec<String> = text
        .split_inclusive(['/', '?', ' '])
        .map(|part| {
            let bare = part.trim_end_matches(['/', '?', ' ']);
            match bare.rsplit_once('_') {
                Some((kind, rest)) if is_hex(rest) => {
                    format!("{kind}_019cee3a7e0070008000000000000001{}", &part[bare.len()..])
                }
                _ => part.to_owned(),
            }
        })
        .collect();
    parts.concat()
}
