//! Tells each digest once, when its time has come.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::Instant;
use domain::time::MS_PER_DAY;
use interface::App;
use runtime::followers::{Follower, Progress, StepContext};
use store::digests::DueDigest;

use super::{content, schedule};

/// Between two looks for what is due.
const EVERY: Duration = Duration::from_secs(20);
/// Digests that are looked at together.
const BATCH: usize = 50;
/// One that could not be told for so long is left out: nobody reads yesterday's.
const MAX_LATE_MS: i64 = MS_PER_DAY / 2;

pub struct DigestFollower {
    pub app: Arc<App>,
}

impl DigestFollower {
    /// Tells what is due; returns how many that was.
    pub async fn look(&self) -> anyhow::Result<u64> {
        let now = self.app.clock.now();
        let due =
            self.app.store.digests.due(now, BATCH).await.context("cannot read which digests are due")?;
        let mut told = 0;
        for one in due {
            told += u64::from(self.tell(&one, now).await?);
        }
        Ok(told)
    }

    async fn tell(&self, due: &DueDigest, now: Instant) -> anyhow::Result<bool> {
        let next = schedule::next_after(&due.digest.definition, now)?;
        // A new or changed one waits for its next hour.
        let is_due = due.next_at.ms() > 0 && now.ms() - due.next_at.ms() <= MAX_LATE_MS;
        let event = match is_due {
            true => {
                let event = content::event(&self.app, due, due.next_at, now).await;
                Some(event.map_err(|error| anyhow::anyhow!("cannot write a digest: {}", error.detail))?)
            }
            false => None,
        };
        let written = self.app.store.digests.advance(due, next, event.as_slice()).await;
        Ok(written.context("cannot write a digest down")? && is_due)
    }
}

impl Follower for DigestFollower {
    const NAME: &'static str = "digests";
    const LEASED: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        Ok(Progress::done(self.look().await?, EVERY))
    }
}
