use std::time::Duration;

use store::{DirtyDay, Error, Store, on_every_engine};

use crate::sample::{day, document, item, marks};

const LONG: Duration = Duration::from_secs(60);

on_every_engine! {
    async fn the_clock_is_the_stores(store) {
        let (one, two) = (store.now().await.unwrap(), store.now().await.unwrap());
        assert!(one <= two && one.ms() > 1_700_000_000_000, "{one:?} {two:?}");
    }

    async fn one_holds_a_lease_until_its_end(store) {
        let first = store.leases.take("work", "a", LONG).await.unwrap().expect("nobody has it");
        assert_eq!(store.leases.take("work", "b", LONG).await.unwrap(), None);
        assert!(store.leases.renew(&first, LONG).await.unwrap());
        assert!(store.leases.take("other", "b", LONG).await.unwrap().is_some(), "another work");

        store.leases.give_back(&first).await.unwrap();
        let second = store.leases.take("work", "b", Duration::from_millis(30)).await.unwrap().expect("free at once");
        assert_eq!(second.number, first.number + 1);
        assert!(!store.leases.renew(&first, LONG).await.unwrap(), "who gave it back has it no more");
        tokio::time::sleep(Duration::from_millis(60)).await;
        assert!(store.leases.renew(&second, Duration::from_millis(1)).await.unwrap(), "late, but nobody took it");
        tokio::time::sleep(Duration::from_millis(20)).await;
        let third = store.leases.take("work", "c", LONG).await.unwrap().expect("its time was over");
        assert_eq!(third.number, 3);
        assert!(!store.leases.renew(&second, LONG).await.unwrap());
        let listed = store.leases.list().await.unwrap();
        assert_eq!(listed.iter().map(|lease| (lease.name.as_str(), lease.fencing)).collect::<Vec<_>>(), [("other", 1), ("work", 3)]);
    }

    async fn a_paused_holder_writes_nothing(store) {
        let paused = store.leases.take("counts", "a", Duration::from_millis(1)).await.unwrap().expect("free");
        tokio::time::sleep(Duration::from_millis(20)).await;
        let present = store.leases.take("counts", "b", LONG).await.unwrap().expect("its time was over");
        let dirty = DirtyDay { day: day("2026-01-01"), seq: 1 };
        let refused = store.rollups.replace(vec![(dirty, vec![1])], Some(&paused)).await;
        assert!(matches!(refused, Err(Error::LeaseLost { .. })), "{refused:?}");
        assert_eq!(store.rollups.changed_since(0, 10).await.unwrap(), []);
        store.rollups.replace(vec![(dirty, vec![2])], Some(&present)).await.unwrap();
        assert_eq!(store.rollups.changed_since(0, 10).await.unwrap()[0].counts, [2]);
    }

    async fn of_many_who_want_it_one_gets_it(store) {
        let takers = (0..8).map(|n| {
            let leases = store.leases.clone();
            async move { leases.take("work", &n.to_string(), LONG).await.unwrap() }
        });
        let taken = futures_util::future::join_all(takers).await;
        assert_eq!(taken.iter().flatten().count(), 1, "{taken:?}");
    }
}

mod identity {
    use store::identity::Standing;

    use super::*;

    async fn grow(store: &Store, name: &str) {
        store.documents.insert(vec![(document(item(name)), marks())], None).await.unwrap();
    }

    fn is_same(standing: Standing) -> bool {
        matches!(standing, Standing::Same(_))
    }

    on_every_engine! {
        async fn a_mark_stays_good_while_the_store_goes_on(store) {
            let first = store.identity.mark().await.unwrap();
            grow(&store, "one").await;
            let second = store.identity.mark().await.unwrap();
            assert!(second.revision > first.revision);
            store.reopen().await;
            assert_eq!(store.identity.mark().await.unwrap().epoch, second.epoch + 1);
            grow(&store, "two").await;
            for mark in [&first, &second] {
                assert!(is_same(store.identity.check(mark).await.unwrap()), "{mark}");
            }
        }

        async fn a_counter_that_went_backwards_is_noticed(store) {
            let mut mark = store.identity.mark().await.unwrap();
            mark.revision += 1;
            assert_eq!(store.identity.check(&mark).await.unwrap(), Standing::Restored);
            // Somebody opens it and goes on, past the change that was lost.
            store.reopen().await;
            grow(&store, "one").await;
            grow(&store, "two").await;
            assert_eq!(store.identity.check(&mark).await.unwrap(), Standing::Restored);
        }
    }

    #[tokio::test]
    async fn another_store_and_a_backup_are_told_apart() {
        let (one, two) = (store::testing::sqlite().await, store::testing::sqlite().await);
        let mark = one.identity.mark().await.unwrap();
        assert_eq!(two.identity.check(&mark).await.unwrap(), Standing::OtherStore);

        grow(&one, "one").await;
        one.close().await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.db");
        let store::Address::Sqlite(original) = &one.settings().address else { panic!("a file") };
        std::fs::copy(original, &path).unwrap();
        let original = Store::open(one.settings()).await.unwrap();
        grow(&original, "two").await;
        let later = original.identity.mark().await.unwrap();
        // The backup, opened in its place, grows past the original: it is another history all the same.
        let copy = Store::open(&store::Settings::sqlite(&path)).await.unwrap();
        for name in ["three", "four", "five"] {
            grow(&copy, name).await;
        }
        assert_eq!(copy.identity.check(&later).await.unwrap(), Standing::Restored);
        assert!(is_same(copy.identity.check(&mark).await.unwrap()), "from before the backup");
    }
}
