//! Keeps the index equal to the store, by the index's own cursor.
//!
//! The index is a cache: it may be deleted at any time and is made again from the store.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use search::{Change, Entry, Finder, Settings};
use store::Store;
use store::documents::Change as Changed;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::telemetry;

/// Changes that are read at once; a batch of long articles stays within tens of megabytes.
const BATCH: usize = 2_000;
/// While far behind, a commit comes only so often: each one costs a segment.
const COMMIT_EVERY: Duration = Duration::from_secs(1);
/// The same where nobody waits to find something.
const COMMIT_EVERY_BESIDE: Duration = Duration::from_secs(5);
/// How soon a writer's new changes are looked for.
const BESIDE_EVERY: Duration = Duration::from_millis(10);

/// A file of this name in the index folder asks whoever holds the index to build it again.
pub const REBUILD_NOTE: &str = "rebuild-wanted";

/// Brings the index up to the store's present state; returns how many changes it took.
pub async fn catch_up(
    store: &Store,
    finder: &Arc<Finder>,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut taken = 0;
    let mut committed_at = Stopwatch::now();
    loop {
        let commit = committed_at.elapsed() > COMMIT_EVERY;
        if commit {
            committed_at = Stopwatch::now();
        }
        let batch = take_batch(store, finder, commit).await?;
        taken += batch as u64;
        progress(taken);
        if batch < BATCH {
            return Ok(taken);
        }
    }
}

/// Takes the next changes; the last ones there are, and on request others, are committed.
async fn take_batch(store: &Store, finder: &Arc<Finder>, commit: bool) -> anyhow::Result<usize> {
    // What was applied but not committed is in the writer already; it must not be read twice.
    let changes = store.documents.changed_since(finder.applied_seq() as i64, BATCH).await;
    let changes = changes.context("reading changes from the store")?;
    let taken = changes.len();
    let commit = commit || taken < BATCH;
    let finder = Arc::clone(finder);
    tokio::task::spawn_blocking(move || apply(&finder, &changes, commit)).await??;
    Ok(taken)
}

/// Does `work`, which writes to the store, and brings the index up to it: beside it in full batches, to the end when it
/// is done.
pub async fn beside<T>(
    store: &Store,
    finder: &Arc<Finder>,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let done = AtomicBool::new(false);
    let working = async {
        let outcome = work.await;
        done.store(true, Ordering::Relaxed);
        outcome
    };
    let indexing = async {
        let mut committed_at = Stopwatch::now();
        while !done.load(Ordering::Relaxed) {
            let behind = store.documents.max_seq().await?.saturating_sub(finder.applied_seq() as i64);
            if behind < BATCH as i64 {
                tokio::time::sleep(BESIDE_EVERY).await;
                continue;
            }
            let commit = committed_at.elapsed() > COMMIT_EVERY_BESIDE;
            if commit {
                committed_at = Stopwatch::now();
            }
            take_batch(store, finder, commit).await?;
        }
        anyhow::Ok(())
    };
    let (outcome, indexed) = tokio::join!(working, indexing);
    indexed?;
    // Also after a failure: what was stored before it is to be found.
    catch_up(store, finder, |_| {}).await?;
    outcome
}

fn apply(finder: &Finder, changes: &[Changed], commit: bool) -> anyhow::Result<()> {
    if let Some(last) = changes.last() {
        finder.apply(changes.iter().map(change), last.seq() as u64).context("adding to the index")?;
    }
    let applied = finder.applied_seq();
    if commit && applied > finder.indexed_seq() {
        finder.commit(applied).context("committing the index")?;
    }
    Ok(())
}

fn change(changed: &Changed) -> Change<'_> {
    match changed {
        Changed::Put(document) => Change::Put(Entry {
            id: document.id,
            published_at: document.published_at,
            title: &document.title,
            content: &document.content,
            outlet: &document.outlet_name,
            author: &document.author_name,
            voice: document.speaker_handle.as_deref().unwrap_or(&document.author_name),
            cohort: document.speaker_cohort,
            categories: &document.categories,
            named: &document.named,
            sentiment: document.read.then_some(document.sentiment),
            kind: document.kind,
            language: &document.language,
            tone: document.tone.net(),
        }),
        Changed::Deleted { id, .. } => Change::Delete(*id),
    }
}

/// Follows the store until told to stop. A failure is logged and tried again.
pub async fn follow(
    store: Store,
    finder: Arc<Finder>,
    folder: PathBuf,
    poll: Duration,
    mut stop: watch::Receiver<bool>,
) {
    let note = folder.join(REBUILD_NOTE);
    loop {
        // Removed first: a note that comes while we build asks for another round.
        if std::fs::remove_file(&note).is_ok() {
            match rebuild(&store, &finder, |_| {}).await {
                Ok(taken) => tracing::info!(taken, "the index was built again from {taken} documents"),
                Err(error) => tracing::error!("the index could not be built again: {error:#}"),
            }
        }
        match follow_once(&store, &finder).await {
            Ok(0) => {}
            Ok(taken) => tracing::debug!(taken, "the index took {taken} changes"),
            // An import fills it; what it commits is shown meanwhile.
            Err(error) if is_busy(&error) => {
                tracing::debug!("another process writes to the index");
                if let Err(error) = finder.refresh() {
                    tracing::error!("the index could not be looked at again: {error}");
                }
            }
            Err(error) => {
                tracing::error!("the index could not follow the store: {error:#}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(poll) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
    }
}

fn is_busy(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(search::Error::Busy))
}

async fn follow_once(store: &Store, finder: &Arc<Finder>) -> anyhow::Result<u64> {
    // Also while there is nothing to write: whoever imports meanwhile leaves the index to this service.
    finder.hold().context("taking hold of the index")?;
    let stored = store.documents.max_seq().await? as u64;
    let indexed = finder.indexed_seq();
    // An index from another store, or a store put back from a backup: what it holds cannot be trusted.
    if indexed > stored {
        tracing::warn!("the index is ahead of the store ({indexed} > {stored}) and is built anew");
        rebuild(store, finder, |_| {}).await?;
    }
    telemetry::index_at(indexed, stored.saturating_sub(indexed));
    if indexed == stored {
        return Ok(0);
    }
    let taken = catch_up(store, finder, |_| {}).await?;
    telemetry::index_at(finder.indexed_seq(), 0);
    Ok(taken)
}

/// Makes the index again beside the present one, which keeps answering until the new one takes its place.
pub async fn rebuild(
    store: &Store,
    finder: &Arc<Finder>,
    progress: impl FnMut(u64) + Send + 'static,
) -> anyhow::Result<u64> {
    let (store, finder, runtime) = (store.clone(), Arc::clone(finder), Handle::current());
    // One thread from beginning to end: the new generation belongs to whoever began it.
    tokio::task::spawn_blocking(move || rebuild_here(&store, &finder, &runtime, progress)).await?
}

fn rebuild_here(
    store: &Store,
    finder: &Finder,
    runtime: &Handle,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut fresh = finder.rebuild(Settings::BULK).context("beginning a new index")?;
    let mut taken = 0;
    loop {
        let changes = runtime
            .block_on(store.documents.changed_since(fresh.applied_seq() as i64, BATCH))
            .context("reading changes from the store")?;
        let Some(last) = changes.last() else { break };
        fresh.apply(changes.iter().map(change), last.seq() as u64).context("adding to the new index")?;
        taken += changes.len() as u64;
        progress(taken);
    }
    fresh.finish().context("putting the new index in place")?;
    Ok(taken)
}
