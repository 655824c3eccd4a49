//! A key cannot outlive, outrank or multiply past its maker.

use axum::body::Body;
use axum::http::Request;
use domain::time::MS_PER_DAY;
use management::accounts::{AccountError, Accounts};
use management::people::{People, Role};
use metering::{KeyKind, Scope};
use serde_json::{Value, json};
use store::audit_log::{Actor, Origin};

use crate::app::{Reply, TestApp};

async fn house() -> TestApp {
    let app = TestApp::metered().await;
    for name in ["acme", "other"] {
        app.key(name, "team").await;
    }
    for (name, role) in [("ann", Role::Owner), ("ben", Role::Owner)] {
        people(&app).create(name, Some(("acme", role)), false, None).await.expect("somebody");
    }
    app
}

fn people(app: &TestApp) -> People<'_> {
    People { store: &app.app.store, origin: app.origin() }
}

/// A key of acme's that this person makes, as the console does.
async fn key_of(app: &TestApp, name: &str, scope: Scope) -> String {
    let person = people(app).find(name).await.expect("somebody");
    let origin = Origin { actor: Actor::person(&person.id, name), ..app.origin() };
    let accounts = Accounts { origin, ..app.accounts() };
    let made = accounts.create_key("acme", name, KeyKind::Live, scope, None).await.expect("a key");
    made.key.reveal().to_owned()
}

async fn status(app: &TestApp, key: &str, path: &str) -> u16 {
    app.get_with(key, path).await.status.as_u16()
}

async fn delete(app: &TestApp, key: &str, path: &str) -> Reply {
    let request = Request::delete(path).header("authorization", format!("Bearer {key}"));
    app.send(request.body(Body::empty()).expect("a request")).await
}

fn made(reply: Reply) -> (String, Value) {
    let body = reply.json();
    assert_eq!(reply.status.as_u16(), 201, "{body}");
    (body["key"].as_str().expect("a key").to_owned(), body)
}

/// Makes operator's keys, and with them keys of everybody; then is no operator any more.
#[tokio::test]
async fn the_keys_of_an_operator_end_with_the_office() {
    let app = house().await;
    people(&app).create("boss", None, true, None).await.expect("an operator");
    people(&app).set_operator("ann", true).await.expect("an operator");
    let ann = key_of(&app, "ann", Scope::Operator).await;
    let boss = key_of(&app, "boss", Scope::Operator).await;
    let (elsewhere, _) =
        made(app.send_json(&ann, "POST", "/v1/accounts/other/keys", json!({"name": "mine too"})).await);
    let (rotated, _) = made(app.send_json(&boss, "POST", "/v1/keys/boss/rotate", json!({})).await);
    for key in [&ann, &boss, &rotated] {
        assert_eq!(status(&app, key, "/v1/accounts").await, 200);
    }
    people(&app).set_operator("ann", false).await.expect("an owner again");
    people(&app).remove("boss").await.expect("gone");
    assert_eq!(status(&app, &ann, "/v1/accounts").await, 403, "an owner's key now");
    assert_eq!(status(&app, &ann, "/v1/members").await, 200);
    for key in [&elsewhere, &boss, &rotated] {
        assert_eq!(status(&app, key, "/usage").await, 401);
    }
}

/// Makes keys, and with those further ones; then is taken out or gets a smaller role.
#[tokio::test]
async fn the_keys_of_a_member_end_and_shrink_with_the_place() {
    let app = house().await;
    let first = key_of(&app, "ann", Scope::Account).await;
    let (second, _) = made(app.send_json(&first, "POST", "/v1/keys", json!({"name": "second"})).await);
    let (third, _) = made(app.send_json(&second, "POST", "/v1/keys", json!({"name": "third"})).await);
    people(&app).set_role("ann", "acme", Role::Viewer).await.expect("a viewer");
    for key in [&first, &second, &third] {
        assert_eq!(status(&app, key, "/usage").await, 200);
        assert_eq!(status(&app, key, "/v1/members").await, 403);
        let more = app.send_json(key, "POST", "/v1/keys", json!({"name": "more"})).await;
        assert_eq!(more.status.as_u16(), 403);
    }
    people(&app).leave("ann", "acme").await.expect("out");
    for key in [&first, &second, &third] {
        assert_eq!(status(&app, key, "/usage").await, 401);
    }
}

