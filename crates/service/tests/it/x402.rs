//! Pay-per-call, row by row of the table of failures: what the buyer hears, what becomes of the money, and
//! where the row stands. The numbers are those of the table.

use domain::PaymentState;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Instant;
use interface::{Answer, Work};
use runtime::config::Config;
use runtime::error::{ApiError, Code};
use runtime::followers::Supervisor;
use runtime::role::Role;
use serde_json::json;
use store::payments::{Lease, Step, Stepped};

use crate::app::TestApp;
use crate::fake::{Fake, Mode, PAY_TO, PAYER, USDC, transaction};
use crate::shop::{
    FEED, Shop, challenged, changed, encoded, key_of, nonce, now_s, open, paid, paid_before, payment,
    receipt, selling, shop, shop_with, statuses,
};

/// 1: whatever the parameters, the answer is the price.
#[tokio::test]
async fn without_key_or_payment_the_price_is_named() {
    let shop = shop().await;
    for (path, amount) in [
        (FEED, "200000"),
        ("/feed?limit=100", "500000"),
        ("/feed", "300000"),
        ("/feed?limit=0", "300000"),
        ("/feed?limit=1000&startDate=x", "300000"),
        ("/feed?keyword=%ff", "300000"),
        ("/feed?limit=1&keyword=((", "200000"),
    ] {
        let reply = shop.app.get(path).await;
        challenged(&reply, "X-PAYMENT header is required");
        let accepts = &reply.json()["accepts"][0];
        assert_eq!(accepts["maxAmountRequired"], amount, "{path}");
        assert_eq!(accepts["resource"].as_str(), Some(format!("https://api.example{path}").as_str()));
        assert_eq!(accepts["extra"]["maxAmountPerCall"], "1000000");
    }
    assert_eq!(shop.fake.asked("verify"), 0);
    let flat = shop_with(true, Config { x402_flat_price: true, ..Config::default() }).await;
    assert_eq!(flat.app.get(FEED).await.json()["accepts"][0]["maxAmountRequired"], "1000000");
}

/// 2: a key decides, and the payment beside it is not looked at.
#[tokio::test]
async fn a_key_goes_before_a_payment() {
    let shop = shop().await;
    let key = shop.app.key("acme", "free").await;
    for (key, status) in [(key.as_str(), 200), ("nonsense", 401)] {
        let request = Request::get(FEED)
            .header("authorization", format!("Bearer {key}"))
            .header("x-payment", encoded(&payment(1)));
        let reply = shop.app.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(reply.status.as_u16(), status);
        assert!(reply.header("x-payment-response").is_empty());
    }
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (0, "none"));
    assert_eq!(shop.app.audit().await, 2);
}

/// 3 to 7 and 9 to 11: faults that nobody needs to be asked about.
#[tokio::test]
async fn faults_of_the_payment_itself() {
    let shop = shop().await;
    let authorization = "/payload/authorization";
    let long = STANDARD.encode(vec![b' '; 13_000]);
    for header in ["", "!!!", "bm90IEpTT04=", "WzFd", &long, "////"] {
        challenged(&shop.send(FEED, header.as_bytes()).await, "invalid_payload");
    }
    let twice = Request::get(FEED)
        .header("x-payment", encoded(&payment(1)))
        .header("x-payment", encoded(&payment(2)));
    let reply = shop.app.send(twice.body(Body::empty()).expect("a request")).await;
    challenged(&reply, "invalid_payload");
    let cases = [
        ("/payload/signature", json!(7), "invalid_payload"),
        ("/x402Version", json!(2), "invalid_x402_version"),
        ("/scheme", json!("upto"), "unsupported_scheme"),
        ("/network", json!("base-sepolia"), "invalid_network"),
        ("/payload/authorization/to", json!(PAYER), "invalid_exact_evm_payload_recipient_mismatch"),
        ("/payload/authorization/value", json!("199999"), "invalid_exact_evm_payload_authorization_value"),
        ("/payload/authorization/value", json!("200001"), "invalid_exact_evm_payload_authorization_value"),
        (
            "/payload/authorization/validBefore",
            json!((now_s() + 5).to_string()),
            "invalid_exact_evm_payload_authorization_valid_before",
        ),
        (
            "/payload/authorization/validAfter",
            json!((now_s() + 1).to_string()),
            "invalid_exact_evm_payload_authorization_valid_after",
        ),
    ];
    for (pointer, value, error) in cases {
        assert!(pointer.starts_with(authorization) || pointer.len() < 20);
        challenged(&shop.buy(FEED, &changed(1, pointer, value)).await, error);
    }
    let bought_elsewhere =
        shop.buy("/feed?startDate=2026-03-01&endDate=2026-03-02&limit=100", &payment(1)).await;
    challenged(&bought_elsewhere, "invalid_exact_evm_payload_authorization_value");
    assert_eq!(bought_elsewhere.json()["payer"], PAYER);
    assert_eq!((shop.fake.asked("verify"), shop.state(1).await.as_str()), (0, "none"));
}

