//! What the clusterer remembers, as the store keeps it, and how it comes back.

use analysis::stories::{Clusterer, Journal, Settings, StoryId};
use anyhow::Context;
use domain::DocumentId;
use store::Store;
use store::documents::{Remembered, StoryChanges, StoryDocument, StoryMemory};

use super::{BATCH, terms_of};
use runtime::clock::Clock;
use runtime::followers::StepContext;

/// The whole is written again once what was added to it takes this much, or half of what the whole takes.
const MIN_ADDED_BYTES: usize = 4 << 20;
const PART_BYTES: usize = 1 << 20;

/// The clusterer, the change up to which it has seen the store, and how often it was stored.
pub struct Memory {
    pub clusterer: Clusterer,
    pub seen: i64,
    pub revision: i64,
    whole_bytes: usize,
    added_bytes: usize,
}

impl Memory {
    /// As the store has it. Where it has none, or one of an earlier version, it is made from the documents, which keep the
    /// stories that they have, and is stored.
    pub async fn load(store: &Store, clock: &Clock, context: &StepContext) -> anyhow::Result<Memory> {
        let stored = store.documents.story_memory().await.context("cannot read the memory of stories")?;
        let (seen, revision) = (stored.seq, stored.revision);
        let is_new = seen == 0 || !stored.whole.is_empty() || !stored.added.is_empty();
        let decoded = tokio::task::spawn_blocking(move || decode(&stored)).await?;
        if is_new && let Some(memory) = decoded {
            return Ok(memory);
        }
        let clusterer = from_documents(store, context).await?;
        let mut memory = Memory { clusterer, seen, revision, whole_bytes: 0, added_bytes: 0 };
        let whole = memory.whole();
        let changes = StoryChanges {
            placed: &[],
            moved: &[],
            merged: &[],
            repeats: &[],
            from: seen,
            to: seen,
            revision,
            memory: &whole,
            at: clock.now(),
        };
        let kept = store.documents.change_stories(&changes, context.fence.as_ref()).await;
        kept.context("cannot store the memory of stories")?;
        memory.stored(&whole);
        Ok(memory)
    }

    /// What the store is to remember after this was done.
    pub fn remembered(&mut self, journal: Journal) -> Remembered {
        if journal.is_empty() {
            return Remembered::Nothing;
        }
        let journal = journal.into_bytes();
        let added = self.added_bytes + journal.len();
        if added < MIN_ADDED_BYTES.max(self.whole_bytes / 2) {
            return Remembered::Added(journal);
        }
        self.whole()
    }

    /// Says that this is stored.
    pub fn stored(&mut self, remembered: &Remembered) {
        self.revision += 1;
        match remembered {
            Remembered::Nothing => {}
            Remembered::Added(bytes) => self.added_bytes += bytes.len(),
            Remembered::Whole(parts) => {
                self.whole_bytes = parts.iter().map(Vec::len).sum();
                self.added_bytes = 0;
            }
        }
    }

    fn whole(&mut self) -> Remembered {
        Remembered::Whole(self.clusterer.to_bytes().chunks(PART_BYTES).map(<[u8]>::to_vec).collect())
    }
}

/// None where it was written by another version of the clusterer.
fn decode(stored: &StoryMemory) -> Option<Memory> {
    let whole = stored.whole.concat();
    let mut clusterer = match whole.is_empty() {
        true => Clusterer::new(Settings::default()),
        false => Clusterer::from_bytes(Settings::default(), &whole)?,
    };
    for added in &stored.added {
        clusterer.replay(added)?;
    }
    let added_bytes = stored.added.iter().map(Vec::len).sum();
    Some(Memory {
        clusterer,
        seen: stored.seq,
        revision: stored.revision,
        whole_bytes: whole.len(),
        added_bytes,
    })
}

/// From the latest documents, as many as can be remembered, each in the story that it was published with.
async fn from_documents(store: &Store, context: &StepContext) -> anyhow::Result<Clusterer> {
    let mut clusterer = Clusterer::new(Settings::default());
    let mut number = store.documents.before_latest_in_stories(clusterer.settings().max_items).await?;
    let mut count = 0;
    loop {
        let batch = store.documents.in_stories(number, BATCH).await?;
        let Some(last) = batch.last().map(|document| document.number) else { break };
        context.alive();
        count += batch.len();
        clusterer = remember(clusterer, batch).await?;
        number = last;
    }
    if count > 0 {
        tracing::info!(count, "the memory of stories was made again from {count} documents");
    }
    Ok(clusterer)
}

async fn remember(mut clusterer: Clusterer, batch: Vec<StoryDocument>) -> anyhow::Result<Clusterer> {
    let remembering = tokio::task::spawn_blocking(move || {
        for document in &batch {
            let story = document.story_id.as_deref().and_then(DocumentId::parse);
            if let Some(story) = story {
                clusterer.remember(&terms_of(document, &clusterer), StoryId::of_first(story));
            }
        }
        clusterer
    });
    Ok(remembering.await?)
}
