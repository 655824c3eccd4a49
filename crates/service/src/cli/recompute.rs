//! `bellwether recompute`: a published day again, from its documents, and whether every digit is the same.

use std::process::ExitCode;

use domain::Day;
use indicatif::{ProgressBar, ProgressStyle};
use indices::metrics::{METRICS, dominance};

use super::opening;
use pipeline::readings;
use pipeline::readings::{Recomputed, Verdict};
use runtime::clock::Clock;
use runtime::config::Config;

/// Only what came after publishing makes a difference.
const LATE: u8 = 3;
const DIFFERS: u8 = 4;
const NOT_PUBLISHED: u8 = 5;
const REMOVED: u8 = 6;

pub async fn run(config: Config, day: Day, metric: Option<String>) -> anyhow::Result<ExitCode> {
    let names: Vec<&str> =
        METRICS.iter().map(|metric| metric.method.id).chain([dominance::METHOD.id]).collect();
    if let Some(metric) = &metric {
        anyhow::ensure!(names.contains(&metric.as_str()), "{metric} is none of {}", names.join(", "));
    }
    let store = opening::store(&config).await?;
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("counting documents {bar:30} {pos}/{len} days, {eta} left")
    {
        bar.set_style(style);
    }
    let told = readings::recompute(&store, day, metric.as_deref(), Clock::System.now(), |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    })
    .await?;
    bar.finish_and_clear();
    let mut code = 0;
    for one in &told {
        code = code.max(tell(day, one));
    }
    Ok(ExitCode::from(code))
}

fn tell(day: Day, one: &Recomputed) -> u8 {
    let metric = &one.metric;
    let value = |value: Option<f64>| value.map_or_else(|| "null".to_owned(), |value| value.to_string());
    let now = value(one.now.as_ref().and_then(|row| row.value));
    let Some(published) = &one.published else {
        println!("{metric} {day}: nothing was published; it would be {now}");
        return NOT_PUBLISHED;
    };
    let then = value(published.value);
    match one.verdict {
        Verdict::Equal => {
            println!("{metric} {day}: equal, {then} ({}, seal {})", published.version, published.seal);
            return 0;
        }
        Verdict::Late => {
            println!(
                "{metric} {day}: {then} was published and stands; with {} late documents, {} in other stories and {} late closes it would be {now}",
                one.late_documents, one.moved_documents, one.late_closes
            );
        }
        Verdict::Removed => {
            println!(
                "{metric} {day}: {then} was published and stands (seal {}, inputs' digest {}); {} documents that it was made from were removed since, so that it cannot be computed again: {now} comes out now",
                published.seal, published.digest, one.removed_documents
            );
        }
        Verdict::Differs | Verdict::NotPublished => {
            println!("{metric} {day}: DIFFERS, {then} was published, {now} comes out now");
        }
    }
    for difference in &one.differences {
        println!("  {}: {} then, {} now", difference.what, difference.published, difference.now);
    }
    for (url, seen) in &one.late {
        println!("  late, first seen {}: {url}", seen.rfc3339());
    }
    if one.late_documents > one.late.len() {
        println!("  and {} more", one.late_documents - one.late.len());
    }
    match one.verdict {
        Verdict::Late => LATE,
        Verdict::Removed => REMOVED,
        _ => DIFFERS,
    }
}
