//! Whole exports cost by their rows, in the interface and in the console alike; asking for headers costs nothing.

use axum::body::Body;
use axum::http::Request;
use domain::Credits;
use runtime::config::Config;
use serde_json::{Value, json};

use crate::app::{Reply, TestApp, minutes};
use crate::console::{house, sign_in, text};

async fn csv(app: &TestApp, key: &str, method: &str, path: &str) -> Reply {
    let request = Request::builder().method(method).uri(path).header("accept", "text/csv");
    let request = request.header("authorization", format!("Bearer {key}"));
    app.send(request.body(Body::empty()).expect("a request")).await
}

fn announced(reply: &Reply) -> [&str; 3] {
    ["x-service-export-rows", "x-service-export-rows-covered", "x-service-export-credits"]
        .map(|name| reply.header(name))
}

async fn space(app: &TestApp, key: &str) -> String {
    let body = json!({"name": "all", "columns": ["id"]});
    let made = app.send_json(key, "POST", "/v1/spaces", body).await.json();
    format!("/v1/spaces/{}/rows", made["id"].as_str().expect("an id"))
}

async fn quote(app: &TestApp, key: &str, path: &str) -> Value {
    app.get_with(key, &format!("/quote?path={path}&accept=text/csv")).await.json()
}

/// All 3,001 documents of a store went for 3 credits once.
#[tokio::test]
async fn every_row_is_paid_for() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "pro").await;
    app.take_in(minutes("2026-03-10", 1001)).await;
    let path = space(&app, &key).await;
    let quoted = quote(&app, &key, &path).await;
    assert_eq!(
        (&quoted["rows"], &quoted["coveredRows"], &quoted["credits"]),
        (&json!(1001), &json!(1001), &json!(42))
    );
    assert_eq!((&quoted["toolCredits"], &quoted["volumeCredits"]), (&json!(5), &json!(37)));
    let whole = csv(&app, &key, "GET", &path).await;
    assert_eq!(announced(&whole), ["1001", "1001", "42"]);
    assert_eq!(whole.header("x-service-credits-charged"), "10", "of the first block, before the first byte");
    assert_eq!(text(&whole).lines().count(), 1002);
    assert!(!text(&whole).contains("# cut"));
    assert_eq!(app.audit().await, 42, "and the books say so");
    // A page costs what a page costs.
    assert_eq!(
        csv(&app, &key, "GET", &format!("{path}?limit=100")).await.header("x-service-credits-charged"),
        "5"
    );
    // Without a key nobody counts the rows of others.
    let other = app.key("other", "pro").await;
    assert_eq!(quote(&app, &other, &path).await["code"], "not_found");
    assert_eq!(app.get(&format!("/quote?path={path}&accept=text/csv")).await.status.as_u16(), 401);
    assert_eq!(csv(&app, &other, "GET", &path).await.status.as_u16(), 404);
    assert_eq!(app.audit().await, 47);
}

/// Where credits end the rows end, as the header said, and nothing is owed for the rest.
#[tokio::test]
async fn it_is_cut_where_credits_end() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "free").await;
    app.accounts().top_up("acme", Credits::new(21)).await.expect("granted");
    app.take_in(minutes("2026-03-10", 1001)).await;
    let path = space(&app, &key).await;
    assert_eq!(quote(&app, &key, &path).await["coveredRows"], json!(500));
    let whole = csv(&app, &key, "GET", &path).await;
    assert_eq!(announced(&whole), ["1001", "500", "20"]);
    let text = text(&whole);
    assert_eq!(text.lines().count(), 502, "a head, the rows, and why there are no more");
    assert!(text.ends_with("# cut after 500 of 1001 rows: not enough credits\r\n"));
    assert_eq!(app.audit().await, 20);
    // Not even one block: refused like any call.
    let refused = csv(&app, &key, "GET", &path).await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (429, Some("credits_exhausted")));
    assert_eq!(app.audit().await, 20);
}

/// A reader who leaves after the first block pays for what left.
#[tokio::test]
async fn what_is_not_sent_is_not_charged() {
    use tower::ServiceExt;
    let app = TestApp::metered().await;
    let key = app.key("acme", "pro").await;
    app.take_in(minutes("2026-03-10", 1001)).await;
    let path = space(&app, &key).await;
    let request =
        Request::get(&path).header("accept", "text/csv").header("authorization", format!("Bearer {key}"));
    let router = web::router(std::sync::Arc::clone(&app.app));
    let response = router.oneshot(request.body(Body::empty()).expect("a request")).await.expect("infallible");
    assert_eq!(response.headers()["x-service-export-credits"], "42");
    drop(response);
    assert_eq!(app.audit().await, 10, "the first block was on its way; the rest was given back");
}

