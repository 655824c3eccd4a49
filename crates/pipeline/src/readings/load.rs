//! Serves what was published last, by this process or another.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use figures::Figures;
use figures::portfolio::{Portfolio, Standing};
use runtime::followers::{Follower, Progress, StepContext};
use store::Store;

const EVERY: Duration = Duration::from_secs(1);

/// Also has something older to show while the counted days are read and the first round runs.
pub struct PublishedLoader {
    pub store: Store,
    pub figures: Arc<Figures>,
}

impl Follower for PublishedLoader {
    const NAME: &'static str = "published";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let loaded = self.load().await;
        // A store that is away says nothing of what it holds.
        let is_away = |error: &anyhow::Error| {
            error.downcast_ref::<store::Error>().is_some_and(store::Error::is_unavailable)
        };
        if loaded.as_ref().is_err_and(|error| !is_away(error)) {
            self.figures.portfolio_unreadable();
        }
        loaded.map(|loaded| Progress::done(u64::from(loaded), EVERY))
    }
}

impl PublishedLoader {
    async fn load(&self) -> anyhow::Result<bool> {
        let newest = self.store.readings.newest_quarter().await.context("cannot read what is published")?;
        let Some(newest) = newest else { return Ok(false) };
        if matches!(self.figures.portfolio(), Standing::Ready(portfolio) if portfolio.at >= newest) {
            return Ok(false);
        }
        let portfolio = Portfolio::load(&self.store, newest).await?;
        let found = portfolio.is_some();
        if let Some(portfolio) = portfolio {
            self.figures.publish(portfolio);
        }
        Ok(found)
    }
}
