//! Grows stories as documents arrive: each new document joins an open story or begins one.
//!
//! Now and then the documents around what is new are reviewed: stories that tell the same are joined, one that tells
//! two things is parted. Ids stay as far as stories keep their documents, and the id of a story that was joined leads to
//! the other. What the clusterer remembers is in the store, written in one transaction with the places and moves that it
//! gave and the change up to which it has come: now and then all of it, and after that what was done since. One
//! process grows stories at a time, under a lease.

mod memory;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use analysis::stories::{Clusterer, ItemTerms, Journal, StoryItem};
use anyhow::Context;
use domain::DocumentId;
use store::Store;
use store::documents::{Remembered, StoryChanges, StoryDocument};

use memory::Memory;
use runtime::clock::Clock;
use runtime::followers::{Follower, Progress, StepContext, under_lease};

/// Documents that are placed and stored at once.
const BATCH: usize = 1_000;
/// Documents after which a review is due however much still waits: fewer than are remembered at once.
const REVIEW_AFTER: usize = 12_000;
/// Between two reviews where documents trickle in.
const REVIEW_EVERY: Duration = Duration::from_secs(300);
/// Between two looks whether another process has placed what waits.
const WAIT: Duration = Duration::from_millis(200);

pub struct StoryFollower {
    store: Store,
    clock: Clock,
    poll: Duration,
    /// As the store has it; none before it is read, and after a failure.
    memory: Option<Memory>,
    /// Documents that were placed since the last review.
    unreviewed: usize,
    reviewed: Option<Stopwatch>,
    /// The newest change at which there was no whole batch.
    short_at: i64,
}

/// What of the documents that wait is taken.
#[derive(Clone, Copy, PartialEq)]
enum Take {
    All,
    WholeBatches,
}

impl Follower for StoryFollower {
    const NAME: &'static str = "stories";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let is_due = self.reviewed.is_none_or(|reviewed| reviewed.elapsed() >= REVIEW_EVERY);
        Ok(Progress::done(self.grow(context, Take::All, is_due).await?, self.poll))
    }
}

impl StoryFollower {
    pub fn new(store: Store, clock: Clock, poll: Duration) -> StoryFollower {
        StoryFollower { store, clock, poll, memory: None, unreviewed: 0, reviewed: None, short_at: 0 }
    }

    /// Places everything that is new and reviews what is around it; returns how many documents were placed.
    pub async fn catch_up(&mut self, context: &StepContext) -> anyhow::Result<u64> {
        self.grow(context, Take::All, true).await
    }

    async fn grow(&mut self, context: &StepContext, take: Take, review: bool) -> anyhow::Result<u64> {
        let revision = self.store.documents.story_revision().await;
        let revision = revision.context("cannot read how often the memory of stories was written")?;
        // Taken out: where a step fails half-way, the next one reads what the store has.
        let mut memory = match self.memory.take() {
            Some(memory) if memory.revision == revision => memory,
            _ => Memory::load(&self.store, &self.clock, context).await?,
        };
        let mut placed = 0;
        loop {
            let newest = self.store.documents.max_seq().await.context("cannot read how far documents go")?;
            if take == Take::WholeBatches && (newest - memory.seen < BATCH as i64 || newest == self.short_at)
            {
                break;
            }
            let batch = self.store.documents.for_stories(memory.seen, BATCH).await;
            let batch = batch.context("cannot read documents for stories")?;
            let Some(last) = batch.last().map(|document| document.seq) else { break };
            if batch.len() == BATCH {
                context.left(newest.saturating_sub(last).max(0) as u64);
            } else if take == Take::WholeBatches {
                // There are gaps between the numbers; it is worth another look when more have come.
                self.short_at = newest;
                break;
            }
            let grown;
            (memory, grown) = place(memory, batch, context).await?;
            placed += self.write(&mut memory, &grown, last, context).await?;
            self.unreviewed += grown.placed.len() + grown.moved.len();
            if self.unreviewed >= REVIEW_AFTER {
                memory = self.review(memory, context).await?;
            }
        }
        if review && !memory.clusterer.is_reviewed() {
            memory = self.review(memory, context).await?;
        }
        context.left(0);
        self.memory = Some(memory);
        Ok(placed)
    }

    async fn review(&mut self, memory: Memory, context: &StepContext) -> anyhow::Result<Memory> {
        context.alive();
        let (mut memory, grown) = review(memory).await?;
        if !grown.moved.is_empty() {
            let (moved, joined) = (grown.moved.len(), grown.merged.len());
            tracing::debug!(
                moved,
                joined,
                "{moved} documents are in other stories, {joined} stories were joined"
            );
        }
        let seen = memory.seen;
        self.write(&mut memory, &grown, seen, context).await?;
        self.reviewed = Some(Stopwatch::now());
        self.unreviewed = 0;
        Ok(memory)
    }

    /// Stores what became of stories up to the change `to`.
    async fn write(
        &self,
        memory: &mut Memory,
        grown: &Grown,
        to: i64,
        context: &StepContext,
    ) -> anyhow::Result<u64> {
        let changes = StoryChanges {
            placed: &grown.placed,
            moved: &grown.moved,
            merged: &grown.merged,
            repeats: &grown.repeats,
            from: memory.seen,
            to,
            revision: memory.revision,
            memory: &grown.remembered,
            at: self.clock.now(),
        };
        let placed = self.store.documents.change_stories(&changes, context.fence.as_ref()).await;
        let placed = placed.context("cannot store stories")?;
        memory.stored(&grown.remembered);
        memory.seen = to;
        Ok(placed)
    }
}

