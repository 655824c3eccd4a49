//! What one article cannot know of its statements: which of them others report too, and the role of somebody whom it does
//! not introduce. Both follow from what the store has of the speaker from the days around it.

use std::collections::{BTreeMap, HashMap};

use analysis::statements::same;
use anyhow::Context;
use domain::time::MS_PER_DAY;
use domain::{Cohort, Day, DayRange, Instant, Marks, SpeakerId};
use store::Store;
use store::documents::ReadDocument;

/// Outlets repeat each other within a week.
const MAX_APART_DAYS: i64 = 7;
/// Statements of the store that one batch is compared with, newest first.
const MAX_NEAR: usize = 20_000;

/// A role that others state is looked for this far away.
const MAX_ROLE_APART_DAYS: i64 = 30;
/// How sure a role is that an article states.
const STATED: f32 = 0.7;
/// How sure a role is that only other articles state.
const STATED_ELSEWHERE: f32 = 0.65;

/// What was said, when, and to which group it belongs.
struct Known {
    at: Instant,
    group: u64,
    shingles: Vec<u32>,
}

/// Gives statements that were made before the group of those; the batch is compared with itself too, in its order.
pub async fn group(store: &Store, batch: &mut [(Instant, &mut Marks)]) -> anyhow::Result<()> {
    let speakers = speakers(batch);
    let times = batch.iter().filter(|(_, marks)| !marks.statements.is_empty()).map(|(at, _)| at.day());
    let (Some(first), Some(last)) = (times.clone().min(), times.max()) else { return Ok(()) };
    let Some(days) = DayRange::inclusive(first.plus(-MAX_APART_DAYS), last.plus(MAX_APART_DAYS)) else {
        return Ok(());
    };
    carry_roles(store, batch, &speakers, first, last).await?;
    let near = store
        .statements
        .near(&speakers, days, MAX_NEAR)
        .await
        .context("cannot look for what was said before")?;
    let mut known: HashMap<SpeakerId, Vec<Known>> = HashMap::new();
    for one in near {
        let row = Known { at: one.published_at, group: one.group, shingles: one.shingles };
        known.entry(one.speaker).or_default().push(row);
    }
    for (at, marks) in batch {
        for statement in &mut marks.statements {
            let ids: Vec<SpeakerId> =
                statement.speakers.iter().map(|speaker| SpeakerId::of_name(&speaker.name)).collect();
            let before = ids.iter().filter_map(|id| known.get(id)).flatten().find(|one| {
                one.at.since(*at).abs() <= MAX_APART_DAYS * MS_PER_DAY
                    && same(&one.shingles, &statement.shingles)
            });
            if let Some(before) = before {
                statement.group = before.group;
            }
            for id in ids {
                let row = Known { at: *at, group: statement.group, shingles: statement.shingles.clone() };
                known.entry(id).or_default().push(row);
            }
        }
    }
    Ok(())
}

/// Somebody whom an article does not introduce has the role in which others quote that person most often.
async fn carry_roles(
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
        if statement.confidence >= STATED || !speaker.is_person {
            continue;
        }
        let id = SpeakerId::of_name(&speaker.name);
        let own = Cohort::ALL.iter().filter_map(|role| Some((*role, *counts.get(&(id, *role))?)));
        // Of roles that are stated equally often the first of the list.
        let most = own.reduce(|most, other| if other.1 > most.1 { other } else { most });
        if let Some((role, _)) = most {
            (statement.cohort, statement.confidence) = (Some(role), STATED_ELSEWHERE);
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
