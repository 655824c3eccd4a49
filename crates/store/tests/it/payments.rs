use domain::{Credits, Instant, MicroUsd, PaymentState};
use store::on_every_engine;
use store::payments::{Lease, NewPayment, Step, Stepped, Transaction};

fn ms(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn new(nonce: &str) -> NewPayment {
    NewPayment {
        key: format!("base/0xasset/0xpayer/{nonce}"),
        request_hash: "hash".to_owned(),
        network: "base".to_owned(),
        asset: "0xasset".to_owned(),
        payer: "0xpayer".to_owned(),
        nonce: nonce.to_owned(),
        amount: MicroUsd::new(300_000),
        credits: Credits::new(3),
        route: "/feed".to_owned(),
        valid_before: ms(120_000),
        now: ms(1000),
    }
}

fn lease(owner: &str, now: i64, until: i64) -> Lease<'_> {
    Lease { owner, now: ms(now), until: ms(until) }
}

fn step<'a>(from: PaymentState, to: PaymentState, now: i64) -> Step<'a> {
    Step {
        from,
        to,
        owner: None,
        keeps_lease: false,
        transaction: None,
        reason: None,
        by_hand: None,
        now: ms(now),
    }
}

fn named<'a>(from: PaymentState, hash: &'a str, proved: bool) -> Step<'a> {
    Step { transaction: Some(Transaction { hash, proved }), ..step(from, PaymentState::Settled, 4000) }
}

