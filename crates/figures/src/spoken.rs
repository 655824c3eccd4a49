//! What was said on counted days: by whom in known roles, and by anybody.
//!
//! Both lie in the store beside the counts, apart from them, so that a question about speakers reads nothing else of a day. Of a
//! day that an earlier version counted they are made from its counts or its documents, until who counts has kept them.

use std::sync::Arc;

use domain::{Day, DayRange};
use indices::rollup::{self, Quote, SaidDay, SaidInput, Voices};
use runtime::error::ApiError;
use runtime::off_thread::off_thread;
use store::Store;
use store::documents::{DayDocument, outlet_id};
use store::rollups::Spoken;
use store::statements::DayStatement;

use crate::Figures;
use crate::whole::{PAGE, recount};

/// What is kept of a day whose voices were counted from these documents.
pub fn of_counted(voices: &Voices, documents: &[DayDocument]) -> Spoken {
    Spoken { voices: rollup::encode_voices(voices), said: said(documents) }
}

fn said(documents: &[DayDocument]) -> Vec<u8> {
    let quoting = documents.iter().filter(|document| !document.statements.is_empty());
    let inputs: Vec<SaidInput<'_>> = quoting
        .map(|document| SaidInput {
            outlet: outlet_id(&document.outlet),
            at_ms: document.published_at.since(document.published_at.day().start()) as u32,
            quotes: document.statements.iter().map(quote).collect(),
        })
        .collect();
    rollup::encode_said(&inputs)
}

fn quote(statement: &DayStatement) -> Quote<'_> {
    Quote {
        speaker: statement.speaker.bytes(),
        cohort: statement.cohort,
        about: statement.target.as_ref().map(|target| (target.kind, target.name.as_str())),
        affiliation: &statement.affiliation,
        tone: statement.tone,
        group: statement.group,
    }
}

/// Goes through what was said in known roles on the counted days of a range, in their order.
pub async fn each_voices(
    store: &Store,
    figures: &Figures,
    range: DayRange,
    mut take: impl FnMut(Day, &Voices) + Send,
) -> Result<(), ApiError> {
    let Some(held) = figures.ask(|cube| cube.covered(range)) else { return Ok(()) };
    for page in pages(held) {
        let (version, generation) = (figures.version(), figures.generation());
        for (day, voices) in read(store, figures, page).await? {
            figures.keep_of(day, version, generation, || figures.voices.keep(day, &voices));
            take(day, &voices);
        }
    }
    Ok(())
}

/// What was said in known roles on the counted days of a range, in their order.
pub(crate) async fn read(
    store: &Store,
    figures: &Figures,
    range: DayRange,
) -> Result<Vec<(Day, Arc<Voices>)>, ApiError> {
    let counted: Vec<Day> = figures.ask(|cube| cube.days(range).map(|(day, _)| day).collect());
    let mut known = figures.voices.find(range);
    let mut missing = counted.iter().filter(|day| !known.contains_key(day));
    if let Some(first) = missing.next() {
        let last = missing.next_back().unwrap_or(first);
        let days = DayRange::inclusive(*first, *last).unwrap_or(DayRange::single(*first));
        known.extend(read_voices(store, figures, days).await?);
    }
    Ok(counted.into_iter().filter_map(|day| Some((day, known.remove(&day)?))).collect())
}

async fn read_voices(
    store: &Store,
    figures: &Figures,
    days: DayRange,
) -> Result<Vec<(Day, Arc<Voices>)>, ApiError> {
    let found = store.rollups.voices_of_days(days).await?;
    let decode = move || {
        let decoded = found.iter().map(|one| {
            let voices = one.spoken.as_deref().and_then(|bytes| rollup::decode_voices(bytes).ok());
            (one.day, voices.map(Arc::new))
        });
        decoded.collect::<Vec<_>>()
    };
    let mut read = Vec::new();
    for (day, voices) in off_thread(decode).await? {
        match voices {
            Some(voices) => read.push((day, voices)),
            None => {
                let Some(whole) = store.rollups.of_days(DayRange::single(day)).await?.pop() else { continue };
                match rollup::decode(&whole.counts) {
                    Ok(whole) => read.push((day, Arc::new(whole.voices))),
                    Err(error) => {
                        return Err(recount(store, &figures.whole, vec![(day, whole.seq, error)]).await);
                    }
                }
            }
        }
    }
    Ok(read)
}

/// Goes through what anybody said on the counted days of a range, in their order.
pub async fn each_said(
    store: &Store,
    range: DayRange,
    mut take: impl FnMut(Day, &SaidDay<'_>) + Send,
) -> Result<(), ApiError> {
    let Some(stored) = store.documents.days_covered().await? else { return Ok(()) };
    let (first, last) = (range.first().max(stored.first()), range.last().min(stored.last()));
    let Some(days) = DayRange::inclusive(first, last) else { return Ok(()) };
    for page in pages(days) {
        for one in store.rollups.said_on_days(page).await? {
            if let Some(said) = one.spoken.as_deref().and_then(|bytes| SaidDay::read(bytes).ok()) {
                take(one.day, &said);
                continue;
            }
            let documents = store.documents.of_day(one.day).await?;
            let bytes = off_thread(move || said(&documents)).await?;
            if let Ok(said) = SaidDay::read(&bytes) {
                take(one.day, &said);
            }
        }
    }
    Ok(())
}

/// The days of a range, a few at a time: however long it is, no more than these are held.
pub(crate) fn pages(range: DayRange) -> impl Iterator<Item = DayRange> {
    let firsts = std::iter::successors(Some(range.first()), |first| Some(first.plus(PAGE)));
    firsts
        .take_while(move |first| *first <= range.last())
        .filter_map(move |first| DayRange::inclusive(first, first.plus(PAGE - 1).min(range.last())))
}
