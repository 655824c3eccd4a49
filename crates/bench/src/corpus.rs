//! The real corpus, and the same texts replayed over two years until there are enough of them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use anyhow::Context;
use domain::{Document, Instant, Item, Marks};
use service::pipeline::{digest, index, line};
use store::{Settings, Store};

pub fn file(data: &Path) -> PathBuf {
    data.join("corpus/crypto_news_2025_dev.jsonl.gz")
}

pub fn read(data: &Path) -> anyhow::Result<Vec<Item>> {
    let path = file(data);
    let opened = File::open(&path).with_context(|| {
        format!("the measuring data is missing: {} (give its folder with --data)", path.display())
    })?;
    let lines = BufReader::new(flate2::read::GzDecoder::new(opened)).lines();
    let mut items = Vec::new();
    for text in lines {
        if let Ok(item) = line::read(&text?) {
            items.push(item);
        }
    }
    Ok(items)
}

/// What a day after the corpus counts as now, so that nothing is taken for future-dated.
pub fn now() -> Instant {
    Instant::parse("2026-11-01T00:00:00Z").unwrap_or(Instant::from_ms(0))
}

/// Days over which the replayed corpus lies, so that a year's range leaves some of it out.
pub const REPLAYED_DAYS: i64 = 730;

/// The `copy`-th replay of an article: another address, another day, the same text and marks.
pub fn replay(document: &Document, copy: usize, copies: usize) -> Document {
    let mut item = document.item.clone();
    item.url = format!("{}{}copy={copy}", item.url, if item.url.contains('?') { '&' } else { '?' });
    let shift_days = shift_days(copy, copies);
    item.published_at = item.published_at.map(|at| at.plus_ms(-shift_days * domain::time::MS_PER_DAY));
    Document::new(item, now()).unwrap_or_else(|_| document.clone())
}

/// How many days before the article its `copy`-th replay lies.
pub fn shift_days(copy: usize, copies: usize) -> i64 {
    REPLAYED_DAYS * copy as i64 / copies.max(1) as i64
}

/// A data folder with `count` documents, built once and kept.
pub async fn replayed(work: &Path, articles: &[Item], count: usize) -> anyhow::Result<PathBuf> {
    let folder = work.join(format!("replayed-{count}-{}", analysis_version()));
    let done = folder.join("complete");
    if done.exists() {
        return Ok(folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    println!("building {count} documents in {} (once)", folder.display());
    let started = Stopwatch::now();
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let read: Vec<(Document, Marks)> = digest::digest(articles.to_vec(), now()).documents;
    let copies = count.div_ceil(read.len().max(1));
    let mut batch = Vec::new();
    let mut stored = 0;
    for copy in 0..copies {
        for (document, marks) in &read {
            if stored + batch.len() == count {
                break;
            }
            batch.push((replay(document, copy, copies), marks.clone()));
            if batch.len() == 1000 {
                stored += batch.len();
                store.documents.insert(std::mem::take(&mut batch), None).await?;
            }
        }
        println!("  {stored} stored after {:.0} s", started.elapsed().as_secs_f64());
    }
    store.documents.insert(batch, None).await?;
    let finder = Arc::new(search::Finder::open(&folder.join("index"), search::Settings::BULK)?);
    index::catch_up(&store, &finder, |_| {}).await?;
    finder.settle()?;
    store.close().await;
    std::fs::write(done, b"")?;
    println!("built in {:.0} s", started.elapsed().as_secs_f64());
    Ok(folder)
}

fn analysis_version() -> &'static str {
    service::pipeline::digest::VERSION
}
