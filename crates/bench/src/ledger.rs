//! Holds and charges: on Postgres against `pgbench`'s simple update on the same server, both durable, both on one row of
//! many and on one row alone; on SQLite with holds in memory and charges in batches against holds in the table.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::{Context, bail};
use domain::{Credits, MicroUsd};
use runtime::clock::Clock;
use store::ledger::{HoldRequest, Payer, Placed, PurseTerms, Settlement};
use store::{Settings, Store};

use crate::serving::processor_s;

const CALLERS: usize = 256;
const SQLITE_CALLERS: [usize; 3] = [1, 16, 64];
const ROUNDS: usize = 3;

pub async fn against_pgbench(url: &str, seconds: u64) -> anyhow::Result<()> {
    println!("== {CALLERS} callers hold and charge, against pgbench -N with 16 clients");
    let store = Store::open(&Settings::postgres(url)).await.context("the database cannot be opened")?;
    pgbench(url, &["-i", "-q", "-s", "10"])?;
    let (mut ours, mut one, mut theirs) = (0.0, 0.0, 0.0);
    // In turns: a shared machine changes its mind by the minute.
    for round in 0..ROUNDS {
        theirs += simple_updates(url, seconds)? / ROUNDS as f64;
        ours += charges(&store, CALLERS, 1000, seconds, round).await? / ROUNDS as f64;
        one += charges(&store, CALLERS, 1, seconds, round).await? / ROUNDS as f64;
    }
    println!("pgbench, simple update                 {theirs:>8.0}/s");
    println!("calls held and charged, 1000 accounts  {ours:>8.0}/s  {:.2} times (target 1)", ours / theirs);
    println!("calls held and charged, one account    {one:>8.0}/s  {:.2} times", one / theirs);
    let audit = store.ledger.audit().await?;
    println!("{} entries, {} differences", audit.entries, audit.differences.len());
    store.close().await;
    Ok(())
}

/// Whether the embedded store's own way of keeping holds is worth its code.
pub async fn in_memory_against_table(seconds: u64) -> anyhow::Result<()> {
    println!("== calls held and charged on SQLite, one account: holds in memory against holds in the table");
    let folder = tempfile::tempdir()?;
    let mut sums = [[Sum::default(); 2]; SQLITE_CALLERS.len()];
    for round in 0..ROUNDS {
        for stored_holds in [false, true] {
            let settings = Settings { stored_holds, ..Settings::sqlite(folder.path().join("bellwether.db")) };
            let store = Store::open(&settings).await?;
            for (at, callers) in SQLITE_CALLERS.into_iter().enumerate() {
                let (run, used) = (round * 2 + usize::from(stored_holds), processor_s(std::process::id()));
                let rate = charges(&store, callers, 1, seconds, run).await?;
                let sum = &mut sums[at][usize::from(stored_holds)];
                sum.rate += rate / ROUNDS as f64;
                sum.processor_us +=
                    (processor_s(std::process::id()) - used) * 1e6 / (rate * seconds as f64) / ROUNDS as f64;
            }
            let audit = store.ledger.audit().await?;
            anyhow::ensure!(audit.differences.is_empty(), "{:?}", audit.differences);
            store.close().await;
        }
    }
    for (callers, [memory, table]) in SQLITE_CALLERS.into_iter().zip(sums) {
        println!(
            "{callers:>3} callers, in memory / in the table: {:>6.0} / {:>6.0} a second = {:.2}; processor time {:>4.0} / {:>4.0} µs a call = {:.2}",
            memory.rate,
            table.rate,
            memory.rate / table.rate,
            memory.processor_us,
            table.processor_us,
            memory.processor_us / table.processor_us,
        );
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Sum {
    rate: f64,
    processor_us: f64,
}

fn simple_updates(url: &str, seconds: u64) -> anyhow::Result<f64> {
    let said = pgbench(url, &["-N", "-c", "16", "-j", "2", "-M", "prepared", "-T", &seconds.to_string()])?;
    let line = said.lines().find(|line| line.starts_with("tps = ")).context("pgbench says no rate")?;
    Ok(line["tps = ".len()..].split(' ').next().unwrap_or("").parse()?)
}

fn pgbench(url: &str, arguments: &[&str]) -> anyhow::Result<String> {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = folders.map(|version| version.path().join("bin/pgbench")).find(|path| path.is_file());
    let program = found.unwrap_or_else(|| PathBuf::from("pgbench"));
    let output = Command::new(program).args(arguments).arg(url).output().context("pgbench cannot be run")?;
    if !output.status.success() {
        bail!("pgbench: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

async fn charges(
    store: &Store,
    callers: usize,
    accounts: usize,
    seconds: u64,
    round: usize,
) -> anyhow::Result<f64> {
    let now = Clock::System.now();
    let purse = || PurseTerms {
        key: "included".into(),
        source: domain::FundingSource::Included,
        period_start: now,
        period_end: None,
        allowance: Credits::new(u32::MAX),
        price: MicroUsd::ZERO,
    };
    let payers: Vec<Arc<Payer>> = (0..accounts)
        .map(|number| {
            Arc::new(Payer::new(format!("bench {accounts} {number}"), format!("key {number}"), vec![purse()]))
        })
        .collect();
    let payers = Arc::new(payers);
    let (done, started) = (Arc::new(AtomicUsize::new(0)), Stopwatch::now());
    let mut tasks = Vec::new();
    for caller in 0..callers {
        let (ledger, payers, done) = (store.ledger.clone(), Arc::clone(&payers), Arc::clone(&done));
        tasks.push(tokio::spawn(async move {
            let mut number = caller * 7;
            while started.elapsed() < Duration::from_secs(seconds) {
                let request = HoldRequest {
                    id: format!("{:012x} {round} {callers} {accounts} {caller} {number}", now.ms()).into(),
                    payer: Arc::clone(&payers[number % payers.len()]),
                    route: "bench".into(),
                    credits: Credits::new(1),
                    now,
                    expires_at: now.plus_ms(600_000),
                };
                let Placed::Held(hold) = ledger.hold(&request).await? else { bail!("the purse is empty") };
                let Settlement::Committed(_) = ledger.commit(&hold, now).await? else { bail!("not charged") };
                done.fetch_add(1, Ordering::Relaxed);
                number += 1;
            }
            Ok(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(done.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64())
}
