//! Grows stories as documents arrive: each new document joins an open story or begins one.
//!
//! The clusterer's memory is a file beside the store, a cache: without it the stories are grown again from the
//! stored documents. How far the growing has come is kept in the store, with the stories themselves.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant as Stopwatch};

use analysis::stories::{Clusterer, Settings, StoryItem};
use anyhow::Context;
use domain::DocumentId;
use store::Store;
use store::documents::StoryDocument;
use tokio::sync::watch;

/// Documents that are placed and stored at once.
const BATCH: usize = 1_000;
/// After a crash so much is placed again from the store; saving more often would cost more than that.
const SAVE_EVERY: Duration = Duration::from_secs(60);
const FILE: &str = "stories.bin";

/// The clusterer and the change up to which it has seen the store.
pub struct Teller {
    clusterer: Clusterer,
    seen: i64,
    file: PathBuf,
    saved_at: Stopwatch,
    saved_seen: i64,
    /// Its memory was lost: what is stored is placed again from the first document on.
    from_nothing: bool,
}

impl Teller {
    /// Goes on where the last one stopped, or grows everything again where its memory is gone.
    pub async fn open(store: &Store, folder: &Path) -> anyhow::Result<Teller> {
        let file = folder.join(FILE);
        let told = store.documents.stories_seq().await.context("asking how far stories have come")?;
        let (clusterer, seen) = match read(&file) {
            Some((clusterer, seen)) if seen <= told => (clusterer, seen),
            _ => (Clusterer::new(Settings::default()), 0),
        };
        let mut teller = Teller {
            clusterer,
            seen,
            file,
            saved_at: Stopwatch::now(),
            saved_seen: seen,
            from_nothing: seen == 0,
        };
        if teller.from_nothing {
            return Ok(teller);
        }
        // What was placed after the memory was saved is placed again, without writing: it gives the same places.
        while teller.seen < told {
            let batch = store.documents.for_stories(teller.seen, BATCH).await?;
            let batch: Vec<_> = batch.into_iter().filter(|document| document.seq <= told).collect();
            if batch.is_empty() {
                break;
            }
            teller = teller.place(batch, Again::Placed).await?.0;
        }
        teller.seen = told;
        Ok(teller)
    }

    /// Places everything that is new; returns how many documents were.
    pub async fn catch_up(mut self, store: &Store) -> anyhow::Result<(Teller, u64)> {
        let mut told = 0;
        loop {
            let batch = store
                .documents
                .for_stories(self.seen, BATCH)
                .await
                .context("reading documents for stories")?;
            if batch.is_empty() {
                break;
            }
            // From nothing everything is placed, whatever story it was said to belong to before.
            let again = if self.from_nothing { Again::Everything } else { Again::New };
            let last = batch.last().map_or(self.seen, |document| document.seq);
            let (teller, places) = self.place(batch, again).await?;
            self = teller;
            told += store.documents.tell_stories(&places, last).await.context("storing stories")?;
        }
        self.from_nothing = false;
        if self.saved_at.elapsed() > SAVE_EVERY {
            self.save();
        }
        Ok((self, told))
    }

    /// Away from the threads that serve connections.
    async fn place(
        mut self,
        batch: Vec<StoryDocument>,
        again: Again,
    ) -> anyhow::Result<(Teller, Vec<(DocumentId, String)>)> {
        let placing = tokio::task::spawn_blocking(move || {
            let mut places = Vec::new();
            for document in &batch {
                self.seen = document.seq;
                let wanted = match again {
                    Again::New => document.story_id.is_none(),
                    Again::Placed => document.story_id.is_some(),
                    Again::Everything => true,
                };
                // What was not read yet comes again under a new number.
                if wanted && document.read {
                    places.push((document.id, self.place_one(document)));
                }
            }
            (self, places)
        });
        Ok(placing.await?)
    }

    fn place_one(&mut self, document: &StoryDocument) -> String {
        let entities: Vec<&str> = document.entities.iter().map(String::as_str).collect();
        let placed = self.clusterer.place(&StoryItem {
            id: document.id,
            at: document.published_at,
            title: &document.title,
            content: &document.content,
            entities: &entities,
            fingerprint: document.fingerprint,
        });
        placed.story.to_string()
    }

    /// Written beside and renamed into place: a crash leaves the old memory or the new one, never half.
    pub fn save(&mut self) {
        self.saved_at = Stopwatch::now();
        if self.seen == self.saved_seen {
            return;
        }
        let mut bytes = self.seen.to_le_bytes().to_vec();
        bytes.extend(self.clusterer.to_bytes());
        let beside = self.file.with_extension("tmp");
        match std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, &self.file)) {
            Ok(()) => self.saved_seen = self.seen,
            Err(error) => {
                tracing::warn!("the memory of stories cannot be saved in {}: {error}", self.file.display())
            }
        }
    }
}

/// Which documents of a batch take part.
#[derive(Clone, Copy)]
enum Again {
    /// Those that have no story yet.
    New,
    /// Those that have one, to remember where they were put.
    Placed,
    Everything,
}

fn read(file: &Path) -> Option<(Clusterer, i64)> {
    let bytes = std::fs::read(file).ok()?;
    let (seen, rest) = bytes.split_first_chunk::<8>()?;
    let clusterer = Clusterer::from_bytes(Settings::default(), rest)?;
    Some((clusterer, i64::from_le_bytes(*seen)))
}

/// Follows the store until told to stop. A failure is logged and tried again.
pub async fn follow(store: Store, folder: PathBuf, poll: Duration, mut stop: watch::Receiver<bool>) {
    let mut teller = None;
    loop {
        match follow_once(&store, &folder, teller.take()).await {
            Ok(next) => teller = Some(next),
            Err(error) => {
                tracing::error!("stories could not follow the store: {error:#}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(poll) => {}
            _ = stop.wait_for(|stop| *stop) => break,
        }
    }
    if let Some(mut teller) = teller {
        teller.save();
    }
}

async fn follow_once(store: &Store, folder: &Path, teller: Option<Teller>) -> anyhow::Result<Teller> {
    let teller = match teller {
        Some(teller) => teller,
        None => Teller::open(store, folder).await?,
    };
    let (teller, told) = teller.catch_up(store).await?;
    if told > 0 {
        tracing::debug!(told, "{told} documents were placed in stories");
    }
    Ok(teller)
}
