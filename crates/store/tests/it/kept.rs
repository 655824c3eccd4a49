//! What is kept of documents that were listed is what the store has, whoever changed it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{DocumentId, Item, Marks};
use store::documents::{ReadDocument, Reason, StoredDocument, StoryChanges};
use store::testing::{self, TestStore};
use store::{Store, on_every_engine};

use crate::sample::{at, document, item, marks, no_changes};

/// The same database by another process, which keeps nothing of what this one does.
async fn another(store: &TestStore) -> Store {
    Store::open(store.settings()).await.expect("the same store")
}

fn id(name: &str) -> DocumentId {
    document(item(name)).id
}

/// A version of a document.
async fn write(store: &Store, name: &str, content: &str) {
    let item = Item { content: content.to_owned(), ..item(name) };
    store.documents.insert(vec![(document(item), marks())], None).await.expect("stored");
}

async fn list(store: &Store, ids: &[DocumentId]) -> Vec<StoredDocument> {
    store.documents.list(ids).await.expect("an answer")
}

on_every_engine! {
    /// Each change by another process is in the next list, and the list is the same as one who has kept nothing gets.
    async fn a_change_by_another_process_is_seen_at_once(store) {
        let other = another(&store).await;
        for name in ["a", "b", "c"] {
            write(&store, name, "At first.").await;
        }
        let ids = ["a", "b", "c"].map(id);
        let step = async |what: &str| {
            let now = list(&store, &ids).await;
            assert_eq!(now, list(&another(&store).await, &ids).await, "{what}");
            assert_eq!(now, list(&store, &ids).await, "{what}, asked again");
            now
        };
        step("at first").await;

        write(&other, "a", "Corrected.").await;
        assert_eq!(step("an update").await[0].content, "Corrected.");

        let seq = other.documents.find(ids[1]).await.unwrap().expect("it is there").seq;
        let again = Marks { mentions: Vec::new(), version: "reader 2".to_owned(), ..marks() };
        let again = ReadDocument { id: ids[1], seq, marks: again, text: None };
        other.documents.replace_marks(vec![again], None).await.unwrap();
        assert_eq!(step("marks").await[1].named, []);

        let story = |now: &[StoredDocument]| now.iter().map(|one| one.story_id.clone()).collect::<Vec<_>>();
        let said = |names: [Option<&str>; 3]| names.map(|name| name.map(str::to_owned)).to_vec();
        let placed = [(ids[0], "one".to_owned()), (ids[1], "two".to_owned())];
        other.documents.change_stories(&StoryChanges { placed: &placed, ..no_changes() }, None).await.unwrap();
        assert_eq!(story(&step("placed in stories").await), said([Some("one"), Some("two"), None]));
        let moved = [(ids[0], "three".to_owned())];
        let changes = StoryChanges { moved: &moved, revision: 1, ..no_changes() };
        other.documents.change_stories(&changes, None).await.unwrap();
        assert_eq!(story(&step("moved").await), said([Some("three"), Some("two"), None]));
        let merged = [("two".to_owned(), "three".to_owned())];
        let changes = StoryChanges { merged: &merged, revision: 2, ..no_changes() };
        other.documents.change_stories(&changes, None).await.unwrap();
        assert_eq!(story(&step("merged").await), said([Some("three"), Some("three"), None]));

        let now = at("2026-03-03T00:00:00Z");
        other.documents.remove(&[ids[1]], Reason::Takedown, now).await.unwrap();
        assert_eq!(step("taken down").await.len(), 2);
        other.documents.delete(&[ids[0]]).await.unwrap();
        assert_eq!(step("deleted").await.len(), 1);
        write(&other, "a", "Here again.").await;
        assert_eq!(step("come in again").await[0].content, "Here again.");
    }

    /// Whoever asks after a change was acknowledged is told of it, while many ask at once and share what they ask.
    async fn nobody_is_told_what_was_before(store) {
        const CHANGES: usize = 40;
        write(&store, "a", "0").await;
        let placed = [(id("a"), "0".to_owned())];
        store.documents.change_stories(&StoryChanges { placed: &placed, ..no_changes() }, None).await.unwrap();
        let (texts, stories) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut readers = Vec::new();
        for _ in 0..16 {
            let (store, texts, stories) = (Store::clone(&store), Arc::clone(&texts), Arc::clone(&stories));
            readers.push(tokio::spawn(async move {
                let mut asked = 0;
                loop {
                    let before = (texts.load(Ordering::SeqCst), stories.load(Ordering::SeqCst));
                    let listed = list(&store, &[id("a")]).await;
                    let number = |text: &str| text.parse::<usize>().expect("a number");
                    let told = (number(&listed[0].content), number(listed[0].story_id.as_deref().expect("one")));
                    assert!(told.0 >= before.0 && told.1 >= before.1, "{told:?} after {before:?}");
                    asked += 1;
                    if before == (CHANGES, CHANGES) {
                        return asked;
                    }
                }
            }));
        }
        let other = another(&store).await;
        for number in 1..=CHANGES {
            // By turns through this process and the other.
            let by = if number % 2 == 0 { &other } else { &*store };
            write(by, "a", &number.to_string()).await;
            texts.store(number, Ordering::SeqCst);
            let moved = [(id("a"), number.to_string())];
            let changes = StoryChanges { moved: &moved, revision: number as i64, ..no_changes() };
            by.documents.change_stories(&changes, None).await.unwrap();
            stories.store(number, Ordering::SeqCst);
        }
        for reader in readers {
            assert!(reader.await.expect("never told what was before") > 0);
        }
    }
}

/// A server that lost its last changes gives their numbers out again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_kept_of_a_store_that_was_set_back() {
    let Some(store) = testing::postgres().await else { return };
    write(&store, "a", "At first.").await;
    testing::execute(&store, "CREATE TABLE before AS SELECT * FROM counters").await;
    write(&store, "b", "Lost.").await;
    let ids = ["a", "b"].map(id);
    assert_eq!(list(&store, &ids).await.len(), 2);
    let back = "UPDATE counters SET value = before.value FROM before WHERE before.name = counters.name;
                UPDATE texts SET content = 'Other words.'; DELETE FROM documents WHERE url LIKE '%/b?%'";
    testing::execute(&store, back).await;
    let now = list(&store, &ids).await;
    assert_eq!(now.iter().map(|one| one.content.as_str()).collect::<Vec<_>>(), ["Other words."]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_cannot_ask_is_told_so() {
    let store = testing::sqlite().await;
    write(&store, "a", "At first.").await;
    assert_eq!(list(&store, &[id("a")]).await.len(), 1);
    store.close().await;
    assert!(store.documents.list(&[id("a")]).await.is_err(), "what is kept is not told without the store");
}
