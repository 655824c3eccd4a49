//! Which story documents belong to, and what is remembered of it: written together, once, and all or nothing.

use domain::{DayRange, DocumentId, Instant, Item};
use store::documents::{Remembered, StoryChanges, StoryMemory};
use store::{Store, on_every_engine};

use crate::sample::{at, day, document, item, marks, no_changes};

fn id(name: &str) -> DocumentId {
    document(item(name)).id
}

async fn insert(store: &Store, names: &[&str]) {
    let batch = names.iter().map(|name| (document(item(name)), marks())).collect();
    store.documents.insert(batch, None).await.unwrap();
}

/// As the store has it, in the order of arrival.
async fn stories(store: &Store) -> Vec<(DocumentId, String)> {
    let placed = store.documents.in_stories(0, 100).await.unwrap();
    placed.into_iter().map(|one| (one.id, one.story_id.unwrap())).collect()
}

fn pairs(documents: &[(&str, &str)]) -> Vec<(DocumentId, String)> {
    documents.iter().map(|(name, story)| (id(name), (*story).to_owned())).collect()
}

/// Documents of the story with this id.
async fn of(store: &Store, story: &str) -> Vec<DocumentId> {
    let days = DayRange::inclusive(day("2026-01-01"), day("2026-12-31")).unwrap();
    let found = store.documents.of_story(story, days, 100).await.unwrap();
    let mut ids: Vec<DocumentId> = found.into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    let asked = [(story.to_owned(), days)];
    let items = store.documents.of_stories(&asked, 100).await.unwrap();
    assert_eq!(items[0].len(), ids.len(), "both ways of asking agree");
    ids
}

fn sorted(names: &[&str]) -> Vec<DocumentId> {
    let mut ids: Vec<DocumentId> = names.iter().map(|name| id(name)).collect();
    ids.sort_unstable();
    ids
}

async fn clean_days(store: &Store) {
    let dirty = store.documents.days_dirty(100).await.unwrap();
    store.documents.days_done(&dirty).await.unwrap();
}

