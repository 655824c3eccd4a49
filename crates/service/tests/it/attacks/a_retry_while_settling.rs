//! Copies of a payment in flight wait for its settlement, on any node, and are never asked to pay again.

use domain::PaymentState;
use std::time::Duration;

use store::on_every_engine;
use store::payments::{Lease, Step, Stepped};

use crate::app::{Reply, TestApp};
use crate::fake::{Fake, Mode};
use crate::shop::{FEED, buy_from, key_of, node, now_s, paid, payment, shop, statuses};

/// All were answered, and one of them was told the charge, whichever was first.
#[track_caller]
fn charged_once(replies: &[Reply]) {
    assert_eq!(statuses(replies), [(200, replies.len())]);
    let mut charged: Vec<_> = replies.iter().map(|reply| reply.header("x-service-credits-charged")).collect();
    charged.sort_unstable();
    assert_eq!(charged.pop(), Some("2"));
    assert!(charged.iter().all(|charged| *charged == "0"), "{charged:?}");
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..1000 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what} did not happen");
}

async fn state(app: &TestApp, number: u8) -> String {
    let row = app.app.store.payments.find(&key_of(number)).await.expect("the store answers");
    row.map_or("none".into(), |row| row.state.to_string())
}

#[tokio::test]
async fn a_retry_waits_and_is_answered() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Slow(700));
    let wanted = payment(1);
    let retry = async {
        until("settling", async || shop.fake.asked("settle") == 1).await;
        shop.buy(FEED, &wanted).await
    };
    let (first, retry) = tokio::join!(shop.buy(FEED, &wanted), retry);
    charged_once(&[first, retry]);
    assert_eq!((shop.fake.asked("settle"), shop.fake.asked("verify")), (1, 1));
    assert_eq!(shop.app.audit().await, 2);
}

/// The first buyer leaves before the money was asked for: a copy takes its place.
#[tokio::test]
async fn a_copy_goes_on_where_the_first_left() {
    let shop = shop().await;
    shop.fake.set(|script| script.verify = Mode::Slow(400));
    let wanted = payment(1);
    let first = async {
        tokio::select! {
            _ = shop.buy(FEED, &wanted) => panic!("it cannot be done yet"),
            () = until("verifying", async || shop.fake.asked("verify") == 1) => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let copy = async {
        until("verifying", async || shop.fake.asked("verify") == 1).await;
        shop.buy(FEED, &wanted).await
    };
    let ((), copy) = tokio::join!(first, copy);
    paid(&copy, 1);
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

/// What the first hears about a bad payment the copies hear too, without asking anyone again.
#[tokio::test]
async fn copies_answer_like_the_first() {
    let shop = shop().await;
    let said = serde_json::json!({"isValid": false, "invalidReason": "insufficient_funds"});
    shop.fake.set(|script| script.verify = Mode::Says(200, said));
    let wanted = payment(1);
    let copies = futures_util::future::join_all((0..10).map(|_| shop.buy(FEED, &wanted))).await;
    assert_eq!(statuses(&copies), [(402, 10)]);
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (1, "none"));
}

#[tokio::test]
async fn twenty_copies_of_an_open_payment_settle_once() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    let wanted = payment(1);
    assert_eq!(shop.buy(FEED, &wanted).await.status.as_u16(), 503);
    assert_eq!((shop.state(1).await.as_str(), shop.fake.asked("settle")), ("unknown", 1));
    shop.fake.set(|script| script.settle = Mode::Slow(300));
    let copies = futures_util::future::join_all((0..20).map(|_| shop.buy(FEED, &wanted))).await;
    assert_eq!(statuses(&copies), [(200, 6), (503, 14)]);
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (2, 2));
}

