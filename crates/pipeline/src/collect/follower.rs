//! The collector at work: what waits, what is being asked, step by step until the service stops.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;
use store::{Source, Store};
use tokio::sync::OnceCell;
use tokio::task::{Id, JoinSet};

use super::waiting::Waiting;
use super::{
    Collector, FIRST_WINDOW_S, LOOK_EVERY, MAX_WAITING, Polled, Round, STOP_GRACE, catalog, quarantine,
};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::{Follower, Progress, StepContext};

/// Keeps asking the sources that are due. The collector outlives a failure: it knows which pages are unfinished.
pub struct CollectFollower {
    store: Store,
    clock: Clock,
    config: Config,
    collector: Arc<OnceCell<Arc<Collector>>>,
    polling: Option<Polling>,
}

impl CollectFollower {
    pub fn new(
        store: Store,
        clock: Clock,
        config: Config,
        collector: Arc<OnceCell<Arc<Collector>>>,
    ) -> CollectFollower {
        CollectFollower { store, clock, config, collector, polling: None }
    }

    /// Merges the lists that the settings name.
    async fn begin(&self) -> anyhow::Result<Arc<Collector>> {
        let collector = Collector::new(self.store.clone(), self.clock.clone(), &self.config)?;
        let added = collector.merge(&catalog::entries(&self.config)?).await?;
        catalog::tidy(&self.store, &self.config).await?;
        quarantine::release_others(&self.store).await?;
        if added > 0 {
            tracing::info!(
                "{added} sources are new and will be asked within {} minutes",
                FIRST_WINDOW_S / 60
            );
        }
        if !collector.names_contact {
            tracing::warn!(
                "collect_contact is not set: filings are not fetched, the SEC wants to know who asks"
            );
        }
        Ok(Arc::new(collector))
    }
}

impl Follower for CollectFollower {
    const NAME: &'static str = "collecting";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let collector = Arc::clone(self.collector.get_or_try_init(|| self.begin()).await?);
        let polling = self.polling.get_or_insert_with(|| Polling::new(collector.per_host));
        polling.fill(&collector).await?;
        let before = polling.round.taken_in;
        let until = tokio::time::Instant::now() + LOOK_EVERY;
        while polling.advance(&collector, Some(until)).await {}
        let pause = until.saturating_duration_since(tokio::time::Instant::now());
        let done = (polling.round.taken_in - before) as u64;
        Ok(Progress { behind: polling.waiting.len() as u64, ..Progress::done(done, pause) })
    }

    async fn stop(&mut self) {
        let Some(polling) = &mut self.polling else { return };
        let rest = async { while polling.running.join_next().await.is_some() {} };
        if tokio::time::timeout(STOP_GRACE, rest).await.is_err() {
            // Documents and cursor move together: what is cut off here is asked for again.
            polling.running.abort_all();
        }
    }
}

/// What waits for its turn and what is being asked.
pub(super) struct Polling {
    waiting: Waiting,
    running: JoinSet<Option<Polled>>,
    tasks: HashMap<Id, Source>,
    pub(super) round: Round,
}

impl Polling {
    pub(super) fn new(per_host: usize) -> Polling {
        Polling {
            waiting: Waiting::new(per_host),
            running: JoinSet::new(),
            tasks: HashMap::new(),
            round: Round::default(),
        }
    }

    /// Takes up what is due by now.
    pub(super) async fn fill(&mut self, collector: &Collector) -> anyhow::Result<()> {
        let now = collector.store_now().await.context("cannot poll due sources")?;
        let due = collector.store.sources.list_due(now, MAX_WAITING).await;
        self.waiting.fill(due.context("cannot poll due sources")?);
        Ok(())
    }

    /// Asks as many sources as may be asked at once, and waits until one of them is done; false where none is left, or
    /// none is done by `until`.
    pub(super) async fn advance(
        &mut self,
        collector: &Arc<Collector>,
        until: Option<tokio::time::Instant>,
    ) -> bool {
        while self.running.len() < collector.at_once
            && let Some(source) = self.waiting.next()
        {
            let (collector, given) = (Arc::clone(collector), source.clone());
            let task = self.running.spawn(async move { collector.claim_and_poll(&given).await });
            self.tasks.insert(task.id(), source);
        }
        let over = async {
            match until {
                Some(until) => tokio::time::sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        let ended = tokio::select! {
            ended = self.running.join_next_with_id() => ended,
            () = over => None,
        };
        let Some(ended) = ended else { return false };
        collector.ended(ended, &mut self.tasks, &mut self.waiting, &mut self.round).await;
        true
    }
}
