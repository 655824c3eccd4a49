//! What stands around every answer.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::app::{TestApp, news};

#[tokio::test]
async fn health_is_ok_and_nothing_more() {
    let app = TestApp::new().await;
    let reply = app.get("/health").await;
    assert_eq!((reply.status, reply.body.as_slice()), (StatusCode::OK, br#"{"status":"ok"}"#.as_slice()));
}

#[tokio::test]
async fn readiness_names_each_part() {
    let app = TestApp::new().await;
    app.take_in(vec![news(1, "2026-01-01", "A", "T", "C")]).await;
    let body = app.get("/health/ready").await.json();
    assert_eq!(body["ready"], true);
    assert_eq!(body["parts"][1]["detail"], "in sync, 1 documents");
}

#[tokio::test]
async fn every_answer_has_its_own_id() {
    let app = TestApp::new().await;
    let (first, second) = (app.get("/health").await, app.get("/nowhere").await);
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    assert_eq!(second.json()["requestId"].as_str(), Some(second.header("x-request-id")));
}

#[tokio::test]
async fn unknown_paths_and_methods_are_problems() {
    let app = TestApp::new().await;
    let reply = app.get("/nowhere").await;
    assert_eq!((reply.status, reply.json()["code"].as_str()), (StatusCode::NOT_FOUND, Some("not_found")));
    let reply = app.send(Request::delete("/feed").body(Body::empty()).expect("a request")).await;
    assert_eq!(
        (reply.status, reply.json()["code"].as_str()),
        (StatusCode::METHOD_NOT_ALLOWED, Some("method_not_allowed"))
    );
    assert!(reply.header("allow").contains("GET"), "{:?}", reply.headers);
}

#[tokio::test]
async fn public_answers_can_be_asked_for_again() {
    let app = TestApp::new().await;
    let first = app.get("/health").await;
    let tag = first.header("etag").to_owned();
    assert!(!tag.is_empty() && first.header("cache-control").starts_with("public"));
    let again = Request::get("/health").header("if-none-match", &tag).body(Body::empty()).expect("a request");
    let again = app.send(again).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let other =
        Request::get("/health").header("if-none-match", "\"other\"").body(Body::empty()).expect("a request");
    assert_eq!(app.send(other).await.status, StatusCode::OK);
}

#[tokio::test]
async fn answers_are_compressed_when_asked() {
    let app = TestApp::new().await;
    app.take_in(vec![news(1, "2026-01-01", "A", "T", &"long text ".repeat(500))]).await;
    for encoding in ["gzip", "br", "zstd"] {
        let request =
            Request::get("/feed?startDate=2026-01-01&endDate=2026-01-01").header("accept-encoding", encoding);
        let reply = app.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(reply.header("content-encoding"), encoding);
        assert!(reply.body.len() < 2000, "{encoding}: {}", reply.body.len());
    }
}

#[tokio::test]
async fn browsers_of_other_origins_may_ask() {
    let app = TestApp::new().await;
    let request = Request::builder().method("OPTIONS").uri("/feed").header("origin", "https://a.example");
    let reply = app
        .send(
            request
                .header("access-control-request-headers", "x-payment")
                .body(Body::empty())
                .expect("a request"),
        )
        .await;
    assert_eq!(reply.status, StatusCode::NO_CONTENT);
    assert!(reply.header("access-control-allow-headers").contains("X-PAYMENT"));
    let reply = app.get("/health").await;
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert!(reply.header("access-control-expose-headers").contains("X-PAYMENT-RESPONSE"));
}

#[tokio::test]
async fn bytes_that_are_no_text_are_refused() {
    let app = TestApp::new().await;
    let reply = app.get("/feed?startDate=2026-01-01&endDate=2026-01-01&keyword=%ff%fe").await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    let reply = app.get(&format!("/feed?{}", "a=1&".repeat(200))).await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    assert_eq!(app.get("/health").await.status, StatusCode::OK, "the next request works");
}

/// What a library refuses in plain text is a problem document like any other.
#[tokio::test]
async fn refusals_of_libraries_are_problems() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let call = |accept: &str, content_type: &str| {
        let request = Request::post("/mcp")
            .header("host", "127.0.0.1")
            .header("authorization", format!("Bearer {key}"))
            .header("accept", accept)
            .header("content-type", content_type);
        request.body(Body::from("{}")).expect("a request")
    };
    let path = Request::get("/directness/%ff").body(Body::empty()).expect("a request");
    for (request, status) in [
        (call("application/json, text/event-stream", "text/plain"), 415),
        (call("text/plain", "application/json"), 406),
        (path, 400),
    ] {
        let reply = app.send(request).await;
        let about = String::from_utf8_lossy(&reply.body).into_owned();
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-type")),
            (status, "application/problem+json"),
            "{about}"
        );
        assert_eq!(reply.json()["status"], status, "{about}");
    }
}

#[tokio::test]
async fn pages_ask_nothing_of_the_outside() {
    let app = TestApp::new().await;
    let reply = app.get("/docs").await;
    let page = String::from_utf8(reply.body.clone()).expect("UTF-8");
    assert!(reply.header("content-security-policy").contains("default-src 'none'"));
    for outside in ["src=\"http", "href=\"http", "@import", "<script>", "src=\"//"] {
        assert!(!page.contains(outside), "{outside} stands in the page");
    }
    assert!(page.contains("GET</span> <code>/feed</code>") && page.contains("error-invalid_query"));
    assert!(String::from_utf8_lossy(&app.get("/llms.txt").await.body).contains("GET /feed"));
    assert_eq!(
        app.get("/.well-known/api-catalog").await.json()["linkset"][0]["anchor"],
        "https://api.example"
    );
}
