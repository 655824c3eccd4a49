//! A facilitator and a chain on loopback that do what a test tells them, and remember what they were asked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

pub const USDC: &str = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
pub const PAY_TO: &str = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
pub const PAYER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/// How the facilitator behaves when asked.
#[derive(Clone, Debug)]
pub enum Mode {
    /// As it should.
    Good,
    /// With these words and nothing done.
    Says(u16, Value),
    Garbage,
    /// The answer breaks off, and nothing was done.
    BreaksOff,
    /// Everything is done, and the answer is lost.
    Lost,
    /// Everything is done, and it says this.
    DoneButSays(u16, Value),
    /// Answers after so many milliseconds, as it should.
    Slow(u64),
    /// Answers once the script says something else, and then as that says.
    Held,
    /// As `Slow`, with the work done half way.
    SlowBothWays(u64),
}

pub struct Script {
    pub verify: Mode,
    pub settle: Mode,
    pub supported: Value,
    /// What it was asked, in order: verify, settle or an RPC method.
    pub asked: Vec<String>,
    pub authorization: Option<String>,
    /// Nonces that are spent on the chain, and whether they paid us.
    pub spent: HashMap<String, bool>,
    pub block_time_s: i64,
    /// False: the node answers nothing.
    pub node_answers: bool,
    /// Milliseconds that the node takes for an answer.
    pub node_takes_ms: u64,
    /// The last body that the facilitator was sent.
    pub body: Value,
    /// What was asked for each nonce, as the till heard it.
    pub amounts: HashMap<String, u64>,
}

#[derive(Clone)]
pub struct Fake {
    pub url: String,
    script: Arc<Mutex<Script>>,
}

impl Fake {
    pub async fn start(now_s: i64) -> Fake {
        let script = Arc::new(Mutex::new(Script {
            verify: Mode::Good,
            settle: Mode::Good,
            supported: json!({"kinds": [{"x402Version": 1, "scheme": "exact", "network": "base"}]}),
            asked: Vec::new(),
            authorization: None,
            spent: HashMap::new(),
            block_time_s: now_s,
            node_answers: true,
            node_takes_ms: 0,
            body: Value::Null,
            amounts: HashMap::new(),
        }));
        let router = Router::new()
            .route("/verify", post(verify))
            .route("/settle", post(settle))
            .route("/supported", get(supported))
            .route("/rpc", post(rpc))
            .with_state(Arc::clone(&script));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Fake { url, script }
    }

    pub fn set<T>(&self, change: impl FnOnce(&mut Script) -> T) -> T {
        change(&mut self.script.lock().expect("the script"))
    }

    pub fn asked(&self, what: &str) -> usize {
        self.set(|script| script.asked.iter().filter(|asked| *asked == what).count())
    }
}

type Shared = State<Arc<Mutex<Script>>>;

async fn supported(State(script): Shared) -> Json<Value> {
    Json(script.lock().expect("the script").supported.clone())
}

async fn verify(State(script): Shared, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let mode = {
        let mut script = script.lock().expect("the script");
        script.asked.push("verify".into());
        script.body = body.clone();
        script.authorization =
            headers.get("authorization").and_then(|value| value.to_str().ok()).map(str::to_owned);
        script.verify.clone()
    };
    let good = json!({"isValid": true, "payer": body["paymentPayload"]["payload"]["authorization"]["from"]});
    let mode = released(mode, || script.lock().expect("the script").verify.clone()).await;
    behave(mode, good, || {}).await
}

async fn settle(State(script): Shared, Json(body): Json<Value>) -> Response {
    let authorization = &body["paymentPayload"]["payload"]["authorization"];
    let nonce = authorization["nonce"].as_str().expect("a nonce").to_lowercase();
    let (mode, already) = {
        let mut script = script.lock().expect("the script");
        script.asked.push("settle".into());
        script.body = body.clone();
        let terms = &body["paymentRequirements"];
        let amount = terms["maxAmountRequired"].as_str().or(terms["amount"].as_str()).expect("an amount");
        script.amounts.insert(nonce.clone(), amount.parse().expect("a number"));
        (script.settle.clone(), script.spent.contains_key(&nonce))
    };
    if already {
        let used = json!({"success": false, "errorReason": "invalid_transaction_state", "transaction": ""});
        return (StatusCode::OK, Json(used)).into_response();
    }
    let good = json!({
        "success": true, "transaction": transaction(&nonce), "payer": authorization["from"],
        "network": body["paymentRequirements"]["network"],
    });
    let mode = released(mode, || script.lock().expect("the script").settle.clone()).await;
    behave(mode, good, || {
        script.lock().expect("the script").spent.insert(nonce, true);
    })
    .await
}

