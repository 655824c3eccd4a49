//! Stories through the service: whatever the order of arrival, whichever process grows them, on whatever host.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use domain::DocumentId;
use pipeline::stories::StoryFollower;
use runtime::config::Config;
use runtime::followers::StepContext;
use store::documents::{Remembered, StoryChanges};
use store::{Settings, Store};

use crate::app::TestApp;
use crate::stories::{place, told, wave};

fn coverage(items: usize) -> Vec<domain::Item> {
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    demo::world_until(now, demo::SEED).items().take(items).collect()
}

/// Coverage in three parts, by one who never stops and by one who forgets all but the store. Both review after each part.
#[tokio::test]
async fn a_lost_folder_and_another_host_change_no_story() {
    let (steady, restarted) = (TestApp::new().await, TestApp::new().await);
    let mut follower = StoryFollower::new(steady.app.store.clone(), steady.app.clock.clone(), Duration::ZERO);
    for part in coverage(900).chunks(300) {
        steady.insert(part.to_vec()).await;
        follower.catch_up(&StepContext::default()).await.expect("placed");
        restarted.insert(part.to_vec()).await;
        place(&restarted).await;
    }
    let one = told(&steady).await;
    assert!(one.values().collect::<HashSet<_>>().len() < one.len(), "some items tell the same");
    assert_eq!(one, told(&restarted).await);
}

