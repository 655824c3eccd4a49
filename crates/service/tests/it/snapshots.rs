//! A new node begins with a copy of the index, if it is of its store, and follows from there.

use std::sync::Arc;

use pipeline::objects::Objects;
use pipeline::{index, snapshots};
use search::{Finder, Settings};

use crate::app::{TestApp, minutes, news};

async fn on_disk(app: TestApp, folder: &std::path::Path) -> TestApp {
    let finder = Finder::open(folder, Settings::default()).expect("an index");
    app.with_finder(Arc::new(finder))
}

#[tokio::test]
async fn a_new_node_begins_with_a_copy_of_the_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let (copies, scratch) = (folder.path().join("copies"), folder.path().join("scratch"));
    let place = Objects::Folder(copies.clone());
    let app = on_disk(TestApp::new().await, &first).await;
    assert_eq!(snapshots::seed(&place, &second).await.expect("no folder is no error"), None);
    app.take_in(minutes("2026-03-01", 30)).await;
    let now = app.app.clock.now();
    let write = async |at| snapshots::write(&app.app.finder, &place, &scratch, at).await.expect("written");
    assert!(write(now).await);
    assert!(!write(now.plus_ms(1)).await, "nothing is new");
    let later = |n| news(n, "2026-03-02T08:00:00Z", "Weekly", &format!("Later {n}"), "Ether moved a little.");
    app.take_in((0..5).map(later).collect()).await;

    let newest = snapshots::seed(&place, &second).await.expect("seeded").expect("there is one");
    assert!(newest.starts_with(&format!("{:015}-", now.ms())), "{newest}");
    assert_eq!(snapshots::seed(&place, &second).await.expect("looked"), None, "what is there is kept");
    let finder = Arc::new(Finder::open(&second, Settings::default()).expect("an index"));
    assert_eq!(finder.document_count(), 30);
    let taken = index::catch_up(&app.app.store, &finder, |_| {}).await.expect("caught up");
    assert!(taken < 30, "{taken}: it went on from where the copy ends");
    assert_eq!((finder.document_count(), finder.indexed_seq()), (35, app.app.finder.indexed_seq()));

    // Of another store it is of no use, and is made anew.
    let third = folder.path().join("third");
    snapshots::seed(&place, &third).await.expect("seeded");
    let other = on_disk(TestApp::new().await, &third).await;
    other.take_in(minutes("2026-03-05", 3)).await;
    assert_eq!(other.app.finder.document_count(), 3);

    for later in 1..4 {
        app.take_in(minutes(&format!("2026-03-1{later}"), 2)).await;
        assert!(write(now.plus_ms(later * 1000)).await);
    }
    let names = async |within: &str| -> Vec<String> {
        place.list(within).await.expect("a list").into_iter().map(|one| one.name).collect()
    };
    assert_eq!(names("").await.len(), 4, "two copies of two files each: old ones are let go of");
    // Nothing is left that no copy names, and the newest opens.
    let mut named: Vec<String> = Vec::new();
    for list in names("").await.iter().filter(|name| name.ends_with(".files")) {
        let text = std::fs::read_to_string(copies.join(list)).expect("a list");
        named.extend(serde_json::from_str::<Vec<String>>(&text).expect("JSON"));
    }
    assert!(names("segments").await.iter().all(|name| named.contains(name)));
    let fourth = folder.path().join("fourth");
    snapshots::seed(&place, &fourth).await.expect("seeded").expect("there is one");
    let copied = Finder::open(&fourth, Settings::default()).expect("an index").document_count();
    assert_eq!(copied, app.app.finder.document_count());

    // A copy that is not whole is left alone, and nothing stays behind.
    std::fs::remove_dir_all(copies.join("segments")).expect("removed");
    let fifth = folder.path().join("fifth");
    assert!(snapshots::seed(&place, &fifth).await.is_err());
    assert_eq!(Finder::open(&fifth, Settings::default()).expect("an index").document_count(), 0);
}