/// 8 and 12: the facilitator finds the fault; the row is released and the same payment may come again.
#[tokio::test]
async fn what_the_facilitator_refuses() {
    let shop = shop().await;
    for (said, heard) in [
        (json!("insufficient_funds"), "insufficient_funds"),
        (json!("invalid_exact_evm_payload_signature"), "invalid_exact_evm_payload_signature"),
        (json!("Error: long text\n at line 1"), "unexpected_verify_error"),
        (json!(null), "unexpected_verify_error"),
    ] {
        let said = json!({"isValid": false, "invalidReason": said});
        shop.fake.set(|script| script.verify = Mode::Says(200, said));
        challenged(&shop.buy(FEED, &payment(1)).await, heard);
        assert_eq!(shop.state(1).await, "none");
    }
    shop.fake.set(|script| script.verify = Mode::Good);
    paid(&shop.buy(FEED, &payment(1)).await, 1);
}

/// 13 and 14: bad parameters and too many requests, before the payment is used.
#[tokio::test]
async fn nobody_pays_for_an_error() {
    let fake = Fake::start(now_s()).await;
    let config = Config { rate_keyless: 2, ..selling(&fake, true, Config::default()) };
    let shop = Shop { app: TestApp::with(config).await, fake };
    let reply = shop.buy("/feed?startDate=2026-03-02&endDate=2026-03-01&limit=25", &payment(1)).await;
    assert_eq!((reply.status.as_u16(), reply.json()["parameter"].as_str()), (400, Some("endDate")));
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    paid(&shop.buy(FEED, &payment(2)).await, 2);
    let reply = shop.buy(FEED, &payment(3)).await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (429, Some("rate_limited")));
    assert_eq!(shop.state(3).await, "none");
    assert_eq!(shop.fake.asked("verify"), 2);
    challenged(&shop.app.get(FEED).await, "X-PAYMENT header is required");
}

/// 15, 20 and 25: paid once, answered again for the same address, refused for another; one of many copies.
#[tokio::test]
async fn one_payment_pays_once() {
    let shop = shop().await;
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!(shop.state(1).await, "settled");
    paid_before(&shop.buy(FEED, &payment(1)).await, 1);
    challenged(&shop.buy(&format!("{FEED}&page=2"), &payment(1)).await, "invalid_payment");
    let mut other_case = payment(1);
    other_case["payload"]["authorization"]["nonce"] = json!(nonce(1).to_uppercase().replace("0X", "0x"));
    other_case["payload"]["signature"] = json!("0x00");
    challenged(&shop.buy(FEED, &other_case).await, "invalid_payment");
    assert_eq!((shop.fake.asked("settle"), shop.fake.asked("verify")), (1, 1));

    shop.fake.set(|script| script.settle = Mode::Slow(150));
    let second = payment(2);
    let copies = futures_util::future::join_all((0..8).map(|_| shop.buy(FEED, &second))).await;
    // As many as may be answered for one payment; the rest is told to come back, and nobody to sign another.
    assert_eq!(statuses(&copies), [(200, 6), (503, 2)]);
    let charged = copies.iter().filter(|reply| reply.header("x-service-credits-charged") == "2").count();
    assert_eq!((charged, shop.fake.asked("settle")), (1, 2));
    assert_eq!(shop.app.audit().await, 4);
    // After its time nothing is given for it any more.
    shop.app.app.clock.set(Instant::from_ms((now_s() + 121) * 1000));
    challenged(&shop.buy(FEED, &payment(1)).await, "invalid_exact_evm_payload_authorization_valid_before");
}

