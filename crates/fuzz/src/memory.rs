//! Counts what is allocated, so that an input which costs too much memory is found out rather than killed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Stands before the system's allocator; programs of this crate install it.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// What work cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The most bytes held at once beyond those held before.
    pub peak_bytes: usize,
    pub allocations: usize,
}

/// Runs `work` and says what it cost. Other threads that allocate meanwhile are counted too.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (held, calls) = (HELD.load(Ordering::Relaxed), CALLS.load(Ordering::Relaxed));
    PEAK.store(held, Ordering::Relaxed);
    let done = work();
    let cost = Cost {
        peak_bytes: PEAK.load(Ordering::Relaxed).saturating_sub(held),
        allocations: CALLS.load(Ordering::Relaxed).wrapping_sub(calls),
    };
    (done, cost)
}

fn took(bytes: usize) {
    CALLS.fetch_add(1, Ordering::Relaxed);
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

#[allow(unsafe_code)]
// SAFETY: every call is handed on to the system's allocator as it came; only counters are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        took(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
