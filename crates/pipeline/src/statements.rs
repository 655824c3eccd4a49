//! What one article cannot know of its statements: which of them others report too, the role of somebody whom it does not
//! introduce, and that others write the same person's name in another form. All follow from what the store has of the speaker.

mod forms;
mod reports;
mod roles;

use std::collections::HashMap;

use anyhow::Context;
use domain::{DayRange, Instant, Marks, SpeakerId};
use store::Store;
use store::documents::ReadDocument;

use crate::digest::VERSION;
use reports::{Known, MAX_APART_DAYS, SaidBefore, new_group};

/// Statements of the store that one batch is compared with, newest first.
const MAX_NEAR: usize = 20_000;

/// Gives statements that were made before the group of those; the batch is compared with itself too, in its order.
pub async fn group(store: &Store, batch: &mut [(Instant, &mut Marks)]) -> anyhow::Result<()> {
    let speakers = speakers(batch);
    let times = batch.iter().filter(|(_, marks)| !marks.statements.is_empty()).map(|(at, _)| at.day());
    let (Some(first), Some(last)) = (times.clone().min(), times.max()) else { return Ok(()) };
    // All reports of whatever was also reported within a week.
    let Some(days) = DayRange::inclusive(first.plus(-2 * MAX_APART_DAYS), last.plus(2 * MAX_APART_DAYS))
    else {
        return Ok(());
    };
    // Somebody under two names is better than a document that is not taken in.
    if let Err(error) = forms::unite(store, batch, first, last).await {
        tracing::warn!("cannot look for other forms of names: {error:#}");
    }
    roles::carry(store, batch, &speakers, first, last).await?;
    let near = store
        .statements
        .near(&speakers, days, VERSION, MAX_NEAR)
        .await
        .context("cannot look for what was said before")?;
    let mut known: HashMap<SpeakerId, SaidBefore> = HashMap::new();
    for one in near {
        let row = Known { at: one.published_at, group: one.group, text: one.text, shingles: one.shingles };
        known.entry(one.speaker).or_default().add(row);
    }
    for (at, marks) in batch {
        for statement in &mut marks.statements {
            let ids: Vec<SpeakerId> =
                statement.speakers.iter().map(|speaker| SpeakerId::of_name(&speaker.name)).collect();
            let before =
                ids.iter().filter_map(|id| known.get(id)).find_map(|said| said.group_of(*at, statement));
            statement.group = before.unwrap_or_else(|| new_group(statement.group, at.day()));
            for id in ids {
                known.entry(id).or_default().add(Known {
                    at: *at,
                    group: statement.group,
                    text: statement.text.clone(),
                    shingles: statement.shingles.clone(),
                });
            }
        }
    }
    Ok(())
}

/// The same for documents that were read, each with the time at which it was published.
pub async fn group_read(store: &Store, read: &mut [ReadDocument], times: &[Instant]) -> anyhow::Result<()> {
    let mut marked: Vec<(Instant, &mut Marks)> =
        times.iter().copied().zip(read.iter_mut().map(|one| &mut one.marks)).collect();
    group(store, &mut marked).await
}

/// Everybody who speaks in the batch, each once.
fn speakers(batch: &[(Instant, &mut Marks)]) -> Vec<SpeakerId> {
    let statements = batch.iter().flat_map(|(_, marks)| &marks.statements);
    let mut ids: Vec<SpeakerId> = statements
        .flat_map(|statement| &statement.speakers)
        .map(|speaker| SpeakerId::of_name(&speaker.name))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
#[path = "statements_tests.rs"]
mod tests;
