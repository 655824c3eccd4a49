//! Marking: reads documents and stores their marks, those that were stored before there was time for it, and those that an older model read.
//!
//! Resumable without a note of its own: a document that was read is not found again. The service keeps answering
//! meanwhile, and its index follows the new marks as it follows everything. Of several programs on a store one
//! reads at a time, under a lease; where it stops, another takes over. A text that makes the reader panic is tried
//! again alone and then put into quarantine: it stays unread, and nothing waits for it.

use std::time::Duration;

use anyhow::Context;
use domain::{Instant, Marks};
use futures_util::{Stream, StreamExt, stream};
use store::documents::{ReadDocument, Unread};
use store::leases::Fence;
use store::quarantine::MARKING;
use store::{Quarantined, Store};
use tokio::sync::mpsc;

use super::digest::{self, Unreadable, caught};
use super::statements::group_read;
use runtime::clock::Clock;
use runtime::followers::{Follower, Progress, StepContext, under_lease};
use runtime::telemetry;

/// Documents that are read at once.
const BATCH: usize = 256;
/// Documents whose marks are stored together: what their speakers said before is looked up once for all of them.
const STORED: usize = 1_024;
/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);

/// Tries before a document is put into quarantine: among others, and alone.
const TRIES: u32 = 2;

/// Text in, marks out; `standard_reader` but in tests of what happens when it fails.
pub type Reader = fn(&Unread) -> Marks;

pub fn standard_reader(document: &Unread) -> Marks {
    let language = document.stated_language.as_deref();
    digest::read(&document.title, &document.content, &document.outlet, language, document.invented)
}

/// Reads everything that nobody has read, or waits until somebody else has; returns how many documents were read
/// here. `progress` hears how many are left.
pub async fn catch_up(
    store: &Store,
    clock: &Clock,
    threads: usize,
    progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    catch_up_with(standard_reader, store, clock, threads, progress).await
}

/// As `catch_up`, by another reader.
pub async fn catch_up_with(
    reader: Reader,
    store: &Store,
    clock: &Clock,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut done = 0;
    while !store.documents.unread(0, 1).await.context("cannot look for what is to be read")?.is_empty() {
        let reading = under_lease(store, MarkingFollower::NAME, async |fence| {
            read_all(reader, store, clock, threads, &fence, &mut progress).await
        });
        match reading.await? {
            Some(read) => done += read,
            None => {
                progress(store.documents.unread_count().await? as u64);
                tokio::time::sleep(EVERY).await;
            }
        }
    }
    Ok(done)
}

/// What is written goes under the fence; a document that was read meanwhile is passed over.
async fn read_all(
    reader: Reader,
    store: &Store,
    clock: &Clock,
    threads: usize,
    fence: &Fence,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut left = store.documents.unread_count().await.context("cannot count what is to be read")? as u64;
    progress(left);
    let mut done = 0;
    // On a task of its own: the readers do not wait while what they read is stored.
    let (sender, mut batches) = mpsc::channel(threads.max(1));
    let waiting = waiting(store.clone());
    let reading = tokio::spawn(async move {
        let mut reading = std::pin::pin!(read(reader, waiting, threads));
        while let Some(batch) = reading.next().await {
            // Nobody listens any more after a failure.
            if sender.send(batch).await.is_err() {
                break;
            }
        }
    });
    while let Some(batch) = batches.recv().await {
        let mut batch = batch?;
        while batch.len() < STORED
            && let Some(next) = batches.recv().await
        {
            batch.add(next?);
        }
        let Batch { mut read, times, unreadable } = batch;
        group_read(store, &mut read, &times).await?;
        left = left.saturating_sub((read.len() + unreadable.len()) as u64);
        let stored = store.documents.replace_marks(read, Some(fence)).await;
        done += stored.context("cannot store marks")? as u64;
        let recorded = quarantine(store, &unreadable, None, clock.now()).await;
        recorded.context("cannot record what is unreadable")?;
        progress(left);
    }
    reading.await.context("the readers died")?;
    Ok(done)
}

/// Everything that nobody has read, in the order in which it came.
fn waiting(store: Store) -> impl Stream<Item = anyhow::Result<Vec<Unread>>> {
    stream::try_unfold((store, 0), |(store, last)| async move {
        let batch = store.documents.unread(last, BATCH).await.context("fetching documents")?;
        let last = batch.last().map(|document| document.number);
        Ok(last.map(|last| (batch, (store, last))))
    })
}

