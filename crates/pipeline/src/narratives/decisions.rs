//! Doing what operators decided about narratives.

use std::collections::BTreeSet;

use analysis::narratives::NarrativeId;
use analysis::stories::StoryId;
use runtime::followers::StepContext;
use store::Store;
use store::narratives::{Decided, Decision};

use super::memory::{Memory, Written, story_id};

/// Does what was decided, one after the other, each stored with its being done. What no longer applies is passed over.
pub async fn apply(
    store: &Store,
    mut memory: Memory,
    decided: &[Decided],
    context: &StepContext,
) -> anyhow::Result<Memory> {
    for one in decided {
        let done = NarrativeId::parse(&one.narrative).and_then(|id| decide(&mut memory, id, &one.decision));
        done.unwrap_or_default().store(store, &mut memory, one.number, context).await?;
    }
    Ok(memory)
}

fn decide(memory: &mut Memory, id: NarrativeId, decision: &Decision) -> Option<Written> {
    match decision {
        Decision::Unpin => {
            memory.grower.pin(id, false);
            Some(memory.decided(&[], &BTreeSet::from([id])))
        }
        Decision::Rename(_) | Decision::Pin | Decision::Mute | Decision::Unmute => {
            memory.grower.pin(id, true);
            Some(memory.decided(&[], &BTreeSet::from([id])))
        }
        Decision::MergeInto(other) => {
            let into = NarrativeId::parse(other)?;
            let moved = memory.grower.merge(id, into)?;
            memory.forget_row(id);
            Some(memory.decided(&moved, &BTreeSet::from([into])).with_gone(id, into))
        }
        Decision::Split(stories) => {
            let stories: BTreeSet<StoryId> = stories.iter().filter_map(|story| story_id(story)).collect();
            let new = memory.grower.split(id, &stories)?;
            let moved: Vec<StoryId> = stories.into_iter().collect();
            Some(memory.decided(&moved, &BTreeSet::from([id, new])))
        }
    }
}
