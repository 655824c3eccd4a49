//! Whose turn it is: few connections to one host, a pause between requests to it, and a ceiling for all.
//!
//! A host's queue is waited for before the common one, so that a stuck host holds only its own few places.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Hosts nobody has asked for lately are forgotten beyond this many.
const MAX_HOSTS: usize = 4_096;
const MAX_GAP_MS: u64 = 30_000;
/// The SEC allows ten requests a second from one sender, whichever of its hosts they go to.
const SEC_GAP_MS: u64 = 125;

pub struct Hosts {
    hosts: Mutex<HashMap<String, Arc<Host>>>,
    all: Arc<Semaphore>,
    per_host: usize,
    gap_ms: u64,
}

struct Host {
    places: Arc<Semaphore>,
    pace: Mutex<Pace>,
}

struct Pace {
    gap: Duration,
    next_at: Option<Instant>,
}

/// Held while a request runs.
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _common: OwnedSemaphorePermit,
}

impl Hosts {
    pub fn new(per_host: usize, all: usize, gap_ms: u64) -> Hosts {
        Hosts {
            hosts: Mutex::new(HashMap::new()),
            all: Arc::new(Semaphore::new(all.max(1))),
            per_host: per_host.max(1),
            gap_ms,
        }
    }

    pub async fn turn(&self, host: &str) -> Turn {
        let host = self.host(host);
        let place = host.places.clone().acquire_owned().await.expect("the places are never closed");
        let start_at = host.reserve(Instant::now());
        tokio::time::sleep_until(start_at).await;
        let common = self.all.clone().acquire_owned().await.expect("the places are never closed");
        Turn { _place: place, _common: common }
    }

    /// A longer pause, because the host asked for it; never a shorter one.
    pub fn set_gap(&self, host: &str, gap_ms: u64) {
        let host = self.host(host);
        let mut pace = host.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.gap = pace.gap.max(Duration::from_millis(gap_ms.min(MAX_GAP_MS)));
    }

    fn host(&self, name: &str) -> Arc<Host> {
        let key = key_for(name);
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = hosts.get(&key) {
            return host.clone();
        }
        if hosts.len() >= MAX_HOSTS {
            let now = Instant::now();
            hosts.retain(|_, host| Arc::strong_count(host) > 1 || !host.is_idle(now));
        }
        let gap_ms = if key == "sec.gov" { SEC_GAP_MS } else { self.gap_ms };
        let host = Arc::new(Host {
            places: Arc::new(Semaphore::new(self.per_host)),
            pace: Mutex::new(Pace { gap: Duration::from_millis(gap_ms), next_at: None }),
        });
        hosts.insert(key, host.clone());
        host
    }
}

/// The SEC counts all its hosts together, and so do we; everyone else is counted alone.
fn key_for(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    if host == "sec.gov" || host.ends_with(".sec.gov") { "sec.gov".to_owned() } else { host }
}

impl Host {
    /// The next free moment, which is then taken.
    fn reserve(&self, now: Instant) -> Instant {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let start_at = pace.next_at.map_or(now, |next_at| next_at.max(now));
        pace.next_at = Some(start_at + pace.gap);
        start_at
    }

    fn is_idle(&self, now: Instant) -> bool {
        let pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.next_at.is_none_or(|next_at| next_at <= now)
    }
}

#[cfg(test)]
#[path = "hosts_tests.rs"]
mod tests;
