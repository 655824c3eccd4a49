//! `bellwether reindex`: the index made again from the store.

use std::process::ExitCode;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};

use super::counted::counted;
use super::opening;
use pipeline::index;
use runtime::config::Config;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let total = store.documents.count().await? as u64;
    // While a service runs it holds the index; leaving a note makes it rebuild without a pause in its answers.
    let finder = match opening::finder(&config) {
        Ok(finder) => Arc::new(finder),
        Err(error) => {
            tracing::debug!("the index is held by another process: {error:#}");
            std::fs::write(config.index_dir().join(index::REBUILD_NOTE), b"")?;
            println!("a running service holds the index; it rebuilds it now and keeps answering meanwhile");
            return Ok(ExitCode::SUCCESS);
        }
    };
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} documents, {eta} left") {
        bar.set_style(style);
    }
    let shown = bar.clone();
    let taken = index::rebuild(&store, &finder, move |taken| shown.set_position(taken)).await?;
    bar.finish_and_clear();
    println!("{} indexed", counted(taken, "document"));
    Ok(ExitCode::SUCCESS)
}