/// An expiring key makes one that does not, or rotates itself again and again.
#[tokio::test]
async fn an_expiring_key_gains_no_time() {
    let app = house().await;
    let now = app.app.clock.now();
    let ends = now.plus_ms(2 * MS_PER_DAY);
    let short = app.accounts().create_key("acme", "short", KeyKind::Live, Scope::Account, Some(ends)).await;
    let short = short.expect("a key").key.reveal().to_owned();
    let (child, body) = made(app.send_json(&short, "POST", "/v1/keys", json!({"name": "child"})).await);
    assert_eq!(body["expiresAt"], json!(ends.rfc3339()));
    let wanted = json!({"name": "long", "expiresInDays": 30});
    let (long, body) = made(app.send_json(&child, "POST", "/v1/keys", wanted).await);
    assert_eq!(body["expiresAt"], json!(ends.rfc3339()));
    // A key from before that does not end: whoever holds an ending one may not take it over for ever.
    let (taken, body) = made(app.send_json(&child, "POST", "/v1/keys/first/rotate", json!({})).await);
    assert_eq!(body["expiresAt"], json!(ends.rfc3339()));
    app.app.clock.set(now.plus_ms(MS_PER_DAY));
    let (itself, body) = made(app.send_json(&short, "POST", "/v1/keys/short/rotate", json!({})).await);
    assert_eq!(body["expiresAt"], json!(ends.rfc3339()));
    app.app.clock.set(ends);
    for key in [&short, &child, &long, &taken, &itself] {
        assert_eq!(status(&app, key, "/usage").await, 401);
    }
}

#[tokio::test]
async fn a_revoked_key_leaves_nothing_behind() {
    let app = house().await;
    let root = app.another_key("acme", "root").await;
    let (child, body) = made(app.send_json(&root, "POST", "/v1/keys", json!({"name": "child"})).await);
    let listed = app.get_with(&root, "/v1/keys").await.json();
    let shown = listed["data"].as_array().expect("keys").iter().find(|key| key["id"] == body["id"]);
    let shown = shown.expect("the child");
    assert_eq!((&shown["madeBy"], shown["madeByKey"].is_string()), (&json!("key"), true));
    let (other, _) = made(app.send_json(&child, "POST", "/v1/keys", json!({"name": "grandchild"})).await);
    // The way programs rotate: a new one, then the end of the old one.
    let (new, _) = made(app.send_json(&root, "POST", "/v1/keys/root/rotate", json!({})).await);
    let old = listed["data"].as_array().expect("keys").iter().find(|key| key["name"] == "root");
    let old = old.expect("the root")["id"].as_str().expect("an id").to_owned();
    assert_eq!(delete(&app, &new, &format!("/v1/keys/{old}")).await.status.as_u16(), 200);
    for key in [&new, &child, &other] {
        assert_eq!(status(&app, key, "/usage").await, 200);
    }
    assert_eq!(delete(&app, &new, "/v1/keys/root").await.status.as_u16(), 200);
    for key in [&root, &new, &child, &other] {
        assert_eq!(status(&app, key, "/usage").await, 401);
    }
}

/// Keys without end, each with a rate of its own.
#[tokio::test]
async fn more_keys_are_not_more_calls() {
    let app = TestApp::metered().await;
    let first = app.key("acme", "free").await;
    let mut keys = vec![first.clone()];
    for number in 1..100 {
        keys.push(app.another_key("acme", &format!("key {number}")).await);
    }
    let refused = app.send_json(&first, "POST", "/v1/keys", json!({"name": "one more"})).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("conflict")));
    let more = app.accounts().create_key("acme", "one more", KeyKind::Live, Scope::Read, None).await;
    assert!(matches!(more, Err(AccountError::TooManyKeys)));
    let mut answered = 0;
    for key in keys.iter().cycle().take(300) {
        answered += usize::from(status(&app, key, "/usage").await == 200);
    }
    // One call of the account's sixty was the refused key.
    assert_eq!(answered, 59);
}
