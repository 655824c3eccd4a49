use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::{Credits, DayRange, FundingSource, Instant, MicroUsd};
use store::ledger::{Hold, HoldRequest, Ledger, Payer, Placed, PurseTerms, Settlement, Standing};
use store::on_every_ledger;
use store::testing::TestStore;

use crate::sample::{at, day, origin_at};

pub fn purse(key: &str, allowance: u32, price: u64) -> PurseTerms {
    PurseTerms {
        key: format!("{key}:day:2026-03-01"),
        source: FundingSource::from_name(key).unwrap(),
        period_start: day("2026-03-01").start(),
        period_end: Some(day("2026-03-02").start()),
        allowance: Credits::new(allowance),
        price: MicroUsd::new(price),
    }
}

pub fn now() -> Instant {
    at("2026-03-01T12:00:00Z")
}

pub fn request(id: &str, credits: u32, purses: Vec<PurseTerms>) -> HoldRequest {
    HoldRequest {
        id: id.into(),
        payer: Arc::new(Payer::new("acme", "key", purses)),
        route: "/feed".into(),
        credits: Credits::new(credits),
        now: now(),
        expires_at: now().plus_ms(60_000),
    }
}

pub async fn held(ledger: &Ledger, request: &HoldRequest) -> Hold {
    match ledger.hold(request).await.unwrap() {
        Placed::Held(hold) => hold,
        Placed::Exhausted => panic!("it should have been held"),
    }
}

pub async fn charged(ledger: &Ledger, hold: &Hold) -> Standing {
    match ledger.commit(hold, now()).await.unwrap() {
        Settlement::Committed(standing) => standing,
        other => panic!("{other:?}"),
    }
}

/// The books are read after a durable commit of something else, because a release is acknowledged early.
pub async fn balanced(store: &TestStore) -> store::ledger::Audit {
    store.accounts.change(&origin_at(1), "nobody", &store::accounts::AccountChange::default()).await.unwrap();
    let audit = store.ledger.audit().await.unwrap();
    assert_eq!(audit.differences, []);
    audit
}

