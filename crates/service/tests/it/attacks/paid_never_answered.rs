//! A payment that settled after its buyer had left is answered when the buyer comes back, however late, once.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use domain::Instant;
use tower::ServiceExt;

use crate::fake::{Fake, Mode};
use crate::shop::{FEED, Shop, buy_from, challenged, encoded, node, now_s, open, paid, payment, shop};

const TIME_FAULT: &str = "invalid_exact_evm_payload_authorization_valid_before";

/// Asks, and leaves while the money is being asked for.
async fn leave_while_settling(shop: &Shop, number: u8) {
    let before = shop.fake.asked("settle");
    let wanted = payment(number);
    let buying = shop.buy(FEED, &wanted);
    tokio::pin!(buying);
    while shop.fake.asked("settle") == before {
        tokio::select! {
            _ = &mut buying => panic!("it cannot be done yet"),
            () = tokio::time::sleep(Duration::from_millis(5)) => {}
        }
    }
}

#[tokio::test]
async fn the_buyer_comes_back_a_day_later() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Slow(150));
    leave_while_settling(&shop, 1).await;
    assert_eq!(shop.state(1).await, "settled");
    assert_eq!(shop.row(1).await.and_then(|row| row.answered_at), None);
    shop.app.app.clock.set(Instant::from_ms((now_s() + 86_400) * 1000));
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    shop.state(1).await;
    assert!(shop.row(1).await.is_some_and(|row| row.answered_at.is_some()));
    challenged(&shop.buy(FEED, &payment(1)).await, TIME_FAULT);
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

/// Told to come back, closed by the sweep meanwhile, and back after its time.
#[tokio::test]
async fn closed_by_the_sweep_and_still_owed() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    shop.fake.set(|script| script.spent.insert(crate::shop::nonce(1), true));
    shop.app.app.clock.set(Instant::from_ms((now_s() + 300) * 1000));
    shop.sweep().await;
    assert_eq!(shop.state(1).await, "settled");
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    shop.state(1).await;
    challenged(&shop.buy(FEED, &payment(1)).await, TIME_FAULT);
}

/// The answer was made, and the connection broke before it was written.
#[tokio::test]
async fn an_answer_that_nobody_read_has_not_left() {
    let shop = shop().await;
    let request = Request::get(FEED).header("X-PAYMENT", encoded(&payment(1)));
    let router = web::router(std::sync::Arc::clone(&shop.app.app));
    let response = router.oneshot(request.body(Body::empty()).expect("a request")).await.expect("infallible");
    assert_eq!(response.status().as_u16(), 200);
    drop(response);
    assert_eq!(shop.state(1).await, "settled");
    assert_eq!(shop.row(1).await.map(|row| (row.answers, row.answered_at)), Some((1, None)));
    shop.app.app.clock.set(Instant::from_ms((now_s() + 86_400) * 1000));
    let reply = shop.buy(FEED, &payment(1)).await;
    assert_eq!(reply.status.as_u16(), 200);
    shop.state(1).await;
    challenged(&shop.buy(FEED, &payment(1)).await, TIME_FAULT);
}

store::on_every_engine! {
    async fn owed_by_whichever_node_is_asked(store) {
        let fake = Fake::start(now_s()).await;
        let shop = Shop { app: node(&store, &fake, true), fake };
        shop.fake.set(|script| script.settle = Mode::Slow(150));
        leave_while_settling(&shop, 1).await;
        assert_eq!(shop.state(1).await, "settled");
        let other = node(&store, &shop.fake, true);
        other.app.clock.set(Instant::from_ms((now_s() + 86_400) * 1000));
        paid(&buy_from(&other, FEED, &payment(1)).await, 1);
        other.app.admission.gate().expect("a gate").idle().await;
        challenged(&buy_from(&other, FEED, &payment(1)).await, TIME_FAULT);
        assert_eq!(other.audit().await, 2);
    }
}
