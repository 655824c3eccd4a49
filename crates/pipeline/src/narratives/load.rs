//! Takes up what was written about narratives, by this process or another.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::hash::from_hex;
use figures::Figures;
use indices::narratives::Membership;
use runtime::followers::{Follower, Progress, StepContext};
use store::Store;
use store::narratives::StoryMembership;

/// Memberships that are taken up at once: readers get in between.
const BATCH: usize = 5_000;

/// Holds in memory which narratives there are and which stories each has.
pub struct NarrativeLoader {
    pub store: Store,
    pub figures: Arc<Figures>,
    pub poll: Duration,
}

impl Follower for NarrativeLoader {
    const NAME: &'static str = "memberships";

    async fn step(&mut self, _: &StepContext) -> anyhow::Result<Progress> {
        let loaded = match self.figures.loaded() {
            true => load(&self.store, &self.figures).await?,
            false => 0,
        };
        Ok(Progress::done(loaded, self.poll))
    }
}

/// Takes up what was written since the last look; returns how many stories were moved.
pub async fn load(store: &Store, figures: &Arc<Figures>) -> anyhow::Result<u64> {
    let mut seen = figures.narratives.revision();
    let revision =
        store.narratives.revision().await.context("cannot read how often narratives were changed")?;
    if revision == seen {
        return Ok(0);
    }
    let mut loaded = 0;
    loop {
        let batch = store.narratives.memberships_since(seen, BATCH).await;
        let batch = batch.context("cannot read which narratives stories are in")?;
        let Some((_, last)) = batch.last() else { break };
        seen = *last;
        loaded += batch.len() as u64;
        let moved = batch.iter().filter_map(|(story, _)| membership(story)).collect();
        let figures = Arc::clone(figures);
        tokio::task::spawn_blocking(move || figures.move_stories(moved)).await?;
    }
    let rows = store.narratives.list().await.context("cannot read narratives")?;
    figures.narratives.set(revision, rows);
    figures.changed();
    Ok(loaded)
}

fn membership(of: &StoryMembership) -> Option<([u8; 16], Membership)> {
    let id = |text: &Option<String>| text.as_deref().and_then(from_hex);
    Some((from_hex(&of.story)?, Membership { first: id(&of.narrative), second: id(&of.second) }))
}
