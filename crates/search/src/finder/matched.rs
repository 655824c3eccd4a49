//! How many matches each of many further filters leaves: the matches are found once, and the list of each filter is held
//! against them.

use std::ops::Range;
use std::sync::Arc;

use tantivy::DocId;

use super::view::View;
use super::walk::{GiveUp, Patience, Plan, visit};
use crate::error::Error;
use crate::search::Search;

/// The matches of a search.
pub struct Matched {
    view: Arc<View>,
    segments: Vec<Bits>,
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

    fn has(&self, doc: DocId) -> u64 {
        let at = doc - self.range.start;
        self.words[at as usize / 64] >> (at % 64) & 1
    }
}

impl Matched {
    pub(super) fn of(view: Arc<View>, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Matched, Error> {
        let spans = view.segments.iter().map(|segment| segment.between(search.from, search.to));
        let mut segments: Vec<Bits> = spans.map(Bits::new).collect();
        visit(&view, search, give_up, |segment, doc| {
            segments[segment].set(doc);
            Ok(())
        })?;
        Ok(Matched { view, segments })
    }

    /// How many of them `filter` finds too; its days do not matter.
    pub fn count(&self, filter: &Search<'_>, give_up: GiveUp<'_>) -> Result<u64, Error> {
        let plan = Plan::new(&self.view, filter)?;
        let mut count = 0;
        for (segment, bits) in self.view.segments.iter().zip(&self.segments) {
            if bits.range.is_empty() {
                continue;
            }
            let mut patience = Patience::new(give_up);
            let steps = plan.steps(segment, bits.range.clone())?;
            steps.each_rest(&mut patience, |doc| count += bits.has(doc))?;
        }
        Ok(count)
    }
}
