//! A refresh of all metrics at the size of the corpus, and the public headline views against GET /health.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use figures::Figures;
use figures::portfolio::QUARTER_MS;
use pipeline::readings::Publisher;
use pipeline::rollup;
use store::prices::DailyClose;
use store::{Settings, Store};

use crate::load;
use crate::serving::{Served, processor_s};

const CONNECTIONS: usize = 32;
const REFRESHES: i64 = 5;
const ROUNDS: usize = 3;

pub async fn measure(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let began = Stopwatch::now();
    let counted = rollup::recount(&store, |_| {}).await?;
    println!("{counted} days counted in {:.1} s", began.elapsed().as_secs_f64());
    let publisher = Publisher::new(store.clone(), Arc::new(Figures::default()));
    rollup::load(&store, &publisher.figures).await?;
    let span = publisher.figures.ask(|cube| cube.span()).context("no day was counted")?;
    let documents = publisher.figures.ask(|cube| cube.total(span).count);
    let close = |day: domain::Day| DailyClose {
        asset: "BTC".into(),
        day,
        close: 60_000.0 + (day.number() * 37 % 101) as f64 * 100.0,
        source: "invented for measuring".into(),
    };
    store.prices.insert(&span.days().map(close).collect::<Vec<_>>()).await?;
    // Each at another quarter of the last day, or the second would find the work done.
    let newest = store.readings.newest_quarter().await?;
    let from = newest.map_or(span.last().start(), |newest| newest.plus_ms(QUARTER_MS));
    let mut costs = Vec::new();
    for n in 0..REFRESHES {
        let (began, used) = (Stopwatch::now(), processor_s(std::process::id()));
        publisher.refresh(from.plus_ms(n * QUARTER_MS)).await?;
        costs.push((processor_s(std::process::id()) - used, began.elapsed().as_secs_f64()));
    }
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (processor, wall) = costs[costs.len() / 2];
    println!(
        "refresh of all metrics at {documents} documents: {processor:.2} s of processor time, {wall:.2} s by the wall \
         (target 2 s), the middle of {REFRESHES}"
    );
    store.close().await;
    views(folder, seconds).await
}

async fn views(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    let served = Served::start(folder, false).await?;
    let length = Duration::from_secs(seconds);
    const PATHS: [&str; 4] = ["/health", "/index", "/indices", "/indices/dominance"];
    let (mut rates, mut costs) = ([0.0; PATHS.len()], [0.0; PATHS.len()]);
    // In turns, so that a neighbour's burst of work meets all of them alike.
    for _ in 0..ROUNDS {
        for (place, path) in PATHS.into_iter().enumerate() {
            let used = served.processor_s();
            let outcome = load::run(&served.address, vec![path.into()], "", CONNECTIONS, length).await?;
            outcome.print(&format!("GET {path}"));
            rates[place] += outcome.per_second / ROUNDS as f64;
            let cost = (served.processor_s() - used) * 1e6 / outcome.answers().max(1) as f64;
            costs[place] += cost / ROUNDS as f64;
        }
    }
    for place in 1..PATHS.len() {
        println!(
            "GET {} / GET /health {:.0} / {:.0} a second = {:.2} (target 0.70 but for the ranking), by processor time {:.1} / {:.1} µs = {:.2}",
            PATHS[place],
            rates[place],
            rates[0],
            rates[place] / rates[0],
            costs[0],
            costs[place],
            costs[0] / costs[place]
        );
    }
    Ok(())
}
