//! Takes in files of items, one JSON object a line: streaming, in order, and safe to repeat.
//!
//! Documents are stored unread; `marking.rs` reads them afterwards. Killed at any moment and run again, it ends with
//! the same store: a document's id follows from its address.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::{Instant, Item};
use futures_util::StreamExt;
use store::Store;
use tokio::sync::mpsc;

use super::digest::{self, Marking, caught};
use super::frames::{FrameCache, Frames};
use super::line;
use super::lines::{self, MAX_LINE_BYTES};
use runtime::telemetry;

/// Items of one transaction: the more, the fewer pages are written twice.
const BATCH: usize = 1_000;
/// A batch of long documents is cut short, so that memory stays bounded.
const BATCH_BYTES: usize = 8 << 20;
/// What trickles in is not kept waiting for a full batch.
const BATCH_TIME: Duration = Duration::from_millis(500);
/// Batches that are made ready while one is stored.
const AHEAD: usize = 2;

/// Where lines come from.
pub enum Input {
    File(PathBuf),
    Standard,
}

/// A line that was not taken, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct BadLine {
    pub input: String,
    pub number: u64,
    pub reason: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub new: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub bad: u64,
    /// Taken as published now, because their own date cannot be: before all news, or in the future.
    pub undated: u64,
}

pub struct Settings {
    pub now: Instant,
    /// Stop at the first bad line; what came before it stays.
    pub strict: bool,
}

/// One stretch of a file on its way in.
struct Batch {
    input: String,
    items: Vec<(u64, Item)>,
    bad: Vec<BadLine>,
}

/// Reads every input to its end. `report` hears of each bad line, `bytes_read` counts input bytes as they pass.
pub async fn import(
    store: &Store,
    inputs: Vec<Input>,
    settings: &Settings,
    bytes_read: Arc<AtomicU64>,
    mut report: impl FnMut(&BadLine),
    mut stored: impl FnMut(&Imported),
) -> anyhow::Result<Imported> {
    let (sender, receiver) = mpsc::channel(4);
    let reading = std::thread::spawn(move || read_inputs(inputs, &bytes_read, &sender));
    let now = settings.now;
    let batches = futures_util::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|batch| (batch, receiver))
    });
    let frames = FrameCache::new(store.clone());
    let digested = batches.map(|batch: Batch| {
        let frames = &frames;
        async move {
            let known = frames.of(batch.items.iter().map(|(_, item)| item.outlet.name.as_str())).await;
            let known = known.context("looking up what outlets repeat")?;
            let digesting = tokio::task::spawn_blocking(move || digest_batch(batch, now, &known));
            digesting.await.context("reading a batch")
        }
    });
    // In order, so that an address that comes twice ends as its later line says.
    let mut digested = std::pin::pin!(digested.buffered(AHEAD));
    let mut imported = Imported::default();
    while let Some(batch) = digested.next().await {
        let Digested { documents, bad, undated } = batch?;
        let stop = settings.strict && !bad.is_empty();
        let bad = if stop { &bad[..1] } else { &bad[..] };
        if !stop {
            let count = store.documents.insert(documents, None).await.context("storing a batch")?;
            imported.new += count.new as u64;
            imported.updated += count.updated as u64;
            imported.unchanged += count.unchanged as u64;
            imported.undated += undated;
            telemetry::took_in((count.new + count.updated) as u64);
        }
        for line in bad {
            imported.bad += 1;
            report(line);
        }
        stored(&imported);
        if stop {
            return Ok(imported);
        }
    }
    match reading.join() {
        Ok(result) => result?,
        Err(_) => anyhow::bail!("the thread that read the input died"),
    }
    Ok(imported)
}

/// A batch on its way into the store.
struct Digested {
    documents: Vec<(domain::Document, domain::Marks)>,
    bad: Vec<BadLine>,
    undated: u64,
}

fn digest_batch(batch: Batch, now: Instant, frames: &Frames) -> Digested {
    let Batch { input, items, mut bad } = batch;
    let cannot_be = |at: Instant| domain::is_before_all_news(at) || at > now;
    let undated = items.iter().filter(|(_, item)| item.published_at.is_some_and(cannot_be)).count() as u64;
    let (numbers, items): (Vec<u64>, Vec<Item>) = items.into_iter().unzip();
    let digested = digest::take(items, now, Marking::Later, frames);
    for rejected in digested.rejected {
        bad.push(BadLine { input: input.clone(), number: numbers[rejected.at], reason: rejected.reason });
    }
    bad.sort_by_key(|line| line.number);
    Digested { documents: digested.documents, bad, undated }
}

fn read_inputs(
    inputs: Vec<Input>,
    bytes_read: &Arc<AtomicU64>,
    sender: &mpsc::Sender<Batch>,
) -> anyhow::Result<()> {
    for input in inputs {
        let (name, reader) = match &input {
            Input::File(path) => (path.display().to_string(), open(path, Arc::clone(bytes_read))?),
            Input::Standard => ("standard input".to_owned(), counted(io::stdin(), Arc::clone(bytes_read))),
        };
        // The receiver is gone after a bad line under `strict`; there is nobody left to read for.
        if !read_lines(&name, reader, sender).with_context(|| format!("reading {name}"))? {
            return Ok(());
        }
    }
    Ok(())
}

/// Opens a file and undoes its compression, told by its first bytes rather than by its name.
fn open(path: &Path, bytes_read: Arc<AtomicU64>) -> anyhow::Result<Box<dyn BufRead>> {
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    Ok(counted(file, bytes_read))
}

fn counted(source: impl Read + 'static, bytes_read: Arc<AtomicU64>) -> Box<dyn BufRead> {
    lines::uncompressed(Counting { source, bytes_read })
}

/// False when nobody listens any more.
fn read_lines(name: &str, mut reader: Box<dyn BufRead>, sender: &mpsc::Sender<Batch>) -> io::Result<bool> {
    let empty = || Batch { input: name.to_owned(), items: Vec::with_capacity(BATCH), bad: Vec::new() };
    let mut batch = empty();
    let (mut number, mut bytes, mut began) = (0, 0, Stopwatch::now());
    let mut buffer = Vec::new();
    while let Some(within_limit) = lines::next(&mut reader, &mut buffer)? {
        number += 1;
        bytes += buffer.len();
        let mut bad = |reason: String| batch.bad.push(BadLine { input: name.to_owned(), number, reason });
        match std::str::from_utf8(&buffer) {
            _ if !within_limit => bad(format!("the line is longer than {MAX_LINE_BYTES} bytes")),
            Err(error) => bad(format!("not valid UTF-8 after byte {}", error.valid_up_to())),
            // A byte-order mark at the head of a file is not part of the first line.
            Ok(text) => match text.trim_start_matches('\u{feff}').trim() {
                "" => {}
                text => match caught(|| line::read(text)).and_then(|read| read) {
                    Ok(item) => batch.items.push((number, item)),
                    Err(reason) => bad(reason),
                },
            },
        }
        let full = batch.items.len() + batch.bad.len() >= BATCH || bytes >= BATCH_BYTES;
        if full || began.elapsed() > BATCH_TIME {
            if sender.blocking_send(std::mem::replace(&mut batch, empty())).is_err() {
                return Ok(false);
            }
            // After the wait for whoever stores.
            (bytes, began) = (0, Stopwatch::now());
        }
    }
    Ok(sender.blocking_send(batch).is_ok())
}

struct Counting<R> {
    source: R,
    bytes_read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bytes_read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
