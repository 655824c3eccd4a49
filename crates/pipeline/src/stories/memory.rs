//! What the clusterer remembers, as the store keeps it, and how it comes back.

use std::path::Path;

use analysis::stories::{Clusterer, ItemTerms, Settings, StoryId};
use anyhow::Context;
use domain::DocumentId;
use store::Store;
use store::documents::{Remembered, StoryDocument, StoryMemory, Told};

use super::{BATCH, terms_of};
use runtime::followers::StepContext;

/// The whole is written again once the terms added to it take this much, or half of what the whole takes.
const MIN_ADDED_BYTES: usize = 4 << 20;
const PART_BYTES: usize = 1 << 20;
/// Where nothing is remembered, so many of the latest documents are remembered as they were placed: more than are
/// needed to know every open story and how common its words are.
const MAX_REMEMBERED: usize = 100_000;
/// Stories of a file that are looked up in the store, to know whether it is of this store.
const SAMPLE: usize = 100;
/// What earlier versions kept beside the store.
const FILE: &str = "stories.bin";

/// The clusterer and the change up to which it has seen the store.
pub struct Memory {
    pub clusterer: Clusterer,
    pub seen: i64,
    whole_bytes: usize,
    added_bytes: usize,
}

impl Memory {
    /// As the store has it. Where it has none, it is made from what earlier versions left, or from the documents, which
    /// keep the stories that they have; and is stored.
    pub async fn load(store: &Store, folder: &Path, context: &StepContext) -> anyhow::Result<Memory> {
        let stored = store.documents.story_memory().await.context("cannot read the memory of stories")?;
        let seen = stored.seq;
        let is_new = seen == 0 || !stored.whole.is_empty() || !stored.added.is_empty();
        let decoded = tokio::task::spawn_blocking(move || decode(&stored)).await?;
        if is_new && let Some(memory) = decoded {
            return Ok(memory);
        }
        let clusterer = match from_file(store, folder, seen).await? {
            Some(clusterer) => {
                tracing::info!("the memory of stories was taken over from {}", folder.join(FILE).display());
                clusterer
            }
            None => from_documents(store, context).await?,
        };
        let mut memory = Memory { clusterer, seen, whole_bytes: 0, added_bytes: 0 };
        let whole = memory.whole();
        let told = Told { places: &[], from: seen, to: seen, memory: &whole };
        let kept = store.documents.tell_stories(&told, context.fence.as_ref()).await;
        kept.context("cannot store the memory of stories")?;
        memory.stored(&whole);
        // Nobody asks for it any more; left behind, it is not looked at.
        let _ = std::fs::remove_file(folder.join(FILE));
        Ok(memory)
    }

    /// What the store is to remember after these terms were placed.
    pub fn remembered(&self, journal: Vec<u8>) -> Remembered {
        if journal.is_empty() {
            return Remembered::Nothing;
        }
        let added = self.added_bytes + journal.len();
        if added < MIN_ADDED_BYTES.max(self.whole_bytes / 2) {
            return Remembered::Added(journal);
        }
        self.whole()
    }

    /// Says that this is stored.
    pub fn stored(&mut self, remembered: &Remembered) {
        match remembered {
            Remembered::Nothing => {}
            Remembered::Added(bytes) => self.added_bytes += bytes.len(),
            Remembered::Whole(parts) => {
                self.whole_bytes = parts.iter().map(Vec::len).sum();
                self.added_bytes = 0;
            }
        }
    }

    fn whole(&self) -> Remembered {
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
        let mut rest = added.as_slice();
        while !rest.is_empty() {
            let (item, story, behind) = ItemTerms::read(rest)?;
            clusterer.remember(&item, story);
            rest = behind;
        }
    }
    let added_bytes = stored.added.iter().map(Vec::len).sum();
    Some(Memory { clusterer, seen: stored.seq, whole_bytes: whole.len(), added_bytes })
}

/// The memory that an earlier version kept in a file, with what was placed since; none where there is none, or it is
/// not of this store.
async fn from_file(store: &Store, folder: &Path, seq: i64) -> anyhow::Result<Option<Clusterer>> {
    let Ok(bytes) = std::fs::read(folder.join(FILE)) else { return Ok(None) };
    let Some((mut clusterer, mut seen)) = read_file(&bytes).filter(|(_, seen)| *seen <= seq) else {
        return Ok(None);
    };
    let stories: Vec<String> =
        clusterer.latest_stories(SAMPLE).into_iter().map(|story| story.to_string()).collect();
    if store.documents.count_stories(&stories).await? < stories.len() {
        return Ok(None);
    }
    while seen < seq {
        let mut batch = store.documents.for_stories(seen, BATCH).await?;
        batch.retain(|document| document.seq <= seq);
        let Some(last) = batch.last().map(|document| document.seq) else { break };
        clusterer = remember(clusterer, batch).await?;
        seen = last;
    }
    Ok(Some(clusterer))
}

fn read_file(bytes: &[u8]) -> Option<(Clusterer, i64)> {
    let (seen, rest) = bytes.split_first_chunk::<8>()?;
    Some((Clusterer::from_bytes(Settings::default(), rest)?, i64::from_le_bytes(*seen)))
}

/// From the latest documents, each in the story that it was published with.
async fn from_documents(store: &Store, context: &StepContext) -> anyhow::Result<Clusterer> {
    let mut clusterer = Clusterer::new(Settings::default());
    let mut number = store.documents.before_latest_in_stories(MAX_REMEMBERED).await?;
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
                clusterer.remember(&terms_of(document, clusterer.settings()), StoryId::of_first(story));
            }
        }
        clusterer
    });
    Ok(remembering.await?)
}
