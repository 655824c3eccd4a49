//! What a facilitator settled is in the books in the end, whatever goes down, whichever clock is wrong, and whoever
//! else starts.

use domain::PaymentState;
use std::process::{Command, Output};
use std::time::Duration;

use domain::{Credits, Instant, MicroUsd};
use runtime::config::Config;
use store::Store;
use store::payments::{Lease, NewPayment, Step};
use tempfile::TempDir;

use crate::app::TestApp;
use crate::fake::{Fake, Mode, PAYER, USDC, transaction};
use crate::kill::Server;
use crate::shop::{
    FEED, Shop, buy_from, challenged, key_of, node, nonce, now_s, open, paid, payment, selling,
};

async fn asked(fake: &Fake, what: &str) {
    while fake.asked(what) == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The store takes no writes for a while, just when the facilitator answers: it is told as soon as it listens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_is_down_for_seconds() {
    let fake = Fake::start(now_s()).await;
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut settings = store::Settings::sqlite(folder.path().join("store.db"));
    settings.busy_timeout = Duration::from_millis(50);
    let store = Store::open(&settings).await.expect("a store");
    let shop = Shop { app: TestApp::on(store, folder, selling(&fake, false, Config::default())), fake };
    shop.fake.set(|script| script.settle = Mode::Held);
    let down = async {
        asked(&shop.fake, "settle").await;
        let down = store::testing::without_writes(&settings);
        shop.fake.set(|script| script.settle = Mode::Good);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        drop(down);
    };
    let wanted = payment(1);
    let (reply, ()) = tokio::join!(shop.buy(FEED, &wanted), down);
    paid(&reply, 1);
    assert_eq!((shop.state(1).await.as_str(), shop.app.audit().await), ("settled", 2));
    assert!(outbox(&shop.app.app.config.data_dir()).is_empty());
}

fn outbox(data: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(data.join("outbox")).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// The store stays down and the process ends. There is no chain to ask: only the outbox knows, and tells the next
/// start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_is_down_until_the_next_start() {
    let fake = Fake::start(now_s()).await;
    let folder = tempfile::tempdir().expect("a scratch folder");
    let settings = store::Settings::sqlite(folder.path().join("store.db"));
    let config = || selling(&fake, false, Config::default());
    let store = Store::open(&settings).await.expect("a store");
    let data = folder.path().to_owned();
    let shop = Shop { app: TestApp::on(store.clone(), folder, config()), fake: fake.clone() };
    fake.set(|script| script.settle = Mode::Held);
    let down = async {
        asked(&fake, "settle").await;
        store.close().await;
        fake.set(|script| script.settle = Mode::Good);
    };
    let wanted = payment(1);
    let (reply, ()) = tokio::join!(shop.buy(FEED, &wanted), down);
    open(&reply, "payment_outcome_open");
    assert_eq!(outbox(&data).len(), 1);

    let store = Store::open(&settings).await.expect("the store survives");
    let row = store.payments.find(&key_of(1)).await.expect("found").expect("a row");
    assert_eq!(row.state, PaymentState::Settling);
    // The same folder, in another place.
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::rename(data.join("outbox"), folder.path().join("outbox")).expect("moved");
    let data = folder.path().to_owned();
    let again = TestApp::on(store, folder, config());
    admission::sweep::begin(&again.app.admission).await;
    let row = again.app.store.payments.find(&key_of(1)).await.expect("found").expect("a row");
    assert_eq!((row.state.name(), row.tx), ("settled", Some(transaction(&nonce(1)))));
    assert!(outbox(&data).is_empty());
    fake.set(|script| script.settle = Mode::Good);
    paid(&buy_from(&again, FEED, &wanted).await, 1);
    assert_eq!((fake.asked("settle"), again.audit().await), (1, 2));
}

store::on_every_engine! {
    /// Another node, whose clock is ahead, sweeps while this one settles.
    async fn a_clock_that_is_ahead(store) {
        let fake = Fake::start(now_s()).await;
        let (one, ahead) = (node(&store, &fake, true), node(&store, &fake, true));
        ahead.app.clock.set(Instant::from_ms((now_s() + 90) * 1000));
        fake.set(|script| script.settle = Mode::Held);
        let sweeping = async {
            asked(&fake, "settle").await;
            for _ in 0..5 {
                admission::sweep::payments(&ahead.app.admission).await.expect("swept");
                let row = store.payments.find(&key_of(1)).await.expect("found").expect("a row");
                assert_eq!(row.state, PaymentState::Settling, "it is in another's hand");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            fake.set(|script| script.settle = Mode::Good);
        };
        let wanted = payment(1);
        let (reply, ()) = tokio::join!(buy_from(&one, FEED, &wanted), sweeping);
        paid(&reply, 1);
        assert_eq!((fake.asked("settle"), one.audit().await), (1, 2));
    }

    /// The lease was lost while the facilitator worked, and another called the outcome open: what the facilitator
    /// says then is recorded all the same.
    async fn recorded_from_whatever_it_became(store) {
        let fake = Fake::start(now_s()).await;
        let (one, other) = (node(&store, &fake, false), node(&store, &fake, false));
        fake.set(|script| script.settle = Mode::Held);
        let meddling = async {
            asked(&fake, "settle").await;
            store.payments.end_leases().await.expect("the store answers");
            admission::sweep::payments(&other.app.admission).await.expect("swept");
            assert_eq!(store.payments.find(&key_of(1)).await.expect("found").expect("a row").state, PaymentState::Unknown);
            fake.set(|script| script.settle = Mode::Good);
        };
        let wanted = payment(1);
        let (reply, ()) = tokio::join!(buy_from(&one, FEED, &wanted), meddling);
        paid(&reply, 1);
        assert_eq!((fake.asked("settle"), one.audit().await), (1, 2));
    }
}

fn bellwether(folder: &TempDir, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .arg("--data-dir")
        .arg(folder.path())
        .args(["--log", "warn"])
        .args(words)
        .current_dir(folder.path())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A second server would take what the first has in hand for the leavings of the dead.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_says_so_and_ends() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let first = Server::start(folder.path()).await;
    let second = bellwether(&folder, &["--listen", "127.0.0.1:0", "--collect", "false", "serve"]);
    assert!(!second.status.success());
    assert!(
        text(&second.stderr).contains("another server runs on the data folder"),
        "{}",
        text(&second.stderr)
    );
    // Commands come in beside it.
    for words in
        [&["account", "create", "acme"][..], &["key", "create", "acme"], &["payments", "list"], &["audit"]]
    {
        let beside = bellwether(&folder, words);
        assert!(beside.status.success(), "{words:?}: {}", text(&beside.stderr));
    }
    drop(first);
    let _third = Server::start(folder.path()).await;
}

/// What stays open long after its time fails the audit, until a person closes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_open_payments_fail_the_audit() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let settings = store::Settings::sqlite(folder.path().join("bellwether.db"));
    let store = Store::open(&settings).await.expect("a store");
    let hour_ago = store.now().await.expect("a clock").plus_ms(-3_600_000);
    for number in 1..=2 {
        leave_open(&store, number, hour_ago).await;
    }
    store.close().await;

    let audit = bellwether(&folder, &["audit"]);
    assert!(!audit.status.success());
    assert_eq!(text(&audit.stdout).lines().filter(|line| line.starts_with("OPEN ")).count(), 2);
    let listed = bellwether(&folder, &["payments", "list", "--state", "unknown"]);
    assert_eq!(text(&listed.stdout).lines().count(), 2);
    let shown = text(&bellwether(&folder, &["payments", "show", &nonce(1)]).stdout);
    assert!(shown.contains("state         unknown") && shown.contains("0.20 USD, 2 credits"), "{shown}");

    let close = |words: &[&str]| bellwether(&folder, &[&["payments", "close"], words].concat());
    assert!(!close(&[&nonce(1), "--reason", "seen"]).status.success(), "nobody confirmed it");
    assert!(!close(&[&nonce(1), "--yes"]).status.success(), "nobody said why");
    assert!(!close(&[&nonce(1), "--yes", "--reason", "x", "--transaction", "0x12"]).status.success());
    let hash = format!("0x{}", "77".repeat(32));
    let paid = close(&[&nonce(1), "--yes", "--reason", "seen on the chain", "--transaction", &hash]);
    assert!(text(&paid.stdout).contains("settled"), "{} {}", text(&paid.stdout), text(&paid.stderr));
    let same = close(&[&nonce(2), "--yes", "--reason", "the same one", "--transaction", &hash]);
    assert!(!same.status.success(), "a transaction pays once");
    let never = close(&[&key_of(2), "--yes", "--reason", "it lapsed"]);
    assert!(text(&never.stdout).contains("void") && text(&never.stdout).contains("it lapsed"));
    let audit = bellwether(&folder, &["audit"]);
    assert!(audit.status.success(), "{}", text(&audit.stdout));
    assert!(text(&audit.stdout).contains("1 still owed an answer"));
    let log = text(&bellwether(&folder, &["audit", "--export-log"]).stdout);
    assert_eq!(log.lines().filter(|line| line.contains("payment.closed")).count(), 2, "{log}");
}

async fn leave_open(store: &Store, number: u8, at: Instant) {
    let row = NewPayment {
        key: key_of(number),
        request_hash: "x".into(),
        network: "base".into(),
        asset: USDC.to_lowercase(),
        payer: PAYER.to_lowercase(),
        nonce: nonce(number),
        amount: MicroUsd::new(200_000),
        credits: Credits::new(2),
        route: "/feed".into(),
        valid_before: at.plus_ms(120_000),
        now: at,
    };
    let lease = Lease { owner: "dead", now: at, until: at.plus_ms(10_000) };
    assert!(store.payments.reserve(&row, &lease).await.expect("stored"));
    for (from, to) in
        [(PaymentState::Reserved, PaymentState::Settling), (PaymentState::Settling, PaymentState::Unknown)]
    {
        let step = Step {
            from,
            to,
            owner: None,
            keeps_lease: false,
            transaction: None,
            reason: None,
            by_hand: None,
            now: at,
        };
        store.payments.step(&row.key, &step).await.expect("stored");
    }
}

/// The outcome is open and the operator calls it void: the buyer is not answered, and may pay anew.
#[tokio::test]
async fn a_payment_that_a_person_closed() {
    let fake = Fake::start(now_s()).await;
    let shop = Shop { app: TestApp::with(selling(&fake, false, Config::default())).await, fake };
    shop.fake.set(|script| script.settle = Mode::BreaksOff);
    open(&shop.buy(FEED, &payment(1)).await, "payment_outcome_open");
    let step = Step {
        from: PaymentState::Unknown,
        to: PaymentState::Void,
        owner: None,
        keeps_lease: false,
        transaction: None,
        reason: Some("closed"),
        by_hand: None,
        now: shop.app.app.clock.now(),
    };
    shop.app.app.store.payments.step(&key_of(1), &step).await.expect("stored");
    challenged(&shop.buy(FEED, &payment(1)).await, "invalid_payment");
}
