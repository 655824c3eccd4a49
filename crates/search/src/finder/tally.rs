//! Matches counted by day, from columns alone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::{Instant, Sentiment};
use tantivy::columnar::{ColumnValues, StrColumn};

use super::schema::{OUTLET, SENTIMENT_CODE, TONE};
use super::view::{Segment, View};
use super::walk::{GiveUp, visit};
use crate::error::Error;
use crate::search::{DayTally, Search};

pub fn tally(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Vec<DayTally>, Error> {
    let mut outlets = HashMap::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        columns.push(Columns::open(segment, &mut outlets).map_err(Error::Read)?);
    }
    let mut days: BTreeMap<domain::Day, (DayTally, HashSet<u32>)> = BTreeMap::new();
    visit(view, search, give_up, |segment, doc| {
        let day = Instant::from_ms(view.segments[segment].published_at_ms(doc)).day();
        let columns = &columns[segment];
        let (tally, seen) = days.entry(day).or_insert_with(|| (empty(day), HashSet::new()));
        tally.count += 1;
        *counter(tally, columns.sentiment_code.get_val(doc)) += 1;
        tally.tone_sum += columns.tone.get_val(doc);
        if let Some(ordinal) = columns.outlets.as_ref().and_then(|outlets| outlets.ords().first(doc)) {
            seen.insert(columns.outlet_numbers[ordinal as usize]);
        }
        Ok(())
    })?;
    let counted = |(tally, seen): (DayTally, HashSet<u32>)| DayTally { outlets: seen.len() as u64, ..tally };
    Ok(days.into_values().rev().map(counted).collect())
}

struct Columns {
    sentiment_code: Arc<dyn ColumnValues<u64>>,
    tone: Arc<dyn ColumnValues<f64>>,
    outlets: Option<StrColumn>,
    /// A segment numbers its outlets for itself; these are the numbers over all segments.
    outlet_numbers: Vec<u32>,
}

impl Columns {
    fn open(segment: &Segment, numbers: &mut HashMap<String, u32>) -> tantivy::Result<Columns> {
        let columns = segment.reader.fast_fields();
        let outlets = columns.str(OUTLET)?;
        let mut outlet_numbers = Vec::new();
        if let Some(outlets) = &outlets {
            let mut name = String::new();
            for ordinal in 0..outlets.num_terms() as u64 {
                name.clear();
                outlets.ord_to_str(ordinal, &mut name)?;
                let next = numbers.len() as u32;
                outlet_numbers.push(*numbers.entry(name.clone()).or_insert(next));
            }
        }
        Ok(Columns {
            sentiment_code: columns.column_first_or_default(SENTIMENT_CODE)?,
            tone: columns.column_first_or_default(TONE)?,
            outlets,
            outlet_numbers,
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
