//! Delivers to every endpoint that something waits for. Each has a task of its own: one that hangs holds up nobody else.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use interface::App;
use runtime::followers::{Follower, Progress, StepContext};
use tokio::task::JoinSet;

use super::deliver::{MAX_AT_ONCE, deliver};
use super::send::Sender;

/// Between two looks for what waits.
const EVERY: Duration = Duration::from_millis(500);
/// Endpoints that are looked at together.
const BATCH: usize = 4 * MAX_AT_ONCE;

pub struct WebhookFollower {
    app: Arc<App>,
    sender: Option<Arc<Sender>>,
    /// Dropped with the follower, and with it whatever is under way: an attempt that is not written down is made again.
    tasks: JoinSet<(String, anyhow::Result<u64>)>,
    busy: HashSet<String>,
}

impl WebhookFollower {
    pub fn new(app: Arc<App>) -> WebhookFollower {
        WebhookFollower { app, sender: None, tasks: JoinSet::new(), busy: HashSet::new() }
    }

    fn finished(&mut self, done: (String, anyhow::Result<u64>)) -> u64 {
        let (id, delivered) = done;
        self.busy.remove(&id);
        delivered.unwrap_or_else(|error| {
            tracing::warn!(webhook = id, "cannot deliver to an endpoint: {error:#}");
            0
        })
    }

    async fn begin(&mut self) -> anyhow::Result<()> {
        let sender = match &self.sender {
            Some(sender) => Arc::clone(sender),
            None => Arc::clone(self.sender.insert(Arc::new(Sender::new(&self.app.config)?))),
        };
        let due = self.app.store.webhooks.due(self.app.clock.now(), BATCH).await;
        for due in due.context("cannot read which endpoints wait")? {
            if self.busy.len() >= MAX_AT_ONCE {
                break;
            }
            let id = due.webhook.id.clone();
            if self.busy.insert(id.clone()) {
                let (app, sender) = (Arc::clone(&self.app), Arc::clone(&sender));
                self.tasks.spawn(async move { (id, deliver(&app, &sender, due).await) });
            }
        }
        Ok(())
    }

    /// Everything that can be delivered now; returns how many events that was.
    pub async fn catch_up(&mut self) -> anyhow::Result<u64> {
        let mut delivered = 0;
        loop {
            self.begin().await?;
            match self.tasks.join_next().await {
                Some(done) => {
                    let (id, one) = done?;
                    delivered += one?;
                    self.busy.remove(&id);
                }
                None => return Ok(delivered),
            }
        }
    }
}

impl Follower for WebhookFollower {
    const NAME: &'static str = "webhooks";
    const LEASED: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let mut delivered = 0;
        while let Some(done) = self.tasks.try_join_next() {
            delivered += self.finished(done?);
        }
        self.begin().await?;
        Ok(Progress::done(delivered, EVERY))
    }
}
