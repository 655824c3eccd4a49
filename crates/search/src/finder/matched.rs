//! How many matches each of many further filters leaves: the matches are found once, and the list of each filter is held
//! against them.

use std::ops::Range;
use std::sync::Arc;

use tantivy::DocId;

use super::copies::CopiedMatches;
use super::patience::{GiveUp, Patience};
use super::view::View;
use super::walk::{Plan, visit};
use crate::error::Error;
use crate::search::Search;

/// The matches of a search.
pub struct Matched {
    view: Arc<View>,
    segments: Vec<Bits>,
    /// Where near-copies are left out: what is one depends on the filter.
    copied: Option<CopiedMatches>,
    total: u64,
}

/// A bit for each document of a range.
#[derive(Clone)]
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
        let at = doc.wrapping_sub(self.range.start);
        self.words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
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
        let bits = segments.iter().flat_map(|bits| &bits.words).map(|word| u64::from(word.count_ones()));
        let total =
            copied.as_ref().map_or_else(|| bits.sum(), |found| found.firsts(|_, _| true).count() as u64);
        Ok(Matched { view, segments, copied, total })
    }

    /// The matches of a search that finds all of these and others, in the index as it stood for these.
    pub fn wider(&self, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Matched, Error> {
        Matched::of(Arc::clone(&self.view), search, give_up)
    }

    /// How many more there are than `some` where those that `filter` finds are joined to them. `some` are those that these are
    /// wider than. Below zero where one comes in that several of `some` are copies of.
    pub fn added(&self, some: &Matched, filter: &Search<'_>, give_up: GiveUp<'_>) -> Result<i64, Error> {
        let mut joined: Vec<Bits> = some.segments.to_vec();
        let mut new = 0;
        self.each(filter, give_up, |segment, doc| {
            new += i64::from(!joined[segment].has(doc));
            joined[segment].set(doc);
        })?;
        Ok(match &self.copied {
            None => new,
            Some(copied) => {
                let firsts = copied.firsts(|segment, doc| joined[segment].has(doc));
                firsts.count() as i64 - some.total as i64
            }
        })
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