/// 16: spent before it came to us.
#[tokio::test]
async fn a_nonce_that_the_chain_has_as_spent() {
    let shop = shop().await;
    shop.fake.set(|script| script.spent.insert(nonce(1), true));
    challenged(&shop.buy(FEED, &payment(1)).await, "invalid_payment");
    assert_eq!((shop.fake.asked("settle"), shop.state(1).await.as_str()), (0, "none"));
}

/// 17: the facilitator is at fault, so nothing is held against the payment.
#[tokio::test]
async fn a_facilitator_that_cannot_be_asked() {
    let shop = shop().await;
    for mode in [
        Mode::Garbage,
        Mode::BreaksOff,
        Mode::Says(200, json!({})),
        Mode::Says(500, json!({"isValid": false})),
        Mode::Says(401, json!({"error": "unauthorized"})),
        Mode::Says(429, json!({"isValid": true})),
        Mode::Slow(6_000),
    ] {
        shop.fake.set(|script| script.verify = mode);
        open(&shop.buy(FEED, &payment(1)).await, "facilitator_unavailable");
        assert_eq!(shop.state(1).await, "none");
    }
    shop.fake.set(|script| script.verify = Mode::Good);
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    let nowhere =
        Config { facilitator_url: "http://127.0.0.1:9".into(), pay_to: PAY_TO.into(), ..Config::default() };
    let app = TestApp::with(nowhere).await;
    let request = Request::get(FEED).header("x-payment", encoded(&payment(1)));
    open(&app.send(request.body(Body::empty()).expect("a request")).await, "facilitator_unavailable");
}

/// 18: the work fails after the payment was found good.
#[tokio::test]
async fn work_that_fails_is_not_sold() {
    let shop = shop().await;
    let failing: Work = Box::new(|_, _| {
        Box::pin(async { Err(ApiError::new(Code::TemporarilyUnavailable, "It went wrong.")) })
    });
    assert_eq!(shop.work(1, failing).await, Err(Code::TemporarilyUnavailable));
    assert_eq!(shop.state(1).await, "none");
    let panicking: Work = Box::new(|_, _| Box::pin(async { panic!("on purpose") }));
    assert_eq!(shop.work(1, panicking).await, Err(Code::Internal));
    assert_eq!((shop.fake.asked("settle"), shop.state(1).await.as_str()), (0, "none"));
    paid(&shop.buy(FEED, &payment(1)).await, 1);
}

/// 19: the buyer leaves before anyone was asked for the money.
#[tokio::test]
async fn a_buyer_who_leaves_before_settling() {
    let shop = shop().await;
    let (started, waits) = tokio::sync::oneshot::channel();
    let endless: Work = Box::new(move |_, _| {
        Box::pin(async move {
            let _ = started.send(());
            std::future::pending::<Result<Answer, ApiError>>().await
        })
    });
    tokio::select! {
        _ = shop.work(1, endless) => panic!("it never ends"),
        _ = waits => {}
    }
    assert_eq!((shop.state(1).await.as_str(), shop.fake.asked("settle")), ("none", 0));
    paid(&shop.buy(FEED, &payment(1)).await, 1);
}

/// 21: the facilitator took nothing, and the chain shows nothing.
#[tokio::test]
async fn a_settlement_that_is_refused() {
    let shop = shop().await;
    let said =
        json!({"success": false, "errorReason": "insufficient_funds", "transaction": "", "network": "base"});
    shop.fake.set(|script| script.settle = Mode::Says(200, said));
    let reply = shop.buy(FEED, &payment(1)).await;
    challenged(&reply, "insufficient_funds");
    assert_eq!(
        receipt(&reply),
        json!({"success": false, "errorReason": "insufficient_funds", "transaction": "", "network": "base", "payer": PAYER})
    );
    assert!(reply.json().get("data").is_none(), "the answer is withheld");
    assert_eq!(shop.state(1).await, "refused");
    challenged(&shop.buy(FEED, &payment(1)).await, "invalid_payment");
    assert_eq!(shop.app.audit().await, 0);
}