on_every_ledger! {
    async fn a_call_is_held_then_charged(store) {
        let purses = || vec![purse("included", 10, 0)];
        let hold = held(&store.ledger, &request("h1", 3, purses())).await;
        assert_eq!((hold.source(), hold.micro_usd), (FundingSource::Included, MicroUsd::ZERO));
        let standing = charged(&store.ledger, &hold).await;
        assert_eq!(standing.used("included:day:2026-03-01"), Credits::new(3));
        assert_eq!((standing.credential_today, standing.credential_this_month), (Credits::new(3), Credits::new(3)));
        assert_eq!(store.ledger.standing("acme", "key", now()).await.unwrap(), standing);

        // A hold is settled once.
        assert_eq!(store.ledger.commit(&hold, now()).await.unwrap(), Settlement::AlreadyCommitted);
        assert!(!store.ledger.release(&hold).await.unwrap());
        let released = held(&store.ledger, &request("h2", 7, purses())).await;
        assert!(store.ledger.release(&released).await.unwrap());
        assert_eq!(store.ledger.commit(&released, now()).await.unwrap(), Settlement::Gone);

        let audit = balanced(&store).await;
        assert_eq!((audit.entries, audit.credits, audit.open_holds), (1, 3, 0));
        let days = DayRange::single(day("2026-03-01"));
        let usage = store.ledger.usage("acme", days).await.unwrap();
        assert_eq!(usage.iter().map(|row| (row.route.as_str(), row.calls, row.credits)).collect::<Vec<_>>(), [("/feed", 1, 3)]);
        assert!(store.ledger.usage("other", days).await.unwrap().is_empty());
    }

    async fn the_first_purse_that_covers_it_all_pays(store) {
        use FundingSource::{Included, LegacyPrepaid, SubscriberOverage};
        let purses = || vec![purse("included", 5, 0), purse("legacy_prepaid", 4, 0), purse("subscriber_overage", 20, 25_000)];
        let order = [(3, Included), (3, LegacyPrepaid), (3, SubscriberOverage), (2, Included), (1, LegacyPrepaid), (1, SubscriberOverage)];
        for (n, (credits, source)) in order.into_iter().enumerate() {
            let hold = held(&store.ledger, &request(&format!("h{n}"), credits, purses())).await;
            assert_eq!(hold.source(), source, "call {n}");
            let owed = if source == SubscriberOverage { u64::from(credits) * 25_000 } else { 0 };
            assert_eq!(hold.micro_usd, MicroUsd::new(owed));
            charged(&store.ledger, &hold).await;
        }
        assert_eq!(store.ledger.hold(&request("last", 17, purses())).await.unwrap(), Placed::Exhausted);
        assert_eq!(store.ledger.hold(&request("none", 1, Vec::new())).await.unwrap(), Placed::Exhausted);
        let audit = balanced(&store).await;
        assert_eq!((audit.entries, audit.micro_usd), (6, 4 * 25_000));
    }

    async fn a_plan_that_grows_or_shrinks_counts_at_once(store) {
        let hold = held(&store.ledger, &request("h1", 5, vec![purse("included", 5, 0)])).await;
        charged(&store.ledger, &hold).await;
        let full = request("h2", 1, vec![purse("included", 5, 0)]);
        assert_eq!(store.ledger.hold(&full).await.unwrap(), Placed::Exhausted);
        let grown = held(&store.ledger, &request("h3", 3, vec![purse("included", 10, 0)])).await;
        charged(&store.ledger, &grown).await;
        let shrunk = request("h4", 1, vec![purse("included", 6, 0)]);
        assert_eq!(store.ledger.hold(&shrunk).await.unwrap(), Placed::Exhausted);
        balanced(&store).await;
    }

    async fn what_a_dead_process_held_is_held_anew_under_the_same_id(store) {
        let purses = || vec![purse("included", 10, 0)];
        assert!(!store.ledger.abandon("h1").await.unwrap(), "there is none");
        let dead = held(&store.ledger, &request("h1", 6, purses())).await;
        assert!(store.ledger.abandon("h1").await.unwrap());
        let hold = held(&store.ledger, &request("h1", 6, purses())).await;
        charged(&store.ledger, &hold).await;
        // Whoever was only paused charges nothing more.
        assert_eq!(store.ledger.commit(&dead, now()).await.unwrap(), Settlement::AlreadyCommitted);
        assert!(!store.ledger.abandon("h1").await.unwrap());
        assert!(store.ledger.is_charged("h1").await.unwrap());
        assert_eq!(balanced(&store).await.credits, 6);
    }

    async fn a_hold_settles_itself(store) {
        let purses = || vec![purse("included", 10, 0)];
        let forgotten = held(&store.ledger, &request("h1", 10, purses())).await;
        assert_eq!(store.ledger.hold(&request("h2", 1, purses())).await.unwrap(), Placed::Exhausted);
        store.accounts.change(&origin_at(1), "nobody", &store::accounts::AccountChange::default()).await.unwrap();
        assert_eq!(store.ledger.expire(now().plus_ms(59_999), 10).await.unwrap(), 0);
        assert_eq!(store.ledger.expire(now().plus_ms(60_000), 10).await.unwrap(), 1);
        assert_eq!(store.ledger.commit(&forgotten, now()).await.unwrap(), Settlement::Gone);
        held(&store.ledger, &request("h3", 10, purses())).await;
        balanced(&store).await;
        assert_eq!(store.ledger.open_holds().await.unwrap(), 1);
    }

    async fn a_purse_of_another_period_is_another_purse(store) {
        let tomorrow = PurseTerms {
            key: "included:day:2026-03-02".into(), period_start: day("2026-03-02").start(),
            period_end: Some(day("2026-03-03").start()), ..purse("included", 5, 0)
        };
        charged(&store.ledger, &held(&store.ledger, &request("h1", 5, vec![purse("included", 5, 0)])).await).await;
        let hold = held(&store.ledger, &request("h2", 5, vec![tomorrow])).await;
        let late = day("2026-03-02").start();
        let Settlement::Committed(standing) = store.ledger.commit(&hold, late).await.unwrap() else { panic!() };
        // Yesterday's purse is no longer shown; the month goes on.
        assert_eq!(standing.purses.len(), 1);
        assert_eq!((standing.credential_today, standing.credential_this_month), (Credits::new(5), Credits::new(10)));
        let april = at("2026-04-01T00:00:00Z");
        let standing = store.ledger.standing("acme", "key", april).await.unwrap();
        assert_eq!(standing, Standing::default());
        balanced(&store).await;
    }

    async fn the_audit_names_what_is_wrong(store) {
        use store::db::{Db, Statement};
        charged(&store.ledger, &held(&store.ledger, &request("h1", 3, vec![purse("included", 5, 0)])).await).await;
        held(&store.ledger, &request("h2", 2, vec![purse("included", 5, 0)])).await;
        balanced(&store).await;
        let db = Db::open(&store.settings().of_accounts()).await.unwrap();
        let break_it = [
            "UPDATE purses SET used = used - 1, held = 2", "DELETE FROM holds", "UPDATE usage_days SET calls = 7",
        ];
        for sql in break_it {
            db.commit(vec![Statement::new(sql, Vec::new())]).await.unwrap();
        }
        let found: Vec<_> =
            store.ledger.audit().await.unwrap().differences.into_iter().map(|one| (one.what, one.left, one.right)).collect();
        assert_eq!(found, [
            ("used by the purse, and its entries", 2, 3),
            ("held by the purse, and its open holds", 2, 0),
            ("calls counted by route, and the entries", 7, 1),
        ]);
        // Even a wrong statement cannot overdraw a purse.
        let overdrawn = Statement::new("UPDATE purses SET used = allowance + 1", Vec::new());
        assert!(db.commit(vec![overdrawn]).await.is_err());
    }

    /// 64 callers, 20,000 calls of mixed size on purses that cannot pay for all of them, both endings.
    async fn nobody_overdraws(store) {
        const CALLERS: u32 = 64;
        let calls: u32 = if store.engine_name() == "SQLite" { 20_000 } else { 4_000 };
        let allowance = calls;
        let used = Arc::new(AtomicI64::new(0));
        let committed: Arc<std::sync::Mutex<HashMap<String, u32>>> = Arc::default();
        let mut tasks = Vec::new();
        for caller in 0..CALLERS {
            let (ledger, used, committed) = (store.ledger.clone(), used.clone(), committed.clone());
            tasks.push(tokio::spawn(async move {
                for n in (caller..calls).step_by(CALLERS as usize) {
                    let credits = 1 + n.wrapping_mul(2_654_435_761) % 10;
                    let id = format!("{n:08}");
                    let purses = vec![purse("included", allowance / 2, 0), purse("registered_metered", allowance / 2, 50_000)];
                    let Placed::Held(hold) = ledger.hold(&request(&id, credits, purses)).await.unwrap() else { continue };
                    if n % 3 == 0 {
                        assert!(ledger.release(&hold).await.unwrap());
                        continue;
                    }
                    // Two who settle the same hold: one of them does.
                    let (one, two) = tokio::join!(ledger.commit(&hold, now()), ledger.commit(&hold, now()));
                    let won = [one.unwrap(), two.unwrap()].iter().filter(|end| matches!(end, Settlement::Committed(_))).count();
                    assert_eq!(won, 1);
                    used.fetch_add(i64::from(credits), Ordering::Relaxed);
                    committed.lock().unwrap().insert(id, credits);
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let audit = balanced(&store).await;
        let used = used.load(Ordering::Relaxed);
        assert_eq!(audit.credits, used);
        assert_eq!(audit.entries as usize, committed.lock().unwrap().len());
        assert_eq!(audit.open_holds, 0);
        assert!(used <= i64::from(allowance / 2) * 2);
        // Nearly all of it was sold: what is left is less than the largest call, in each purse.
        assert!(used > i64::from(allowance / 2) * 2 - 20, "{used} of {allowance}");
    }

    async fn entries_are_listed_by_their_ids(store) {
        for id in ["b", "a", "c"] {
            let hold = held(&store.ledger, &request(id, 2, vec![purse("included", 10, 7)])).await;
            charged(&store.ledger, &hold).await;
        }
        let first = store.ledger.entries("acme", "", 2).await.unwrap();
        assert_eq!(first.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        let rest = store.ledger.entries("acme", "b", 2).await.unwrap();
        assert_eq!(rest.len(), 1);
        let entry = &rest[0];
        assert_eq!(
            (entry.id.as_str(), entry.credits, entry.owed, entry.credential_id.as_deref()),
            ("c", Credits::new(2), MicroUsd::new(14), Some("key"))
        );
        assert_eq!(store.ledger.entries("other", "", 10).await.unwrap(), []);
    }

    /// Of many who come at once to a purse that nobody has opened yet, as many are served as it has room for.
    async fn a_new_purse_opens_for_all_at_once(store) {
        let ledger = Arc::new(store.ledger.clone());
        let calls = (0..32).map(|number| {
            let ledger = Arc::clone(&ledger);
            tokio::spawn(async move {
                let request = request(&format!("hold {number}"), 2, vec![purse("included", 50, 0)]);
                matches!(ledger.hold(&request).await.unwrap(), Placed::Held(_))
            })
        });
        let mut held = 0;
        for call in calls.collect::<Vec<_>>() {
            held += u32::from(call.await.unwrap());
        }
        assert_eq!(held, 25);
    }
}
