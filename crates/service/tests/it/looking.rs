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
async fn a_page_of_two_thousand_years_is_refused() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-14", 3)).await;
    for path in ["/search", "/dashboard", "/outlets/Daily", "/speakers"] {
        let (page, text) = look(&app, &format!("{path}?startDate=0001-01-01&endDate=2026-03-14")).await;
        assert_eq!(page.status, 400, "{path}");
        assert!(text.contains("at most twenty years"), "{path}: {text}");
    }
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

/// Words in which a person sees what a page was asked for.
fn chips(text: &str) -> Vec<String> {
    let list =
        text.split("aria-label=\"Filters that are set\">").nth(1).and_then(|rest| rest.split("</ul>").next());
    let items = list.unwrap_or("").split("<li").skip(1).filter_map(|item| item.split_once('>'));
    let plain = |(_, item): (&str, &str)| {
        let mut words = String::new();
        let mut rest = item;
        while let Some((before, after)) = rest.split_once('<') {
            words.push_str(before);
            rest = after.split_once('>').map_or("", |(_, behind)| behind);
        }
        words.push_str(rest);
        words.split(" , remove").next().unwrap_or("").trim().to_owned()
    };
    items.map(plain).collect()
}

#[tokio::test]
async fn the_words_of_a_search_may_be_called_q() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-14", 3)).await;
    let (reply, _) = look(&app, "/search?q=bitcoin&period=7d").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/search?keyword=bitcoin&period=7d"));
    let (both, _) = look(&app, "/search?q=a&q=b").await;
    assert_eq!(both.header("location"), "/search?keyword=a&keyword=b", "neither is dropped unseen");
    let (named, _) = look(&app, "/search?asset=btc&period=7d").await;
    assert_eq!(named.header("location"), "/search?asset=Bitcoin&period=7d");
    let csv = app.get("/search.csv?q=nothing-of-the-kind&period=7d").await;
    assert_eq!(String::from_utf8(csv.body).expect("text").lines().count(), 1, "the head alone");
}

/// More values than may be asked for are refused before any is looked up.
#[tokio::test]
async fn too_many_names_are_not_looked_up() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-03-14", 3)).await;
    let names = ["asset=btc"; 21].join("&");
    let (reply, text) = look(&app, &format!("/search?{names}&period=7d")).await;
    assert_eq!((reply.status.as_u16(), text.contains("more than 20 times")), (200, true), "{text}");
}

/// The number beside a second value is what it adds.
#[tokio::test]
async fn values_of_one_kind_are_joined_by_or() {
    let app = TestApp::new().await;
    let both = "Coinbase and Kraken said that trading grew. Coinbase and Kraken are exchanges.";
    let one = "Kraken said that trading grew. Kraken is an exchange.";
    app.take_in(vec![
        news(1, "2026-03-14T10:00:00Z", "Alpha", "Coinbase and Kraken grow", both),
        news(2, "2026-03-14T11:00:00Z", "Beta", "Kraken grows", one),
        news(3, "2026-03-14T12:00:00Z", "Beta", "Weather", "Rain over the harbour today."),
    ])
    .await;
    let (_, text) = look(&app, "/search?company=Coinbase&outlet=Alpha&outlet=Beta").await;
    assert_eq!(chips(&text), ["Company: Coinbase", "and", "Outlet: Alpha", "or", "Outlet: Beta"], "{text}");
    let (_, text) = look(&app, "/search?company=Coinbase").await;
    assert!(text.contains("data-total=\"1\"") && text.contains("either will do"), "{text}");
    // Two articles name Kraken, one of which is listed already.
    let adds = text.split("company=Kraken\"").nth(1).and_then(|rest| rest.split("</li>").next());
    assert!(adds.is_some_and(|adds| adds.contains("data-adds=\"1\">+1<")), "{adds:?}");
    let (_, text) = look(&app, "/search?company=Coinbase&company=Kraken").await;
    assert!(text.contains("data-total=\"2\""), "{text}");
    let (_, text) = look(&app, "/search").await;
    assert!(!text.contains("data-adds") && !text.contains("either will do"), "{text}");
}

#[tokio::test]
async fn stories_are_listed_on_the_dashboard() {
    let app = TestApp::new().await;
    for (path, leads) in [
        ("/stories", "/dashboard#stories"),
        ("/stories?period=30d&x=1", "/dashboard?period=30d#stories"),
        (
            "/stories?startDate=2026-03-01&endDate=2026-03-02",
            "/dashboard?startDate=2026-03-01&endDate=2026-03-02#stories",
        ),
    ] {
        let (reply, _) = look(&app, path).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, leads), "{path}");
    }
}

