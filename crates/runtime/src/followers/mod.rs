//! What runs beside the requests: everything that follows the store, and everything that tidies up.
//!
//! A follower is a small struct with one method, `step`; the runner calls it. The runner catches panics, waits
//! longer after each failure, makes the follower anew, holds its lease, quarantines an item that panics three times,
//! and writes on a board how each one does, which readiness, the status page and the metrics show.

mod board;
mod context;
mod lease;
mod run;
mod supervisor;

use std::time::Duration;

pub use board::{Board, Report, State};
pub use context::StepContext;
pub use lease::{HeldLease, Lost, under_lease};
pub use run::Entry;
pub use supervisor::Supervisor;

/// One kind of work beside the requests.
pub trait Follower: Send + 'static {
    /// In logs, metrics, readiness, and as the name of its lease.
    const NAME: &'static str;
    /// Only one process on a store may do it, and stays at it: the runner holds a lease and steps carry its fence.
    const LEASED: bool = false;
    /// Without it answers go wrong or stop: while it fails, the service is not ready.
    const ESSENTIAL: bool = false;

    /// Does some of what waits. Dropped half-way when the service stops or the lease is lost.
    fn step(&mut self, context: &StepContext) -> impl Future<Output = anyhow::Result<Progress>> + Send;

    /// Ends what is in flight, at a clean stop.
    fn stop(&mut self) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Items that were done.
    pub done: u64,
    /// Items that still wait, as far as it knows.
    pub behind: u64,
    /// Until the next step.
    pub pause: Duration,
    /// Whether somebody who tells of a change ends the pause.
    pub woken: bool,
}

impl Progress {
    /// All that waited is done.
    pub fn done(done: u64, pause: Duration) -> Progress {
        Progress { done, behind: 0, pause, woken: false }
    }

    /// The next step comes sooner where the store tells of a change.
    pub fn or_change(self) -> Progress {
        Progress { woken: true, ..self }
    }
}
