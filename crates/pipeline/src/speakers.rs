//! What an operator says about people: who is who, in which role, and whose words are taken down. Each change holds for the
//! past too, and the audit log tells of it.

use domain::{Cohort, SpeakerId};
use store::Store;
use store::audit_log::{Action, Change, Origin};
use store::statements::Speaker;

use crate::told::told;

const FAILED: Action = Action::SpeakerChangeFailed;

/// A speaker by id or by any spelling of the name.
pub async fn find(store: &Store, name: &str) -> Result<Option<Speaker>, store::Error> {
    if let Some(id) = SpeakerId::parse(name)
        && let Some(found) = store.statements.speaker(id).await?
    {
        return Ok(Some(found));
    }
    store.statements.speaker(SpeakerId::of_name(name)).await
}

/// One person under two names becomes one speaker; false where one of them is gone.
pub async fn merge(
    store: &Store,
    origin: &Origin,
    from: &Speaker,
    into: &Speaker,
) -> Result<bool, store::Error> {
    let change = Change::new(Action::SpeakerMerged, target(from)).after(target(into));
    told(store, origin, change, FAILED, async {
        Ok(store.statements.merge(from.id, into.id).await?.is_some())
    })
    .await
}

/// A name that leads to another speaker is one of its own again, and stays so; false where it leads to nobody else.
pub async fn split(
    store: &Store,
    origin: &Origin,
    name: &str,
    speaker: &Speaker,
) -> Result<bool, store::Error> {
    let id = SpeakerId::of_name(name);
    if id == speaker.id {
        return Ok(false);
    }
    let change = Change::new(Action::SpeakerSplit, target(speaker)).after(name);
    told(store, origin, change, FAILED, async { Ok(store.statements.separate(id).await?.is_some()) }).await
}

/// Another name or role, whatever articles state; a role of none leaves it to them again.
pub async fn correct(
    store: &Store,
    origin: &Origin,
    speaker: &Speaker,
    name: Option<&str>,
    role: Option<Option<Cohort>>,
) -> Result<bool, store::Error> {
    let shown = |name: &str, role: Option<Cohort>| match role {
        Some(role) => format!("{name}, {}", role.name()),
        None => name.to_owned(),
    };
    let after = shown(name.unwrap_or(&speaker.name), role.unwrap_or(speaker.cohort));
    let change = Change::new(Action::SpeakerCorrected, target(speaker));
    let change = change.before(shown(&speaker.name, speaker.cohort)).after(after);
    told(store, origin, change, FAILED, store.statements.correct(speaker.id, name, role)).await
}

/// Takes a speaker down, or takes that back.
pub async fn suppress(
    store: &Store,
    origin: &Origin,
    speaker: &Speaker,
    suppressed: bool,
) -> Result<bool, store::Error> {
    let action = if suppressed { Action::SpeakerSuppressed } else { Action::SpeakerAllowed };
    told(store, origin, Change::new(action, target(speaker)), FAILED, async {
        Ok(store.statements.suppress(speaker.id, suppressed).await?.is_some())
    })
    .await
}

fn target(speaker: &Speaker) -> String {
    format!("{} ({})", speaker.name, speaker.id)
}
