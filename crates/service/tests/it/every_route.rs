//! A walk over every operation there is: a new one is in it the moment it stands in the list.
//!
//! Each is asked by everyone who may come to the door; the table holds the status and what was charged.

use axum::body::Body;
use axum::http::Request;
use domain::DayRange;
use interface::{Access, Entry, Location};
use metering::{KeyKind, Scope};
use runtime::config::Config;
use serde_json::{Map, Value, json};
use store::Store;
use web::operations;

use crate::app::{Reply, TestApp};

/// A request with every required parameter filled in, or with none of them.
fn request(entry: &Entry, key: Option<&str>, filled: bool) -> Request<Body> {
    let mut path = entry.route.path.to_owned();
    let mut query = Vec::new();
    let mut body = Map::new();
    for spec in entry.parameters() {
        let value = match spec.schema["format"].as_str() {
            Some("date") => "2026-01-31".to_owned(),
            Some("date-time") => "2026-01-31T00:00:00Z".to_owned(),
            _ => spec.schema["enum"][0].as_str().unwrap_or("unknown").to_owned(),
        };
        match spec.location {
            Location::Path => path = path.replace(&format!("{{{}}}", spec.name), &value),
            Location::Query if spec.required && filled => query.push(format!("{}={value}", spec.name)),
            Location::Body if spec.required && filled => {
                let list = spec.schema["type"] == "array";
                body.insert(spec.name.to_owned(), if list { json!([value]) } else { json!(value) });
            }
            _ => {}
        }
    }
    let address = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
    let mut request = Request::builder().uri(address);
    if let Some(key) = key {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    let request = request.method(entry.route.method.name());
    match entry.takes_body() {
        false => request.body(Body::empty()),
        true => {
            let body = Value::Object(body).to_string();
            request.header("content-type", "application/json").body(Body::from(body))
        }
    }
    .expect("a request")
}

async fn shop() -> TestApp {
    TestApp::with(Config {
        key_cache_ms: 0,
        failed_keys_per_minute: 1_000_000,
        rate_free: 1_000_000,
        rate_subscription: 1_000_000,
        rate_keyless: 1_000_000,
        // Nobody is asked for money on this walk: a challenge needs no facilitator.
        facilitator_url: "http://127.0.0.1:9".into(),
        pay_to: "0x90F79bf6EB2c4f870365E785982E1f101E93b906".into(),
        ..Config::default()
    })
    .await
}

#[tokio::test]
async fn the_walk() {
    let app = shop().await;
    let now = app.app.clock.now();
    let good = app.key("good", "team").await;
    let empty = app.key("empty", "free").await;
    let spent = app.get_with(&empty, "/feed?startDate=2026-01-01&endDate=2026-01-02&limit=100").await;
    assert_eq!(spent.header("x-service-included-remaining"), "0");
    let expired = app
        .accounts()
        .create_key("good", "expired", KeyKind::Live, Scope::Account, Some(now))
        .await
        .expect("a key");
    let revoked = app.another_key("good", "revoked").await;
    app.accounts().revoke_key("good", "revoked").await.expect("revoked");
    let reader = app.key_of("good", "reader", Scope::Read).await;
    let writer = app.key_of("good", "writer", Scope::Write).await;
    let operator = app.key_of("good", "operator", Scope::Operator).await;
    let mut lines = Vec::new();
    for entry in operations::all() {
        let mut line = format!("{:<5} {:<32}", entry.route.method.name(), entry.route.path);
        for (who, key, filled) in [
            ("nobody", None, true),
            ("bad", Some("nonsense"), true),
            ("expired", Some(expired.key.reveal()), true),
            ("revoked", Some(revoked.as_str()), true),
            ("good", Some(good.as_str()), true),
            ("bare", Some(good.as_str()), false),
            ("empty", Some(empty.as_str()), true),
            ("reader", Some(reader.as_str()), true),
            ("writer", Some(writer.as_str()), true),
            ("operator", Some(operator.as_str()), true),
        ] {
            let before = used(&app).await;
            let reply = app.send(request(&entry, key, filled)).await;
            let charged = used(&app).await - before;
            check(&entry, who, &reply, charged);
            line.push_str(&format!(" {who} {}", reply.status.as_u16()));
            if charged > 0 {
                line.push_str(&format!(" -{charged}"));
            }
        }
        lines.push(line);
    }
    app.audit().await;

    // The same with a store that is gone: nothing works, and nothing is charged.
    let app = shop().await;
    let good = app.key("good", "team").await;
    let settings = store::Settings::sqlite(app.app.config.data_dir().join("store.db"));
    app.app.store.close().await;
    for (entry, line) in operations::all().iter().zip(&mut lines) {
        let reply = app.send(request(entry, Some(&good), true)).await;
        line.push_str(&format!(" broken {}", reply.status.as_u16()));
    }
    let audit = Store::open(&settings).await.expect("the store").ledger.audit().await.expect("an audit");
    assert_eq!((audit.entries, audit.open_holds, audit.differences), (0, 0, Vec::new()));
    insta::assert_snapshot!("every_route", lines.join("\n"));
}

/// Credits that all accounts together have used.
async fn used(app: &TestApp) -> i64 {
    let days = DayRange::single(app.app.clock.now().day());
    let mut used = 0;
    for account in app.accounts().list().await.expect("accounts") {
        let rows = app.app.store.ledger.usage(&account.id, days).await.expect("usage");
        used += rows.iter().map(|row| row.credits).sum::<i64>();
    }
    used
}

fn known(who: &str) -> bool {
    matches!(who, "good" | "bare" | "empty" | "reader" | "writer" | "operator")
}

#[track_caller]
fn check(entry: &Entry, who: &str, reply: &Reply, charged: i64) {
    let place = format!("{} {who}: {}", entry.id, String::from_utf8_lossy(&reply.body));
    assert!(!reply.header("x-request-id").is_empty(), "{place}");
    assert!(!reply.header("cache-control").is_empty(), "{place}");
    assert_ne!(reply.status.as_u16(), 500, "{place}");
    if reply.status.is_client_error() && reply.status.as_u16() != 402 {
        assert_eq!(reply.header("content-type"), "application/problem+json", "{place}");
    }
    // A key that may not do it hears so, whatever its parameters say, and one that may does not.
    let scope = match who {
        "reader" => Scope::Read,
        "writer" => Scope::Write,
        "operator" => Scope::Operator,
        _ => Scope::Account,
    };
    if known(who) {
        assert_eq!(reply.status.as_u16() == 403, scope < entry.scope, "{place}");
    }
    if !reply.status.is_success() {
        assert_eq!(charged, 0, "{place}");
    }
    // What the headers say is what the ledger did; metered routes always say it to those who have a key.
    let said = reply.header("x-service-credits-charged");
    let known = known(who);
    if known && matches!(entry.access, Access::Key | Access::KeyOrPayment) && entry.is_metered() {
        assert_eq!(said, charged.to_string(), "{place}");
        assert!(!reply.header("x-service-credential-monthly-credits").is_empty(), "{place}");
        assert_eq!(reply.header("cache-control"), "no-store", "{place}");
    } else if !known {
        assert_eq!((said, charged), ("", 0), "{place}");
    }
}
