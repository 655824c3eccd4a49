//! One document with everything that is known of it.

use domain::{Document, DocumentId, Item, Speaker};

use super::{Documents, FoundDocument, columns, marks};
use crate::Error;
use crate::db::{Row, Statement, record, values};

/// A document as it lies in the store, and where its statements are said to stand.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredText {
    pub number: i64,
    pub document: Document,
    /// Of the text that was read; 0 where it waits to be read.
    pub fingerprint: u64,
    /// First character, end, and the words.
    pub statements: Vec<(u32, u32, String)>,
}

impl Documents {
    /// The documents after a number, in the order in which they came, to be compared with what is said of them.
    pub async fn page(&self, after: i64, limit: usize) -> Result<Vec<StoredText>, Error> {
        let sql = format!(
            "SELECT d.number, d.id, d.kind, d.title, t.content, t.turns, d.published_at, d.stated_at, d.precision,
                    d.future_dated, d.fetched_at, d.url, d.canonical_url, d.author_name, d.image_url,
                    d.stated_language, d.extent, d.content_hash, d.speaker_handle, d.speaker_name, d.speaker_cohort,
                    d.ticker, d.invented, t.cuts, d.fingerprint, {}
               FROM documents d
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
              WHERE d.number > $1
              ORDER BY d.number
              LIMIT $2",
            columns::outlet_columns!()
        );
        const STATEMENTS: &str = "
            SELECT document, start_at, end_at, text FROM statements WHERE document BETWEEN $1 AND $2 ORDER BY document";
        let mut page = Vec::new();
        for mut row in self.db.query(sql, values![after, limit.max(1) as i64]).await? {
            let (number, fingerprint) = (row.get("number")?, row.get::<i64>("fingerprint")? as u64);
            let document = document(&mut row)?;
            page.push(StoredText { number, document, fingerprint, statements: Vec::new() });
        }
        let (Some(first), Some(last)) = (page.first(), page.last()) else { return Ok(page) };
        let said = self.db.query(STATEMENTS, values![first.number, last.number]).await?;
        for mut row in said {
            let number: i64 = row.get("document")?;
            if let Ok(place) = page.binary_search_by_key(&number, |one| one.number) {
                page[place].statements.push((row.get("start_at")?, row.get("end_at")?, row.get("text")?));
            }
        }
        Ok(page)
    }

    pub async fn find(&self, id: DocumentId) -> Result<Option<FoundDocument>, Error> {
        let document = format!(
            "SELECT d.id, d.seq, d.kind, d.title, t.content, t.turns, d.published_at, d.stated_at, d.precision,
                    d.future_dated, d.fetched_at, d.url, d.canonical_url, d.author_name, d.image_url,
                    d.stated_language, d.extent, d.content_hash, d.speaker_handle, d.speaker_name, d.speaker_cohort,
                    d.ticker, d.invented, d.story_id, t.cuts, {}, d.{}
               FROM documents d
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
              WHERE d.id = $1",
            columns::outlet_columns!(),
            marks::COLUMNS.join(", d.")
        );
        const CATEGORIES: &str = "
            SELECT c.category, c.score
              FROM documents d
              JOIN document_categories c ON c.document = d.number
             WHERE d.id = $1
             ORDER BY c.position";
        const MENTIONS: &str = "
            SELECT m.kind, m.name, m.ticker, m.spans, m.in_title, m.in_lead, m.tone, m.sentiment
              FROM documents d
              JOIN mentions m ON m.document = d.number
             WHERE d.id = $1
             ORDER BY m.position";
        let statements = [document, CATEGORIES.to_owned(), MENTIONS.to_owned()]
            .map(|sql| Statement::new(sql, values![columns::id_value(id)]));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();

        let Some(mut row) = next().into_iter().next() else { return Ok(None) };
        let mut found = whole(&mut row)?;
        for mut row in next() {
            found.marks.categories.push((row.get("category")?, row.get("score")?));
        }
        for mut row in next() {
            found.marks.mentions.push(columns::mention(&mut row)?);
        }
        Ok(Some(found))
    }
}

fn whole(row: &mut Row) -> Result<FoundDocument, Error> {
    Ok(FoundDocument {
        document: document(row)?,
        marks: marks::read(row)?,
        seq: row.get("seq")?,
        story_id: row.get("story_id")?,
    })
}

fn document(row: &mut Row) -> Result<Document, Error> {
    record!(
        row,
        Document {
            id,
            canonical_url,
            item: item(row)?,
            published_at,
            fetched_at,
            future_dated,
            content_hash,
            cuts: columns::cuts(row)?,
        }
    )
}

fn item(row: &mut Row) -> Result<Item, Error> {
    record!(
        row,
        Item {
            kind,
            url,
            title,
            content,
            published_at: row.get("stated_at")?,
            precision,
            outlet: columns::outlet(row)?,
            author_name,
            image_url,
            language: row.get("stated_language")?,
            extent,
            speaker: speaker(row)?,
            turns: columns::turns(row)?,
            ticker,
            invented,
        }
    )
}

fn speaker(row: &mut Row) -> Result<Option<Speaker>, Error> {
    let (handle, name): (Option<_>, _) = (row.get("speaker_handle")?, row.get("speaker_name")?);
    let cohort = row.get("speaker_cohort")?;
    Ok(handle.zip(name).map(|(handle, name)| Speaker { handle, name, cohort }))
}
