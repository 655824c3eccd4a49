//! A hostile feed costs its own source a bounded amount and nobody else anything.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{Instant, Marks};
use pipeline::digest;
use pipeline::digest::Marking;
use pipeline::frames::Frames;
use pipeline::marking;
use pipeline::readings::Publisher;
use runtime::config::Config;
use store::documents::Unread;
use store::quarantine::MARKING;

use crate::app::{TestApp, news};
use crate::collect::{add, entry, hours_later, service, settings, stored};
use crate::web::{Page, Web, page, rss};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes).expect("packed");
    packer.finish().expect("packed")
}

/// Entities inside attributes, a thousand times smaller on the wire; the last tag is missing, so that it is read twice.
fn explosive() -> Vec<u8> {
    let value = "x".repeat(128);
    let item =
        format!("<item><title>x</title><description><a b=\"{}\"/></description></item>", "&e;".repeat(2_000));
    let head = format!("<?xml version=\"1.0\"?><!DOCTYPE rss [<!ENTITY e \"{value}\">]>");
    let items = item.repeat((4 << 20) / item.len());
    gzip(format!("{head}<rss version=\"2.0\"><channel><title>t</title>{items}</channel>").as_bytes())
}

/// On one thread: whatever is read there stalls every answer.
#[tokio::test(flavor = "current_thread")]
async fn answers_go_on_while_a_feed_explodes() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    let bomb = explosive();
    assert!(bomb.len() < 40_000, "{} bytes", bomb.len());
    web.set("/bomb.xml", Page::Packed("gzip", bomb));
    web.set("/good.xml", Page::Body(rss(&web.base, &[("/a", "Good news", "Short.")])));
    add(&app, &entry("a-bomb", &web.url("/bomb.xml"))).await;
    add(&app, &entry("z-good", &web.url("/good.xml"))).await;
    let round = tokio::spawn(async move { collector.round().await });
    let (mut answers, mut longest) = (0, std::time::Duration::ZERO);
    let began = std::time::Instant::now();
    while !round.is_finished() {
        let asked = std::time::Instant::now();
        assert_eq!(app.get("/health").await.status, 200);
        longest = longest.max(asked.elapsed());
        answers += 1;
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    let round = round.await.expect("it ends");
    assert_eq!(round.polled, 2);
    assert!(stored(&app, "z-good").await.items_total == 1, "the rest goes on");
    assert!(answers > 20, "{answers} answers in {:?}", began.elapsed());
    assert!(longest * 4 < began.elapsed(), "one answer took {longest:?} of {:?}", began.elapsed());
}

#[tokio::test]
async fn a_document_over_its_budget_is_quarantined_until_it_changes() {
    let web = Web::start().await;
    let (app, collector) = service(Config { collect_document_nodes: 200, ..settings() }).await;
    let large = "<b>x</b>".repeat(300);
    web.set("/feed.xml", Page::Body(rss(&web.base, &[("/a", "News", &large)])));
    web.set("/good.xml", Page::Body(rss(&web.base, &[("/b", "Good news", "Short.")])));
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;
    add(&app, &entry("good", &web.url("/good.xml"))).await;
    let round = collector.round().await;
    assert_eq!((round.polled, round.failed, round.taken_in), (2, 1, 1));
    let kept = app.app.store.quarantine.of_source("wire").await.expect("rows");
    assert_eq!((kept.len(), kept[0].work.as_str(), kept[0].item.as_str()), (1, "source", "wire"));
    assert_eq!(kept[0].reason, "it holds more than 200 elements and values");
    let health = app.get("/sources/health").await.json();
    let wire =
        health["data"].as_array().and_then(|all| all.iter().find(|one| one["id"] == "wire")).expect("there");
    assert_eq!(wire["quarantined"], 1, "{wire}");
    assert!(wire["error"].as_str().is_some_and(|words| words.contains("more than 200 elements")), "{wire}");
    let part = app.get("/health/ready").await.json()["parts"][2]["detail"].clone();
    assert_eq!(part, "every document is read that can be; 1 items are in quarantine");

    // The same bytes are not read again.
    hours_later(&app, 24);
    collector.round().await;
    let source = stored(&app, "wire").await;
    assert!(source.last_error.as_deref().is_some_and(|words| words.contains("in quarantine")), "{source:?}");
    assert_eq!(app.app.store.quarantine.of_source("wire").await.expect("rows")[0].tries, 1);
    // Others are, and leave quarantine behind.
    web.set("/feed.xml", Page::Body(rss(&web.base, &[("/a", "News", "Short.")])));
    hours_later(&app, 24);
    assert_eq!(collector.round().await.taken_in, 1);
    let source = stored(&app, "wire").await;
    assert_eq!((source.quarantined, source.error_count), (0, 0));
}

