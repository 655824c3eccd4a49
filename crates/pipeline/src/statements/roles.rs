//! The role of somebody whom an article does not introduce.

use std::collections::BTreeMap;

use anyhow::Context;
use domain::{Cohort, Day, DayRange, Instant, Marks, SpeakerId};
use store::Store;

/// A role that others state is looked for this far away.
const MAX_ROLE_APART_DAYS: i64 = 30;
/// How sure a role is that an article states, or that everybody knows. What only follows from the kind of a name is less sure.
const STATED: f32 = 0.8;
/// A role that is less sure than this gives way to what others state.
const UNSURE: f32 = 0.7;
/// How sure a role is that only other articles state.
pub(super) const STATED_ELSEWHERE: f32 = 0.65;

/// Somebody whom an article does not introduce has the role in which others quote that person most often.
pub async fn carry(
    store: &Store,
    batch: &mut [(Instant, &mut Marks)],
    speakers: &[SpeakerId],
    first: Day,
    last: Day,
) -> anyhow::Result<()> {
    let range = DayRange::inclusive(first.plus(-MAX_ROLE_APART_DAYS), last.plus(MAX_ROLE_APART_DAYS));
    let Some(days) = range else { return Ok(()) };
    let mut counts: BTreeMap<(SpeakerId, Cohort), i64> = BTreeMap::new();
    let stated = store.statements.roles(speakers, days, STATED).await;
    for (speaker, role, count) in stated.context("cannot look for the roles of speakers")? {
        *counts.entry((speaker, role)).or_default() += count;
    }
    for statement in batch.iter().flat_map(|(_, marks)| &marks.statements) {
        if let (Some(role), [speaker]) = (statement.cohort, &statement.speakers[..])
            && statement.confidence >= STATED
        {
            *counts.entry((SpeakerId::of_name(&speaker.name), role)).or_default() += 1;
        }
    }
    for statement in batch.iter_mut().flat_map(|(_, marks)| &mut marks.statements) {
        let [speaker] = &statement.speakers[..] else { continue };
        // One article may guess that a name is a firm's where others introduce the person; a single word is seldom a person's name.
        let may_be_person = speaker.is_person || speaker.name.contains(' ');
        if statement.confidence >= UNSURE || !may_be_person {
            continue;
        }
        let id = SpeakerId::of_name(&speaker.name);
        let own = Cohort::ALL.iter().filter_map(|role| Some((*role, *counts.get(&(id, *role))?)));
        // Of roles that are stated equally often the first of the list.
        let most = own.reduce(|most, other| if other.1 > most.1 { other } else { most });
        if let Some((role, _)) = most {
            (statement.cohort, statement.confidence) = (Some(role), STATED_ELSEWHERE);
            statement.speakers[0].is_person = true;
        }
    }
    Ok(())
}
