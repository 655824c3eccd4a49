//! What operators decide about narratives, with a line in the audit log.

use store::Store;
use store::audit_log::{Action, Change, Origin};
use store::narratives::{Decision, NarrativeRow};

use super::notes::Notes;
use crate::told::told;

/// What became of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Kept,
    /// There is no such narrative.
    Unknown,
    /// The narrative with this id is called so, and no two have one name.
    NameTaken(String),
}

/// Keeps a decision; a running service does what concerns stories within seconds.
pub async fn decide(
    store: &Store,
    origin: &Origin,
    narrative: &str,
    decision: &Decision,
) -> Result<Verdict, store::Error> {
    let Some(known) = store.narratives.find(narrative).await? else { return Ok(Verdict::Unknown) };
    // Before the log tells of it: what is refused was not decided.
    if let Decision::Rename(name) = decision
        && let Some(other) = store.narratives.other_called(name, &known.id).await?
    {
        return Ok(Verdict::NameTaken(other.id));
    }
    let change =
        Change::new(Action::NarrativeDecided, &known.id).before(shown(&known)).after(after(decision));
    let work = store.narratives.decide(&known.id, decision);
    let kept = told(store, origin, change, Action::NarrativeChangeFailed, work).await?;
    Ok(if kept { Verdict::Kept } else { Verdict::Unknown })
}

/// Stories of a narrative for people: id and a title, where it is remembered.
pub async fn stories(
    store: &Store,
    narrative: &str,
    limit: usize,
) -> Result<Vec<(String, String)>, store::Error> {
    let stories = store.narratives.stories(narrative, limit).await?.into_iter();
    let title = |notes: &str| Notes::read(notes).titles.into_iter().next().unwrap_or_default();
    Ok(stories.map(|(story, notes)| (story, title(&notes))).collect())
}

fn shown(row: &NarrativeRow) -> String {
    let name = row.shown_name();
    format!("name={name:?} pinned={} muted={}", row.pinned, row.muted)
}

fn after(decision: &Decision) -> String {
    match decision {
        Decision::Rename(name) => format!("name={name:?}"),
        Decision::MergeInto(other) => format!("merged into {other}"),
        Decision::Split(stories) => format!("split off {} stories", stories.len()),
        Decision::Pin => "pinned=true".to_owned(),
        Decision::Unpin => "pinned=false".to_owned(),
        Decision::Mute => "muted=true".to_owned(),
        Decision::Unmute => "muted=false".to_owned(),
    }
}
