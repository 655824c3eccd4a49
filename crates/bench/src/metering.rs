//! What counting costs: the same answers with metering on and off, every charge durable before its answer leaves.

use std::path::Path;
use std::time::{Duration, Instant as Stopwatch};

use ::metering::KeyKind;
use domain::Credits;
use service::admission::accounts::Accounts;
use service::clock::Clock;
use store::{Settings, Store};

use crate::serving::Served;
use crate::{feed, load};

/// A metered route that does next to nothing.
const CHEAP: &str = "/evadometer/leaderboard";

pub async fn measure(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    println!("\n== metering, 64 connections on one account");
    let length = Duration::from_secs(seconds);
    let key = issue_key(folder).await?;
    let headers = format!("Authorization: Bearer {key}\r\n");
    let mut rates = Vec::new();
    for metering in [false, true] {
        let served = Served::start(folder, metering).await?;
        for (name, paths) in [("GET /feed", feed::paths()), (CHEAP, vec![CHEAP.to_owned()])] {
            load::run(&served.address, paths.clone(), &headers, 64, Duration::from_secs(2)).await?;
            let outcome = load::run(&served.address, paths, &headers, 64, length).await?;
            outcome.print(&format!("{name}, {}", if metering { "metered" } else { "metering off" }));
            rates.push(outcome.per_second);
        }
    }
    let single = single_commits(folder).await?;
    println!("one durable commit a call, one after the other {single:>8.0}/s");
    println!("GET /feed   metered / unmetered {:.2} (target 0.90)", rates[2] / rates[0]);
    println!(
        "cheap route metered / unmetered {:.2} (target 0.40), {:.1} times single commits (target 3)",
        rates[3] / rates[1],
        rates[3] / single
    );
    Ok(())
}

/// A key whose purse no load can empty.
async fn issue_key(folder: &Path) -> anyhow::Result<String> {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let accounts = Accounts { store: &store, pepper: b"", now: Clock::System.now() };
    let account = accounts.create(&format!("bench {}", Clock::System.now().ms()), "team").await?;
    accounts.top_up(&account.name, Credits::new(1_000_000_000)).await?;
    let issued = accounts.create_key(&account.name, "bench", KeyKind::Live, None).await?;
    let key = issued.key.reveal().to_owned();
    store.close().await;
    Ok(key)
}

/// What a durable append of one page for each call allows on this disk.
async fn single_commits(folder: &Path) -> anyhow::Result<f64> {
    let path = folder.join("single-commits.tmp");
    let started = Stopwatch::now();
    let mut count = 0u32;
    {
        use std::io::Write;
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
