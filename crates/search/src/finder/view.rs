//! What a search looks at: the segments as they stood at one commit, with their columns open.
//!
//! Opening columns costs more than many a search, so it is done once per commit.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use domain::{DocumentId, Instant};
use tantivy::columnar::ColumnValues;
use tantivy::fastfield::AliveBitSet;
use tantivy::index::SegmentReader;
use tantivy::{DocId, Searcher};

use super::commit::Commit;
use super::likeness::Compared;
use super::schema::{Fields, ID_HIGH, ID_LOW, PUBLISHED_AT};

pub struct View {
    pub searcher: Searcher,
    pub fields: Fields,
    pub segments: Vec<Arc<Segment>>,
    /// Up to where the store's history is in it, and which store that is.
    pub commit: Commit,
    pub compared: Arc<Compared>,
}

pub struct Segment {
    pub reader: SegmentReader,
    /// Milliseconds, never ascending.
    published_at: Arc<dyn ColumnValues<i64>>,
    id_high: Arc<dyn ColumnValues<u64>>,
    id_low: Arc<dyn ColumnValues<u64>>,
    ranks: OnceLock<Vec<u32>>,
}

impl View {
    pub fn open(
        searcher: Searcher,
        fields: Fields,
        commit: Commit,
        before: Option<&View>,
    ) -> tantivy::Result<View> {
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        for reader in searcher.segment_readers() {
            let same = |other: &&Arc<Segment>| {
                other.reader.segment_id() == reader.segment_id()
                    && other.reader.delete_opstamp() == reader.delete_opstamp()
            };
            // Most segments outlive many commits; what was opened and counted stays so.
            segments.push(match before.and_then(|view| view.segments.iter().find(same)) {
                Some(segment) => Arc::clone(segment),
                None => Arc::new(Segment::open(reader)?),
            });
        }
        let compared = before.map(|view| Arc::clone(&view.compared)).unwrap_or_default();
        Ok(View { searcher, fields, segments, commit, compared })
    }
}

impl Segment {
    fn open(reader: &SegmentReader) -> tantivy::Result<Segment> {
        // Opened with the first search otherwise, and damage would only show then.
        for (field, entry) in reader.schema().fields() {
            if entry.is_indexed() {
                reader.inverted_index(field)?;
            }
        }
        let columns = reader.fast_fields();
        Ok(Segment {
            published_at: columns.column_first_or_default(PUBLISHED_AT)?,
            id_high: columns.column_first_or_default(ID_HIGH)?,
            id_low: columns.column_first_or_default(ID_LOW)?,
            reader: reader.clone(),
            ranks: OnceLock::new(),
        })
    }

    pub fn published_at_ms(&self, doc: DocId) -> i64 {
        self.published_at.get_val(doc)
    }

    /// In the order of the ids.
    pub fn id_number(&self, doc: DocId) -> u128 {
        u128::from(self.id_high.get_val(doc)) << 64 | u128::from(self.id_low.get_val(doc))
    }

    pub fn id_highs(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.reader.max_doc()).map(|doc| self.id_high.get_val(doc))
    }

    /// The first document that is not later than `ms`.
    pub fn first_not_after(&self, ms: i64) -> DocId {
        self.partition(|at| at > ms)
    }

    /// The documents published between two moments, both included.
    pub fn between(&self, from: Instant, to: Instant) -> Range<DocId> {
        let start = self.first_not_after(to.ms());
        let end = self.partition(|at| at >= from.ms());
        start..end.max(start)
    }

    /// The first document for which `is_before` does not hold.
    fn partition(&self, is_before: impl Fn(i64) -> bool) -> DocId {
        let (mut low, mut high) = (0, self.reader.max_doc());
        while low < high {
            let middle = low + (high - low) / 2;
            if is_before(self.published_at.get_val(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// How many documents of a range still exist. Counted once per block, then looked up.
    pub fn count_alive(&self, range: Range<DocId>) -> u64 {
        match self.reader.alive_bitset() {
            None => u64::from(range.end - range.start),
            Some(alive) => {
                u64::from(self.alive_before(alive, range.end) - self.alive_before(alive, range.start))
            }
        }
    }

    fn alive_before(&self, alive: &AliveBitSet, doc: DocId) -> u32 {
        const BLOCK: u32 = 1024;
        let ranks = self.ranks.get_or_init(|| {
            let mut ranks = Vec::with_capacity((self.reader.max_doc() / BLOCK + 1) as usize);
            let mut sum = 0;
            for doc in 0..self.reader.max_doc() {
                if doc % BLOCK == 0 {
                    ranks.push(sum);
                }
                sum += u32::from(alive.is_alive(doc));
            }
            // For a range that ends where the segment ends, on a block's edge.
            ranks.push(sum);
            ranks
        });
        let block = doc / BLOCK;
        ranks[block as usize] + (block * BLOCK..doc).filter(|&doc| alive.is_alive(doc)).count() as u32
    }
}

pub fn id_of(number: u128) -> DocumentId {
    DocumentId::from_bytes(number.to_be_bytes())
}
