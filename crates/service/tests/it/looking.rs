//! What a person does with the pages: chooses days, follows names, and finds behind every number its articles. On
//! coverage of today, and on an archive that ended a year ago.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use pipeline::narratives::{NarrativeFollower, load};
use runtime::followers::StepContext;

use crate::app::{NOW, Reply, TestApp, minutes, news};

const YEAR_MS: i64 = 365 * 24 * 3_600_000;

/// As a browser asks.
pub async fn look(app: &TestApp, path: &str) -> (Reply, String) {
    let request = Request::get(path).header("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    let reply = app.send(request.body(Body::empty()).expect("a request")).await;
    let text = String::from_utf8(reply.body.clone()).expect("text");
    (reply, text)
}

/// The demo's last weeks, so long ago.
pub async fn demo(ago_ms: i64) -> TestApp {
    let app = TestApp::new().await;
    let now = domain::Instant::parse(NOW).expect("an instant");
    let items = demo::world_until(now, demo::SEED).items();
    let from = now.day().plus(-25).start();
    let recent = items.filter(|item| item.published_at.is_some_and(|at| at >= from));
    let moved = recent
        .map(|item| domain::Item { published_at: item.published_at.map(|at| at.plus_ms(-ago_ms)), ..item });
    app.take_in(moved.collect()).await;
    let mut follower = NarrativeFollower::new(app.app.store.clone(), Arc::clone(&app.app.figures));
    follower.catch_up(&StepContext::default()).await.expect("grown");
    load(&app.app.store, &app.app.figures).await.expect("loaded");
    app
}

fn plain(text: &str) -> String {
    text.replace("&#38;", "&").replace("&amp;", "&").replace("&#39;", "'").replace("&quot;", "\"")
}

/// Addresses of this service that a page leads to.
fn leads(text: &str) -> BTreeSet<String> {
    let hrefs = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    // Files of pages stand beside the pages of assets.
    let is_file = |href: &str| {
        [".css?", ".js?", ".svg"].iter().any(|end| href.contains(end)) && href.starts_with("/assets/")
    };
    let own = hrefs.filter(|href| href.starts_with('/') && !is_file(href));
    own.map(|href| plain(href.split('#').next().unwrap_or(href))).collect()
}

/// Numbers of a page with where their articles are.
fn numbers(text: &str) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("data-count=\"").map(|at| from + at) {
        let count = text[at + 12..].split('"').next().and_then(|text| text.parse().ok()).expect("a count");
        let href = text[..at].rsplit("href=\"").next().and_then(|rest| rest.split('"').next());
        found.push((plain(href.expect("an address before its count")), count));
        from = at + 12;
    }
    found
}

/// The kind of page, of which a few are enough.
fn kind(path: &str) -> String {
    let path = path.split('?').next().unwrap_or(path);
    path.split('/').take(2).collect::<Vec<_>>().join("/")
}

/// Follows links from page to page, and every number to its articles; gives how many pages and numbers were seen.
async fn crawl(app: &TestApp, per_kind: usize) -> (usize, usize) {
    let mut waiting: VecDeque<String> = VecDeque::from(["/dashboard".to_owned(), "/".to_owned()]);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut counts: std::collections::BTreeMap<String, usize> = Default::default();
    let mut followed: BTreeSet<String> = BTreeSet::new();
    while let Some(path) = waiting.pop_front() {
        let of_kind = counts.entry(kind(&path)).or_default();
        if seen.contains(&path) || path.starts_with("/console") || *of_kind >= per_kind {
            continue;
        }
        *of_kind += 1;
        seen.insert(path.clone());
        let (reply, text) = look(app, &path).await;
        assert!(reply.status.as_u16() < 400, "{path}: {} {text}", reply.status);
        if !reply.header("content-type").starts_with("text/html") {
            continue;
        }
        assert!(text.len() < 200_000, "{path}: {} bytes", text.len());
        for (href, count) in numbers(&text) {
            if !followed.insert(href.clone()) || followed.len() > 40 * per_kind {
                continue;
            }
            let (reply, listed) = look(app, &href).await;
            assert_eq!(reply.status.as_u16(), 200, "{path} leads to {href}");
            let total = listed.split("data-total=\"").nth(1).and_then(|rest| rest.split('"').next());
            assert_eq!(total.and_then(|text| text.parse().ok()), Some(count), "{path}: {href}");
        }
        waiting.extend(leads(&text));
    }
    for kind in
        ["/stories", "/companies", "/assets", "/outlets", "/articles", "/search", "/figures", "/embed"]
    {
        assert!(counts.contains_key(kind), "no page leads to {kind}: {counts:?}");
    }
    (seen.len(), followed.len())
}

#[tokio::test]
async fn every_link_leads_somewhere_and_every_number_to_its_articles() {
    let (pages, numbers) = crawl(&demo(0).await, 4).await;
    assert!(pages > 40 && numbers > 60, "{pages} pages, {numbers} numbers");
}

#[tokio::test]
async fn an_archive_that_ended_a_year_ago_is_shown_as_it_was() {
    let app = demo(YEAR_MS).await;
    let (_, text) = look(&app, "/dashboard").await;
    assert!(text.contains("the period ends there"), "{text}");
    assert!(numbers(&text).iter().any(|(_, count)| *count > 0), "{text}");
    for path in ["/companies", "/assets", "/outlets", "/search", "/speakers", "/narratives"] {
        let (_, text) = look(&app, path).await;
        assert!(text.contains("the period ends there"), "{path}");
        assert!(!text.contains("class=\"empty\""), "{path} has something to show");
    }
    crawl(&app, 2).await;
}

