//! Documents that are stored first and read afterwards, and those that a new model reads again.

use std::sync::Arc;

use domain::{DocumentId, Instant, Item, Marks};
use pipeline::digest;
use pipeline::digest::Marking;
use pipeline::frames::Frames;
use pipeline::readings::Publisher;
use pipeline::{index, marking, rollup};
use serde_json::Value;
use store::documents::ReadDocument;

use crate::app::{TestApp, minutes, news};

fn coverage() -> Vec<Item> {
    let words = [
        ("Coinbase wins approval", "Coinbase won approval for a new product. Shares of Coinbase rallied."),
        ("Exchange hacked, funds stolen", "Hackers stole bitcoin from an exchange. Losses are heavy."),
        ("Developers meet", "Developers of Ethereum met on Tuesday to talk about the calendar."),
    ];
    let item = |(number, (title, content)): (usize, &(&str, &str))| {
        news(number as u32, &format!("2026-01-{:02}T12:00:00Z", 1 + number), "Daily", title, content)
    };
    words.iter().enumerate().map(item).collect()
}

fn at_noon(number: u32, day: &str) -> Item {
    news(
        number,
        &format!("{day}T12:00:00Z"),
        "Daily",
        &format!("Item {number}"),
        "Bitcoin moved a little today.",
    )
}

async fn store_unread(app: &TestApp, items: Vec<Item>) {
    let taken = digest::take(items, app.app.clock.now(), Marking::Later, &Frames::default());
    assert_eq!(taken.rejected.len(), 0);
    app.app.store.documents.insert(taken.documents, None).await.expect("stored");
    index::catch_up(&app.app.store, &app.app.finder, |_| {}).await.expect("indexed");
}

async fn read_rest(app: &TestApp) -> u64 {
    marking::catch_up(&app.app.store, &app.app.clock, 2, |_| {}).await.expect("read")
}

async fn asked(app: &TestApp) -> Vec<Value> {
    let days = "startDate=2026-01-01&endDate=2026-01-31";
    let mut answers = Vec::new();
    for path in [
        format!("/feed?{days}"),
        format!("/feed?{days}&sentiment=Positive"),
        format!("/feed?{days}&category=Other"),
        format!("/sentiment-metrics?{days}"),
        format!("/channel-volume?{days}"),
        format!("/timeseries?{days}&q=bitcoin%20OR%20coinbase"),
    ] {
        answers.push(app.get(&path).await.json());
    }
    answers
}

#[tokio::test]
async fn what_is_not_read_yet_is_found_and_in_no_count() {
    let app = TestApp::new().await;
    store_unread(&app, coverage()).await;
    app.count().await;
    let [all, positive, other, metrics, ..] = &asked(&app).await[..] else { panic!("answers") };
    assert_eq!(all["pagination"]["total"], 3, "{all}");
    let article = &all["data"][0];
    assert_eq!((&article["read"], &article["Sentiment"]), (&Value::from(false), &Value::from("Neutral")));
    assert_eq!(positive["pagination"]["total"], 0);
    assert_eq!(other["pagination"]["total"], 0, "nobody knows yet that it is of no category");
    assert_eq!(metrics["total_articles"], 0, "{metrics}");
}

#[tokio::test]
async fn read_later_or_at_once_comes_to_the_same() {
    let (later, at_once) = (TestApp::new().await, TestApp::new().await);
    store_unread(&later, coverage()).await;
    later.count().await;
    assert_eq!(read_rest(&later).await, 3);
    index::catch_up(&later.app.store, &later.app.finder, |_| {}).await.expect("indexed");
    later.count().await;
    at_once.take_in(coverage()).await;
    let (later, at_once) = (asked(&later).await, asked(&at_once).await);
    assert_eq!(later, at_once);
    assert_eq!(later[0]["data"][0]["read"], true);
    assert_ne!(later[1]["pagination"]["total"], 0, "one of them is good news");
}

#[tokio::test]
async fn two_readers_do_not_read_the_same() {
    let app = TestApp::new().await;
    store_unread(&app, minutes("2026-01-01", 900)).await;
    let (one, other) = tokio::join!(read_rest(&app), read_rest(&app));
    assert_eq!(one + other, 900);
    assert!(one == 0 || other == 0, "one reads while the other waits: {one} and {other}");
    assert_eq!(app.app.store.documents.unread_count().await.expect("a count"), 0);
}

#[tokio::test]
async fn no_day_is_frozen_while_something_waits_to_be_read() {
    let app = TestApp::new().await;
    let at = |text: &str| Instant::parse(text).expect("an instant");
    app.take_in(coverage()).await;
    store_unread(&app, minutes("2026-01-03", 5)).await;
    let publisher = Publisher::new(app.app.store.clone(), Arc::clone(&app.app.figures));
    let morning = at("2026-01-04T01:00:00Z");
    assert_eq!(publisher.freeze(morning).await.expect("nothing"), 0);
    assert_eq!(read_rest(&app).await, 5);
    // What an article adds to a story is counted: without its story it would count as one of its own.
    assert_eq!(publisher.freeze(morning).await.expect("nothing"), 0);
    pipeline::stories::catch_up(&app.app.store, &app.app.clock).await.expect("stories");
    // What came in since midnight is no part of it.
    store_unread(&app, vec![at_noon(100, "2026-01-04")]).await;
    assert_eq!(publisher.freeze(morning).await.expect("frozen"), 1);
}

#[tokio::test]
async fn counts_are_old_once_something_is_counted_after_them() {
    let app = TestApp::new().await;
    let (store, figures) = (&app.app.store, &app.app.figures);
    let day = |text: &str| domain::Day::parse(text).expect("a day");
    app.take_in(coverage()).await;
    let (last, seen) = (day("2026-01-03"), figures.seen());
    let uncounted = async |seen| rollup::uncounted(store, last, seen).await.expect("the store answers");
    assert!(!uncounted(seen).await);
    app.insert(vec![at_noon(100, "2026-01-04")]).await;
    assert!(!uncounted(seen).await, "it is of a later day");
    app.insert(vec![at_noon(101, "2026-01-03")]).await;
    assert!(uncounted(seen).await, "its day waits to be counted");
    app.count().await;
    assert!(uncounted(seen).await, "what was held before is not what counts now");
    assert!(!uncounted(figures.seen()).await);
}

#[tokio::test]
async fn old_marks_are_replaced_and_nothing_is_read_twice() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-01-01", 700)).await;
    let store = &app.app.store;
    assert_eq!(read_rest(&app).await, 0, "all is read already");
    assert_eq!(
        marking::reread(store, &app.app.clock, 2, |_| {}).await.expect("read"),
        0,
        "all is read already"
    );

    let waiting = store.documents.read_otherwise("another version", 10_000).await.expect("documents");
    assert_eq!(waiting.len(), 700);
    let id: DocumentId = waiting[0].id;
    let before = store.documents.find(id).await.expect("found").expect("there");
    let old = Marks { version: "old".into(), ..Marks::unread() };
    let old =
        waiting.iter().map(|one| ReadDocument { id: one.id, seq: one.seq, marks: old.clone(), text: None });
    assert_eq!(store.documents.replace_marks(old.collect(), None).await.expect("replaced"), 700);
    assert_eq!(marking::reread(store, &app.app.clock, 2, |_| {}).await.expect("read"), 700);
    let after = store.documents.find(id).await.expect("found").expect("there");
    assert_eq!(
        (&after.document, &after.marks),
        (&before.document, &before.marks),
        "the same text gives the same marks"
    );
    assert_eq!(after.marks.version, digest::VERSION);
}
