//! Who gets in, and what those hear who do not.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use domain::time::MS_PER_DAY;
use metering::{KeyKind, Scope};
use runtime::config::Config;

use crate::app::{Reply, TestApp};

const FEED: &str = "/feed?startDate=2026-02-01&endDate=2026-02-02&limit=25";

#[track_caller]
fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.json()["code"].as_str().map(str::to_owned).as_deref()),
        (status, Some(code)),
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
}

fn with_header(value: &[u8]) -> Request<Body> {
    Request::get(FEED).header("authorization", value).body(Body::empty()).expect("a request")
}

#[tokio::test]
async fn each_cause_has_its_code() {
    let app =
        TestApp::with(Config { key_cache_ms: 0, failed_keys_per_minute: 1000, ..Config::default() }).await;
    let key = app.key("acme", "pro").await;
    assert_eq!(app.get_with(&key, FEED).await.status, StatusCode::OK);
    refused(&app.get(FEED).await, 402, "payment_required");
    refused(&app.get_with("abc", FEED).await, 401, "key_malformed");
    refused(&app.get_with(&key[..30], FEED).await, 401, "key_malformed");
    let mut mistyped = key.clone().into_bytes();
    mistyped[20] = if mistyped[20] == b'a' { b'b' } else { b'a' };
    refused(&app.get_with(&String::from_utf8(mistyped).expect("text"), FEED).await, 401, "key_mistyped");
    let stranger = metering::Key::make(KeyKind::Live, &[7; 32]);
    refused(&app.get_with(stranger.reveal(), FEED).await, 401, "key_unknown");
    refused(&app.send(with_header(b"Basic YTpi")).await, 401, "authorization_scheme_unsupported");
    refused(&app.send(with_header(b"Bearer")).await, 401, "authorization_malformed");
    refused(&app.send(with_header(&[b'a'; 3000])).await, 401, "authorization_too_large");
    refused(&app.send(with_header(b"Bearer \xff\xfe")).await, 401, "authorization_malformed");
    let twice = Request::get(FEED)
        .header("authorization", format!("Bearer {key}"))
        .header("authorization", format!("Bearer {key}"));
    refused(&app.send(twice.body(Body::empty()).expect("a request")).await, 401, "authorization_malformed");
    for scheme in ["bearer ", "BEARER   ", "Bearer "] {
        let reply = app.send(with_header(format!("{scheme}{key}").as_bytes())).await;
        assert_eq!(reply.status, StatusCode::OK, "{scheme:?}");
    }
    let reply = app.get("/usage").await;
    refused(&reply, 401, "key_missing");
    assert!(reply.header("www-authenticate").starts_with("Bearer"));
    app.audit().await;
}

#[tokio::test]
async fn a_wrong_key_is_refused_on_public_routes_too() {
    let app = TestApp::metered().await;
    refused(&app.get_with("abc", "/quote?path=/feed").await, 401, "key_malformed");
    assert_eq!(app.get("/quote?path=/feed").await.status, StatusCode::OK);
    assert_eq!(app.get_with("abc", "/health").await.status, StatusCode::OK, "the open door asks nobody");
}

#[tokio::test]
async fn credentials_come_before_parameters() {
    let app = TestApp::metered().await;
    refused(&app.get("/feed?startDate=nonsense").await, 402, "payment_required");
    let key = app.key("acme", "free").await;
    refused(
        &app.get_with(&key, "/feed?startDate=nonsense&endDate=2026-01-01").await,
        400,
        "invalid_parameter",
    );
}

