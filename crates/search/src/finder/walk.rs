//! The walk over matches: the first page by stopping early, the total by counting on.
//!
//! Every segment lies newest first, so a span of time is a span of documents, found by bisection. Of the matches
//! in it, the first few are kept and the rest are counted. Equal times may lie in any order inside a segment;
//! they are kept together until all segments are in, then put in order by id.

use std::ops::Range;

use domain::Instant;
use tantivy::fastfield::AliveBitSet;
use tantivy::query::{EnableScoring, Scorer, Weight};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, SeekDangerResult, TERMINATED};

use super::compile::{Compiled, Cost, compile};
use super::page::{Listing, Page};
use super::patience::{GiveUp, Patience};
use super::view::{Segment, View};
use crate::error::Error;
use crate::search::{Found, Listed, Search};

pub fn find(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Found, Error> {
    let plan = Plan::new(view, search)?;
    let mut page = Page::new(search);
    let mut total = 0;
    for (i, range) in spans(view, search.from, search.to) {
        let segment = &view.segments[i];
        if give_up() {
            return Err(Error::GivenUp);
        }
        let mut listing = page.listing(i, segment);
        total += plan.walk(segment, range, &mut listing, give_up)?;
        page.close();
    }
    let Listed { ids, next } = page.finish(view, search);
    Ok(Found { ids, total, next })
}

/// The page alone. The walk begins at `after`, ends with the page and counts nothing, so that all pages together
/// cost one walk.
pub fn list(view: &View, search: &Search<'_>, give_up: GiveUp<'_>) -> Result<Listed, Error> {
    let plan = Plan::new(view, search)?;
    let mut page = Page::new(search);
    let to = search.after.map_or(search.to, |after| after.published_at.min(search.to));
    for (i, range) in spans(view, search.from, to) {
        let segment = &view.segments[i];
        if give_up() {
            return Err(Error::GivenUp);
        }
        let alive = segment.reader.alive_bitset();
        let mut patience = Patience::new(give_up);
        let mut steps = plan.steps(segment, range)?;
        let mut listing = page.listing(i, segment);
        while let Some(doc) = steps.next(&mut patience)? {
            if is_alive(alive, doc) && !listing.offer(doc) {
                break;
            }
        }
        page.close();
    }
    Ok(page.finish(view, search))
}

/// What each segment has between two moments, the newest first, so that older segments soon have nothing to add to
/// the page.
fn spans(view: &View, from: Instant, to: Instant) -> Vec<(usize, Range<DocId>)> {
    let mut spans: Vec<(usize, Range<DocId>)> = view
        .segments
        .iter()
        .map(|segment| segment.between(from, to))
        .enumerate()
        .filter(|(_, range)| !range.is_empty())
        .collect();
    spans.sort_by_key(|(i, range)| std::cmp::Reverse(view.segments[*i].published_at_ms(range.start)));
    spans
}

/// Calls `visit` for every match, segment by segment, newest first within each.
pub fn visit(
    view: &View,
    search: &Search<'_>,
    give_up: GiveUp<'_>,
    mut visit: impl FnMut(usize, DocId) -> Result<(), Error>,
) -> Result<(), Error> {
    let plan = Plan::new(view, search)?;
    for (i, segment) in view.segments.iter().enumerate() {
        let range = segment.between(search.from, search.to);
        let alive = segment.reader.alive_bitset();
        let mut patience = Patience::new(give_up);
        let mut steps = plan.steps(segment, range)?;
        while let Some(doc) = steps.next(&mut patience)? {
            if is_alive(alive, doc) {
                visit(i, doc)?;
            }
        }
    }
    Ok(())
}

pub struct Plan {
    /// None where everything matches.
    looked_for: Option<(Compiled, Box<dyn Weight>)>,
}

impl Plan {
    pub fn new(view: &View, search: &Search<'_>) -> Result<Plan, Error> {
        let looked_for = match compile(search, view)? {
            None => None,
            Some(compiled) => {
                let scoring = EnableScoring::disabled_from_searcher(&view.searcher);
                let weight = compiled.query.weight(scoring).map_err(Error::Read)?;
                Some((compiled, weight))
            }
        };
        Ok(Plan { looked_for })
    }

    /// Offers the first matches of the range to the listing and returns how many there are.
    fn walk(
        &self,
        segment: &Segment,
        range: Range<DocId>,
        listing: &mut Listing<'_>,
        give_up: GiveUp<'_>,
    ) -> Result<u64, Error> {
        let alive = segment.reader.alive_bitset();
        let known = self.known_total(segment, &range)?;
        let mut patience = Patience::new(give_up);
        let mut steps = self.steps(segment, range.clone())?;
        let mut count = 0;
        let mut is_exhausted = true;
        if known.is_some() {
            steps.skip_to(listing.first(&range));
        }
        while let Some(doc) = steps.next(&mut patience)? {
            if is_alive(alive, doc) {
                count += 1;
                if !listing.offer(doc) {
                    is_exhausted = false;
                    break;
                }
            }
        }
        if is_exhausted && known.is_none() {
            return Ok(count);
        }
        match (known, &self.looked_for) {
            (Some(total), _) => Ok(total),
            // The engine counts a whole segment of plain lists faster than one by one.
            (None, Some((compiled, weight)))
                if is_whole(segment, &range) && compiled.cost < Cost::Positions =>
            {
                Ok(u64::from(weight.count(&segment.reader).map_err(Error::Read)?))
            }
            (None, _) => Ok(count + steps.count_rest(alive, &mut patience)?),
        }
    }

    /// The total where it needs no walk.
    fn known_total(&self, segment: &Segment, range: &Range<DocId>) -> Result<Option<u64>, Error> {
        let Some((compiled, _)) = &self.looked_for else {
            return Ok(Some(segment.count_alive(range.clone())));
        };
        match &compiled.single_term {
            Some(term) if is_whole(segment, range) && !segment.reader.has_deletes() => {
                let inverted = segment.reader.inverted_index(term.field()).map_err(Error::Read)?;
                let count = inverted.doc_freq(term).map_err(|error| Error::Read(error.into()))?;
                Ok(Some(u64::from(count)))
            }
            _ => Ok(None),
        }
    }

    pub fn steps(&self, segment: &Segment, range: Range<DocId>) -> Result<Steps, Error> {
        let Some((compiled, weight)) = &self.looked_for else {
            return Ok(Steps::Every(range));
        };
        if compiled.cost < Cost::Positions {
            let scorer = weight.scorer(&segment.reader, 1.0).map_err(Error::Read)?;
            let in_blocks = compiled.cost == Cost::Lists;
            return Ok(Steps::Cheap { scorer, from: range.start, end: range.end, in_blocks });
        }
        let opened = weight.scorer_danger(&segment.reader, range.start, 1.0).map_err(Error::Read)?;
        Ok(Steps::Dear { scorer: opened.1, place: opened.0, end: range.end })
    }
}

fn is_whole(segment: &Segment, range: &Range<DocId>) -> bool {
    *range == (0..segment.reader.max_doc())
}

/// The matches of a range, one after the other.
pub enum Steps {
    Every(Range<DocId>),
    /// Looking for the next match costs little, even where that lies past the end.
    Cheap {
        scorer: Box<dyn Scorer>,
        from: DocId,
        end: DocId,
        /// Match by match would be slower than sixty-four at a time.
        in_blocks: bool,
    },
    /// One candidate is checked at a time: looking for the next match could lead far past the end. Once a check
    /// fails, the scorer may be asked for nothing but further checks.
    Dear {
        scorer: Box<dyn Scorer>,
        place: SeekDangerResult,
        end: DocId,
    },
}

impl Steps {
    fn next(&mut self, patience: &mut Patience<'_>) -> Result<Option<DocId>, Error> {
        patience.spend(1)?;
        match self {
            Steps::Every(range) => Ok(range.next()),
            Steps::Cheap { scorer, from, end, .. } => {
                let doc = seek(scorer.as_mut(), *from);
                *from = doc.saturating_add(1);
                Ok((doc < *end).then_some(doc))
            }
            Steps::Dear { scorer, place, end } => loop {
                match *place {
                    SeekDangerResult::Found => {
                        let doc = scorer.doc();
                        *place = SeekDangerResult::SeekLowerBound(doc + 1);
                        return Ok((doc < *end).then_some(doc));
                    }
                    SeekDangerResult::SeekLowerBound(bound) if bound >= *end => return Ok(None),
                    SeekDangerResult::SeekLowerBound(bound) => {
                        patience.spend(1)?;
                        *place = scorer.seek_danger(bound);
                    }
                }
            },
        }
    }

    fn skip_to(&mut self, doc: DocId) {
        match self {
            Steps::Every(range) => range.start = range.start.max(doc),
            Steps::Cheap { from, .. } => *from = doc.max(*from),
            Steps::Dear { scorer, place, .. } => {
                let at = match *place {
                    SeekDangerResult::Found => scorer.doc(),
                    SeekDangerResult::SeekLowerBound(bound) => bound,
                };
                if at < doc {
                    *place = SeekDangerResult::SeekLowerBound(doc);
                }
            }
        }
    }

    /// How many there are that `next` has not handed out yet.
    fn count_rest(self, alive: Option<&AliveBitSet>, patience: &mut Patience<'_>) -> Result<u64, Error> {
        let mut count = 0;
        self.each_rest(patience, |doc| count += u64::from(is_alive(alive, doc)))?;
        Ok(count)
    }

    /// Everything that `next` has not handed out yet, dead documents too.
    pub fn each_rest(
        mut self,
        patience: &mut Patience<'_>,
        mut each: impl FnMut(DocId),
    ) -> Result<(), Error> {
        if let Steps::Cheap { scorer, from, end, in_blocks: true } = &mut self {
            let mut block = [0; COLLECT_BLOCK_BUFFER_LEN];
            seek(scorer.as_mut(), *from);
            loop {
                let filled = scorer.fill_buffer(&mut block);
                let inside = block[..filled].partition_point(|doc| doc < end);
                block[..inside].iter().for_each(|doc| each(*doc));
                if inside < block.len() {
                    return Ok(());
                }
                patience.spend(inside as u32)?;
            }
        }
        while let Some(doc) = self.next(patience)? {
            each(doc);
        }
        Ok(())
    }
}

/// To the first match that is not before `target`.
fn seek(scorer: &mut dyn Scorer, target: DocId) -> DocId {
    let doc = scorer.doc();
    if doc < target { scorer.seek(target.min(TERMINATED)) } else { doc }
}

fn is_alive(alive: Option<&AliveBitSet>, doc: DocId) -> bool {
    alive.is_none_or(|alive| alive.is_alive(doc))
}
