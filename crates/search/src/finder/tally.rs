//! Matches counted by day, from columns alone.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use domain::{Instant, Sentiment};
use tantivy::columnar::ColumnValues;

use super::names::{Names, Numbers};
use super::schema::{OUTLET, SENTIMENT_CODE, TONE, UNREAD};
use super::view::{Segment, View};
use super::walk::{GiveUp, visit};
use crate::error::Error;
use crate::search::{DayTally, OutletTally, Search};

pub fn tally(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Vec<DayTally>, Error> {
    let mut outlets = Numbers::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        columns.push(Columns::open(segment, &mut outlets).map_err(Error::Read)?);
    }
    let mut days: BTreeMap<domain::Day, (DayTally, HashSet<u32>)> = BTreeMap::new();
    visit(view, search, give_up, |segment, doc| {
        let columns = &columns[segment];
        let code = columns.sentiment_code.get_val(doc);
        if code == UNREAD {
            return Ok(());
        }
        let day = Instant::from_ms(view.segments[segment].published_at_ms(doc)).day();
        let (tally, seen) = days.entry(day).or_insert_with(|| (empty(day), HashSet::new()));
        tally.count += 1;
        *counter(tally, code) += 1;
        tally.tone_sum += columns.tone.get_val(doc);
        seen.extend(columns.outlets.of(doc));
        Ok(())
    })?;
    let counted = |(tally, seen): (DayTally, HashSet<u32>)| DayTally { outlets: seen.len() as u64, ..tally };
    Ok(days.into_values().rev().map(counted).collect())
}

/// The matches by outlet, in the order of their names.
pub fn by_outlet(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Vec<OutletTally>, Error> {
    let mut outlets = Numbers::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        columns.push(Columns::open(segment, &mut outlets).map_err(Error::Read)?);
    }
    let mut counts = vec![[0u64; 3]; outlets.len()];
    visit(view, search, give_up, |segment, doc| {
        let columns = &columns[segment];
        let code = columns.sentiment_code.get_val(doc);
        if let Some(outlet) = columns.outlets.of(doc).filter(|_| code != UNREAD) {
            let [count, positive, negative] = &mut counts[outlet as usize];
            *count += 1;
            match Sentiment::ALL.get(code as usize) {
                Some(Sentiment::Positive) => *positive += 1,
                Some(Sentiment::Negative) => *negative += 1,
                Some(Sentiment::Neutral) | None => {}
            }
        }
        Ok(())
    })?;
    let named = outlets.into_iter().map(|(outlet, number)| {
        let [count, positive, negative] = counts[number as usize];
        OutletTally { outlet, count, positive, negative }
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
    DayTally { day, count: 0, positive: 0, neutral: 0, negative: 0, tone_sum: 0.0, outlets: 0 }
}

fn counter(tally: &mut DayTally, sentiment_code: u64) -> &mut u64 {
    match Sentiment::ALL.get(sentiment_code as usize) {
        Some(Sentiment::Positive) => &mut tally.positive,
        Some(Sentiment::Negative) => &mut tally.negative,
        Some(Sentiment::Neutral) | None => &mut tally.neutral,
    }
}
