//! What goes before the work: formats, encodings, the order of checks, names that nobody knows.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::app::{NOW, Reply, TestApp, minutes, news};

async fn get(app: &TestApp, key: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path).header("authorization", format!("Bearer {key}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).expect("a request")).await
}

const DAY: &str = "/feed?startDate=2026-03-10&endDate=2026-03-10";

#[tokio::test]
async fn a_refused_encoding_costs_nothing() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let refused = get(&app, &key, DAY, &[("accept-encoding", "identity;q=0")]).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (406, &json!("not_acceptable")));
    let refused = get(&app, &key, DAY, &[("accept", "application/json;q=0")]).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["parameter"]), (406, &json!("Accept")));
    assert_eq!(refused.header("x-service-credits-charged"), "0");
    assert_eq!(app.audit().await, 0);
    // Whatever is charged is answered with 200, however the quality is written.
    for odd in [".5", "2", "0.5555", "1e0", "abc", "NaN"] {
        let packed =
            get(&app, &key, DAY, &[("accept-encoding", &format!("identity;q=0, gzip;q={odd}"))]).await;
        assert_eq!(packed.status.as_u16(), 200, "{odd}");
    }
    let json = get(&app, &key, DAY, &[("accept", "text/csv;q=0")]).await;
    assert_eq!((json.status.as_u16(), json.header("content-type")), (200, "application/json"));
}

#[tokio::test]
async fn rows_come_in_four_formats() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-10", 3)).await;
    let ask = async |accept: &str| {
        let request = Request::get(DAY).header("accept", accept).body(Body::empty()).expect("a request");
        let reply = app.send(request).await;
        (reply.header("content-type").to_owned(), String::from_utf8(reply.body).expect("text"))
    };
    let (kind, lines) = ask("application/x-ndjson").await;
    assert_eq!((kind.as_str(), lines.lines().count()), ("application/x-ndjson", 3));
    for line in lines.lines() {
        let article: serde_json::Value = serde_json::from_str(line).expect("a row");
        assert!(article["Title"].as_str().is_some_and(|title| title.starts_with("Item")));
    }
    let (kind, table) = ask("text/markdown").await;
    assert_eq!((kind.as_str(), table.lines().count()), ("text/markdown; charset=utf-8", 5));
    assert!(table.starts_with("| Title | Date |"), "{table}");
    let (_, csv) = ask("text/csv").await;
    assert!(csv.starts_with(
        "Title,Date,URL,Outlet,Sentiment,Outlet_Category,author_name,image_url,Content,id,kind"
    ));
}

/// Every page says where the next one is, in any format, and the walk meets every row once.
#[tokio::test]
async fn a_list_is_walked_by_its_links() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-10", 23)).await;
    for accept in ["application/json", "text/csv", "application/x-ndjson"] {
        let (mut next, mut rows, mut pages) = (Some(format!("{DAY}&limit=10")), 0, 0);
        while let Some(path) = next {
            let request =
                Request::get(&path).header("accept", accept).body(Body::empty()).expect("a request");
            let reply = app.send(request).await;
            assert_eq!(reply.status, 200, "{path}");
            let text = String::from_utf8(reply.body.clone()).expect("text");
            rows += match accept {
                "application/json" => reply.titles().len(),
                "text/csv" => text.lines().count() - 1,
                _ => text.lines().count(),
            };
            pages += 1;
            let link = reply.header("link");
            let found = link.strip_prefix('<').and_then(|rest| rest.split_once(">; rel=\"next\""));
            next = found.map(|(path, _)| path.to_owned());
        }
        assert_eq!((rows, pages), (23, 3), "{accept}");
    }
}

/// A cursor belongs to its search; elsewhere it would give a page that means nothing.
#[tokio::test]
async fn a_cursor_is_good_for_its_own_search() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-10", 23)).await;
    let first = app.get(&format!("{DAY}&limit=10")).await.json();
    let cursor = first["pagination"]["nextCursor"].as_str().expect("a cursor").to_owned();
    assert_eq!(app.get(&format!("{DAY}&limit=5&cursor={cursor}")).await.status, 200);
    for other in [
        format!("/feed?startDate=2026-03-10&endDate=2026-03-11&cursor={cursor}"),
        format!("{DAY}&keyword=bitcoin&cursor={cursor}"),
        format!("{DAY}&kind=news&cursor={cursor}"),
    ] {
        let reply = app.get(&other).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["code"]),
            (400, &json!("invalid_cursor")),
            "{other}"
        );
    }
    let both = app.get(&format!("{DAY}&page=1&cursor={cursor}")).await;
    assert_eq!((both.status.as_u16(), &both.json()["parameter"]), (400, &json!("page")));
}

