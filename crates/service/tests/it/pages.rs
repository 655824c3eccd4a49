//! What people look at: every page stands on an empty store and on a full one, loads nothing from elsewhere, and
//! shows what came from outside as text.

use crate::app::{TestApp, news};

/// Every page that anyone may see.
const PAGES: &[&str] = &["/docs"];

#[tokio::test]
async fn every_page_stands_on_an_empty_store() {
    let app = TestApp::new().await;
    for path in PAGES {
        let reply = app.get(path).await;
        let text = String::from_utf8(reply.body.clone()).expect("text");
        assert_eq!(reply.status.as_u16(), 200, "{path}: {text}");
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "{path}");
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("cache-control"), "public, max-age=30", "{path}");
        assert!(reply.header("etag").starts_with("W/\""), "{path}");
        assert!(text.contains("<main id=\"main\"") && text.ends_with("</html>"), "{path}");
        assert!(
            !text.contains("style=\"") && !text.contains("<style"),
            "{path}: the policy forbids styles inside"
        );
        assert!(!text.contains("Invented data."), "{path}");
        assert!(text.len() < 200_000, "{path}: {} bytes", text.len());
    }
}

#[tokio::test]
async fn a_page_over_invented_data_says_so() {
    let app = TestApp::new().await;
    let item = domain::Item {
        invented: true,
        ..news(1, "2026-03-14T10:00:00Z", "Alpha", "Bitcoin rose", "Bitcoin rose a little.")
    };
    app.take_in(vec![item]).await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    assert!(text.contains("Invented data."));
}

#[tokio::test]
async fn files_of_pages_are_kept_for_good() {
    let app = TestApp::new().await;
    let text = String::from_utf8(app.get("/docs").await.body).expect("text");
    let address = text.split("href=\"/assets/style.css").nth(1).and_then(|rest| rest.split('"').next());
    let reply = app.get(&format!("/assets/style.css{}", address.expect("a stylesheet"))).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/css; charset=utf-8"));
    assert!(reply.header("cache-control").contains("immutable"));
}
