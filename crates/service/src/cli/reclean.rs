//! `bellwether reclean`: stored texts without what their outlets repeat, by the rules and frames of today; also while the
//! service answers. What was cut is kept, so that it can be done again at any time.

use std::process::ExitCode;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use store::Store;

use super::counted::counted;
use super::opening;
use pipeline::reclean::{Recleaned, Scope, reclean};
use pipeline::{frames, index};
use runtime::config::Config;

pub async fn run(config: Config, outlet: Option<String>) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let scope = Scope { after: 0, outlet };
    if let Some(outlet) = &scope.outlet {
        anyhow::ensure!(
            store.documents.count_texts(0, Some(outlet)).await? > 0,
            "no article of {outlet:?} is stored"
        );
    }
    let cleaning = clean_again(&config, &store, &scope);
    // A running service holds the index and follows the store by itself.
    let finder = opening::finder(&config).map(Arc::new).and_then(|finder| {
        finder.hold()?;
        Ok(finder)
    });
    let Recleaned { looked_at, changed } = match &finder {
        Ok(finder) => index::beside(&store, finder, cleaning).await?,
        Err(error) => {
            tracing::debug!("the index is left to whoever holds it: {error:#}");
            cleaning.await?
        }
    };
    println!("{} cleaned again, {changed} of them changed", counted(looked_at, "text"));
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Learns from what is new, then cleans; with bars.
pub async fn clean_again(config: &Config, store: &Store, scope: &Scope) -> anyhow::Result<Recleaned> {
    let waiting = store.documents.count_texts(store.frames.position().await?, None).await?;
    let learning = bar(waiting as u64, "learning what outlets repeat");
    frames::catch_up(store, |done| learning.set_position(done)).await?;
    learning.finish_and_clear();
    let count = store.documents.count_texts(scope.after, scope.outlet.as_deref()).await?;
    let cleaning = bar(count as u64, "cleaning texts");
    let done = reclean(store, scope, config.reading_threads(), |done| cleaning.set_position(done)).await?;
    cleaning.finish_and_clear();
    Ok(done)
}

fn bar(length: u64, work: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(work.to_owned());
    bar
}