#[tokio::test]
async fn empty_filters_are_refused() {
    let app = TestApp::new().await;
    for name in ["outlet", "keyword", "sentiment", "company", "asset", "language", "story", "cursor"] {
        for value in ["", "%20"] {
            let reply = app.get(&format!("{DAY}&{name}={value}")).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(name)));
        }
    }
}

#[tokio::test]
async fn a_protected_view_asks_for_a_key_first() {
    let app = TestApp::metered().await;
    for path in [
        "/indices?metric=zzz&full=true",
        "/indices/dominance?window=zzz&include_history=true",
        "/index?date=x&full=true",
    ] {
        assert_eq!(app.get(path).await.status, 401, "{path}");
        assert_eq!(app.get(&path.replace("=true", "=false")).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn members_that_nobody_knows_are_named() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let body =
        json!({"startDate": "2026-03-10", "endDate": "2026-03-10", "groupBy": "companies", "compnay": "x"});
    let reply = app.send_json(&key, "POST", "/grouped-data?pages=2", body).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("x-service-ignored-parameters")),
        (200, "compnay, pages")
    );
}

#[tokio::test]
async fn a_segment_that_is_not_text_is_refused_after_the_key() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    assert_eq!(app.get("/v1/spaces/%ff/rows").await.json()["code"], "key_missing");
    let reply = app.get_with(&key, "/v1/spaces/%ff/rows").await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("invalid_parameter")));
    assert!(!reply.header("x-request-id").is_empty());
}

#[tokio::test]
async fn options_tells_the_methods_of_the_route() {
    let app = TestApp::metered().await;
    let options =
        async |path: &str| app.send(Request::options(path).body(Body::empty()).expect("a request")).await;
    for (path, methods) in [
        ("/feed", "GET, HEAD, OPTIONS"),
        ("/grouped-data", "POST, OPTIONS"),
        ("/v1/spaces", "GET, HEAD, POST, OPTIONS"),
    ] {
        let reply = options(path).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (204, methods), "{path}");
        assert_eq!(reply.header("access-control-allow-methods"), methods);
    }
    assert_eq!(options("/nowhere").await.status, 404);
    let page = options("/docs").await;
    assert_eq!((page.status.as_u16(), page.header("allow")), (405, "GET,HEAD"));
}

#[tokio::test]
async fn who_is_near_hears_what_is_there() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let missing = app.get("/Trends/").await;
    assert_eq!(missing.status, 404);
    let detail = |reply: &Reply| reply.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail(&missing).contains("Did you mean \"/trends\"?"), "{}", detail(&missing));
    let wrong = app.send(Request::post("/trends").body(Body::empty()).expect("a request")).await;
    assert_eq!(wrong.status, 405);
    assert!(detail(&wrong).contains("Allowed: GET, HEAD."), "{}", detail(&wrong));
    let asked =
        app.get_with(&key, "/channel-volume?startDate=2026-03-01&endDate=2026-03-02&format=csv").await;
    let problem = asked.json();
    assert_eq!((asked.status.as_u16(), &problem["parameter"]), (400, &json!("format")), "{problem}");
    assert!(problem["allowed"].as_array().is_some_and(|all| all.contains(&json!("text/csv"))), "{problem}");
}

#[tokio::test]
async fn descriptions_can_be_asked_for_again() {
    let app = TestApp::new().await;
    for path in ["/openapi.json", "/llms.txt", "/.well-known/api-catalog"] {
        let first = app.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(!tag.is_empty(), "{path}");
        let again = Request::get(path).header("if-none-match", &tag).body(Body::empty()).expect("a request");
        assert_eq!(app.send(again).await.status, 304, "{path}");
    }
    let page = String::from_utf8(app.get("/docs").await.body).expect("text");
    for version in ["1.0.0", "2026-09-21-weighted-v3", "2026-09-21-weighted-v2", "commercial schema 3"] {
        assert!(page.contains(version), "{version}");
    }
}

#[tokio::test]
async fn a_fresh_server_says_what_it_waits_for() {
    let app = TestApp::new().await;
    let empty = app.get("/indices").await;
    assert_eq!((empty.status.as_u16(), &empty.json()["code"]), (503, &json!("not_configured")));
    assert_eq!(empty.header("retry-after"), "900");
    app.take_in(vec![news(1, NOW, "Daily", "Bitcoin rises", "It rose.")]).await;
    let soon = app.get("/indices").await;
    assert_eq!((soon.status.as_u16(), &soon.json()["code"]), (503, &json!("unavailable")));
    assert_eq!(soon.header("retry-after"), "5");
}
