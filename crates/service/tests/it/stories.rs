//! Stories grow as documents arrive, survive a restart, and are grown again where their memory is lost.

use std::collections::{HashMap, HashSet};

use domain::DocumentId;
use service::pipeline::stories::Teller;

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

#[tokio::test]
async fn a_story_goes_on_after_a_restart() {
    let app = TestApp::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    let store = &app.app.store;
    app.insert(wave(0)).await;
    let (mut teller, count) =
        Teller::open(store, folder.path()).await.expect("opened").catch_up(store).await.expect("told");
    assert_eq!(count, 8);
    teller.save();
    let before = told(&app).await;
    assert_eq!(before.values().collect::<HashSet<_>>().len(), 2, "two stories: {before:?}");

    app.insert(wave(100)).await;
    let (_, count) =
        Teller::open(store, folder.path()).await.expect("opened").catch_up(store).await.expect("told");
    assert_eq!(count, 8, "only what is new");
    let after = told(&app).await;
    assert_eq!(
        after.values().collect::<HashSet<_>>(),
        before.values().collect::<HashSet<_>>(),
        "the old stories went on"
    );

    // Without its memory, the same documents give the same stories.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let (_, count) =
        Teller::open(store, elsewhere.path()).await.expect("opened").catch_up(store).await.expect("told");
    assert_eq!(count, 16, "all of it again");
    assert_eq!(told(&app).await, after);
}
