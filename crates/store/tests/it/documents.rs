use std::collections::HashSet;

use domain::{Document, DocumentId, Instant, Item, Kind, Marks, Sentiment};
use store::documents::{ReadDocument, StoryChanges};
use store::{Change, CursorMove, Inserted, NewSource, on_every_engine};

use crate::sample::{at, call, day, document, item, marks, no_changes, outlet};

fn inserted(new: usize, updated: usize, unchanged: usize) -> Inserted {
    Inserted { new, updated, unchanged }
}

fn read(slug: &str) -> (Document, Marks) {
    (document(item(slug)), marks())
}

fn edited(slug: &str, content: &str) -> (Document, Marks) {
    (document(Item { content: content.to_owned(), ..item(slug) }), marks())
}

on_every_engine! {
    async fn invented_documents_are_noticed(store) {
        store.documents.insert(vec![(document(Item { invented: false, ..item("real") }), marks())], None).await.unwrap();
        assert!(!store.documents.any_invented().await.unwrap());
        let invented = document(item("invented"));
        store.documents.insert(vec![(invented, marks())], None).await.unwrap();
        assert!(store.documents.any_invented().await.unwrap());
    }

    async fn what_goes_in_comes_out(store) {
        for document in [document(item("plain")), call()] {
            let batch = vec![(document.clone(), marks())];
            assert_eq!(store.documents.insert(batch, None).await.unwrap(), inserted(1, 0, 0));
            let found = store.documents.find(document.id).await.unwrap().expect("it was inserted");
            assert_eq!(found.document, document);
            assert_eq!(found.marks, marks());
            assert_eq!(found.story_id, None);
        }
        assert_eq!(store.documents.count().await.unwrap(), 2);
        let nobody = DocumentId::of_canonical_url("https://example.com/nobody");
        assert_eq!(store.documents.find(nobody).await.unwrap(), None);
    }

    async fn documents_that_share_names_are_found_with_their_beginnings(store) {
        let ids: Vec<DocumentId> = ["a", "b"].map(|slug| document(item(slug)).id).into();
        let documents = ["a", "b"].map(|slug| (document(item(slug)), marks()));
        store.documents.insert(documents.into(), None).await.unwrap();
        let found = store.documents.sharing_names(ids[1], 100, 10, 5).await.unwrap();
        assert_eq!(found.iter().map(|one| one.headline.id).collect::<Vec<_>>(), [ids[1], ids[0]]);
        assert!(found.iter().all(|one| one.lead.chars().count() == 5), "{found:?}");
    }

    async fn the_same_again_changes_nothing(store) {
        let batch = || vec![read("a"), read("b"), read("a")];
        assert_eq!(store.documents.insert(batch(), None).await.unwrap(), inserted(2, 0, 1));
        let seq = store.documents.max_seq().await.unwrap();
        assert_eq!(store.documents.insert(batch(), None).await.unwrap(), inserted(0, 0, 3));
        assert_eq!(store.documents.max_seq().await.unwrap(), seq);
        assert_eq!(store.documents.insert(Vec::new(), None).await.unwrap(), inserted(0, 0, 0));
    }

    async fn an_edit_replaces_and_keeps_the_first_fetch(store) {
        let undated = Item { published_at: None, ..item("a") };
        let first = Document::new(undated.clone(), at("2026-03-02T00:00:00Z")).unwrap();
        store.documents.insert(vec![(first.clone(), marks())], None).await.unwrap();
        let done: Vec<_> = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(done.iter().map(|dirty| dirty.day).collect::<Vec<_>>(), [day("2026-03-02")]);
        store.documents.days_done(&done).await.unwrap();

        let later = Item { content: "Edited.".to_owned(), outlet: outlet("Moved"), ..undated };
        let second = Document::new(later, at("2026-03-05T00:00:00Z")).unwrap();
        let fewer = Marks { mentions: Vec::new(), categories: marks().categories[..1].to_vec(), ..marks() };
        let batch = vec![(second.clone(), fewer.clone())];
        assert_eq!(store.documents.insert(batch, None).await.unwrap(), inserted(0, 1, 0));

        let found = store.documents.find(first.id).await.unwrap().unwrap();
        assert_eq!(found.document.item, second.item);
        assert_eq!(found.document.fetched_at, first.fetched_at);
        // It has no date of its own: it stays where it was first seen.
        assert_eq!(found.document.published_at, first.published_at);
        assert_eq!(found.marks, fewer);
        assert_eq!(store.documents.count().await.unwrap(), 1);
    }

    async fn a_moved_document_dirties_both_days(store) {
        store.documents.insert(vec![read("a")], None).await.unwrap();
        let done = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(store.documents.days_done(&done).await.unwrap(), 1);
        let moved = Item { published_at: Some(at("2026-02-27T08:00:00Z")), ..item("a") };
        store.documents.insert(vec![(document(moved), marks())], None).await.unwrap();
        let dirty = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(dirty.iter().map(|dirty| dirty.day).collect::<Vec<_>>(), [day("2026-02-27"), day("2026-03-01")]);

        // Touched again while it is being counted: it stays dirty.
        store.documents.insert(vec![read("b")], None).await.unwrap();
        assert_eq!(store.documents.days_done(&dirty).await.unwrap(), 1);
        let left = store.documents.days_dirty(10).await.unwrap();
        assert_eq!(left.iter().map(|dirty| dirty.day).collect::<Vec<_>>(), [day("2026-03-01")]);
    }

    async fn a_list_tells_what_the_store_has_now(store) {
        store.documents.insert(vec![read("a"), read("b")], None).await.unwrap();
        let ids = ["a", "b"].map(|name| document(item(name)).id);
        let first = store.documents.list(&ids).await.unwrap();
        assert_eq!(first, store.documents.list(&ids).await.unwrap(), "asked again");
        let placed = [(ids[0], "story".to_owned())];
        store.documents.change_stories(&StoryChanges { placed: &placed, ..no_changes() }, None).await.unwrap();
        let now = store.documents.list(&ids).await.unwrap();
        assert_eq!(now[0].story_id.as_deref(), Some("story"));
        let changed = Item { content: "Acme said something else.".into(), ..item("b") };
        store.documents.insert(vec![(document(changed), marks())], None).await.unwrap();
        let now = store.documents.list(&ids).await.unwrap();
        assert_eq!((now.len(), now[1].content.as_str()), (2, "Acme said something else."));
        assert_eq!(now[1].named, first[1].named);
        store.documents.delete(&ids).await.unwrap();
        assert_eq!(store.documents.list(&ids).await.unwrap(), []);
    }

    async fn a_list_keeps_the_order_asked(store) {
        let batch: Vec<_> = (0..700).map(|n| read(&format!("n{n}"))).collect();
        let mut ids: Vec<DocumentId> = batch.iter().map(|(document, _)| document.id).collect();
        store.documents.insert(batch, None).await.unwrap();
        ids.reverse();
        let missing = DocumentId::of_canonical_url("https://example.com/missing");
        ids.insert(3, missing);
        let listed = store.documents.list(&ids).await.unwrap();
        ids.remove(3);
        assert_eq!(listed.iter().map(|document| document.id).collect::<Vec<_>>(), ids);
        let first = &listed[0];
        assert_eq!(first.title, "Title of n699");
        assert_eq!(first.content, "Acme said something about n699.");
        assert_eq!((first.outlet_name.as_str(), first.outlet_category.as_str()), ("Example Daily", "Crypto News"));
        assert_eq!(first.url, "https://www.example.com/n699?utm_source=x");
        assert!(first.invented);
        let toward: Vec<_> = first.named.iter().map(|named| (named.name.as_str(), named.sentiment)).collect();
        assert_eq!(toward, [("Acme", None), ("Other", Some(Sentiment::Negative))]);
        let tones = store.documents.tones_toward_companies(&ids[..1]).await.unwrap();
        assert_eq!(tones.into_iter().collect::<Vec<_>>(), [((ids[0], "Other".to_owned()), Sentiment::Negative)]);
        assert!(store.documents.list(&[]).await.unwrap().is_empty());
    }

    async fn a_follower_sees_every_change_once(store) {
        store.documents.insert(vec![read("a"), read("b"), read("c")], None).await.unwrap();
        let all = store.documents.changed_since(0, 100).await.unwrap();
        assert_eq!(all.len(), 3);
        assert!(all.windows(2).all(|pair| pair[0].seq() < pair[1].seq()));
        let Change::Put(first) = &all[0] else { panic!("nothing was deleted") };
        assert_eq!(first.title, "Title of a");
        assert_eq!(first.tone, marks().tone);
        let named = |name: &str| (domain::MentionKind::Company, name.to_owned());
        assert_eq!(first.named, [named("Acme"), named("Other")]);
        assert_eq!(first.categories, [domain::Category::Mining, domain::Category::Etfs]);
        assert_eq!((first.speakers.len(), first.speaker_cohort), (0, None));
        let seen = store.documents.max_seq().await.unwrap();
        assert_eq!(all[2].seq(), seen);
        assert!(store.documents.changed_since(seen, 100).await.unwrap().is_empty());

        let (a, b) = (all[0].id(), all[1].id());
        store.documents.insert(vec![edited("b", "New words.")], None).await.unwrap();
        assert_eq!(store.documents.delete(&[a, a]).await.unwrap(), 1);
        assert_eq!(store.documents.delete(&[a]).await.unwrap(), 0);
        let seq = store.documents.find(b).await.unwrap().unwrap().seq;
        let again = ReadDocument { id: b, seq, marks: Marks { version: "reader 2".into(), ..marks() }, text: None };
        store.documents.replace_marks(vec![again], None).await.unwrap();
        let news = store.documents.changed_since(seen, 100).await.unwrap();
        assert!(matches!(&news[0], Change::Deleted { id, .. } if *id == a));
        assert!(matches!(&news[1], Change::Put(put) if put.id == b && put.content == "New words."));
        assert_eq!(news.len(), 2);
        assert_eq!(news[1].seq(), store.documents.max_seq().await.unwrap());

        // One at a time, across both lists, nothing is skipped.
        let (mut seq, mut walked) = (0, Vec::new());
        loop {
            let step = store.documents.changed_since(seq, 1).await.unwrap();
            let Some(change) = step.first() else { break };
            seq = change.seq();
            walked.push(change.id());
        }
        assert_eq!(walked.len(), 3);
        assert_eq!(store.documents.count().await.unwrap(), 2);
        assert_eq!(store.documents.find(a).await.unwrap(), None);

        // What comes back after its deletion is new again.
        assert_eq!(store.documents.insert(vec![read("a")], None).await.unwrap(), inserted(1, 0, 0));
        let last = store.documents.changed_since(seq, 10).await.unwrap();
        assert!(matches!(last.as_slice(), [Change::Put(put)] if put.id == a));
    }

    async fn marks_are_replaced_whole(store) {
        store.documents.insert(vec![read("a"), read("b")], None).await.unwrap();
        let id = document(item("a")).id;
        assert_eq!(store.documents.read_otherwise("reader 1", 10).await.unwrap(), []);
        assert_eq!(store.documents.read_otherwise("reader 0", 1).await.unwrap().len(), 1);
        let waiting = store.documents.read_otherwise("reader 2", 10).await.unwrap();
        assert_eq!(waiting.len(), 2);
        let seq = waiting[0].seq;
        assert_eq!((waiting[0].id, waiting[0].title.as_str()), (id, item("a").title.as_str()));
        let new = Marks { mentions: Vec::new(), version: "reader 2".into(), language: "de".into(), ..marks() };
        let nobody = DocumentId::of_canonical_url("https://example.com/nobody");
        let read = ReadDocument { id, seq, marks: new.clone(), text: None };
        let of_nobody = ReadDocument { id: nobody, seq: 1, marks: marks(), text: None };
        assert_eq!(store.documents.replace_marks(vec![read.clone(), of_nobody], None).await.unwrap(), 1);
        assert_eq!(store.documents.find(id).await.unwrap().unwrap().marks, new);
        let left = store.documents.read_otherwise("reader 2", 10).await.unwrap();
        assert_eq!(left.iter().map(|one| one.id).collect::<Vec<_>>(), [document(item("b")).id]);
        let late = ReadDocument { marks: marks(), ..read };
        assert_eq!(store.documents.replace_marks(vec![late], None).await.unwrap(), 0, "it was read as it stood before");
    }

    async fn what_nobody_has_read_is_found_and_counted_nowhere(store) {
        let unread = |name: &str| (document(item(name)), Marks::unread());
        store.documents.insert(vec![read("a"), unread("b"), unread("c")], None).await.unwrap();
        let ids = ["a", "b", "c"].map(|name| document(item(name)).id);
        assert_eq!(store.documents.unread_count().await.unwrap(), 2);
        let shown = store.documents.list(&ids).await.unwrap();
        assert_eq!(shown.iter().map(|one| one.read).collect::<Vec<_>>(), [true, false, false]);
        let counted = store.documents.of_day(day("2026-03-01")).await.unwrap();
        assert_eq!(counted.iter().map(|one| one.id).collect::<Vec<_>>(), ids[..1]);
        let told = store.documents.for_stories(0, 10).await.unwrap();
        assert_eq!(told.iter().map(|one| one.read).collect::<Vec<_>>(), [true, false, false]);

        let first = store.documents.unread(0, 1).await.unwrap();
        assert_eq!(first[0].id, ids[1], "in the order in which they came");
        let rest = store.documents.unread(first[0].number, 10).await.unwrap();
        assert_eq!(rest.iter().map(|one| one.id).collect::<Vec<_>>(), ids[2..]);
        let done = [&first[0], &rest[0]].map(|one| ReadDocument { id: one.id, seq: one.seq, marks: marks(), text: None });
        let before = store.documents.max_seq().await.unwrap();
        assert_eq!(store.documents.replace_marks(done.into(), None).await.unwrap(), 2);
        assert_eq!(store.documents.unread(0, 10).await.unwrap(), []);
        assert_eq!(store.documents.of_day(day("2026-03-01")).await.unwrap().len(), 3);
        let changes = store.documents.changed_since(before, 10).await.unwrap();
        assert_eq!(changes.iter().map(Change::id).collect::<Vec<_>>(), ids[1..], "in the same order");
        assert!(matches!(&changes[0], Change::Put(put) if put.read));
    }

    async fn what_repeats_is_said_anew_and_its_day_counted_again(store) {
        store.documents.insert(vec![read("a"), read("b")], None).await.unwrap();
        let ids = ["a", "b"].map(|name| document(item(name)).id);
        let placed = ids.map(|id| (id, "story".to_owned()));
        let changes = StoryChanges { placed: &placed, repeats: &[(ids[1], true)], ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        let dirty = store.documents.days_dirty(10).await.unwrap();
        store.rollups.replace(dirty.into_iter().map(|day| (day, vec![1])).collect(), None).await.unwrap();
        let same = StoryChanges { repeats: &[(ids[1], true)], revision: 1, ..no_changes() };
        store.documents.change_stories(&same, None).await.unwrap();
        assert_eq!(store.documents.days_dirty(10).await.unwrap(), [], "nothing is new");
        let other = [(ids[0], true), (ids[1], false)];
        let changes = StoryChanges { repeats: &other, revision: 2, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        assert_eq!(store.documents.days_dirty(10).await.unwrap().len(), 1);
        let mut documents = store.documents.of_day(day("2026-03-01")).await.unwrap();
        documents.sort_by_key(|document| document.id == ids[1]);
        assert_eq!(documents.iter().map(|document| document.repeats).collect::<Vec<_>>(), [true, false]);
    }

    async fn a_day_is_read_with_its_marks(store) {
        let other = Item { published_at: Some(at("2026-02-28T23:59:59.999Z")), ..item("other day") };
        let other = Item { url: "https://example.com/other".into(), ..other };
        store.documents.insert(vec![read("a"), (document(other), marks())], None).await.unwrap();
        let id = document(item("a")).id;
        let placed = [(id, "story".to_owned())];
        let changes = StoryChanges { placed: &placed, repeats: &[(id, true)], to: 7, ..no_changes() };
        assert_eq!(store.documents.change_stories(&changes, None).await.unwrap(), 1);
        assert_eq!(store.documents.stories_seq().await.unwrap(), 7);
        let documents = store.documents.of_day(day("2026-03-01")).await.unwrap();
        assert_eq!(documents.len(), 1);
        assert_eq!(documents[0].outlet, outlet("Example Daily"));
        assert!(documents[0].repeats);
        assert_eq!(documents[0].categories, marks().categories);
        assert_eq!(documents[0].mentions, marks().mentions);
        assert_eq!(documents[0].story_id.as_deref(), Some("story"));
        let days = store.documents.days_covered().await.unwrap().unwrap();
        assert_eq!((days.first(), days.last()), (day("2026-02-28"), day("2026-03-01")));
        assert_eq!(documents[0].fingerprint, marks().fingerprint);
    }

    async fn odd_texts_are_kept(store) {
        let content = "nul \0 here, 👩‍👩‍👧, 'quotes', $1 ?1 \\ %";
        let odd = document(Item { content: content.to_owned(), title: String::new(), ..item("odd") });
        store.documents.insert(vec![(odd.clone(), marks())], None).await.unwrap();
        let found = store.documents.list(&[odd.id]).await.unwrap();
        // The one character that Postgres cannot hold is replaced on both engines alike.
        assert_eq!(found[0].content, content.replace('\0', "\u{FFFD}"));
        let batch = vec![(odd, marks())];
        assert_eq!(store.documents.insert(batch, None).await.unwrap(), inserted(0, 0, 1));
    }

    async fn a_source_moves_with_its_documents(store) {
        let source = NewSource {
            id: "feed".into(), kind: "feed".into(), url: "https://example.com/rss".into(), settings: "{}".into(),
            interval_s: 60,
        };
        store.sources.add(&source, Instant::from_ms(1000)).await.unwrap();
        let moved = CursorMove {
            source_id: "feed".into(), at: Instant::from_ms(2000), next_due_at: Instant::from_ms(62_000),
            etag: Some("\"v1\"".into()), last_modified: None, cursor: Some("page 2".into()),
        };
        store.documents.insert(vec![read("a"), read("b")], Some(moved.clone())).await.unwrap();
        let found = store.sources.find("feed").await.unwrap().unwrap();
        assert_eq!(found.items_total, 2);
        assert_eq!((found.etag.as_deref(), found.cursor.as_deref()), (Some("\"v1\""), Some("page 2")));
        // Nothing new, and still the cursor moves.
        let again = CursorMove { cursor: Some("page 3".into()), ..moved };
        store.documents.insert(vec![read("a")], Some(again)).await.unwrap();
        let found = store.sources.find("feed").await.unwrap().unwrap();
        assert_eq!((found.items_total, found.cursor.as_deref()), (2, Some("page 3")));
    }

    /// Many writers of overlapping batches: each document once, no number twice, none missing.
    async fn writers_of_the_same_documents_agree(store) {
        let mut tasks = Vec::new();
        for writer in 0..8 {
            let documents = store.documents.clone();
            tasks.push(tokio::spawn(async move {
                let mut sum = inserted(0, 0, 0);
                for round in 0..6 {
                    let batch = (0..20).map(|n| {
                        let slug = format!("s{}", (n + writer + round) % 40);
                        let content = format!("round {}", round / 3);
                        edited(&slug, &content)
                    });
                    let one = documents.insert(batch.collect(), None).await.unwrap();
                    sum = inserted(sum.new + one.new, sum.updated + one.updated, sum.unchanged + one.unchanged);
                }
                sum
            }));
        }
        let mut sum = inserted(0, 0, 0);
        for task in tasks {
            let one = task.await.unwrap();
            sum = inserted(sum.new + one.new, sum.updated + one.updated, sum.unchanged + one.unchanged);
        }
        assert_eq!(sum.new + sum.updated + sum.unchanged, 8 * 6 * 20);
        assert_eq!(sum.new as i64, store.documents.count().await.unwrap());
        let changes = store.documents.changed_since(0, 1000).await.unwrap();
        assert_eq!(changes.len(), sum.new);
        let seqs: HashSet<i64> = changes.iter().map(Change::seq).collect();
        assert_eq!(seqs.len(), sum.new);
    }

    /// A follower beside busy writers must end with exactly what the store holds.
    async fn a_follower_keeps_up_with_writers(store) {
        let documents = store.documents.clone();
        let writers = tokio::spawn(async move {
            let tasks: Vec<_> = (0..4).map(|writer| {
                let documents = documents.clone();
                tokio::spawn(async move {
                    for n in 0..30 {
                        documents.insert(vec![read(&format!("w{writer}-{n}"))], None).await.unwrap();
                        if n % 3 == 0 {
                            let id = document(item(&format!("w{writer}-{n}"))).id;
                            documents.delete(&[id]).await.unwrap();
                        }
                    }
                })
            }).collect();
            for task in tasks { task.await.unwrap(); }
        });
        let (mut seq, mut known, mut finished) = (0, HashSet::new(), false);
        loop {
            let changes = store.documents.changed_since(seq, 7).await.unwrap();
            for change in &changes {
                assert!(change.seq() > seq);
                seq = change.seq();
                match change {
                    Change::Put(put) => { known.insert(put.id); }
                    Change::Deleted { id, .. } => { known.remove(id); }
                }
            }
            if changes.is_empty() {
                if finished { break }
                finished = writers.is_finished();
            }
        }
        writers.await.unwrap();
        assert_eq!(known.len(), 4 * 20);
        assert_eq!(store.documents.count().await.unwrap(), 4 * 20);
    }

    async fn a_story_is_listed_by_its_days(store) {
        let mut batch = Vec::new();
        for n in 0..9 {
            let published_at = Some(at(&format!("2026-02-0{}T10:00:00Z", 1 + n / 3)));
            let content = format!("Acme said something about number {n}.");
            batch.push((document(Item { published_at, content, ..item(&format!("n{n}")) }), marks()));
        }
        let ids: Vec<DocumentId> = batch.iter().map(|(document, _)| document.id).collect();
        store.documents.insert(batch, None).await.unwrap();
        let story = "00112233445566778899aabbccddeeff".to_owned();
        let places: Vec<_> = ids.iter().map(|id| (*id, story.clone())).collect();
        let changes = StoryChanges { placed: &places[..8], to: 9, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();

        let days = |first: &str, last: &str| domain::DayRange::inclusive(day(first), day(last)).unwrap();
        let all = days("2026-02-01", "2026-02-03");
        let listed = store.documents.of_story(&story, all, 100).await.unwrap();
        assert_eq!(listed.len(), 8);
        let order = |(id, at): &(DocumentId, Instant)| (std::cmp::Reverse(*at), *id);
        assert!(listed.is_sorted_by_key(order), "newest first, equal times by id");
        assert_eq!(store.documents.of_story(&story, all, 3).await.unwrap(), listed[..3]);
        let second = store.documents.of_story(&story, days("2026-02-02", "2026-02-02"), 100).await.unwrap();
        assert_eq!(second, listed[2..5]);
        assert!(store.documents.of_story("nothing", all, 100).await.unwrap().is_empty());

        let mut items = store.documents.of_stories(&[(story.clone(), all), ("nothing".into(), all)], 4).await.unwrap();
        assert!(items.pop().unwrap().is_empty());
        let items = items.pop().unwrap();
        let shown: Vec<DocumentId> = items.iter().map(|item| item.headline.id).collect();
        let oldest_first: Vec<DocumentId> = {
            let mut all = listed.clone();
            all.sort_by_key(|(id, at)| (*at, *id));
            all.into_iter().map(|(id, _)| id).collect()
        };
        assert_eq!(shown, [0, 3, 5, 7].map(|place| oldest_first[place]), "spread from the first to the last");
        let leads = store.documents.leads(&[shown[0], document(item("unknown")).id], 9).await.unwrap();
        assert_eq!(leads, std::collections::HashMap::from([(shown[0], "Acme said".to_owned())]));
        assert!(items.iter().all(|item| !item.repeats));
        let (seq, revision) =
            (store.documents.stories_seq().await.unwrap(), store.documents.story_revision().await.unwrap());
        let changes =
            StoryChanges { repeats: &[(shown[1], true)], from: seq, to: seq, revision, ..no_changes() };
        store.documents.change_stories(&changes, None).await.unwrap();
        let items = store.documents.of_stories(&[(story.clone(), all)], 4).await.unwrap().pop().unwrap();
        assert_eq!(items.iter().map(|item| item.repeats).collect::<Vec<_>>(), [false, true, false, false]);
        for (limit, count) in [(0, 2), (2, 2), (3, 3), (7, 7), (8, 8), (9, 8), (1_000, 8)] {
            let spread = store.documents.of_stories(&[(story.clone(), all)], limit).await.unwrap().pop().unwrap();
            let ids: Vec<DocumentId> = spread.iter().map(|item| item.headline.id).collect();
            assert_eq!((ids.len(), ids[0], ids[count - 1]), (count, oldest_first[0], oldest_first[7]), "{limit}");
        }

        let headlines = store.documents.headlines(&[ids[4], ids[8], ids[4]]).await.unwrap();
        let titles: Vec<&str> = headlines.iter().map(|headline| headline.title.as_str()).collect();
        assert_eq!(titles, ["Title of n4", "Title of n8", "Title of n4"]);
        assert_eq!(headlines[0].outlet_family, "Example Media");
    }
}

on_every_engine! {
    async fn what_was_removed_is_gone_for_good(store) {
        use store::documents::{Reason, Which};
        let of = |slug: &str, name: &str, kind| domain::Item { outlet: outlet(name), kind, ..item(slug) };
        let batch = || {
            let items = [of("a", "Daily", Kind::News), of("b", "Daily", Kind::News), of("c", "Other", Kind::News),
                of("d", "Other", Kind::Conversation), of("e", "Daily", Kind::Conversation)];
            items.map(|item| (document(item), marks())).to_vec()
        };
        store.documents.insert(batch(), None).await.unwrap();
        let id = |slug: &str| document(item(slug)).id;
        let late = at("2026-03-02T00:00:00Z");
        let which = |before: &str| Which::OfOutlet { name: "Daily".into(), before: at(before) };
        assert_eq!(store.documents.count_which(&which("2026-03-01T10:00:00Z")).await.unwrap(), 0, "published then");
        assert_eq!(store.documents.count_which(&which("2026-03-01T10:00:01Z")).await.unwrap(), 3);
        let kind = Which::OfKind { kind: Kind::Conversation, before: late, but: vec!["Daily".into()] };
        assert_eq!(store.documents.list_which(&kind, 9).await.unwrap(), [id("d")]);
        let listed = Which::Listed(vec![id("a"), id("a"), id("c"), id("none")]);
        assert_eq!(store.documents.count_which(&listed).await.unwrap(), 2);
        assert_eq!(store.documents.list_which(&listed, 1).await.unwrap().len(), 1);

        let seq = store.documents.max_seq().await.unwrap();
        assert_eq!(store.documents.remove(&[id("a"), id("c"), id("none")], Reason::Takedown, late).await.unwrap(), 2);
        assert_eq!(store.documents.remove(&[id("d")], Reason::Retention, late.plus_ms(1)).await.unwrap(), 1);
        assert_eq!(store.documents.count().await.unwrap(), 2);
        let gone: Vec<_> = store.documents.changed_since(seq, 9).await.unwrap().iter().map(|one| one.id()).collect();
        assert_eq!(gone.len(), 3, "followers are told");
        // The feed that brought them still lists them.
        let again = store.documents.insert(batch(), None).await.unwrap();
        assert_eq!((again.new, again.updated, again.unchanged), (0, 0, 5));
        assert_eq!(store.documents.count().await.unwrap(), 2);

        let all = store.documents.removals(None, 9).await.unwrap();
        assert_eq!((all.len(), all[0].id, all[0].reason), (3, id("d"), Reason::Retention));
        let rest = store.documents.removals(Some((all[0].removed_at, all[0].id)), 9).await.unwrap();
        assert_eq!(rest, all[1..]);
        let day = day("2026-03-01");
        assert_eq!(store.documents.removed_since(day, at("2026-03-02T00:00:00Z")).await.unwrap(), 1);
        assert_eq!(store.documents.removed_since(day, at("2026-03-01T23:00:00Z")).await.unwrap(), 0, "came later");
        assert_eq!(store.documents.removed_since(day.plus(-1), late).await.unwrap(), 0);
    }
}
