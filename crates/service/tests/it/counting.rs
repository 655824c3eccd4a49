//! Days are counted from their documents, whatever the order in which these came.

use domain::{Cohort, Item, Kind, Speaker};
use pipeline::rollup;
use runtime::config::Config;
use serde_json::json;

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

fn posts() -> Vec<Item> {
    let post = |number: u32| {
        let at = format!("2026-03-0{}T12:00:00Z", number % 9 + 1);
        let text = "Bitcoin looks strong and the fund is a great success.";
        let speaker = Speaker {
            handle: format!("voice{}@example.org", number % 4),
            name: format!("Voice {}", number % 4),
            cohort: Some(Cohort::ALL[number as usize % 3]),
        };
        let item = news(5_000 + number, &at, "Voices", &format!("Word {number} on Bitcoin"), text);
        Item { kind: Kind::Conversation, speaker: Some(speaker), ..item }
    };
    (0..20).map(post).collect()
}

/// A day whose counts cannot be read is counted again; it is left out of no number meanwhile.
#[tokio::test]
async fn a_day_that_cannot_be_read_is_counted_again_before_anything_is_told() {
    let app = TestApp::with(Config { metering: false, figures_memory_mib: 0, ..Config::default() }).await;
    app.take_in(posts()).await;
    let path = "/cohorts?startDate=2026-03-01&endDate=2026-03-09";
    let before = app.get(path).await;
    assert_eq!(before.status.as_u16(), 200);
    let rollups = &app.app.store.rollups;
    let day = domain::Day::parse("2026-03-04").expect("a day");
    let unreadable = store::rollups::Counts { whole: vec![0xFF, 1, 2], outline: None, spoken: None };
    rollups
        .replace(vec![(store::documents::DirtyDay { day, seq: i64::MAX }, unreadable)], None)
        .await
        .expect("replaced");
    // Another page of the same, since answers are kept.
    for path in [
        "/cohorts?startDate=2026-03-01&endDate=2026-03-08",
        "/cohorts?startDate=2026-03-02&endDate=2026-03-09",
    ] {
        let reply = app.get(path).await;
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (503, "5"), "{path}");
    }
    app.count().await;
    let after = app.get(path).await;
    assert_eq!((after.status.as_u16(), after.json()), (200, before.json()));
}

/// However little of the days fits into memory, nobody can tell.
#[tokio::test]
async fn answers_are_the_same_where_no_whole_day_is_kept() {
    let within = |figures_memory_mib| Config { metering: false, figures_memory_mib, ..Config::default() };
    let (none, all) = (TestApp::with(within(0)).await, TestApp::with(within(64)).await);
    for app in [&none, &all] {
        app.take_in(some()).await;
        app.take_in(posts()).await;
        // A story of several articles that goes on the next day, and one of a single article.
        app.take_in(crate::stories::wave(0)).await;
        app.take_in(crate::stories::wave(100)).await;
        let alone = "Lighthouse keepers in Norway repaint their towers before winter";
        let text = "Crews carry buckets of white paint up narrow stairs while gulls watch from the rocks.";
        app.take_in(vec![news(7_777, "2026-02-06T08:00:00Z", "Odd Gazette", alone, text)]).await;
        app.take_in(vec![late()]).await;
    }
    let days = "startDate=2026-01-01&endDate=2026-03-09";
    let mut paths: Vec<String> =
        ["cohorts", "trends", "intelligence/categories", "sentiment-metrics", "channel-volume"]
            .map(|route| format!("/{route}?{days}"))
            .into();
    paths.push("/cohorts?startDate=2026-03-02&endDate=2026-03-05&topic=Bitcoin".to_owned());
    // Every story, those of a single article among them.
    let told = crate::stories::told(&none).await;
    let stories: std::collections::BTreeMap<&String, usize> =
        told.values().fold(Default::default(), |mut all, story| {
            *all.entry(story).or_default() += 1;
            all
        });
    assert!(
        stories.values().any(|articles| *articles == 1) && stories.values().any(|articles| *articles > 1)
    );
    paths.extend(stories.keys().map(|story| format!("/stories/{story}")));
    for _ in 0..2 {
        for path in &paths {
            let (one, other) = (none.get(path).await, all.get(path).await);
            assert_eq!((one.status.as_u16(), one.json()), (200, other.json()), "{path}");
        }
    }
    let body = json!({"startDate": "2026-03-01", "endDate": "2026-03-09", "groupBy": "companies"});
    let [one, other] = [
        none.send_json("", "POST", "/grouped-data", body.clone()).await,
        all.send_json("", "POST", "/grouped-data", body).await,
    ];
    assert_eq!(one.json(), other.json());
    assert_eq!(none.app.figures.whole.bytes(), 0);
    assert!(all.app.figures.whole.bytes() > 0);
    // What was counted by an earlier version has no outline, and is answered alike.
    let figures = std::sync::Arc::new(figures::Figures::within(0));
    let counted = none.app.store.rollups.in_order(None, 100).await.expect("counted days");
    let again =
        counted.into_iter().map(|day| (store::DirtyDay { day: day.day, seq: 0 }, day.counts)).collect();
    none.app.store.rollups.replace(again, None).await.expect("stored");
    rollup::load(&none.app.store, &figures).await.expect("loaded");
    let range = all.app.figures.ask(|cube| cube.span()).expect("days");
    let asked = |figures: &figures::Figures| figures.ask(|cube| format!("{:?}", cube.all_stories(range)));
    assert_eq!(asked(&figures), asked(&all.app.figures));
    let outlined = none.app.store.rollups.outlines_in_order(None, 100).await.expect("outlines");
    assert!(outlined.iter().all(|day| day.outline.is_some()), "they have one from then on");
}
