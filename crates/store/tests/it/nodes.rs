//! Several processes on one database: changes in the order of their numbers, told of at once, through a pooler too, and
//! found again after the server was away or took no writes.

use std::collections::HashSet;
use std::time::{Duration, Instant as Stopwatch};

use domain::Credits;
use store::ledger::{Placed, Settlement};
use store::rate_limits::Rate;
use store::testing::{self, TestStore};
use store::{Change, Error, Settings, Store};

use crate::ledger::{balanced, now, purse, request};
use crate::sample::{document, item, marks};

async fn insert(store: &Store, slug: &str) {
    store.documents.insert(vec![(document(item(slug)), marks())], None).await.expect("stored");
}

/// The same database, by a process that serves.
async fn another(store: &TestStore, change: impl FnOnce(&mut Settings)) -> Store {
    let mut settings = Settings { serving: true, ..store.settings().clone() };
    change(&mut settings);
    Store::open(&settings).await.expect("the same store")
}

/// Whoever follows by the numbers misses nothing: a lower one never becomes visible after a higher one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_change_comes_late() {
    let Some(store) = testing::postgres().await else { return };
    let other = another(&store, |_| {}).await;
    let mut writers = Vec::new();
    for writer in 0..6 {
        let store = if writer % 2 == 0 { Store::clone(&store) } else { other.clone() };
        writers.push(tokio::spawn(async move {
            for number in 0..25 {
                insert(&store, &format!("{writer}-{number}")).await;
            }
        }));
    }
    let (mut seen, mut last) = (HashSet::new(), 0);
    let began = Stopwatch::now();
    while seen.len() < 150 && began.elapsed() < Duration::from_secs(60) {
        for change in store.documents.changed_since(last, 7).await.expect("changes") {
            assert!(change.seq() > last);
            last = change.seq();
            let Change::Put(document) = change else { panic!("nothing is deleted") };
            assert!(seen.insert(document.id));
        }
    }
    for writer in writers {
        writer.await.expect("written");
    }
    assert_eq!(seen.len(), 150, "followed up to {last}");
}

