//! An operator pastes the address of a page and gets the feeds that it offers.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use runtime::config::Config;

use crate::app::TestApp;
use crate::console::{people, sign_in, text};

const PAGE: &str = r#"<!doctype html><html><head><title>A site</title>
<link rel="alternate" type="application/rss+xml" title="All &lt;news&gt;" href="/feed.xml">
<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"></head><body>News</body></html>"#;
const FEED: &str = r#"<rss version="2.0"><channel><title>The feed</title>
<item><title>Bitcoin rose</title><link>https://example.org/1</link></item></channel></rss>"#;

async fn site() -> String {
    let html = || async { ([(CONTENT_TYPE, "text/html; charset=utf-8")], PAGE) };
    let feed = || async { ([(CONTENT_TYPE, "application/rss+xml")], FEED) };
    let router = Router::new().route("/", get(html)).route("/feed.xml", get(feed));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn operated(collect_private_addresses: bool) -> TestApp {
    let config = Config { collect_private_addresses, key_cache_ms: 0, ..Config::default() };
    let app = TestApp::with(config).await;
    people(&app).create("boss", None, true, None).await.expect("an operator");
    app
}

#[tokio::test]
async fn a_page_offers_its_feeds_and_a_feed_says_what_it_brings() {
    let (app, site) = (operated(true).await, site().await);
    let boss = sign_in(&app, "boss").await;
    let encoded = site.replace(':', "%3A").replace('/', "%2F");
    let found = text(&boss.post("/console/sources/find", &format!("url={encoded}%2F")).await);
    let offered =
        found.split("id=\"offered\"").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("feeds");
    assert!(
        offered.contains("All &#60;news&#62;") && offered.contains(&format!("{site}/feed.xml")),
        "{offered}"
    );
    assert_eq!(offered.matches("<li>").count(), 1, "{offered}");
    let feed = text(&boss.post("/console/sources/find", &format!("url={encoded}%2Ffeed.xml")).await);
    assert!(feed.contains("The feed: 1 entries") && feed.contains("Bitcoin rose"), "{feed}");
    let added = boss.post("/console/sources", &format!("url={encoded}%2Ffeed.xml&kind=feed")).await;
    assert_eq!(added.status.as_u16(), 303);
}

#[tokio::test]
async fn addresses_within_the_house_are_not_looked_at() {
    let (app, site) = (operated(false).await, site().await);
    let boss = sign_in(&app, "boss").await;
    let encoded = site.replace(':', "%3A").replace('/', "%2F");
    let found = text(&boss.post("/console/sources/find", &format!("url={encoded}%2F")).await);
    assert!(!found.contains("id=\"offered\"") && found.contains("class=\"bad"), "{found}");
    for bad in ["", "nonsense", "file%3A%2F%2F%2Fetc%2Fpasswd", "%2Fetc"] {
        let refused = boss.post("/console/sources/find", &format!("url={bad}")).await;
        assert_eq!(refused.status.as_u16(), 400, "{bad}");
        assert!(text(&refused).contains("id=\"error-url\""), "{bad}");
    }
}
