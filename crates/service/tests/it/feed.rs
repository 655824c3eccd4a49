//! GET /feed as a caller sees it.

use std::collections::HashSet;

use axum::http::StatusCode;

use crate::app::{TestApp, minutes, news};

async fn small_world() -> TestApp {
    let app = TestApp::new().await;
    app.take_in(vec![
        news(
            1,
            "2026-01-01T00:00:00Z",
            "Alpha Wire",
            "Bitcoin rallies to record high",
            "Traders cheer strong gains as inflows surge.",
        ),
        news(
            2,
            "2026-01-01T23:59:59Z",
            "Beta Post",
            "Exchange hacked, funds stolen",
            "The hack of the exchange drained 40 million dollars.",
        ),
        news(
            3,
            "2026-01-02T00:00:00Z",
            "Alpha Wire",
            "Café owners accept stablecoins",
            "Spot ETF talk aside, adoption grows.",
        ),
        news(
            4,
            "2026-01-03T10:00:00Z",
            "Beta Post",
            "The spot market and an ETF",
            "An ETF for the spot market was filed.",
        ),
    ])
    .await;
    app
}

#[tokio::test]
async fn a_headline_with_two_sides_has_a_tone_toward_each() {
    let app = TestApp::new().await;
    let title = "Coinbase shares surge on record profit while Kraken is fined and loses customers";
    app.take_in(vec![news(1, "2026-01-01T00:00:00Z", "Alpha Wire", title, "")]).await;
    let reply = app.get("/feed?startDate=2026-01-01&endDate=2026-01-01").await;
    let mentions = reply.json()["data"][0]["mentions"].clone();
    let toward = |name: &str| {
        let named =
            mentions.as_array().into_iter().flatten().find(|mention| mention["name"] == name).cloned();
        named.map(|mention| (mention["kind"].clone(), mention["sentiment"].clone()))
    };
    assert_eq!(toward("Coinbase"), Some(("company".into(), "Positive".into())), "{mentions}");
    assert_eq!(toward("Kraken"), Some(("company".into(), "Negative".into())), "{mentions}");
}

async fn titles(app: &TestApp, query: &str) -> Vec<String> {
    let reply = app.get(&format!("/feed?startDate=2026-01-01&endDate=2026-01-31{query}")).await;
    assert_eq!(reply.status, StatusCode::OK, "{query}: {}", String::from_utf8_lossy(&reply.body));
    let pagination = reply.json()["pagination"].clone();
    assert_eq!(pagination["total"].as_u64(), Some(reply.titles().len() as u64), "{query}");
    reply.titles()
}

#[tokio::test]
async fn an_article_has_exactly_the_specified_fields() {
    let app = small_world().await;
    let reply = app.get("/feed?startDate=2026-01-01&endDate=2026-01-01&outlet=Alpha%20Wire").await;
    let article = reply.json()["data"][0].clone();
    for field in [
        "Title",
        "Content",
        "Date",
        "URL",
        "Outlet",
        "Sentiment",
        "Outlet_Category",
        "author_name",
        "image_url",
    ] {
        assert!(article[field].is_string(), "{field} in {article}");
    }
    assert_eq!(article["Date"], "2026-01-01T00:00:00Z");
    assert_eq!(article["URL"], "https://alpha-wire.example/1");
    assert_eq!(article["Outlet_Category"], "Crypto News");
}

#[tokio::test]
async fn days_are_inclusive_at_both_ends() {
    let app = small_world().await;
    let reply = app.get("/feed?startDate=2026-01-01&endDate=2026-01-01").await;
    assert_eq!(reply.titles(), ["Exchange hacked, funds stolen", "Bitcoin rallies to record high"]);
    let reply = app.get("/feed?startDate=2026-01-02&endDate=2026-01-02").await;
    assert_eq!(reply.titles(), ["Café owners accept stablecoins"]);
}

