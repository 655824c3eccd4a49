use domain::{Document, Kind};
use store::calls::Call;
use store::{Store, on_every_engine};

use crate::sample::{day, document, item, marks};

fn earnings(slug: &str) -> Document {
    document(domain::Item { kind: Kind::EarningsCall, ticker: Some("ACME".into()), ..item(slug) })
}

fn call(document: &Document, ticker: &str, on: &str, rating: Option<(f64, f64, f64)>) -> Call {
    Call {
        document: document.id,
        ticker: ticker.into(),
        company: "Acme".into(),
        day: day(on),
        title: document.item.title.clone(),
        url: document.item.url.clone(),
        invented: true,
        reason: rating.is_none().then(|| "nobody asks".to_owned()),
        questions: 7,
        declined: 1,
        rating,
        marks: "[[0.5]]".into(),
        quotes: "[]".into(),
        exchanges: "[{\"a\":\"\u{1f600}\"}]".into(),
        version: "one".into(),
    }
}

async fn put(store: &Store, documents: &[Document]) {
    let documents = documents.iter().map(|document| (document.clone(), marks())).collect();
    store.documents.insert(documents, None).await.unwrap();
}

on_every_engine! {
    async fn calls_wait_are_scored_and_read_back(store) {
        let (first, second, other) = (earnings("q1"), earnings("q2"), earnings("other"));
        put(&store, &[document(item("news")), first.clone(), second.clone(), other.clone()]).await;
        put(&store, &[document(item("more-news"))]).await;
        assert_eq!(store.calls.seq().await.unwrap(), 0);

        // Two at a time: the position is that of the last one until nothing waits.
        let waiting = store.calls.waiting(0, 2).await.unwrap();
        assert_eq!(waiting.documents, [first.id, second.id]);
        let rest = store.calls.waiting(waiting.seq, 2).await.unwrap();
        assert_eq!(rest.documents, [other.id]);
        assert_eq!(rest.seq, store.documents.max_seq().await.unwrap());
        assert_eq!(store.calls.waiting(rest.seq, 2).await.unwrap(), store::calls::Waiting { documents: vec![], seq: rest.seq });

        let calls = [
            call(&second, "ACME", "2026-05-01", Some((61.5, 50.25, 70.0))),
            call(&first, "ACME", "2026-02-01", Some((40.0, 30.0, 50.0))),
            call(&other, "", "2026-02-01", None),
        ];
        store.calls.replace(&calls, rest.seq, None).await.unwrap();
        assert_eq!(store.calls.seq().await.unwrap(), rest.seq);
        let listed = store.calls.list("ACME").await.unwrap();
        assert_eq!(listed, [calls[1].clone(), calls[0].clone()], "oldest first");
        let light = store.calls.list_all().await.unwrap();
        let expected = listed.iter().map(|call| Call { exchanges: String::new(), ..call.clone() });
        assert_eq!(light, expected.collect::<Vec<_>>(), "without exchanges, and only those with a ticker");
        assert_eq!(store.calls.list("acme").await.unwrap(), []);

        // Another version scores it again, in the same place.
        assert_eq!(store.calls.of_other_versions("one", 10).await.unwrap(), []);
        assert_eq!(store.calls.of_other_versions("two", 10).await.unwrap().len(), 3);
        let again = Call { rating: None, version: "two".into(), reason: Some("too short".into()), ..calls[0].clone() };
        store.calls.replace(std::slice::from_ref(&again), rest.seq, None).await.unwrap();
        assert_eq!(store.calls.list("ACME").await.unwrap()[1], again);
        assert_eq!(store.calls.of_other_versions("two", 10).await.unwrap().len(), 2);
    }

    async fn a_call_goes_with_its_document(store) {
        let (gone, kept, changed) = (earnings("gone"), earnings("kept"), earnings("changed"));
        put(&store, &[gone.clone(), kept.clone(), changed.clone()]).await;
        let calls = [&gone, &kept, &changed].map(|document| call(document, "ACME", "2026-02-01", None));
        store.calls.replace(&calls, 3, None).await.unwrap();
        store.documents.delete(&[gone.id]).await.unwrap();
        assert_eq!(store.calls.list("ACME").await.unwrap().len(), 2);

        // What turns out to be no call is none the next time calls are written; so is what was deleted meanwhile.
        let mut podcast = document(domain::Item { kind: Kind::Podcast, ..changed.item.clone() });
        podcast.fetched_at = podcast.fetched_at.plus_ms(1_000);
        put(&store, &[podcast]).await;
        store.calls.replace(&calls, 5, None).await.unwrap();
        let left = store.calls.list("ACME").await.unwrap();
        assert_eq!(left.iter().map(|call| call.document).collect::<Vec<_>>(), [kept.id]);
    }
}