/// Stories grow beside whoever takes documents in, and are the same as after it.
#[tokio::test]
async fn stories_that_grow_beside_an_import_are_those_that_grow_after_it() {
    let items = coverage(1_200);
    let (beside, after) = (TestApp::new().await, TestApp::new().await);
    let store = &beside.app.store;
    let importing = async {
        for part in items.chunks(300) {
            beside.insert(part.to_vec()).await;
        }
        for _ in 0..600 {
            if store.documents.stories_seq().await? > 0 {
                return Ok("placed meanwhile");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok("nothing was placed meanwhile")
    };
    let (seen, placed) =
        pipeline::stories::beside(store, &beside.app.clock, importing).await.expect("placed");
    assert_eq!((seen, placed), ("placed meanwhile", 1_200));
    after.insert(items).await;
    place(&after).await;
    assert_eq!(told(&beside).await, told(&after).await);
    let failing = async { anyhow::bail!("the disk is full") };
    let failed: anyhow::Result<((), u64)> =
        pipeline::stories::beside(store, &beside.app.clock, failing).await;
    assert_eq!(failed.err().map(|error| error.to_string()).as_deref(), Some("the disk is full"));
}

/// A backup taken between two parts goes on as the store that it was taken from.
#[tokio::test]
async fn a_restored_backup_gives_the_same_ids() {
    let items = coverage(600);
    let (first, rest) = items.split_at(300);
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let files = folders.each_ref().map(|folder| folder.path().join("store.db"));
    let on = async |file: &std::path::Path| {
        let store = Store::open(&Settings::sqlite(file)).await.expect("a store");
        let folder = tempfile::tempdir().expect("a folder");
        TestApp::on(store, folder, Config { metering: false, ..Config::default() })
    };
    let app = on(&files[0]).await;
    app.insert(first.to_vec()).await;
    place(&app).await;
    app.app.store.close().await;
    std::fs::copy(&files[0], &files[1]).expect("a backup");
    let mut grown = Vec::new();
    for file in &files {
        let app = on(file).await;
        app.insert(rest.to_vec()).await;
        place(&app).await;
        grown.push(told(&app).await);
    }
    assert_eq!(grown[0], grown[1]);
}

fn id_of(item: &domain::Item) -> DocumentId {
    DocumentId::of_canonical_url(&domain::url::canonical_url(&item.url).expect("an address"))
}

/// How alike two ways to put the same documents into stories are.
fn b_cubed(one: &HashMap<DocumentId, String>, other: &HashMap<DocumentId, String>) -> f64 {
    let sizes = |told: &HashMap<DocumentId, String>| {
        let mut sizes: HashMap<String, f64> = HashMap::new();
        told.values().for_each(|story| *sizes.entry(story.clone()).or_default() += 1.0);
        sizes
    };
    let mut both: HashMap<(&str, &str), f64> = HashMap::new();
    for (document, story) in one {
        *both.entry((story, &other[document])).or_default() += 1.0;
    }
    let (ones, others, count) = (sizes(one), sizes(other), one.len() as f64);
    let precision = both.iter().map(|((_, story), n)| n * n / others[*story]).sum::<f64>() / count;
    let recall = both.iter().map(|((story, _), n)| n * n / ones[*story]).sum::<f64>() / count;
    2.0 * precision * recall / (precision + recall)
}

/// The same coverage in order and shuffled, taken in by parts as an import and a service do.
#[tokio::test]
async fn any_order_of_arrival_gives_nearly_the_same_stories() {
    let items = coverage(1_500);
    let mut shuffled = items.clone();
    let mut seed = 7u64;
    for place in (1..shuffled.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        shuffled.swap(place, (seed >> 33) as usize % (place + 1));
    }
    let mut grown = Vec::new();
    for order in [items, shuffled] {
        let app = TestApp::new().await;
        for part in order.chunks(300) {
            app.insert(part.to_vec()).await;
            place(&app).await;
        }
        grown.push(told(&app).await);
    }
    let alike = b_cubed(&grown[0], &grown[1]);
    assert!(alike >= 0.95, "{alike}");
}

/// Three documents with a date years ago, or not there at all: the stories of the others are the same.
#[tokio::test]
async fn a_stray_date_touches_only_its_document() {
    let mut items = coverage(600);
    let places = [50, 170, 333];
    let strays: HashSet<DocumentId> = places.iter().map(|place| id_of(&items[*place])).collect();
    let others: Vec<_> = items.iter().filter(|item| !strays.contains(&id_of(item))).cloned().collect();
    for place in places {
        items[place].published_at = domain::Instant::parse("2024-01-20T12:00:00Z").ok();
    }
    let mut grown = Vec::new();
    for items in [others, items] {
        let app = TestApp::new().await;
        app.insert(items).await;
        place(&app).await;
        let mut told = told(&app).await;
        told.retain(|document, _| !strays.contains(document));
        grown.push(told);
    }
    let alike = b_cubed(&grown[0], &grown[1]);
    assert!(alike >= 0.995, "{alike}");
}

#[tokio::test]
async fn an_updated_document_keeps_its_story() {
    let app = TestApp::new().await;
    app.insert(wave(0)).await;
    place(&app).await;
    let before = told(&app).await;
    let mut changed = wave(0);
    for item in &mut changed {
        item.title = "Something else altogether, about the weather".into();
        item.content = "Rain is expected on Tuesday, and sun on the day after it.".into();
    }
    app.insert(changed).await;
    assert_eq!(place(&app).await, 0);
    assert_eq!(told(&app).await, before);
}

/// A page that is written anew every day tells another story every day; the day before it was told keeps its own.
#[tokio::test]
async fn a_column_at_one_address_is_an_item_a_day() {
    let app = TestApp::new().await;
    app.insert(wave(0)).await;
    place(&app).await;
    let before = told(&app).await;
    let column = wave(0).swap_remove(0);
    let id = id_of(&column);
    let today = domain::Item {
        title: "Here is what happened in markets today".into(),
        content:
            "Wheat rose after a dry week in the south, and shipping rates fell for the third day in a row."
                .into(),
        published_at: domain::Instant::parse("2026-01-04T06:00:00Z").ok(),
        ..column
    };
    app.insert(vec![today]).await;
    place(&app).await;
    let mut after = told(&app).await;
    assert_ne!(after.remove(&id), before.get(&id).cloned(), "it left the story of the first day");
    assert!(after.iter().all(|(document, story)| before[document] == *story), "and no other did");
}

/// The store forgets what was remembered of stories, as if an earlier version had written it.
async fn forget(app: &TestApp) {
    let documents = &app.app.store.documents;
    let memory = documents.story_memory().await.expect("a memory");
    let changes = StoryChanges {
        placed: &[],
        moved: &[],
        merged: &[],
        repeats: &[],
        from: memory.seq,
        to: memory.seq,
        revision: memory.revision,
        memory: &Remembered::Whole(Vec::new()),
        at: app.app.clock.now(),
    };
    documents.change_stories(&changes, None).await.expect("forgotten");
}

#[tokio::test]
async fn a_store_without_a_memory_makes_one_from_its_documents() {
    let app = TestApp::new().await;
    app.insert(wave(0)).await;
    place(&app).await;
    let before = told(&app).await;
    forget(&app).await;
    app.insert(wave(100)).await;
    assert_eq!(place(&app).await, 8);
    let after = told(&app).await;
    assert!(before.iter().all(|(id, story)| after[id] == *story), "published stories stay");
    assert_eq!(after.values().collect::<HashSet<_>>(), before.values().collect::<HashSet<_>>());
}
