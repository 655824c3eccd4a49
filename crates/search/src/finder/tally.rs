//! Matches counted by day, by hour and by outlet, from columns alone.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use domain::time::{MS_PER_DAY, MS_PER_HOUR};
use domain::{Instant, Sentiment};
use tantivy::columnar::ColumnValues;

use super::copies::visit_firsts;
use super::names::{Names, Numbers};
use super::patience::GiveUp;
use super::schema::{OUTLET, SENTIMENT_CODE, TONE, TONELESS, UNREAD};
use super::view::{Segment, View};
use crate::error::Error;
use crate::search::{DayTally, OutletTally, Search};

/// By day, the newest first.
pub fn tally(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Vec<DayTally>, Error> {
    let days = spans(view, search, MS_PER_DAY, give_up)?;
    Ok(days.into_iter().rev().map(|(_, tally)| tally).collect())
}

/// By hour, the oldest first, each with its beginning.
pub fn hours(
    view: &View,
    search: &Search<'_>,
    give_up: GiveUp<'_>,
) -> Result<Vec<(Instant, DayTally)>, Error> {
    spans(view, search, MS_PER_HOUR, give_up)
}

fn spans(
    view: &View,
    search: &Search<'_>,
    span_ms: i64,
    give_up: GiveUp<'_>,
) -> Result<Vec<(Instant, DayTally)>, Error> {
    let mut outlets = Numbers::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        columns.push(Columns::open(segment, &mut outlets).map_err(Error::Read)?);
    }
    let mut spans: BTreeMap<i64, (DayTally, HashSet<u32>)> = BTreeMap::new();
    visit_firsts(view, search, give_up, |segment, doc| {
        let columns = &columns[segment];
        let code = columns.sentiment_code.get_val(doc);
        if code == UNREAD {
            return Ok(());
        }
        let at = view.segments[segment].published_at_ms(doc);
        let start = at - at.rem_euclid(span_ms);
        let new = || (empty(Instant::from_ms(at).day()), HashSet::new());
        let (tally, seen) = spans.entry(start).or_insert_with(new);
        tally.count += 1;
        *counter(tally, code) += 1;
        tally.tone_sum += columns.tone.get_val(doc);
        seen.extend(columns.outlets.of(doc));
        Ok(())
    })?;
    let counted = |(start, (tally, seen)): (i64, (DayTally, HashSet<u32>))| {
        (Instant::from_ms(start), DayTally { outlets: seen.len() as u64, ..tally })
    };
    Ok(spans.into_iter().map(counted).collect())
}

/// The matches by outlet, in the order of their names.
pub fn by_outlet(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Vec<OutletTally>, Error> {
    let mut outlets = Numbers::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        columns.push(Columns::open(segment, &mut outlets).map_err(Error::Read)?);
    }
    let mut counts = vec![[0u64; 4]; outlets.len()];
    visit_firsts(view, search, give_up, |segment, doc| {
        let columns = &columns[segment];
        let code = columns.sentiment_code.get_val(doc);
        if let Some(outlet) = columns.outlets.of(doc).filter(|_| code != UNREAD) {
            let [count, unread, positive, negative] = &mut counts[outlet as usize];
            *count += 1;
            *unread += u64::from(code == TONELESS);
            match Sentiment::ALL.get(code as usize) {
                Some(Sentiment::Positive) => *positive += 1,
                Some(Sentiment::Negative) => *negative += 1,
                Some(Sentiment::Neutral) | None => {}
            }
        }
        Ok(())
    })?;
    let named = outlets.into_iter().map(|(outlet, number)| {
        let [count, unread, positive, negative] = counts[number as usize];
        OutletTally { outlet, count, unread, positive, negative }
    });
    let mut tallies: Vec<OutletTally> = named.filter(|tally| tally.count > 0).collect();
    tallies.sort_unstable_by(|a, b| a.outlet.cmp(&b.outlet));
    Ok(tallies)
}

struct Columns {
    sentiment_code: Arc<dyn ColumnValues<u64>>,
    tone: Arc<dyn ColumnValues<f64>>,
    outlets: Names,
}

impl Columns {
    fn open(segment: &Segment, outlets: &mut Numbers) -> tantivy::Result<Columns> {
        let columns = segment.reader.fast_fields();
        Ok(Columns {
            sentiment_code: columns.column_first_or_default(SENTIMENT_CODE)?,
            tone: columns.column_first_or_default(TONE)?,
            outlets: Names::open(segment, OUTLET, outlets)?,
        })
    }
}

fn empty(day: domain::Day) -> DayTally {
    DayTally { day, count: 0, unread: 0, positive: 0, neutral: 0, negative: 0, tone_sum: 0.0, outlets: 0 }
}

fn counter(tally: &mut DayTally, sentiment_code: u64) -> &mut u64 {
    match Sentiment::ALL.get(sentiment_code as usize) {
        _ if sentiment_code == TONELESS => &mut tally.unread,
        Some(Sentiment::Positive) => &mut tally.positive,
        Some(Sentiment::Negative) => &mut tally.negative,
        Some(Sentiment::Neutral) | None => &mut tally.neutral,
    }
}
