//! Rules: what they watch, when they fire, that they tell each thing once, and that a backtest says the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use alerts::backtest::backtest;
use alerts::event::id_of;
use alerts::follower::AlertFollower;
use alerts::watch::Watch;
use domain::{Day, EventType, Instant, Item};
use pipeline::stories::StoryFollower;
use runtime::config::Config;
use runtime::followers::{Follower, StepContext};
use serde_json::{Value, json};
use store::events::NewEvent;
use store::readings::StoredReading;

use crate::app::{NOW, TestApp, news};

pub async fn make(app: &TestApp, key: &str, rule: Value) -> String {
    let reply = app.send_json(key, "POST", "/v1/alerts", rule).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.json());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// Takes items in as the followers of a running service do, and asks the rules.
pub async fn arrive(app: &TestApp, follower: &mut AlertFollower, items: Vec<Item>) -> u64 {
    app.take_in(items).await;
    pipeline::calls::catch_up(&app.app.store).await.expect("calls");
    follower.catch_up().await.expect("asked")
}

pub async fn ready(app: &TestApp) -> AlertFollower {
    let mut follower = AlertFollower::new(Arc::clone(&app.app));
    follower.catch_up().await.expect("a first look");
    follower
}

async fn events(app: &TestApp, key: &str) -> Vec<Value> {
    let (mut all, mut path) = (Vec::new(), "/v1/events?limit=100".to_owned());
    loop {
        let page = app.get_with(key, &path).await.json();
        all.extend(page["data"].as_array().expect("events").clone());
        if page["hasMore"] != true {
            return all;
        }
        path = format!("/v1/events?limit=100&cursor={}", page["nextCursor"].as_str().expect("a cursor"));
    }
}

fn story(number: u32, minute: u32, outlet: &str) -> Item {
    let at = format!("2026-03-15T10:{minute:02}:00Z");
    let words = format!("Bitcoin exchange Kraken reports outage number {number} and says funds are safe.");
    news(number, &at, outlet, &format!("Kraken reports an outage {number}"), &words)
}

/// All rules of an account together make a bounded number of events a day, whatever each may.
#[tokio::test]
async fn an_account_is_told_so_much_a_day() {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    app.app.clock.set(Instant::parse("2026-03-15T09:00:00Z").expect("an instant"));
    for key in [&mine, &theirs] {
        let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "enabled": true});
        make(&app, key, rule).await;
    }
    app.app.clock.set(Instant::parse(NOW).expect("an instant"));
    let mut follower = ready(&app).await;
    let account_id =
        app.get_with(&mine, "/v1/account").await.json()["id"].as_str().expect("an id").to_owned();
    let now = app.app.clock.now();
    let told: Vec<NewEvent> = (0..4_998)
        .map(|number| NewEvent {
            id: format!("evt_{number}"),
            account_id: account_id.clone(),
            alert_id: None,
            event_type: EventType::AlertFired,
            at: now,
            made_at: now,
            items: 0,
            body: "{}".to_owned(),
        })
        .collect();
    for part in told.chunks(500) {
        app.app.store.events.insert(part).await.expect("written");
    }
    let items = (1..=5).map(|number| story(number, number, "Wire")).collect();
    assert_eq!(arrive(&app, &mut follower, items).await, 2 + 5, "the rest of the one, all of the other");
    assert_eq!(arrive(&app, &mut follower, vec![story(6, 6, "Wire")]).await, 1, "of the other");
}

#[tokio::test]
async fn a_rule_is_checked_and_belongs_to_one_account() {
    let app = TestApp::metered().await;
    let (mine, theirs) = (app.key("mine", "team").await, app.key("theirs", "team").await);
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item"});
    let id = make(&app, &mine, rule.clone()).await;
    let found = app.get_with(&mine, &format!("/v1/alerts/{id}")).await.json();
    assert_eq!(
        (&found["enabled"], &found["dailyCap"], &found["deliveredEventCredits"]),
        (&json!(false), &json!(50), &json!(2))
    );
    for path in [format!("/v1/alerts/{id}"), format!("/v1/alerts/{id}/backtest")] {
        assert_eq!(app.get_with(&theirs, &path).await.status.as_u16(), 404);
    }
    let quote = app.get_with(&mine, "/quote?path=%2Fv1%2Falerts").await.json();
    assert_eq!((&quote["metered"], &quote["deliveredEventCredits"]), (&json!(false), &json!(2)));
    for (change, parameter) in [
        (json!({"subject": "everything"}), "value"),
        (json!({"value": null}), "value"),
        (json!({"condition": "crosses", "threshold": 50}), "condition"),
        (json!({"subject": "index", "value": "main"}), "condition"),
        (json!({"subject": "index", "value": "none", "condition": "crosses", "threshold": 5}), "value"),
        (json!({"condition": "volume", "threshold": -1}), "threshold"),
        (json!({"form": "8-K"}), "form"),
        (json!({"subject": "story", "value": "x"}), "value"),
        (json!({"subject": "company", "value": "Nobody Ltd"}), "value"),
        (json!({"subject": "cohort", "value": "cooks"}), "value"),
        (json!({"value": "(unclosed"}), "value"),
        (json!({"quietMinutes": 999_999}), "quietMinutes"),
    ] {
        let mut wrong = rule.as_object().expect("an object").clone();
        wrong.extend(change.as_object().expect("an object").clone());
        let reply = app.send_json(&mine, "POST", "/v1/alerts", Value::Object(wrong)).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["parameter"]), (400, &json!(parameter)), "{change}");
    }
    let space = json!({"name": "S", "subject": "space", "value": "space_x", "condition": "item"});
    assert_eq!(app.send_json(&mine, "POST", "/v1/alerts", space).await.status.as_u16(), 404);
}

