//! Calls that are repeated: what makes something makes it once, and a change of one member leaves the others.

use std::collections::HashSet;

use axum::body::Body;
use axum::http::Request;
use domain::Instant;
use metering::Scope;
use serde_json::{Value, json};
use web::operations;

use crate::app::{NOW, Reply, TestApp};

async fn attempt(app: &TestApp, key: &str, name: &str, path: &str, body: &Value) -> Reply {
    let request = Request::post(path)
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .header("idempotency-key", name);
    app.send(request.body(Body::from(body.to_string())).expect("a request")).await
}

async fn count(app: &TestApp, key: &str, path: &str) -> usize {
    app.get_with(key, path).await.json()["data"].as_array().expect("a list").len()
}

#[tokio::test]
async fn the_same_attempt_makes_one_thing() {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    let body = json!({"name": "Bitcoin", "keyword": "bitcoin"});
    let first = attempt(&app, &mine, "one", "/v1/spaces", &body).await;
    let turned = json!({"keyword": "bitcoin", "name": "Bitcoin"});
    let again = attempt(&app, &mine, "one", "/v1/spaces", &turned).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 201));
    assert_eq!(first.json(), again.json());
    assert_eq!(count(&app, &mine, "/v1/spaces").await, 1);
    // Another body, another route: the name is taken.
    let other = attempt(&app, &mine, "one", "/v1/spaces", &json!({"name": "Ether"})).await;
    assert_eq!((other.status.as_u16(), &other.json()["code"]), (422, &json!("idempotency_key_reused")));
    let elsewhere = attempt(&app, &mine, "one", "/v1/brains", &body).await;
    assert_eq!(elsewhere.status.as_u16(), 400, "what cannot be read is refused first");
    let asked = attempt(&app, &mine, "one", "/v1/spaces?later=yes", &body).await;
    assert!(matches!(asked.status.as_u16(), 400 | 422), "another question: {}", asked.json());
    for wrong in ["a b", "a\tb", "  "] {
        let refused = attempt(&app, &mine, wrong, "/v1/spaces", &body).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["parameter"]), (400, &json!("Idempotency-Key")));
    }
    let twice = Request::post("/v1/spaces")
        .header("authorization", format!("Bearer {mine}"))
        .header("idempotency-key", "x")
        .header("idempotency-key", "y");
    assert_eq!(
        app.send(twice.body(Body::from(body.to_string())).expect("a request")).await.status.as_u16(),
        400
    );
    // Names are the account's own.
    assert_eq!(attempt(&app, &theirs, "one", "/v1/spaces", &body).await.status.as_u16(), 201);
    assert_eq!(count(&app, &theirs, "/v1/spaces").await, 1);
    // A day later the name is free.
    app.app.clock.set(Instant::parse(NOW).expect("an instant").plus_ms(86_400_001));
    let late = attempt(&app, &mine, "one", "/v1/spaces", &body).await;
    assert_eq!(late.status.as_u16(), 201);
    assert_ne!(late.json()["id"], first.json()["id"]);
}

#[tokio::test]
async fn a_new_secret_is_told_again() {
    let app = TestApp::metered().await;
    let mine = app.key("mine", "team").await;
    let feed = json!({"name": "Bitcoin", "subject": "asset", "value": "Bitcoin"});
    let made = attempt(&app, &mine, "make", "/v1/feeds", &feed).await.json();
    let path = format!("/v1/feeds/{}/rotate", made["id"].as_str().expect("an id"));
    let first = attempt(&app, &mine, "turn", &path, &json!({})).await;
    let again = attempt(&app, &mine, "turn", &path, &json!({})).await;
    assert_eq!((first.status.as_u16(), first.json()), (200, again.json()));
    assert_ne!(first.json()["atomUrl"], made["atomUrl"]);
}

#[tokio::test]
async fn a_new_key_is_told_again_to_who_made_it_alone() {
    let app = TestApp::metered().await;
    let mine = app.key("mine", "team").await;
    let other = app.key_of("mine", "second", Scope::Account).await;
    let body = json!({"name": "reports"});
    let first = attempt(&app, &mine, "k", "/v1/keys", &body).await;
    let again = attempt(&app, &mine, "k", "/v1/keys", &body).await;
    assert_eq!(first.json(), again.json());
    let shown = first.json()["key"].as_str().expect("a key").to_owned();
    assert_eq!(app.get_with(&shown, "/v1/account").await.status.as_u16(), 200);
    let stranger = attempt(&app, &other, "k", "/v1/keys", &body).await;
    assert_eq!(stranger.status.as_u16(), 409);
    assert!(!String::from_utf8_lossy(&stranger.body).contains(&shown));
}

