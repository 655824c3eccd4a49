//! `bellwether backfill`: the value of each past day, from the corpus. What is published stays as it is.

use std::process::ExitCode;
use std::sync::Arc;

use domain::{Day, DayRange};
use indicatif::{ProgressBar, ProgressStyle};

use super::counted::counted;
use super::opening;
use super::progress::{Steps, working};
use super::reread::read_what_waits;
use figures::Figures;
use pipeline::readings;
use pipeline::readings::{GRACE_MS, Publisher};
use pipeline::{rollup, stories};
use runtime::clock::Clock;
use runtime::config::Config;

pub async fn run(config: Config, from: Option<Day>, to: Option<Day>) -> anyhow::Result<ExitCode> {
    let now = Clock::System.now();
    let newest = now.plus_ms(-GRACE_MS).day().plus(-1);
    if let Some(to) = to.filter(|to| *to > newest) {
        anyhow::bail!("{to} is not over yet: a day can be frozen one hour after it ends");
    }
    let store = opening::store(&config).await?;
    let Some(covered) = store.documents.days_covered().await? else {
        println!("there are no documents yet");
        return Ok(ExitCode::SUCCESS);
    };
    let (first, last) = (from.unwrap_or(covered.first()), to.unwrap_or(newest));
    let Some(days) = DayRange::inclusive(first, last) else {
        anyhow::bail!("{last} comes before {first}");
    };
    // A running service reads, grows stories and counts days itself; where none runs, nobody else would.
    let mut steps = Steps::new();
    steps.begin("reading what waits");
    read_what_waits(&config, &store).await?;
    steps.begin("growing stories");
    let bar = working("growing stories");
    stories::catch_up(&store, &Clock::System).await?;
    bar.finish_and_clear();
    steps.begin("counting days");
    let bar = working("counting days");
    rollup::recount(&store, |counted| {
        bar.set_message(format!("{counted} days counted"));
        steps.at(|| format!("{counted} days counted"));
    })
    .await?;
    bar.finish_and_clear();
    let figures = Arc::new(Figures::default());
    rollup::load(&store, &figures).await?;
    steps.begin(&format!("computing the days {first} to {last}"));
    let bar = ProgressBar::new(days.length().unsigned_abs());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} days, {msg}, {eta} left") {
        bar.set_style(style);
    }
    let done = readings::backfill(&Publisher::new(store, figures), days, now, |day| {
        bar.inc(1);
        bar.set_message(day.to_string());
        steps.at(|| format!("{day}, {} of {} days", bar.position(), days.length()));
    })
    .await?;
    bar.finish_and_clear();
    println!(
        "{} filled, {} left as they were, {first} to {last}",
        counted(done.filled, "day"),
        counted(done.stood, "day")
    );
    Ok(ExitCode::SUCCESS)
}
