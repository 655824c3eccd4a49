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
    let call = async |server: &TestApp| {
        let reply = server.get_with(&key, "/v1/account").await;
        assert!(matches!(reply.status.as_u16(), 200 | 429), "{}", reply.status);
        assert!(!reply.header("ratelimit").is_empty());
        u64::from(reply.status.as_u16() == 200)
    };
    let mut answered = 0;
    // Many at once and one after the other: both are counted to the call.
    for _ in 0..10 {
        let at_once = (0..12).map(|number| call(if number % 2 == 0 { &first } else { &second }));
        answered += futures_util::future::join_all(at_once).await.into_iter().sum::<u64>();
    }
    for number in 0..40 {
        answered += call(if number % 2 == 0 { &first } else { &second }).await;
    }
    let allowed = 40 + begun.elapsed().as_millis() as u64 * 40 / 60_000;
    assert!((40..=allowed).contains(&answered), "{answered} of {allowed}");
}

/// A limit that is given in shares is stricter by what a share may wait, and never laxer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_give_shares_of_a_high_limit() {
    let Some(store) = store::testing::postgres().await else { return };
    let mut servers = Vec::new();
    for _ in 0..2 {
        let own = Store::open(store.settings()).await.expect("a store");
        let config = Config { rate_free: 3_000, ..config() };
        servers.push(TestApp::on(own, tempfile::tempdir().expect("a folder"), config));
    }
    let key = servers[0].key("acme", "free").await;
    let begun = Stopwatch::now();
    let mut answered = 0;
    for _ in 0..80 {
        let at_once = (0..50).map(|number| servers[number % 2].get_with(&key, "/v1/account"));
        let replies = futures_util::future::join_all(at_once).await;
        answered += replies.iter().filter(|reply| reply.status.as_u16() == 200).count() as u64;
    }
    let allowed = 3_000 + begun.elapsed().as_millis() as u64 * 3_000 / 60_000;
    assert!((2_900..=allowed).contains(&answered), "{answered} of {allowed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_one_server_revokes_ends_on_the_other_within_a_second() {
    let Some(store) = store::testing::postgres().await else { return };
    let mut servers = Vec::new();
    for _ in 0..2 {
        let own = Store::open(store.settings()).await.expect("a store");
        servers.push(TestApp::on(own, tempfile::tempdir().expect("a folder"), Config::default()));
    }
    let key = servers[0].key("acme", "team").await;
    assert_eq!(servers[1].get_with(&key, "/v1/account").await.status.as_u16(), 200);
    servers[0].accounts().revoke_key("acme", "first").await.expect("revoked");
    let revoked = Stopwatch::now();
    while servers[1].get_with(&key, "/v1/account").await.status.as_u16() != 401 {
        assert!(revoked.elapsed() < Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
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
