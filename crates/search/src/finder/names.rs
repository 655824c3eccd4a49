//! Names kept in a column: each segment numbers its own, here they get one numbering over all segments.

use std::collections::HashMap;

use tantivy::DocId;
use tantivy::columnar::StrColumn;

use super::view::Segment;

/// Every name met so far, and its number.
pub type Numbers = HashMap<String, u32>;

pub struct Names {
    column: Option<StrColumn>,
    numbers: Vec<u32>,
}

impl Names {
    pub fn open(segment: &Segment, field: &str, known: &mut Numbers) -> tantivy::Result<Names> {
        let column = segment.reader.fast_fields().str(field)?;
        let mut numbers = Vec::new();
        if let Some(column) = &column {
            let mut name = String::new();
            for ordinal in 0..column.num_terms() as u64 {
                name.clear();
                column.ord_to_str(ordinal, &mut name)?;
                let next = known.len() as u32;
                numbers.push(*known.entry(name.clone()).or_insert(next));
            }
        }
        Ok(Names { column, numbers })
    }

    pub fn of(&self, doc: DocId) -> Option<u32> {
        let ordinal = self.column.as_ref()?.ords().first(doc)?;
        self.numbers.get(ordinal as usize).copied()
    }
}
