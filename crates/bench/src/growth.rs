//! The same ten years of days with more and more documents: time to ready, memory at rest, bytes on disk, searches and everyday
//! answers over a year.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::hash::{hash128, to_hex};
use domain::{Day, DayRange, Document, Item, Marks};
use pipeline::stories;
use pipeline::{digest, index, rollup};
use runtime::clock::Clock;
use store::documents::{Remembered, StoryChanges};
use store::rollups::{Counts, Spoken};
use store::{Settings, Store};

use crate::answers::{Fresh, fresh, years};
use crate::corpus::{self, Replay};
use crate::feed;
use crate::load;
use crate::questions::QUESTIONS;
use crate::serving::Served;

pub const DAYS: i64 = 3_650;
/// Documents that are stored together.
const BATCH: usize = 4_000;
/// Questions are asked about so many days of a corpus of this size that equally many articles fit.
const EQUAL_AT: usize = 1_000_000;

/// What one size came to.
struct Grown {
    documents: usize,
    stories: i64,
    stored_per_s: f64,
    ready: Duration,
    ready_processor_s: f64,
    resident_mb: (f64, f64),
    bytes: (u64, u64, u64),
    same_days: Duration,
    equal_hits: Duration,
    answers: Vec<Fresh>,
    resident_after_mb: f64,
}

/// How the documents are laid out.
#[derive(Clone, Copy)]
pub struct Shape {
    pub days: i64,
    /// Of each text, so that ten million fit on the disk.
    pub characters: usize,
    pub counted_times: i64,
}

pub async fn measure(
    work: &Path,
    articles: &[Item],
    sizes: &[usize],
    shape: Shape,
    seconds: u64,
) -> anyhow::Result<()> {
    let Shape { days, characters, counted_times } = shape;
    println!(
        "\n== growth over {days} days, counted {counted_times} times; of each text {characters} characters, of each document \
         one statement, each name once"
    );
    let mut grown = Vec::new();
    for documents in sizes {
        let (folder, stored_per_s) = built(work, articles, *documents, shape).await?;
        count_again(&folder, counted_times).await?;
        grown.push(one(&folder, articles, *documents, stored_per_s, seconds).await?);
        table(&grown);
    }
    Ok(())
}

async fn one(
    folder: &Path,
    articles: &[Item],
    documents: usize,
    stored_per_s: f64,
    seconds: u64,
) -> anyhow::Result<Grown> {
    let length = Duration::from_secs(seconds);
    let served = Served::start(folder, false).await?;
    let ready_processor_s = served.processor_s();
    // Leading stories get their names in the first seconds.
    tokio::time::sleep(Duration::from_secs(20)).await;
    let resident_mb = served.memory_mb();
    let ask = async |paths: Vec<String>| {
        load::run(&served.address, paths.clone(), "", 1, Duration::from_secs(2)).await?;
        load::run(&served.address, paths, "", 1, length).await
    };
    // A corpus whose building was broken off ends earlier than the one that the questions are about.
    let newest = newest_document(folder)?;
    let years: Vec<DayRange> = years(articles)?;
    let moved = newest.since(years.first().context("no year")?.last());
    let to_there = |year: &DayRange| DayRange::inclusive(year.first().plus(moved), year.last().plus(moved));
    let years: Vec<DayRange> = years.iter().filter_map(to_there).collect();
    let same_days = ask(moved_paths(EQUAL_AT, moved)?).await?;
    let equal_hits = ask(moved_paths(documents, moved)?).await?;
    same_days.print("GET /feed, the same days, one at a time");
    equal_hits.print("GET /feed, equally many hits, one at a time");
    let resident_after_mb = served.memory_mb().0;
    let ready = served.ready_after;
    drop(served);
    let answers = fresh(folder, &years).await?;
    let bytes = |name: &str| std::fs::metadata(folder.join(name)).map_or(0, |about| about.len());
    Ok(Grown {
        documents: count_documents(folder)?,
        stories: count_stories(folder)?,
        stored_per_s,
        ready,
        ready_processor_s,
        resident_mb,
        bytes: (bytes("bellwether.db"), size_of_folder(&folder.join("index")), counted_bytes(folder)?),
        same_days: Duration::from_micros(same_days.percentile_us(50)),
        equal_hits: Duration::from_micros(equal_hits.percentile_us(50)),
        answers,
        resident_after_mb,
    })
}