/// 22 and 23: the outcome is open; it is never denied and never given twice.
#[tokio::test]
async fn an_outcome_that_is_open() {
    let shop = Arc::new(shop().await);
    // It landed although the answer was lost: found on the chain, answered at once.
    shop.fake.set(|script| script.settle = Mode::Lost);
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!(shop.state(1).await, "settled");

    let pending = json!({"success": false, "errorReason": "settlement_pending", "transaction": format!("0x{}", "11".repeat(32))});
    let modes = [
        Mode::Says(500, json!({"success": false, "errorReason": "unexpected_settle_error"})),
        Mode::Garbage,
        Mode::BreaksOff,
        Mode::Says(200, pending),
        Mode::Says(200, json!({"success": true, "transaction": ""})),
    ];
    for (number, mode) in (2..).zip(modes) {
        shop.fake.set(|script| script.settle = mode);
        // Each is looked for on the chain for a while; the first settles the mode of its own call only.
        let before = shop.fake.asked("settle");
        let (again, payment) = (Arc::clone(&shop), payment(number));
        let buying = tokio::spawn(async move { again.buy(FEED, &payment).await });
        while shop.fake.asked("settle") == before {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        if number == 3 {
            // Lands while we look.
            shop.fake.set(|script| script.spent.insert(nonce(number), true));
            paid(&buying.await.expect("a reply"), number);
            continue;
        }
        let reply = buying.await.expect("a reply");
        open(&reply, "payment_outcome_open");
        assert!(reply.json()["detail"].as_str().expect("words").contains("do not sign a new one"));
        assert_eq!(shop.state(number).await, "unknown");
    }
    // Landed meanwhile: the retry is answered from the chain, without asking for the money again.
    let before = shop.fake.asked("settle");
    shop.fake.set(|script| {
        script.settle = Mode::Good;
        script.spent.insert(nonce(2), true);
    });
    paid(&shop.buy(FEED, &payment(2)).await, 2);
    assert_eq!(shop.fake.asked("settle"), before);
    // Never arrived: settled again, once.
    paid(&shop.buy(FEED, &payment(4)).await, 4);
    assert_eq!((shop.fake.asked("settle"), shop.state(4).await.as_str()), (before + 1, "settled"));
    // Another address with the same payment gets nothing.
    challenged(&shop.buy(&format!("{FEED}&page=2"), &payment(5)).await, "invalid_payment");
    // Spent for something else: closed.
    shop.fake.set(|script| script.spent.insert(nonce(5), false));
    challenged(&shop.buy(FEED, &payment(5)).await, "invalid_payment");
    assert_eq!(shop.state(5).await, "void");
    // Too late to settle and not on the chain yet: still open. Later still: closed.
    shop.app.app.clock.set(Instant::from_ms((now_s() + 125) * 1000));
    open(&shop.buy(FEED, &payment(6)).await, "payment_outcome_open");
    shop.app.app.clock.set(Instant::from_ms((now_s() + 151) * 1000));
    shop.fake.set(|script| script.block_time_s = now_s() + 151);
    challenged(&shop.buy(FEED, &payment(6)).await, "invalid_exact_evm_payload_authorization_valid_before");
    assert_eq!(shop.state(6).await, "void");
    assert_eq!(shop.app.audit().await, 8, "four were paid, each once");
}

/// 24: the buyer leaves during settling; it runs on, and the lost answer can be had again.
#[tokio::test]
async fn a_buyer_who_leaves_during_settling() {
    let shop = shop().await;
    shop.fake.set(|script| script.settle = Mode::Slow(200));
    {
        let (first, header) = (payment(1), FEED);
        let buying = shop.buy(header, &first);
        tokio::pin!(buying);
        while shop.fake.asked("settle") == 0 {
            tokio::select! {
                _ = &mut buying => panic!("it cannot be done yet"),
                () = tokio::time::sleep(std::time::Duration::from_millis(5)) => {}
            }
        }
    }
    assert_eq!(shop.state(1).await, "settled");
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!((shop.fake.asked("settle"), shop.app.audit().await), (1, 2));
}

/// 26: our process dies; the sweep closes what it left from the chain.
#[tokio::test]
async fn rows_of_a_dead_process() {
    let shop = shop_with(true, Config::default()).await;
    let store = &shop.app.app.store;
    let now = shop.app.app.clock.now();
    let lease_now = store.now().await.expect("a clock");
    let lease = Lease { owner: "another", now: lease_now, until: lease_now.plus_ms(600_000) };
    for number in 1..=4 {
        let row = store::payments::NewPayment {
            key: key_of(number),
            request_hash: "x".into(),
            network: "base".into(),
            asset: USDC.to_lowercase(),
            payer: PAYER.to_lowercase(),
            nonce: nonce(number),
            amount: domain::MicroUsd::new(200_000),
            credits: domain::Credits::new(2),
            route: "/feed".into(),
            valid_before: now.plus_ms(120_000),
            now,
        };
        assert!(store.payments.reserve(&row, &lease).await.expect("stored"));
        if number > 1 {
            let step = Step {
                from: PaymentState::Reserved,
                to: PaymentState::Settling,
                owner: None,
                keeps_lease: true,
                transaction: None,
                reason: None,
                by_hand: None,
                now,
            };
            assert_eq!(store.payments.step(&row.key, &step).await.expect("stored"), Stepped::Done);
        }
    }
    shop.fake.set(|script| {
        script.spent.insert(nonce(2), true);
        script.spent.insert(nonce(3), false);
        script.amounts.insert(nonce(2), 200_000);
    });
    shop.sweep().await;
    assert_eq!(shop.state(1).await, "reserved", "its owner may live");
    store.payments.end_leases().await.expect("ended");
    shop.sweep().await;
    let states = [shop.state(1).await, shop.state(2).await, shop.state(3).await, shop.state(4).await];
    assert_eq!(states, ["none", "settled", "void", "unknown"]);
    assert_eq!(shop.row(2).await.and_then(|row| row.tx), Some(transaction(&nonce(2))));
    // A node that says nothing closes nothing.
    shop.app.app.clock.set(now.plus_ms(200_000));
    shop.fake.set(|script| (script.node_answers, script.block_time_s) = (false, now_s() + 200));
    shop.sweep().await;
    assert_eq!(shop.state(4).await, "unknown");
    shop.fake.set(|script| script.node_answers = true);
    shop.app.app.clock.set(now.plus_ms(205_000));
    shop.sweep().await;
    assert_eq!(shop.state(4).await, "void");
    assert_eq!(shop.app.audit().await, 2);
}

/// 27: nobody to ask about the chain.
#[tokio::test]
async fn without_a_chain_nothing_is_given_without_proof() {
    let shop = shop_with(false, Config::default()).await;
    shop.fake.set(|script| script.settle = Mode::Lost);
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    open(&shop.buy(FEED, &payment(2)).await, "payment_outcome_open");
    shop.sweep().await;
    assert_eq!([shop.state(1).await, shop.state(2).await], ["unknown", "unknown"]);
    // The one that never arrived is settled on retry; the other cannot be proved here.
    shop.fake.set(|script| script.settle = Mode::Good);
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    paid(&shop.buy(FEED, &payment(2)).await, 2);
    assert_eq!(shop.app.audit().await, 2);
}

#[tokio::test]
async fn readiness_shows_what_the_facilitator_takes() {
    let shop = shop().await;
    let part = async || {
        let body = shop.app.get("/health/ready").await.json();
        let parts = body["parts"].as_array().expect("parts").clone();
        parts.into_iter().find(|part| part["name"] == "pay_per_call").expect("the part")
    };
    assert_eq!(part().await["ready"], false);
    let app = &shop.app.app;
    let supervisor =
        Supervisor::start(&app.store, &app.followers, admission::followers(&app.admission, Role::All));
    for _ in 0..100 {
        if part().await["ready"] == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(part().await["ready"], true);
    supervisor.stop().await;
}

#[tokio::test]
async fn a_facilitator_that_wants_to_know_who_asks() {
    let config =
        Config { facilitator_auth: "bearer".into(), facilitator_secret: "hush".into(), ..Config::default() };
    let shop = shop_with(false, config).await;
    paid(&shop.buy(FEED, &payment(1)).await, 1);
    assert_eq!(shop.fake.set(|script| script.authorization.clone()).as_deref(), Some("Bearer hush"));
}

#[tokio::test]
async fn half_a_configuration_is_none() {
    for config in [
        Config { pay_to: PAY_TO.into(), ..Config::default() },
        Config { facilitator_url: "http://127.0.0.1:9".into(), ..Config::default() },
        Config {
            facilitator_url: "http://x".into(),
            pay_to: "0x90F79bf6EB2c4f870365E785982E1f101E93b907".into(),
            ..Config::default()
        },
        Config {
            facilitator_url: "http://x".into(),
            pay_to: PAY_TO.into(),
            network: "ethereum".into(),
            ..Config::default()
        },
    ] {
        assert!(admission::Gate::from_config(&config).is_err());
    }
    let app = TestApp::metered().await;
    let reply = app.get(FEED).await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (402, Some("payment_required")));
}
