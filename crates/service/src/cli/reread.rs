//! `bellwether reread`: marks of the present models for every document, also while the service answers.

use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::opening;
use crate::config::Config;
use crate::pipeline::{digest, reread};

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let bar = ProgressBar::new(store.documents.count().await? as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} documents, {per_sec}") {
        bar.set_style(style);
    }
    let done = reread::reread(&store, config.reading_threads(), |done| bar.set_position(done)).await?;
    bar.finish_and_clear();
    println!("{done} documents read again by {}", digest::VERSION);
    Ok(ExitCode::SUCCESS)
}
