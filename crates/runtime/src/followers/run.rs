//! The runner: calls every follower again and again, and makes it anew whatever happens to it.

use std::any::Any;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use store::Store;
use store::quarantine::Quarantined;
use tokio::sync::watch;

use super::context::{VERSION, quarantined};
use super::lease::is_lost;
use super::{Board, Follower, HeldLease, Progress, StepContext};
use crate::error::chain;

/// An item that panicked so often is passed over.
const MAX_TRIES: u32 = 3;
/// After a failure; doubled with each one that follows it.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// Between two steps, however many changes are told of.
const MIN_WAIT: Duration = Duration::from_millis(50);
/// Between two looks whether the lease has become free.
const STANDBY_EVERY: Duration = Duration::from_secs(1);
/// What a step may take to end when the service stops.
const STOP_GRACE: Duration = Duration::from_secs(10);

/// A follower in the list of those to run.
pub struct Entry {
    name: &'static str,
    leased: bool,
    essential: bool,
    make: Box<dyn Fn() -> Box<dyn Stepping> + Send + Sync>,
}

impl Entry {
    /// `make` is called again after every failure.
    pub fn of<F: Follower>(make: impl Fn() -> F + Send + Sync + 'static) -> Entry {
        let make = Box::new(move || Box::new(make()) as Box<dyn Stepping>);
        Entry { name: F::NAME, leased: F::LEASED, essential: F::ESSENTIAL, make }
    }
}

/// A follower behind a pointer.
trait Stepping: Send {
    fn step<'a>(&'a mut self, context: &'a StepContext) -> BoxFuture<'a, anyhow::Result<Progress>>;
    fn stop(&mut self) -> BoxFuture<'_, ()>;
}

impl<F: Follower> Stepping for F {
    fn step<'a>(&'a mut self, context: &'a StepContext) -> BoxFuture<'a, anyhow::Result<Progress>> {
        Box::pin(Follower::step(self, context))
    }

    fn stop(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(Follower::stop(self))
    }
}

/// One follower and what outlives its failures.
pub(super) struct Task {
    entry: Entry,
    store: Store,
    board: Arc<Board>,
    /// How often each item panicked.
    tries: Mutex<HashMap<String, u32>>,
}

/// Why a follower has no next step.
enum Ended {
    Failed,
    /// For want of the store, which was not there or took no writes.
    Away,
    /// Another process has the lease.
    Standby,
    /// All followers begin anew.
    Restarted,
    Stopped,
}

/// Until changes are told of; for ever where they are not.
async fn heard(told: Option<watch::Receiver<u64>>) {
    if let Some(mut told) = told
        && told.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}

impl Task {
    pub(super) fn new(entry: Entry, store: &Store, board: &Arc<Board>) -> Task {
        board.enter(entry.name, entry.essential);
        Task { entry, store: store.clone(), board: Arc::clone(board), tries: Mutex::default() }
    }

    pub(super) fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Says that its task ended on its own.
    pub(super) fn died(&self) {
        self.board.failed(self.entry.name, true);
    }

