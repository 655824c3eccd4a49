//! Charges that are made together: each is told how things stood after it, none harms another, and two processes on
//! one store never spend the same credit.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::Credits;
use store::ledger::{Payer, Placed, Settlement, Standing};
use store::{Store, on_every_ledger};

use crate::ledger::{balanced, charged, held, now, purse, request};

/// Charges this many calls of these credits at once.
async fn at_once(store: &Store, credits: &[u32]) -> Vec<Standing> {
    let mut holds = Vec::new();
    for (number, credits) in credits.iter().enumerate() {
        let call = request(&format!("{number:04}"), *credits, vec![purse("included", 1000, 0)]);
        holds.push(held(&store.ledger, &call).await);
    }
    let charging = holds.into_iter().map(|hold| {
        let ledger = store.ledger.clone();
        tokio::spawn(async move { charged(&ledger, &hold).await })
    });
    let mut standings = Vec::new();
    for one in charging.collect::<Vec<_>>() {
        standings.push(one.await.unwrap());
    }
    standings
}

on_every_ledger! {
    async fn each_is_told_how_things_stood_after_it(store) {
        let standings = at_once(&store, &[3; 40]).await;
        let used: BTreeSet<u32> = standings.iter().map(|one| one.used("included:day:2026-03-01").get()).collect();
        assert_eq!(used, (1..=40).map(|n| n * 3).collect::<BTreeSet<_>>());
        let today: BTreeSet<u32> = standings.iter().map(|one| one.credential_today.get()).collect();
        assert_eq!(today, used);
        assert!(standings.iter().all(|one| one.credential_today == one.credential_this_month));
        balanced(&store).await;
    }

    async fn charges_of_different_sizes_add_up(store) {
        let credits: Vec<u32> = (0..30).map(|n| 1 + n % 10).collect();
        let standings = at_once(&store, &credits).await;
        // In the order in which they were counted, each stands above the one before by what it cost.
        let mut steps: Vec<(u32, u32)> =
            standings.iter().zip(&credits).map(|(one, credits)| (one.used("included:day:2026-03-01").get(), *credits)).collect();
        steps.sort_unstable();
        let mut sum = 0;
        for (used, credits) in steps {
            sum += credits;
            assert_eq!(used, sum);
        }
        let audit = balanced(&store).await;
        assert_eq!((audit.entries, audit.credits), (30, i64::from(sum)));
    }

    /// Two processes that do not see each other's memory, a purse that cannot pay for both.
    async fn two_processes_never_spend_the_same_credit(store) {
        let other = Store::open(store.settings()).await.unwrap();
        let sold = Arc::new(AtomicI64::new(0));
        let mut callers = Vec::new();
        for caller in 0..16 {
            let ledger = if caller % 2 == 0 { store.ledger.clone() } else { other.ledger.clone() };
            let sold = Arc::clone(&sold);
            callers.push(tokio::spawn(async move {
                for number in 0..60 {
                    let call = request(&format!("{caller}-{number}"), 3, vec![purse("included", 700, 0)]);
                    let Placed::Held(hold) = ledger.hold(&call).await.unwrap() else { continue };
                    match ledger.commit(&hold, now()).await.unwrap() {
                        Settlement::Committed(standing) => {
                            assert!(standing.used("included:day:2026-03-01") <= Credits::new(700));
                            sold.fetch_add(3, Ordering::Relaxed);
                        }
                        // It was held here, and the other process was faster.
                        Settlement::Gone => {}
                        Settlement::AlreadyCommitted => panic!("each has an id of its own"),
                    }
                }
            }));
        }
        for caller in callers {
            caller.await.unwrap();
        }
        let audit = balanced(&store).await;
        assert_eq!((audit.credits, audit.open_holds), (sold.load(Ordering::Relaxed), 0));
        assert_eq!(audit.credits, 699, "all that whole calls can use is sold");
        assert_eq!(other.ledger.audit().await.unwrap().differences, []);
        other.close().await;
    }

    /// However many read at once and share a look at the store.
    async fn whoever_reads_sees_what_was_charged_before(store) {
        let mut callers = Vec::new();
        for caller in 0..32 {
            let ledger = store.ledger.clone();
            callers.push(tokio::spawn(async move {
                for number in 0..10 {
                    let call = request(&format!("{caller}-{number}"), 1, vec![purse("included", 1000, 0)]);
                    let told = charged(&ledger, &held(&ledger, &call).await).await;
                    let seen = ledger.standing("acme", "key", now()).await.unwrap();
                    assert!(seen.credential_today >= told.credential_today, "{seen:?} after {told:?}");
                    // One moment: what the purse says is what the credential's day says.
                    assert_eq!(seen.used("included:day:2026-03-01"), seen.credential_today);
                }
            }));
        }
        for caller in callers {
            caller.await.unwrap();
        }
        balanced(&store).await;
    }

    async fn an_account_is_not_told_of_another(store) {
        let mut theirs = request("theirs", 5, vec![purse("included", 10, 0)]);
        theirs.payer = Payer::new("other", "their key", vec![purse("included", 10, 0)]).into();
        let theirs = held(&store.ledger, &theirs).await;
        let ours = held(&store.ledger, &request("ours", 2, vec![purse("included", 10, 0)])).await;
        let (theirs, ours) = tokio::join!(charged(&store.ledger, &theirs), charged(&store.ledger, &ours));
        let seen = |one: &Standing| (one.used("included:day:2026-03-01").get(), one.credential_today.get());
        assert_eq!((seen(&theirs), seen(&ours)), ((5, 5), (2, 2)));
        balanced(&store).await;
    }
}

/// Only where charges share a unit: one that cannot be made is left out, and the others are made.
#[tokio::test]
async fn a_charge_that_cannot_be_made_harms_no_other() {
    let store = store::testing::sqlite().await;
    let ledger = &store.ledger;
    let purses = || vec![purse("included", 100, 0)];
    charged(ledger, &held(ledger, &request("twice", 1, purses())).await).await;
    let mut holds = Vec::new();
    for id in ["a", "twice", "b", "c"] {
        holds.push(held(ledger, &request(id, 1, purses())).await);
    }
    let (a, twice, b, c) = tokio::join!(
        ledger.commit(&holds[0], now()),
        ledger.commit(&holds[1], now()),
        ledger.commit(&holds[2], now()),
        ledger.commit(&holds[3], now())
    );
    for end in [a, b, c] {
        assert!(matches!(end.unwrap(), Settlement::Committed(_)));
    }
    assert_eq!(twice.unwrap(), Settlement::AlreadyCommitted, "an id is charged once");
    let audit = balanced(&store).await;
    assert_eq!((audit.entries, audit.credits, audit.open_holds), (4, 4, 0));
}

/// A store that went away in the middle charges nothing, and says so.
#[tokio::test]
async fn a_store_that_is_gone_charges_nothing() {
    let mut store = store::testing::sqlite().await;
    let hold = held(&store.ledger, &request("h1", 2, vec![purse("included", 10, 0)])).await;
    let ledger = store.ledger.clone();
    store.reopen().await;
    assert!(ledger.commit(&hold, now()).await.is_err());
    assert!(ledger.release(&hold).await.unwrap(), "it is still the caller's to give back");
    let audit = balanced(&store).await;
    assert_eq!((audit.entries, audit.open_holds), (0, 0));
}
