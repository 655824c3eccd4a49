//! Looks for what is new, once for all streams of the process.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use figures::news::Newest;
use interface::App;
use runtime::followers::{Follower, Progress, StepContext};

const EVERY: Duration = Duration::from_millis(500);

pub struct NewsFollower {
    pub app: Arc<App>,
}

impl NewsFollower {
    pub async fn look(&self) -> anyhow::Result<()> {
        let event = self.app.store.events.newest().await.context("cannot read the newest event")?;
        let document = i64::try_from(self.app.finder.indexed_seq()).unwrap_or(i64::MAX);
        self.app.figures.news.tell(Newest { event, document });
        Ok(())
    }
}

impl Follower for NewsFollower {
    const NAME: &'static str = "news";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        self.look().await?;
        Ok(Progress::done(0, EVERY))
    }
}
