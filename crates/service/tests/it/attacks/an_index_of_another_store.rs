//! An index or memory of another store is noticed and made again.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use pipeline::identity::IdentityFollower;
use pipeline::index;
use pipeline::index::IndexFollower;
use pipeline::rollup;
use pipeline::rollup::CountFollower;
use pipeline::{digest, stories};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::{Entry, Supervisor};
use search::Finder;
use store::identity::Standing;
use store::{Settings, Store, testing};

use crate::app::{TestApp, minutes, news};

const POLL: Duration = Duration::from_millis(20);
const DAY: &str = "startDate=2026-01-01&endDate=2026-01-01";

fn followers(app: &TestApp) -> Vec<Entry> {
    let app = Arc::clone(&app.app);
    let (one, two, three, mark) = (Arc::clone(&app), Arc::clone(&app), app, Arc::default());
    vec![
        Entry::of(move || IdentityFollower {
            store: one.store.clone(),
            finder: Arc::clone(&one.finder),
            figures: Arc::clone(&one.figures),
            followers: Arc::clone(&one.followers),
            mark: Arc::clone(&mark),
        }),
        Entry::of(move || IndexFollower {
            store: two.store.clone(),
            finder: Arc::clone(&two.finder),
            folder: "/nonexistent".into(),
            poll: POLL,
        }),
        Entry::of(move || CountFollower {
            store: three.store.clone(),
            figures: Arc::clone(&three.figures),
            poll: POLL,
            counts: true,
        }),
    ]
}

async fn index_part(app: &TestApp) -> (u16, String) {
    let reply = app.get("/health/ready").await;
    let body = reply.json();
    let index = body["parts"].as_array().expect("parts").iter().find(|part| part["name"] == "index");
    let detail = index.expect("the part")["detail"].as_str().expect("words").to_owned();
    (reply.status.as_u16(), detail)
}

async fn total(app: &TestApp) -> serde_json::Value {
    app.get(&format!("/feed?{DAY}")).await.json()["pagination"]["total"].clone()
}

async fn until_total(app: &TestApp, wanted: i64) {
    let started = Stopwatch::now();
    while total(app).await != wanted {
        assert!(started.elapsed() < Duration::from_secs(20), "{} is not {wanted}", total(app).await);
        tokio::time::sleep(POLL).await;
    }
}

#[tokio::test]
async fn an_index_of_another_store_answers_nothing_until_it_is_rebuilt() {
    let (app, other) = (TestApp::new().await, TestApp::new().await);
    app.insert(minutes("2026-01-01", 10)).await;
    other.insert(minutes("2026-01-01", 15)).await;
    // The index of the other store, ahead of this one, under the same service.
    let strange = Arc::new(Finder::in_memory().expect("an index"));
    index::catch_up(&other.app.store, &strange, |_| {}).await.expect("indexed");
    let app = app.with_finder(strange);
    assert_eq!(index::standing(&app.app.store, &app.app.finder).await.expect("asked"), Standing::OtherStore);
    app.app.finder.set_trusted(false);
    let reply = app.get(&format!("/feed?{DAY}")).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (503, &"unavailable".into()));
    let (status, detail) = index_part(&app).await;
    assert!(status == 503 && detail.contains("rebuilding"), "{status} {detail}");

    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, followers(&app));
    until_total(&app, 10).await;
    let (status, detail) = index_part(&app).await;
    assert!(status == 200 && detail.contains("10 documents"), "{status} {detail}");
    supervisor.stop().await;
}

async fn take_in(store: &Store, items: Vec<Item>) {
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    store.documents.insert(digest::digest(items, now).documents, None).await.expect("stored");
}

fn finder(folder: &Path) -> Arc<Finder> {
    Arc::new(Finder::open(&folder.join("index"), search::Settings::default()).expect("an index"))
}