async fn released(mut mode: Mode, now: impl Fn() -> Mode) -> Mode {
    while matches!(mode, Mode::Held) {
        tokio::time::sleep(Duration::from_millis(5)).await;
        mode = now();
    }
    mode
}

async fn behave(mode: Mode, good: Value, work: impl FnOnce()) -> Response {
    let broken = || {
        let broken = std::io::Error::other("broken off");
        Body::from_stream(futures_util::stream::once(async { Err::<bytes::Bytes, _>(broken) }))
            .into_response()
    };
    match mode {
        Mode::Held => unreachable!("it was waited for"),
        Mode::Good => {
            work();
            Json(good).into_response()
        }
        Mode::Slow(ms) => {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            work();
            Json(good).into_response()
        }
        Mode::SlowBothWays(ms) => {
            tokio::time::sleep(Duration::from_millis(ms / 2)).await;
            work();
            tokio::time::sleep(Duration::from_millis(ms / 2)).await;
            Json(good).into_response()
        }
        Mode::DoneButSays(status, body) => {
            work();
            (StatusCode::from_u16(status).expect("a status"), Json(body)).into_response()
        }
        Mode::Lost => {
            work();
            broken()
        }
        Mode::BreaksOff => broken(),
        Mode::Garbage => "not JSON".into_response(),
        Mode::Says(status, body) => {
            (StatusCode::from_u16(status).expect("a status"), Json(body)).into_response()
        }
    }
}

/// The same for the same nonce, so that receipts can be compared.
pub fn transaction(nonce: &str) -> String {
    format!("0x{}", nonce.trim_start_matches("0x").chars().rev().collect::<String>())
}

fn word(address: &str) -> String {
    format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

async fn rpc(State(script): Shared, Json(call): Json<Value>) -> Response {
    let takes_ms = script.lock().expect("the script").node_takes_ms;
    tokio::time::sleep(Duration::from_millis(takes_ms)).await;
    let mut script = script.lock().expect("the script");
    let method = call["method"].as_str().expect("a method").to_owned();
    script.asked.push(method.clone());
    if !script.node_answers {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let used = |nonce: &str, index: u32| {
        json!({
            "address": USDC.to_lowercase(),
            "topics": [
                "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5", word(PAYER), nonce
            ],
            "data": "0x", "logIndex": format!("{index:#x}"), "transactionHash": transaction(nonce),
        })
    };
    let result = match method.as_str() {
        "eth_getBlockByNumber" => {
            json!({"number": "0x100", "timestamp": format!("{:#x}", script.block_time_s)})
        }
        "eth_call" => {
            let data = call["params"][0]["data"].as_str().expect("data");
            let nonce = format!("0x{}", &data[data.len() - 64..]);
            json!(format!("0x{:064x}", u8::from(script.spent.contains_key(&nonce))))
        }
        "eth_getLogs" => {
            let nonce = call["params"][0]["topics"][2].as_str().expect("a nonce");
            match script.spent.contains_key(nonce) {
                true => json!([used(nonce, 0)]),
                false => json!([]),
            }
        }
        "eth_getTransactionReceipt" => {
            let nonce = transaction(call["params"][0].as_str().expect("a transaction"));
            let Some(paid) = script.spent.get(&nonce).copied() else {
                return Json(json!({"jsonrpc": "2.0", "id": 1, "result": null})).into_response();
            };
            let to = if paid { word(PAY_TO) } else { word(PAYER) };
            let amount = script.amounts.get(&nonce).copied().unwrap_or(0);
            json!({"status": "0x1", "logs": [used(&nonce, 0), {
                "address": USDC,
                "topics": ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", word(PAYER), to],
                "data": format!("0x{amount:064x}"), "logIndex": "0x1",
                "transactionHash": transaction(&nonce),
            }]})
        }
        other => panic!("{other} is not asked for"),
    };
    Json(json!({"jsonrpc": "2.0", "id": 1, "result": result})).into_response()
}
