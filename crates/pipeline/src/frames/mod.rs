//! What outlets repeat: looked up by those who clean, learned from what was stored, shown to operators.
//!
//! Learning follows the documents in the order in which they came, each once, and knows how far it has come; what was
//! learned and that place are written together. Of several programs on a store one learns at a time, under a lease.

pub mod shown;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use analysis::clean::OutletFrames;
use anyhow::Context;
use runtime::followers::{Follower, Progress, StepContext, under_lease};
use store::Store;
use store::documents::TextDocument;
use store::frames::OutletFrames as Stored;
use store::leases::Fence;

/// Texts that are held at once.
const BATCH: usize = 500;
/// Batches that are learned before it is written down.
const BATCHES: usize = 8;
/// What an outlet repeats changes slowly, and writing it down costs more than learning it.
const EVERY: Duration = Duration::from_secs(600);
const WAIT: Duration = Duration::from_secs(1);
/// How often somebody else may come in between.
const ATTEMPTS: u32 = 10;
/// Outlets that are kept in memory for those who clean.
const MAX_CACHED: usize = 2_000;

/// What is known of some outlets; others are cleaned by rules alone.
#[derive(Clone, Debug, Default)]
pub struct Frames(HashMap<String, Arc<OutletFrames>>);

impl Frames {
    pub fn of(&self, outlet: &str) -> &OutletFrames {
        static NOTHING: std::sync::LazyLock<OutletFrames> = std::sync::LazyLock::new(OutletFrames::default);
        self.0.get(outlet).map_or(&NOTHING, Arc::as_ref)
    }
}

/// Keeps what is known of outlets until somebody learns more.
#[derive(Debug)]
pub struct FrameCache {
    store: Store,
    known: Mutex<HashMap<String, (i64, Arc<OutletFrames>)>>,
}

impl FrameCache {
    pub fn new(store: Store) -> FrameCache {
        FrameCache { store, known: Mutex::default() }
    }

    pub async fn of(&self, outlets: impl Iterator<Item = &str>) -> Result<Frames, store::Error> {
        let names: Vec<&str> = outlets.collect::<BTreeSet<&str>>().into_iter().collect();
        let versions = self.store.frames.versions(&names).await?;
        let mut frames = Frames::default();
        let mut missing: Vec<&str> = Vec::new();
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            for (name, version) in &versions {
                match known.get(name).filter(|(known, _)| known == version) {
                    Some((_, known)) => drop(frames.0.insert(name.clone(), Arc::clone(known))),
                    None => missing.push(name),
                }
            }
        }
        let found = if missing.is_empty() { Vec::new() } else { self.store.frames.find(&missing).await? };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() + found.len() > MAX_CACHED {
            known.clear();
        }
        for stored in found {
            let decoded = Arc::new(decoded(&stored).for_cleaning());
            known.insert(stored.outlet.clone(), (stored.version, Arc::clone(&decoded)));
            frames.0.insert(stored.outlet, decoded);
        }
        Ok(frames)
    }
}

/// Of another version of the program where it cannot be read: then learning begins anew.
fn decoded(stored: &Stored) -> OutletFrames {
    OutletFrames::from_bytes(&stored.bytes).unwrap_or_default()
}

fn encoded(outlet: &str, version: i64, frames: &OutletFrames) -> Stored {
    Stored {
        outlet: outlet.to_owned(),
        version,
        articles: i64::from(frames.n_articles()),
        frames: frames.frames().len() as i64,
        bytes: frames.to_bytes(),
    }
}

/// Learns from everything that came since, or waits until somebody else has; returns how many documents were learned
/// from here.
pub async fn catch_up(store: &Store, mut progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let mut done = 0;
    while store.frames.position().await? < store.documents.last_number().await? {
        let learning = under_lease(store, FrameFollower::NAME, async |fence| {
            learn_all(store, &fence, &mut progress).await
        });
        match learning.await? {
            Some(learned) => done += learned,
            None => tokio::time::sleep(WAIT).await,
        }
    }
    Ok(done)
}

async fn learn_all(store: &Store, fence: &Fence, mut progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let (mut done, mut contended) = (0, 0);
    loop {
        match learn_some(store, fence).await {
            Ok(0) => return Ok(done),
            Ok(learned) => {
                done += learned;
                progress(done);
            }
            // Somebody forgot a frame meanwhile: what was learned is learned again on top of that.
            Err(store::Error::Contended { .. }) if contended < ATTEMPTS => contended += 1,
            Err(error) => return Err(error).context("cannot keep what outlets repeat"),
        }
    }
}

/// Returns how many documents it looked at; none where all have been seen.
async fn learn_some(store: &Store, fence: &Fence) -> Result<u64, store::Error> {
    let from = store.frames.position().await?;
    let mut outlets: HashMap<String, (i64, OutletFrames)> = HashMap::new();
    let (mut to, mut seen) = (from, 0);
    for _ in 0..BATCHES {
        // Asked first: what has a number up to this one is among the texts, or is none.
        let last = store.documents.last_number().await?;
        let texts = store.documents.texts(to, None, BATCH).await?;
        let is_last = texts.len() < BATCH;
        seen += texts.len() as u64;
        to = texts.last().map_or(to, |text| text.number);
        let texts: Vec<TextDocument> = texts.into_iter().filter(|text| !text.invented).collect();
        load(store, &texts, &mut outlets).await?;
        outlets = learn(texts, outlets).await;
        if is_last {
            to = to.max(last);
            break;
        }
    }
    if to > from {
        let learned: Vec<Stored> =
            outlets.iter().map(|(name, (version, frames))| encoded(name, *version, frames)).collect();
        store.frames.learned(from, to, &learned, Some(fence)).await?;
        seen = seen.max(1);
    }
    Ok(seen)
}

async fn load(
    store: &Store,
    texts: &[TextDocument],
    outlets: &mut HashMap<String, (i64, OutletFrames)>,
) -> Result<(), store::Error> {
    let names: BTreeSet<&str> = texts.iter().map(|text| text.outlet.as_str()).collect();
    let missing: Vec<&str> = names.into_iter().filter(|name| !outlets.contains_key(*name)).collect();
    for stored in store.frames.find(&missing).await? {
        outlets.insert(stored.outlet.clone(), (stored.version, decoded(&stored)));
    }
    for name in missing {
        outlets.entry(name.to_owned()).or_default();
    }
    Ok(())
}

async fn learn(
    texts: Vec<TextDocument>,
    mut outlets: HashMap<String, (i64, OutletFrames)>,
) -> HashMap<String, (i64, OutletFrames)> {
    let learning = tokio::task::spawn_blocking(move || {
        for text in texts {
            if let Some((_, frames)) = outlets.get_mut(&text.outlet) {
                frames.learn(text.day, &text.title, &text.content, &text.cuts);
            }
        }
        outlets
    });
    match learning.await {
        Ok(outlets) => outlets,
        // The runner counts it against this follower.
        Err(died) => std::panic::resume_unwind(died.into_panic()),
    }
}

/// Learns what outlets repeat.
pub struct FrameFollower {
    pub store: Store,
}

impl Follower for FrameFollower {
    const NAME: &'static str = "frames";

    async fn step(&mut self, context: &StepContext) -> anyhow::Result<Progress> {
        let learned = catch_up(&self.store, |_| context.alive()).await?;
        Ok(Progress::done(learned, EVERY))
    }
}