on_every_engine! {
    async fn stories_and_their_memory_are_written_together_and_once(store) {
        insert(&store, &["a", "b"]).await;
        let [a, b] = ["a", "b"].map(id);
        assert_eq!(store.documents.story_memory().await.unwrap(), StoryMemory::default());
        let added = |byte| Remembered::Added(vec![byte; 3]);
        let first = pairs(&[("a", "one")]);
        let first = StoryChanges { placed: &first, to: 1, memory: &added(1), ..no_changes() };
        assert_eq!(store.documents.change_stories(&first, None).await.unwrap(), 1);
        let second = pairs(&[("a", "other"), ("b", "two")]);
        let late = StoryChanges { placed: &second, to: 2, revision: 1, memory: &added(9), ..no_changes() };
        assert!(store.documents.change_stories(&late, None).await.is_err(), "another moved the position");
        let late = StoryChanges { from: 1, revision: 0, ..late };
        assert!(store.documents.change_stories(&late, None).await.is_err(), "another wrote the memory");
        let memory = store.documents.story_memory().await.unwrap();
        assert_eq!(memory, StoryMemory { seq: 1, revision: 1, whole: vec![], added: vec![vec![1; 3]] });
        let second = StoryChanges { from: 1, revision: 1, memory: &added(2), ..late };
        assert_eq!(store.documents.change_stories(&second, None).await.unwrap(), 1, "a keeps its story");
        assert_eq!(stories(&store).await, [(a, "one".to_owned()), (b, "two".to_owned())]);
        assert_eq!(store.documents.story_memory().await.unwrap().added, [vec![1; 3], vec![2; 3]]);
        let placed = store.documents.in_stories(0, 10).await.unwrap();
        assert_eq!((placed[0].outlet.as_str(), !placed[0].entities.is_empty()), ("Example Daily", true));
        let from = store.documents.before_latest_in_stories(1).await.unwrap();
        assert_eq!(store.documents.in_stories(from, 10).await.unwrap(), placed[1..]);
        let whole = Remembered::Whole(vec![vec![7], vec![8; 2]]);
        let kept = StoryChanges { from: 2, to: 2, revision: 2, memory: &whole, ..no_changes() };
        store.documents.change_stories(&kept, None).await.unwrap();
        let memory = store.documents.story_memory().await.unwrap();
        assert_eq!(memory, StoryMemory { seq: 2, revision: 3, whole: vec![vec![7], vec![8; 2]], added: vec![] });
        assert_eq!(store.documents.story_revision().await.unwrap(), 3);
        let paused = store.leases.take("stories", "a", std::time::Duration::ZERO).await.unwrap().unwrap();
        store.leases.take("stories", "b", std::time::Duration::from_secs(9)).await.unwrap().unwrap();
        let late = StoryChanges { from: 2, to: 3, revision: 3, ..no_changes() };
        let late = store.documents.change_stories(&late, Some(&paused)).await;
        assert!(matches!(late, Err(store::Error::LeaseLost { .. })), "{late:?}");
    }

    async fn the_day_of_a_story_that_is_told_again_is_counted_again(store) {
        let on = |name: &str, date: &str| (document(Item { published_at: Some(at(date)), ..item(name) }), marks());
        let days = ["2026-02-26", "2026-02-27", "2026-02-28"];
        let batch = ["a", "b", "c"].iter().zip(days).map(|(name, day)| on(name, &format!("{day}T10:00:00Z")));
        store.documents.insert(batch.collect(), None).await.unwrap();
        let dirty = async || -> Vec<String> {
            let dirty = store.documents.days_dirty(10).await.unwrap();
            store.documents.days_done(&dirty).await.unwrap();
            dirty.iter().map(|dirty| dirty.day.to_string()).collect()
        };
        let elsewhere = async |date: &str| store.documents.stories_told_elsewhere(day(date)).await.unwrap();
        dirty().await;
        for (revision, name) in ["a", "b", "c"].into_iter().enumerate() {
            let placed = [(on(name, &format!("{}T10:00:00Z", days[revision])).0.id, "one".to_owned())];
            let changes = StoryChanges { placed: &placed, revision: revision as i64, ..no_changes() };
            store.documents.change_stories(&changes, None).await.unwrap();
            // With its second document the day of the first is touched too, with its third it need not be.
            let expected = [&days[..1], &days[..2], &days[2..]][revision];
            assert_eq!(dirty().await, expected, "after {name}");
            assert_eq!(elsewhere(days[0]).await.len(), usize::from(revision > 0));
        }
        assert_eq!(elsewhere("2026-03-04").await, Vec::<String>::new());
        // A story is joined to one that had a single document.
        store.documents.insert(vec![on("d", "2026-02-20T10:00:00Z")], None).await.unwrap();
        let placed = [(on("d", "2026-02-20T10:00:00Z").0.id, "two".to_owned())];
        let changes = StoryChanges { placed: &placed, revision: 3, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        dirty().await;
        let merged = [("one".to_owned(), "two".to_owned())];
        let changes = StoryChanges { merged: &merged, revision: 4, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        assert_eq!(dirty().await, ["2026-02-20", days[0], days[1], days[2]]);
    }

    /// Of two that read the same memory one writes; the other's places are nowhere.
    async fn two_processes_cannot_place_or_review_twice(store) {
        insert(&store, &["a", "b"]).await;
        let other = Store::open(store.settings()).await.unwrap();
        let (one, two) = (pairs(&[("a", "one"), ("b", "one")]), pairs(&[("a", "two"), ("b", "three")]));
        let place = |placed| StoryChanges { placed, to: 2, ..no_changes() };
        let (first, second) = (place(&one), place(&two));
        let (first, second) = tokio::join!(
            store.documents.change_stories(&first, None),
            other.documents.change_stories(&second, None)
        );
        assert_eq!(u8::from(first.is_ok()) + u8::from(second.is_ok()), 1, "{first:?} {second:?}");
        assert_eq!(stories(&store).await, if first.is_ok() { one } else { two });
        // A review moves no position: it is the memory's number that only one of them has.
        let (one, two) = (pairs(&[("a", "x"), ("b", "x")]), pairs(&[("a", "y"), ("b", "y")]));
        let review = |moved| StoryChanges { moved, from: 2, to: 2, revision: 1, ..no_changes() };
        let (first, second) = (review(&one), review(&two));
        let (first, second) = tokio::join!(
            store.documents.change_stories(&first, None),
            other.documents.change_stories(&second, None)
        );
        assert_eq!(u8::from(first.is_ok()) + u8::from(second.is_ok()), 1, "{first:?} {second:?}");
        assert_eq!(stories(&store).await, if first.is_ok() { one } else { two });
        other.close().await;
    }

    async fn a_story_that_was_joined_leads_to_the_other(store) {
        insert(&store, &["a", "b", "c", "forgotten"]).await;
        let placed = pairs(&[("a", "one"), ("b", "two"), ("c", "three"), ("forgotten", "one")]);
        let changes = StoryChanges { placed: &placed, to: 4, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        clean_days(&store).await;
        // Only what is remembered is moved by name; the rest of the story goes along.
        let (moved, merged) = (pairs(&[("a", "two")]), [("one".to_owned(), "two".to_owned())]);
        let review = StoryChanges { moved: &moved, merged: &merged, from: 4, to: 4, revision: 1, ..no_changes() };
        store.documents.change_stories(&review, None).await.unwrap();
        assert_eq!(of(&store, "two").await, sorted(&["a", "b", "forgotten"]));
        assert_eq!(of(&store, "one").await, sorted(&["a", "b", "forgotten"]), "the old id leads there");
        assert_eq!(store.documents.days_dirty(10).await.unwrap().len(), 1, "the day is counted again");
        // And once more: both old ids lead to the last one.
        let moved = pairs(&[("a", "three"), ("b", "three")]);
        let merged = [("two".to_owned(), "three".to_owned())];
        let review = StoryChanges { moved: &moved, merged: &merged, revision: 2, ..review };
        store.documents.change_stories(&review, None).await.unwrap();
        for story in ["one", "two", "three"] {
            assert_eq!(of(&store, story).await, sorted(&["a", "b", "c", "forgotten"]), "{story}");
        }
        // A story that is parted again under an old id is that story.
        let moved = pairs(&[("a", "one")]);
        let review = StoryChanges { moved: &moved, merged: &[], revision: 3, ..review };
        store.documents.change_stories(&review, None).await.unwrap();
        assert_eq!(of(&store, "one").await, sorted(&["a"]));
        assert_eq!(of(&store, "two").await, sorted(&["b", "c", "forgotten"]));
        // And back: nothing leads in a circle.
        let (moved, merged) = (pairs(&[("b", "one"), ("c", "one")]), [("three".to_owned(), "one".to_owned())]);
        let review = StoryChanges { moved: &moved, merged: &merged, revision: 4, ..review };
        store.documents.change_stories(&review, None).await.unwrap();
        for story in ["one", "two", "three"] {
            assert_eq!(of(&store, story).await, sorted(&["a", "b", "c", "forgotten"]), "{story}");
        }
    }

    /// What was published before a move can be computed again.
    async fn where_a_document_was_is_known_once_its_day_is_over(store) {
        let late = Item { published_at: Some(at("2026-03-02T10:00:00Z")), ..item("next day") };
        let late = Item { url: "https://example.com/next".into(), ..late };
        let late = domain::Document::new(late, at("2026-03-09T00:00:00Z")).unwrap();
        insert(&store, &["a", "b"]).await;
        store.documents.insert(vec![(late.clone(), marks())], None).await.unwrap();
        let placed = pairs(&[("a", "one"), ("b", "one")]);
        let changes = StoryChanges { placed: &placed, to: 3, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        let first = day("2026-03-01");
        let mut revision = 1;
        for (when, to) in [("2026-03-01T13:00:00Z", "two"), ("2026-03-02T01:00:00Z", "three"), ("2026-03-04T01:00:00Z", "four")] {
            let moved = pairs(&[("a", to)]);
            let review = StoryChanges { moved: &moved, from: 3, to: 3, revision, at: at(when), ..no_changes() };
            store.documents.change_stories(&review, None).await.unwrap();
            revision += 1;
        }
        let merged = [("one".to_owned(), "four".to_owned())];
        let review = StoryChanges { merged: &merged, from: 3, to: 3, revision, at: at("2026-03-05T01:00:00Z"), ..no_changes() };
        store.documents.change_stories(&review, None).await.unwrap();
        let before = |when: &str| { let when = at(when); let store = &store; async move { store.documents.stories_before(first, when).await.unwrap() } };
        let mut then = pairs(&[("a", "two"), ("b", "one")]);
        then.sort();
        assert_eq!(before("2026-03-02T00:30:00Z").await, then);
        let mut then = pairs(&[("a", "three"), ("b", "one")]);
        then.sort();
        assert_eq!(before("2026-03-02T01:00:00Z").await, then);
        assert_eq!(before("2026-03-04T02:00:00Z").await, pairs(&[("b", "one")]));
        assert_eq!(before("2026-03-05T01:00:00Z").await, []);
        assert_eq!(store.documents.stories_before(day("2026-03-02"), Instant::from_ms(0)).await.unwrap(), []);
        // What is deleted leaves nothing behind.
        store.documents.delete(&[id("a"), id("b")]).await.unwrap();
        assert_eq!(before("2026-03-02T00:30:00Z").await, []);
    }
}
