use domain::Instant;
use store::{CursorMove, Moving, NewSource, on_every_engine};

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn feed(id: &str) -> NewSource {
    NewSource {
        id: id.to_owned(),
        kind: "feed".to_owned(),
        url: format!("https://example.com/{id}.xml"),
        settings: "{\"outlet\":\"Example\"}".to_owned(),
        interval_s: 300,
    }
}

on_every_engine! {
    async fn the_longest_due_comes_first_and_is_claimed_once(store) {
        for (id, now) in [("late", 500), ("early", 100), ("future", 9000), ("paused", 1)] {
            store.sources.add(&feed(id), ms(now)).await.unwrap();
        }
        assert!(store.sources.pause("paused", true).await.unwrap());
        assert!(!store.sources.pause("nobody", true).await.unwrap());
        let due = store.sources.list_due(ms(1000), 10).await.unwrap();
        assert_eq!(due.iter().map(|source| source.id.as_str()).collect::<Vec<_>>(), ["early", "late"]);
        assert_eq!(store.sources.list_due(ms(1000), 1).await.unwrap().len(), 1);

        let tries = (0..16).map(|_| {
            let sources = store.sources.clone();
            tokio::spawn(async move { sources.claim("early", ms(1000), ms(2000)).await.unwrap() })
        });
        let mut won = 0;
        for one in tries.collect::<Vec<_>>() {
            won += usize::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
        assert!(!store.sources.claim("paused", ms(1000), ms(2000)).await.unwrap());
        // A collector that died is forgotten when its time is up.
        assert!(store.sources.claim("early", ms(2000), ms(3000)).await.unwrap());
    }

    async fn failures_count_until_a_success(store) {
        store.sources.add(&feed("a"), ms(0)).await.unwrap();
        for n in 1..=3 {
            assert!(store.sources.record_failure("a", &"ü".repeat(900), ms(n * 100)).await.unwrap());
        }
        let source = store.sources.find("a").await.unwrap().unwrap();
        assert_eq!((source.error_count, source.next_due_at), (3, ms(300)));
        assert_eq!(source.last_error.map(|error| error.chars().count()), Some(500));
        let moved = CursorMove {
            source_id: "a".into(), at: ms(400), next_due_at: ms(700), etag: None,
            last_modified: Some("yesterday".into()), cursor: None,
        };
        assert!(store.sources.record_success(&moved).await.unwrap());
        let source = store.sources.find("a").await.unwrap().unwrap();
        assert_eq!((source.error_count, source.last_error, source.last_success_at), (0, None, Some(ms(400))));
        assert_eq!(source.last_modified.as_deref(), Some("yesterday"));

        // A new address for a known source keeps its history.
        store.sources.add(&NewSource { url: "https://example.com/new".into(), ..feed("a") }, ms(999)).await.unwrap();
        let source = store.sources.find("a").await.unwrap().unwrap();
        assert_eq!((source.url.as_str(), source.last_success_at), ("https://example.com/new", Some(ms(400))));
        assert!(store.sources.remove("a").await.unwrap());
        assert!(store.sources.list().await.unwrap().is_empty());
    }

    async fn a_permanent_redirect_is_counted_until_it_ends_or_changes(store) {
        store.sources.add(&feed("a"), ms(0)).await.unwrap();
        let note = async |to: &str, at: i64| store.sources.note_moving("a", to, ms(at)).await.unwrap().unwrap();
        let moving = |to: &str, seen: u32, since: i64| Moving { to: to.into(), seen, since: ms(since) };
        assert_eq!(note("https://b.example/", 10).await, moving("https://b.example/", 1, 10));
        assert_eq!(note("https://b.example/", 20).await, moving("https://b.example/", 2, 10));
        assert_eq!(note("https://c.example/", 30).await, moving("https://c.example/", 1, 30));
        let source = store.sources.find("a").await.unwrap().unwrap();
        assert_eq!(source.moving, Some(moving("https://c.example/", 1, 30)));
        // The same address and other details change nothing; another address ends it.
        store.sources.add(&NewSource { settings: "{}".into(), ..feed("a") }, ms(40)).await.unwrap();
        assert!(store.sources.find("a").await.unwrap().unwrap().moving.is_some());
        store.sources.add(&NewSource { url: "https://c.example/".into(), ..feed("a") }, ms(40)).await.unwrap();
        assert_eq!(store.sources.find("a").await.unwrap().unwrap().moving, None);
        assert_eq!(note("https://c.example/", 50).await, moving("https://c.example/", 1, 50));
        assert!(store.sources.forget_moving("a").await.unwrap());
        assert!(!store.sources.forget_moving("a").await.unwrap());
        assert_eq!(store.sources.find("a").await.unwrap().unwrap().moving, None);
        assert_eq!(store.sources.note_moving("nobody", "https://c.example/", ms(1)).await.unwrap(), None);
    }
}
