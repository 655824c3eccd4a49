//! The indices on real articles with real prices: a plot of each over time, and how our daily fear and greed goes
//! with another one that is made from prices and surveys.
//!
//! `cargo run --profile fast -p service --example indices_quality -- DIR [PLOTS]`, where DIR holds `corpus/*.jsonl.gz`,
//! `market/btc_daily_coinmetrics.csv` and `market/fear_greed_alternative_me.csv`; plots go to docs/plots.

mod plot;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use anyhow::{Context, bail};
use domain::{Day, DayRange, Instant, Item};
use figures::Figures;
use indices::answers::fear_greed;
use indices::metrics::{METRICS, dominance};
use pipeline::readings::{Publisher, backfill};
use pipeline::stories;
use pipeline::{digest, line, prices, rollup};
use runtime::clock::Clock;
use store::Store;
use store::prices::DailyClose;

const CORPORA: &[&str] =
    &["bitcoin_mainstream", "crypto_news_2023_01", "crypto_news_2025_dev", "crypto_news_2026_01"];
/// Days with fewer items say little about a day's tone.
const ITEMS_MIN: i64 = 20;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let Some(data) = arguments.next() else { bail!("name the folder of the measuring data") };
    let plots = arguments.next().unwrap_or_else(|| PathBuf::from("docs/plots"));
    let scratch = tempfile::tempdir()?;
    let store = Store::open(&store::Settings::sqlite(scratch.path().join("store.db"))).await?;
    let now = Instant::parse("2026-11-01T00:00:00Z").unwrap_or(Instant::from_ms(0));
    take_in(&store, &data, now).await?;
    take_prices(&store, &data, now).await?;

    let publisher = Publisher::new(store.clone(), Arc::new(Figures::default()));
    rollup::load(&store, &publisher.figures).await?;
    let days = publisher.figures.ask(|cube| cube.span()).context("no day was counted")?;
    let began = Stopwatch::now();
    let done = backfill(&publisher, days, now, |_| {}).await?;
    println!(
        "{} days filled in {:.1} s, {} to {}",
        done.filled,
        began.elapsed().as_secs_f64(),
        days.first(),
        days.last()
    );

    std::fs::create_dir_all(&plots)?;
    let mut published = BTreeMap::new();
    for method in METRICS.iter().map(|metric| &metric.method).chain([&dominance::METHOD]) {
        let history: Vec<(Day, f64)> = store
            .readings
            .history(method.id, days)
            .await?
            .into_iter()
            .map(|day| (day.day, day.value))
            .collect();
        let span = history.first().zip(history.last());
        let span =
            span.map_or("never covered".into(), |((first, _), (last, _))| format!("{first} to {last}"));
        println!("{:<28} {:>5} days with a value, {span}", method.id, history.len());
        let (title, unit) = match method.id == dominance::METHOD.id {
            true => ("Narrative Dominance: effective number of assets", "assets"),
            false => (method.name, method.unit.name()),
        };
        std::fs::write(plots.join(format!("{}.svg", method.id)), plot::line(title, unit, &history))?;
        published.insert(method.id, history);
    }
    let tallies = publisher.figures.ask(|cube| cube.by_day(days));
    let enough = tallies.into_iter().filter(|(_, tally)| tally.count >= ITEMS_MIN);
    let ours: Vec<(Day, f64)> =
        enough.filter_map(|(day, tally)| Some((day, f64::from(fear_greed(tally, 1)?.value)))).collect();
    std::fs::write(plots.join("fear_greed.svg"), plot::line("Fear and greed", "0 to 100", &ours))?;
    let theirs = alternative(&data)?;
    println!("\ncorrelation with Alternative.me's fear and greed, days with {ITEMS_MIN} items or more");
    compare("our fear and greed", &ours, &theirs);
    compare("our fear and greed, 7-day means", &weekly(&ours), &theirs);
    // Two periods of different mood correlate by that alone: the longest one by itself says more.
    let one_year: Vec<(Day, f64)> = ours.iter().copied().filter(|(day, _)| day.civil().0 == 2025).collect();
    compare("our fear and greed, 2025 alone", &one_year, &theirs);
    if let Some(index) = published.get("main_index") {
        compare("main_index", index, &theirs);
        compare("main_index with our fear and greed", index, &ours.iter().copied().collect());
    }
    Ok(())
}

