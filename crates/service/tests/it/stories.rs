//! Stories grow as documents arrive; what they remember is in the store, and nothing else.

use std::collections::{HashMap, HashSet};

use domain::DocumentId;
use pipeline::names;
use pipeline::stories;
use store::documents::{Remembered, StoryChanges};

use crate::app::{TestApp, news};

pub async fn told(app: &TestApp) -> HashMap<DocumentId, String> {
    let documents = app.app.store.documents.for_stories(0, 10_000).await.expect("documents");
    documents
        .into_iter()
        .map(|document| (document.id, document.story_id.expect("every document has a story")))
        .collect()
}

pub fn wave(first: u32) -> Vec<domain::Item> {
    let outlets = ["Alpha", "Beta", "Gamma", "Delta"];
    let hack = "Attackers drained the Nordbridge exchange of 40 million dollars after a signing key leaked, the company said.";
    let miners =
        "Quarterly results of the Halden mining group show record hash rate and lower power costs in Texas.";
    (0..8)
        .map(|i| {
            let (title, text) = if i % 2 == 0 {
                ("Nordbridge exchange hacked for 40 million dollars", hack)
            } else {
                ("Halden mining group reports record hash rate", miners)
            };
            news(
                first + i,
                &format!("2026-01-0{}T0{}:00:00Z", 1 + first / 100, i),
                outlets[(i % 4) as usize],
                title,
                &format!("{text} Report {i}."),
            )
        })
        .collect()
}

pub async fn place(app: &TestApp) -> u64 {
    stories::catch_up(&app.app.store, &app.app.clock).await.expect("placed")
}

#[tokio::test]
async fn a_story_goes_on_after_a_restart() {
    let app = TestApp::new().await;
    app.insert(wave(0)).await;
    assert_eq!(place(&app).await, 8);
    let before = told(&app).await;
    assert_eq!(before.values().collect::<HashSet<_>>().len(), 2, "two stories: {before:?}");

    app.insert(wave(100)).await;
    assert_eq!(place(&app).await, 8, "only what is new");
    let after = told(&app).await;
    assert_eq!(
        after.values().collect::<HashSet<_>>(),
        before.values().collect::<HashSet<_>>(),
        "the old stories went on"
    );
    assert_eq!(place(&app).await, 0);
    assert_eq!(told(&app).await, after);
}

/// Two stories that turn out to be one: trends, counts and the feed know it, and the old id still works.
#[tokio::test]
async fn a_joined_story_is_found_by_either_id() {
    let app = TestApp::new().await;
    app.take_in(wave(0)).await;
    let stories: HashSet<String> = told(&app).await.into_values().collect();
    let trends = async || {
        let trends = app.get(&format!("/trends?{DAYS}")).await.json();
        trends.as_array().expect("trends").len()
    };
    assert_eq!((stories.len(), trends().await), (2, 2));
    let mut stories: Vec<String> = stories.into_iter().collect();
    stories.sort();
    let documents = &app.app.store.documents;
    let memory = documents.story_memory().await.expect("a memory");
    let changes = StoryChanges {
        placed: &[],
        moved: &[],
        merged: &[(stories[0].clone(), stories[1].clone())],
        repeats: &[],
        from: memory.seq,
        to: memory.seq,
        revision: memory.revision,
        memory: &Remembered::Nothing,
        at: app.app.clock.now(),
    };
    documents.change_stories(&changes, None).await.expect("joined");
    app.count().await;
    assert_eq!(trends().await, 1, "the days are counted again");
    for story in &stories {
        let feed = app.get(&format!("/feed?{DAYS}&story={story}&limit=50")).await.json();
        assert_eq!(feed["data"].as_array().map(Vec::len), Some(8), "{story}: {feed}");
    }
}

const DAYS: &str = "startDate=2026-01-01&endDate=2026-01-03";

/// Names are a cache: an answer is the same whether they were made ready before or not.
#[tokio::test]
async fn names_that_were_made_ready_change_no_answer() {
    let (ready, unready) = (TestApp::new().await, TestApp::new().await);
    for app in [&ready, &unready] {
        app.take_in(wave(0)).await;
        app.take_in(wave(100)).await;
    }
    let named = names::refresh(&ready.app.store, &ready.app.figures).await.expect("named");
    assert_eq!(named, 2);
    assert_eq!(
        names::refresh(&ready.app.store, &ready.app.figures).await.expect("named"),
        0,
        "all have names"
    );
    for days in [DAYS, "startDate=2026-01-02&endDate=2026-01-02", "startDate=2026-01-01&endDate=2026-01-01"] {
        let address = format!("/trends?{days}");
        assert_eq!(ready.get(&address).await.json(), unready.get(&address).await.json(), "{days}");
    }
}