#[tokio::test]
async fn what_failed_may_be_tried_again_and_many_at_once_make_one() {
    let app = TestApp::metered().await;
    let mine = app.key("mine", "team").await;
    let refused = attempt(&app, &mine, "x", "/v1/spaces", &json!({"keyword": "bitcoin"})).await;
    assert_eq!(refused.status.as_u16(), 400);
    let body = json!({"name": "Bitcoin"});
    let many =
        futures_util::future::join_all((0..8).map(|_| attempt(&app, &mine, "x", "/v1/spaces", &body))).await;
    let made: HashSet<String> = many
        .iter()
        .filter(|reply| reply.status.as_u16() == 201)
        .map(|reply| reply.json()["id"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(made.len(), 1);
    assert!(many.iter().all(|reply| matches!(reply.status.as_u16(), 201 | 409)));
    assert_eq!(count(&app, &mine, "/v1/spaces").await, 1);
}

/// Whatever makes something takes the header, and says so.
#[tokio::test]
async fn every_call_that_makes_something_can_be_repeated() {
    let app = TestApp::new().await;
    let document = app.get("/openapi.json").await.json();
    for entry in operations::all().iter().filter(|entry| entry.success == 201) {
        let operation = &document["paths"][entry.route.path]["post"];
        let parameters = operation["parameters"].as_array().expect("parameters");
        assert!(parameters.iter().any(|one| one["name"] == "Idempotency-Key"), "{}", entry.route.path);
        if entry.makes_something() {
            assert!(operation["responses"]["422"].is_object(), "{}", entry.route.path);
        }
    }
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let app = TestApp::metered().await;
    let mine = app.key("mine", "team").await;
    let theirs = app.key("theirs", "team").await;
    let body = json!({"name": "Bitcoin", "keyword": "bitcoin", "sentiment": "Positive", "rollingDays": 7});
    let id = app.send_json(&mine, "POST", "/v1/spaces", body).await.json()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let path = format!("/v1/spaces/{id}");
    let patch = async |key: &str, body: Value| app.send_json(key, "PATCH", &path, body).await;
    let changed = patch(&mine, json!({"name": "Bitcoin, good news"})).await.json();
    assert_eq!(changed["name"], "Bitcoin, good news");
    assert_eq!((&changed["keyword"], &changed["rollingDays"]), (&json!("bitcoin"), &json!(7)));
    // Null takes a member away; days take the place of a rolling range.
    let changed =
        patch(&mine, json!({"sentiment": null, "startDate": "2026-01-01", "endDate": "2026-01-31"}))
            .await
            .json();
    assert_eq!((&changed["sentiment"], &changed["rollingDays"]), (&Value::Null, &Value::Null));
    assert_eq!(changed["endDate"], "2026-01-31");
    assert_eq!(changed, app.get_with(&mine, &path).await.json());
    let wrong = patch(&mine, json!({"keyword": "(("})).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["parameter"]), (400, &json!("keyword")));
    let unknown = patch(&mine, json!({"colour": "red"})).await;
    assert_eq!((unknown.status.as_u16(), unknown.header("x-service-ignored-parameters")), (200, "colour"));
    assert_eq!(patch(&theirs, json!({"name": "x"})).await.status.as_u16(), 404);
    // Members that are changed at once are both changed.
    let both = futures_util::future::join(
        patch(&mine, json!({"name": "Both"})),
        patch(&mine, json!({"keyword": "ether"})),
    );
    let (one, other) = both.await;
    assert_eq!((one.status.as_u16(), other.status.as_u16()), (200, 200));
    let now = app.get_with(&mine, &path).await.json();
    assert_eq!((&now["name"], &now["keyword"]), (&json!("Both"), &json!("ether")));

    let body = json!({"name": "Voices", "handles": ["a@x"], "people": ["Jane Doe"]});
    let id = app.send_json(&mine, "POST", "/v1/brains", body).await.json()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let brain =
        app.send_json(&mine, "PATCH", &format!("/v1/brains/{id}"), json!({"people": []})).await.json();
    assert_eq!((&brain["handles"], &brain["people"]), (&json!(["a@x"]), &json!([])));
}
