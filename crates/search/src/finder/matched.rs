//! How many matches each of many further filters leaves: the matches are found once, and the list of each filter is held
//! against them.

use std::ops::Range;
use std::sync::Arc;

use tantivy::DocId;

use super::copies::CopiedMatches;
use super::view::View;
use super::walk::{GiveUp, Patience, Plan, visit};
use crate::error::Error;
use crate::search::Search;

/// The matches of a search.
pub struct Matched {
    view: Arc<View>,
    segments: Vec<Bits>,
    /// Where near-copies are left out: what is one depends on the filter.
    copied: Option<CopiedMatches>,
}

/// A bit for each document of a range.
struct Bits {
    range: Range<DocId>,
    words: Vec<u64>,
}

impl Bits {
    fn new(range: Range<DocId>) -> Bits {
        let words = vec![0; range.len().div_ceil(64)];
        Bits { range, words }
    }

    fn set(&mut self, doc: DocId) {
        let at = doc - self.range.start;
        self.words[at as usize / 64] |= 1 << (at % 64);
    }

    fn has(&self, doc: DocId) -> bool {
        let at = doc - self.range.start;
        self.words[at as usize / 64] >> (at % 64) & 1 != 0
    }
}

impl Matched {
    pub(super) fn of(view: Arc<View>, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Matched, Error> {
        let spans = view.segments.iter().map(|segment| segment.between(search.from, search.to));
        let mut segments: Vec<Bits> = spans.map(Bits::new).collect();
        let copied = match search.skip_copies {
            true => Some(CopiedMatches::of(&view, search, give_up)?),
            false => None,
        };
        match &copied {
            Some(found) => found.places.iter().for_each(|&(segment, doc)| segments[segment].set(doc)),
            None => visit(&view, search, give_up, |segment, doc| {
                segments[segment].set(doc);
                Ok(())
            })?,
        }
        Ok(Matched { view, segments, copied })
    }

    /// How many of them `filter` finds too; its days do not matter.
    pub fn count(&self, filter: &Search<'_>, give_up: GiveUp<'_>) -> Result<u64, Error> {
        let Some(copied) = &self.copied else {
            let mut count = 0;
            self.each(filter, give_up, |_, _| count += 1)?;
            return Ok(count);
        };
        let mut left: Vec<Bits> = self.segments.iter().map(|bits| Bits::new(bits.range.clone())).collect();
        self.each(filter, give_up, |segment, doc| left[segment].set(doc))?;
        Ok(copied.firsts(|segment, doc| left[segment].has(doc)).count() as u64)
    }

    /// Calls `found` for each of them that `filter` finds too.
    fn each(
        &self,
        filter: &Search<'_>,
        give_up: GiveUp<'_>,
        mut found: impl FnMut(usize, DocId),
    ) -> Result<(), Error> {
        let plan = Plan::new(&self.view, filter)?;
        for (number, (segment, bits)) in self.view.segments.iter().zip(&self.segments).enumerate() {
            if bits.range.is_empty() {
                continue;
            }
            let mut patience = Patience::new(give_up);
            let steps = plan.steps(segment, bits.range.clone())?;
            steps.each_rest(&mut patience, |doc| {
                if bits.has(doc) {
                    found(number, doc);
                }
            })?;
        }
        Ok(())
    }
}