/// What the route would refuse, the page at its place refuses too: nothing that it takes is passed over.
#[tokio::test]
async fn a_page_refuses_what_its_operation_refuses() {
    let app = demo(0).await;
    let found = |text: &str, begin: &str| {
        let rest = text.split(begin).nth(1).and_then(|rest| rest.split(['"', '?']).next());
        format!("{}{}", begin.trim_start_matches("href=\""), rest.expect("a link"))
    };
    let (_, speakers) = look(&app, "/speakers").await;
    let (_, narratives) = look(&app, "/narratives").await;
    let (_, dashboard) = look(&app, "/dashboard?period=30d").await;
    let pages = [
        ("/speakers", "/speakers".to_owned()),
        ("/speakers/{id}", found(&speakers, "href=\"/speakers/")),
        ("/narratives", "/narratives".to_owned()),
        ("/narratives/{id}", found(&narratives, "href=\"/narratives/")),
        ("/stories/{id}", found(&dashboard, "href=\"/stories/")),
        ("/companies/{name}", found(&dashboard, "href=\"/companies/")),
        ("/feed", "/search".to_owned()),
    ];
    let mut asked = 0;
    for entry in web::operations::all() {
        let Some((_, page)) = pages.iter().find(|(path, _)| *path == entry.route.path) else { continue };
        let (_, plain) = look(&app, page).await;
        for spec in entry.parameters() {
            // A text that is no name of anything is refused where names are known.
            let is_closed = ["enum", "minimum", "format"].iter().any(|rule| spec.schema.get(rule).is_some());
            let is_name = ["company", "asset", "aboutCompany", "aboutAsset"].contains(&spec.name);
            if spec.location != interface::reader::Location::Query || !(is_closed || is_name) {
                continue;
            }
            let path = format!("{page}?{}=no-such-thing", spec.name);
            let (reply, text) = look(&app, &path).await;
            let refused = reply.status.as_u16() == 400 || text.contains("id=\"search-error\"");
            assert!(refused, "{path}: {}", text == plain);
            asked += 1;
        }
    }
    assert!(asked > 20, "{asked}");
    let seven = "/compare?q=a&q=b&q=c&q=d&q=e&q=f&q=g";
    assert_eq!(look(&app, seven).await.0.status.as_u16(), 400);
}

#[tokio::test]
async fn narratives_are_narrowed_by_their_stage() {
    let app = demo(0).await;
    let (_, all) = look(&app, "/narratives").await;
    let stages: BTreeSet<&str> =
        all.split("stage=").skip(1).filter_map(|rest| rest.split(['"', '&']).next()).collect();
    let rows = |text: &str| text.matches("<tr><th scope=\"row\">").count();
    let mut seen = 0;
    for stage in &stages {
        let (_, text) = look(&app, &format!("/narratives?stage={stage}")).await;
        assert_eq!(chips(&text), [format!("Stage: {stage}")]);
        assert!(
            text.contains(&format!("&#38;stage={stage}&#38;limit=50</code>")),
            "the call beside it: {text}"
        );
        seen += rows(&text);
    }
    assert!(seen > 1 && seen == rows(&all), "{seen} of {}", rows(&all));
    let (_, text) = look(&app, "/narratives?limit=1").await;
    assert_eq!(rows(&text), 1);
}

/// The page shows other days than the route does by itself.
#[tokio::test]
async fn the_call_of_a_page_gives_its_numbers() {
    let app = demo(0).await;
    let (_, narratives) = look(&app, "/narratives").await;
    let id = narratives.split("href=\"/narratives/").nth(1).and_then(|rest| rest.split(['"', '?']).next());
    for page in [format!("/narratives/{}", id.expect("a narrative")), "/assets/Bitcoin?period=7d".to_owned()]
    {
        let (_, text) = look(&app, &page).await;
        let call = text.split("API: <code>GET ").last().and_then(|rest| rest.split("</code>").next());
        let call = plain(call.expect("a call"));
        let path = &call[call.find(page.split('?').next().expect("a path")).expect("the route")..];
        let told = app.get(path).await;
        assert_eq!(told.status.as_u16(), 200, "{path}");
        let count = format!("data-count=\"{}\"", told.json()["article_count"]);
        assert!(path.contains("startDate=") && text.contains(&count), "{path}: {count}");
    }
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
