//! What was read in documents: replacing it when the reading improves, and finding what is still to be read.

use std::collections::HashMap;

use domain::{Category, DocumentId, Marks, Mention};

use super::insert::{ADVANCE, DIRTY_DAY};
use super::list::by_id;
use super::{Documents, columns};
use crate::Error;
use crate::db::{Outcome, Statement, Value, values};

const ATTEMPTS: u32 = 10;

/// `$1` is the document's number, or null where it lies `$2` below the counter of changes.
pub(super) const MENTIONS: &str = "
    INSERT INTO mentions (document, position, kind, name, ticker, count, in_title, in_lead, tone, spans)
    VALUES (COALESCE($1, (SELECT value FROM counters WHERE name = 'documents') - $2),
        $3, $4, $5, $6, $7, $8, $9, $10, $11)";

pub(super) const CATEGORIES: &str = "
    INSERT INTO document_categories (document, position, category, score)
    VALUES (COALESCE($1, (SELECT value FROM counters WHERE name = 'documents') - $2), $3, $4, $5)";

const UPDATE: &str = "
    UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents') - $1, language = $2,
        sentiment = $3, p_positive = $4, p_neutral = $5, p_negative = $6, sponsored = $7, fingerprint = $8,
        marks_version = $9
     WHERE number = $10 AND seq = $11";

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

/// What a replacement of marks must know of a document.
struct Known {
    number: i64,
    seq: i64,
    day: i64,
}

impl Documents {
    /// Documents that were read by anything else than this version.
    pub async fn unread(&self, version: &str, limit: usize) -> Result<Vec<DocumentId>, Error> {
        // Two ranges rather than `<>`, so that the index by version is used.
        const SQL: &str = "
            SELECT id FROM (
                SELECT id, number FROM documents WHERE marks_version < $1
                UNION ALL
                SELECT id, number FROM documents WHERE marks_version > $1
            ) AS unread LIMIT $2";
        let rows = self.db.query(SQL, values![version, limit as i64]).await?;
        rows.into_iter().map(|mut row| columns::id(&mut row)).collect()
    }

    /// Puts these marks in the place of the old ones; returns how many documents there were. Each takes a
    /// new number and makes its day dirty. Documents that are not in the store are passed over.
    pub async fn replace_marks(&self, batch: Vec<(DocumentId, Marks)>) -> Result<usize, Error> {
        let batch: HashMap<DocumentId, Marks> = batch.into_iter().collect();
        let ids: Vec<DocumentId> = batch.keys().copied().collect();
        let _planning = self.planning.lock().await;
        for _ in 0..ATTEMPTS {
            let known = self.places(&ids).await?;
            let found: Vec<(&Known, &Marks)> =
                known.iter().filter_map(|(id, known)| Some((known, batch.get(id)?))).collect();
            match self.db.commit(replacement(&found)).await? {
                Outcome::Committed(_) => return Ok(found.len()),
                Outcome::Refused(_) => continue,
            }
        }
        Err(Error::Contended { attempts: ATTEMPTS })
    }

    async fn places(&self, ids: &[DocumentId]) -> Result<HashMap<DocumentId, Known>, Error> {
        by_id(self, "SELECT id, number, seq, day FROM documents", ids, |row| {
            Ok(Known { number: row.int()?, seq: row.int()?, day: row.int()? })
        })
        .await
    }
}

fn replacement(found: &[(&Known, &Marks)]) -> Vec<Statement> {
    if found.is_empty() {
        return Vec::new();
    }
    let mut updates = Vec::with_capacity(found.len());
    let mut mentions = Vec::new();
    let mut categories = Vec::new();
    for (offset, (known, marks)) in found.iter().enumerate() {
        updates.push(values![
            offset as i64,
            &marks.language,
            marks.sentiment.name(),
            marks.tone.positive,
            marks.tone.neutral,
            marks.tone.negative,
            marks.is_sponsored(),
            columns::fingerprint(marks.fingerprint),
            &marks.version,
            known.number,
            known.seq,
        ]);
        mentions.extend(mention_rows(Value::Int(known.number), 0, &marks.mentions));
        categories.extend(category_rows(Value::Int(known.number), 0, &marks.categories));
    }
    let numbers: Vec<Vec<Value>> = found.iter().map(|(known, _)| values![known.number]).collect();
    let days: std::collections::BTreeSet<i64> = found.iter().map(|(known, _)| known.day).collect();
    vec![
        Statement::new(ADVANCE, values![found.len() as i64]),
        Statement::many(UPDATE, updates).guarded(),
        Statement::many("DELETE FROM mentions WHERE document = $1", numbers.clone()),
        Statement::many("DELETE FROM document_categories WHERE document = $1", numbers),
        Statement::many(MENTIONS, mentions),
        Statement::many(CATEGORIES, categories),
        Statement::many(DIRTY_DAY, days.into_iter().map(|day| values![day]).collect()),
    ]
}
