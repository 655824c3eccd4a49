use domain::{Cut, CutReason, Document, DocumentId, Field, Marks};
use std::time::Duration;
use store::documents::{CleanText, ReadDocument};
use store::frames::{FrameCount, OutletFrames};
use store::{Change, Error, on_every_engine};

use crate::sample::{call, document, item, marks};

fn cut(field: Field, at: usize, text: &str) -> Cut {
    Cut { field, at, text: text.to_owned(), reason: CutReason::FollowUs }
}

fn cleaned(slug: &str) -> Document {
    let mut document = document(item(slug));
    let title = cut(Field::Title, document.item.title.len(), " | Example \"Daily\"");
    document.cuts = vec![title, cut(Field::Content, document.item.content.len(), "\n\nFollow us.")];
    document
}

fn frames(outlet: &str, version: i64, bytes: &[u8]) -> OutletFrames {
    OutletFrames {
        outlet: outlet.to_owned(),
        version,
        articles: 3,
        frames: bytes.len() as i64,
        bytes: bytes.to_vec(),
    }
}

on_every_engine! {
    async fn what_was_cut_is_kept_beside_the_text(store) {
        let document = cleaned("a");
        store.documents.insert(vec![(document.clone(), marks())], None).await.unwrap();
        assert_eq!(store.documents.find(document.id).await.unwrap().unwrap().document, document);
        // What people and the index see holds nothing of it.
        let listed = store.documents.list(&[document.id]).await.unwrap().remove(0);
        assert_eq!((&listed.title, &listed.content), (&document.item.title, &document.item.content));
        // A changed text comes with cuts of its own.
        let changed = domain::Item { content: "Other words.".into(), ..item("a") };
        let changed = Document::new(changed, document.fetched_at).unwrap();
        store.documents.insert(vec![(changed.clone(), marks())], None).await.unwrap();
        assert_eq!(store.documents.find(changed.id).await.unwrap().unwrap().document, changed);
    }

    async fn a_document_is_known_as_it_came(store) {
        let document = cleaned("a");
        let nobody = DocumentId::of_canonical_url("https://example.com/nobody");
        store.documents.insert(vec![(document.clone(), marks())], None).await.unwrap();
        let came = store.documents.as_they_came(&[document.id, nobody]).await.unwrap();
        assert_eq!(came.len(), 1);
        assert_eq!(came[&document.id].title, "Title of a | Example \"Daily\"");
        assert_eq!(came[&document.id].content_hash, document.content_hash);
        assert_eq!(came[&document.id].outlet_name, "Example Daily");
    }

    async fn texts_are_read_in_order_and_by_outlet(store) {
        let mut other = document(item("b"));
        other.item.outlet.name = "Other".to_owned();
        let batch = vec![(cleaned("a"), marks()), (other, Marks::unread()), (call(), marks())];
        store.documents.insert(batch, None).await.unwrap();
        let all = store.documents.texts(0, None, 10).await.unwrap();
        // A call has nobody's footer.
        assert_eq!(all.iter().map(|one| one.read).collect::<Vec<_>>(), [true, false]);
        assert!(!call().item.is_cleaned() && cleaned("a").item.is_cleaned());
        assert_eq!(all[0].cuts, cleaned("a").cuts);
        assert_eq!(all[0].day.to_string(), "2026-03-01");
        assert_eq!(store.documents.texts(all[0].number, None, 1).await.unwrap(), all[1..2]);
        assert_eq!(store.documents.texts(0, Some("Other"), 10).await.unwrap(), all[1..2]);
        assert_eq!(store.documents.count_texts(0, None).await.unwrap(), 2);
        assert_eq!(store.documents.count_texts(0, Some("Other")).await.unwrap(), 1);
        assert_eq!(store.documents.last_number().await.unwrap(), all[1].number + 1);
    }

    async fn a_text_is_replaced_with_its_marks(store) {
        store.documents.insert(vec![(document(item("a")), marks()), (document(item("b")), marks())], None).await.unwrap();
        let before = store.documents.texts(0, None, 10).await.unwrap();
        let text = CleanText {
            title: "Title".to_owned(),
            content: "Acme said something.".to_owned(),
            cuts: vec![cut(Field::Title, 5, " of a")],
        };
        let again = |seq: i64| ReadDocument {
            id: before[0].id,
            seq,
            marks: Marks { version: "reader 2".to_owned(), ..marks() },
            text: Some(text.clone()),
        };
        let last = store.documents.max_seq().await.unwrap();
        assert_eq!(store.documents.replace_marks(vec![again(before[0].seq)], None).await.unwrap(), 1);
        let after = store.documents.texts(0, None, 10).await.unwrap();
        assert_eq!((&after[0].title, &after[0].content, &after[0].cuts), (&text.title, &text.content, &text.cuts));
        assert_eq!(after[0].number, before[0].number, "its place stays");
        assert_eq!(after[1], before[1]);
        // Those who follow learn of it.
        let changes = store.documents.changed_since(last, 10).await.unwrap();
        assert!(matches!(&changes[..], [Change::Put(document)] if document.title == "Title"));
        let found = store.documents.find(before[0].id).await.unwrap().unwrap();
        assert_eq!(found.marks.version, "reader 2");
        assert_eq!(found.document.content_hash, document(item("a")).content_hash, "it still came as it came");
        // One that changed meanwhile is passed over.
        assert_eq!(store.documents.replace_marks(vec![again(before[0].seq)], None).await.unwrap(), 0);
    }

    async fn what_outlets_repeat_is_kept_with_its_position(store) {
        assert_eq!(store.frames.position().await.unwrap(), 0);
        store.frames.learned(0, 5, &[frames("A", 0, b"a"), frames("B", 0, b"bb")], None).await.unwrap();
        assert_eq!(store.frames.position().await.unwrap(), 5);
        assert_eq!(store.frames.find(&["A", "Nobody"]).await.unwrap(), [frames("A", 1, b"a")]);
        let versions = store.frames.versions(&["A", "B", "Nobody"]).await.unwrap();
        assert_eq!((versions.len(), versions["A"], versions["B"]), (2, 1, 1));
        let count = |outlet: &str, frames| FrameCount { outlet: outlet.to_owned(), articles: 3, frames };
        assert_eq!(store.frames.list(10).await.unwrap(), [count("B", 2), count("A", 1)]);
        assert_eq!(store.frames.list(1).await.unwrap(), [count("B", 2)]);
    }

    async fn of_two_who_learn_one_is_refused(store) {
        store.frames.learned(0, 5, &[frames("A", 0, b"a")], None).await.unwrap();
        let moved = store.frames.learned(0, 6, &[frames("B", 0, b"b")], None).await;
        assert!(matches!(moved, Err(Error::Contended { .. })));
        // Somebody forgets a frame while another learns: neither is lost without a word.
        assert!(store.frames.replace(&frames("A", 1, b"")).await.unwrap());
        assert!(!store.frames.replace(&frames("A", 1, b"late")).await.unwrap());
        let late = store.frames.learned(5, 6, &[frames("B", 0, b"b"), frames("A", 1, b"late")], None).await;
        assert!(matches!(late, Err(Error::Contended { .. })));
        assert_eq!(store.frames.position().await.unwrap(), 5);
        assert_eq!(store.frames.find(&["A", "B"]).await.unwrap(), [frames("A", 2, b"")]);
    }

    async fn learning_stops_where_the_lease_is_lost(store) {
        let length = Duration::from_secs(60);
        let fence = store.leases.take("frames", "one", length).await.unwrap().unwrap();
        store.frames.learned(0, 1, &[], Some(&fence)).await.unwrap();
        store.leases.give_back(&fence).await.unwrap();
        store.leases.take("frames", "two", length).await.unwrap().unwrap();
        let late = store.frames.learned(1, 2, &[frames("A", 0, b"a")], Some(&fence)).await;
        assert!(matches!(late, Err(Error::LeaseLost { .. })), "{late:?}");
    }
}
