use super::*;
use crate::catalog::{SourceEntry, SourceKind};
use crate::source::blank_item;
use domain::Kind;
use proptest::prelude::*;
use std::time::{Duration, Instant as Clock};

fn page() -> String {
    std::fs::read_to_string(format!("{}/fixtures/article.html", env!("CARGO_MANIFEST_DIR")))
        .expect("the fixture is in the room")
}

#[test]
fn an_article_without_what_stands_around_it() {
    let article = extract(&page(), Some("https://ledger.example/2026/01/31/books")).expect("an article");
    assert_eq!(article.title.as_deref(), Some("Harbour exchange opens its books"));
    assert_eq!(article.author.as_deref(), Some("Ada Quill"));
    assert_eq!(article.published.map(|(at, _)| at.rfc3339()).as_deref(), Some("2026-01-31T09:30:00Z"));
    assert!(article.text.starts_with("The exchange published"), "{}", article.text);
    assert!(article.text.contains("\n\n"));
    for outside in ["Subscribe", "Most read", "Cookie", "trackVisit"] {
        assert!(!article.text.contains(outside), "{outside} in {}", article.text);
    }
    assert!(!article.paywalled);
}

#[test]
fn a_paywall_is_respected() {
    let locked = page().replace("\"isAccessibleForFree\": true", "\"isAccessibleForFree\": \"False\"");
    let article = extract(&locked, None).expect("an article");
    assert!(article.paywalled);
    assert_eq!(article.text, "What the exchange holds, and for whom.");
    let mut item = blank_item(Kind::News, &SourceEntry::added("https://a.example", SourceKind::Feed));
    item.content = "The feed's own summary.".to_owned();
    apply(&mut item, article);
    assert_eq!((item.content.as_str(), item.extent), ("The feed's own summary.", Extent::Summary));
}

#[test]
fn the_stated_body_stands_in_where_the_page_is_empty() {
    let body = "Word upon word. ".repeat(40);
    let html = format!(
        "<html><head><title>T</title><script type='application/ld+json'>{{\"@type\":\"NewsArticle\",\"headline\":\"T\",\"articleBody\":\"{body}\"}}</script></head><body><div id=app></div></body></html>"
    );
    assert!(extract(&html, None).expect("an article").text.starts_with("Word upon word."));
}

#[test]
fn a_date_in_the_address_is_the_last_resort() {
    let html = "<html><body><article><p>One two three four five six seven eight nine ten eleven twelve thirteen.</p></article></body></html>";
    let article = extract(html, Some("https://a.example/2026/01/31/x")).expect("an article");
    assert_eq!(
        article.published.map(|(at, precision)| (at.day().to_string(), precision)),
        Some(("2026-01-31".to_owned(), Precision::Day))
    );
}

#[test]
fn pages_that_are_none() {
    assert!(extract("no markup", None).is_err());
    assert!(extract("<html><body></body></html>", None).is_err());
    assert!(extract_bytes(b"%PDF-1.7 <x>", Some("application/pdf"), None).is_err());
}

#[test]
fn hostile_pages_cost_little() {
    let started = Clock::now();
    let text = "<p>Some words of an article that is long enough to be kept by anyone who reads.";
    for bomb in [
        "<div>".repeat(50_000),
        "<b x=1>".repeat(3_000) + &"<p>x".repeat(20_000),
        "<table><tr><td>".repeat(20_000),
        (0..2000).map(|i| format!("<font a={i}>")).collect::<String>() + &"<p>".repeat(30_000),
        "<a href='".repeat(30_000),
    ] {
        let _ = extract(&format!("<html><body>{bomb}{text}</body></html>"), None);
    }
    // Hours, if the work grew with the square; on any machine far less than this.
    assert!(started.elapsed() < Duration::from_secs(600), "{:?}", started.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_page_is_survived(html in "(<(/)?(div|p|a|b|article|table|tr|td|script|meta|title|html|body|h1|ul|li)( [a-z]{1,5}=\"[a-z]{0,5}\")?>|[a-zé ]{1,20}|&[a-z]{1,4};){0,60}") {
        let _ = extract(&html, Some("https://a.example/"));
    }
}
