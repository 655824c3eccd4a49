//! Keeps the store fed: asks every source when it is due and takes in what is new, until told to stop.
//!
//! The store says what is due; a source is claimed, polled and moved on together with its documents. Each host has
//! a queue of its own, so that a dead one delays nobody else. Nothing here is lost when the process dies.

pub mod catalog;
pub mod change;
mod excerpt;
mod follower;
pub mod moving;
mod poll;
mod quarantine;
mod unfinished;
mod waiting;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::Instant;
use sources::schedule::{Limits, first_delay_s};
use sources::{FetchOptions, Fetcher, SourceEntry, budget};
use store::{Source, Store};
use tokio::sync::Semaphore;
use tokio::task::{Id, JoinError};

use crate::frames::FrameCache;
pub use follower::CollectFollower;
use follower::Polling;
pub use poll::Polled;
use runtime::clock::{Clock, random_fraction};
use runtime::config::Config;
use runtime::telemetry;
use waiting::Waiting;

/// So many due sources are held in memory; the others wait in the store.
const MAX_WAITING: usize = 10_000;
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// A poll that has not ended by then is given up; its claim outlives it.
const POLL_TIMEOUT: Duration = Duration::from_secs(600);
const CLAIM_MS: i64 = 900_000;
/// New sources of the catalogue are first asked at some time within this.
const FIRST_WINDOW_S: u64 = 600;
/// Longer than a poll may take as a whole.
const MAX_DOCUMENT_S: u64 = 3_600;
const STOP_GRACE: Duration = Duration::from_secs(5);

pub struct Collector {
    store: Store,
    /// What outlets repeat.
    frames: FrameCache,
    fetcher: Fetcher,
    clock: Clock,
    limits: Limits,
    full_text: bool,
    /// What reading one document may cost.
    document: budget::Limits,
    /// The SEC wants to know who asks.
    names_contact: bool,
    per_host: usize,
    at_once: usize,
    /// Reading takes processor time, which those who ask the service need too.
    reading: Arc<Semaphore>,
    /// Pages to be fetched again.
    unfinished: unfinished::List,
}

/// What one round came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub polled: usize,
    pub failed: usize,
    /// Documents that were new or changed.
    pub taken_in: usize,
}

/// The way out that the settings describe.
pub fn fetcher(config: &Config) -> anyhow::Result<Fetcher> {
    let standard = FetchOptions::default();
    let user_agent = match config.collect_contact.trim() {
        "" => standard.user_agent.clone(),
        contact => format!("Bellwether/{} ({contact})", env!("CARGO_PKG_VERSION")),
    };
    let options = FetchOptions {
        user_agent,
        timeout_ms: config.collect_timeout_s.saturating_mul(1000),
        per_host_connections: config.collect_host_connections as usize,
        all_connections: config.collect_connections as usize,
        host_gap_ms: config.collect_host_gap_ms,
        allow_private_addresses: config.collect_private_addresses,
        reading_threads: config.reading_threads().div_ceil(2),
        ..standard
    };
    Fetcher::new(options).context("the client for fetching cannot be made; look at collect_contact")
}

impl Collector {
    pub fn new(store: Store, clock: Clock, config: &Config) -> anyhow::Result<Collector> {
        let min_s = config.collect_min_interval_s;
        Ok(Collector {
            frames: FrameCache::new(store.clone()),
            store,
            fetcher: fetcher(config)?,
            clock,
            limits: Limits { min_s, max_s: config.collect_max_interval_s.max(min_s) },
            full_text: config.collect_full_text,
            document: budget::Limits {
                bytes: usize::try_from(config.collect_document_mib)
                    .unwrap_or(usize::MAX)
                    .saturating_mul(1 << 20),
                nodes: usize::try_from(config.collect_document_nodes).unwrap_or(usize::MAX),
                time: Duration::from_secs(config.collect_document_s.min(MAX_DOCUMENT_S)),
            },
            names_contact: !config.collect_contact.trim().is_empty(),
            per_host: config.collect_host_connections as usize,
            // Some wait for their host's turn while others use the connections.
            at_once: (config.collect_connections as usize).saturating_mul(2),
            reading: Arc::new(Semaphore::new(config.reading_threads().div_ceil(2))),
            unfinished: unfinished::List::default(),
        })
    }

