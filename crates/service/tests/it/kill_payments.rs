//! The program is killed at random moments while calls are sold, and started again. Buyers bring the same payment
//! until they are answered. In the end every settled payment was answered, every answer was paid for once, and the
//! books have what the chain has, on both engines.
//!
//! `cargo test -p service --test it kill_payments -- --ignored` does it fifty times; a few times are part of every run.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use store::testing::TestStore;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::fake::{Fake, Mode, PAY_TO, PAYER, transaction};
use crate::kill::{Server, header, read_answer};

const CLIENTS: usize = 6;
/// A kill waits for so many answers of its round.
const ANSWERS_MIN: usize = 6;
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_twice_on_sqlite() {
    survive(store::testing::sqlite().await, 2, 7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_twice_on_postgres() {
    if let Some(store) = store::testing::postgres().await {
        survive(store, 2, 9).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "fifty starts take a while; run it with -- --ignored"]
async fn killed_fifty_times_on_sqlite() {
    survive(store::testing::sqlite().await, 50, 11).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "fifty starts take a while; run it with -- --ignored"]
async fn killed_fifty_times_on_postgres() {
    if let Some(store) = store::testing::postgres().await {
        survive(store, 50, 13).await;
    }
}

/// What all buyers share.
struct Market {
    port: AtomicU16,
    closing: AtomicBool,
    answered: AtomicUsize,
    fake: Fake,
}

/// What one buyer holds in the end.
#[derive(Default)]
struct Bought {
    /// Credits that the answers for each payment claimed.
    charged: HashMap<String, Vec<String>>,
    interrupted: usize,
}

async fn survive(mut store: TestStore, kills: u32, seed: u64) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let fake = Fake::start(now_s()).await;
    fake.set(|script| script.settle = Mode::SlowBothWays(30));
    let (settings, database) = (serving(&fake), database(&store));
    let mut server = Server::start_with(folder.path(), &settings, Some(&database)).await;
    let market = Arc::new(Market {
        port: AtomicU16::new(server.port),
        closing: AtomicBool::new(false),
        answered: AtomicUsize::new(0),
        fake: fake.clone(),
    });
    let buyers: Vec<_> =
        (0..CLIENTS).map(|number| tokio::spawn(buy_until_it_closes(number, Arc::clone(&market)))).collect();
    let mut random = seed;
    for round in 0..kills {
        let before = market.answered.load(Ordering::SeqCst);
        let patience = Stopwatch::now();
        while market.answered.load(Ordering::SeqCst) < before + ANSWERS_MIN {
            assert!(patience.elapsed() < PATIENCE, "round {round}: nobody is answered");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // Then at any moment of what follows. A linear congruential generator is random enough to pick it.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis((random >> 33) % 150)).await;
        server.kill();
        server = Server::start_with(folder.path(), &settings, Some(&database)).await;
        market.port.store(server.port, Ordering::SeqCst);
    }
    market.closing.store(true, Ordering::SeqCst);
    let mut bought = Bought::default();
    for buyer in buyers {
        let own = buyer.await.expect("a buyer");
        bought.charged.extend(own.charged);
        bought.interrupted += own.interrupted;
    }
    server.kill();
    store.reopen().await;
    check(&store, &bought, &fake).await;
    println!(
        "{kills} kills: {} payments settled, each answered and in the books once; {} requests were interrupted",
        bought.charged.len(),
        bought.interrupted
    );
}

fn serving(fake: &Fake) -> Vec<String> {
    [
        ("--facilitator-url", fake.url.as_str()),
        ("--pay-to", PAY_TO),
        ("--chain-rpc-url", &format!("{}/rpc", fake.url)),
        ("--rate-keyless", "100000000"),
        // What is sold has the same address after a start at another port.
        ("--public-url", "https://api.example"),
    ]
    .into_iter()
    .flat_map(|(name, value)| [name.to_owned(), value.to_owned()])
    .collect()
}

/// Where the store lies, as the program is told.
fn database(store: &TestStore) -> String {
    match &store.settings().address {
        store::Address::Postgres(url) => url.clone(),
        store::Address::Sqlite(path) => path.display().to_string(),
    }
}

async fn check(store: &TestStore, bought: &Bought, fake: &Fake) {
    let (spent, settles) = fake.set(|script| {
        let settles = script.asked.iter().filter(|asked| *asked == "settle").count();
        (script.spent.clone(), settles)
    });
    for nonce in spent.keys() {
        assert!(bought.charged.contains_key(nonce), "settled and never answered: {nonce}");
    }
    for (nonce, charged) in &bought.charged {
        assert!(spent.contains_key(nonce), "answered and not paid for: {nonce}");
        assert_eq!(charged.len(), 1, "a buyer stops at the first answer");
        let found = store.payments.find_named(nonce).await.expect("found");
        let [row] = found.as_slice() else { panic!("{} rows for {nonce}", found.len()) };
        assert_eq!((row.state.name(), row.tx.as_deref()), ("settled", Some(transaction(nonce).as_str())));
    }
    let audit = store.ledger.audit().await.expect("an audit");
    assert_eq!(audit.differences, []);
    let paid = i64::try_from(spent.len()).expect("a few");
    assert_eq!((audit.entries, audit.micro_usd), (paid, paid * 200_000));
    assert!(settles <= spent.len() + bought.interrupted, "{settles} settle calls for {paid} payments");
}

/// Buys one answer after the other; whatever happens meanwhile, it brings the same payment until it is answered.
async fn buy_until_it_closes(number: usize, market: Arc<Market>) -> Bought {
    let mut bought = Bought::default();
    for sequence in 0.. {
        if market.closing.load(Ordering::SeqCst) {
            break;
        }
        let nonce = format!("0x{:032x}{sequence:032x}", number + 1);
        let request = format!(
            "GET /feed?startDate=2026-01-01&endDate=2026-01-02&limit=25 HTTP/1.1\r\nhost: x\r\nx-payment: {}\r\n\r\n",
            payment(&nonce)
        );
        let begun = Stopwatch::now();
        loop {
            assert!(begun.elapsed() < 2 * PATIENCE, "{nonce} is not answered");
            match ask(market.port.load(Ordering::SeqCst), &request).await {
                Asked::Answered(200, head) => {
                    let charged = header(&head, "x-service-credits-charged").to_owned();
                    bought.charged.entry(nonce.clone()).or_default().push(charged);
                    market.answered.fetch_add(1, Ordering::SeqCst);
                    break;
                }
                Asked::Answered(503, head) => {
                    assert!(!header(&head, "retry-after").is_empty());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Asked::Answered(status, head) => {
                    let spent = market.fake.set(|script| script.spent.contains_key(&nonce));
                    panic!("{status} for {nonce}, spent: {spent}: {head}");
                }
                Asked::Interrupted => bought.interrupted += 1,
                Asked::NotSent => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
    bought
}

/// How one request ended.
enum Asked {
    Answered(u16, String),
    /// It was sent, and no whole answer came.
    Interrupted,
    /// Nobody listens.
    NotSent,
}

async fn ask(port: u16, request: &str) -> Asked {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)).await else { return Asked::NotSent };
    let answer = async {
        stream.write_all(request.as_bytes()).await.ok()?;
        read_answer(&mut stream).await
    };
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(Some((status, head))) => Asked::Answered(status, head),
        _ => Asked::Interrupted,
    }
}

fn payment(nonce: &str) -> String {
    let now = now_s();
    let payment = json!({
        "x402Version": 1, "scheme": "exact", "network": "base",
        "payload": {"signature": "0x5a5a5a5a", "authorization": {
            "from": PAYER, "to": PAY_TO, "value": "200000",
            "validAfter": (now - 600).to_string(), "validBefore": (now + 150).to_string(), "nonce": nonce,
        }},
    });
    STANDARD.encode(payment.to_string())
}

fn now_s() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    i64::try_from(now).expect("before the year 292 billion")
}
