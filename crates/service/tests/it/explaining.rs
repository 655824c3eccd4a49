//! Why a reading moved: parts that add up to what was published, to the last digit, and lead to their articles.

use domain::{Day, DayRange};
use serde_json::Value;
use store::prices::DailyClose;

use crate::app::{NOW, TestApp, news};

/// The demo's last weeks, with stories, counts, prices and readings of each day.
async fn published(days: i64) -> (TestApp, Day) {
    let app = TestApp::new().await;
    let now = domain::Instant::parse(NOW).expect("an instant");
    let last = now.day().plus(-1);
    let first = last.plus(-days);
    let items = demo::world_until(now, demo::SEED).items();
    let items =
        items.filter(|item| item.published_at.is_some_and(|at| at.day() >= first && at.day() <= last));
    app.take_in(items.collect()).await;
    let close = |back: i64| DailyClose {
        asset: "BTC".into(),
        day: last.plus(-back),
        close: 60_000.0 + (back * 37 % 101) as f64 * 100.0,
        source: "test".into(),
    };
    app.app.store.prices.insert(&(0..days).map(close).collect::<Vec<_>>()).await.expect("prices");
    let publisher = pipeline::readings::Publisher::new(app.app.store.clone(), app.app.figures.clone());
    let range = DayRange::inclusive(last.plus(-4), last).expect("days");
    pipeline::readings::backfill(&publisher, range, now, |_| {}).await.expect("history");
    (app, last)
}

fn sum(explained: &Value, by: &str) -> i64 {
    let parts = explained["parts"].as_array().expect("parts").iter().filter(|part| part["by"] == by);
    parts.map(|part| part["millionths"].as_i64().expect("a whole number")).sum()
}

#[tokio::test]
async fn parts_add_up_and_lead_to_their_articles() {
    let (app, last) = published(40).await;
    let mut told = 0;
    for metric in indices::metrics::METRICS.iter().map(|metric| metric.method.id) {
        for day in [last.plus(-2), last] {
            let reply = app.get(&format!("/indices/{metric}/explain?date={day}&limit=6")).await;
            if reply.status == 404 {
                continue;
            }
            let explained = reply.json();
            let change = explained["changeMillionths"].as_i64().unwrap_or_else(|| panic!("{explained}"));
            for by in ["story", "outlet", "cohort"] {
                assert_eq!(sum(&explained, by), change, "{metric} {by} {explained}");
            }
            let late = "Articles that came, changed or were regrouped after publishing";
            for part in explained["parts"].as_array().expect("parts") {
                assert_ne!(part["name"], late, "{metric} {day}");
                assert!(part["name"].as_str().is_some_and(|name| !name.is_empty()));
                if let (Some(query), Some(count)) = (part["query"].as_str(), part["articleCount"].as_i64()) {
                    assert_eq!(app.get(query).await.json()["pagination"]["total"], count, "{part}");
                }
            }
            told += 1;
        }
    }
    assert!(told >= 6, "{told} explanations");
    let index = app.get(&format!("/index?date={last}")).await.json();
    let explained = app.get("/index/explain").await.json();
    assert_eq!(explained["date"], last.to_string());
    let (value, change) =
        (index["score"].as_f64().expect("a score"), index["change24h"].as_f64().expect("a change"));
    assert!((explained["value"].as_f64().expect("a value") - value).abs() < 1e-6);
    assert!((explained["change"].as_f64().expect("a change") - change).abs() < 2e-6);
    assert_eq!(app.get("/indices/nothing/explain").await.status, 404);
    assert_eq!(app.get(&format!("/index/explain?date={}", last.plus(-300))).await.status, 404);
}

/// The frozen reading stands; what comes after it is a part of its own, and later days are not looked at.
#[tokio::test]
async fn what_comes_later_is_named_or_not_seen() {
    let (app, last) = published(40).await;
    let ask = format!("/index/explain?date={}&limit=100", last.plus(-1));
    let late = |number: u32, day: Day| {
        let at = format!("{day}T10:00:00Z");
        let words = ("Record hack shocks traders as losses mount", "Fraud charges followed and fear spread.");
        news(number, &at, "CoinDesk", &format!("{} {number}", words.0), words.1)
    };
    // What comes in lets stories of the days before be regrouped, which is a part of its own; only then are they at rest.
    app.take_in((0..5).map(|number| late(number, last)).collect()).await;
    let before = app.get(&ask).await.json();
    app.take_in((5..10).map(|number| late(number, last)).collect()).await;
    let outlets = |explained: &Value| -> Vec<Value> {
        let parts = explained["parts"].as_array().expect("parts").iter();
        parts.filter(|part| part["by"] == "outlet").cloned().collect()
    };
    let again = app.get(&ask).await.json();
    assert!(outlets(&again) == outlets(&before), "a later day is not looked at");

    let outlet = before["parts"].as_array().expect("parts").iter().find(|part| part["kind"] == "outlet");
    let outlet = outlet.expect("an outlet")["name"].as_str().expect("a name").to_owned();
    let mut items: Vec<_> = (10..40).map(|number| late(number, last.plus(-1))).collect();
    items.iter_mut().for_each(|item| item.outlet.name.clone_from(&outlet));
    app.take_in(items).await;
    let after = app.get(&ask).await.json();
    assert_eq!(
        (&after["value"], &after["changeMillionths"]),
        (&before["value"], &before["changeMillionths"])
    );
    for by in ["story", "outlet", "cohort"] {
        assert_eq!(Some(sum(&after, by)), after["changeMillionths"].as_i64());
    }
    let since = "Articles that came, changed or were regrouped after publishing";
    assert!(after["parts"].as_array().expect("parts").iter().any(|part| part["name"] == since));
}