/// A story of thirty articles over ten days: three a day, and of them a sample.
fn long_story() -> Vec<domain::Item> {
    let outlets = ["Alpha", "Beta", "Gamma"];
    let hack = "Attackers drained the Nordbridge exchange of 40 million dollars after a signing key leaked, the company said.";
    let item = |n: u32| {
        let at = format!("2026-01-{:02}T0{}:00:00Z", 1 + n / 3, 1 + n % 3);
        let title = format!("Nordbridge exchange hacked for 40 million dollars, report {n}");
        news(n, &at, outlets[n as usize % 3], &title, &format!("{hack} Investigators saw trace {n} of it."))
    };
    (0..30).map(item).collect()
}

/// Whatever was asked before, and whether the range holds the sample, a part of it or nothing of it, the answer is the
/// same, and all that it shows lies in its days.
#[tokio::test]
async fn an_answer_does_not_depend_on_what_was_asked_before() {
    let ranges = [(1, 10), (2, 10), (1, 9), (4, 10), (1, 5), (3, 4), (5, 5), (6, 6), (10, 10), (9, 10)];
    let address =
        |(first, last): (u32, u32)| format!("/trends?startDate=2026-01-{first:02}&endDate=2026-01-{last:02}");
    let asked = TestApp::new().await;
    asked.take_in(long_story()).await;
    for range in ranges {
        asked.get(&address(range)).await;
    }
    for range in ranges {
        // Says that something changed, so that the answer is worked out again; the samples are still good.
        asked.app.figures.changed();
        let answer = asked.get(&address(range)).await.json();
        let fresh = TestApp::new().await;
        fresh.take_in(long_story()).await;
        assert_eq!(answer, fresh.get(&address(range)).await.json(), "{range:?}");
        let trends = answer.as_array().expect("trends");
        assert_eq!(trends.len(), 1, "{range:?}: {answer}");
        let shown = trends[0]["representative_articles"].as_array().expect("articles");
        assert_eq!(shown.len(), 3, "three families: {range:?}");
        let lies_in = |date: &str| {
            let day: u32 = date[8..10].parse().expect("a day");
            (range.0..=range.1).contains(&day)
        };
        for article in shown {
            assert!(lies_in(article["Date"].as_str().expect("a date")), "{range:?}: {article}");
        }
        for source in ["title_source", "description_source"] {
            let url = trends[0][source]["URL"].as_str().expect("an address");
            let n = long_story().iter().position(|item| item.url == url).expect("an article of the story");
            assert!(lies_in(&format!("2026-01-{:02}", 1 + n / 3)), "{range:?}: {url}");
        }
    }
}

#[tokio::test]
async fn what_a_trend_shows_lies_in_the_days() {
    let app = TestApp::new().await;
    app.take_in(wave(0)).await;
    app.take_in(wave(100)).await;
    for day in ["2026-01-01", "2026-01-02"] {
        // The whole story first, whose name may come from the other day.
        app.get(&format!("/trends?{DAYS}")).await;
        let trends = app.get(&format!("/trends?startDate={day}&endDate={day}")).await.json();
        let trends = trends.as_array().expect("trends");
        assert_eq!(trends.len(), 2);
        for trend in trends {
            let shown = trend["representative_articles"].as_array().expect("articles");
            assert!(!shown.is_empty());
            for article in shown {
                assert!(article["Date"].as_str().expect("a date").starts_with(day), "{article}");
            }
        }
    }
}

#[tokio::test]
async fn a_name_does_not_outlive_a_corrected_article() {
    let app = TestApp::new().await;
    app.take_in(wave(0)).await;
    names::refresh(&app.app.store, &app.app.figures).await.expect("named");
    let hacked = |trends: serde_json::Value| {
        let trends = trends.as_array().expect("trends").clone();
        let about = |trend: &&serde_json::Value| {
            trend["query"].is_string()
                && trend["title"].as_str().is_some_and(|title| title.contains("Nordbridge"))
        };
        trends.iter().find(about).expect("the hack")["title"].as_str().expect("a title").to_owned()
    };
    let address = format!("/trends?{DAYS}");
    assert_eq!(hacked(app.get(&address).await.json()), "Nordbridge exchange hacked for 40 million dollars");
    let mut corrected = wave(0);
    for item in &mut corrected {
        item.title = item.title.replace("40 million", "45 million");
    }
    app.take_in(corrected).await;
    assert_eq!(hacked(app.get(&address).await.json()), "Nordbridge exchange hacked for 45 million dollars");
}