#[tokio::test]
async fn expiry_revocation_and_rotation() {
    let app = TestApp::metered().await;
    let first = app.key("acme", "team").await;
    let now = app.app.clock.now();
    let expires_at = Some(now.plus_ms(2 * MS_PER_DAY));
    let expiring = app
        .accounts()
        .create_key("acme", "short", KeyKind::Test, Scope::Account, expires_at)
        .await
        .expect("a key");
    assert!(expiring.key.reveal().starts_with("bw_test_"));
    let old = expiring.key.reveal().to_owned();

    // The grace would outlive the key's own end; it does not.
    let hour = 3_600_000;
    let new = app.accounts().rotate_key("acme", "short", 100 * 24 * hour).await.expect("a new key");
    assert_eq!(new.expires_at, expires_at, "as long from now as the old one was meant to last");
    let new = new.key.reveal().to_owned();
    for key in [&old, &new, &first] {
        assert_eq!(app.get_with(key, FEED).await.status, StatusCode::OK);
    }
    assert!(app.accounts().rotate_key("acme", &expiring.credential_id, 0).await.is_err(), "once only");

    app.app.clock.set(now.plus_ms(2 * MS_PER_DAY - 1));
    assert_eq!(app.get_with(&old, FEED).await.status, StatusCode::OK);
    app.app.clock.set(now.plus_ms(2 * MS_PER_DAY));
    refused(&app.get_with(&old, FEED).await, 401, "key_expired");

    app.accounts().revoke_key("acme", "first").await.expect("revoked");
    refused(&app.get_with(&first, FEED).await, 401, "key_revoked");
    let keys = app.accounts().keys("acme").await.expect("keys");
    assert_eq!(keys.iter().map(|key| key.name.as_str()).collect::<Vec<_>>(), ["first", "short", "short"]);
    assert!(keys[0].last_used_at.is_some());
    app.audit().await;
}

#[tokio::test]
async fn changes_act_on_a_running_server_within_a_second() {
    let app = TestApp::with(Config::default()).await;
    let key = app.key("acme", "free").await;
    assert_eq!(app.get_with(&key, FEED).await.header("x-service-included-remaining"), "3");
    app.accounts().set_plan("acme", "pro").await.expect("changed");
    app.accounts().revoke_key("acme", "first").await.expect("revoked");
    tokio::time::sleep(std::time::Duration::from_millis(1000)).await;
    refused(&app.get_with(&key, FEED).await, 401, "key_revoked");
}

#[tokio::test]
async fn guessing_is_slowed_down_but_those_who_are_known_go_on() {
    let app = TestApp::with(Config::default()).await;
    let key = app.key("acme", "pro").await;
    assert_eq!(app.get_with(&key, FEED).await.status, StatusCode::OK);
    let guess = |number: u8| metering::Key::make(KeyKind::Live, &[number; 32]);
    for number in 0..30 {
        refused(&app.get_with(guess(number).reveal(), FEED).await, 401, "key_unknown");
    }
    let reply = app.get_with(guess(31).reveal(), FEED).await;
    refused(&reply, 429, "rate_limited");
    assert_eq!(reply.header("retry-after"), "2");
    assert_eq!(app.get_with(&key, FEED).await.status, StatusCode::OK);
    app.app.clock.set(app.app.clock.now().plus_ms(2000));
    refused(&app.get_with(guess(32).reveal(), FEED).await, 401, "key_unknown");
}

#[tokio::test]
async fn a_pepper_is_part_of_every_key() {
    let app = TestApp::with(Config { key_pepper: "salted".into(), ..Config::default() }).await;
    let plain = app.key("acme", "free").await;
    refused(&app.get_with(&plain, FEED).await, 401, "key_unknown");
}

#[tokio::test]
async fn names_and_plans_are_checked() {
    let app = TestApp::metered().await;
    let accounts = app.accounts();
    accounts.create("acme", "free").await.expect("a new account");
    for (name, plan, words) in [
        ("acme", "free", "already"),
        ("", "free", "characters"),
        ("a\nb", "free", "characters"),
        ("other", "gold", "free, registered, pro, team"),
    ] {
        let error = accounts.create(name, plan).await.expect_err("refused").to_string();
        assert!(error.contains(words), "{error}");
    }
    assert!(accounts.set_overage("acme", Some(domain::MicroUsd::new(1))).await.is_err(), "no subscription");
    assert!(accounts.set_payment_status("acme", "rich").await.is_err());
    assert!(accounts.revoke_key("acme", "none").await.is_err());
    assert!(accounts.find("nobody").await.is_err());
}
