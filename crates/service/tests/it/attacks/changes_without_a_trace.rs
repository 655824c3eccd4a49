//! Every change of who may do what leaves a line in the audit log.

use axum::body::Body;
use axum::http::Request;
use metering::Scope;
use serde_json::{Value, json};
use store::audit_log::{ActorKind, Line};

use crate::app::TestApp;
use crate::console::{ORIGIN, PASSWORD, house, people, send_form, sign_in, text};

async fn lines_after(app: &TestApp, number: i64) -> Vec<Line> {
    app.app.store.audit_log.after(number, 1000).await.expect("the log")
}

async fn last(app: &TestApp) -> i64 {
    lines_after(app, 0).await.last().map_or(0, |line| line.number)
}

/// Every route that changes who may do what, as an operator's key uses them.
#[tokio::test]
async fn over_the_interface() {
    let app = house().await;
    let key = app.key_of("acme", "tool", Scope::Operator).await;
    let source = json!({"url": "https://example.org/feed"});
    for (method, path, body, actions) in [
        ("POST", "/v1/accounts", json!({"name": "new"}), &["account.created"][..]),
        (
            "PATCH",
            "/v1/accounts/new",
            json!({"plan": "pro", "grantCredits": 9, "overageCapUsd": "5", "paymentStatus": "active"}),
            &["account.plan_set", "account.payment_status_set", "account.overage_set", "credits.granted"],
        ),
        ("PUT", "/v1/account/overage", json!({"active": true, "capUsd": "7"}), &["account.overage_set"]),
        ("POST", "/v1/accounts/new/keys", json!({"name": "k"}), &["key.created"]),
        ("POST", "/v1/keys", json!({"name": "mine"}), &["key.created"]),
        ("POST", "/v1/keys/mine/rotate", json!({}), &["key.rotated"]),
        ("DELETE", "/v1/keys/mine", Value::Null, &["key.revoked"]),
        (
            "POST",
            "/v1/members",
            json!({"name": "ann", "role": "viewer"}),
            &["person.created", "member.added", "sign_in.link_created"],
        ),
        ("PUT", "/v1/members/ann", json!({"role": "member"}), &["member.role_set"]),
        ("POST", "/v1/members/ann/link", json!({}), &["sign_in.link_created"]),
        ("DELETE", "/v1/members/ann", Value::Null, &["member.removed"]),
        ("DELETE", "/v1/people/ann", Value::Null, &["person.removed"]),
        ("POST", "/v1/sources", source.clone(), &["source.added"]),
        ("POST", "/v1/sources", source, &["source.changed"]),
    ] {
        let before = last(&app).await;
        let reply = app.send_json(&key, method, path, body).await;
        assert!(reply.status.is_success(), "{method} {path}: {}", text(&reply));
        let lines = lines_after(&app, before).await;
        let told: Vec<_> = lines.iter().map(|line| line.action.name()).collect();
        assert_eq!(told, actions, "{method} {path}");
        for line in &lines {
            assert_eq!(line.actor.kind, ActorKind::Key, "{method} {path}");
            assert!(line.actor.name.starts_with("tool (bw_live_…"), "{}", line.actor.name);
            assert_eq!(line.address.as_deref(), Some("0.0.0.0"), "in-process requests have no other");
        }
    }
    let sources = app.app.store.sources.list().await.expect("sources");
    let path = format!("/v1/sources/{}", sources[0].id);
    for (method, body, action) in
        [("PATCH", json!({"paused": true}), "source.changed"), ("DELETE", Value::Null, "source.removed")]
    {
        let before = last(&app).await;
        assert!(app.send_json(&key, method, &path, body).await.status.is_success());
        assert_eq!(lines_after(&app, before).await[0].action.name(), action);
    }
    // What is refused, or changes nothing, is not told.
    let before = last(&app).await;
    for (method, path, body) in [
        ("POST", "/v1/accounts", json!({"name": "new"})),
        ("PATCH", "/v1/accounts/new", json!({"plan": "pro"})),
        ("DELETE", "/v1/keys/mine", Value::Null),
        ("DELETE", "/v1/sources/none", Value::Null),
    ] {
        app.send_json(&key, method, path, body).await;
    }
    assert_eq!(last(&app).await, before);
    let verified = app.app.store.audit_log.verify(None).await.expect("a proof");
    assert_eq!(verified.faults, []);
    app.audit().await;
}

