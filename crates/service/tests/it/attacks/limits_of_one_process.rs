//! Limits are those of the service, not of one process: servers share them, and a restart forgets no wrong password.

use std::time::{Duration, Instant as Stopwatch};

use axum::body::Body;
use axum::http::Request;
use runtime::config::Config;
use store::Store;

use crate::app::{Reply, TestApp};
use crate::console::{ORIGIN, PASSWORD, people};

async fn try_password(app: &TestApp, password: &str) -> Reply {
    let request = Request::post("/console/sign-in").header("origin", ORIGIN);
    let body = Body::from(format!("name=boss&password={}", password.replace(' ', "+")));
    app.send(request.body(body).expect("a request")).await
}

fn config() -> Config {
    Config { key_cache_ms: 0, sign_in_tries_per_minute: 4, rate_free: 40, ..Config::default() }
}

/// Two servers on one store.
async fn two_servers() -> Option<(store::testing::TestStore, TestApp, TestApp)> {
    let store = store::testing::postgres().await?;
    let mut servers = Vec::new();
    for _ in 0..2 {
        let own = Store::open(store.settings()).await.expect("a store");
        servers.push(TestApp::on(own, tempfile::tempdir().expect("a folder"), config()));
    }
    let (second, first) = (servers.pop()?, servers.pop()?);
    Some((store, first, second))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_together_give_one_limit() {
    let Some((_store, first, second)) = two_servers().await else { return };
    let key = first.key("acme", "free").await;
    let begun = Stopwatch::now();
    let mut answered = 0;
    for number in 0..120 {
        let server = if number % 2 == 0 { &first } else { &second };
        let reply = server.get_with(&key, "/v1/account").await;
        assert!(matches!(reply.status.as_u16(), 200 | 429), "{}", reply.status);
        assert!(!reply.header("ratelimit").is_empty());
        answered += u64::from(reply.status.as_u16() == 200);
    }
    // What came back meanwhile, and a share of a twentieth for each server.
    let allowed = 40 + begun.elapsed().as_secs() * 40 / 60 + 1 + 2 * 2;
    assert!((36..=allowed).contains(&answered), "{answered} of at most {allowed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_are_counted_together() {
    let Some((_store, first, second)) = two_servers().await else { return };
    people(&first).create("boss", None, true, Some(PASSWORD)).await.expect("an operator");
    for number in 0..4 {
        let server = if number % 2 == 0 { &first } else { &second };
        assert_eq!(try_password(server, "wrong").await.status.as_u16(), 401, "{number}");
    }
    for server in [&first, &second] {
        assert_eq!(try_password(server, "wrong").await.status.as_u16(), 429);
    }
}

/// The embedded store: killing the server gives no new tries.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_forgets_no_wrong_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = store::Settings::sqlite(folder.path().join("store.db"));
    let open = async || {
        let store = Store::open(&settings).await.expect("a store");
        TestApp::on(store, tempfile::tempdir().expect("a folder"), config())
    };
    let app = open().await;
    people(&app).create("boss", None, true, Some(PASSWORD)).await.expect("an operator");
    for _ in 0..4 {
        assert_eq!(try_password(&app, "wrong").await.status.as_u16(), 401);
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    app.app.store.close().await;
    let app = open().await;
    assert_eq!(try_password(&app, "wrong").await.status.as_u16(), 429);
    app.app.clock.set(app.app.clock.now().plus_ms(60_000));
    assert_eq!(try_password(&app, PASSWORD).await.status.as_u16(), 303);
}
