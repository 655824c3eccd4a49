//! All matches counted together, from columns alone.

use std::collections::HashSet;

use domain::{Instant, Sentiment};

use super::names::{Names, Numbers};
use super::schema::{SENTIMENT_CODE, UNREAD, VOICE};
use super::view::View;
use super::walk::{GiveUp, visit};
use crate::error::Error;
use crate::search::{Search, Totals};

pub fn totals(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Totals, Error> {
    let mut known = Numbers::new();
    let mut columns = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        let codes = segment
            .reader
            .fast_fields()
            .column_first_or_default::<u64>(SENTIMENT_CODE)
            .map_err(Error::Read)?;
        columns.push((codes, Names::open(segment, VOICE, &mut known).map_err(Error::Read)?));
    }
    let mut totals = Totals::default();
    let mut last_ms = i64::MIN;
    // Nobody is no voice.
    let nobody = known.get("").copied();
    let mut voices = HashSet::new();
    visit(view, search, give_up, |segment, doc| {
        let (codes, names) = &columns[segment];
        let code = codes.get_val(doc);
        if code == UNREAD {
            return Ok(());
        }
        totals.count += 1;
        match Sentiment::ALL.get(code as usize) {
            Some(Sentiment::Positive) => totals.positive += 1,
            Some(Sentiment::Negative) => totals.negative += 1,
            Some(Sentiment::Neutral) | None => totals.neutral += 1,
        }
        voices.extend(names.of(doc).filter(|voice| Some(*voice) != nobody));
        last_ms = last_ms.max(view.segments[segment].published_at_ms(doc));
        Ok(())
    })?;
    totals.voices = voices.len() as u64;
    totals.last_day = (totals.count > 0).then(|| Instant::from_ms(last_ms).day());
    Ok(totals)
}
