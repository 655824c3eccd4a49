//! Stories grow as documents arrive; what they remember is in the store, and nothing else.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use analysis::stories::{Clusterer, ItemTerms, Settings, StoryItem};
use domain::DocumentId;
use pipeline::names;
use pipeline::stories;
use pipeline::stories::StoryFollower;
use runtime::followers::StepContext;
use store::documents::{Remembered, Told};

use crate::app::{TestApp, news};

async fn told(app: &TestApp) -> HashMap<DocumentId, String> {
    let documents = app.app.store.documents.for_stories(0, 10_000).await.expect("documents");
    documents
        .into_iter()
        .map(|document| (document.id, document.story_id.expect("every document has a story")))
        .collect()
}

fn wave(first: u32) -> Vec<domain::Item> {
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

async fn place(app: &TestApp, folder: &Path) -> u64 {
    stories::catch_up(&app.app.store, folder).await.expect("placed")
}

/// Its own memory, and no other: the folder is of no importance.
#[tokio::test]
async fn a_story_goes_on_after_a_restart() {
    let app = TestApp::new().await;
    let (folder, elsewhere) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    app.insert(wave(0)).await;
    assert_eq!(place(&app, folder.path()).await, 8);
    let before = told(&app).await;
    assert_eq!(before.values().collect::<HashSet<_>>().len(), 2, "two stories: {before:?}");

    app.insert(wave(100)).await;
    assert_eq!(place(&app, elsewhere.path()).await, 8, "only what is new");
    let after = told(&app).await;
    assert_eq!(
        after.values().collect::<HashSet<_>>(),
        before.values().collect::<HashSet<_>>(),
        "the old stories went on"
    );
    assert_eq!(place(&app, folder.path()).await, 0);
    assert_eq!(told(&app).await, after);
}

/// A year's worth of coverage in three parts, by one who never stops and by one who forgets all but the store.
#[tokio::test]
async fn a_lost_folder_and_another_host_change_no_story() {
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    let items: Vec<_> = demo::world_until(now, demo::SEED).items().take(450).collect();
    let (steady, restarted) = (TestApp::new().await, TestApp::new().await);
    let mut follower = StoryFollower::new(
        steady.app.store.clone(),
        tempfile::tempdir().expect("a folder").path().to_owned(),
        Duration::ZERO,
    );
    for part in items.chunks(150) {
        steady.insert(part.to_vec()).await;
        follower.catch_up(&StepContext::default()).await.expect("placed");
        restarted.insert(part.to_vec()).await;
        place(&restarted, tempfile::tempdir().expect("a folder").path()).await;
    }
    let one = told(&steady).await;
    assert!(one.values().collect::<HashSet<_>>().len() < one.len(), "some items tell the same");
    assert_eq!(one, told(&restarted).await);
}

#[tokio::test]
async fn an_updated_document_keeps_its_story() {
    let app = TestApp::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    app.insert(wave(0)).await;
    place(&app, folder.path()).await;
    let before = told(&app).await;
    let mut changed = wave(0);
    for item in &mut changed {
        item.title = "Something else altogether, about the weather".into();
        item.content = "Rain is expected on Tuesday, and sun on the day after it.".into();
    }
    app.insert(changed).await;
    assert_eq!(place(&app, folder.path()).await, 0);
    assert_eq!(told(&app).await, before);
}

/// The store forgets what was remembered of stories, as if an earlier version had written it.
async fn forget(app: &TestApp) -> i64 {
    let documents = &app.app.store.documents;
    let seq = documents.stories_seq().await.expect("a position");
    let nothing = Remembered::Whole(Vec::new());
    let told = Told { places: &[], from: seq, to: seq, memory: &nothing };
    documents.tell_stories(&told, None).await.expect("forgotten");
    seq
}

#[tokio::test]
async fn a_store_without_a_memory_makes_one_from_its_documents() {
    let app = TestApp::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    app.insert(wave(0)).await;
    place(&app, folder.path()).await;
    let before = told(&app).await;
    forget(&app).await;
    app.insert(wave(100)).await;
    assert_eq!(place(&app, folder.path()).await, 8);
    let after = told(&app).await;
    assert!(before.iter().all(|(id, story)| after[id] == *story), "published stories stay");
    assert_eq!(after.values().collect::<HashSet<_>>(), before.values().collect::<HashSet<_>>());
}

#[tokio::test]
async fn the_file_of_an_earlier_version_is_taken_over_where_it_fits() {
    let (app, other) = (TestApp::new().await, TestApp::new().await);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stories.bin");
    for app in [&app, &other] {
        app.insert(wave(0)).await;
        place(app, folder.path()).await;
    }
    // As the earlier version wrote it: the position, then the clusterer.
    let memory = app.app.store.documents.story_memory().await.expect("a memory");
    let mut clusterer = Clusterer::new(Settings::default());
    for added in &memory.added {
        let mut rest = added.as_slice();
        while let Some((item, story, behind)) = ItemTerms::read(rest) {
            clusterer.remember(&item, story);
            rest = behind;
        }
    }
    let mut bytes = forget(&app).await.to_le_bytes().to_vec();
    bytes.extend(clusterer.to_bytes());
    std::fs::write(&file, &bytes).expect("written");
    assert_eq!(place(&app, folder.path()).await, 0);
    assert!(!file.exists(), "it was taken over");
    let whole = app.app.store.documents.story_memory().await.expect("a memory").whole.concat();
    assert_eq!(whole, clusterer.to_bytes());

    // A file that speaks of stories which this store does not know.
    let mut strange = Clusterer::new(Settings::default());
    let item = StoryItem {
        id: DocumentId::from_bytes([7; 16]),
        at: domain::Instant::from_ms(0),
        title: "Nobody knows this story",
        content: "",
        entities: &[],
        fingerprint: 0,
    };
    strange.place(&item);
    let mut bytes = 1i64.to_le_bytes().to_vec();
    bytes.extend(strange.to_bytes());
    std::fs::write(&file, &bytes).expect("written");
    forget(&other).await;
    place(&other, folder.path()).await;
    let whole = other.app.store.documents.story_memory().await.expect("a memory").whole.concat();
    assert_eq!(whole, clusterer.to_bytes(), "made from the documents");
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