#[tokio::test]
async fn a_browser_gets_the_page_and_a_program_the_answer() {
    let app = TestApp::metered().await;
    app.take_in(minutes("2026-03-14", 3)).await;
    let key = app.key("acme", "pro").await;
    for path in ["/outlets/Daily", "/speakers", "/narratives?startDate=2026-03-14&endDate=2026-03-14"] {
        let (page, text) = look(&app, path).await;
        assert_eq!(
            (page.status.as_u16(), page.header("content-type")),
            (200, "text/html; charset=utf-8"),
            "{path}: {text}"
        );
        assert!(page.header("vary").contains("Accept"), "{path}");
        let program = app.get(path).await;
        assert_eq!(program.status.as_u16(), 401, "{path}: programs need a key");
        let answered = app.get_with(&key, path).await;
        assert_eq!(
            (answered.status.as_u16(), answered.header("content-type")),
            (200, "application/json"),
            "{path}"
        );
        // Whoever shows a key is a program, whatever it takes.
        let request =
            Request::get(path).header("accept", "text/html").header("authorization", format!("Bearer {key}"));
        let reply = app.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(reply.header("content-type"), "application/json", "{path}");
    }
}

#[tokio::test]
async fn the_period_stands_in_the_address() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-01", 4)).await;
    app.take_in(
        minutes("2026-03-10", 2)
            .into_iter()
            .map(|item| domain::Item { url: format!("{}x", item.url), ..item })
            .collect(),
    )
    .await;
    let total = async |path: &str| {
        let (reply, text) = look(&app, path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}: {text}");
        text.split("data-total=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a total")
            .to_owned()
    };
    assert_eq!(total("/search?period=1d").await, "2");
    assert_eq!(total("/search?period=7d").await, "2");
    assert_eq!(total("/search?period=30d").await, "6");
    assert_eq!(total("/search?startDate=2026-03-01&endDate=2026-03-01").await, "4");
    assert_eq!(total("/search?period=7d&endDate=2026-03-03").await, "4");
    for path in [
        "/dashboard?period=1week",
        "/companies?startDate=2026-13-01",
        "/assets?startDate=2026-03-10&endDate=2026-03-01",
    ] {
        assert_eq!(look(&app, path).await.0.status.as_u16(), 400, "{path}");
    }
}

#[tokio::test]
async fn a_search_says_what_it_found_and_what_is_wrong_with_it() {
    let app = TestApp::new().await;
    app.take_in(vec![
        news(1, "2026-03-14T10:00:00Z", "Alpha", "Bitcoin rose", "Bitcoin rose a little after lunch."),
        news(2, "2026-03-14T11:00:00Z", "Beta", "Weather", "Rain over the harbour today."),
    ])
    .await;
    let (_, text) = look(&app, "/search?keyword=bitcoin").await;
    assert!(text.contains("data-total=\"1\"") && text.contains("<mark>Bitcoin</mark>"), "{text}");
    assert!(text.contains("outlet=Alpha"), "a filter for the outlet: {text}");
    assert!(text.contains("/console/spaces/new?keyword=bitcoin"), "{text}");
    let (reply, text) = look(&app, "/search?keyword=%22open").await;
    assert_eq!(reply.status.as_u16(), 200);
    assert!(text.contains("id=\"search-error\"") && text.contains("aria-invalid"), "{text}");
    let (_, text) = look(&app, "/search?company=Nobody").await;
    assert!(text.contains("is not known here"), "{text}");
    let csv = app.get("/search.csv?keyword=bitcoin").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(String::from_utf8(csv.body).expect("text").lines().count(), 2);
    let atom = app.get("/search.atom?keyword=bitcoin").await;
    assert_eq!(atom.header("content-type"), "application/atom+xml; charset=utf-8");
    assert_eq!(String::from_utf8(atom.body).expect("text").matches("<entry>").count(), 1);
}

#[tokio::test]
async fn a_figure_is_had_as_a_file_and_in_a_frame() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-14", 3)).await;
    let svg = app.get("/figures/search/attention.svg?period=7d").await;
    assert_eq!((svg.status.as_u16(), svg.header("content-type")), (200, "image/svg+xml"));
    let text = String::from_utf8(svg.body).expect("text");
    assert!(text.starts_with("<svg xmlns=") && text.contains("<style>"), "{text}");
    let csv = app.get("/figures/search/attention.csv?period=7d").await;
    assert_eq!(String::from_utf8(csv.body).expect("text").lines().count(), 8, "a line a day");
    let framed = app.get("/embed/search/attention?period=7d").await;
    assert_eq!(framed.status.as_u16(), 200);
    assert!(framed.header("content-security-policy").contains("frame-ancestors *"));
    assert!(String::from_utf8(framed.body).expect("text").contains("Made by"));
    for path in [
        "/figures/search/nothing.svg",
        "/figures/nowhere/x.svg",
        "/embed/search",
        "/figures/search/attention.exe",
    ] {
        assert_eq!(app.get(path).await.status.as_u16(), 404, "{path}");
    }
}
