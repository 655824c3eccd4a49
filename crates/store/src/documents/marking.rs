//! Documents that wait to be read, by a first or by a better reader, and the marks that come of it.

use std::collections::HashMap;
use std::sync::LazyLock;

use domain::{Cut, DocumentId, Instant, Marks};

use super::insert::{ADVANCE, DIRTY_DAY};
use super::list::by_id;
use super::marks::{self, CATEGORIES, MENTIONS, category_rows, mention_rows};
use super::{Documents, columns};
use crate::Error;
use crate::db::{Row, Statement, Value, assignments, record, values};
use crate::leases::Fence;
use crate::statements::{StatementRows, replaced};

const ATTEMPTS: u32 = 10;

static UPDATE: LazyLock<String> = LazyLock::new(|| {
    let (number, seq) = (marks::COLUMNS.len() + 2, marks::COLUMNS.len() + 3);
    format!(
        "UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents') - $1{}
          WHERE number = ${number} AND seq = ${seq}",
        assignments(marks::COLUMNS, 2)
    )
});

/// A document that waits, with what a reader needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Its place among those that wait.
    pub number: i64,
    pub seq: i64,
    pub id: DocumentId,
    pub title: String,
    /// The name of its outlet.
    pub outlet: String,
    pub content: String,
    pub stated_language: Option<String>,
    pub invented: bool,
    /// Changes with the text.
    pub content_hash: Vec<u8>,
    pub published_at: Instant,
}

/// What a reader made of the document as it stood at the change `seq`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadDocument {
    pub id: DocumentId,
    pub seq: i64,
    pub marks: Marks,
    /// Where it was cleaned again and reads otherwise.
    pub text: Option<CleanText>,
}

/// A text without what is no part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CleanText {
    pub title: String,
    pub content: String,
    pub cuts: Vec<Cut>,
}

/// What a replacement of marks must know of a document.
struct Known {
    number: i64,
    seq: i64,
    published_at: Instant,
}

impl Documents {
    /// Documents after the place `number` that nobody has read yet, in the order in which they came. Those in
    /// quarantine do not wait.
    pub async fn unread(&self, number: i64, limit: usize) -> Result<Vec<Unread>, Error> {
        const SQL: &str = "
            SELECT d.number, d.seq, d.id, d.title, o.name AS outlet, t.content, d.stated_language, d.invented,
                   d.content_hash, d.published_at
              FROM documents d
              JOIN outlets o ON o.id = d.outlet_id
              JOIN texts t ON t.document = d.number
             WHERE d.marks_version = '' AND d.number > $1 AND NOT EXISTS (
                SELECT 1 FROM quarantine q
                 WHERE q.work = 'reading' AND q.item = d.id AND q.content = d.content_hash)
             ORDER BY d.number
             LIMIT $2";
        self.waiting(SQL, values![number, limit as i64]).await
    }

    /// Documents that were read by anything else than this version.
    pub async fn read_otherwise(&self, version: &str, limit: usize) -> Result<Vec<Unread>, Error> {
        // Two ranges rather than `<>`, so that the index by version is used.
        const SQL: &str = "
            SELECT d.number, d.seq, d.id, d.title, o.name AS outlet, t.content, d.stated_language, d.invented,
                   d.content_hash, d.published_at
              FROM (SELECT number FROM documents WHERE marks_version > '' AND marks_version < $1
                    UNION ALL
                    SELECT number FROM documents WHERE marks_version > $1
                    LIMIT $2) AS other
              JOIN documents d ON d.number = other.number
              JOIN outlets o ON o.id = d.outlet_id
              JOIN texts t ON t.document = d.number";
        self.waiting(SQL, values![version, limit as i64]).await
    }

    async fn waiting(&self, sql: &'static str, parameters: Vec<Value>) -> Result<Vec<Unread>, Error> {
        let unread = |mut row: Row| {
            record!(
                row,
                Unread {
                    number,
                    seq,
                    id,
                    title,
                    outlet,
                    content,
                    stated_language,
                    invented,
                    content_hash,
                    published_at,
                }
            )
        };
        self.db.query(sql, parameters).await?.into_iter().map(unread).collect()
    }

    /// How many documents wait to be read.
    pub async fn unread_count(&self) -> Result<i64, Error> {
        self.unread_before(Instant::from_ms(i64::MAX)).await
    }

