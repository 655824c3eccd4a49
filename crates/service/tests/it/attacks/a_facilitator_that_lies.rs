//! A facilitator's word is compared with the payment, and with the chain where there is one.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use domain::Instant;
use runtime::config::Config;
use runtime::followers::Supervisor;
use runtime::role::Role;
use serde_json::{Value, json};

use crate::fake::{Mode, PAY_TO, PAYER, transaction};
use crate::shop::{FEED, challenged, nonce, now_s, open, paid, payment, shop, shop_with};

fn denied() -> Value {
    json!({"success": false, "errorReason": "unexpected_settle_error", "transaction": "", "network": "base"})
}

fn invented() -> Value {
    let hash = format!("0x{}", "42".repeat(32));
    json!({"success": true, "transaction": hash, "network": "base", "payer": PAYER})
}

/// It says that it took nothing, and took it.
#[tokio::test]
async fn a_denial_is_checked_on_the_chain() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::DoneButSays(200, denied()));
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!((shop.state(1).await.as_str(), shop.app.audit().await), ("settled", 2));
    // The chain cannot be asked just now: nobody is told to sign another payment.
    shop.fake.set(|script| script.settle = Mode::Says(200, denied()));
    let silent = async {
        while shop.fake.asked("settle") < 2 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        shop.fake.set(|script| script.node_answers = false);
    };
    let wanted = payment(2);
    let (reply, ()) = tokio::join!(shop.buy(FEED, &wanted), silent);
    open(&reply, "payment_outcome_open");
    assert_eq!(shop.state(2).await, "unknown");
}

/// The money moves after the denial, and after we looked.
#[tokio::test]
async fn money_that_comes_after_a_denial_is_found() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Says(200, denied()));
    challenged(&shop.buy(FEED, &payment(1)).await, "unexpected_settle_error");
    challenged(&shop.buy(FEED, &payment(2)).await, "unexpected_settle_error");
    assert_eq!([shop.state(1).await, shop.state(2).await], ["refused", "refused"]);
    shop.fake.set(|script| {
        script.spent.insert(nonce(1), true);
        script.block_time_s = now_s() + 200;
    });
    shop.sweep().await;
    assert_eq!(shop.state(1).await, "refused", "there is time yet");
    shop.app.app.clock.set(Instant::from_ms((now_s() + 200) * 1000));
    shop.sweep().await;
    assert_eq!([shop.state(1).await, shop.state(2).await], ["settled", "void"]);
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!(shop.app.audit().await, 2);
}

#[tokio::test]
async fn an_invented_transaction_is_not_believed() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Says(200, invented()));
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    assert_eq!((shop.state(1).await.as_str(), shop.app.audit().await), ("unknown", 0));
    shop.fake.set(|script| script.block_time_s = now_s() + 200);
    shop.app.app.clock.set(Instant::from_ms((now_s() + 200) * 1000));
    shop.sweep().await;
    assert_eq!((shop.state(1).await.as_str(), shop.app.audit().await), ("void", 0));
    // A true payment with a wrong transaction named is recorded with the one on the chain.
    let shop = crate::shop::shop().await;
    shop.fake.set(|script| script.settle = Mode::DoneButSays(200, invented()));
    paid(&shop.buy(FEED, &payment(2)).await, 2);
    assert_eq!(shop.row(2).await.and_then(|row| row.tx), Some(transaction(&nonce(2))));
}

/// Without a chain its word must do, but a transaction pays for one payment.
#[tokio::test]
async fn one_transaction_for_two_payments() {
    let shop = shop_with(false, Config::default()).await;
    shop.fake.set(|script| script.settle = Mode::Says(200, invented()));
    assert_eq!(shop.buy(FEED, &payment(1)).await.status.as_u16(), 200);
    open(&shop.buy(FEED, &payment(2)).await, "payment_outcome_open");
    assert_eq!([shop.state(1).await, shop.state(2).await], ["settled", "unknown"]);
    assert_eq!(shop.app.audit().await, 2);
}

#[tokio::test]
async fn an_answer_about_another_payment() {
    let shop = shop_with(false, Config::default()).await;
    let others = [("network", "base-sepolia"), ("network", "eip155:1"), ("payer", PAY_TO), ("amount", "1")];
    for (number, (member, value)) in (1..).zip(others) {
        let mut said = invented();
        said["transaction"] = json!(transaction(&nonce(number)));
        said[member] = json!(value);
        shop.fake.set(|script| script.settle = Mode::Says(200, said));
        open(&shop.buy(FEED, &payment(number)).await, "payment_outcome_open");
        assert_eq!(shop.state(number).await, "unknown", "{member}");
    }
    let said = json!({"isValid": true, "payer": PAY_TO});
    shop.fake.set(|script| script.verify = Mode::Says(200, said));
    open(&shop.buy(FEED, &payment(9)).await, "facilitator_unavailable");
    assert_eq!((shop.state(9).await.as_str(), shop.app.audit().await), ("none", 0));
}

/// A node that takes its time keeps payments waiting, and nobody's credits.
#[tokio::test]
async fn holds_are_swept_beside_payments() {
    let shop = shop_with(true, Config { key_cache_ms: 0, ..Config::default() }).await;
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    let app = Arc::clone(&shop.app.app);
    app.clock.set(Instant::from_ms((now_s() + 60) * 1000));
    shop.fake.set(|script| script.node_takes_ms = 4_900);
    let supervisor =
        Supervisor::start(&app.store, &app.followers, admission::followers(&app.admission, Role::All));
    let before = shop.fake.asked("eth_getBlockByNumber");
    let patience = Stopwatch::now();
    // Wait until the sweep of payments hangs at the node.
    while app
        .store
        .payments
        .find(&crate::shop::key_of(1))
        .await
        .expect("found")
        .is_some_and(|row| row.lease_until.ms() == 0)
    {
        assert!(patience.elapsed() < Duration::from_secs(30), "payments are not swept");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    hold_that_is_over(&shop.app).await;
    let begun = Stopwatch::now();
    while app.store.ledger.open_holds().await.expect("a count") > 0 {
        assert!(begun.elapsed() < Duration::from_secs(4), "holds wait behind payments");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(shop.fake.asked("eth_getBlockByNumber"), before, "the node has not answered yet");
    shop.fake.set(|script| script.node_takes_ms = 0);
    supervisor.stop().await;
}

/// A hold of an account that nobody settled in time.
async fn hold_that_is_over(app: &crate::app::TestApp) {
    use store::ledger::{HoldRequest, Payer, PurseTerms};
    let now = app.app.clock.now();
    let purse = PurseTerms {
        key: "included 2026-03-15".into(),
        source: domain::FundingSource::Included,
        period_start: now.plus_ms(-1000),
        period_end: Some(now.plus_ms(86_400_000)),
        allowance: domain::Credits::new(5),
        price: domain::MicroUsd::new(0),
    };
    let request = HoldRequest {
        id: "over".into(),
        payer: Arc::new(Payer::new("acme", "key", vec![purse])),
        route: "/feed".into(),
        credits: domain::Credits::new(1),
        now: now.plus_ms(-1000),
        expires_at: now.plus_ms(-1),
    };
    app.app.store.ledger.hold(&request).await.expect("held");
}
