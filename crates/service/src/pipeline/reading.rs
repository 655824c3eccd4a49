//! Reads documents: those that were stored before there was time for it, and those that an older model read.
//!
//! Resumable without a note of its own: a document that was read is not found again. The service keeps answering
//! meanwhile, and its index follows the new marks as it follows everything. Of several programs on a store one has
//! the reading in hand at a time; where it stops, another takes over.

use std::time::Duration;

use anyhow::Context;
use domain::Instant;
use futures_util::{Stream, StreamExt, stream};
use store::Store;
use store::documents::{ReadDocument, Unread};
use tokio::sync::watch;

use super::digest;
use crate::clock::Clock;

/// Documents that are read and stored at once.
const BATCH: usize = 256;
/// How long the reading stays in hand without a word; a program that was killed is waited for no longer.
const HOLD_MS: i64 = 15_000;
/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);

/// Who reads: this program, as long as it says so in time.
struct Hand<'a> {
    store: &'a Store,
    clock: &'a Clock,
    held_until: Option<Instant>,
}

impl Hand<'_> {
    /// False where another program reads.
    async fn hold(&mut self) -> anyhow::Result<bool> {
        let now = self.clock.now();
        let until = now.plus_ms(HOLD_MS);
        if self.held_until.is_some_and(|held| held.since(now) > HOLD_MS / 2) {
            return Ok(true);
        }
        let held = self.store.documents.take_reading(self.held_until, now, until).await;
        let held = held.context("taking the reading in hand")?;
        self.held_until = held.then_some(until);
        Ok(held)
    }

    async fn let_go(self) -> anyhow::Result<()> {
        if self.held_until.is_some() {
            let now = self.clock.now();
            self.store.documents.take_reading(self.held_until, now, now).await.context("letting go")?;
        }
        Ok(())
    }
}

/// Reads everything that nobody has read, or waits until somebody else has; returns how many documents were read
/// here. `progress` hears how many are left.
pub async fn catch_up(
    store: &Store,
    clock: &Clock,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut hand = Hand { store, clock, held_until: None };
    let mut done = 0;
    while !store.documents.unread(0, 1).await.context("looking for what is to be read")?.is_empty() {
        let mut left = store.documents.unread_count().await.context("counting what is to be read")? as u64;
        progress(left);
        if !hand.hold().await? {
            tokio::time::sleep(EVERY).await;
            continue;
        }
        let mut batches = std::pin::pin!(read(waiting(store.clone()), threads));
        while let Some(batch) = batches.next().await {
            let batch = batch?;
            left = left.saturating_sub(batch.len() as u64);
            done += store.documents.replace_marks(batch, None).await.context("storing marks")? as u64;
            progress(left);
            if !hand.hold().await? {
                break;
            }
        }
    }
    hand.let_go().await?;
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
pub async fn reread(store: &Store, threads: usize, mut progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let mut done = 0;
    loop {
        let others = store.documents.read_otherwise(digest::VERSION, BATCH * threads.max(1)).await;
        let others = others.context("looking for what is to be read")?;
        if others.is_empty() {
            return Ok(done);
        }
        let parts: Vec<anyhow::Result<Vec<Unread>>> =
            others.chunks(BATCH).map(|part| Ok(part.to_vec())).collect();
        let mut batches = std::pin::pin!(read(stream::iter(parts), threads));
        while let Some(batch) = batches.next().await {
            done += store.documents.replace_marks(batch?, None).await.context("storing marks")? as u64;
            progress(done);
        }
    }
}

/// Pure work, spread over the threads that may do it, in order. While one batch is stored, the threads have the next.
fn read(
    batches: impl Stream<Item = anyhow::Result<Vec<Unread>>>,
    threads: usize,
) -> impl Stream<Item = anyhow::Result<Vec<ReadDocument>>> {
    let reading = batches.map(|batch| async {
        let batch = batch?;
        let reading = move || batch.iter().map(read_one).collect();
        tokio::task::spawn_blocking(reading).await.context("reading a batch")
    });
    reading.buffered(threads.max(1) * 2)
}

fn read_one(document: &Unread) -> ReadDocument {
    let language = document.stated_language.as_deref();
    let marks = digest::read(&document.title, &document.content, language, document.invented);
    ReadDocument { id: document.id, seq: document.seq, marks }
}

/// Follows the store until told to stop. A failure is logged and tried again.
pub async fn follow(store: Store, clock: Clock, threads: usize, mut stop: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            read = catch_up(&store, &clock, threads, |_| {}) => match read {
                Ok(0) => {}
                Ok(read) => tracing::info!(read, "{read} documents were read"),
                Err(error) => tracing::error!("documents could not be read: {error:#}"),
            },
            _ = stop.wait_for(|stop| *stop) => return,
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
    }
}