    /// Until told to stop.
    pub(super) async fn run(&self, mut stopped: watch::Receiver<bool>) {
        let mut wait = FIRST_WAIT;
        while !*stopped.borrow() {
            let mut follower = (self.entry.make)();
            let mut lease = None;
            let ended = self.live(follower.as_mut(), &mut lease, &mut wait, &stopped).await;
            if let Ended::Stopped = ended {
                let _ = tokio::time::timeout(STOP_GRACE, follower.stop()).await;
            }
            // Whatever it was that failed, another process may do better.
            if let Some(lease) = lease {
                lease.give_back().await;
            }
            let pause = match &ended {
                Ended::Stopped => return,
                Ended::Restarted => Duration::ZERO,
                Ended::Standby => STANDBY_EVERY,
                Ended::Failed | Ended::Away => {
                    let pause = wait;
                    wait = (wait * 2).min(MAX_WAIT);
                    pause
                }
            };
            // Others may have reached it since; what failed for want of it may still wait for nothing else.
            let away = matches!(ended, Ended::Away) || self.store.unreachable_for().is_some();
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                // The store is there again, or somebody changed something in it.
                () = heard(self.store.told()), if away => wait = FIRST_WAIT,
                _ = stopped.wait_for(|stop| *stop) => {}
            }
        }
    }

    /// Steps until something other than a pause comes up.
    async fn live(
        &self,
        follower: &mut dyn Stepping,
        lease: &mut Option<HeldLease>,
        wait: &mut Duration,
        stopped: &watch::Receiver<bool>,
    ) -> Ended {
        let name = self.entry.name;
        let mut generation = self.board.generation();
        let mut told = self.store.told();
        let quarantined = match quarantined(&self.store, name).await {
            Ok(quarantined) => quarantined,
            Err(error) => return self.failed(&error),
        };
        self.board.quarantined(name, quarantined.len() as u64);
        loop {
            if *stopped.borrow() {
                return Ended::Stopped;
            }
            if self.entry.leased && lease.is_none() {
                match HeldLease::take(&self.store, name).await {
                    Ok(Some(taken)) => *lease = Some(taken),
                    Ok(None) => {
                        self.board.standby(name);
                        return Ended::Standby;
                    }
                    Err(error) => return self.failed(&error),
                }
            }
            let context =
                StepContext::new(lease.as_ref().map(|lease| lease.fence().clone()), Arc::clone(&quarantined));
            self.board.stepping(name, context.pulse());
            // What is told from here on may come too late for this step.
            if let Some(told) = &mut told {
                told.mark_unchanged();
            }
            let stepping = AssertUnwindSafe(follower.step(&context)).catch_unwind();
            let progress = match self.interruptible(stepping, lease.as_ref(), &mut generation, stopped).await
            {
                Err(ended) => return ended,
                Ok(Err(panic)) => return self.panicked(&context, &words_of(panic.as_ref())).await,
                Ok(Ok(Err(error))) if is_lost(&error) => return Ended::Standby,
                Ok(Ok(Err(error))) => match panic_within(&error) {
                    Some(words) => return self.panicked(&context, &words).await,
                    None => return self.failed(&error),
                },
                Ok(Ok(Ok(progress))) => progress,
            };
            *wait = FIRST_WAIT;
            self.board.came_through(name, &progress);
            let pause = pause(&progress, told.as_mut());
            if let Err(ended) = self.interruptible(pause, lease.as_ref(), &mut generation, stopped).await {
                return ended;
            }
        }
    }

    /// Awaits `work`, keeping the lease.
    async fn interruptible<T>(
        &self,
        work: impl Future<Output = T>,
        lease: Option<&HeldLease>,
        generation: &mut watch::Receiver<u64>,
        stopped: &watch::Receiver<bool>,
    ) -> Result<T, Ended> {
        let kept = async {
            match lease {
                Some(lease) => lease.during(work).await.map_err(|_| Ended::Standby),
                None => Ok(work.await),
            }
        };
        let mut stopped = stopped.clone();
        tokio::select! {
            done = kept => done,
            _ = generation.changed() => Err(Ended::Restarted),
            _ = stopped.wait_for(|stop| *stop) => Err(Ended::Stopped),
        }
    }

    fn failed(&self, error: &anyhow::Error) -> Ended {
        let name = self.entry.name;
        tracing::error!(follower = name, "follower {name} failed: {error:#}");
        self.board.failed(name, false);
        if is_for_want_of_the_store(error) { Ended::Away } else { Ended::Failed }
    }

    async fn panicked(&self, context: &StepContext, words: &str) -> Ended {
        let name = self.entry.name;
        self.board.failed(name, true);
        let Some(item) = context.item() else {
            tracing::error!(follower = name, "follower {name} panicked: {words}");
            return Ended::Failed;
        };
        tracing::error!(follower = name, item, "follower {name} panicked at {item}: {words}");
        let tries = {
            let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
            let tries = tries.entry(item.clone()).or_insert(0);
            *tries += 1;
            *tries
        };
        if tries >= MAX_TRIES {
            match self.quarantine(&item, tries, words).await {
                Ok(()) => {
                    tracing::error!(follower = name, item, "follower {name} passes over {item} from now on")
                }
                Err(error) => {
                    tracing::error!(follower = name, item, "cannot quarantine {item}: {}", chain(&error))
                }
            }
        }
        Ended::Failed
    }

    async fn quarantine(&self, item: &str, tries: u32, words: &str) -> Result<(), store::Error> {
        let row = Quarantined {
            work: self.entry.name.to_owned(),
            item: item.to_owned(),
            source_id: None,
            content: Vec::new(),
            reason: words.to_owned(),
            tries,
            version: VERSION.to_owned(),
            since: self.store.now().await?,
        };
        self.store.quarantine.add(&row).await
    }
}

/// Until the next step: as long as the last one said, or until somebody tells of a change.
async fn pause(progress: &Progress, told: Option<&mut watch::Receiver<u64>>) {
    let Some(told) = told.filter(|_| progress.woken) else {
        return tokio::time::sleep(progress.pause).await;
    };
    // Changes come in swarms: each step takes some of them.
    let least = MIN_WAIT.min(progress.pause);
    tokio::time::sleep(least).await;
    let _ = tokio::time::timeout(progress.pause - least, told.changed()).await;
}

fn is_for_want_of_the_store(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<store::Error>().is_some_and(store::Error::is_unavailable))
}

/// A panic on a thread away from the runtime comes back as an error.
fn panic_within(error: &anyhow::Error) -> Option<String> {
    let joined = error.downcast_ref::<tokio::task::JoinError>()?;
    joined.is_panic().then(|| joined.to_string())
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn a_failure_for_want_of_the_store_is_told_from_others() {
        let away = Err::<(), _>(store::Error::Closed).context("cannot index").context("step");
        assert!(away.is_err_and(|error| is_for_want_of_the_store(&error)));
        assert!(!is_for_want_of_the_store(&anyhow::anyhow!("the index is broken")));
        let other = store::Error::CopyDiffers { reason: "a count".to_owned() };
        assert!(!is_for_want_of_the_store(&other.into()));
    }
}