async fn take_in(store: &Store, data: &Path, now: Instant) -> anyhow::Result<()> {
    let mut taken = 0;
    for name in CORPORA {
        let path = data.join(format!("corpus/{name}.jsonl.gz"));
        let file = std::fs::File::open(&path)
            .with_context(|| format!("the measuring data is missing: {}", path.display()))?;
        let mut items: Vec<Item> = Vec::new();
        for text in BufReader::new(flate2::read::GzDecoder::new(file)).lines() {
            items.extend(line::read(&text?).ok());
        }
        // Stories are grown in the order of arrival: what was published first arrives first.
        items.sort_by_key(|item| item.published_at);
        for batch in items.chunks(1_000) {
            let batch = batch.to_vec();
            let digested = tokio::task::spawn_blocking(move || digest::digest(batch, now)).await?;
            taken += store.documents.insert(digested.documents, None).await?.new;
        }
    }
    stories::catch_up(store, &Clock::System).await?;
    let counted = rollup::recount(store, |_| {}).await?;
    println!("{taken} articles on {counted} days");
    Ok(())
}

async fn take_prices(store: &Store, data: &Path, now: Instant) -> anyhow::Result<()> {
    let path = data.join("market/btc_daily_coinmetrics.csv");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the measuring data is missing: {}", path.display()))?;
    let read = prices::read(&text, now.day()).map_err(|reason| anyhow::anyhow!("{reason}"))?;
    let close = |one: &prices::ReadClose| DailyClose {
        asset: "BTC".into(),
        day: one.day,
        close: one.close,
        source: "measuring data".into(),
    };
    for batch in read.closes.chunks(1_000) {
        store.prices.insert(&batch.iter().map(close).collect::<Vec<_>>()).await?;
    }
    println!("{} closes, {} lines refused", read.closes.len(), read.refused.len());
    Ok(())
}

fn alternative(data: &Path) -> anyhow::Result<BTreeMap<Day, f64>> {
    let path = data.join("market/fear_greed_alternative_me.csv");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the measuring data is missing: {}", path.display()))?;
    let row = |line: &str| {
        let mut cells = line.split(',');
        Some((Day::parse(cells.next()?).ok()?, cells.next()?.parse().ok()?))
    };
    Ok(text.lines().filter_map(row).collect())
}

/// Means over the seven days up to each, where all seven are there.
fn weekly(points: &[(Day, f64)]) -> Vec<(Day, f64)> {
    let mean = |window: &[(Day, f64)]| {
        let (first, last) = (window.first()?, window.last()?);
        (last.0.since(first.0) == 6)
            .then(|| (last.0, window.iter().map(|(_, value)| value).sum::<f64>() / 7.0))
    };
    points.windows(7).filter_map(mean).collect()
}

/// Levels and day-to-day changes, on the days that both have.
fn compare(name: &str, ours: &[(Day, f64)], theirs: &BTreeMap<Day, f64>) {
    let both: Vec<(Day, f64, f64)> =
        ours.iter().filter_map(|(day, value)| Some((*day, *value, *theirs.get(day)?))).collect();
    let levels: Vec<(f64, f64)> = both.iter().map(|(_, ours, theirs)| (*ours, *theirs)).collect();
    let next = |pair: &[(Day, f64, f64)]| {
        (pair[1].0.since(pair[0].0) == 1).then(|| (pair[1].1 - pair[0].1, pair[1].2 - pair[0].2))
    };
    let changes: Vec<(f64, f64)> = both.windows(2).filter_map(next).collect();
    let range = both.first().zip(both.last()).and_then(|(first, last)| DayRange::inclusive(first.0, last.0));
    println!(
        "{name:<36} n {:>4}  Pearson {:>6.3}  Spearman {:>6.3}  day-to-day changes {:>6.3}  {}",
        both.len(),
        pearson(&levels),
        pearson(&ranked(&levels)),
        pearson(&changes),
        range.map_or(String::new(), |range| format!("{} to {}", range.first(), range.last()))
    );
}

fn pearson(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let (a, b) = (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
    let sum = |f: fn(f64, f64) -> f64| pairs.iter().map(|p| f(p.0 - a, p.1 - b)).sum::<f64>();
    sum(|x, y| x * y) / (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt()
}

/// Each side by its mean rank.
fn ranked(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let rank = |value: &f64| {
            let below = values.iter().filter(|other| *other < value).count();
            let equal = values.iter().filter(|other| *other == value).count();
            below as f64 + (equal as f64 + 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (left, right) =
        (ranks(pairs.iter().map(|p| p.0).collect()), ranks(pairs.iter().map(|p| p.1).collect()));
    left.into_iter().zip(right).collect()
}
