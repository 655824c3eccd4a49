//! `bellwether rebuild`: every day counted again from its documents.

use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::counted::counted;
use super::opening;
use super::progress::working;
use pipeline::{rollup, stories};
use runtime::clock::Clock;
use runtime::config::Config;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let days = store.rollups.forget().await?;
    // A running service grows the stories itself; where none runs, nobody else would.
    let turning = working("placing what is new in stories");
    let placed = stories::catch_up(&store, &Clock::System).await;
    turning.finish_and_clear();
    placed?;
    let bar = ProgressBar::new(days);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} days, {eta} left") {
        bar.set_style(style);
    }
    let days = rollup::recount(&store, |counted| bar.set_position(counted)).await?;
    bar.finish_and_clear();
    println!("{} counted", counted(days, "day"));
    store.close().await;
    Ok(ExitCode::SUCCESS)
}
