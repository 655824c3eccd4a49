//! A service that sells single calls, with a facilitator and a chain that do as they are told.

use admission::Visit;
use axum::body::Body;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Instant;
use interface::{RequestContext, Work};
use metering::headers::USAGE_HEADERS;
use runtime::config::Config;
use runtime::error::Code;
use serde_json::{Value, json};
use store::Store;
use web::operations;

use crate::app::{NOW, Reply, TestApp};
use crate::fake::{Fake, PAY_TO, PAYER, USDC, transaction};

/// Two credits, 0.20 USD.
pub const FEED: &str = "/feed?startDate=2026-03-01&endDate=2026-03-02&limit=25";
pub const SIGNATURE: &str = "0x5a5a5a5a5a5a";

pub struct Shop {
    pub app: TestApp,
    pub fake: Fake,
}

pub fn now_s() -> i64 {
    Instant::parse(NOW).expect("an instant").ms() / 1000
}

pub async fn shop() -> Shop {
    shop_with(true, Config { key_cache_ms: 0, ..Config::default() }).await
}

pub async fn shop_with(chain: bool, config: Config) -> Shop {
    let fake = Fake::start(now_s()).await;
    let config = selling(&fake, chain, config);
    Shop { app: TestApp::with(config).await, fake }
}

/// The settings of a node that sells through this facilitator.
pub fn selling(fake: &Fake, chain: bool, config: Config) -> Config {
    Config {
        facilitator_url: fake.url.clone(),
        pay_to: PAY_TO.into(),
        chain_rpc_url: if chain { format!("{}/rpc", fake.url) } else { String::new() },
        rate_keyless: 100_000,
        ..config
    }
}

/// Another node on the same store, with a clock and a folder of its own.
pub fn node(store: &Store, fake: &Fake, chain: bool) -> TestApp {
    let folder = tempfile::tempdir().expect("a scratch folder");
    TestApp::on(store.clone(), folder, selling(fake, chain, Config::default()))
}

pub async fn buy_from(app: &TestApp, path: &str, payment: &Value) -> Reply {
    let request = Request::get(path).header("X-PAYMENT", encoded(payment));
    app.send(request.body(Body::empty()).expect("a request")).await
}

pub fn key_of(number: u8) -> String {
    format!("base:{}:{}:{}", USDC.to_lowercase(), PAYER.to_lowercase(), nonce(number))
}

pub fn nonce(number: u8) -> String {
    format!("0x{number:02x}{}", "ab".repeat(31))
}

/// A payment that is good for `FEED`.
pub fn payment(number: u8) -> Value {
    json!({
        "x402Version": 1, "scheme": "exact", "network": "base",
        "payload": {"signature": SIGNATURE, "authorization": {
            "from": PAYER, "to": PAY_TO, "value": "200000",
            "validAfter": (now_s() - 600).to_string(), "validBefore": (now_s() + 120).to_string(),
            "nonce": nonce(number),
        }},
    })
}

pub fn changed(number: u8, pointer: &str, value: Value) -> Value {
    let mut payment = payment(number);
    *payment.pointer_mut(pointer).expect("a member") = value;
    payment
}

pub fn encoded(payment: &Value) -> String {
    STANDARD.encode(payment.to_string())
}

impl Shop {
    pub async fn buy(&self, path: &str, payment: &Value) -> Reply {
        self.send(path, encoded(payment).as_bytes()).await
    }

    pub async fn send(&self, path: &str, header: &[u8]) -> Reply {
        let request = Request::get(path).header("X-PAYMENT", header).body(Body::empty()).expect("a request");
        self.app.send(request).await
    }

    pub async fn row(&self, number: u8) -> Option<store::payments::Payment> {
        self.app.app.store.payments.find(&key_of(number)).await.expect("the store answers")
    }

    pub async fn state(&self, number: u8) -> String {
        self.app.app.admission.gate().expect("a gate").idle().await;
        self.row(number).await.map_or("none".into(), |row| row.state.to_string())
    }

    pub async fn sweep(&self) {
        admission::sweep::payments(&self.app.app.admission).await.expect("swept");
    }

    /// What an operation would do, bought with this payment.
    pub async fn work(&self, number: u8, work: Work) -> Result<u16, Code> {
        let app = &self.app.app;
        let feed = operations::all().into_iter().find(|entry| entry.route.path == "/feed").expect("feed");
        let mut headers = axum::http::HeaderMap::new();
        headers.insert("x-payment", encoded(&payment(number)).parse().expect("a header"));
        let visit = Visit { headers: &headers, address: [127, 0, 0, 1].into(), target: FEED };
        let now = app.clock.now();
        let caller =
            admission::identify(&app.admission, feed.access, &visit, now).await.expect("no key is needed");
        let ask = RequestContext {
            now,
            request_id: String::new(),
            actor: caller.actor(),
            address: None,
            account: None,
            scope: metering::Scope::Read,
            format: interface::Format::Json,
        };
        let terms = crate::money::terms_of(&feed);
        let admitted =
            admission::around(&app.admission, &caller, &visit, &terms, &ask, Ok(work(app, &ask).into()))
                .await;
        admitted.answer.map(|answer| answer.status).map_err(|error| error.code)
    }
}

#[track_caller]
pub fn challenged(reply: &Reply, error: &str) {
    assert_eq!(reply.status.as_u16(), 402, "{}", String::from_utf8_lossy(&reply.body));
    let body = reply.json();
    assert_eq!(body["error"], error);
    assert_eq!(body["x402Version"], 1);
    assert_eq!(body["accepts"][0]["payTo"], PAY_TO);
    assert!(!body.to_string().contains("null"));
    assert_eq!(reply.header("content-type"), "application/json");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert!(reply.header("vary").contains("X-PAYMENT"));
}

pub fn receipt(reply: &Reply) -> Value {
    let bytes = STANDARD.decode(reply.header("x-payment-response")).expect("base64");
    serde_json::from_slice(&bytes).unwrap_or(Value::Null)
}

/// The answer that the payment paid for.
#[track_caller]
pub fn paid(reply: &Reply, number: u8) {
    given(reply, number, ["2", "1", "1"]);
}

/// The answer again, for nothing.
#[track_caller]
pub fn paid_before(reply: &Reply, number: u8) {
    given(reply, number, ["0", "0", "0"]);
}

#[track_caller]
fn given(reply: &Reply, number: u8, charged: [&str; 3]) {
    assert_eq!(reply.status.as_u16(), 200, "{}", String::from_utf8_lossy(&reply.body));
    let expected = json!({"success": true, "transaction": transaction(&nonce(number)), "network": "base", "payer": PAYER});
    assert_eq!(receipt(reply), expected);
    let usage: Vec<_> = USAGE_HEADERS.iter().map(|(name, _)| reply.header(name)).collect();
    let none = "not_applicable";
    assert_eq!(usage[..3], charged);
    assert_eq!(usage[3..], ["x402", "0", "0", none, "0.00", "0.00", "none", none, none]);
    assert_eq!(reply.header("cache-control"), "no-store");
}

/// How many replies there are of each status, by status.
pub fn statuses(replies: &[Reply]) -> Vec<(u16, usize)> {
    let mut counted = std::collections::BTreeMap::new();
    for reply in replies {
        *counted.entry(reply.status.as_u16()).or_default() += 1;
    }
    counted.into_iter().collect()
}

#[track_caller]
pub fn open(reply: &Reply, code: &str) {
    let body = reply.json();
    assert_eq!((reply.status.as_u16(), body["code"].as_str()), (503, Some(code)), "{body}");
    assert!(!reply.header("retry-after").is_empty());
}
