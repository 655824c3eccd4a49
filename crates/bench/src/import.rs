//! Import and indexing of the real corpus, as a user runs it, against a bare tantivy writer fed the same text.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use service::clock::Clock;
use service::pipeline::import::{Input, Settings, import};
use service::pipeline::{index, reading};
use store::Store;
use tantivy::schema::{Schema, TEXT};

use crate::corpus;

/// Each is measured so often, in turns: a machine's speed changes from one minute to the next.
const ROUNDS: usize = 3;

pub async fn measure(data: &Path, articles: &[Item]) -> anyhow::Result<()> {
    println!("\n== import and indexing of {} articles", articles.len());
    let texts: Vec<(&str, &str)> =
        articles.iter().map(|item| (item.title.as_str(), item.content.as_str())).collect();
    let bytes: usize = texts.iter().map(|(title, content)| title.len() + content.len()).sum();
    println!("{:.1} MB of text; {ROUNDS} rounds in turns, the median of each", bytes as f64 / 1e6);
    let (mut bare, mut found, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(bare_writer(&texts)?);
        let (until_found, until_read) = whole_path(data).await?;
        found.push(until_found);
        read.push(until_read);
    }
    let rate = |took: &mut Vec<Duration>| {
        took.sort_unstable();
        articles.len() as f64 / took[took.len() / 2].as_secs_f64()
    };
    let (bare, found, read) = (rate(&mut bare), rate(&mut found), rate(&mut read));
    println!("bare tantivy writer, 2 threads     {bare:>8.0} documents/s");
    println!(
        "imported, stored and findable      {found:>8.0} documents/s   ratio {:.2} (target 0.50)",
        found / bare
    );
    println!("the same and all of it read        {read:>8.0} documents/s   ratio {:.2}", read / bare);
    Ok(())
}

fn bare_writer(texts: &[(&str, &str)]) -> anyhow::Result<Duration> {
    let folder = tempfile::tempdir()?;
    let mut schema = Schema::builder();
    let title = schema.add_text_field("title", TEXT);
    let content = schema.add_text_field("content", TEXT);
    let index = tantivy::Index::create_in_dir(folder.path(), schema.build())?;
    let started = Stopwatch::now();
    let mut writer: tantivy::IndexWriter = index.writer_with_num_threads(2, 400 << 20)?;
    for (title_text, content_text) in texts {
        let mut document = tantivy::TantivyDocument::default();
        document.add_text(title, title_text);
        document.add_text(content, content_text);
        writer.add_document(document)?;
    }
    writer.commit()?;
    Ok(started.elapsed())
}

/// What `bellwether import` does: from the compressed file to documents that can be found, and until all are read.
async fn whole_path(data: &Path) -> anyhow::Result<(Duration, Duration)> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&store::Settings::sqlite(folder.path().join("bellwether.db"))).await?;
    let finder = Arc::new(search::Finder::open(&folder.path().join("index"), search::Settings::BULK)?);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings { now: corpus::now(), strict: false };
    let started = Stopwatch::now();
    let inputs = vec![Input::File(corpus::file(data))];
    let importing = import(&store, inputs, &settings, Arc::new(AtomicU64::new(0)), |_| {}, |_| {});
    index::beside(&store, &finder, importing).await?;
    let found = started.elapsed();
    index::beside(&store, &finder, reading::catch_up(&store, &Clock::System, threads, |_| {})).await?;
    let read = started.elapsed();
    store.close().await;
    Ok((found, read))
}
