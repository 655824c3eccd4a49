//! Narratives and what is remembered of them: written together, once, and what a person decided stays.

use domain::*;
use store::documents::StoryChanges;
use store::narratives::{Decision, NarrativeChanges, NarrativeRow, RememberedStory, StoryMembership};
use store::{Error, Store, on_every_engine};

use crate::sample::{at, day, document, item, marks, no_changes};

fn id(name: &str) -> DocumentId {
    document(item(name)).id
}

fn row(id: &str) -> NarrativeRow {
    let names = "[]".to_owned();
    NarrativeRow {
        id: id.to_owned(),
        name: format!("name of {id}"),
        names: "{}".to_owned(),
        named_stories: 2,
        companies: names.clone(),
        assets: names,
        ..NarrativeRow::default()
    }
}

fn membership(story: &str, narrative: Option<&str>, second: Option<&str>) -> StoryMembership {
    StoryMembership {
        story: story.to_owned(),
        narrative: narrative.map(str::to_owned),
        second: second.map(str::to_owned),
    }
}

fn told(story: &str, narrative: &str, second: Option<&str>) -> RememberedStory {
    RememberedStory {
        membership: membership(story, Some(narrative), second),
        counted: 7,
        first_at: at("2026-03-01T10:00:00Z"),
        last_at: at("2026-03-02T10:00:00Z"),
        terms: vec![1, 2, 3],
        notes: "{}".to_owned(),
    }
}

fn nothing(revision: i64) -> NarrativeChanges<'static> {
    NarrativeChanges {
        revision,
        new_stories: 0,
        told: &[],
        moved: &[],
        forgotten: &[],
        removed: &[],
        narratives: &[],
        gone: &[],
        decided: 0,
    }
}

/// Two narratives: stories a and b in the first, b also in the second, c in the second.
async fn begin(store: &Store) {
    let stories = [told("a", "one", None), told("b", "one", Some("two")), told("c", "two", None)];
    let narratives = [(row("one"), vec![9]), (row("two"), Vec::new())];
    let changes = NarrativeChanges { new_stories: 3, told: &stories, narratives: &narratives, ..nothing(0) };
    store.narratives.change(&changes, None).await.unwrap();
}

async fn memberships(store: &Store, since: i64) -> Vec<StoryMembership> {
    let found = store.narratives.memberships_since(since, 100).await.unwrap();
    found.into_iter().map(|(membership, _)| membership).collect()
}