#[tokio::test]
async fn a_poisoned_page_costs_its_own_text() {
    let web = Web::start().await;
    let (app, collector) = service(Config { collect_document_mib: 1, ..settings() }).await;
    web.set(
        "/feed.xml",
        Page::Body(rss(&web.base, &[("/poison", "Poison", "A summary."), ("/good", "Good", "Another.")])),
    );
    let filler = "words that nobody needs ".repeat(40_000);
    web.set("/poison", Page::Body(page("Poison", &filler)));
    web.set("/good", Page::Body(page("Good", "The zirconium pool signed the charter")));
    add(&app, &entry("wire", &web.url("/feed.xml"))).await;
    let round = collector.round().await;
    assert_eq!((round.failed, round.taken_in), (0, 2), "both are stored, one with its summary");
    let kept = app.app.store.quarantine.of_source("wire").await.expect("rows");
    assert_eq!((kept.len(), kept[0].work.as_str()), (1, "page"));
    assert_eq!(
        (kept[0].item.clone(), kept[0].reason.as_str()),
        (web.url("/poison"), "it decodes to more than 1 MiB")
    );
}

/// Bombs, endless bodies and endless redirects fail in words, each for itself.
#[tokio::test]
async fn bombs_of_every_kind_fail_in_words() {
    let (web, (app, collector)) = (Web::start().await, service(settings()).await);
    web.set("/gzip", Page::Packed("gzip", gzip(&vec![b' '; 40 << 20])));
    web.set("/twice", Page::Packed("gzip, gzip", gzip(&gzip(&vec![b'<'; 40 << 20]))));
    web.set("/thrice", Page::Packed("gzip, gzip, gzip", gzip(b"x")));
    web.set("/broken", Page::Packed("br", vec![0xff; 1_000]));
    web.set(
        "/json",
        Page::Body(format!(
            "{{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{}0]}}",
            "{},".repeat(1_000_000)
        )),
    );
    web.set("/good", Page::Body(rss(&web.base, &[("/a", "Good news", "Short.")])));
    for step in 0..20 {
        web.set(&format!("/r{step}"), Page::MovedForGood(web.url(&format!("/r{}", step + 1))));
    }
    for path in ["gzip", "twice", "thrice", "broken", "json", "r0", "good"] {
        add(&app, &entry(path, &web.url(&format!("/{path}")))).await;
    }
    let round = collector.round().await;
    assert_eq!((round.polled, round.failed, round.taken_in), (7, 6, 1));
    for (id, words) in [
        ("gzip", "unpacks to more than"),
        ("twice", "unpacks to more than"),
        ("thrice", "compression is broken"),
        ("broken", "compression is broken"),
        ("json", "the JSON cannot be read"),
        ("r0", "more than 8 redirects"),
    ] {
        let error = stored(&app, id).await.last_error.unwrap_or_default();
        assert!(error.contains(words), "{id}: {error}");
    }
}

static READ: AtomicUsize = AtomicUsize::new(0);

fn allergic(document: &Unread) -> Marks {
    READ.fetch_add(1, Ordering::Relaxed);
    assert!(!document.title.contains("poison"), "cannot stand {}", document.title);
    marking::standard_reader(document)
}

#[tokio::test]
async fn a_text_that_panics_the_reader_holds_up_nobody() {
    let app = TestApp::new().await;
    let store = &app.app.store;
    let item =
        |number: u32, title: &str| news(number, "2026-01-03T12:00:00Z", "Daily", title, "Bitcoin rallied.");
    let items = vec![item(1, "First"), item(2, "A poison pill"), item(3, "Third")];
    let taken = digest::take(items, app.app.clock.now(), Marking::Later, &Frames::default());
    store.documents.insert(taken.documents, None).await.expect("stored");
    let read =
        async || marking::catch_up_with(allergic, store, &app.app.clock, 2, |_| {}).await.expect("read");
    assert_eq!(read().await, 2);
    let tried = READ.load(Ordering::Relaxed);
    assert_eq!(tried, 4, "once among the others and once alone");
    assert_eq!(read().await, 0);
    assert_eq!(READ.load(Ordering::Relaxed), tried, "it is not tried again");
    let kept = store.quarantine.list(10).await.expect("rows");
    assert_eq!((kept.len(), kept[0].work.as_str(), kept[0].tries), (1, MARKING, 2));
    assert!(kept[0].reason.contains("cannot stand A poison pill"), "{}", kept[0].reason);

    // It is found, says that nobody read it, is in no count, and no day waits for it.
    pipeline::index::catch_up(store, &app.app.finder, |_| {}).await.expect("indexed");
    app.count().await;
    let days = "startDate=2026-01-03&endDate=2026-01-03";
    let found = app.get(&format!("/feed?{days}&keyword=poison")).await.json();
    assert_eq!(
        (&found["pagination"]["total"], &found["data"][0]["read"]),
        (&1.into(), &false.into()),
        "{found}"
    );
    let counted = app.get(&format!("/sentiment-metrics?{days}")).await.json();
    assert_eq!(counted["total_articles"], 2, "{counted}");
    let publisher = Publisher::new(store.clone(), Arc::clone(&app.app.figures));
    let morning = Instant::parse("2026-01-04T01:00:00Z").expect("an instant");
    assert_eq!(publisher.freeze(morning).await.expect("frozen"), 1);

    // Another text under the same address is tried again.
    let taken = digest::take(
        vec![item(2, "A harmless pill")],
        app.app.clock.now(),
        Marking::Later,
        &Frames::default(),
    );
    store.documents.insert(taken.documents, None).await.expect("stored");
    assert_eq!(read().await, 1);
    assert_eq!(store.documents.unread_count().await.expect("a count"), 0);
}