on_every_engine! {
    async fn a_retry_at_another_node(store) {
        let fake = Fake::start(now_s()).await;
        let (one, two) = (node(&store, &fake, true), node(&store, &fake, true));
        fake.set(|script| script.settle = Mode::Slow(900));
        let wanted = payment(1);
        let retries = async {
            until("settling", async || state(&one, 1).await == "settling").await;
            futures_util::future::join_all((0..4).map(|_| buy_from(&two, FEED, &wanted))).await
        };
        let (first, mut replies) = tokio::join!(buy_from(&one, FEED, &wanted), retries);
        replies.push(first);
        charged_once(&replies);
        assert_eq!((fake.asked("settle"), fake.asked("verify")), (1, 1));
        assert_eq!(one.audit().await, 2);
    }

    /// The same payment comes to two doors at the same moment, ten times over.
    async fn one_payment_at_two_nodes_at_once(store) {
        let fake = Fake::start(now_s()).await;
        let (one, two) = (node(&store, &fake, true), node(&store, &fake, true));
        fake.set(|script| script.settle = Mode::Slow(50));
        for number in 1..=10 {
            let wanted = payment(number);
            let (first, second) = tokio::join!(buy_from(&one, FEED, &wanted), buy_from(&two, FEED, &wanted));
            charged_once(&[first, second]);
            assert_eq!((fake.asked("settle"), fake.asked("verify")), (number.into(), number.into()));
        }
        assert_eq!(one.audit().await, 20);
    }

    /// Its node was killed while settling: a retry waits until that is certain, and then finds the payment on the
    /// chain, or settles it.
    async fn a_retry_after_a_kill(store) {
        let fake = Fake::start(now_s()).await;
        let (dead, alive) = (node(&store, &fake, true), node(&store, &fake, true));
        for (number, landed) in [(1, true), (2, false)] {
            let wanted = payment(number);
            fake.set(|script| script.settle = if landed { Mode::SlowBothWays(60_000) } else { Mode::Slow(60_000) });
            let before = fake.asked("settle");
            tokio::select! {
                _ = buy_from(&dead, FEED, &wanted) => panic!("it takes longer"),
                () = until("settling", async || fake.asked("settle") > before) => {}
            }
            // Nobody renews the lease of the dead; a short one stands for the ten seconds.
            let now = store.now().await.expect("the store answers");
            let row = store.payments.find(&key_of(number)).await.expect("found").expect("a row");
            assert!(row.lease_until > now && row.state == PaymentState::Settling);
            store.payments.end_leases().await.expect("the store answers");
            let ghost = Lease { owner: "the dead one", now, until: now.plus_ms(1500) };
            assert!(store.payments.claim(&row.key, &ghost).await.expect("the store answers").is_some());
            fake.set(|script| {
                script.settle = Mode::Good;
                if landed {
                    script.spent.insert(crate::shop::nonce(number), true);
                }
            });
            let begun = std::time::Instant::now();
            paid(&buy_from(&alive, FEED, &wanted).await, number);
            assert!(begun.elapsed() > Duration::from_millis(1000), "it waited for the lease to run out");
            assert_eq!(fake.asked("settle") - before, if landed { 1 } else { 2 });
        }
        assert_eq!(store.ledger.audit().await.expect("the store answers").credits, 4);
    }

    /// An owner that lost its row to another asks for no money.
    async fn a_late_owner_does_not_settle(store) {
        let fake = Fake::start(now_s()).await;
        let one = node(&store, &fake, true);
        fake.set(|script| script.verify = Mode::Held);
        let wanted = payment(1);
        let thief = async {
            until("reserved", async || state(&one, 1).await == "reserved").await;
            let now = store.now().await.expect("the store answers");
            store.payments.end_leases().await.expect("the store answers");
            let lease = Lease { owner: "thief", now, until: now.plus_ms(60_000) };
            assert!(store.payments.claim(&key_of(1), &lease).await.expect("the store answers").is_some());
            fake.set(|script| script.verify = Mode::Good);
        };
        let (reply, ()) = tokio::join!(buy_from(&one, FEED, &wanted), thief);
        assert_eq!((reply.status.as_u16(), fake.asked("settle")), (503, 0));
        // The row is the thief's to move.
        let step = Step {
            from: PaymentState::Reserved, to: PaymentState::Settling, owner: Some("thief"), keeps_lease: true, transaction: None,
            reason: None, by_hand: None, now: one.app.clock.now(),
        };
        assert_eq!(store.payments.step(&key_of(1), &step).await.expect("the store answers"), Stepped::Done);
    }
}
