//! The index follows the store, can be thrown away, and is built again while the service answers.

use std::sync::Arc;
use std::time::Duration;

use pipeline::index;
use pipeline::index::IndexFollower;
use runtime::followers::{Entry, Supervisor};
use search::{Finder, Search};

use crate::app::{TestApp, minutes, news};

fn everything() -> Search<'static> {
    Search::between(domain::Day::MIN.start(), domain::Day::MAX.end())
}

#[tokio::test]
async fn a_stored_document_is_findable_within_a_second() {
    let app = TestApp::new().await;
    let (store, finder) = (app.app.store.clone(), Arc::clone(&app.app.finder));
    let poll = Duration::from_millis(app.app.config.index_poll_ms);
    let follower = Entry::of(move || IndexFollower {
        store: store.clone(),
        finder: Arc::clone(&finder),
        folder: "/nonexistent".into(),
        poll,
    });
    let supervisor = Supervisor::start(&app.app.store, &app.app.followers, vec![follower]);
    let digested =
        pipeline::digest::digest(vec![news(1, "2026-01-01", "A", "Fresh words", "x")], app.app.clock.now());
    app.app.store.documents.insert(digested.documents, None).await.expect("stored");
    let started = std::time::Instant::now();
    loop {
        if app.get("/feed?startDate=2026-01-01&endDate=2026-01-01&keyword=fresh").await.titles().len() == 1 {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "it never became findable");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    supervisor.stop().await;
}

#[tokio::test]
async fn a_deleted_index_is_made_again_and_a_rebuild_changes_nothing() {
    let app = TestApp::new().await;
    app.take_in(minutes("2026-01-01", 500)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let fresh = Arc::new(Finder::open(folder.path(), search::Settings::default()).expect("an index"));
    index::catch_up(&app.app.store, &fresh, |_| {}).await.expect("caught up");
    let before = app.app.finder.find(&everything()).expect("found");
    assert_eq!(fresh.find(&everything()).expect("found"), before);
    assert_eq!(before.total, 500);

    index::rebuild(&app.app.store, &fresh, |_| {}).await.expect("rebuilt");
    assert_eq!(fresh.find(&everything()).expect("found"), before);
    assert_eq!(fresh.indexed_seq(), app.app.store.documents.max_seq().await.expect("a number") as u64);
    // And it goes on from there.
    app.take_in(vec![news(9999, "2026-02-01", "A", "Later", "x")]).await;
    index::catch_up(&app.app.store, &fresh, |_| {}).await.expect("caught up");
    assert_eq!(fresh.find(&everything()).expect("found").total, 501);
}
