//! What was read in a document: the columns of its row, and rows of their own. A new mark that is a column is a line
//! in `written`, one in `read`, and a migration.

use domain::{Category, Marks, Mention};

use super::columns;
use crate::Error;
use crate::db::{Row, Value, record, values, written};

written! {
    COLUMNS, values_of(marks: &Marks) {
        "language" = &marks.language,
        "sentiment" = marks.sentiment,
        "p_positive" = marks.tone.positive,
        "p_neutral" = marks.tone.neutral,
        "p_negative" = marks.tone.negative,
        "sponsored" = marks.is_sponsored(),
        "fingerprint" = columns::fingerprint(marks.fingerprint),
        "marks_version" = &marks.version,
    }
}

/// From `COLUMNS`; categories, mentions and statements have rows of their own.
pub(super) fn read(row: &mut Row) -> Result<Marks, Error> {
    record!(
        row,
        Marks {
            language,
            sentiment,
            tone: columns::tone(row)?,
            categories: Vec::new(),
            mentions: Vec::new(),
            statements: Vec::new(),
            fingerprint: row.get::<i64>("fingerprint")? as u64,
            version: row.get("marks_version")?,
        }
    )
}

/// `$1` is the document's number, or null where it lies `$2` below the counter of changes.
pub(super) const MENTIONS: &str = "
    INSERT INTO mentions (document, position, kind, name, ticker, count, in_title, in_lead, tone, sentiment,
        spans)
    VALUES (COALESCE($1, (SELECT value FROM counters WHERE name = 'documents') - $2),
        $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

pub(super) const CATEGORIES: &str = "
    INSERT INTO document_categories (document, position, category, score)
    VALUES (COALESCE($1, (SELECT value FROM counters WHERE name = 'documents') - $2), $3, $4, $5)";

pub(super) fn mention_rows(number: Value, offset: i64, mentions: &[Mention]) -> Vec<Vec<Value>> {
    let row = |(position, mention): (usize, &Mention)| {
        values![
            number.clone(),
            offset,
            position as i64,
            mention.kind,
            &mention.name,
            mention.ticker.as_deref(),
            mention.count(),
            mention.in_title,
            mention.in_lead,
            mention.tone,
            mention.sentiment,
            columns::spans_text(&mention.spans),
        ]
    };
    mentions.iter().enumerate().map(row).collect()
}

pub(super) fn category_rows(number: Value, offset: i64, categories: &[(Category, f32)]) -> Vec<Vec<Value>> {
    let row = |(position, (category, score)): (usize, &(Category, f32))| {
        values![number.clone(), offset, position as i64, *category, *score]
    };
    categories.iter().enumerate().map(row).collect()
}