#[tokio::test]
async fn one_event_for_one_cause() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let mut follower = ready(&app).await;
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "enabled": true});
    let id = make(&app, &key, rule).await;
    // The rule is from noon; what was published in the morning is no news.
    assert_eq!(arrive(&app, &mut follower, vec![story(1, 0, "Daily")]).await, 0);
    app.app.clock.set(Instant::parse("2026-03-15T09:00:00Z").expect("an instant"));
    let rule = json!({"name": "Outages", "subject": "query", "value": "outage", "condition": "item", "enabled": true});
    app.send_json(&key, "PUT", &format!("/v1/alerts/{id}"), rule).await;
    app.app.clock.set(Instant::parse(NOW).expect("an instant"));
    let old = news(7, "2026-02-01T10:00:00Z", "Daily", "An outage of old", "The outage was long.");
    let other = news(8, "2026-03-15T10:00:00Z", "Daily", "Nothing", "All is well.");
    assert_eq!(
        arrive(&app, &mut follower, vec![story(2, 1, "Daily"), story(3, 2, "Weekly"), old, other]).await,
        2
    );
    // Changed, and looked at by a follower that remembers nothing: told before.
    let mut changed = story(2, 1, "Daily");
    changed.content.push_str(" More was said about the outage later.");
    assert_eq!(arrive(&app, &mut ready(&app).await, vec![changed]).await, 0);
    let told = events(&app, &key).await;
    let titles: Vec<&str> = told.iter().filter_map(|event| event["articles"][0]["Title"].as_str()).collect();
    assert_eq!(titles, ["Kraken reports an outage 2", "Kraken reports an outage 3"]);
    assert_eq!((&told[0]["type"], &told[0]["alert"]["id"]), (&json!("alert.fired"), &json!(id)));
    // The number leads to its articles.
    let query = told[0]["query"].as_str().expect("a query");
    assert_eq!(app.get_with(&key, query).await.json()["pagination"]["total"], 3, "{query}");
    let empty = app.get_with(&key, "/v1/events?limit=25").await;
    assert_eq!(empty.header("x-service-credits-charged"), "2");
    let last = empty.json()["nextCursor"].as_str().expect("a cursor").to_owned();
    let empty = app.get_with(&key, &format!("/v1/events?cursor={last}")).await;
    assert_eq!((empty.header("x-service-credits-charged"), &empty.json()["nextCursor"]), ("0", &json!(last)));
}

#[tokio::test]
async fn a_volume_needs_more_than_one_house_and_speaks_once_a_day() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let quiet: Vec<Item> = (0..28)
        .map(|day| {
            let at = Day::parse("2026-02-15").expect("a day").plus(day).start().plus_ms(36_000_000);
            let mut item = news(
                500 + day as u32,
                "2026-02-15",
                "Daily",
                &format!("Calm {day}"),
                "An outage was averted.",
            );
            item.published_at = Some(at);
            item
        })
        .collect();
    let mut follower = ready(&app).await;
    app.take_in(quiet).await;
    let rule = json!({"name": "Burst", "subject": "query", "value": "outage", "condition": "volume",
        "threshold": 3, "minItems": 4, "minFamilies": 2, "enabled": true});
    make(&app, &key, rule).await;
    assert_eq!(
        arrive(&app, &mut follower, (10..16).map(|n| story(n, n, "Daily")).collect()).await,
        0,
        "one house"
    );
    assert_eq!(arrive(&app, &mut follower, vec![story(20, 20, "Weekly")]).await, 1);
    assert_eq!(arrive(&app, &mut follower, (30..40).map(|n| story(n, n, "Weekly")).collect()).await, 0);
    let told = events(&app, &key).await;
    assert_eq!(told.len(), 1);
    assert_eq!((&told[0]["numbers"]["items"], &told[0]["numbers"]["families"]), (&json!(7), &json!(2)));
    assert_eq!(told[0]["numbers"]["norm"], json!(1.0));
}

