//! What counting costs: the same answers with metering on and off, every charge durable before its answer leaves.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use ::metering::{KeyKind, Scope};
use domain::{Credits, MicroUsd};
use management::accounts::Accounts;
use runtime::clock::Clock;
use store::audit_log::{Actor, Origin};
use store::ledger::{HoldRequest, Payer, Placed, PurseTerms};
use store::{Settings, Store};

use crate::serving::Served;
use crate::{feed, load};

/// A metered route that does next to nothing, for a week.
pub const CHEAP: &str = "/fear-greed-index?startDate=2025-04-01&endDate=2025-04-07";

const ROUNDS: usize = 3;

pub async fn measure(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    println!("\n== metering, 64 connections on one account");
    let length = Duration::from_secs(seconds);
    let key = issue_key(folder).await?;
    let headers = format!("Authorization: Bearer {key}\r\n");
    // A shared disk changes its mind by the minute: asked before and after.
    let before = single_syncs(folder)?;
    let routes = [("GET /feed", feed::paths()), ("GET /fear-greed-index, a week", vec![CHEAP.to_owned()])];
    // Off and on, for each of the two routes.
    let (mut rates, mut costs) = ([0.0; 4], [0.0; 4]);
    // In turns and each time in a new process, since one and the same load differs by a third between processes.
    for _ in 0..ROUNDS {
        for metering in [false, true] {
            let served = Served::start(folder, metering).await?;
            for (number, (name, paths)) in routes.iter().enumerate() {
                load::run(&served.address, paths.clone(), &headers, 64, Duration::from_secs(2)).await?;
                let used = served.processor_s();
                let outcome = load::run(&served.address, paths.clone(), &headers, 64, length).await?;
                let cost = (served.processor_s() - used) * 1e6 / outcome.answers().max(1) as f64;
                outcome.print(&format!("{name}, {}", if metering { "metered" } else { "metering off" }));
                println!("{:<44} {cost:>8.0} µs of processor time an answer, in the service", "");
                let place = number + if metering { routes.len() } else { 0 };
                rates[place] += outcome.per_second / ROUNDS as f64;
                costs[place] += cost / ROUNDS as f64;
            }
        }
    }
    let single = (before + single_syncs(folder)?) / 2.0;
    println!("one synchronous write after the other          {single:>8.0}/s");
    let alone = single_charges(folder).await?;
    println!("one charge after the other, each durable alone {alone:>8.0}/s");
    println!(
        "GET /feed   metered / unmetered {:.2} (target 0.90), by processor time {:.2}",
        rates[2] / rates[0],
        costs[0] / costs[2]
    );
    println!(
        "cheap route metered / unmetered {:.2} (target 0.40), by processor time {:.2}; {:.1} times single charges (target 3), \
         {:.1} times single writes",
        rates[3] / rates[1],
        costs[1] / costs[3],
        rates[3] / alone,
        rates[3] / single
    );
    Ok(())
}

/// A key whose purse no load can empty.
pub async fn issue_key(folder: &Path) -> anyhow::Result<String> {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let origin = Origin { actor: Actor::command_line("bench"), address: None, at: Clock::System.now() };
    let accounts = Accounts { store: &store, pepper: b"", origin, by: Scope::Write };
    let account = accounts.create(&format!("bench {}", Clock::System.now().ms()), "team").await?;
    accounts.top_up(&account.name, Credits::new(1_000_000_000)).await?;
    let issued = accounts.create_key(&account.name, "bench", KeyKind::Live, Scope::Write, None).await?;
    let key = issued.key.reveal().to_owned();
    store.close().await;
    Ok(key)
}

/// What a durable append of one page for each call allows on this disk.
fn single_syncs(folder: &Path) -> anyhow::Result<f64> {
    use std::io::Write;

    let path = folder.join("single-commits.tmp");
    let started = Stopwatch::now();
    let mut count = 0u32;
    {
        let mut file = std::fs::File::create(&path)?;
        while started.elapsed() < Duration::from_secs(2) {
            file.write_all(&[0u8; 4096])?;
            file.sync_data()?;
            count += 1;
        }
    }
    std::fs::remove_file(&path)?;
    Ok(f64::from(count) / started.elapsed().as_secs_f64())
}

/// What the ledger itself does for one caller that waits for each of its charges.
async fn single_charges(folder: &Path) -> anyhow::Result<f64> {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let began = Clock::System.now();
    let purse = PurseTerms {
        key: "included".into(),
        source: domain::FundingSource::Included,
        period_start: began,
        period_end: None,
        allowance: Credits::new(u32::MAX),
        price: MicroUsd::ZERO,
    };
    let payer = Arc::new(Payer::new(format!("bench-{}", began.ms()), "bench", vec![purse]));
    let started = Stopwatch::now();
    let mut count = 0u32;
    while started.elapsed() < Duration::from_secs(2) {
        let request = HoldRequest {
            id: format!("bench-{}-{count}", began.ms()).into(),
            payer: Arc::clone(&payer),
            route: "bench".into(),
            credits: Credits::new(1),
            now: began,
            expires_at: began.plus_ms(60_000),
        };
        let Placed::Held(hold) = store.ledger.hold(&request).await? else {
            anyhow::bail!("the purse is empty")
        };
        store.ledger.commit(&hold, began).await?;
        count += 1;
    }
    let rate = f64::from(count) / started.elapsed().as_secs_f64();
    store.close().await;
    Ok(rate)
}
