//! Keeps the index equal to the store, by the index's own cursor.
//!
//! The index is a cache: it may be deleted at any time and is made again from the store. Its commits carry the mark of
//! the store that they were made from; an index of another store, or of a state that was undone by a backup, is not
//! asked and is made again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use domain::language::is_read;
use search::{Change, Entry, Finder, Settings};
use store::Store;
use store::documents::{Change as Changed, IndexedDocument};
use store::identity::{Mark, Standing};
use tokio::runtime::Handle;

use runtime::followers::{Follower, Progress, StepContext};
use runtime::telemetry;

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
pub async fn catch_up(store: &Store, finder: &Arc<Finder>, progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let context = StepContext::by_hand(store, IndexFollower::NAME, None).await?;
    let mut mark = ensure_same_store(store, finder, &context).await?;
    take_all(store, finder, &context, &mut mark, progress).await
}

async fn take_all(
    store: &Store,
    finder: &Arc<Finder>,
    context: &StepContext,
    mark: &mut Mark,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut taken = 0;
    let mut committed_at = Stopwatch::now();
    loop {
        let commit = committed_at.elapsed() > COMMIT_EVERY;
        if commit {
            committed_at = Stopwatch::now();
        }
        let batch = take_batch(store, finder, context, mark, commit).await?;
        taken += batch as u64;
        progress(taken);
        if batch < BATCH {
            return Ok(taken);
        }
    }
}

/// Takes the next changes; the last ones there are, and on request others, are committed.
async fn take_batch(
    store: &Store,
    finder: &Arc<Finder>,
    context: &StepContext,
    mark: &mut Mark,
    commit: bool,
) -> anyhow::Result<usize> {
    // What was applied but not committed is in the writer already; it must not be read twice.
    let changes = store.documents.changed_since(finder.applied_seq() as i64, BATCH).await;
    let changes = changes.context("cannot read changes from the store")?;
    // Asked after the changes were read: what they hold lies before this mark.
    *mark = present(store, mark).await?;
    let taken = changes.len();
    let commit = commit || taken < BATCH;
    let (finder, context, mark) = (Arc::clone(finder), context.clone(), mark.clone());
    tokio::task::spawn_blocking(move || {
        finder.set_origin(&mark.to_string());
        apply(&finder, &changes, &context, commit)
    })
    .await??;
    Ok(taken)
}

/// The store's mark of this moment; an error where it is no more the store that it was at `mark`.
async fn present(store: &Store, mark: &Mark) -> anyhow::Result<Mark> {
    match store.identity.check(mark).await.context("cannot read the store's identity")? {
        Standing::Same(mark) => Ok(mark),
        _ => anyhow::bail!("the store was put back to an earlier state while it was followed"),
    }
}

/// How the index stands to the store: made from it, from another, or from a state of it that was undone.
pub async fn standing(store: &Store, finder: &Finder) -> anyhow::Result<Standing> {
    let origin = finder.origin();
    let standing = match Mark::parse(&origin) {
        Some(mark) => store.identity.check(&mark).await,
        // Nothing is in it yet.
        None if finder.indexed_seq() == 0 => store.identity.mark().await.map(Standing::Same),
        None => Ok(Standing::OtherStore),
    };
    standing.context("cannot read the store's identity")
}

/// Makes the index again where it is not of this store; meanwhile nothing is found in it.
async fn ensure_same_store(
    store: &Store,
    finder: &Arc<Finder>,
    context: &StepContext,
) -> anyhow::Result<Mark> {
    let reason = match standing(store, finder).await? {
        Standing::Same(mark) => {
            finder.set_trusted(true);
            return Ok(mark);
        }
        Standing::OtherStore => "was not made from this store",
        Standing::Restored => "was made from a state of the store that was undone",
    };
    finder.set_trusted(false);
    tracing::warn!("the index {reason} and is rebuilt");
    let (taken, mark) = rebuild_in(store, finder, context, |_| {}).await?;
    tracing::info!(taken, "the index was rebuilt from {taken} documents");
    Ok(mark)
}

/// Does `work`, which writes to the store, and brings the index up to it: beside it in full batches, to the end when it
/// is done.
pub async fn beside<T>(
    store: &Store,
    finder: &Arc<Finder>,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let context = StepContext::by_hand(store, IndexFollower::NAME, None).await?;
    let mut mark = match standing(store, finder).await? {
        Standing::Same(mark) => mark,
        // Whoever works by hand is told by the command, not by the log.
        Standing::OtherStore | Standing::Restored => rebuild_in(store, finder, &context, |_| {}).await?.1,
    };
    finder.set_trusted(true);
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
            take_batch(store, finder, &context, &mut mark, commit).await?;
        }
        anyhow::Ok(())
    };
    let (outcome, indexed) = tokio::join!(working, indexing);
    indexed?;
    // Also after a failure: what was stored before it is to be found.
    catch_up(store, finder, |_| {}).await?;
    outcome
}

fn apply(finder: &Finder, changes: &[Changed], context: &StepContext, commit: bool) -> anyhow::Result<()> {
    if let Some(last) = changes.last() {
        finder.apply(taken(changes, context), last.seq() as u64).context("cannot add to the index")?;
    }
    let applied = finder.applied_seq();
    if commit && applied > finder.indexed_seq() {
        finder.commit(applied).context("cannot commit the index")?;
    }
    Ok(())
}

