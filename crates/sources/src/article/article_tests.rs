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
    let mut bare = blank_item(Kind::News, &SourceEntry::added("https://a.example", SourceKind::Feed));
    apply(&mut bare, article.clone());
    assert_eq!(
        (bare.content.as_str(), bare.extent),
        ("What the exchange holds, and for whom.", Extent::Summary)
    );
    let mut item = blank_item(Kind::News, &SourceEntry::added("https://a.example", SourceKind::Feed));
    item.content = "The feed's own summary.".to_owned();
    apply(&mut item, article);
    assert_eq!((item.content.as_str(), item.extent), ("The feed's own summary.", Extent::Summary));
}

const PROSE: &str = "<p>The exchange said on Monday that it had moved its reserves to a new custodian after a review.</p>\
    <p>Customers can follow each transfer, and an auditor confirmed the balances at the end of the day, it added.</p>\
    <p>Shares of the company rose four per cent in early trading, while its rivals were little changed in London.</p>";

#[track_caller]
fn check_text(inside: &str, expected: &[&str], unexpected: &[&str]) {
    let html = format!("<html><head><title>Reserves move</title></head><body>{inside}</body></html>");
    let text = extract(&html, None).expect("an article").text;
    for part in expected {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    for part in unexpected {
        assert!(!text.contains(part), "{part} in {text}");
    }
}

#[test]
fn what_the_markup_says_is_not_the_article() {
    check_text(
        &format!(
            "<h1>Reserves move</h1><div class='article-byline'>By Ada Quill, 3 May</div>{PROSE}\
             <figure><img src=a.png><figcaption>The vault, photographed in May.</figcaption></figure>{PROSE}\
             <div class='c-newsletterBox'><p>Get our morning letter, free of charge, each day at six.</p></div>\
             <div id='comments'><p>I never trusted them, and neither should anybody who reads this page.</p></div>"
        ),
        &["moved its reserves", "little changed"],
        &["Ada Quill", "vault", "morning letter", "never trusted"],
    );
}

#[test]
fn names_of_the_whole_are_no_verdict_on_it() {
    for class in ["post comments-open", "elementor-widget", "related-coverage", "no-sidebar tag-newsletter"] {
        check_text(
            &format!("<div class='{class}'>{PROSE}</div>"),
            &["moved its reserves", "little changed"],
            &[],
        );
    }
    // Each part is small, and all of them together are the article.
    let parts = format!("<div class='teaser'>{PROSE}</div>").repeat(6);
    check_text(&parts, &["moved its reserves", "little changed"], &[]);
    let section = format!("{PROSE}{PROSE}<section id='sharing-with-a-single-custodian'>{PROSE}</section>");
    let html = format!("<html><body><div>{section}</div></body></html>");
    let text = extract(&html, None).expect("an article").text;
    assert_eq!(text.matches("moved its reserves").count(), 3);
}

#[test]
fn rows_of_links_are_cut_and_told() {
    let html = format!(
        "<html><body><article>{PROSE}<p>Related: <a href=/a>A rival opens its books to everybody</a></p>{PROSE}\
         <p><a href=/b>WHY THE CUSTODIAN WAS CHOSEN BY ALL</a></p>{PROSE}<h3>More great stories</h3><ul>\
         <li>Read how <a href=/c>the vault was built in the mountains</a></li>\
         <li><a href=/d>The strange life of a key ceremony</a></li></ul></article></body></html>"
    );
    let article = extract(&html, None).expect("an article");
    for part in ["A rival", "CUSTODIAN WAS", "More great", "mountains", "key ceremony"] {
        assert!(!article.text.contains(part), "{part} in {}", article.text);
        assert!(article.cut.iter().any(|cut| cut.text.contains(part)), "{part} in {:?}", article.cut);
    }
    assert!(article.text.ends_with("little changed in London."));
}

#[test]
fn lists_quotes_and_posts_stay() {
    check_text(
        &format!(
            "<article>{PROSE}<h2>What was moved</h2><ul><li>Two vaults of gold</li><li>One key</li></ul>\
             <blockquote><p>We sleep better now.</p></blockquote><div class='social-media-embed'><blockquote \
             class='twitter-tweet'><p>Our reserves have moved, see <a href=https://t.co/x>https://t.co/x</a></p> Quill \
             (@quill) <a href=/s>May 3</a></blockquote></div>{PROSE}</article>"
        ),
        &["What was moved", "Two vaults of gold", "We sleep better", "Our reserves have moved"],
        &[],
    );
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

/// An HTML parser compares every attribute with those before it.
#[test]
fn a_tag_of_a_hundred_thousand_attributes_is_read_the_plain_way() {
    let attributes: String = (0..100_000).map(|i| format!("a{i} ")).collect();
    let words = "eight words stand in this one small paragraph ".repeat(10);
    let html = format!("<html><body><article><p {attributes}>{words}</p></article></body></html>");
    let article = extract(&html, None).expect("an article");
    assert!(article.text.starts_with("eight words"), "{}", article.text);
}

#[test]
fn a_million_ampersands_are_read_the_plain_way() {
    let html =
        format!("<html><body><article><p>{}</p></article></body></html>", "a &amp; b ".repeat(300_000));
    let article = extract(&html, None).expect("an article");
    assert!(article.text.starts_with("a & b a & b"));
}
