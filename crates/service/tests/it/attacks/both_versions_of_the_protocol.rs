//! Buyers of version 1 and of version 2 are served by one state machine.

use axum::body::Body;
use axum::http::{Method, Request};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use runtime::followers::Supervisor;
use runtime::role::Role;
use serde_json::{Value, json};

use crate::app::Reply;
use crate::fake::{Mode, PAY_TO, PAYER, USDC, transaction};
use crate::shop::{FEED, Shop, challenged, encoded, nonce, open, paid_before, payment, shop};

/// The payment in the wrapping of version 2, from the challenge that it answers.
async fn payment_v2(shop: &Shop, number: u8) -> Value {
    let required = decoded(&shop.app.get(FEED).await, "payment-required");
    json!({
        "x402Version": 2,
        "resource": required["resource"],
        "accepted": required["accepts"][0],
        "payload": payment(number)["payload"],
    })
}

fn decoded(reply: &Reply, header: &str) -> Value {
    let bytes = STANDARD.decode(reply.header(header)).expect("base64");
    serde_json::from_slice(&bytes).unwrap_or(Value::Null)
}

async fn buy_v2(shop: &Shop, payment: &Value) -> Reply {
    let request = Request::get(FEED).header("PAYMENT-SIGNATURE", encoded(payment));
    shop.app.send(request.body(Body::empty()).expect("a request")).await
}

