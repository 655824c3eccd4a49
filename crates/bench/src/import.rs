//! Import and indexing of the real corpus, as a user runs it, against a bare tantivy writer fed the same text.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant as Stopwatch};

use domain::{Document, Item, Marks, Sentiment, Tone};
use service::pipeline::import::{Input, Settings, import};
use service::pipeline::index;
use store::Store;
use tantivy::schema::{Schema, TEXT};

use crate::corpus;

pub async fn measure(data: &Path, articles: &[Item]) -> anyhow::Result<()> {
    println!("\n== import and indexing of {} articles", articles.len());
    let texts: Vec<(&str, &str)> =
        articles.iter().map(|item| (item.title.as_str(), item.content.as_str())).collect();
    let bytes: usize = texts.iter().map(|(title, content)| title.len() + content.len()).sum();
    let rate = |took: Duration| articles.len() as f64 / took.as_secs_f64();
    let bare = rate(bare_writer(&texts)?);
    println!(
        "bare tantivy writer, 2 threads     {bare:>8.0} documents/s   ({:.1} MB of text)",
        bytes as f64 / 1e6
    );
    let whole = rate(whole_path(data).await?);
    println!(
        "import with all reading            {whole:>8.0} documents/s   ratio {:.2} (target 0.50)",
        whole / bare
    );
    let unread = rate(without_reading(articles).await?);
    println!("the same path without reading      {unread:>8.0} documents/s   ratio {:.2}", unread / bare);
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

/// From the compressed file to a findable document.
async fn whole_path(data: &Path) -> anyhow::Result<Duration> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&store::Settings::sqlite(folder.path().join("bellwether.db"))).await?;
    let finder = Arc::new(search::Finder::open(&folder.path().join("index"), search::Settings::BULK)?);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings { now: corpus::now(), threads, strict: false };
    let started = Stopwatch::now();
    let inputs = vec![Input::File(corpus::file(data))];
    import(&store, inputs, &settings, Arc::new(AtomicU64::new(0)), |_| {}, |_| {}).await?;
    index::catch_up(&store, &finder, |_| {}).await?;
    Ok(started.elapsed())
}

async fn without_reading(articles: &[Item]) -> anyhow::Result<Duration> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&store::Settings::sqlite(folder.path().join("bellwether.db"))).await?;
    let finder = Arc::new(search::Finder::open(&folder.path().join("index"), search::Settings::BULK)?);
    let started = Stopwatch::now();
    for batch in articles.chunks(500) {
        let documents = batch.iter().filter_map(|item| Document::new(item.clone(), corpus::now()).ok());
        store.documents.insert(documents.map(|document| (document, unread())).collect(), None).await?;
    }
    index::catch_up(&store, &finder, |_| {}).await?;
    Ok(started.elapsed())
}

fn unread() -> Marks {
    Marks {
        language: "und".into(),
        sentiment: Sentiment::Neutral,
        tone: Tone::UNKNOWN,
        categories: Vec::new(),
        mentions: Vec::new(),
        fingerprint: 0,
        version: String::new(),
    }
}
