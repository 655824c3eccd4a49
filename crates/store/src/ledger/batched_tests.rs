use std::sync::Arc;

use domain::{Credits, Instant, MicroUsd};

use crate::Error;
use crate::accounts::AccountChange;
use crate::audit_log::{Actor, Origin};
use crate::ledger::{Hold, HoldRequest, Ledger, Payer, Placed, PurseTerms, Settlement};
use crate::testing::{self, TestStore};

fn now() -> Instant {
    Instant::from_ms(1_000)
}

fn expires_at() -> Instant {
    Instant::from_ms(61_000)
}

async fn held(ledger: &Ledger, id: &str, credits: u32) -> Option<Hold> {
    let purse = PurseTerms {
        key: "included".to_owned(),
        source: domain::FundingSource::Included,
        period_start: Instant::from_ms(0),
        period_end: None,
        allowance: Credits::new(10),
        price: MicroUsd::ZERO,
    };
    let request = HoldRequest {
        id: id.into(),
        payer: Arc::new(Payer::new("acme", "key", vec![purse])),
        route: "/feed".into(),
        credits: Credits::new(credits),
        now: now(),
        expires_at: expires_at(),
    };
    match ledger.hold(&request).await.expect("an answer") {
        Placed::Held(hold) => Some(hold),
        Placed::Exhausted => None,
    }
}

/// Charging it panics: it points at a purse that its payer does not have.
fn poisoned(hold: &Hold) -> Hold {
    Hold { purse: 99, ..hold.clone() }
}

/// Returns when what was acknowledged early can be read.
async fn written_before(store: &TestStore) {
    let origin = Origin { actor: Actor::system("tests"), address: None, at: now() };
    store.accounts.change(&origin, "nobody", &AccountChange::default()).await.expect("an answer");
}

async fn every_protocol() -> Vec<TestStore> {
    let mut stores = vec![testing::sqlite().await, testing::sqlite_with_stored_holds().await];
    stores.extend(testing::postgres().await);
    stores
}

#[tokio::test]
async fn a_panic_while_charging_keeps_no_credits() {
    for store in every_protocol().await {
        let ledger = &store.ledger;
        let hold = held(ledger, "h1", 10).await.expect("room");
        let (charging, poisoned) = (ledger.clone(), poisoned(&hold));
        let charged = tokio::spawn(async move { charging.commit(&poisoned, now()).await }).await;
        assert!(!matches!(charged, Ok(Ok(_))), "{charged:?}");
        assert!(held(ledger, "h2", 1).await.is_none(), "it is held still");
        // Its owner gives it back ...
        assert!(ledger.release(&hold).await.expect("an answer"), "nobody settles it any more");
        // ... or its time runs out.
        let hold = held(ledger, "h3", 10).await.expect("room again");
        let (charging, poisoned) = (ledger.clone(), self::poisoned(&hold));
        let _ = tokio::spawn(async move { charging.commit(&poisoned, now()).await }).await;
        written_before(&store).await;
        assert_eq!(ledger.expire(expires_at(), 10).await.expect("swept"), 1);
        written_before(&store).await;
        assert_eq!(ledger.open_holds().await.expect("a count"), 0);
        assert_eq!(ledger.audit().await.expect("an audit").differences, []);
        let hold = held(ledger, "h4", 10).await.expect("room again");
        let charged = ledger.commit(&hold, now()).await.expect("an answer");
        assert!(matches!(charged, Settlement::Committed(_)), "{charged:?}");
    }
}

#[tokio::test]
async fn a_panic_harms_no_other_charge_of_its_unit() {
    let store = testing::sqlite().await;
    let ledger = &store.ledger;
    let mut holds = Vec::new();
    for id in ["a", "b", "c"] {
        holds.push(held(ledger, id, 3).await.expect("room"));
    }
    let bad = poisoned(&holds[1]);
    // Not spawned and polled in turn, so that they wait for the same unit.
    let (a, b, c) = tokio::join!(
        ledger.commit(&holds[0], now()),
        ledger.commit(&bad, now()),
        ledger.commit(&holds[2], now())
    );
    for end in [a, c] {
        assert!(matches!(end, Ok(Settlement::Committed(_))), "{end:?}");
    }
    assert!(matches!(b, Err(Error::OutcomeUnknown { .. })), "{b:?}");
    // As its caller does where the outcome is not known.
    let again = ledger.commit(&holds[1], now()).await.expect("an answer");
    assert!(matches!(again, Settlement::Committed(_)), "{again:?}");
    let audit = ledger.audit().await.expect("an audit");
    assert_eq!((audit.entries, audit.credits, audit.open_holds), (3, 9, 0));
    assert_eq!(audit.differences, []);
}
