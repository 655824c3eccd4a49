//! What a step is given, and what it says meanwhile.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use store::Store;
use store::leases::Fence;

/// One step of a follower. Clones share it, so that a thread away from the runtime can say what it works on.
#[derive(Clone, Debug, Default)]
pub struct StepContext {
    /// To be checked by everything that is written, where the follower has a lease.
    pub fence: Option<Fence>,
    pulse: Pulse,
    quarantined: Arc<HashSet<String>>,
}

/// Another version tries again what one has put away.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a follower passes over, by this process or another.
pub(super) async fn quarantined(store: &Store, follower: &str) -> anyhow::Result<Arc<HashSet<String>>> {
    let items =
        store.quarantine.of_work(follower, VERSION).await.context("cannot read what is quarantined")?;
    Ok(Arc::new(items.into_iter().collect()))
}

/// What a step says while it works.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Mutex<Beat>>);

#[derive(Debug)]
struct Beat {
    /// The last sign of life, and what it was at.
    at: Stopwatch,
    item: Option<String>,
    /// Items that still wait.
    left: u64,
}

impl Default for Beat {
    fn default() -> Beat {
        Beat { at: Stopwatch::now(), item: None, left: 0 }
    }
}

impl Pulse {
    pub(super) fn age(&self) -> Duration {
        self.beat(|beat| beat.at.elapsed())
    }

    pub(super) fn left(&self) -> u64 {
        self.beat(|beat| beat.left)
    }

    fn beat<T>(&self, look: impl FnOnce(&mut Beat) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl StepContext {
    pub(super) fn new(fence: Option<Fence>, quarantined: Arc<HashSet<String>>) -> StepContext {
        StepContext { fence, pulse: Pulse::default(), quarantined }
    }

    /// For the work of a follower that is done by hand: what it passes over is passed over here too.
    pub async fn by_hand(store: &Store, follower: &str, fence: Option<Fence>) -> anyhow::Result<StepContext> {
        Ok(StepContext::new(fence, quarantined(store, follower).await?))
    }

    /// Says which item is worked on: if it panics, this is the one that is quarantined.
    pub fn at(&self, item: impl ToString) {
        let item = Some(item.to_string());
        self.pulse.beat(|beat| (beat.at, beat.item) = (Stopwatch::now(), item));
    }

    /// Gives a sign of life in the middle of long work on nothing in particular.
    pub fn alive(&self) {
        self.pulse.beat(|beat| (beat.at, beat.item) = (Stopwatch::now(), None));
    }

    /// Says how many items still wait, in the middle of a long step.
    pub fn left(&self, items: u64) {
        self.pulse.beat(|beat| beat.left = items);
    }

    /// Whether this item panicked too often and is to be passed over.
    pub fn passes_over(&self, item: impl ToString) -> bool {
        !self.quarantined.is_empty() && self.quarantined.contains(&item.to_string())
    }

    pub(super) fn item(&self) -> Option<String> {
        self.pulse.beat(|beat| beat.item.clone())
    }

    pub(super) fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }
}
