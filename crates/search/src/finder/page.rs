//! The page of a search, gathered segment by segment: enough of the newest matches, equal times kept together
//! until all of them are in.

use std::cmp::Reverse;
use std::ops::Range;

use tantivy::DocId;

use super::view::{Segment, View, id_of};
use crate::search::{Listed, Search};

struct Candidate {
    ms: i64,
    segment: usize,
    doc: DocId,
}

/// The best matches so far, over all segments.
pub struct Page {
    /// One more than asked for shows whether there is a next page.
    wanted: usize,
    after: Option<(i64, u128)>,
    candidates: Vec<Candidate>,
    /// There are enough that are not older than this.
    floor_ms: i64,
}

/// What one segment adds to the page.
pub struct Listing<'p> {
    segment: &'p Segment,
    number: usize,
    wanted: usize,
    after: Option<(i64, u128)>,
    floor_ms: i64,
    taken: usize,
    last_ms: i64,
    candidates: &'p mut Vec<Candidate>,
}

impl Page {
    pub fn new(search: &Search<'_>) -> Page {
        Page {
            wanted: search.skip.saturating_add(search.take).saturating_add(1),
            after: search.after.map(|at| (at.published_at.ms(), u128::from_be_bytes(at.id.bytes()))),
            candidates: Vec::new(),
            floor_ms: i64::MIN,
        }
    }

    pub fn listing<'p>(&'p mut self, number: usize, segment: &'p Segment) -> Listing<'p> {
        Listing {
            segment,
            number,
            wanted: self.wanted,
            after: self.after,
            floor_ms: self.floor_ms,
            taken: 0,
            last_ms: i64::MIN,
            candidates: &mut self.candidates,
        }
    }

    /// Drops what cannot be on the page any more; equal times stay together.
    pub fn close(&mut self) {
        if self.candidates.len() < self.wanted {
            return;
        }
        let newest_first = |candidate: &Candidate| Reverse(candidate.ms);
        let (_, last, _) = self.candidates.select_nth_unstable_by_key(self.wanted - 1, newest_first);
        self.floor_ms = last.ms;
        self.candidates.retain(|candidate| candidate.ms >= self.floor_ms);
    }

    pub fn finish(self, view: &View, search: &Search<'_>) -> Listed {
        let mut ordered: Vec<(Reverse<i64>, u128)> = self
            .candidates
            .iter()
            .map(|at| (Reverse(at.ms), view.segments[at.segment].id_number(at.doc)))
            .collect();
        ordered.sort_unstable();
        let page = ordered.iter().skip(search.skip).take(search.take);
        Listed {
            ids: page.map(|(ms, id)| (id_of(*id), domain::Instant::from_ms(ms.0))).collect(),
            next: ordered.len() >= self.wanted,
        }
    }
}

impl Listing<'_> {
    /// The first document of the range that can be on the page.
    pub fn first(&self, range: &Range<DocId>) -> DocId {
        match self.after {
            Some((ms, _)) => self.segment.first_not_after(ms).clamp(range.start, range.end),
            None => range.start,
        }
    }

    /// Takes a match, in order. False once this segment has no more to add.
    pub fn offer(&mut self, doc: DocId) -> bool {
        let ms = self.segment.published_at_ms(doc);
        if ms < self.floor_ms || (self.taken >= self.wanted && ms != self.last_ms) {
            return false;
        }
        if let Some((after_ms, after_id)) = self.after
            && (ms > after_ms || (ms == after_ms && self.segment.id_number(doc) <= after_id))
        {
            return true;
        }
        self.candidates.push(Candidate { ms, segment: self.number, doc });
        self.taken += 1;
        self.last_ms = ms;
        true
    }
}