on_every_engine! {
    async fn one_authorization_is_reserved_once(store) {
        let tries: Vec<_> = (0..16).map(|_| {
            let payments = store.payments.clone();
            tokio::spawn(async move { payments.reserve(&new("n1"), &lease("a", 0, 100)).await.unwrap() })
        }).collect();
        let mut won = 0;
        for one in tries {
            won += usize::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
        // Released before money was asked for, by who has it in hand, it may come again; after that, never.
        assert!(!store.payments.release(&new("n1").key, "b").await.unwrap());
        assert!(store.payments.release(&new("n1").key, "a").await.unwrap());
        assert!(store.payments.reserve(&new("n1"), &lease("a", 0, 100)).await.unwrap());
        let settling = Step { owner: Some("a"), keeps_lease: true, ..step(PaymentState::Reserved, PaymentState::Settling, 2000) };
        let stolen = Step { owner: Some("b"), ..settling.clone() };
        assert_eq!(store.payments.step(&new("n1").key, &stolen).await.unwrap(), Stepped::Moved);
        assert_eq!(store.payments.step(&new("n1").key, &settling).await.unwrap(), Stepped::Done);
        assert!(!store.payments.release(&new("n1").key, "a").await.unwrap());
        assert!(!store.payments.reserve(&new("n1"), &lease("a", 0, 100)).await.unwrap());
    }

    async fn a_row_is_in_one_hand_at_a_time(store) {
        let key = new("n4").key;
        store.payments.reserve(&new("n4"), &lease("a", 0, 100)).await.unwrap();
        assert!(store.payments.claim(&key, &lease("b", 99, 200)).await.unwrap().is_none());
        assert!(store.payments.renew(&key, &lease("a", 50, 150)).await.unwrap());
        assert!(!store.payments.renew(&key, &lease("b", 50, 150)).await.unwrap());
        assert!(store.payments.claim(&key, &lease("b", 149, 250)).await.unwrap().is_none());
        let tries: Vec<_> = (0..8).map(|number| {
            let (payments, key) = (store.payments.clone(), key.clone());
            tokio::spawn(async move {
                payments.claim(&key, &lease(&format!("c{number}"), 150, 250)).await.unwrap().is_some()
            })
        }).collect();
        let mut won = 0;
        for one in tries {
            won += usize::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
        assert!(!store.payments.renew(&key, &lease("a", 160, 260)).await.unwrap(), "it was taken over");
        let unattended = async |now| {
            store.payments.list_unattended(&[PaymentState::Reserved], ms(now), ms(5000), 10).await.unwrap().len()
        };
        assert_eq!((unattended(249).await, unattended(250).await), (0, 1));
        store.payments.end_leases().await.unwrap();
        assert_eq!(unattended(0).await, 1);
        // What was given back stays given back.
        assert!(store.payments.claim(&key, &lease("d", 0, 100)).await.unwrap().is_some());
        assert_eq!(store.payments.step(&key, &step(PaymentState::Reserved, PaymentState::Settling, 3000)).await.unwrap(), Stepped::Done);
        assert!(!store.payments.renew(&key, &lease("d", 50, 150)).await.unwrap());
    }

    async fn a_settled_payment_is_in_the_books_once(store) {
        let key = new("n2").key;
        store.payments.reserve(&new("n2"), &lease("a", 0, 0)).await.unwrap();
        for (from, to, now) in [(PaymentState::Reserved, PaymentState::Settling, 2000), (PaymentState::Settling, PaymentState::Unknown, 3000)] {
            assert_eq!(store.payments.step(&key, &step(from, to, now)).await.unwrap(), Stepped::Done);
        }
        let unattended = async |touched| {
            store.payments.list_unattended(&[PaymentState::Settling, PaymentState::Unknown], ms(0), ms(touched), 10).await.unwrap()
        };
        assert_eq!(unattended(3000).await.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), [key.as_str()]);
        assert!(unattended(2999).await.is_empty());
        assert_eq!(store.payments.list_overdue(ms(120_001), 10).await.unwrap().len(), 1);
        assert!(store.payments.list_overdue(ms(120_000), 10).await.unwrap().is_empty());

        let paid = named(PaymentState::Unknown, "0xtx", true);
        assert_eq!(store.payments.step(&key, &paid).await.unwrap(), Stepped::Done);
        assert_eq!(store.payments.step(&key, &paid).await.unwrap(), Stepped::Moved);
        assert!(store.payments.claim(&key, &lease("b", 9000, 9999)).await.unwrap().is_none(), "it is closed");
        let found = store.payments.find(&key).await.unwrap().unwrap();
        assert_eq!((found.state, found.tx.as_deref(), found.updated_at), (PaymentState::Settled, Some("0xtx"), ms(4000)));
        let audit = store.ledger.audit().await.unwrap();
        assert_eq!((audit.entries, audit.credits, audit.micro_usd), (1, 3, 300_000));
        assert_eq!(audit.differences, []);
        assert!(store.payments.find("nobody").await.unwrap().is_none());
        assert!(store.payments.list_overdue(ms(120_001), 10).await.unwrap().is_empty());
        assert_eq!(store.payments.list(Some(PaymentState::Settled), 10).await.unwrap().len(), 1);
        assert_eq!(store.payments.list(None, 10).await.unwrap().len(), 1);
        assert_eq!(store.payments.list(Some(PaymentState::Void), 10).await.unwrap().len(), 0);
        assert_eq!(store.payments.find_named("n2").await.unwrap(), store.payments.find_named(&key).await.unwrap());
    }

    /// A transaction that a facilitator names pays for one payment; what the chain shows may be a batch.
    async fn a_transaction_is_named_once(store) {
        for nonce in ["t1", "t2", "t3"] {
            store.payments.reserve(&new(nonce), &lease("a", 0, 0)).await.unwrap();
            store.payments.step(&new(nonce).key, &step(PaymentState::Reserved, PaymentState::Settling, 2000)).await.unwrap();
        }
        let settle = async |nonce: &str, proved| {
            store.payments.step(&new(nonce).key, &named(PaymentState::Settling, "0xsame", proved)).await.unwrap()
        };
        assert_eq!(settle("t1", false).await, Stepped::Done);
        assert_eq!(settle("t2", false).await, Stepped::TransactionTaken);
        assert_eq!(store.payments.find(&new("t2").key).await.unwrap().unwrap().state, PaymentState::Settling);
        assert_eq!(settle("t3", true).await, Stepped::Done);
        // Also where two name it at the same moment.
        for nonce in ["u1", "u2", "u3", "u4"] {
            store.payments.reserve(&new(nonce), &lease("a", 0, 0)).await.unwrap();
            store.payments.step(&new(nonce).key, &step(PaymentState::Reserved, PaymentState::Settling, 2000)).await.unwrap();
        }
        let tries: Vec<_> = ["u1", "u2", "u3", "u4"].map(|nonce| {
            let payments = store.payments.clone();
            tokio::spawn(async move {
                let stepped = payments.step(&new(nonce).key, &named(PaymentState::Settling, "0xother", false)).await;
                usize::from(matches!(stepped, Ok(Stepped::Done)))
            })
        }).into();
        let mut done = 0;
        for one in tries {
            done += one.await.unwrap();
        }
        assert_eq!(done, 1);
        assert_eq!(store.ledger.audit().await.unwrap().differences, []);
    }

    async fn answers_are_counted_and_an_unanswered_payment_is_owed(store) {
        let key = new("n3").key;
        store.payments.reserve(&new("n3"), &lease("a", 0, 0)).await.unwrap();
        assert_eq!(store.payments.answer(&key, 3, ms(5000)).await.unwrap(), None, "not paid yet");
        store.payments.step(&key, &step(PaymentState::Reserved, PaymentState::Settling, 2000)).await.unwrap();
        store.payments.step(&key, &named(PaymentState::Settling, "0xtx", true)).await.unwrap();
        let unanswered = store.payments.count_settled().await.unwrap();
        assert_eq!((unanswered.settled, unanswered.unanswered), (1, 1));
        // However late, as long as none has left.
        assert_eq!(store.payments.answer(&key, 3, ms(9_000_000)).await.unwrap(), Some(1));
        assert_eq!(store.payments.answer(&key, 3, ms(9_000_000)).await.unwrap(), Some(2));
        store.payments.answered(&key, ms(9_000_000)).await.unwrap();
        store.payments.answered(&key, ms(9_999_999)).await.unwrap();
        assert_eq!(store.payments.answer(&key, 3, ms(9_000_000)).await.unwrap(), None);
        assert_eq!(store.payments.answer(&key, 3, ms(120_000)).await.unwrap(), Some(3));
        assert_eq!(store.payments.answer(&key, 3, ms(120_000)).await.unwrap(), None);
        let found = store.payments.find(&key).await.unwrap().unwrap();
        assert_eq!((found.answers, found.answered_at), (3, Some(ms(9_000_000))));
        assert_eq!(store.payments.count_settled().await.unwrap().unanswered, 0);
    }

    /// What a person decides stands in the audit log, or it is not done.
    async fn a_payment_that_is_closed_by_hand_is_logged(store) {
        use store::audit_log::{Action, Actor, Origin};
        let origin = Origin { actor: Actor::command_line("ada"), address: None, at: ms(9000) };
        store.payments.reserve(&new("h1"), &lease("a", 0, 0)).await.unwrap();
        store.payments.step(&new("h1").key, &step(PaymentState::Reserved, PaymentState::Settling, 2000)).await.unwrap();
        let close = Step { by_hand: Some(&origin), reason: Some("seen"), ..named(PaymentState::Settling, "0xh", false) };
        assert_eq!(store.payments.step(&new("h1").key, &close).await.unwrap(), Stepped::Done);
        assert_eq!(store.payments.step(&new("h1").key, &close).await.unwrap(), Stepped::Moved);
        let lines = store.audit_log.after(0, 10).await.unwrap();
        let told: Vec<_> = lines.iter().map(|line| (line.action, line.target.as_str(), line.after.as_deref())).collect();
        assert_eq!(told, [(Action::PaymentClosed, "base/0xasset/0xpayer/h1", Some("settled, transaction 0xh: seen"))]);
        assert_eq!(store.ledger.audit().await.unwrap().differences, []);
    }
}

/// A second server on an embedded store says so; what only looks or administers comes in beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let beside = store::Settings::sqlite(folder.path().join("store.db"));
    let serving = store::Settings { serving: true, ..beside.clone() };
    let first = store::Store::open(&serving).await.unwrap();
    assert!(matches!(store::Store::open(&serving).await, Err(store::Error::InUse { .. })));
    store::Store::open(&beside).await.unwrap().close().await;
    let clone = first.clone();
    drop(first);
    assert!(matches!(store::Store::open(&serving).await, Err(store::Error::InUse { .. })));
    clone.close().await;
    drop(clone);
    store::Store::open(&serving).await.unwrap();
}
