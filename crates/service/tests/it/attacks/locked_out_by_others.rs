//! A good credential is never refused because of somebody else's bad ones.

use axum::body::Body;
use axum::http::Request;
use metering::KeyKind;
use runtime::config::Config;

use crate::app::{Reply, TestApp};
use crate::console::{ORIGIN, PASSWORD, people};

const FEED: &str = "/feed?startDate=2026-03-01&endDate=2026-03-02&limit=1";

async fn with_address(app: &TestApp, key: &str, address: &str) -> Reply {
    let request =
        Request::get(FEED).header("authorization", format!("Bearer {key}")).header("x-real-ip", address);
    app.send(request.body(Body::empty()).expect("a request")).await
}

async fn behind_a_proxy() -> TestApp {
    let config = Config {
        key_cache_ms: 0,
        sign_in_tries_per_minute: 3,
        client_address_header: "x-real-ip".into(),
        ..Config::default()
    };
    let app = TestApp::with(config).await;
    people(&app).create("boss", None, true, Some(PASSWORD)).await.expect("an operator");
    app
}

async fn try_password(app: &TestApp, address: &str, name: &str, password: &str, cookie: &str) -> Reply {
    let request = Request::post("/console/sign-in")
        .header("x-real-ip", address)
        .header("origin", ORIGIN)
        .header("cookie", cookie);
    let body = Body::from(format!("name={name}&password={}", password.replace(' ', "+")));
    app.send(request.body(body).expect("a request")).await
}

/// A neighbour behind the same address, or in the same /64, guesses keys.
#[tokio::test]
async fn wrong_keys_slow_wrong_keys_only() {
    let app = behind_a_proxy().await;
    let key = app.key("acme", "pro").await;
    let guess = |number: u16| {
        let mut secret = [7; 32];
        secret[..2].copy_from_slice(&number.to_be_bytes());
        metering::Key::make(KeyKind::Live, &secret)
    };
    for number in 0..60 {
        let address = format!("2001:db8::{number:x}");
        let status = with_address(&app, guess(number).reveal(), &address).await.status.as_u16();
        assert_eq!(status, if number < 30 { 401 } else { 429 }, "{number}");
    }
    // Never seen by this server before, and its own address shows wrong keys all the time.
    assert_eq!(with_address(&app, &key, "2001:db8::1").await.status.as_u16(), 200);
    assert_eq!(with_address(&app, "bw_live_x", "2001:db8::1").await.status.as_u16(), 429);
    assert_eq!(with_address(&app, &key, "2001:db8::1").await.status.as_u16(), 200);
    app.audit().await;
}

/// Strangers from everywhere try the operator's name; the operator comes from elsewhere.
#[tokio::test]
async fn nobody_keeps_an_operator_out_by_name() {
    let app = behind_a_proxy().await;
    for number in 0..12 {
        let reply = try_password(&app, &format!("198.51.100.{number}"), "boss", "wrong", "").await;
        assert_eq!(reply.status.as_u16(), 401);
    }
    let reply = try_password(&app, "192.0.2.1", "boss", PASSWORD, "").await;
    assert_eq!(reply.status.as_u16(), 303, "from another network");
    let cookies: Vec<_> =
        reply.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()).collect();
    let device =
        cookies.iter().find(|cookie| cookie.contains("-device=")).expect("the browser is known from now on");
    assert!(device.contains("HttpOnly; SameSite=Strict; Max-Age=31536000; Secure"), "{device}");
    let device = device.split(';').next().expect("a cookie");

    // In the same network, with the same name, slowed and then made to wait.
    for status in [401, 429, 429] {
        assert_eq!(try_password(&app, "192.0.2.1", "boss", "wrong", "").await.status.as_u16(), status);
    }
    assert_eq!(
        try_password(&app, "192.0.2.1", "boss", PASSWORD, "").await.status.as_u16(),
        429,
        "who is that?"
    );
    assert_eq!(try_password(&app, "192.0.2.1", "boss", PASSWORD, device).await.status.as_u16(), 303, "known");
    // The cookie opens nothing, and is good for this name alone.
    assert_eq!(try_password(&app, "192.0.2.1", "boss", "wrong", device).await.status.as_u16(), 401);
    assert_eq!(try_password(&app, "192.0.2.1", "nobody", PASSWORD, device).await.status.as_u16(), 429);
    // Who steals it guesses no faster.
    for _ in 0..2 {
        assert_eq!(try_password(&app, "192.0.2.1", "boss", "wrong", device).await.status.as_u16(), 401);
    }
    assert_eq!(try_password(&app, "192.0.2.1", "boss", "wrong", device).await.status.as_u16(), 429);
}

/// A neighbour tries many names: wrong ones hear to wait, the right one gets in.
#[tokio::test]
async fn a_network_that_sprays_is_slowed_and_not_shut() {
    let app = behind_a_proxy().await;
    for number in 0..3 {
        let reply = try_password(&app, "192.0.2.1", &format!("name{number}"), "wrong", "").await;
        assert_eq!(reply.status.as_u16(), 401);
    }
    assert_eq!(try_password(&app, "192.0.2.1", "another", "wrong", "").await.status.as_u16(), 429);
    assert_eq!(try_password(&app, "192.0.2.1", "boss", PASSWORD, "").await.status.as_u16(), 303);
}

/// A good link works however many wrong ones came from its address.
#[tokio::test]
async fn a_good_link_is_never_refused() {
    let app = behind_a_proxy().await;
    let link = people(&app).make_link("boss").await.expect("a link");
    let use_link = async |token: &str| {
        let request =
            Request::post("/console/link").header("x-real-ip", "192.0.2.1").header("origin", ORIGIN);
        app.send(request.body(Body::from(format!("token={token}"))).expect("a request")).await.status.as_u16()
    };
    for _ in 0..3 {
        assert_eq!(use_link(&"0".repeat(64)).await, 401);
    }
    assert_eq!(use_link(&"0".repeat(64)).await, 429);
    assert_eq!(use_link(&link).await, 303);
}

/// Thousands of tries at once: what is checked is bounded, and who is known does not wait behind them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_does_not_outnumber_the_limit() {
    let app = behind_a_proxy().await;
    let tries = (0..60).map(|_| try_password(&app, "192.0.2.1", "boss", "wrong", ""));
    let replies = futures_util::future::join_all(tries).await;
    let checked = replies.iter().filter(|reply| reply.status.as_u16() == 401).count();
    assert_eq!(checked, 3, "counted before they are checked, not after");
}
