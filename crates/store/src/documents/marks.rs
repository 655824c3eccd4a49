//! What was read in a document, as rows.

use domain::{Category, Mention};

use super::columns;
use crate::db::{Value, values};

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
            mention.kind.name(),
            &mention.name,
            mention.ticker.as_deref(),
            mention.count(),
            mention.in_title,
            mention.in_lead,
            mention.tone,
            mention.sentiment.map(domain::Sentiment::name),
            columns::spans_text(&mention.spans),
        ]
    };
    mentions.iter().enumerate().map(row).collect()
}

pub(super) fn category_rows(number: Value, offset: i64, categories: &[(Category, f32)]) -> Vec<Vec<Value>> {
    let row = |(position, (category, score)): (usize, &(Category, f32))| {
        values![number.clone(), offset, position as i64, category.name(), *score]
    };
    categories.iter().enumerate().map(row).collect()
}
