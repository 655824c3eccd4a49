//! Unmetered answers of a door on Postgres against those of the embedded engine, and of two doors against one, over the
//! same documents. The load runs on the same machine: where there are few cores, two doors share what one had.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use runtime::clock::Clock;
use store::{Settings, copy};

use crate::metering::CHEAP;
use crate::serving::Served;
use crate::{feed, load};

const ROUNDS: usize = 3;
const CONNECTIONS: usize = 64;

pub async fn measure(folder: &Path, work: &Path, database: &str, seconds: u64) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "\n== doors, metering off, {CONNECTIONS} connections, {cores} cores for doors, Postgres and load"
    );
    fill(folder, database).await?;
    let folders = [beside(folder, work, "door-1")?, beside(folder, work, "door-2")?];
    for (name, paths) in [("GET /feed", feed::paths()), ("GET /fear-greed-index", vec![CHEAP.to_owned()])] {
        // Embedded, one door on Postgres, two doors.
        let mut rates = [0.0; 3];
        // In turns and each time in new processes.
        for _ in 0..ROUNDS {
            let embedded = vec![Served::start(folder, false).await?];
            rates[0] += rate(&embedded, &paths, seconds).await? / ROUNDS as f64;
            drop(embedded);
            let mut doors = vec![Served::start_on(&folders[0], false, database).await?];
            rates[1] += rate(&doors, &paths, seconds).await? / ROUNDS as f64;
            doors.push(Served::start_on(&folders[1], false, database).await?);
            rates[2] += rate(&doors, &paths, seconds).await? / ROUNDS as f64;
        }
        let [embedded, one, two] = rates;
        println!("{name}: embedded {embedded:.0}/s, a door on Postgres {one:.0}/s, two doors {two:.0}/s");
        println!(
            "{name}: Postgres / embedded {:.2} (target 0.90), two doors / one {:.2} (target 1.70)",
            one / embedded,
            two / one
        );
    }
    Ok(())
}

/// All doors at once, each with its part of the connections.
async fn rate(doors: &[Served], paths: &[String], seconds: u64) -> anyhow::Result<f64> {
    let all = |seconds| {
        let each = CONNECTIONS / doors.len();
        let runs = doors.iter().map(move |door| {
            load::run(&door.address, paths.to_vec(), "", each, Duration::from_secs(seconds))
        });
        futures_util::future::try_join_all(runs)
    };
    all(1).await?;
    Ok(all(seconds).await?.iter().map(|outcome| outcome.per_second).sum())
}

/// A database that holds something already is taken for an earlier run's.
async fn fill(folder: &Path, database: &str) -> anyhow::Result<()> {
    let (from, to) = (Settings::sqlite(folder.join("bellwether.db")), Settings::postgres(database));
    match copy::migrate(&from, &to, Clock::System.now(), &mut |_| {}).await {
        Err(store::Error::NotEmpty { .. }) => println!("the database is used as it is"),
        moved => drop(moved.context("the documents cannot be moved to Postgres")?),
    }
    Ok(())
}

/// A folder for a door, with an index of its own.
fn beside(folder: &Path, work: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let target = work.join(name);
    let _ = std::fs::remove_dir_all(&target);
    copy_all(&folder.join("index"), &target.join("index"))?;
    Ok(target)
}

fn copy_all(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
