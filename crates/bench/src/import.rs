//! Import and indexing of the real corpus, as a user runs it, against a bare tantivy writer fed the same text.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant as Stopwatch};

use domain::Item;
use pipeline::import::{Input, Settings, import};
use pipeline::{index, marking};
use runtime::clock::Clock;
use store::Store;
use tantivy::schema::{Schema, TEXT};

use crate::corpus;

/// Each is measured so often, in turns: a machine's speed changes from one minute to the next.
const ROUNDS: usize = 7;

pub async fn measure(data: &Path, articles: &[Item]) -> anyhow::Result<()> {
    println!("\n== import and indexing of {} articles", articles.len());
    let texts: Vec<(&str, &str)> =
        articles.iter().map(|item| (item.title.as_str(), item.content.as_str())).collect();
    let bytes: usize = texts.iter().map(|(title, content)| title.len() + content.len()).sum();
    println!("{:.1} MB of text; {ROUNDS} rounds in turns, the median of each", bytes as f64 / 1e6);
    let rate = |took: Duration| articles.len() as f64 / took.as_secs_f64();
    let (mut bare, mut found, mut ratios, mut read) = (Vec::new(), Vec::new(), Vec::new(), 0.0);
    for _ in 0..ROUNDS {
        let alone = rate(bare_writer(&texts)?);
        let imported = Imported::run(data).await?;
        bare.push(alone);
        found.push(rate(imported.found));
        ratios.push(rate(imported.found) / alone);
        // Reading takes ten times as long and differs little from round to round.
        if ratios.len() == ROUNDS {
            read = rate(imported.read_all().await?);
        }
    }
    let [bare, found, ratio] = [&mut bare, &mut found, &mut ratios].map(|figures| median(figures));
    println!("bare tantivy writer, 2 threads     {bare:>8.0} documents/s");
    println!("imported, stored and findable      {found:>8.0} documents/s   ratio {ratio:.2} (target 0.50)");
    println!("   the ratios of the rounds: {ratios:.2?}");
    println!("the same and all of it read, once  {read:>8.0} documents/s   ratio {:.2}", read / bare);
    Ok(())
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
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
struct Imported {
    _folder: tempfile::TempDir,
    store: Store,
    finder: Arc<search::Finder>,
    started: Stopwatch,
    found: Duration,
}

impl Imported {
    async fn run(data: &Path) -> anyhow::Result<Imported> {
        let folder = tempfile::tempdir()?;
        let store = Store::open(&store::Settings::sqlite(folder.path().join("bellwether.db"))).await?;
        let index = folder.path().join("index");
        let finder = Arc::new(search::Finder::open(&index, search::Settings::BULK)?);
        let settings = Settings { now: corpus::now(), strict: false };
        let started = Stopwatch::now();
        let inputs = vec![Input::File(corpus::file(data))];
        let importing = import(&store, inputs, &settings, Arc::new(AtomicU64::new(0)), |_| {}, |_| {});
        index::beside(&store, &finder, importing).await?;
        Ok(Imported { _folder: folder, store, finder, started, found: started.elapsed() })
    }

    async fn read_all(self) -> anyhow::Result<Duration> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let reading = marking::catch_up(&self.store, &Clock::System, threads, |_| {});
        index::beside(&self.store, &self.finder, reading).await?;
        Ok(self.started.elapsed())
    }
}