fn table(grown: &[Grown]) {
    let row = |name: &str, cell: &dyn Fn(&Grown) -> String| {
        let cells: Vec<String> = grown.iter().map(cell).collect();
        println!("| {name} | {} |", cells.join(" | "));
    };
    let per = |bytes: u64, one: &Grown| format!("{:.0}", bytes as f64 / one.documents as f64);
    println!();
    row("documents", &|one| one.documents.to_string());
    println!("|---|{}", "---|".repeat(grown.len()));
    row("stories", &|one| one.stories.to_string());
    row("stored, placed, counted and indexed a second", &|one| format!("{:.0}", one.stored_per_s));
    row("ready after (processor time)", &|one| {
        format!("{:.2} s ({:.2})", one.ready.as_secs_f64(), one.ready_processor_s)
    });
    row("resident at rest (not file pages)", &|one| {
        format!("{:.0} MB ({:.0})", one.resident_mb.0, one.resident_mb.1)
    });
    row("resident after searches", &|one| format!("{:.0} MB", one.resident_after_mb));
    row("bytes a document: store", &|one| per(one.bytes.0, one));
    row("of which counted days", &|one| per(one.bytes.2, one));
    row("bytes a document: index", &|one| per(one.bytes.1, one));
    let ms = |took: Duration| format!("{:.2} ms", took.as_secs_f64() * 1e3);
    row("/feed median, the same days", &|one| ms(one.same_days));
    row("/feed median, equally many hits", &|one| ms(one.equal_hits));
    let names: Vec<&str> =
        grown.first().map_or(Vec::new(), |one| one.answers.iter().map(|of| of.name).collect());
    for (at, name) in names.iter().enumerate() {
        row(&format!("{name} over a year, first answer"), &|one| ms(one.answers[at].median));
    }
}

fn newest_document(folder: &Path) -> anyhow::Result<Day> {
    let store = rusqlite::Connection::open(folder.join("bellwether.db"))?;
    let sql = "SELECT MAX(published_at) / 86400000 FROM documents";
    let day: i64 = store.query_row(sql, [], |row| row.get(0))?;
    Day::from_number(day).context("a day")
}

fn count_documents(folder: &Path) -> anyhow::Result<usize> {
    let store = rusqlite::Connection::open(folder.join("bellwether.db"))?;
    let count: i64 = store.query_row("SELECT COUNT(*) FROM documents", [], |row| row.get(0))?;
    Ok(usize::try_from(count)?)
}

/// The questions of /feed about fewer days the more documents there are, and about other days.
fn moved_paths(documents: usize, moved: i64) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for question in QUESTIONS {
        let (first, last) = question.days;
        let (first, last) =
            (Day::parse(first).ok().context("a day")?, Day::parse(last).ok().context("a day")?);
        let length = (last.since(first) + 1) as f64 * EQUAL_AT as f64 / documents as f64;
        let last = last.plus(moved);
        let first = last.plus(1 - (length.round() as i64).clamp(1, DAYS));
        paths.push(feed::path_within(question, &first.to_string(), &last.to_string()));
    }
    Ok(paths)
}