#[tokio::test]
async fn the_keyword_language_works() {
    let app = small_world().await;
    assert_eq!(titles(&app, "&keyword=bitcoin").await, ["Bitcoin rallies to record high"]);
    assert_eq!(titles(&app, "&keyword=CAFE").await, ["Café owners accept stablecoins"]);
    assert_eq!(titles(&app, "&keyword=%22spot+market%22").await, ["The spot market and an ETF"]);
    assert_eq!(titles(&app, "&keyword=spot+etf").await.len(), 2);
    assert_eq!(titles(&app, "&keyword=title:etf").await, ["The spot market and an ETF"]);
    assert_eq!(titles(&app, "&keyword=(hack+OR+rallies)+-beta").await.len(), 2);
    assert_eq!(titles(&app, "&keyword=bitcoin+OR+hack+AND+drained").await.len(), 2);
    assert_eq!(titles(&app, "&keyword=outlet:beta+NOT+etf").await, ["Exchange hacked, funds stolen"]);
    assert_eq!(titles(&app, "&keyword=drained+NEAR/3+dollars").await.len(), 1);
    assert_eq!(titles(&app, "&keyword=hack+NEAR/1+dollars").await.len(), 0);
}

#[tokio::test]
async fn filters_narrow() {
    let app = small_world().await;
    assert_eq!(titles(&app, "&outlet=Beta+Post").await.len(), 2);
    assert_eq!(titles(&app, "&outlet=beta+post").await.len(), 2, "in any case");
    let part = app.get("/feed?startDate=2026-01-01&endDate=2026-01-31&outlet=Beta").await;
    assert_eq!(part.status, 400, "but whole");
    assert_eq!(titles(&app, "&sentiment=Negative").await, ["Exchange hacked, funds stolen"]);
}

#[tokio::test]
async fn pages_tile_the_result() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-02-01", 120)).await;
    let mut seen = Vec::new();
    for page in 1..=4 {
        let reply =
            app.get(&format!("/feed?startDate=2026-02-01&endDate=2026-02-01&limit=40&page={page}")).await;
        let pagination = reply.json()["pagination"].clone();
        assert_eq!((pagination["total"].as_u64(), pagination["totalPages"].as_u64()), (Some(120), Some(3)));
        assert_eq!(pagination["hasNextPage"].as_bool(), Some(page < 3));
        assert_eq!((pagination["page"].as_u64(), pagination["pageSize"].as_u64()), (Some(page), Some(40)));
        seen.extend(reply.titles());
    }
    assert_eq!(seen.len(), 120);
    assert_eq!((seen[0].as_str(), seen[119].as_str()), ("Item 119", "Item 0"));
    let reply = app.get("/feed?startDate=2026-02-01&endDate=2026-02-01&page=9007199254740991").await;
    assert_eq!((reply.status, reply.titles().len()), (StatusCode::OK, 0));
}

#[tokio::test]
async fn a_cursor_is_stable_while_articles_arrive() {
    let app = TestApp::new().await;
    // Equal times: only the id tells them apart.
    let mut items = minutes("2026-02-01", 90);
    for item in &mut items[30..60] {
        item.published_at = Some(domain::Day::parse("2026-02-01").expect("a day").start());
    }
    app.take_in(items).await;
    let mut seen = Vec::new();
    let mut address = "/feed?startDate=2026-02-01&endDate=2026-02-28&limit=25".to_owned();
    loop {
        let reply = app.get(&address).await;
        seen.extend(reply.titles());
        let pagination = reply.json()["pagination"].clone();
        let Some(cursor) = pagination["nextCursor"].as_str() else { break };
        address = format!("/feed?startDate=2026-02-01&endDate=2026-02-28&limit=25&cursor={cursor}");
        app.take_in(vec![news(1000 + seen.len() as u32, "2026-02-02T00:00:00Z", "Late", "Newer", "x")]).await;
    }
    assert_eq!(seen.len(), 90);
    assert_eq!(seen.iter().collect::<HashSet<_>>().len(), 90, "nothing comes twice");
    assert!(!seen.contains(&"Newer".to_owned()));
}

