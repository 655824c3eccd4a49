//! The real corpus, and the same texts told again over two years until there are enough of them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use anyhow::Context;
use domain::{Cohort, Document, Instant, Item, Kind, Marks, Speaker};
use pipeline::{digest, index, line, rollup};
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

/// The replayed corpus lies on at least so many days, however many documents it has, so that a year's range
/// leaves some of it out and ten times the documents are on the same days.
const REPLAYED_DAYS: i64 = 730;
/// Copies of an article within one stretch of days lie so many days apart: no two tell one story.
const COPY_SHIFT_DAYS: i64 = 17;
/// One replayed document of so many is the post of an invented speaker; the real corpus has none.
pub const POST_EVERY: usize = 10;
const SPEAKERS: usize = 500;

/// Which article is told again, and when.
#[derive(Clone, Copy)]
pub struct Replay {
    pub article: usize,
    pub number: usize,
    pub at: Instant,
    /// Which laying of the corpus over its days it belongs to, and which copy within that.
    pub stretch: i64,
    pub copy: i64,
}

/// The documents of a replay in the order of time. The real corpus is laid end to end over the days; where there
/// are fewer documents than that takes, every stretch has an even selection of the articles, where there are
/// more, copies of them.
pub fn plan(articles: &[(Document, Marks)], count: usize) -> Vec<Replay> {
    plan_over(articles, count, REPLAYED_DAYS)
}

/// The same over at least so many days.
pub fn plan_over(articles: &[(Document, Marks)], count: usize, days: i64) -> Vec<Replay> {
    let mut by_time: Vec<usize> = (0..articles.len()).collect();
    by_time.sort_by_key(|place| articles[*place].0.published_at);
    let day_of = |place: &usize| articles[*place].0.published_at.day();
    let (Some(first), Some(last)) = (by_time.first().map(day_of), by_time.last().map(day_of)) else {
        return Vec::new();
    };
    let span = last.since(first) + 1;
    let stretches = (days + span - 1) / span;
    let length = by_time.len();
    let step = even_step(length);
    let mut plan: Vec<Replay> = (0..count)
        .map(|number| {
            let (stretch, turn) = (number as i64 % stretches, number / stretches as usize);
            let article = by_time[turn % length * step % length];
            let copy = (turn / length) as i64;
            let at = articles[article].0.published_at;
            let offset = at.day().since(first);
            let moved = (offset + copy * COPY_SHIFT_DAYS) % span - stretch * span;
            let at = at.plus_ms((moved - offset) * domain::time::MS_PER_DAY);
            Replay { article, number, at, stretch, copy }
        })
        .collect();
    plan.sort_by_key(|replay| (replay.at, replay.number));
    plan
}

/// A stride that visits every place once, and any few visits lie far apart.
fn even_step(length: usize) -> usize {
    let common = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (length as f64 * 0.618_034) as usize;
    (golden.max(1)..).find(|step| common(*step, length) == 1).unwrap_or(1)
}

/// The same text and marks at another address and time; now and then in the mouth of an invented speaker.
pub fn replay(articles: &[(Document, Marks)], replay: Replay) -> (Document, Marks) {
    let (document, marks) = &articles[replay.article];
    let mut item = document.item.clone();
    let mark = if item.url.contains('?') { '&' } else { '?' };
    item.url = format!("{}{mark}copy={}", item.url, replay.number);
    item.published_at = Some(replay.at);
    if replay.number.is_multiple_of(POST_EVERY) {
        let voice = replay.number / POST_EVERY * 7919 % SPEAKERS;
        item.kind = Kind::Conversation;
        item.speaker = Some(Speaker {
            handle: format!("voice{voice}@bench.example"),
            name: format!("Voice {voice}"),
            cohort: Some(Cohort::ALL[voice % Cohort::ALL.len()]),
        });
    }
    (Document::new(item, now()).unwrap_or_else(|_| document.clone()), marks.clone())
}

/// A data folder with `count` documents, built once and kept. Each distinct article is read once; its replays
/// take its marks over.
pub async fn replayed(work: &Path, articles: &[Item], count: usize) -> anyhow::Result<PathBuf> {
    let folder = work.join(format!("replayed-even-{count}-{}", analysis_version()));
    let done = folder.join("complete");
    if !done.exists() {
        build(&folder, articles, count).await?;
        std::fs::write(done, b"")?;
    }
    // Without counts no name is known, and what asks for an outlet is refused.
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    rollup::recount(&store, |_| {}).await?;
    store.close().await;
    Ok(folder)
}

async fn build(folder: &Path, articles: &[Item], count: usize) -> anyhow::Result<()> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder)?;
    println!("building {count} documents in {} (once)", folder.display());
    let started = Stopwatch::now();
    let spent = || started.elapsed().as_secs_f64();
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let read: Vec<(Document, Marks)> = digest::digest(articles.to_vec(), now()).documents;
    println!("  {} distinct articles read after {:.0} s", read.len(), spent());
    let plan = plan(&read, count);
    let mut told = 0;
    for (number, batch) in plan.chunks(1000).enumerate() {
        let documents = batch.iter().map(|one| replay(&read, *one)).collect();
        store.documents.insert(documents, None).await?;
        if (number + 1) % 50 == 0 {
            println!("  {} stored after {:.0} s", (number + 1) * 1000, spent());
        }
    }
    let finder = Arc::new(search::Finder::open(&folder.join("index"), search::Settings::BULK)?);
    index::catch_up(&store, &finder, |indexed| {
        if indexed - told >= 100_000 {
            told = indexed;
            println!("  {indexed} indexed after {:.0} s", spent());
        }
    })
    .await?;
    finder.settle()?;
    store.close().await;
    println!("built in {:.0} s", spent());
    Ok(())
}

fn analysis_version() -> &'static str {
    pipeline::digest::VERSION
}