/// Reads what another version read; returns how many documents that was. `progress` hears the running count.
pub async fn reread(
    store: &Store,
    clock: &Clock,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut done = 0;
    loop {
        let others = store.documents.read_otherwise(digest::VERSION, BATCH * threads.max(1)).await;
        let others = others.context("looking for what is to be read")?;
        if others.is_empty() {
            return Ok(done);
        }
        let parts: Vec<anyhow::Result<Vec<Unread>>> =
            others.chunks(BATCH).map(|part| Ok(part.to_vec())).collect();
        let mut batches = std::pin::pin!(read(standard_reader, stream::iter(parts), threads));
        while let Some(batch) = batches.next().await {
            let Batch { mut read, times, unreadable } = batch?;
            group_read(store, &mut read, &times).await?;
            quarantine(store, &unreadable, None, clock.now())
                .await
                .context("recording what is unreadable")?;
            // Marks of another version would bring it back here for ever.
            read.extend(unreadable.into_iter().map(|one| ReadDocument {
                id: one.id,
                seq: one.seq,
                marks: Marks::unread(),
                text: None,
            }));
            done += store.documents.replace_marks(read, None).await.context("storing marks")? as u64;
            progress(done);
        }
    }
}

/// What came of a batch.
struct Batch {
    read: Vec<ReadDocument>,
    /// When each of them was published.
    times: Vec<Instant>,
    unreadable: Vec<Unreadable>,
}

impl Batch {
    fn len(&self) -> usize {
        self.read.len() + self.unreadable.len()
    }

    fn add(&mut self, next: Batch) {
        self.read.extend(next.read);
        self.times.extend(next.times);
        self.unreadable.extend(next.unreadable);
    }
}

/// Pure work, spread over the threads that may do it, in order.
fn read(
    reader: Reader,
    batches: impl Stream<Item = anyhow::Result<Vec<Unread>>>,
    threads: usize,
) -> impl Stream<Item = anyhow::Result<Batch>> {
    let reading = batches.map(move |batch| async move {
        let batch = batch?;
        tokio::task::spawn_blocking(move || read_batch(reader, &batch)).await.context("reading a batch")
    });
    reading.buffered(threads.max(1) * 2)
}

fn read_batch(reader: Reader, documents: &[Unread]) -> Batch {
    let mut batch =
        Batch { read: Vec::with_capacity(documents.len()), times: Vec::new(), unreadable: Vec::new() };
    for document in documents {
        let tried = caught(|| reader(document)).or_else(|_| alone(reader, document));
        let (id, seq) = (document.id, document.seq);
        match tried {
            Ok(marks) => {
                batch.read.push(ReadDocument { id, seq, marks, text: None });
                batch.times.push(document.published_at);
            }
            Err(reason) => {
                let content_hash = document.content_hash.clone();
                batch.unreadable.push(Unreadable { id, seq, content_hash, reason });
            }
        }
    }
    batch
}

/// On a thread of its own, in case that what failed was left behind by another document.
fn alone(reader: Reader, document: &Unread) -> Result<Marks, String> {
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| caught(|| reader(document)));
        reading.join().unwrap_or_else(|_| Err("its thread died".to_owned()))
    })
}

/// Keeps documents away from the reader until their text or the reader changes.
pub async fn quarantine(
    store: &Store,
    unreadable: &[Unreadable],
    source: Option<&str>,
    now: Instant,
) -> Result<(), store::Error> {
    for one in unreadable {
        tracing::error!(document = %one.id, "put into quarantine: {}", one.reason);
        let quarantined = Quarantined {
            work: MARKING.to_owned(),
            item: one.id.to_string(),
            source_id: source.map(str::to_owned),
            content: one.content_hash.clone(),
            reason: one.reason.clone(),
            tries: TRIES,
            version: version(),
            since: now,
        };
        store.quarantine.add(&quarantined).await?;
        telemetry::quarantined(MARKING);
    }
    Ok(())
}

/// Of the program and of its models: a new one of either may read what the old one could not.
fn version() -> String {
    format!("{} {}", env!("CARGO_PKG_VERSION"), digest::VERSION)
}

/// Lets what another version could not read be tried again; returns how many documents that is.
pub async fn release_others(store: &Store) -> Result<u64, store::Error> {
    store.quarantine.release_others(MARKING, &version()).await
}

/// Reads what was stored unread.
pub struct MarkingFollower {
    store: Store,
    clock: Clock,
    threads: usize,
    /// What another version could not read is tried again.
    released: bool,
}

impl MarkingFollower {
    pub fn new(store: Store, clock: Clock, threads: usize) -> MarkingFollower {
        MarkingFollower { store, clock, threads, released: false }
    }
}

impl Follower for MarkingFollower {
    const NAME: &'static str = MARKING;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        if !self.released {
            release_others(&self.store).await.context("cannot release documents from quarantine")?;
            self.released = true;
        }
        let read = catch_up(&self.store, &self.clock, self.threads, |_| context.alive()).await?;
        if read > 0 {
            tracing::info!(read, "{read} documents were read");
        }
        Ok(Progress::done(read, EVERY))
    }
}