/// What is to be stored of it.
struct Grown {
    placed: Vec<(DocumentId, String)>,
    moved: Vec<(DocumentId, String)>,
    merged: Vec<(String, String)>,
    /// Whether documents say again what an earlier one of their story said, where that is new or may have changed.
    repeats: Vec<(DocumentId, bool)>,
    remembered: Remembered,
}

/// Away from the threads that serve connections.
async fn place(
    mut memory: Memory,
    batch: Vec<StoryDocument>,
    context: &StepContext,
) -> anyhow::Result<(Memory, Grown)> {
    let context = context.clone();
    let placing = tokio::task::spawn_blocking(move || {
        let (mut placed, mut moved, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
        let mut journal = Journal::default();
        for document in &batch {
            // What was not read yet comes again under a new number.
            if !document.read || context.passes_over(document.id) {
                continue;
            }
            context.at(document.id);
            let terms = terms_of(document, &memory.clusterer);
            // A document keeps its story when it is corrected, unless its page was written anew on another day.
            if document.story_id.is_some() && !memory.clusterer.is_next_number(&terms) {
                continue;
            }
            let found = memory.clusterer.place_terms(&terms);
            journal.placed(&terms, found.story);
            // What was never placed is taken for a report of its own.
            if found.repeats.is_some() || document.story_id.is_some() {
                repeats.push((document.id, found.repeats.is_some()));
            }
            let of = (document.id, found.story.to_string());
            if document.story_id.is_some() { moved.push(of) } else { placed.push(of) }
        }
        let remembered = memory.remembered(journal);
        (memory, Grown { placed, moved, merged: Vec::new(), repeats, remembered })
    });
    Ok(placing.await?)
}

async fn review(mut memory: Memory) -> anyhow::Result<(Memory, Grown)> {
    let reviewing = tokio::task::spawn_blocking(move || {
        let review = memory.clusterer.review();
        let mut journal = Journal::default();
        journal.reviewed(&review);
        let moved = review.moved.iter().map(|(document, story)| (*document, story.to_string())).collect();
        let merged = review.merged.iter().map(|(old, story)| (old.to_string(), story.to_string())).collect();
        let remembered = memory.remembered(journal);
        (memory, Grown { placed: Vec::new(), moved, merged, repeats: review.repeats, remembered })
    });
    Ok(reviewing.await?)
}

fn terms_of(document: &StoryDocument, clusterer: &Clusterer) -> ItemTerms {
    let entities: Vec<&str> = document.entities.iter().map(String::as_str).collect();
    let item = StoryItem {
        id: document.id,
        at: document.published_at,
        title: &document.title,
        content: &document.content,
        outlet: &document.outlet,
        language: &document.language,
        across: clusterer.reads_beside(&document.language),
        entities: &entities,
        fingerprint: document.fingerprint,
    };
    ItemTerms::of(&item, clusterer.settings())
}

/// Does `work`, which takes in or reads documents, and places them meanwhile; returns how many were placed here with what the
/// work gave. Only whole batches while it goes on, and from where it began: the same documents are in the same stories however
/// quick either is.
pub async fn beside<T>(
    store: &Store,
    clock: &Clock,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<(T, u64)> {
    let mut work = std::pin::pin!(work);
    let (mut outcome, mut placed) = (None, 0);
    let grown = under_lease(store, StoryFollower::NAME, async |fence| {
        let mut follower = StoryFollower::new(store.clone(), clock.clone(), WAIT);
        let context = StepContext::by_hand(store, StoryFollower::NAME, Some(fence)).await?;
        placed += follower.grow(&context, Take::All, false).await?;
        let done = AtomicBool::new(false);
        let working = async {
            outcome = Some(work.as_mut().await);
            done.store(true, Ordering::Relaxed);
        };
        let placing = async {
            while !done.load(Ordering::Relaxed) {
                placed += follower.grow(&context, Take::WholeBatches, false).await?;
                tokio::time::sleep(WAIT).await;
            }
            anyhow::Ok(())
        };
        let ((), placing) = tokio::join!(working, placing);
        placing?;
        // After a failure the rest is left to the next who grows stories: it is told at once.
        if outcome.as_ref().is_some_and(Result::is_ok) {
            placed += follower.catch_up(&context).await?;
        }
        Ok(())
    });
    let grown = grown.await;
    // Where another process grows stories, or began to meanwhile, and where growing failed.
    let outcome = match outcome {
        Some(outcome) => outcome?,
        None => work.await?,
    };
    if grown?.is_none() {
        placed += catch_up(store, clock).await?;
    }
    Ok((outcome, placed))
}

/// Places and reviews everything that is new, or waits until another process has placed it; returns how many documents
/// were placed here.
pub async fn catch_up(store: &Store, clock: &Clock) -> anyhow::Result<u64> {
    loop {
        let placed = under_lease(store, StoryFollower::NAME, async |fence| {
            let mut follower = StoryFollower::new(store.clone(), clock.clone(), WAIT);
            let context = StepContext::by_hand(store, StoryFollower::NAME, Some(fence)).await?;
            follower.catch_up(&context).await
        });
        if let Some(placed) = placed.await? {
            return Ok(placed);
        }
        let seq = store.documents.stories_seq().await?;
        if store.documents.for_stories(seq, 1).await?.is_empty() {
            return Ok(0);
        }
        tokio::time::sleep(WAIT).await;
    }
}