#[tokio::test]
async fn an_index_that_crosses_a_level_is_told_once() {
    let app = TestApp::metered().await;
    let key = app.key("mine", "team").await;
    let metric = indices::metrics::METRICS[0].method.id;
    let rule = json!({"name": "Level", "subject": "index", "value": metric, "condition": "crosses", "threshold": 50.0, "enabled": true});
    make(&app, &key, rule).await;
    let first = Day::parse("2026-03-14").expect("a day");
    let rows: Vec<StoredReading> = [48.0, 49.0, 51.0]
        .into_iter()
        .zip(0..)
        .map(|(value, n)| StoredReading {
            metric: metric.into(),
            at: first.plus(n).end(),
            frozen: true,
            day: first.plus(n),
            version: "1".into(),
            value: Some(value),
            seal: String::new(),
            digest: String::new(),
            body: "{}".into(),
            made_at: app.app.clock.now(),
        })
        .collect();
    app.app.store.readings.insert(&rows).await.expect("stored");
    app.app.clock.set(Instant::parse("2026-03-17T02:00:00Z").expect("an instant"));
    assert_eq!(ready(&app).await.catch_up().await.expect("asked"), 0, "the first look told it");
    let told = events(&app, &key).await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["numbers"]["value"], &told[0]["at"]),
        (&json!(51.0), &json!("2026-03-16T00:00:00Z"))
    );
}

/// Ninety days of the demo are lived through; then each rule is asked when it would have fired.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backtest_says_what_was_told() {
    let app = TestApp::with(Config { rate_subscription: 1_000_000, ..Config::default() }).await;
    let key = app.key("mine", "team").await;
    let now = app.app.clock.now();
    let first = now.day().plus(1 - alerts::backtest::DAYS);
    let mut items: Vec<Item> = demo::world_until(now, demo::SEED)
        .items()
        .filter(|item| item.published_at >= Some(first.plus(-30).start()))
        .collect();
    items.sort_by_key(|item| item.published_at);
    app.app.clock.set(first.start());
    let mut follower = ready(&app).await;
    let begun = items.partition_point(|item| item.published_at < Some(first.start()));
    let rest = items.split_off(begun);
    arrive(&app, &mut follower, items).await;
    let company = demo::COMPANIES[0].name;
    let rules = [
        json!({"subject": "company", "value": company, "condition": "item", "quietMinutes": 600, "dailyCap": 2}),
        json!({"subject": "company", "value": company, "condition": "volume", "threshold": 1.5, "minItems": 2}),
        json!({"subject": "asset", "value": "Bitcoin", "condition": "volume", "threshold": 1.3}),
        json!({"subject": "everything", "condition": "tone_shift", "threshold": 2, "quietMinutes": 4320}),
        json!({"subject": "query", "value": "hack OR exploit", "condition": "volume", "threshold": 2, "minItems": 3, "dailyCap": 1}),
        json!({"subject": "everything", "condition": "filing", "form": "8-K"}),
        json!({"subject": "everything", "condition": "scored_call"}),
    ];
    let mut ids = Vec::new();
    for mut rule in rules {
        rule["name"] = json!("Rule");
        rule["enabled"] = json!(true);
        ids.push(make(&app, &key, rule).await);
    }
    // One that remembers its stories from step to step, as a running service does.
    let (store, clock) = (app.app.store.clone(), app.app.clock.clone());
    let context = StepContext::by_hand(&store, StoryFollower::NAME, None).await.expect("a context");
    let mut stories = StoryFollower::new(store, clock, std::time::Duration::ZERO);
    let mut rest = rest.into_iter().peekable();
    let mut until = first.start();
    while until < now {
        until = until.plus_ms(12 * 3_600_000).min(now);
        app.app.clock.set(until);
        let mut part = Vec::new();
        while let Some(item) = rest.next_if(|item| item.published_at <= Some(until)) {
            part.push(item);
        }
        // What is counted by day is asked of the index, so that nothing here waits for the counts.
        app.insert(part).await;
        stories.catch_up(&context).await.expect("stories");
        pipeline::calls::catch_up(&app.app.store).await.expect("calls");
        follower.catch_up().await.expect("asked");
    }
    let account = app.app.store.accounts.list().await.expect("accounts").remove(0).id;
    let mut fired = Vec::new();
    for id in &ids {
        let alert = app.app.store.alerts.find(&account, id).await.expect("read").expect("a rule");
        let told = app.app.store.events.of_alert(&account, id, 10_000).await.expect("events");
        let told: BTreeSet<String> = told.into_iter().map(|event| event.id).collect();
        let watch = Watch::of(&app.app, &account, alert).await.expect("a watch");
        let tested = backtest(&app.app, watch, now).await.expect("tested");
        let expected: BTreeSet<String> = tested.fired.iter().map(|cause| id_of(id, &cause.key)).collect();
        assert_eq!(expected, told, "{:?}", tested.fired.iter().map(|cause| &cause.key).collect::<Vec<_>>());
        fired.push((told.len(), tested.held_back));
    }
    println!("fired and held back: {fired:?}");
    assert!(
        fired.iter().filter(|(told, _)| *told > 0).count() >= 6,
        "too little fired to prove anything: {fired:?}"
    );
}
