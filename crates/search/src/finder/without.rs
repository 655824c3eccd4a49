//! One thing without others. The engine has this too, but asks what it excludes for documents out of turn, which
//! its own phrases refuse; and it cannot check a single document without looking for the next match.

use std::sync::Arc;

use tantivy::index::SegmentReader;
use tantivy::query::{EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SeekDangerResult, TERMINATED, TantivyError};

#[derive(Clone, Debug)]
pub struct WithoutQuery {
    kept: Arc<dyn Query>,
    barred: Vec<Arc<dyn Query>>,
}

impl WithoutQuery {
    pub fn new(kept: Box<dyn Query>, barred: Vec<Box<dyn Query>>) -> WithoutQuery {
        WithoutQuery { kept: kept.into(), barred: barred.into_iter().map(Arc::from).collect() }
    }
}

struct WithoutWeight {
    kept: Box<dyn Weight>,
    barred: Vec<Box<dyn Weight>>,
}

struct WithoutScorer {
    kept: Box<dyn Scorer>,
    barred: Vec<Barred>,
}

/// Documents to leave out, asked one by one in ascending order.
struct Barred {
    scorer: Box<dyn Scorer>,
    /// What is known: it contains this document, or nothing before this bound.
    place: SeekDangerResult,
    doc: DocId,
}

impl Query for WithoutQuery {
    fn weight(&self, enable_scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let barred = self.barred.iter().map(|query| query.weight(enable_scoring));
        Ok(Box::new(WithoutWeight {
            kept: self.kept.weight(enable_scoring)?,
            barred: barred.collect::<tantivy::Result<_>>()?,
        }))
    }
}

impl WithoutWeight {
    fn open(
        &self,
        reader: &SegmentReader,
        kept: Box<dyn Scorer>,
        from: DocId,
        boost: Score,
    ) -> tantivy::Result<WithoutScorer> {
        let mut barred = Vec::with_capacity(self.barred.len());
        if from < TERMINATED {
            for weight in &self.barred {
                let (place, scorer) = weight.scorer_danger(reader, from, boost)?;
                barred.push(Barred { scorer, place, doc: from });
            }
        }
        Ok(WithoutScorer { kept, barred })
    }
}

impl Weight for WithoutWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let kept = self.kept.scorer(reader, boost)?;
        let first = kept.doc();
        let mut scorer = self.open(reader, kept, first, boost)?;
        if first < TERMINATED && scorer.is_barred(first) {
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
        let (place, kept) = self.kept.scorer_danger(reader, target, boost)?;
        let mut scorer = self.open(reader, kept, target, boost)?;
        let place = scorer.verdict(place, target);
        Ok((place, Box::new(scorer)))
    }

    fn explain(&self, _: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        Err(TantivyError::InvalidArgument(format!("document {doc} has no score to explain")))
    }
}

impl WithoutScorer {
    fn is_barred(&mut self, doc: DocId) -> bool {
        self.barred.iter_mut().any(|barred| barred.contains(doc))
    }

    fn verdict(&mut self, kept: SeekDangerResult, target: DocId) -> SeekDangerResult {
        match kept {
            SeekDangerResult::Found if self.is_barred(target) => SeekDangerResult::SeekLowerBound(target + 1),
            place => place,
        }
    }

    fn pass_barred(&mut self, mut doc: DocId) -> DocId {
        while doc != TERMINATED && self.is_barred(doc) {
            doc = self.kept.advance();
        }
        doc
    }
}

impl Barred {
    fn contains(&mut self, doc: DocId) -> bool {
        loop {
            match self.place {
                SeekDangerResult::Found if self.doc >= doc => return self.doc == doc,
                SeekDangerResult::SeekLowerBound(bound) if bound > doc => return false,
                _ => {
                    self.place = self.scorer.seek_danger(doc);
                    self.doc = doc;
                }
            }
        }
    }
}

impl Scorer for WithoutScorer {
    fn score(&mut self) -> Score {
        1.0
    }
}

impl DocSet for WithoutScorer {
    fn advance(&mut self) -> DocId {
        let doc = self.kept.advance();
        self.pass_barred(doc)
    }

    fn seek(&mut self, target: DocId) -> DocId {
        let doc = self.kept.seek(target);
        self.pass_barred(doc)
    }

    fn seek_danger(&mut self, target: DocId) -> SeekDangerResult {
        if target >= TERMINATED {
            return SeekDangerResult::SeekLowerBound(TERMINATED);
        }
        let place = self.kept.seek_danger(target);
        self.verdict(place, target)
    }

    fn doc(&self) -> DocId {
        self.kept.doc()
    }

    fn size_hint(&self) -> u32 {
        self.kept.size_hint()
    }

    fn cost(&self) -> u64 {
        self.kept.cost()
    }
}