/// A data folder with so many documents, their stories and counts.
async fn built(
    work: &Path,
    articles: &[Item],
    documents: usize,
    Shape { days, characters, counted_times }: Shape,
) -> anyhow::Result<(PathBuf, f64)> {
    let folder = work.join(format!("growth-{documents}-{days}-{characters}-{counted_times}"));
    let done = folder.join("complete");
    if let Ok(rate) = std::fs::read_to_string(&done) {
        return Ok((folder, rate.parse().unwrap_or(0.0)));
    }
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    println!("building {documents} documents in {} (once)", folder.display());
    let (read, told) = read_with_stories(articles).await?;
    let short: Vec<(Document, Marks)> = read.into_iter().map(|one| shortened(one, characters)).collect();
    let plan = corpus::plan_over(&short, documents, days);
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    let finder = Arc::new(search::Finder::open(&folder.join("index"), search::Settings::BULK)?);
    let started = Stopwatch::now();
    let stored = Arc::new(AtomicBool::new(false));
    // Tasks of their own, so that each has a core to itself as long as there are cores.
    let storing = {
        let (store, stored) = (store.clone(), Arc::clone(&stored));
        tokio::spawn(async move {
            let stored_all = store_all(&store, &short, &told, &plan, started).await;
            stored.store(true, Ordering::Relaxed);
            stored_all
        })
    };
    let counting = {
        let store = store.clone();
        tokio::spawn(async move {
            while !stored.load(Ordering::Relaxed) {
                rollup::recount(&store, |_| {}).await?;
                tokio::time::sleep(Duration::from_secs(5)).await;
            }
            rollup::recount(&store, |_| {}).await
        })
    };
    let both = async {
        storing.await??;
        counting.await?
    };
    index::beside(&store, &finder, both).await?;
    finder.settle()?;
    let rate = documents as f64 / started.elapsed().as_secs_f64();
    store.close().await;
    println!("built in {:.0} s", started.elapsed().as_secs_f64());
    std::fs::write(done, format!("{rate:.1}"))?;
    Ok((folder, rate))
}

/// Tells the counted days again on as many days before them, under stories of their own, until there are so many times as many: what a
/// program holds in memory follows from counts alone, and these take a hundredth of the room that their documents would.
async fn count_again(folder: &Path, times: i64) -> anyhow::Result<()> {
    let done = folder.join("counted-again");
    if times < 2 || done.exists() {
        return Ok(());
    }
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await?;
    rollup::recount(&store, |_| {}).await?;
    let (mut after, mut days) = (None, Vec::new());
    while let Some(last) = {
        store
            .rollups
            .outlines_in_order(after, 512)
            .await?
            .into_iter()
            .map(|one| one.day)
            .inspect(|day| days.push(*day))
            .last()
    } {
        after = Some(last);
    }
    let (first, last) =
        (days.first().context("no day is counted")?, days.last().context("no day is counted")?);
    let length = last.since(*first) + 1;
    for back in 1..times {
        for page in days.chunks(64) {
            let mut counted = Vec::new();
            for day in page {
                let whole =
                    store.rollups.of_days(DayRange::single(*day)).await?.pop().context("it was listed")?;
                let outline = store.rollups.outlines_in_order(Some(day.plus(-1)), 1).await?.pop();
                let outline = outline.and_then(|one| one.outline).context("it has an outline")?;
                let mut whole =
                    indices::rollup::decode(&whole.counts).map_err(|error| anyhow::anyhow!("{error}"))?;
                let mut outline =
                    indices::rollup::decode_outline(&outline).map_err(|error| anyhow::anyhow!("{error}"))?;
                for rollup in [&mut whole, &mut outline] {
                    rollup.day = day.plus(-back * length);
                    for row in &mut rollup.stories {
                        row.story = hash128(&[&row.story[..], &back.to_le_bytes()].concat());
                    }
                    rollup.stories.sort_unstable_by_key(|row| row.story);
                }
                let said = store.rollups.said_on_days(DayRange::single(*day)).await?.pop();
                let spoken = Spoken {
                    voices: indices::rollup::encode_voices(&whole.voices),
                    said: said.and_then(|one| one.spoken).context("it is kept what was said")?,
                };
                let dirty = store::DirtyDay { day: whole.day, seq: 0 };
                let (whole, outline) =
                    (indices::rollup::encode(&whole), indices::rollup::encode_outline(&outline));
                counted.push((dirty, Counts { whole, outline: Some(outline), spoken: Some(spoken) }));
            }
            store.rollups.replace(counted, None).await?;
        }
    }
    println!("{} days counted, told {times} times", days.len());
    store.close().await;
    std::fs::write(done, b"")?;
    Ok(())
}

