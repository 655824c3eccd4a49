//! What stories and counts cost while documents come in, as a share of taking them in.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use figures::Figures;
use pipeline::stories::StoryFollower;
use pipeline::{digest, index, names, rollup};
use runtime::clock::Clock;
use runtime::followers::StepContext;
use store::{Settings, Store};

use crate::corpus;

/// Documents that come between two rounds of the followers.
const BATCH: usize = 1_000;

/// In the order of time, in batches; after each the followers do their round. Leading stories are named at the pace
/// of the service, which is no more than every ten seconds.
pub async fn measure(articles: &[Item]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&Settings::sqlite(folder.path().join("bellwether.db"))).await?;
    let finder = Arc::new(search::Finder::open(&folder.path().join("index"), search::Settings::STEADY)?);
    let figures = Arc::new(Figures::default());
    let mut follower = StoryFollower::new(store.clone(), Clock::System, Duration::ZERO);
    let mut items = articles.to_vec();
    items.sort_by_key(|item| item.published_at);
    let (mut taking, mut telling, mut counting) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut naming, mut named_at) = (Duration::ZERO, Stopwatch::now());
    for batch in items.chunks(BATCH) {
        let started = Stopwatch::now();
        let digested = digest::digest(batch.to_vec(), corpus::now());
        store.documents.insert(digested.documents, None).await?;
        index::catch_up(&store, &finder, |_| {}).await?;
        taking += started.elapsed();

        let started = Stopwatch::now();
        follower.catch_up(&StepContext::default()).await?;
        telling += started.elapsed();

        let started = Stopwatch::now();
        rollup::recount(&store, |_| {}).await?;
        rollup::load(&store, &figures).await?;
        counting += started.elapsed();

        if named_at.elapsed() >= names::EVERY {
            let started = Stopwatch::now();
            names::refresh(&store, &figures).await?;
            naming += started.elapsed();
            named_at = Stopwatch::now();
        }
    }
    let share = (telling + counting + naming).as_secs_f64() / taking.as_secs_f64();
    println!(
        "{} articles in batches of {BATCH}: read, stored and indexed in {:.1} s, stories {:.1} s, counts {:.1} s, names {:.1} s",
        items.len(),
        taking.as_secs_f64(),
        telling.as_secs_f64(),
        counting.as_secs_f64(),
        naming.as_secs_f64()
    );
    println!("  stories, counts and names cost {share:.2} of taking in (target under 0.25)");
    store.close().await;
    Ok(())
}