#[track_caller]
fn paid_v2(reply: &Reply, number: u8) {
    assert_eq!(reply.status.as_u16(), 200, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(
        decoded(reply, "payment-response"),
        json!({"success": true, "transaction": transaction(&nonce(number)), "network": "eip155:8453", "payer": PAYER})
    );
    assert!(reply.header("x-payment-response").is_empty());
    assert_eq!(reply.header("x-service-credits-charged"), "2");
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn the_challenge_is_there_in_both() {
    let shop = shop().await;
    let reply = shop.app.get(FEED).await;
    challenged(&reply, "X-PAYMENT header is required");
    let required = decoded(&reply, "payment-required");
    assert_eq!(required["x402Version"], 2);
    assert_eq!(required["error"], "PAYMENT-SIGNATURE header is required");
    assert_eq!(required["resource"]["url"], format!("https://api.example{FEED}"));
    let terms = &required["accepts"][0];
    assert_eq!((&terms["network"], &terms["amount"]), (&json!("eip155:8453"), &json!("200000")));
    assert_eq!((&terms["payTo"], &terms["asset"]), (&json!(PAY_TO), &json!(USDC)));
    assert!(!required.to_string().contains("null"));
}

#[tokio::test]
async fn a_buyer_of_version_2_buys() {
    let shop = shop().await;
    let wanted = payment_v2(&shop, 1).await;
    let reply = buy_v2(&shop, &wanted).await;
    paid_v2(&reply, 1);
    assert!(reply.header("vary").contains("PAYMENT-SIGNATURE") && reply.header("vary").contains("X-PAYMENT"));
    // The facilitator takes version 1, and got it.
    let body = shop.fake.set(|script| script.body.clone());
    assert_eq!((&body["x402Version"], &body["paymentRequirements"]["network"]), (&json!(1), &json!("base")));
    assert_eq!(body["paymentPayload"]["network"], "base");
    // The same authorization in the other wrapping is the same payment.
    paid_before(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

#[tokio::test]
async fn two_payments_in_one_request() {
    let shop = shop().await;
    let request = Request::get(FEED)
        .header("X-PAYMENT", encoded(&payment(1)))
        .header("PAYMENT-SIGNATURE", encoded(&payment_v2(&shop, 1).await));
    let reply = shop.app.send(request.body(Body::empty()).expect("a request")).await;
    challenged(&reply, "invalid_payload");
    assert_eq!(decoded(&reply, "payment-required")["error"], "invalid_payload");
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (0, "none"));
}

#[tokio::test]
async fn terms_that_are_not_ours() {
    let shop = shop().await;
    for (pointer, value, error) in [
        ("/x402Version", json!(1), "invalid_x402_version"),
        ("/accepted/scheme", json!("upto"), "unsupported_scheme"),
        ("/accepted/network", json!("eip155:1"), "invalid_network"),
        ("/accepted/amount", json!("1"), "invalid_payment_requirements"),
        ("/accepted/asset", json!(PAYER), "invalid_payment_requirements"),
        ("/accepted/payTo", json!(PAYER), "invalid_payment_requirements"),
        ("/payload/authorization/value", json!("1"), "invalid_exact_evm_payload_authorization_value"),
        ("/payload/authorization/to", json!(PAYER), "invalid_exact_evm_payload_recipient_mismatch"),
    ] {
        let mut wrong = payment_v2(&shop, 1).await;
        *wrong.pointer_mut(pointer).expect("a member") = value;
        challenged(&buy_v2(&shop, &wrong).await, error);
    }
    assert_eq!(shop.fake.asked("verify"), 0);
}

#[tokio::test]
async fn a_settlement_that_is_refused_says_so_in_its_version() {
    let shop = shop().await;
    let said = json!({"success": false, "errorReason": "insufficient_funds", "transaction": ""});
    shop.fake.set(|script| script.settle = Mode::Says(200, said));
    let reply = buy_v2(&shop, &payment_v2(&shop, 1).await).await;
    challenged(&reply, "insufficient_funds");
    let receipt = decoded(&reply, "payment-response");
    assert_eq!((&receipt["success"], &receipt["network"]), (&json!(false), &json!("eip155:8453")));
    assert!(reply.header("x-payment-response").is_empty());
}

/// A facilitator that takes version 2 alone settles payments of both.
#[tokio::test]
async fn forwarded_as_the_facilitator_wants_it() {
    let shop = shop().await;
    let kinds = json!({"kinds": [{"x402Version": 2, "scheme": "exact", "network": "eip155:8453"}]});
    shop.fake.set(|script| script.supported = kinds);
    let reply = shop.buy(FEED, &payment(1)).await;
    assert_eq!(reply.status.as_u16(), 200);
    let body = shop.fake.set(|script| script.body.clone());
    assert_eq!((&body["x402Version"], &body["paymentPayload"]["x402Version"]), (&json!(2), &json!(2)));
    assert_eq!(body["paymentRequirements"], body["paymentPayload"]["accepted"]);
    assert_eq!(body["paymentRequirements"]["amount"], "200000");
    // The receipt names the network as the buyer does.
    assert_eq!(decoded(&reply, "x-payment-response")["network"], "base");
    paid_v2(&buy_v2(&shop, &payment_v2(&shop, 2).await).await, 2);
    let app = &shop.app.app;
    let supervisor =
        Supervisor::start(&app.store, &app.followers, admission::followers(&app.admission, Role::All));
    let ready = shop.app.get("/health/ready").await.json();
    let part = ready["parts"].as_array().expect("parts").iter().find(|part| part["name"] == "pay_per_call");
    assert_eq!(part.expect("the part")["ready"], true);
    supervisor.stop().await;
}

#[tokio::test]
async fn an_open_outcome_names_no_version() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    let reply = buy_v2(&shop, &payment_v2(&shop, 1).await).await;
    open(&reply, "payment_outcome_open");
    assert!(reply.header("payment-required").is_empty(), "nobody is asked to pay again");
}

#[tokio::test]
async fn browsers_may_send_and_read_both() {
    let shop = shop().await;
    let request =
        Request::builder().method(Method::OPTIONS).uri(FEED).header("origin", "https://buyer.example");
    let reply = shop.app.send(request.body(Body::empty()).expect("a request")).await;
    let allowed = reply.header("access-control-allow-headers").to_owned();
    for name in ["X-PAYMENT", "PAYMENT-SIGNATURE", "Access-Control-Expose-Headers"] {
        assert!(allowed.split(", ").any(|allowed| allowed == name), "{name} in {allowed}");
    }
    let reply = shop.app.get(FEED).await;
    let exposed = reply.header("access-control-expose-headers").to_owned();
    for name in ["X-PAYMENT-RESPONSE", "PAYMENT-REQUIRED", "PAYMENT-RESPONSE"] {
        assert!(exposed.split(", ").any(|exposed| exposed == name), "{name} in {exposed}");
    }
}