async fn store_all(
    store: &Store,
    articles: &[(Document, Marks)],
    told: &HashMap<String, String>,
    plan: &[Replay],
    started: Stopwatch,
) -> anyhow::Result<()> {
    for (number, batch) in plan.chunks(BATCH).enumerate() {
        let documents: Vec<_> = batch.iter().map(|one| corpus::replay(articles, *one)).collect();
        let placed: Vec<_> = documents
            .iter()
            .zip(batch)
            .filter_map(|((document, _), one)| {
                let story = told.get(&articles[one.article].0.id.to_string())?;
                // A copy tells a story of its own.
                let again = format!("{story} {} {}", one.stretch, one.copy);
                Some((document.id, to_hex(&hash128(again.as_bytes()))))
            })
            .collect();
        store.documents.insert(documents, None).await?;
        let changes = StoryChanges {
            placed: &placed,
            moved: &[],
            merged: &[],
            repeats: &[],
            from: store.documents.stories_seq().await?,
            to: store.documents.max_seq().await?,
            revision: store.documents.story_revision().await?,
            memory: &Remembered::Nothing,
            at: corpus::now(),
        };
        store.documents.change_stories(&changes, None).await?;
        if (number + 1) % 50 == 0 {
            println!("  {} stored after {:.0} s", (number + 1) * BATCH, started.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

/// Every article read once, and the story that each is in.
async fn read_with_stories(
    articles: &[Item],
) -> anyhow::Result<(Vec<(Document, Marks)>, HashMap<String, String>)> {
    let scratch = tempfile::tempdir()?;
    let store = Store::open(&Settings::sqlite(scratch.path().join("bellwether.db"))).await?;
    let read = digest::digest(articles.to_vec(), corpus::now()).documents;
    store.documents.insert(read.clone(), None).await?;
    stories::catch_up(&store, &Clock::System).await?;
    let mut told = HashMap::new();
    for (document, _) in &read {
        if let Some(story) = store.documents.story_of(document.id).await? {
            told.insert(document.id.to_string(), story);
        }
    }
    store.close().await;
    Ok((read, told))
}

fn shortened((mut document, mut marks): (Document, Marks), characters: usize) -> (Document, Marks) {
    let content = &mut document.item.content;
    if let Some((end, _)) = content.char_indices().nth(characters) {
        content.truncate(end);
    }
    document.item.image_url.clear();
    marks.statements.truncate(1);
    // As many names as there were, each named once.
    marks.mentions.iter_mut().for_each(|mention| mention.spans.truncate(1));
    (document, marks)
}

fn count_stories(folder: &Path) -> anyhow::Result<i64> {
    let store = rusqlite::Connection::open(folder.join("bellwether.db"))?;
    Ok(store.query_row("SELECT COUNT(DISTINCT story_id) FROM documents", [], |row| row.get(0))?)
}

fn counted_bytes(folder: &Path) -> anyhow::Result<u64> {
    let store = rusqlite::Connection::open(folder.join("bellwether.db"))?;
    let sql = "SELECT (SELECT SUM(LENGTH(counts)) FROM rollups) + (SELECT SUM(LENGTH(outline)) FROM rollup_outlines)
                      + (SELECT SUM(LENGTH(voices) + LENGTH(said)) FROM rollup_voices)";
    let bytes: i64 = store.query_row(sql, [], |row| row.get(0))?;
    let sql = "SELECT SUM(LENGTH(outline)) FROM rollup_outlines";
    let outlines: i64 = store.query_row(sql, [], |row| row.get(0))?;
    println!("counted days {:.0} MB, of which outlines {outlines} bytes", bytes as f64 / 1e6);
    Ok(bytes.unsigned_abs())
}

fn size_of_folder(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => size_of_folder(&entry.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
