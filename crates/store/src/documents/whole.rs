//! One document with everything that is known of it.

use domain::{Document, DocumentId, Item, Speaker};

use super::{Documents, FoundDocument, columns, marks};
use crate::Error;
use crate::db::{Row, Statement, record, values};

impl Documents {
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
