//! `bellwether import-prices`: daily closes from a CSV file, every refused line named.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use domain::{Day, DayRange};
use store::prices::DailyClose;

use super::opening;
use pipeline::prices;
use pipeline::prices::RefusedLine;
use runtime::clock::Clock;
use runtime::config::Config;

/// Closes of one transaction.
const BATCH: usize = 1_000;

pub async fn run(config: Config, file: PathBuf, asset: String) -> anyhow::Result<ExitCode> {
    let named =
        !asset.is_empty() && asset.len() <= 10 && asset.bytes().all(|byte| byte.is_ascii_alphanumeric());
    anyhow::ensure!(named, "an asset is named by its ticker, such as BTC");
    let asset = asset.to_ascii_uppercase();
    let length = file.metadata().with_context(|| format!("{} cannot be read", file.display()))?.len();
    anyhow::ensure!(length <= prices::MAX_FILE_BYTES, "{} is larger than 64 MiB", file.display());
    let text =
        std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let read = prices::read(&text, Clock::System.now().day())
        .map_err(|reason| anyhow::anyhow!("{} is no list of prices: {reason}", file.display()))?;
    let store = opening::store_or_new(&config).await?;
    let all = DayRange::inclusive(Day::MIN, Day::MAX).unwrap_or(DayRange::single(Day::MIN));
    let stored = store.prices.list(&asset, all).await?;
    let source = format!("file {}", file.file_name().unwrap_or_default().to_string_lossy());
    let (mut new, mut refused, mut unchanged) = (Vec::new(), read.refused, 0);
    for close in &read.closes {
        let known = stored.binary_search_by_key(&close.day, |stored| stored.day).ok().map(|at| &stored[at]);
        match known {
            Some(known) if known.close == close.close => unchanged += 1,
            // Readings may have been computed from it: a stored price stays.
            Some(known) => refused.push(RefusedLine {
                line: close.line,
                reason: format!("{} has {} from {} already", close.day, known.close, known.source),
            }),
            None => new.push(DailyClose {
                asset: asset.clone(),
                day: close.day,
                close: close.close,
                source: source.clone(),
            }),
        }
    }
    for batch in new.chunks(BATCH) {
        store.prices.insert(batch).await?;
    }
    refused.sort_by_key(|refused| refused.line);
    for RefusedLine { line, reason } in &refused {
        eprintln!("{}:{line}: {reason}", file.display());
    }
    println!("{} new closes of {asset}, {unchanged} unchanged, {} refused", new.len(), refused.len());
    if let (Some(first), Some(last)) = (read.closes.first(), read.closes.last()) {
        let gaps = last.day.since(first.day) + 1 - read.closes.len() as i64;
        println!("{} to {}, {gaps} days between them without a close", first.day, last.day);
    }
    Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