/// A document that the index cannot take is left out of it.
fn taken<'a>(changes: &'a [Changed], context: &'a StepContext) -> impl Iterator<Item = Change<'a>> {
    changes.iter().map(|changed| {
        context.at(changed.id());
        if context.passes_over(changed.id()) { Change::Delete(changed.id()) } else { change(changed) }
    })
}

fn change(changed: &Changed) -> Change<'_> {
    match changed {
        Changed::Put(document) => Change::Put(entry(document)),
        Changed::Deleted { id, .. } => Change::Delete(*id),
    }
}

/// A document as the index knows it.
pub fn entry(document: &IndexedDocument) -> Entry<'_> {
    Entry {
        id: document.id,
        published_at: document.published_at,
        title: &document.title,
        content: &document.content,
        outlet: &document.outlet_name,
        author: &document.author_name,
        speakers: &document.speakers,
        cohort: document.speaker_cohort.filter(|_| is_read(&document.language)),
        statements: &document.statements,
        categories: &document.categories,
        named: &document.named,
        read: document.read,
        sentiment: (document.read && is_read(&document.language)).then_some(document.sentiment),
        kind: document.kind,
        language: &document.language,
        tone: document.tone.net(),
        fingerprint: document.fingerprint,
    }
}

/// Keeps the index equal to the store.
pub struct IndexFollower {
    pub store: Store,
    pub finder: Arc<Finder>,
    /// Where a note may ask for a rebuild.
    pub folder: PathBuf,
    pub poll: Duration,
}

impl Follower for IndexFollower {
    const NAME: &'static str = "index";
    const ESSENTIAL: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        // Removed first: a note that comes while we build asks for another round.
        if std::fs::remove_file(self.folder.join(REBUILD_NOTE)).is_ok() {
            let (taken, _) = rebuild_in(&self.store, &self.finder, context, |_| {}).await?;
            tracing::info!(taken, "the index was rebuilt from {taken} documents");
        }
        match self.follow(context).await {
            Ok(taken) => Ok(Progress::done(taken, self.poll).or_change()),
            // An import fills it; what it commits is shown meanwhile.
            Err(error) if matches!(error.downcast_ref(), Some(search::Error::Busy)) => {
                tracing::debug!("another process writes to the index");
                self.finder.refresh().context("cannot refresh the index")?;
                let same = matches!(standing(&self.store, &self.finder).await?, Standing::Same(_));
                self.finder.set_trusted(same);
                Ok(Progress::done(0, self.poll))
            }
            Err(error) => Err(error),
        }
    }
}

impl IndexFollower {
    async fn follow(&self, context: &StepContext) -> anyhow::Result<u64> {
        let (store, finder) = (&self.store, &self.finder);
        // Also while there is nothing to write: whoever imports meanwhile leaves the index to this service.
        finder.hold().context("cannot take hold of the index")?;
        let mut mark = ensure_same_store(store, finder, context).await?;
        let stored = store.documents.max_seq().await? as u64;
        let indexed = finder.indexed_seq();
        telemetry::index_at(indexed, stored.saturating_sub(indexed));
        if indexed == stored {
            return Ok(0);
        }
        let taken = take_all(store, finder, context, &mut mark, |_| {}).await?;
        telemetry::index_at(finder.indexed_seq(), 0);
        Ok(taken)
    }
}

/// Makes the index again beside the present one, which keeps answering until the new one takes its place.
pub async fn rebuild(
    store: &Store,
    finder: &Arc<Finder>,
    progress: impl FnMut(u64) + Send + 'static,
) -> anyhow::Result<u64> {
    let context = StepContext::by_hand(store, IndexFollower::NAME, None).await?;
    rebuild_in(store, finder, &context, progress).await.map(|(taken, _)| taken)
}

async fn rebuild_in(
    store: &Store,
    finder: &Arc<Finder>,
    context: &StepContext,
    mut progress: impl FnMut(u64) + Send + 'static,
) -> anyhow::Result<(u64, Mark)> {
    let before = store.identity.mark().await.context("cannot read the store's identity")?;
    let (store, finder, context) = (store.clone(), Arc::clone(finder), context.clone());
    let runtime = Handle::current();
    // One thread from beginning to end: the new generation belongs to whoever began it.
    let rebuilding = tokio::task::spawn_blocking(move || {
        let mut fresh = finder.rebuild(Settings::BULK).context("cannot begin a new index")?;
        let mut done = 0;
        loop {
            let changes = runtime
                .block_on(store.documents.changed_since(fresh.applied_seq() as i64, BATCH))
                .context("cannot read changes from the store")?;
            let Some(last) = changes.last() else { break };
            fresh
                .apply(taken(&changes, &context), last.seq() as u64)
                .context("cannot add to the new index")?;
            done += changes.len() as u64;
            progress(done);
        }
        let mark = runtime.block_on(present(&store, &before))?;
        fresh.set_origin(&mark.to_string());
        fresh.finish().context("cannot put the new index in place")?;
        anyhow::Ok((done, mark))
    });
    rebuilding.await?
}