/// The folder's store is replaced by its backup while the index stays, and goes on past where the index was.
#[tokio::test]
async fn a_backup_under_an_index_that_is_ahead_is_noticed_however_far_it_has_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, backup) = (folder.path().join("store.db"), folder.path().join("backup.db"));
    let settings = Settings::sqlite(&file);
    let store = Store::open(&settings).await.expect("a store");
    take_in(&store, minutes("2026-01-01", 10)).await;
    stories::catch_up(&store, &Clock::System).await.expect("stories");
    store.close().await;
    std::fs::copy(&file, &backup).expect("a backup");

    let store = Store::open(&settings).await.expect("a store");
    take_in(&store, vec![news(90, "2026-01-01", "Lost", "This was lost", "It is in no backup.")]).await;
    stories::catch_up(&store, &Clock::System).await.expect("stories");
    index::catch_up(&store, &finder(folder.path()), |_| {}).await.expect("indexed");
    let placed = store.documents.for_stories(0, 100).await.expect("documents").len();
    assert_eq!(placed, 11);
    store.close().await;

    std::fs::copy(&backup, &file).expect("restored");
    let store = Store::open(&settings).await.expect("a store");
    let found = finder(folder.path());
    assert_eq!(index::standing(&store, &found).await.expect("asked"), Standing::Restored);
    let later =
        (100..120).map(|n| news(n, "2026-01-02", "Daily", &format!("Later {n}"), "It is another story."));
    take_in(&store, later.collect()).await;
    stories::catch_up(&store, &Clock::System).await.expect("stories go on from the backup");
    assert_eq!(index::standing(&store, &found).await.expect("asked"), Standing::Restored);
    index::catch_up(&store, &found, |_| {}).await.expect("indexed");
    let everything = search::Search::between(domain::Day::MIN.start(), domain::Day::MAX.end());
    assert_eq!(found.find(&everything).expect("found").total, 30, "nothing of what was lost");
    assert!(matches!(index::standing(&store, &found).await.expect("asked"), Standing::Same(_)));
}

/// A server that is put back under a running service: it notices, and answers from what is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_goes_backwards_under_a_running_service_is_noticed() {
    let Some(store) = testing::postgres().await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::on(Store::clone(&store), folder, Config { metering: false, ..Config::default() });
    app.insert(minutes("2026-01-01", 10)).await;
    let seq = app.app.store.documents.max_seq().await.expect("a change");
    app.insert(minutes("2026-01-01", 15)).await;
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, followers(&app));
    until_total(&app, 15).await;
    let articles = async || {
        let body = app.get(&format!("/sentiment-metrics?{DAY}")).await.json();
        body["total_articles"].as_i64()
    };
    let started = Stopwatch::now();
    while articles().await != Some(15) {
        assert!(started.elapsed() < Duration::from_secs(20), "never counted");
        tokio::time::sleep(POLL).await;
    }
    // What restoring a backup comes to, in one transaction.
    let sql = format!(
        "DELETE FROM documents WHERE seq > {seq};
         DELETE FROM rollups;
         INSERT INTO dirty_days (day, seq) SELECT DISTINCT day, {seq} FROM documents ON CONFLICT DO NOTHING;
         UPDATE counters SET value = {seq} WHERE name = 'documents';
         UPDATE counters SET value = 0 WHERE name = 'rollups';"
    );
    testing::execute(&store, &sql).await;
    let restored = Stopwatch::now();
    until_total(&app, 10).await;
    while articles().await != Some(10) {
        assert!(restored.elapsed() < Duration::from_secs(20), "{:?}", articles().await);
        tokio::time::sleep(POLL).await;
    }
    assert!(restored.elapsed() < Duration::from_secs(10), "{:?}", restored.elapsed());
    assert_eq!(index_part(&app).await.0, 200);
    supervisor.stop().await;
}

/// Counts that were read from a store that is no more are not taken in.
#[tokio::test]
async fn figures_of_before_do_not_come_back() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-01-01", 5)).await;
    let figures = &app.app.figures;
    let (days, before) = (figures.ask(|cube| cube.rollups(domain::Day::MAX)), figures.generation());
    assert_eq!(days.len(), 1);
    figures.forget();
    figures.take(days, before);
    assert_eq!(figures.ask(|cube| cube.length()), 0);
    assert!(!figures.loaded());
    rollup::load(&app.app.store, figures).await.expect("read");
    assert_eq!(figures.ask(|cube| cube.length()), 1);
}
