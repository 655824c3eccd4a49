//! NEAR: two things within so many words of each other, in either order.
//!
//! The distance runs from the last word of the earlier one to the first word of the later one, so neighbours are
//! at distance 1 and the two never overlap. A phrase engine's slop counts moves of words instead, which means
//! something else for swapped words; so positions are compared here.

use tantivy::index::SegmentReader;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{
    BooleanQuery, EmptyScorer, EnableScoring, Explanation, Occur, Query, Scorer, TermQuery, Weight,
};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Score, SeekDangerResult, TERMINATED, TantivyError, Term};

/// Words or phrases to choose from.
pub type Side = Vec<Vec<Term>>;

#[derive(Clone, Debug)]
pub struct NearQuery {
    pub left: Side,
    pub right: Side,
    pub distance: u32,
}

struct NearWeight {
    query: NearQuery,
    /// Documents that hold every word of some choice on both sides.
    candidates: Box<dyn Weight>,
}

struct NearScorer {
    candidates: Box<dyn Scorer>,
    left: Occurrences,
    right: Occurrences,
    distance: u32,
}

impl Query for NearQuery {
    fn weight(&self, enable_scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let both = vec![(Occur::Must, holding(&self.left)), (Occur::Must, holding(&self.right))];
        let candidates = BooleanQuery::new(both).weight(enable_scoring)?;
        Ok(Box::new(NearWeight { query: self.clone(), candidates }))
    }
}

fn holding(side: &Side) -> Box<dyn Query> {
    let choice = |terms: &Vec<Term>| {
        let words = terms.iter().map(|term| {
            let term: Box<dyn Query> = term_query(term.clone());
            (Occur::Must, term)
        });
        let all: Box<dyn Query> = Box::new(BooleanQuery::new(words.collect()));
        (Occur::Should, all)
    };
    Box::new(BooleanQuery::new(side.iter().map(choice).collect()))
}

impl NearWeight {
    fn open(&self, reader: &SegmentReader, candidates: Box<dyn Scorer>) -> tantivy::Result<NearScorer> {
        Ok(NearScorer {
            candidates,
            left: Occurrences::open(&self.query.left, reader)?,
            right: Occurrences::open(&self.query.right, reader)?,
            distance: self.query.distance,
        })
    }
}

impl Weight for NearWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut scorer = self.open(reader, self.candidates.scorer(reader, boost)?)?;
        if scorer.doc() == TERMINATED {
            return Ok(Box::new(EmptyScorer));
        }
        if !scorer.is_match() {
            scorer.advance();
        }
        Ok(Box::new(scorer))
    }

    fn scorer_danger(
        &self,
        reader: &SegmentReader,
        target: DocId,
        boost: Score,
    ) -> tantivy::Result<(SeekDangerResult, Box<dyn Scorer>)> {
        let (result, candidates) = self.candidates.scorer_danger(reader, target, boost)?;
        let mut scorer = self.open(reader, candidates)?;
        let result = scorer.verdict(result, target);
        Ok((result, Box::new(scorer)))
    }

    fn explain(&self, _: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        Err(TantivyError::InvalidArgument(format!("document {doc} has no score to explain")))
    }
}

impl NearScorer {
    /// Whether the candidate at hand is one in truth.
    fn is_match(&mut self) -> bool {
        let doc = self.candidates.doc();
        self.left.read(doc);
        self.right.read(doc);
        are_near(&self.left.starts_and_ends, &mut self.right.starts_and_ends, self.distance)
    }

    fn verdict(&mut self, candidate: SeekDangerResult, target: DocId) -> SeekDangerResult {
        match candidate {
            SeekDangerResult::Found if self.is_match() => SeekDangerResult::Found,
            SeekDangerResult::Found => SeekDangerResult::SeekLowerBound(target + 1),
            bound => bound,
        }
    }
}

impl Scorer for NearScorer {
    fn score(&mut self) -> Score {
        1.0
    }
}

impl DocSet for NearScorer {
    fn advance(&mut self) -> DocId {
        loop {
            let doc = self.candidates.advance();
            if doc == TERMINATED || self.is_match() {
                return doc;
            }
        }
    }

    fn seek(&mut self, target: DocId) -> DocId {
        let doc = self.candidates.seek(target);
        if doc == TERMINATED || self.is_match() { doc } else { self.advance() }
    }

    fn seek_danger(&mut self, target: DocId) -> SeekDangerResult {
        if target >= TERMINATED {
            return SeekDangerResult::SeekLowerBound(TERMINATED);
        }
        let candidate = self.candidates.seek_danger(target);
        self.verdict(candidate, target)
    }

    fn doc(&self) -> DocId {
        self.candidates.doc()
    }

    fn size_hint(&self) -> u32 {
        self.candidates.size_hint()
    }

    fn cost(&self) -> u64 {
        // Reading positions is much dearer than stepping through a list.
        self.candidates.cost().saturating_mul(4)
    }
}

/// Where the choices of one side stand in a document.
struct Occurrences {
    choices: Vec<Vec<SegmentPostings>>,
    starts_and_ends: Vec<(u32, u32)>,
    starts: Vec<u32>,
    positions: Vec<u32>,
}

impl Occurrences {
    fn open(side: &Side, reader: &SegmentReader) -> tantivy::Result<Occurrences> {
        let mut choices = Vec::new();
        for terms in side {
            let mut postings = Vec::new();
            for term in terms {
                let inverted = reader.inverted_index(term.field())?;
                postings.extend(inverted.read_postings(term, IndexRecordOption::WithFreqsAndPositions)?);
            }
            // A choice with a word that this segment lacks cannot occur in it.
            if postings.len() == terms.len() {
                choices.push(postings);
            }
        }
        Ok(Occurrences { choices, starts_and_ends: Vec::new(), starts: Vec::new(), positions: Vec::new() })
    }

    /// Documents must be asked for in ascending order.
    fn read(&mut self, doc: DocId) {
        self.starts_and_ends.clear();
        for postings in &mut self.choices {
            if !postings.iter_mut().all(|postings| stands_at(postings, doc)) {
                continue;
            }
            postings[0].positions(&mut self.starts);
            for (offset, postings) in (1u32..).zip(&mut postings[1..]) {
                postings.positions(&mut self.positions);
                let positions = &self.positions;
                self.starts.retain(|start| positions.binary_search(&(start + offset)).is_ok());
            }
            let length = postings.len() as u32 - 1;
            self.starts_and_ends.extend(self.starts.iter().map(|&start| (start, start + length)));
        }
    }
}

fn stands_at(postings: &mut SegmentPostings, doc: DocId) -> bool {
    postings.doc() == doc || (postings.doc() < doc && postings.seek(doc) == doc)
}

/// Whether one of the left comes before or after one of the right with fewer than `distance` words between.
fn are_near(left: &[(u32, u32)], right: &mut [(u32, u32)], distance: u32) -> bool {
    if left.is_empty() || right.is_empty() {
        return false;
    }
    // The first after the end of the left.
    right.sort_unstable();
    let follows = |&(_, end): &(u32, u32)| {
        let next = right.partition_point(|&(start, _)| start <= end);
        right.get(next).is_some_and(|&(start, _)| start - end <= distance)
    };
    if left.iter().any(follows) {
        return true;
    }
    // The last before the start of the left.
    right.sort_unstable_by_key(|&(_, end)| end);
    left.iter().any(|&(start, _)| {
        let before = right.partition_point(|&(_, end)| end < start);
        before > 0 && start - right[before - 1].1 <= distance
    })
}

pub fn term_query(term: Term) -> Box<dyn Query> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}