/// Where holds are rows that several servers see.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_on_postgres() {
    let Some(store) = store::testing::postgres().await else { return };
    let own = store::Store::open(store.settings()).await.expect("a store");
    let app = TestApp::on(
        own,
        tempfile::tempdir().expect("a folder"),
        Config { key_cache_ms: 0, ..Config::default() },
    );
    let key = app.key("acme", "free").await;
    app.accounts().top_up("acme", Credits::new(15)).await.expect("granted");
    app.take_in(minutes("2026-03-10", 501)).await;
    let path = space(&app, &key).await;
    let whole = csv(&app, &key, "GET", &path).await;
    assert_eq!(announced(&whole), ["501", "250", "10"], "{}", text(&whole));
    assert!(text(&whole).ends_with("# cut after 250 of 501 rows: not enough credits\r\n"));
    assert_eq!(app.audit().await, 10);
}

#[tokio::test]
async fn the_console_pays_the_same() {
    let app = house().await;
    app.take_in(minutes("2026-03-10", 601)).await;
    let browser = sign_in(&app, "viewer").await;
    let owner = sign_in(&app, "owner").await;
    let made = owner.post("/console/spaces", "name=all&columns=id").await;
    let path = made.header("location").to_owned();
    assert!(browser.page(&path).await.contains("26 credits for 601 rows"));
    let whole = browser.get(&format!("{path}/export.csv")).await;
    assert_eq!(announced(&whole), ["601", "601", "26"]);
    assert_eq!(text(&whole).lines().count(), 602);
    assert_eq!(app.audit().await, 26);
    assert!(owner.page("/console/usage").await.contains("console"));
    let request = Request::head(format!("{path}/export.csv")).header("cookie", &browser.cookie);
    let head = app.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!((head.status.as_u16(), announced(&head)), (200, ["601", "601", "26"]));
    assert_eq!(app.audit().await, 26);
}

/// On every metered route.
#[tokio::test]
async fn head_costs_nothing() {
    let app = TestApp::metered().await;
    let key = app.key("acme", "pro").await;
    app.take_in(minutes("2026-03-10", 300)).await;
    let path = space(&app, &key).await;
    let days = "startDate=2026-03-10&endDate=2026-03-10";
    for path in
        [format!("/feed?{days}&limit=100"), format!("/trends?{days}"), format!("{path}?limit=10"), path]
    {
        for accept in ["application/json", "text/csv"] {
            let request = Request::head(&path)
                .header("authorization", format!("Bearer {key}"))
                .header("accept", accept)
                .header("x-payment", "bm90aGluZw==");
            let reply = app.send(request.body(Body::empty()).expect("a request")).await;
            assert_eq!(reply.status.as_u16(), 200, "{path}");
            assert_eq!(reply.header("x-service-credits-charged"), "0", "{path}");
            assert!(reply.body.is_empty(), "{path}");
        }
    }
    let head = csv(&app, &key, "HEAD", &space(&app, &key).await).await;
    assert_eq!(announced(&head), ["300", "300", "13"]);
    assert_eq!(app.audit().await, 0);
}

#[tokio::test]
async fn pages_have_a_rate_limit() {
    let config = Config {
        rate_pages: 20,
        sign_in_tries_per_minute: 1000,
        client_address_header: "x-real-ip".into(),
        ..Config::default()
    };
    let app = TestApp::with(config).await;
    crate::console::people(&app).create("boss", None, true, None).await.expect("an operator");
    let browser = sign_in(&app, "boss").await;
    let look = async |path: &str, address: &str, cookie: &str| {
        let request = Request::get(path).header("x-real-ip", address).header("cookie", cookie);
        app.send(request.body(Body::empty()).expect("a request")).await
    };
    let mut refused = 0;
    for number in 0..30 {
        let path = if number % 2 == 0 { "/status" } else { "/data/sources.csv" };
        let reply = look(path, "192.0.2.1", "").await;
        match reply.status.as_u16() {
            429 => {
                assert!(!reply.header("retry-after").is_empty());
                refused += 1;
            }
            status => assert_eq!(status, 200, "{path}"),
        }
    }
    assert_eq!(refused, 10);
    assert_eq!(look("/status", "192.0.2.2", "").await.status.as_u16(), 200, "another address");
    assert_eq!(
        look("/console/password", "192.0.2.1", &browser.cookie).await.status.as_u16(),
        200,
        "signed in"
    );
}