    /// Puts new entries of a list into the store, each first due at a time of its own. What is there keeps its
    /// place; what was removed stays removed.
    pub async fn merge(&self, entries: &[SourceEntry]) -> anyhow::Result<usize> {
        let now = self.store_now().await.context("listing the sources")?;
        let known = self.store.sources.list().await.context("listing the sources")?;
        let known: HashMap<&str, &Source> = known.iter().map(|source| (source.id.as_str(), source)).collect();
        let mut added = 0;
        for entry in entries {
            match known.get(entry.id.as_str()) {
                None => {
                    self.store.sources.add(&catalog::listed(entry), now).await?;
                    let delay_ms = first_delay_s(random_fraction(), FIRST_WINDOW_S) as i64 * 1000;
                    self.store.sources.claim(&entry.id, now, now.plus_ms(delay_ms)).await?;
                    added += 1;
                }
                Some(source) => {
                    if let Some(changed) = catalog::relisted(source, entry) {
                        self.store.sources.add(&changed, now).await?;
                    }
                }
            }
        }
        Ok(added)
    }

    /// Polls what is due now, each source once.
    pub async fn round(self: &Arc<Self>) -> Round {
        let mut polling = Polling::new(self.per_host);
        if let Err(error) = polling.fill(self).await {
            tracing::error!("{error:#}");
        }
        while polling.advance(self, None).await {}
        polling.round
    }

    async fn ended(
        &self,
        ended: Result<(Id, Option<Polled>), JoinError>,
        tasks: &mut HashMap<Id, Source>,
        waiting: &mut Waiting,
        round: &mut Round,
    ) {
        let (id, polled) = match ended {
            Ok((id, polled)) => (id, polled),
            Err(error) => (error.id(), Some(Polled::Failed("reading it failed inside".to_owned(), None))),
        };
        let Some(source) = tasks.remove(&id) else { return };
        waiting.done(&source);
        match polled {
            None => return,
            Some(Polled::TookIn(count)) => round.taken_in += count,
            Some(Polled::Failed(words, retry_after_s)) => {
                round.failed += 1;
                self.fail(&source, &words, retry_after_s).await;
            }
        }
        round.polled += 1;
    }

    /// None where somebody else has it.
    async fn claim_and_poll(&self, source: &Source) -> Option<Polled> {
        match self.claim(source).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::error!(source.id, "a source cannot be claimed: {error}");
                return None;
            }
        }
        match tokio::time::timeout(POLL_TIMEOUT, self.poll(source)).await {
            Ok(polled) => {
                if let Polled::TookIn(count) = polled {
                    telemetry::source_polled(&source.id, "ok", count as u64);
                }
                Some(polled)
            }
            Err(_) => Some(Polled::Failed(format!("it took longer than {} s", POLL_TIMEOUT.as_secs()), None)),
        }
    }

    async fn claim(&self, source: &Source) -> Result<bool, store::Error> {
        let now = self.store_now().await?;
        self.store.sources.claim(&source.id, now, now.plus_ms(CLAIM_MS)).await
    }

    /// By this clock sources fall due and are claimed: a process whose own is wrong must not take what another polls.
    async fn store_now(&self) -> Result<Instant, store::Error> {
        self.clock.of_store(&self.store).await
    }

    async fn fail(&self, source: &Source, words: &str, retry_after_s: Option<u64>) {
        telemetry::source_polled(&source.id, "failed", 0);
        let failures = source.error_count.saturating_add(1);
        let wait_s = sources::schedule::backoff_s(failures, retry_after_s, random_fraction(), self.limits);
        let wait_ms = i64::try_from(wait_s).unwrap_or(i64::MAX / 2000) * 1000;
        let words = without_address(words);
        match failures {
            1 => tracing::info!(source.id, "not read: {words}"),
            _ => tracing::debug!(source.id, failures, "not read: {words}"),
        }
        let recording = async {
            let due = self.store_now().await?.plus_ms(wait_ms);
            self.store.sources.record_failure(&source.id, &words, due).await
        };
        if let Err(error) = recording.await {
            tracing::error!(source.id, "a failure cannot be recorded: {error}");
        }
    }
}

/// An address may hold a token, and the page of health is public.
fn without_address(words: &str) -> String {
    const BEFORE: &str = " for url (";
    let found = words.find(BEFORE).and_then(|start| {
        let end = start + BEFORE.len() + words[start + BEFORE.len()..].find(')')?;
        Some(format!("{}{}", &words[..start], &words[end + 1..]))
    });
    found.unwrap_or_else(|| words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_do_not_reach_the_page_of_health() {
        let words = "the fetch failed: error sending request for url (https://a.example/?token=s): refused";
        assert_eq!(without_address(words), "the fetch failed: error sending request: refused");
        assert_eq!(without_address("the server answers 503"), "the server answers 503");
        assert_eq!(without_address("cut off for url (https"), "cut off for url (https");
    }
}
