use domain::{Instant, Marks};
use store::quarantine::{MARKING, PAGE, SOURCE};
use store::{NewSource, Quarantined, on_every_engine};

use crate::sample::{document, item};

fn put(work: &str, item: &str, content: &[u8], since: i64) -> Quarantined {
    Quarantined {
        work: work.to_owned(),
        item: item.to_owned(),
        source_id: None,
        content: content.to_owned(),
        reason: "it panics".to_owned(),
        tries: 2,
        version: "1".to_owned(),
        since: Instant::from_ms(since),
    }
}

on_every_engine! {
    async fn what_failed_is_kept_with_its_reason_until_it_changes(store) {
        let quarantine = &store.quarantine;
        quarantine.add(&put(MARKING, "a", b"text", 1)).await.unwrap();
        quarantine.add(&put(MARKING, "a", b"text", 2)).await.unwrap();
        assert_eq!(quarantine.find(MARKING, "a").await.unwrap().unwrap().tries, 4);
        quarantine.add(&put(MARKING, "a", b"other text", 3)).await.unwrap();
        assert_eq!(quarantine.find(MARKING, "a").await.unwrap(), Some(put(MARKING, "a", b"other text", 3)));
        quarantine.add(&Quarantined { version: "2".into(), ..put(MARKING, "b", b"", 4) }).await.unwrap();
        quarantine.add(&Quarantined { reason: "ü".repeat(900), ..put("stories", "a", b"", 5) }).await.unwrap();
        let listed = quarantine.list(2).await.unwrap();
        assert_eq!(listed.iter().map(|one| one.work.as_str()).collect::<Vec<_>>(), ["stories", MARKING]);
        assert_eq!(listed[0].reason.chars().count(), 500);
        let counts = quarantine.counts().await.unwrap();
        assert_eq!(counts, [(MARKING.to_owned(), 2), ("stories".to_owned(), 1)]);
        assert_eq!(quarantine.release_others(MARKING, "2").await.unwrap(), 1);
        assert_eq!(quarantine.find(MARKING, "a").await.unwrap(), None);
        assert!(quarantine.release("stories", "a").await.unwrap());
        assert!(!quarantine.release("stories", "a").await.unwrap());
        assert_eq!(quarantine.release_work(MARKING).await.unwrap(), 1);
        assert!(quarantine.list(10).await.unwrap().is_empty());
    }

    async fn a_source_fills_only_its_share(store) {
        let feed = NewSource {
            id: "feed".into(), kind: "feed".into(), url: "https://a.example/".into(), settings: "{}".into(),
            interval_s: 300,
        };
        store.sources.add(&feed, Instant::from_ms(0)).await.unwrap();
        store.quarantine.add(&put(SOURCE, "other", b"", 0)).await.unwrap();
        for since in 0..120 {
            let page = put(PAGE, &format!("page {since}"), b"", since);
            store.quarantine.add(&Quarantined { source_id: Some("feed".into()), ..page }).await.unwrap();
        }
        let kept = store.quarantine.of_source("feed").await.unwrap();
        assert_eq!((kept.len(), kept[0].item.as_str(), kept[99].item.as_str()), (100, "page 119", "page 20"));
        assert_eq!(store.sources.find("feed").await.unwrap().unwrap().quarantined, 100);
        assert_eq!(store.quarantine.release_source("feed").await.unwrap(), 100);
        assert_eq!(store.quarantine.list(10).await.unwrap().len(), 1);
    }

    async fn a_document_in_quarantine_does_not_wait_to_be_read(store) {
        let unread = |name: &str| (document(item(name)), Marks::unread());
        store.documents.insert(vec![unread("a"), unread("b")], None).await.unwrap();
        let a = store.documents.unread(0, 1).await.unwrap().remove(0);
        store.quarantine.add(&put(MARKING, &a.id.to_string(), &a.content_hash, 1)).await.unwrap();
        let waiting = store.documents.unread(0, 10).await.unwrap();
        assert_eq!(waiting.iter().map(|one| one.id).collect::<Vec<_>>(), [document(item("b")).id]);
        assert_eq!(store.documents.unread_count().await.unwrap(), 1);
        assert!(!store.documents.list(&[a.id]).await.unwrap()[0].read, "it says of itself that nobody read it");
        // Another text is tried again.
        let mut changed = item("a");
        changed.content.push_str(" More words.");
        store.documents.insert(vec![(document(changed), Marks::unread())], None).await.unwrap();
        assert_eq!(store.documents.unread(0, 10).await.unwrap().len(), 2);
        assert_eq!(store.documents.unread_count().await.unwrap(), 2);
    }
}
