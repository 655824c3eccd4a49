//! `bellwether reread`: marks of the present models for every document, also while the service answers.

use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use store::Store;

use super::counted::counted;
use super::opening;
use pipeline::{digest, marking};
use runtime::clock::Clock;
use runtime::config::Config;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    // Whoever asks wants everything tried, also what failed before.
    store.quarantine.release_work(store::quarantine::MARKING).await?;
    let first = read_what_waits(&config, &store).await?;
    let bar = bar(store.documents.count().await? as u64);
    let again =
        marking::reread(&store, &Clock::System, config.reading_threads(), |done| bar.set_position(done))
            .await?;
    bar.finish_and_clear();
    println!("{} read for the first time, {again} again, by {}", counted(first, "document"), digest::VERSION);
    let unreadable = quarantined(&store).await?;
    store.close().await;
    if unreadable > 0 {
        println!("{} cannot be read; `bellwether doctor` names them", counted(unreadable, "document"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// How many documents no reader could read.
pub async fn quarantined(store: &Store) -> anyhow::Result<i64> {
    let counts = store.quarantine.counts().await?;
    Ok(counts.iter().filter(|(work, _)| work == store::quarantine::MARKING).map(|(_, count)| count).sum())
}

/// Reads what nobody has read, with a bar; returns how many documents were read here.
pub async fn read_what_waits(config: &Config, store: &Store) -> anyhow::Result<u64> {
    let bar = bar(store.documents.unread_count().await? as u64);
    let read = marking::catch_up(store, &Clock::System, config.reading_threads(), |left| {
        // More may have come meanwhile.
        let length = bar.length().unwrap_or(0).max(left);
        bar.set_length(length);
        bar.set_position(length - left);
    });
    let read = read.await?;
    bar.finish_and_clear();
    Ok(read)
}

fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = "{bar:30} {pos}/{len} documents read, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}