#[tokio::test]
async fn bad_parameters_are_named() {
    let app = TestApp::new().await;
    let range = "startDate=2026-01-01&endDate=2026-01-31";
    for (query, code, parameter) in [
        ("".to_owned(), "missing_parameter", "startDate"),
        ("startDate=2026-01-01".to_owned(), "missing_parameter", "endDate"),
        ("startDate=2026-02-30&endDate=2026-03-01".to_owned(), "invalid_parameter", "startDate"),
        ("startDate=01.02.2026&endDate=2026-03-01".to_owned(), "invalid_parameter", "startDate"),
        ("startDate=2026-03-02&endDate=2026-03-01".to_owned(), "invalid_parameter", "endDate"),
        (format!("{range}&limit=0"), "invalid_parameter", "limit"),
        (format!("{range}&limit=101"), "invalid_parameter", "limit"),
        (format!("{range}&limit=-5"), "invalid_parameter", "limit"),
        (format!("{range}&limit=ten"), "invalid_parameter", "limit"),
        (format!("{range}&limit=10&limit=20"), "invalid_parameter", "limit"),
        (format!("{range}&page=0"), "invalid_parameter", "page"),
        (format!("{range}&sentiment=good"), "invalid_parameter", "sentiment"),
        (format!("{range}&cursor=abc"), "invalid_cursor", "cursor"),
        (format!("{range}&keyword=(bitcoin"), "invalid_query", "keyword"),
        (format!("{range}&keyword={}", "a".repeat(1001)), "invalid_parameter", "keyword"),
    ] {
        let reply = app.get(&format!("/feed?{query}")).await;
        let problem = reply.json();
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(
            (problem["code"].as_str(), problem["parameter"].as_str()),
            (Some(code), Some(parameter)),
            "{query}: {problem}"
        );
        assert_eq!(reply.header("content-type"), "application/problem+json");
    }
    assert_eq!(app.get(&format!("/feed?{range}&sentiment=positive")).await.status, StatusCode::OK);
    let problem = app.get(&format!("/feed?{range}&sentiment=happy")).await.json();
    assert_eq!(problem["allowed"], serde_json::json!(["Positive", "Neutral", "Negative"]));
    let problem = app.get(&format!("/feed?{range}&keyword=a+AND")).await.json();
    assert!(problem["position"].is_u64(), "{problem}");
}

#[tokio::test]
async fn a_misspelt_filter_is_named() {
    let app = small_world().await;
    let reply = app.get("/feed?startDate=2026-01-01&endDate=2026-01-31&Outlet=Beta&zeta=1").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("x-service-ignored-parameters"), "Outlet, zeta");
    // A wrong limit ends the reading; what would have been read after it is not a misspelling.
    let reply = app.get("/feed?limit=0&startDate=2026-01-01&endDate=2026-01-31&Outlet=Beta").await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    assert_eq!(reply.header("x-service-ignored-parameters"), "Outlet");
}

#[tokio::test]
async fn a_page_that_json_cannot_hold_is_refused() {
    let app = small_world().await;
    let range = "startDate=2026-01-01&endDate=2026-01-31";
    let last = (1_u64 << 53) - 1;
    let reply = app.get(&format!("/feed?{range}&page={last}")).await;
    assert_eq!((reply.status, reply.json()["pagination"]["page"].as_u64()), (StatusCode::OK, Some(last)));
    for page in ["9007199254740992", "99999999999999999999999"] {
        let reply = app.get(&format!("/feed?{range}&page={page}")).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{page}");
    }
}

#[tokio::test]
async fn a_corrected_article_moves_with_its_correction() {
    let app = small_world().await;
    app.take_in(vec![news(1, "2026-02-05T00:00:00Z", "Alpha Wire", "Corrected", "No coin is named now.")])
        .await;
    assert_eq!(titles(&app, "&keyword=rallies").await.len(), 0);
    let reply = app.get("/feed?startDate=2026-02-05&endDate=2026-02-05").await;
    assert_eq!(reply.titles(), ["Corrected"]);
    assert_eq!(app.app.store.documents.count().await.expect("a count"), 4);
}

#[tokio::test]
async fn csv_has_the_same_rows() {
    let app = small_world().await;
    let request = axum::http::Request::get("/feed?startDate=2026-01-01&endDate=2026-01-31")
        .header("accept", "text/csv")
        .body(axum::body::Body::empty())
        .expect("a request");
    let reply = app.send(request).await;
    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    let text = String::from_utf8(reply.body).expect("UTF-8");
    assert_eq!(text.lines().count(), 5);
    assert!(text.contains("\"Exchange hacked, funds stolen\","), "{text}");
}
