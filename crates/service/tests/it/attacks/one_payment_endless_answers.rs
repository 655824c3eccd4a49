//! A settled payment answers again a few times and not beyond its bounded time.

use domain::Instant;
use serde_json::json;

use crate::fake::Mode;
use crate::shop::{FEED, challenged, changed, now_s, paid, paid_before, payment, shop, statuses};

const VALID_BEFORE: &str = "/payload/authorization/validBefore";
const TIME_FAULT: &str = "invalid_exact_evm_payload_authorization_valid_before";

#[tokio::test]
async fn a_payment_that_is_good_for_years_is_refused() {
    let shop = shop().await;
    for seconds in [181, 86_400, 2_350_000_000] {
        let long = changed(1, VALID_BEFORE, json!((now_s() + seconds).to_string()));
        challenged(&shop.buy(FEED, &long).await, TIME_FAULT);
    }
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (0, "none"));
    // As long as was allowed, and a clock that is a minute off.
    let fitting = changed(1, VALID_BEFORE, json!((now_s() + 180).to_string()));
    paid(&shop.buy(FEED, &fitting).await, 1);
}

#[tokio::test]
async fn fifty_calls_for_one_settlement() {
    let shop = shop().await;
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    for _ in 0..5 {
        paid_before(&shop.buy(FEED, &payment(1)).await, 1);
    }
    for _ in 6..50 {
        challenged(&shop.buy(FEED, &payment(1)).await, "invalid_payment");
    }
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

/// Asking at the same moment brings no more than asking one after the other.
#[tokio::test]
async fn fifty_calls_at_once() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Slow(100));
    let wanted = payment(1);
    let first = futures_util::future::join_all((0..50).map(|_| shop.buy(FEED, &wanted))).await;
    assert_eq!(statuses(&first), [(200, 6), (503, 44)]);
    let later = futures_util::future::join_all((0..50).map(|_| shop.buy(FEED, &wanted))).await;
    assert!(later.iter().all(|reply| [402, 503].contains(&reply.status.as_u16())), "{:?}", statuses(&later));
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

#[tokio::test]
async fn nothing_after_its_time() {
    let shop = shop().await;
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    shop.state(1).await;
    shop.app.app.clock.set(Instant::from_ms((now_s() + 121) * 1000));
    challenged(&shop.buy(FEED, &payment(1)).await, TIME_FAULT);
}
