//! The program is killed at random moments while articles arrive, rules fire and events are delivered. In the end there is
//! one event for each article, and the receiver has heard every one, in order.
//!
//! `cargo test -p service --test it kill_alerts -- --ignored` does it twenty times on both engines; twice are part of every
//! run.

use std::collections::HashSet;
use std::time::{Duration, Instant as Stopwatch};

use domain::{AlertCondition, AlertSubject, Instant};
use management::accounts::Accounts;
use metering::Scope;
use runtime::clock::Clock;
use store::alerts::{Alert, AlertDefinition};
use store::audit_log::{Actor, Origin};
use store::testing;
use store::webhooks::{Webhook, WebhookDefinition};
use store::{Address, Store};

use crate::app::news;
use crate::kill::Server;
use crate::webhooks::{Mode, Receiver};

const A_ROUND: u32 = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_twice() {
    let store = testing::sqlite().await;
    survive(&store, None, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "twenty starts on each engine take a while; run it with -- --ignored"]
async fn killed_twenty_times() {
    let store = testing::sqlite().await;
    survive(&store, None, 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "twenty starts on each engine take a while; run it with -- --ignored"]
async fn killed_twenty_times_on_postgres() {
    let Some(store) = testing::postgres().await else { return };
    let Address::Postgres(url) = store.settings().address.clone() else { panic!("a server") };
    survive(&store, Some(url), 20).await;
}

async fn survive(store: &testing::TestStore, database: Option<String>, kills: u32) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    // The program opens the embedded store under a name of its own.
    let own = match &database {
        Some(_) => Store::clone(store),
        None => {
            Store::open(&store::Settings::sqlite(folder.path().join("bellwether.db"))).await.expect("a store")
        }
    };
    let receiver = Receiver::start(Mode::Takes).await;
    let account = shop(&own, &receiver.url).await;
    let settings = ["--webhook-private-addresses".to_owned(), "true".to_owned()];
    let mut server = Server::start_with(folder.path(), &settings, database.as_deref()).await;
    wait("the first look", || async { own.events.position().await.expect("a position") >= 0 }).await;

    let (mut number, mut random) = (0, 7u64);
    for _ in 0..kills {
        for _ in 0..A_ROUND {
            insert(&own, number).await;
            number += 1;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis((random >> 33) % 4000)).await;
        server.kill();
        server = Server::start_with(folder.path(), &settings, database.as_deref()).await;
    }
    let events = || async { own.events.list(&account, 0, 10_000).await.expect("events") };
    wait("one event for each article", || async { events().await.len() == number as usize }).await;
    wait("every event is heard", || async {
        receiver.ids().into_iter().collect::<HashSet<_>>().len() == number as usize
    })
    .await;
    // A moment more: nothing may come twice to the store.
    tokio::time::sleep(Duration::from_secs(3)).await;
    server.kill();
    let written: Vec<String> = events().await.into_iter().map(|event| event.id).collect();
    let heard = receiver.ids();
    let mut first = Vec::new();
    for id in &heard {
        if !first.contains(id) {
            first.push(id.clone());
        }
    }
    assert_eq!(first, written, "each once and in order");
    let charged = own.ledger.audit().await.expect("an audit");
    println!(
        "{kills} kills on {}: {number} articles, {} events, {} deliveries heard, {} charged",
        own.engine_name(),
        written.len(),
        heard.len(),
        charged.credits
    );
    assert_eq!((charged.differences, charged.credits), (Vec::new(), 2 * i64::from(number)));
}

async fn shop(store: &Store, url: &str) -> String {
    let now = Clock::System.now();
    let origin = Origin { actor: Actor::command_line("test"), address: None, at: now };
    let accounts = Accounts { store, pepper: b"", origin: origin.clone(), by: Scope::Operator };
    let account = accounts.create("acme", "team").await.expect("an account").id;
    accounts.top_up("acme", domain::Credits::new(1_000_000)).await.expect("granted");
    let definition = AlertDefinition {
        name: "Outages".into(),
        enabled: true,
        subject: AlertSubject::Query,
        value: Some("outage".into()),
        condition: AlertCondition::Item,
        threshold: None,
        min_items: 1,
        min_families: 1,
        form: None,
        quiet_minutes: 0,
        daily_cap: 1_000,
    };
    let rule = Alert { id: "alert_1".into(), definition, created_at: now, changed_at: now };
    assert!(store.alerts.create(&account, &rule, 10).await.expect("stored"));
    let definition = WebhookDefinition {
        name: "Mine".into(),
        url: url.into(),
        shape: "standard".into(),
        alerts: Vec::new(),
        enabled: true,
    };
    let webhook = Webhook { id: "webhook_1".into(), definition, created_at: now, changed_at: now };
    let secret = alerts::webhooks::new_secret();
    assert!(store.webhooks.create(&account, &webhook, &secret, 10, &origin).await.expect("stored"));
    account
}

async fn insert(store: &Store, number: u32) {
    let now: Instant = Clock::System.now();
    let mut item = news(number, "2026-01-01", "Daily", &format!("Outage {number}"), "The outage goes on.");
    item.published_at = Some(now);
    let documents = pipeline::digest::digest(vec![item], now.plus_ms(1)).documents;
    store.documents.insert(documents, None).await.expect("stored");
}

async fn wait<F: Future<Output = bool>>(what: &str, done: impl Fn() -> F) {
    let patience = Stopwatch::now();
    while !done().await {
        assert!(patience.elapsed() < Duration::from_secs(120), "{what}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