    /// Those of them that were published before a moment.
    pub async fn unread_before(&self, before: Instant) -> Result<i64, Error> {
        const SQL: &str = "
            SELECT (SELECT COUNT(*) FROM documents WHERE marks_version = '' AND published_at < $1) - (
                SELECT COUNT(*)
                  FROM quarantine q
                  JOIN documents d ON d.id = q.item
                 WHERE q.work = 'reading' AND q.content = d.content_hash AND d.marks_version = ''
                   AND d.published_at < $1)";
        self.number(SQL, values![before]).await
    }

    /// Puts these marks, and texts where there are any, in the place of the old ones; returns how many documents got
    /// theirs. Each takes a new number and makes its day dirty. A document that changed since it was read, or is gone, is passed over.
    pub async fn replace_marks(
        &self,
        batch: Vec<ReadDocument>,
        fence: Option<&Fence>,
    ) -> Result<usize, Error> {
        let ids: Vec<DocumentId> = batch.iter().map(|read| read.id).collect();
        let _planning = self.planning.lock().await;
        for _ in 0..ATTEMPTS {
            let known = self.places(&ids).await?;
            let same = |read: &&ReadDocument| known.get(&read.id).is_some_and(|known| known.seq == read.seq);
            let read: Vec<(&Known, &ReadDocument)> =
                batch.iter().filter(same).map(|read| (&known[&read.id], read)).collect();
            match Fence::commit(fence, &self.db, replacement(&read)).await {
                Ok(_) => return Ok(read.len()),
                Err(Error::Contended { .. }) => continue,
                Err(error) => return Err(error),
            }
        }
        Err(Error::Contended { attempts: ATTEMPTS })
    }

    async fn places(&self, ids: &[DocumentId]) -> Result<HashMap<DocumentId, Known>, Error> {
        by_id(self, "SELECT id, number, seq, published_at FROM documents", ids, |row| {
            record!(row, Known { number, seq, published_at })
        })
        .await
    }
}

fn replacement(read: &[(&Known, &ReadDocument)]) -> Vec<Statement> {
    if read.is_empty() {
        return Vec::new();
    }
    let mut updates = Vec::with_capacity(read.len());
    let mut mentions = Vec::new();
    let mut categories = Vec::new();
    let mut statements = StatementRows::default();
    let (mut titles, mut texts) = (Vec::new(), Vec::new());
    for (place, (known, ReadDocument { marks, text, .. })) in read.iter().enumerate() {
        if let Some(text) = text {
            titles.push(values![known.number, &text.title]);
            texts.push(values![known.number, &text.content, columns::cuts_text(&text.cuts)]);
        }
        // Those who follow the changes meet them in the order of the batch.
        let mut update = values![(read.len() - 1 - place) as i64];
        update.extend(marks::values_of(marks));
        update.extend(values![known.number, known.seq]);
        updates.push(update);
        mentions.extend(mention_rows(Value::Int(known.number), 0, &marks.mentions));
        categories.extend(category_rows(Value::Int(known.number), 0, &marks.categories));
        statements.add(Value::Int(known.number), 0, known.published_at, &marks.statements);
    }
    let numbers: Vec<Vec<Value>> = read.iter().map(|(known, _)| values![known.number]).collect();
    let days: std::collections::BTreeSet<i64> =
        read.iter().map(|(known, _)| known.published_at.day().number()).collect();
    let mut unit = vec![
        Statement::new(ADVANCE, values![read.len() as i64]),
        Statement::many(UPDATE.as_str(), updates).guarded(),
        Statement::many("UPDATE documents SET title = $2 WHERE number = $1", titles),
        Statement::many("UPDATE texts SET content = $2, cuts = $3 WHERE document = $1", texts),
        Statement::many("DELETE FROM mentions WHERE document = $1", numbers.clone()),
        Statement::many("DELETE FROM document_categories WHERE document = $1", numbers.clone()),
        replaced(numbers),
        Statement::many(MENTIONS, mentions),
        Statement::many(CATEGORIES, categories),
        Statement::many(DIRTY_DAY, days.into_iter().map(|day| values![day]).collect()),
    ];
    unit.extend(statements.into_unit());
    unit
}
