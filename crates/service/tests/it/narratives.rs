//! Narratives through the service: grown out of what was counted, kept over restarts, and as people decided.

use std::sync::Arc;

use pipeline::narratives::{NarrativeFollower, Verdict, decide, load};
use runtime::followers::{Follower, StepContext};
use serde_json::Value;
use store::audit_log::{Action, Page};
use store::narratives::Decision;

use crate::app::TestApp;

/// What the demo tells in its last weeks, with stories and counts.
async fn covered(items: usize) -> TestApp {
    let app = TestApp::new().await;
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    let all: Vec<domain::Item> = demo::world_until(now, demo::SEED).items().collect();
    app.take_in(all[all.len().saturating_sub(items)..].to_vec()).await;
    app
}

/// Grows narratives as a follower that has only the store, and takes them up.
async fn grow(app: &TestApp) -> u64 {
    let mut follower = NarrativeFollower::new(app.app.store.clone(), Arc::clone(&app.app.figures));
    let told = follower.catch_up(&StepContext::default()).await.expect("grown");
    load(&app.app.store, &app.app.figures).await.expect("loaded");
    told
}

fn range(app: &TestApp) -> String {
    let span = app.app.figures.ask(|cube| cube.span()).expect("days");
    format!("startDate={}&endDate={}", span.first(), span.last())
}

async fn list(app: &TestApp) -> Vec<Value> {
    let reply = app.get(&format!("/narratives?{}&limit=100", range(app))).await;
    reply.json().as_array().unwrap_or_else(|| panic!("no list: {}", reply.json())).clone()
}