/// The same in the console, and what only people do there.
#[tokio::test]
async fn in_the_console() {
    let app = house().await;
    let before = last(&app).await;
    let browser = sign_in(&app, "owner").await;
    browser.post("/console/keys", "name=mine").await;
    browser.post("/console/members/role", "name=viewer&role=member").await;
    browser.post("/console/plan/overage", "active=true&capUsd=5").await;
    browser.post("/console/password", &format!("new={0}&again={0}", PASSWORD.replace(' ', "+"))).await;
    let form = |password: &str| format!("name=owner&password={}", password.replace(' ', "+"));
    for password in ["wrong horse battery", "worse horse battery", PASSWORD] {
        send_form(&app, "", Some(ORIGIN), "/console/sign-in", &form(password)).await;
    }
    send_form(&app, "", Some(ORIGIN), "/console/sign-in", "name=stranger&password=guess").await;
    let browser = sign_in(&app, "owner").await;
    browser.post("/console/sign-out", "").await;
    app.app.clock.set(app.app.clock.now().plus_ms(60_000));
    app.app.store.failed_sign_ins.write_lines(app.app.clock.now()).await.expect("written");
    let told: Vec<String> = lines_after(&app, before)
        .await
        .iter()
        .map(|line| format!("{} {} {} x{}", line.actor.name, line.action.name(), line.target, line.times))
        .filter(|text| !text.contains("key.created"))
        .collect();
    assert_eq!(
        told,
        [
            "test sign_in.link_created owner x1",
            "owner sign_in.succeeded owner x1",
            "owner member.role_set viewer x1",
            "owner account.overage_set acme x1",
            "owner person.password_set owner x1",
            "owner sign_in.succeeded owner x1",
            "test sign_in.link_created owner x1",
            "owner sign_in.succeeded owner x1",
            "owner sign_in.ended owner x1",
            "sign-in sign_in.failed names that nobody has x1",
            "sign-in sign_in.failed owner x2",
        ]
    );
}

/// An owner sees the account's own lines and nobody else's; an operator sees all; others see none.
#[tokio::test]
async fn who_may_look() {
    let app = house().await;
    let owner = app.key_of("acme", "owner", Scope::Account).await;
    let writer = app.key_of("acme", "writer", Scope::Write).await;
    let operator = app.key_of("other", "operator", Scope::Operator).await;
    let acme = app.accounts().find("acme").await.expect("acme").id;
    let own = app.get_with(&owner, "/v1/audit-log?limit=100").await.json();
    let rows = own["data"].as_array().expect("lines");
    assert!(rows.len() > 3 && rows.iter().all(|row| row["accountId"] == json!(acme)), "{own}");
    assert_eq!(app.get_with(&writer, "/v1/audit-log").await.status.as_u16(), 403);
    assert_eq!(app.get_with(&owner, "/v1/audit-log?all=true").await.json()["code"], "insufficient_scope");
    // Page by page, all of it once.
    let (mut numbers, mut next) = (Vec::new(), String::new());
    loop {
        let page = app.get_with(&operator, &format!("/v1/audit-log?all=true&limit=3{next}")).await.json();
        numbers.extend(page["data"].as_array().expect("lines").iter().map(|row| row["number"].as_i64()));
        let Some(cursor) = page["nextCursor"].as_str() else { break };
        // A cursor of one list opens no other.
        let elsewhere = app.get_with(&operator, &format!("/v1/audit-log?cursor={cursor}")).await;
        assert_eq!(elsewhere.json()["code"], "invalid_cursor");
        next = format!("&cursor={cursor}");
    }
    let all: Vec<_> = (1..=last(&app).await).rev().map(Some).collect();
    assert_eq!(numbers, all);
    let request = Request::get("/v1/audit-log")
        .header("authorization", format!("Bearer {owner}"))
        .header("accept", "text/csv");
    let csv = text(&app.send(request.body(Body::empty()).expect("a request")).await);
    assert!(csv.starts_with("number,at,actorKind,actorId,actor,accountId,action,target,"), "{csv}");
    // The console shows the same to the same.
    assert!(sign_in(&app, "owner").await.page("/console/audit-log").await.contains("key.created"));
    let page = sign_in(&app, "boss").await.page("/console/audit-log?all=true").await;
    assert!(page.contains("person.created") && page.contains("in every account"));
    for name in ["member", "viewer"] {
        let browser = sign_in(&app, name).await;
        assert_eq!(browser.get("/console/audit-log").await.status.as_u16(), 403, "{name}");
    }
    assert!(!text(&sign_in(&app, "owner").await.get("/console/audit-log?all=true").await).contains("boss"));
}

/// Thousands of wrong tries are a few lines.
#[tokio::test]
async fn a_flood_of_tries_does_not_fill_the_disk() {
    let app = house().await;
    people(&app).set_password("boss", PASSWORD).await.expect("a password");
    let before = last(&app).await;
    let id = people(&app).find("boss").await.expect("boss").id;
    for number in 0..2000 {
        let person = (number % 2 == 0).then_some(id.as_str());
        app.app.store.failed_sign_ins.count(&app.origin(), person).await.expect("counted");
    }
    // A durable change after it, so that what was acknowledged early can be read.
    app.accounts().create("later", "free").await.expect("an account");
    app.app.clock.set(app.app.clock.now().plus_ms(60_000));
    app.app.store.failed_sign_ins.write_lines(app.app.clock.now()).await.expect("written");
    let lines = lines_after(&app, before + 1).await;
    assert_eq!(lines.iter().map(|line| line.times).collect::<Vec<_>>(), [1000, 1000]);
}
