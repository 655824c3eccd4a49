//! Notices that the store is another, or was put back from a backup, under a running service.
//!
//! What the service holds in memory is then of a history that never happened: figures are read anew, the index is not
//! asked until it was rebuilt, and every follower begins anew.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use search::Finder;
use store::Store;
use store::identity::{Mark, Standing};

use figures::Figures;
use runtime::followers::{Board, Follower, Progress, StepContext};

const EVERY: Duration = Duration::from_millis(500);

pub struct IdentityFollower {
    pub store: Store,
    pub finder: Arc<Finder>,
    pub figures: Arc<Figures>,
    pub followers: Arc<Board>,
    /// As of the last look, in this or an earlier life of this follower.
    pub mark: Arc<tokio::sync::Mutex<Option<Mark>>>,
}

impl Follower for IdentityFollower {
    const NAME: &'static str = "identity";
    const ESSENTIAL: bool = true;

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let identity = &self.store.identity;
        let mut mark = self.mark.lock().await;
        let standing = match mark.as_ref() {
            Some(mark) => identity.check(mark).await,
            None => identity.mark().await.map(Standing::Same),
        };
        match standing.context("cannot read the store's identity")? {
            Standing::Same(present) => *mark = Some(present),
            changed => {
                let what = if changed == Standing::Restored {
                    "was put back to an earlier state"
                } else {
                    "is another"
                };
                tracing::warn!("the store {what}: the index is rebuilt and everything else read anew");
                // Other processes on the store learn of it by the epoch.
                identity.begin_epoch().await.context("cannot begin an epoch")?;
                self.finder.set_trusted(false);
                self.figures.forget();
                *mark = Some(identity.mark().await.context("cannot read the store's identity")?);
                self.followers.restart_all();
            }
        }
        Ok(Progress::done(0, EVERY))
    }
}
