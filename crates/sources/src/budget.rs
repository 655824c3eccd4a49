//! What reading foreign bytes may cost: bytes decoded, nodes built and time spent, for one document and for all
//! documents of one poll together.
//!
//! Work runs inside `Budget::run`. Whatever decodes, unpacks or builds below charges the allowance of its thread; where
//! that ends the work is left by unwinding and its caller gets a `Poisoned` instead of a result. A panic of the work
//! comes out the same way, so that it costs one document. Outside of `run` nothing is charged.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Over everything that is decoded: unpacked bodies, decoded text, the text of trees.
    pub bytes: usize,
    /// Elements, attributes and JSON values.
    pub nodes: usize,
    /// Of the processor, where the system tells it; a busy machine is no fault of the document.
    pub time: Duration,
}

impl Limits {
    /// The largest feeds in use, unpacked, decoded and built, need half of this.
    pub const DOCUMENT: Limits = Limits { bytes: 160 << 20, nodes: 2_000_000, time: Duration::from_secs(20) };

    /// For a poll whose documents have these limits: a feed and the pages that its items ask for, of which few are
    /// large.
    fn of_poll(self) -> Limits {
        Limits {
            bytes: self.bytes.saturating_mul(4),
            nodes: self.nodes.saturating_mul(4),
            time: 6 * self.time,
        }
    }
}

/// Why a document was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Poisoned {
    #[error("it decodes to more than {} MiB", .0 >> 20)]
    Bytes(usize),
    #[error("it holds more than {0} elements and values")]
    Nodes(usize),
    #[error("reading it takes longer than {} s", .0.as_secs())]
    Time(Duration),
    #[error("reading it panicked: {0}")]
    Panicked(String),
    /// The documents before it used up what all may cost; it may be a good one.
    #[error("this poll has used up what one poll may cost")]
    PollSpent,
}

/// What is left to one poll. Clones share it.
#[derive(Clone, Debug)]
pub struct Budget {
    left: Arc<Mutex<Limits>>,
    document: Limits,
}

impl Budget {
    fn new(document: Limits, poll: Limits) -> Budget {
        Budget { left: Arc::new(Mutex::new(poll)), document }
    }

    /// For all documents of one poll, each within these limits.
    pub fn for_poll(document: Limits) -> Budget {
        Budget::new(document, document.of_poll())
    }

    /// For a document that stands alone.
    pub fn for_document() -> Budget {
        Budget::new(Limits::DOCUMENT, Limits::DOCUMENT)
    }

    /// Reads one document, or a part of one, with what is left.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Poisoned> {
        let left = *self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let granted = Limits {
            bytes: left.bytes.min(self.document.bytes),
            nodes: left.nodes.min(self.document.nodes),
            time: left.time.min(self.document.time),
        };
        if granted.bytes == 0 || granted.nodes == 0 || granted.time.is_zero() {
            return Err(Poisoned::PollSpent);
        }
        let allowance = Allowance {
            bytes: granted.bytes,
            nodes: granted.nodes,
            clock: Clock::start(granted.time),
            calls: 0,
        };
        let outer = ALLOWANCE.replace(Some(allowance));
        let outcome = catch_unwind(AssertUnwindSafe(work));
        let rest = ALLOWANCE.replace(outer).unwrap_or(allowance);
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.bytes = left.bytes.saturating_sub(granted.bytes - rest.bytes);
        left.nodes = left.nodes.saturating_sub(granted.nodes - rest.nodes);
        left.time = left.time.saturating_sub(rest.clock.spent());
        drop(left);
        outcome.map_err(|payload| match payload.downcast::<Exhausted>() {
            Ok(exhausted) => self.reason(*exhausted, granted),
            Err(payload) => Poisoned::Panicked(panic_message(&*payload)),
        })
    }

    /// An allowance that was cut short by what came before says nothing about this document.
    fn reason(&self, exhausted: Exhausted, granted: Limits) -> Poisoned {
        match exhausted {
            Exhausted::Bytes if granted.bytes == self.document.bytes => Poisoned::Bytes(granted.bytes),
            Exhausted::Nodes if granted.nodes == self.document.nodes => Poisoned::Nodes(granted.nodes),
            Exhausted::Time if granted.time == self.document.time => Poisoned::Time(granted.time),
            _ => Poisoned::PollSpent,
        }
    }
}

/// What a panic said.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").chars().take(200).collect()
}

#[derive(Clone, Copy, Debug)]
enum Exhausted {
    Bytes,
    Nodes,
    Time,
}

#[derive(Clone, Copy)]
struct Allowance {
    bytes: usize,
    nodes: usize,
    clock: Clock,
    calls: u32,
}

/// Time on the processor, asked for only where the time on the wall is up.
#[derive(Clone, Copy)]
struct Clock {
    limit: Duration,
    began: Instant,
    processor: Option<Duration>,
    look_at: Instant,
}

impl Clock {
    fn start(limit: Duration) -> Clock {
        let began = Instant::now();
        Clock { limit, began, processor: processor_time(), look_at: began + limit }
    }

    fn spent(&self) -> Duration {
        let since = processor_time().zip(self.processor).map(|(now, then)| now.saturating_sub(then));
        since.unwrap_or_else(|| self.began.elapsed())
    }

    fn is_up(&mut self) -> bool {
        let now = Instant::now();
        if now < self.look_at {
            return false;
        }
        let left = self.limit.saturating_sub(self.spent());
        self.look_at = now + left;
        left.is_zero() || now >= self.began + self.limit * MAX_WAIT
    }
}

/// A document is given up after so many times its limit on the wall, however little of it was work.
const MAX_WAIT: u32 = 10;

/// What this thread has used, as Linux tells it; none elsewhere.
pub fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

thread_local! {
    static ALLOWANCE: Cell<Option<Allowance>> = const { Cell::new(None) };
}

/// The clock is looked at once in so many charges.
const CALLS_PER_LOOK: u32 = 256;

/// Bytes that were decoded or are about to be.
pub(crate) fn charge_bytes(n: usize) {
    charge(|allowance| match allowance.bytes.checked_sub(n) {
        Some(left) => {
            allowance.bytes = left;
            Ok(())
        }
        None => {
            allowance.bytes = 0;
            Err(Exhausted::Bytes)
        }
    });
}

pub(crate) fn charge_nodes(n: usize) {
    charge(|allowance| match allowance.nodes.checked_sub(n) {
        Some(left) => {
            allowance.nodes = left;
            Ok(())
        }
        None => {
            allowance.nodes = 0;
            Err(Exhausted::Nodes)
        }
    });
}

/// A step of work that decodes nothing; only time is looked at.
pub(crate) fn charge_step() {
    charge(|_| Ok(()));
}

/// What was decoded and thrown away again.
pub(crate) fn give_back(bytes: usize, nodes: usize) {
    if let Some(mut allowance) = ALLOWANCE.get() {
        allowance.bytes += bytes;
        allowance.nodes += nodes;
        ALLOWANCE.set(Some(allowance));
    }
}

fn charge(take: impl FnOnce(&mut Allowance) -> Result<(), Exhausted>) {
    let Some(mut allowance) = ALLOWANCE.get() else { return };
    let mut taken = take(&mut allowance);
    allowance.calls = allowance.calls.wrapping_add(1);
    if allowance.calls.is_multiple_of(CALLS_PER_LOOK) && allowance.clock.is_up() {
        taken = Err(Exhausted::Time);
    }
    ALLOWANCE.set(Some(allowance));
    if let Err(exhausted) = taken {
        // Not a panic: nothing is printed, and `run` takes it up again.
        resume_unwind(Box::new(exhausted));
    }
}

#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;
