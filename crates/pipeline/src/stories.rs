//! Grows stories as documents arrive: each new document joins an open story or begins one.
//!
//! Which story a document belongs to is published and never changed. What the clusterer remembers is in the store,
//! written in one transaction with the places that it gave and the change up to which it has come: now and then all of
//! it, and after that the terms of every document that was placed. One process places at a time, under a lease.

mod memory;

use std::path::{Path, PathBuf};
use std::time::Duration;

use analysis::stories::{ItemTerms, Settings, StoryItem};
use anyhow::Context;
use domain::DocumentId;
use store::Store;
use store::documents::{Remembered, StoryDocument, Told};

use memory::Memory;
use runtime::followers::{Follower, Progress, StepContext, under_lease};

/// Documents that are placed and stored at once.
const BATCH: usize = 1_000;
/// Between two looks whether another process has placed what waits.
const WAIT: Duration = Duration::from_millis(200);

pub struct StoryFollower {
    store: Store,
    /// Where earlier versions kept the memory.
    folder: PathBuf,
    poll: Duration,
    /// As of the position in the store; none before it is read, and after a failure.
    memory: Option<Memory>,
}

impl Follower for StoryFollower {
    const NAME: &'static str = "stories";
    const LEASED: bool = true;

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        Ok(Progress::done(self.catch_up(context).await?, self.poll))
    }
}

impl StoryFollower {
    pub fn new(store: Store, folder: PathBuf, poll: Duration) -> StoryFollower {
        StoryFollower { store, folder, poll, memory: None }
    }

    /// Places everything that is new; returns how many documents were.
    pub async fn catch_up(&mut self, context: &StepContext) -> anyhow::Result<u64> {
        let seq =
            self.store.documents.stories_seq().await.context("cannot read how far stories have come")?;
        // Taken out: where a step fails half-way, the next one reads what the store has.
        let mut memory = match self.memory.take() {
            Some(memory) if memory.seen == seq => memory,
            _ => Memory::load(&self.store, &self.folder, context).await?,
        };
        let mut placed = 0;
        loop {
            let batch = self.store.documents.for_stories(memory.seen, BATCH).await;
            let batch = batch.context("cannot read documents for stories")?;
            let Some(last) = batch.last().map(|document| document.seq) else { break };
            let told;
            (memory, told) = place(memory, batch, context).await?;
            let Placed { places, remembered } = told;
            let told = Told { places: &places, from: memory.seen, to: last, memory: &remembered };
            let stored = self.store.documents.tell_stories(&told, context.fence.as_ref()).await;
            placed += stored.context("cannot store stories")?;
            memory.stored(&remembered);
            memory.seen = last;
        }
        self.memory = Some(memory);
        Ok(placed)
    }
}

/// Where a batch was placed, and what is to be remembered of it.
struct Placed {
    places: Vec<(DocumentId, String)>,
    remembered: Remembered,
}

/// Away from the threads that serve connections.
async fn place(
    mut memory: Memory,
    batch: Vec<StoryDocument>,
    context: &StepContext,
) -> anyhow::Result<(Memory, Placed)> {
    let context = context.clone();
    let placing = tokio::task::spawn_blocking(move || {
        let mut places = Vec::new();
        let mut journal = Vec::new();
        for document in &batch {
            // A story is given once. What was not read yet comes again under a new number.
            if document.story_id.is_some() || !document.read || context.passes_over(document.id) {
                continue;
            }
            context.at(document.id);
            let terms = terms_of(document, memory.clusterer.settings());
            let story = memory.clusterer.place_terms(&terms).story;
            terms.write(story, &mut journal);
            places.push((document.id, story.to_string()));
        }
        let remembered = memory.remembered(journal);
        (memory, Placed { places, remembered })
    });
    Ok(placing.await?)
}

fn terms_of(document: &StoryDocument, settings: &Settings) -> ItemTerms {
    let entities: Vec<&str> = document.entities.iter().map(String::as_str).collect();
    let item = StoryItem {
        id: document.id,
        at: document.published_at,
        title: &document.title,
        content: &document.content,
        entities: &entities,
        fingerprint: document.fingerprint,
    };
    ItemTerms::of(&item, settings)
}

/// Places everything that is new, or waits until another process has; returns how many documents were placed here.
pub async fn catch_up(store: &Store, folder: &Path) -> anyhow::Result<u64> {
    loop {
        let placed = under_lease(store, StoryFollower::NAME, async |fence| {
            let mut follower = StoryFollower::new(store.clone(), folder.to_owned(), WAIT);
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
