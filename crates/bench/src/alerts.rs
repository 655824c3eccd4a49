//! Ten thousand rules over a thousand new items, against the reading of the same items; a thousand idle streams, in memory
//! and in the time of those who ask beside them. Needs no data.

use std::sync::Arc;
use std::time::Duration;

use alerts::follower::AlertFollower;
use anyhow::Context;
use domain::{AlertCondition, AlertSubject, Item};
use interface::App;
use management::accounts::Accounts;
use metering::{KeyKind, Scope};
use pipeline::{calls, digest, index, rollup, stories};
use runtime::clock::Clock;
use store::alerts::{Alert, AlertDefinition};
use store::audit_log::{Actor, Origin};
use store::{Settings, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::serving::{self, Served, processor_s};

const RULES: usize = 10_000;
/// New items a minute, in the batches in which a follower that looks every five seconds finds them.
const ITEMS: usize = 1_000;
const BATCHES: usize = 12;
const STREAMS: usize = 1_000;
/// A client may hold so many connections from one address.
const STREAMS_AN_ADDRESS: usize = 250;

pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    Store::open(&Settings::sqlite(folder.path().join("bellwether.db"))).await?.close().await;
    let app = serving::app(folder.path(), false, None).await?;
    let now = app.clock.now();
    let world = demo::world_until(now, demo::SEED);
    let mut items: Vec<Item> =
        world.items().filter(|item| item.published_at > Some(now.plus_ms(-60 * 86_400_000))).collect();
    let mut fresh = items.split_off(items.len().saturating_sub(ITEMS));
    fresh.iter_mut().for_each(|item| item.published_at = Some(now));
    take_in(&app, items).await?;
    let account = account(&app.store).await?;
    make_rules(&app, &account).await?;
    let mut follower = AlertFollower::new(Arc::clone(&app));
    follower.catch_up().await?;

    let own = std::process::id();
    let (mut reading, mut asking, mut told) = (0.0, 0.0, 0);
    for part in fresh.chunks(ITEMS.div_ceil(BATCHES)) {
        let began = processor_s(own);
        let digested = digest::digest(part.to_vec(), app.clock.now());
        reading += processor_s(own) - began;
        app.store.documents.insert(digested.documents, None).await?;
        keep_up(&app).await?;
        let began = processor_s(own);
        told += follower.catch_up().await?;
        asking += processor_s(own) - began;
    }
    println!(
        "{RULES} rules over {ITEMS} items: {asking:.2} s of a core ({:.3} of one, at that many a minute), {told} events; reading the items {reading:.2} s; {:.2} times the reading",
        asking / 60.0,
        asking / reading.max(0.01),
    );
    Ok(())
}

async fn take_in(app: &App, items: Vec<Item>) -> anyhow::Result<()> {
    app.store.documents.insert(digest::digest(items, app.clock.now()).documents, None).await?;
    keep_up(app).await?;
    rollup::recount(&app.store, |_| {}).await?;
    rollup::load(&app.store, &app.figures).await?;
    Ok(())
}

async fn keep_up(app: &App) -> anyhow::Result<()> {
    index::catch_up(&app.store, &app.finder, |_| {}).await?;
    stories::catch_up(&app.store, &app.clock).await?;
    calls::catch_up(&app.store).await?;
    Ok(())
}

async fn account(store: &Store) -> anyhow::Result<String> {
    Ok(accounts(store).create("acme", "team").await?.id)
}

fn accounts(store: &Store) -> Accounts<'_> {
    let origin = Origin { actor: Actor::command_line("bench"), address: None, at: Clock::System.now() };
    Accounts { store, pepper: b"", origin, by: Scope::Operator }
}

