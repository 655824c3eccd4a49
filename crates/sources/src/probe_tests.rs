use super::*;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("the fixture is in the room")
}

#[test]
fn a_feed_shows_its_entries() {
    let probe =
        probe(&fixture("feeds/rss2.xml"), &Hint { name: "rss2.xml", ..Hint::default() }).expect("a feed");
    assert_eq!(
        (probe.kind.as_str(), probe.title.as_deref(), probe.entries.len()),
        ("rss", Some("Harbour & Ledger"), 2)
    );
    let entry = &probe.entries[0];
    assert_eq!(entry.link.as_deref(), Some("https://ledger.example/books"));
    assert_eq!(entry.published.map(|at| at.rfc3339()).as_deref(), Some("2026-01-31T09:30:00Z"));
}

#[test]
fn other_kinds_are_recognised() {
    let hint = |name| Hint { name, ..Hint::default() };
    let prices = probe(b"date,close\n2026-01-31,100\n", &hint("btc.csv")).expect("prices");
    assert_eq!((prices.kind.as_str(), prices.entries.len()), ("bitcoin_price", 1));
    let hits = probe(br#"{"hits":[{"objectID":"1","title":"T"}]}"#, &hint("x")).expect("hits");
    assert_eq!(hits.kind, "hacker_news");
}

#[test]
fn what_is_nothing_says_what_it_is_not() {
    let error = probe(b"<!DOCTYPE html><html><body>hi</body></html>", &Hint::default()).expect_err("a page");
    assert_eq!(error.to_string(), "not a feed: this is a web page, not a feed");
    assert!(
        probe(b"<rss/>", &Hint { kind: Some(SourceKind::Nostr), ..Hint::default() })
            .is_ok_and(|probe| probe.entries.is_empty())
    );
}

#[test]
fn extraction_of_pages_and_captions() {
    let article = extract(&fixture("article.html"), &Hint { name: "article.html", ..Hint::default() })
        .expect("an article");
    assert_eq!(article.title.as_deref(), Some("Harbour exchange opens its books"));
    let captions = extract(
        b"WEBVTT\n\n00:01.000 --> 00:02.000\nAnn: Hello.\n",
        &Hint { name: "a.vtt", ..Hint::default() },
    );
    assert_eq!(captions.expect("captions").text, "Ann: Hello.");
}
