//! Who is quoted over some days, from what was kept of each day.

use domain::{DayRange, SpeakerId};
use figures::spoken;
use indices::answers::speakers::{By, Quoted, Reported, SpeakerReach};
use interface::App;
use runtime::error::ApiError;
use store::statements::{NamedSpeaker, RankedSpeaker, SpeakerOrder, StatementFilter};

/// How many times more are counted where the first were not enough.
const MORE: usize = 8;

/// The first speakers of a range. What was stored since a day was last counted is not among it, as in every daily answer.
pub async fn ranked(
    app: &App,
    days: DayRange,
    filter: &StatementFilter,
    order: SpeakerOrder,
    limit: u32,
) -> Result<Vec<RankedSpeaker>, ApiError> {
    let firm = |name: &String| SpeakerId::of_name(name).bytes();
    let reported = Reported {
        cohort: filter.cohort,
        about: filter.target.as_ref().map(|target| (target.kind, target.name.as_str())),
        affiliation: filter.affiliation.as_ref().map(|name| (name.as_str(), firm(name))),
    };
    let by = match order {
        SpeakerOrder::Reach => By::Reach,
        SpeakerOrder::Statements => By::Statements,
    };
    let mut reach = SpeakerReach::new(reported);
    spoken::each_said(&app.store, days, |day, said| reach.add(day, said)).await?;
    let ranks = reach.ranked(by);
    let wanted = limit as usize;
    let mut enough = wanted;
    let first = loop {
        let mut counted = ranks.leading(enough);
        spoken::each_said(&app.store, days, |_, said| counted.add(said)).await?;
        match ranks.first(counted, wanted) {
            Some(first) => break first,
            None => enough = enough.saturating_mul(MORE),
        }
    };
    named(app, first).await
}

async fn named(app: &App, quoted: Vec<Quoted>) -> Result<Vec<RankedSpeaker>, ApiError> {
    let ids: Vec<SpeakerId> = quoted.iter().map(|one| SpeakerId::from_bytes(one.speaker)).collect();
    let named = app.store.statements.named(&ids).await?;
    let rows = quoted.into_iter().filter_map(|one| {
        let id = SpeakerId::from_bytes(one.speaker);
        let NamedSpeaker { name, is_person, cohort, .. } = named.iter().find(|known| known.id == id)?.clone();
        Some(RankedSpeaker {
            id,
            name,
            is_person,
            cohort,
            statements: one.statements,
            articles: one.articles,
            outlets: one.outlets,
            positive: one.positive,
            negative: one.negative,
            last_at: one.last_at,
        })
    });
    Ok(rows.collect())
}