on_every_engine! {
    async fn what_is_remembered_comes_back(store) {
        begin(&store).await;
        let memory = store.narratives.memory().await.unwrap();
        assert_eq!((memory.revision, memory.new_stories), (1, 3));
        assert_eq!(memory.narratives, [(row("one"), vec![9]), (row("two"), Vec::new())]);
        assert_eq!(memory.stories, [told("a", "one", None), told("b", "one", Some("two")), told("c", "two", None)]);
        let forgotten = ["a".to_owned()];
        let removed = ["c".to_owned()];
        let changes = NarrativeChanges { forgotten: &forgotten, removed: &removed, ..nothing(1) };
        store.narratives.change(&changes, None).await.unwrap();
        let memory = store.narratives.memory().await.unwrap();
        assert_eq!(memory.stories, [told("b", "one", Some("two"))]);
        assert_eq!(memory.forgotten, [("a".to_owned(), 7), ("c".to_owned(), 0)]);
        assert_eq!(memberships(&store, 1).await, [membership("c", None, None)], "a stays where it was");
    }

    async fn who_changed_first_wins(store) {
        begin(&store).await;
        let late = store.narratives.change(&nothing(0), None).await;
        assert!(matches!(late, Err(Error::Contended { .. })), "{late:?}");
        assert_eq!(store.narratives.revision().await.unwrap(), 1);
    }

    async fn a_narrative_that_is_no_more_leads_to_its_heir(store) {
        begin(&store).await;
        let gone = [("one".to_owned(), Some("two".to_owned()))];
        store.narratives.change(&NarrativeChanges { gone: &gone, ..nothing(1) }, None).await.unwrap();
        let now = memberships(&store, 1).await;
        assert_eq!(now, [membership("a", Some("two"), None), membership("b", Some("two"), None)]);
        assert_eq!(store.narratives.find("one").await.unwrap().unwrap().id, "two");
        let gone = [("two".to_owned(), Some("three".to_owned()))];
        let narratives = [(row("three"), Vec::new())];
        let changes = NarrativeChanges { gone: &gone, narratives: &narratives, ..nothing(2) };
        store.narratives.change(&changes, None).await.unwrap();
        for old in ["one", "two", "three"] {
            assert_eq!(store.narratives.find(old).await.unwrap().unwrap().id, "three", "{old}");
        }
        let gone = [("three".to_owned(), None)];
        store.narratives.change(&NarrativeChanges { gone: &gone, ..nothing(3) }, None).await.unwrap();
        assert_eq!(store.narratives.find("one").await.unwrap(), None);
        assert!(store.narratives.list().await.unwrap().is_empty());
    }

    async fn what_a_person_decided_is_kept(store) {
        begin(&store).await;
        let rename = Decision::Rename("Ours".to_owned());
        assert!(store.narratives.decide("one", &rename).await.unwrap());
        assert!(store.narratives.decide("one", &Decision::Mute).await.unwrap());
        assert!(store.narratives.decide("two", &Decision::MergeInto("one".to_owned())).await.unwrap());
        let split = Decision::Split(vec!["a".to_owned(), "b".to_owned()]);
        assert!(store.narratives.decide("one", &split).await.unwrap());
        assert!(!store.narratives.decide("none", &Decision::Pin).await.unwrap());
        let waiting = store.narratives.waiting_decisions().await.unwrap();
        let decisions: Vec<&Decision> = waiting.iter().map(|one| &one.decision).collect();
        assert_eq!(decisions, [&rename, &Decision::Mute, &Decision::MergeInto("one".to_owned()), &split]);
        let revision = store.narratives.revision().await.unwrap();
        // A review names it anew; the person's name and the mute stay.
        let again = [(NarrativeRow { name: "other".to_owned(), pinned: true, ..row("one") }, Vec::new())];
        let changes = NarrativeChanges { narratives: &again, decided: waiting[1].number, ..nothing(revision) };
        store.narratives.change(&changes, None).await.unwrap();
        let one = store.narratives.find("one").await.unwrap().unwrap();
        assert_eq!((one.name.as_str(), one.given_name.as_deref()), ("other", Some("Ours")));
        assert!(one.muted && one.pinned);
        assert_eq!(store.narratives.waiting_decisions().await.unwrap().len(), 2);
    }

    async fn a_narrative_is_found_by_what_it_is_called(store) {
        begin(&store).await;
        let called = async |name: &str, but: &str| {
            store.narratives.other_called(name, but).await.unwrap().map(|row| row.id)
        };
        assert_eq!(called("name of two", "one").await.as_deref(), Some("two"));
        assert_eq!(called("Name Of Two", "one").await.as_deref(), Some("two"), "in any case");
        assert_eq!(called("name of two", "two").await, None, "nobody's name stands in its own way");
        assert!(store.narratives.decide("two", &Decision::Rename("Ours".to_owned())).await.unwrap());
        assert_eq!(called("ours", "one").await.as_deref(), Some("two"), "what a person calls it");
        assert_eq!(called("name of two", "one").await, None, "it is called so no longer");
    }

    async fn documents_are_those_of_its_stories(store) {
        let names = ["p", "q", "r", "s"];
        let batch = names.iter().map(|name| (document(item(name)), marks())).collect();
        store.documents.insert(batch, None).await.unwrap();
        let placed: Vec<(DocumentId, String)> =
            names.iter().zip(["a", "a", "b", "c"]).map(|(name, story)| (id(name), story.to_owned())).collect();
        let changes = StoryChanges { placed: &placed, to: 4, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        begin(&store).await;
        let days = DayRange::inclusive(day("2026-03-01"), day("2026-03-02")).unwrap();
        let listed = async |narrative: &str| {
            let found = store.narratives.documents(narrative, days, 10).await.unwrap();
            let mut ids: Vec<DocumentId> = found.into_iter().map(|(id, _)| id).collect();
            ids.sort_unstable();
            ids
        };
        let sorted = |names: &[&str]| {
            let mut ids: Vec<DocumentId> = names.iter().map(|name| id(name)).collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(listed("one").await, sorted(&["p", "q", "r"]));
        assert_eq!(listed("two").await, sorted(&["r", "s"]), "a story that is in two counts in both");
        let carriers = store.narratives.carriers("one", days, 5).await.unwrap();
        assert_eq!((carriers.len(), carriers[0].articles, carriers[0].outlet.as_str()), (1, 3, "Example Daily"));
        assert!((carriers[0].tone - 1.8).abs() < 1e-6);
        let countries = store.narratives.countries("one", days).await.unwrap();
        assert!(countries.iter().all(|country| country.families == 1 && !country.country.is_empty()));
        let of_outlet = store.narratives.of_outlet("Example Daily", days, 5).await.unwrap();
        assert_eq!(of_outlet, [("one".to_owned(), 3), ("two".to_owned(), 2)]);
        for (narrative, count) in of_outlet {
            let carriers = store.narratives.carriers(&narrative, days, 5).await.unwrap();
            assert_eq!(carriers[0].articles, count, "{narrative}: the outlet says what the narrative says");
        }
        assert!(store.narratives.of_outlet("Nobody", days, 5).await.unwrap().is_empty());
        assert!(store.narratives.voices("one", days, 5).await.unwrap().is_empty());
        assert_eq!(store.narratives.first_documents("two", days, 9).await.unwrap().len(), 2);
        let told = store.narratives.told(&["a".to_owned(), "none".to_owned()], 12, 4).await.unwrap();
        assert_eq!((told[0].len(), told[1].len()), (2, 0));
        assert_eq!((told[0][0].lead.as_str(), told[0][0].categories.len()), ("Acme", 2));
        assert!(told[0][0].named.iter().any(|(kind, name)| *kind == MentionKind::Company && name == "Acme"));
    }
}