fn id(narrative: &Value) -> String {
    narrative["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn every_number_leads_to_its_articles() {
    let app = covered(1_500).await;
    assert!(grow(&app).await > 0);
    let found = list(&app).await;
    assert!(found.len() > 2, "{found:?}");
    for narrative in found.iter().take(5) {
        let listed = app.get(narrative["query"].as_str().expect("a query")).await.json();
        assert_eq!(listed["pagination"]["total"], narrative["article_count"], "{narrative}");
        assert!(!narrative["name"].as_str().unwrap_or("").is_empty());
        for story in narrative["stories"].as_array().expect("stories") {
            let listed = app.get(story["query"].as_str().expect("a query")).await.json();
            assert_eq!(listed["pagination"]["total"], story["article_count"]);
        }
        let detail = app.get(&format!("/narratives/{}?{}", id(narrative), range(&app))).await.json();
        assert_eq!(detail["article_count"], narrative["article_count"]);
        let days = detail["days"].as_array().expect("days");
        let sum: i64 = days.iter().filter_map(|day| day["article_count"].as_i64()).sum();
        assert_eq!(Value::from(sum), narrative["article_count"]);
        let day = days.iter().find(|day| day["article_count"] != 0).expect("a day");
        let listed = app.get(day["query"].as_str().expect("a query")).await.json();
        assert_eq!(listed["pagination"]["total"], day["article_count"]);
        for carrier in detail["carriers"].as_array().expect("carriers").iter().take(3) {
            let listed = app.get(carrier["query"].as_str().expect("a query")).await.json();
            assert_eq!(listed["pagination"]["total"], carrier["article_count"], "{carrier}");
        }
        for of in ["countries", "cohorts"] {
            for part in detail[of].as_array().expect("a list").iter().take(3) {
                let listed = app.get(part["query"].as_str().expect("a query")).await.json();
                assert_eq!(listed["pagination"]["total"], part["article_count"], "{part}");
            }
        }
        let carrier = detail["carriers"][0]["outlet"].as_str().expect("an outlet").replace(' ', "%20");
        let outlet = app.get(&format!("/outlets/{carrier}?{}", range(&app))).await.json();
        assert!(!outlet["narratives"].as_array().expect("links").is_empty(), "{outlet}");
        let story = detail["stories"][0]["story_id"].as_str().expect("a story");
        let story = app.get(&format!("/stories/{story}")).await.json();
        assert!(
            story["narratives"].as_array().expect("links").iter().any(|link| link["id"] == narrative["id"])
        );
        let article = story["articles"][0]["id"].as_str().expect("an article");
        let article = app.get(&format!("/articles/{article}")).await.json();
        assert_eq!(article["story"]["story_id"], story["story_id"]);
        assert_eq!(article["narratives"], story["narratives"]);
    }
}

#[tokio::test]
async fn a_restart_and_nothing_new_change_nothing() {
    let app = covered(800).await;
    grow(&app).await;
    let before = list(&app).await;
    assert_eq!(grow(&app).await, 0);
    assert_eq!(list(&app).await, before);
}

/// The first review waits until all that was read is counted; later a few changed stories wait, also after a start.
#[tokio::test]
async fn reviews_wait_until_stories_stand_still() {
    let app = covered(800).await;
    let (store, figures) = (&app.app.store, &app.app.figures);
    let started = async || {
        let mut follower = NarrativeFollower::new(store.clone(), Arc::clone(figures));
        follower.step(&StepContext::default()).await.expect("a step");
        store.narratives.revision().await.expect("a number")
    };
    let item = |number: u32, outlet: &str| {
        crate::app::news(number, "2026-03-14T10:00:00Z", outlet, "Bitcoin fund grows", "A fund grew.")
    };
    app.insert(vec![item(1, "Edge Daily")]).await;
    assert_eq!(started().await, 0, "a day is to be counted");
    app.count().await;
    let grown = started().await;
    assert!(grown > 0);
    app.take_in(vec![item(2, "Edge Weekly")]).await;
    assert_eq!(started().await, grown, "one changed story is no reason to move others right after a start");
    assert!(grow(&app).await > 0, "asked to, it is told");
}

#[tokio::test]
async fn what_people_decide_holds() {
    let app = covered(1_500).await;
    grow(&app).await;
    let found = list(&app).await;
    let [first, second, third] = [0, 1, 2].map(|place| id(&found[place]));
    let (store, origin) = (&app.app.store, app.origin());
    for (narrative, decision) in [
        (&first, Decision::Rename("Our own name".to_owned())),
        (&second, Decision::Mute),
        (&third, Decision::MergeInto(first.clone())),
    ] {
        assert_eq!(decide(store, &origin, narrative, &decision).await.expect("asked"), Verdict::Kept);
    }
    let unknown = decide(store, &origin, "unknown", &Decision::Pin).await.expect("asked");
    assert_eq!(unknown, Verdict::Unknown);
    let same = Decision::Rename("our own name".to_owned());
    let taken = decide(store, &origin, &second, &same).await.expect("asked");
    assert_eq!(taken, Verdict::NameTaken(first.clone()), "no two have one name, and no line tells of it");
    grow(&app).await;
    let after = list(&app).await;
    let renamed = after.iter().find(|narrative| id(narrative) == first).expect("it is still there");
    assert_eq!(renamed["name"], "Our own name");
    assert!(after.iter().all(|narrative| id(narrative) != second && id(narrative) != third));
    let merged = app.get(&format!("/narratives/{third}?{}", range(&app))).await.json();
    assert_eq!(merged["id"], first.as_str(), "the old id leads to the other");
    assert!(merged["article_count"].as_i64() > found[0]["article_count"].as_i64());
    assert_eq!(grow(&app).await, 0, "and stays so");
    assert_eq!(list(&app).await, after);
    let lines = store.audit_log.list_all(Page { before: None, limit: 10 }).await.expect("the log");
    assert_eq!(lines.iter().filter(|line| line.action == Action::NarrativeDecided).count(), 3);
}

#[tokio::test]
async fn questions_side_by_side_agree_with_the_feed() {
    let app = covered(600).await;
    let range = range(&app);
    let compared = app.get(&format!("/compare?q=bitcoin&q=ethereum&{range}")).await.json();
    for query in compared["queries"].as_array().expect("queries") {
        let listed = app.get(query["query"].as_str().expect("a query")).await.json();
        assert_eq!(listed["pagination"]["total"], query["count"]);
    }
    assert_eq!(app.get("/compare?q=bitcoin").await.status, 400);
    let last = app.app.figures.ask(|cube| cube.span()).expect("days").last();
    let momentum = app.get(&format!("/momentum?q=bitcoin&endDate={last}")).await.json();
    let listed = app.get(momentum["query"].as_str().expect("a query")).await.json();
    assert_eq!(listed["pagination"]["total"], momentum["count"]);
    let company = app.app.figures.ask(|cube| cube.company_names().next().map(|(name, _)| name.to_owned()));
    let company = company.expect("a company").replace(' ', "%20");
    for path in [format!("/companies/{company}?{range}"), format!("/assets/btc?{range}")] {
        let named = app.get(&path).await.json();
        let listed =
            app.get(named["query"].as_str().unwrap_or_else(|| panic!("{path}: {named}"))).await.json();
        assert_eq!(listed["pagination"]["total"], named["article_count"], "{path}");
    }
    assert_eq!(app.get("/companies/nobody").await.status, 404);
}

/// Counts that are in the store but not taken up yet: stories told now would be grouped as far as this machine had come.
#[tokio::test]
async fn narratives_wait_until_counts_are_taken_up() {
    let app = covered(600).await;
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    let all: Vec<domain::Item> = demo::world_until(now, demo::SEED).items().collect();
    app.insert(all[all.len() - 900..all.len() - 600].to_vec()).await;
    pipeline::stories::catch_up(&app.app.store, &app.app.clock).await.expect("stories");
    pipeline::rollup::recount(&app.app.store, |_| {}).await.expect("counted days");
    let mut follower = NarrativeFollower::new(app.app.store.clone(), Arc::clone(&app.app.figures));
    let step = follower.step(&StepContext::default()).await.expect("a step");
    assert_eq!(step.done, 0, "half of the days are as they were");
    pipeline::rollup::load(&app.app.store, &app.app.figures).await.expect("figures");
    assert!(follower.step(&StepContext::default()).await.expect("a step").done > 0);
}

#[tokio::test]
async fn themes_of_a_company_are_those_whose_articles_name_it() {
    let app = covered(1_500).await;
    grow(&app).await;
    let mut seen = 0;
    let listed = list(&app).await;
    for company in listed.iter().filter_map(|narrative| narrative["companies"][0].as_str()) {
        let path = format!("/companies/{}?{}", company.replace(' ', "%20"), range(&app));
        let mut shares = Vec::new();
        let themes = app.get(&path).await.json()["narratives"].as_array().expect("themes").clone();
        // As the list of narratives tells of them.
        for theme in &themes {
            let same = listed.iter().find(|one| id(one) == id(theme)).expect("it is in the list");
            for member in ["name", "stage", "article_count", "share", "query"] {
                assert_eq!(theme[member], same[member], "{member}");
            }
        }
        for theme in &themes {
            let all = format!("/feed?{}&narrative={}", range(&app), id(theme));
            let named = format!("{all}&company={}", company.replace(' ', "%20"));
            let total = async |path: String| {
                app.get(&path).await.json()["pagination"]["total"].as_f64().expect("a total")
            };
            let (all, named) = (total(all).await, total(named).await);
            assert!(named >= 3.0 && named / all >= 0.1, "{company}: {named} of {all}");
            shares.push(named / all);
            seen += 1;
        }
        assert!(shares.is_sorted_by(|a, b| a >= b), "{company}: {shares:?}");
    }
    assert!(seen > 0);
    // Also where others are named more often in a theme.
    let mut unlisted = 0;
    for company in demo::COMPANIES.iter().map(|company| company.name) {
        let encoded = company.replace(' ', "%20");
        let reply = app.get(&format!("/companies/{encoded}?{}", range(&app))).await;
        let themes = reply.json()["narratives"].as_array().cloned().unwrap_or_default();
        let names = |theme: &Value| {
            let same = listed.iter().find(|one| id(one) == id(theme)).expect("it is in the list");
            same["companies"].as_array().expect("names").iter().any(|name| name == company)
        };
        unlisted += themes.iter().filter(|theme| !names(theme)).count();
    }
    assert!(unlisted > 0, "themes that do not list the company among their names");
}