/// The same with a writer that is slow to commit: those with higher numbers wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_writer_holds_back_later_numbers() {
    let Some(store) = testing::postgres().await else { return };
    let slow =
        "BEGIN; UPDATE counters SET value = value + 1 WHERE name = 'documents'; SELECT pg_sleep(1); COMMIT";
    let writing = testing::execute(&store, slow);
    let later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let began = Stopwatch::now();
        insert(&store, "later").await;
        began.elapsed()
    };
    let ((), waited) = tokio::join!(writing, later);
    assert!(waited > Duration::from_millis(300), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_told_of_and_again_after_the_connection_broke() {
    let Some(store) = testing::postgres().await else { return };
    let door = another(&store, |_| {}).await;
    let mut told = door.told().expect("it listens");
    let begun = tokio::time::timeout(Duration::from_secs(10), told.wait_for(|times| *times > 0)).await;
    begun.expect("it begins").expect("alive");
    for round in 0..2 {
        told.mark_unchanged();
        insert(&store, &format!("round-{round}")).await;
        let heard = tokio::time::timeout(Duration::from_secs(5), told.changed()).await;
        heard.expect("told within seconds").expect("alive");
        if round == 0 {
            end_connections(&store).await;
            // Whoever begins to listen again looks, since something may have been missed.
            told.mark_unchanged();
            tokio::time::timeout(Duration::from_secs(10), told.changed())
                .await
                .expect("again")
                .expect("alive");
        }
    }
    assert!(store.told().is_none(), "a command does not listen");
}

async fn end_connections(store: &TestStore) {
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    testing::execute(store, end).await;
}

/// Charges `calls` calls of one purse, many at once; returns how many were.
async fn sell(store: &Store, name: &str, calls: u32, allowance: u32) -> usize {
    let calls = (0..calls).map(|number| {
        let (ledger, id) = (store.ledger.clone(), format!("{name} {number}"));
        tokio::spawn(async move {
            let call = request(&id, 2, vec![purse("included", allowance, 0)]);
            let Placed::Held(hold) = ledger.hold(&call).await.expect("an answer") else { return false };
            matches!(ledger.commit(&hold, now()).await.expect("an answer"), Settlement::Committed(_))
        })
    });
    let mut sold = 0;
    for call in calls.collect::<Vec<_>>() {
        sold += usize::from(call.await.expect("no panic"));
    }
    sold
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_prepared_where_a_pooler_gives_out_connections() {
    let Some(store) = testing::postgres().await else { return };
    let pooled = another(&store, |settings| settings.pooled = true).await;
    assert!(pooled.told().is_none());
    insert(&pooled, "pooled").await;
    assert_eq!(pooled.documents.changed_since(0, 10).await.expect("changes").len(), 1);
    assert_eq!(sell(&pooled, "pooled", 40, 50).await, 25);
    let taken = pooled.rate_limits.take("someone", Rate::new(60, 2), 2, now()).await.expect("an answer");
    assert!(taken.taken);
    assert!(pooled.leases.take("work", "one", Duration::from_secs(1)).await.expect("an answer").is_some());
    balanced(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_no_writes_says_so_and_heals() {
    let Some(store) = testing::postgres().await else { return };
    let set = |value: &str| {
        format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = {value}',
             current_database()); END $$"
        )
    };
    testing::execute(&store, &set("on")).await;
    end_connections(&store).await;
    let (began, call) = (Stopwatch::now(), request("h1", 2, vec![purse("included", 10, 0)]));
    loop {
        match store.ledger.hold(&call).await {
            Err(Error::ReadOnly) => break,
            // A connection that has just been ended.
            Err(error) if error.is_unavailable() => {}
            other => panic!("{other:?}"),
        }
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    assert!(store.documents.count().await.is_ok(), "it still answers");
    testing::execute(&store, &format!("BEGIN READ WRITE; {}; COMMIT", set("off"))).await;
    let Placed::Held(hold) = store.ledger.hold(&call).await.expect("it takes writes again") else {
        panic!("nothing was taken before")
    };
    assert!(matches!(store.ledger.commit(&hold, now()).await.expect("charged"), Settlement::Committed(_)));
    assert_eq!(balanced(&store).await.credits, 2);
}

/// Two processes, many purses, some of which are too small: each refusal is one call's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purse_without_room_refuses_its_own_calls_alone() {
    let Some(store) = testing::postgres().await else { return };
    let other = another(&store, |_| {}).await;
    let mut calls = Vec::new();
    for number in 0..400u32 {
        let ledger = if number % 2 == 0 { store.ledger.clone() } else { other.ledger.clone() };
        calls.push(tokio::spawn(async move {
            let account = number % 10;
            // Accounts of odd numbers may use four calls' worth.
            let allowance = if account % 2 == 1 { 12 } else { 1000 };
            let mut call = request(&format!("{number}"), 3, Vec::new());
            let payer = store::ledger::Payer::new(
                format!("a{account}"),
                "key",
                vec![purse("included", allowance, 0)],
            );
            call.payer = payer.into();
            let Placed::Held(hold) = ledger.hold(&call).await.expect("an answer") else {
                return (account, 0);
            };
            let settled = ledger.commit(&hold, now()).await.expect("an answer");
            assert!(matches!(settled, Settlement::Committed(_)), "what is held can be charged");
            (account, 1)
        }));
    }
    let mut sold = [0; 10];
    for call in calls {
        let (account, count) = call.await.expect("no panic");
        sold[account as usize] += count;
    }
    assert_eq!(sold, [40, 4, 40, 4, 40, 4, 40, 4, 40, 4]);
    let audit = balanced(&store).await;
    assert_eq!((audit.credits, audit.open_holds), (3 * 220, 0));
    assert!(
        Credits::new(12)
            >= other.ledger.standing("a1", "key", now()).await.expect("a standing").purses[0].used
    );
}
