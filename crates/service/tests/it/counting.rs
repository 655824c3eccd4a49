//! Days are counted from their documents, whatever the order in which these came.

use domain::Item;
use pipeline::rollup;

use crate::app::{TestApp, news};

fn some() -> Vec<Item> {
    let mut items = Vec::new();
    for day in 1..=9 {
        for hour in 0..5 {
            let at = format!("2026-03-0{day}T{hour:02}:00:00Z");
            let title = format!("Bitcoin fund number {hour} gains on day {day}");
            items.push(news(day * 10 + hour, &at, "Daily Ledger", &title, "Nothing else was said."));
        }
    }
    items
}

fn late() -> Item {
    news(999, "2026-03-04T10:00:00Z", "Late Post", "A late word on Bitcoin", "It came after all others.")
}

async fn counts(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let mut counted = app.app.store.rollups.changed_since(0, 1_000).await.expect("counted days");
    counted.sort_by_key(|day| day.day);
    counted.into_iter().map(|day| (day.day.to_string(), day.counts)).collect()
}

#[tokio::test]
async fn a_rebuild_gives_the_same_bytes() {
    let app = TestApp::new().await;
    app.take_in(some()).await;
    let before = counts(&app).await;
    assert_eq!(before.len(), 9);
    let version = app.app.figures.version();
    assert_eq!(app.app.store.rollups.forget().await.expect("forgotten"), 9);
    app.count().await;
    assert_eq!(counts(&app).await, before);
    assert!(app.app.figures.version() > version, "whoever follows sees the recount");
}

#[tokio::test]
async fn a_late_document_changes_its_day_alone() {
    let app = TestApp::new().await;
    app.take_in(some()).await;
    let before = counts(&app).await;
    app.take_in(vec![late()]).await;
    for (before, after) in before.iter().zip(counts(&app).await) {
        assert_eq!(before.1 != after.1, before.0 == "2026-03-04", "{}", before.0);
    }
    let points = app.get("/fear-greed-index?startDate=2026-03-04&endDate=2026-03-05").await.json();
    let of_day = |index: usize| (points[index]["date"].clone(), points[index]["article_count"].clone());
    assert_eq!(of_day(0), ("2026-03-04".into(), 6.into()));
    assert_eq!(of_day(1), ("2026-03-05".into(), 5.into()));
}

#[tokio::test]
async fn counts_in_a_form_that_is_not_known_are_made_again() {
    let app = TestApp::new().await;
    app.take_in(some()).await;
    let before = counts(&app).await;
    let day = domain::Day::parse("2026-03-04").expect("a day");
    let dirty = store::DirtyDay { day, seq: 0 };
    app.app.store.rollups.replace(vec![(dirty, vec![255, 1, 2, 3])], None).await.expect("stored");
    rollup::load(&app.app.store, &app.app.figures).await.expect("loaded");
    app.count().await;
    assert_eq!(counts(&app).await, before);
}

#[tokio::test]
async fn a_kept_answer_does_not_outlive_a_new_document() {
    let app = TestApp::new().await;
    app.take_in(some()).await;
    let path = "/fear-greed-index?startDate=2026-03-04&endDate=2026-03-04";
    assert_eq!(app.get(path).await.json()[0]["article_count"], 5);
    assert_eq!(app.get(path).await.body, app.get(path).await.body);
    app.take_in(vec![late()]).await;
    assert_eq!(app.get(path).await.json()[0]["article_count"], 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_the_same_at_once_get_the_same() {
    let app = std::sync::Arc::new(TestApp::new().await);
    app.take_in(some()).await;
    let asked = (0..30).map(|_| {
        let app = std::sync::Arc::clone(&app);
        tokio::spawn(async move { app.get("/trends?startDate=2026-03-01&endDate=2026-03-09").await })
    });
    let mut bodies = Vec::new();
    for one in asked.collect::<Vec<_>>() {
        let reply = one.await.expect("an answer");
        assert_eq!(reply.status, 200);
        bodies.push(reply.body);
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]));
}