/// Half of them searches, each of its own; the rest companies and assets, for every item and for volume.
async fn make_rules(app: &App, account: &str) -> anyhow::Result<()> {
    const WORDS: [&str; 20] = [
        "bitcoin",
        "exchange",
        "etf",
        "hack",
        "regulator",
        "stablecoin",
        "mining",
        "custody",
        "lawsuit",
        "upgrade",
        "bank",
        "token",
        "wallet",
        "fund",
        "court",
        "rally",
        "outage",
        "bridge",
        "staking",
        "audit",
    ];
    let names = |number: usize| -> Option<(AlertSubject, String)> {
        match number % 4 {
            0 => {
                Some((AlertSubject::Company, demo::COMPANIES[number % demo::COMPANIES.len()].name.to_owned()))
            }
            1 => Some((AlertSubject::Asset, demo::ASSETS[number % demo::ASSETS.len()].name.to_owned())),
            _ => {
                let (one, other) = (WORDS[number % 20], WORDS[number / 20 % 20]);
                Some((
                    AlertSubject::Query,
                    format!("{one} AND ({other} OR \"{other} {}\")", WORDS[number / 400 % 20]),
                ))
            }
        }
    };
    let now = app.clock.now().plus_ms(-86_400_000);
    for number in 0..RULES {
        let Some((subject, value)) = names(number) else { continue };
        let definition = AlertDefinition {
            name: format!("Rule {number}"),
            enabled: true,
            subject,
            value: Some(value),
            condition: if number % 3 == 0 { AlertCondition::Item } else { AlertCondition::Volume },
            threshold: Some(3.0),
            min_items: 5,
            min_families: 2,
            form: None,
            quiet_minutes: 60,
            daily_cap: 20,
        };
        let rule = Alert { id: format!("alert_{number}"), definition, created_at: now, changed_at: now };
        anyhow::ensure!(app.store.alerts.create(account, &rule, u32::MAX).await?, "a rule was refused");
    }
    Ok(())
}

pub async fn streams(seconds: u64) -> anyhow::Result<()> {
    runtime::open_files::raise(100_000);
    let folder = tempfile::tempdir()?;
    let store = Store::open(&Settings::sqlite(folder.path().join("bellwether.db"))).await?;
    account(&store).await?;
    let key = accounts(&store).create_key("acme", "bench", KeyKind::Live, Scope::Write, None).await?;
    let key = key.key.reveal().to_owned();
    store.close().await;
    let served = Served::start(folder.path(), true).await?;
    let length = Duration::from_secs(seconds);
    let alone = asked(&served.address, &key, length).await?;
    let before = served.memory_mb().0;
    let mut open = Vec::new();
    for number in 0..STREAMS {
        open.push(stream(&served.address, &key, number).await.context("a stream was refused")?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = served.memory_mb().0;
    let beside = asked(&served.address, &key, length).await?;
    println!(
        "{STREAMS} idle streams: {:.1} MB more; p99 of GET /feed {beside} us beside them, {alone} us alone ({:.2} times)",
        after - before,
        beside as f64 / alone.max(1) as f64,
    );
    drop(open);
    Ok(())
}

async fn stream(address: &str, key: &str, number: usize) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("127.0.0.{}:0", 2 + number / STREAMS_AN_ADDRESS).parse()?)?;
    let mut stream = socket.connect(address.parse()?).await?;
    let head = format!(
        "GET /v1/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\naccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let mut begun = [0; 15];
    stream.read_exact(&mut begun).await?;
    anyhow::ensure!(&begun == b"HTTP/1.1 200 OK", "{}", String::from_utf8_lossy(&begun));
    Ok(stream)
}

/// The slowest of a hundred answers to one client, in microseconds.
async fn asked(address: &str, key: &str, length: Duration) -> anyhow::Result<u64> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "GET /feed?startDate=2026-01-01&endDate=2026-01-31&keyword=bitcoin HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\r\n"
    );
    let (mut taken, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
    let began = std::time::Instant::now();
    while began.elapsed() < length {
        let asked = std::time::Instant::now();
        stream.write_all(head.as_bytes()).await?;
        crate::load::read_answer(&mut stream, &mut buffer).await?;
        taken.push(asked.elapsed().as_micros() as u64);
    }
    taken.sort_unstable();
    Ok(taken[taken.len() * 99 / 100])
}
