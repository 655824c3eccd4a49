//! One document with everything that is known of it.

use domain::{Document, DocumentId, Extent, Item, Kind, Marks, Precision, Speaker};

use super::{Documents, FoundDocument, columns};
use crate::Error;
use crate::db::{Row, Statement, values};

impl Documents {
    pub async fn find(&self, id: DocumentId) -> Result<Option<FoundDocument>, Error> {
        const DOCUMENT: &str = "
            SELECT d.id, d.seq, d.kind, d.title, t.content, t.turns, d.published_at, d.stated_at, d.precision,
                   d.future_dated, d.fetched_at, d.url, d.canonical_url, o.name, o.category, o.family, o.country,
                   d.author_name, d.image_url, d.stated_language, d.language, d.extent, d.content_hash,
                   d.fingerprint, d.speaker_handle, d.speaker_name, d.speaker_cohort, d.ticker, d.invented,
                   d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.marks_version, d.story_id, t.cuts
              FROM documents d
              JOIN texts t ON t.document = d.number
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.id = $1";
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
        let statements =
            [DOCUMENT, CATEGORIES, MENTIONS].map(|sql| Statement::new(sql, values![columns::id_value(id)]));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();

        let Some(mut row) = next().into_iter().next() else { return Ok(None) };
        let mut found = whole(&mut row)?;
        for mut row in next() {
            let category = row.parse("a category", domain::Category::from_name)?;
            found.marks.categories.push((category, row.real()? as f32));
        }
        for mut row in next() {
            found.marks.mentions.push(columns::mention(&mut row)?);
        }
        Ok(Some(found))
    }
}

fn whole(row: &mut Row) -> Result<FoundDocument, Error> {
    let id = columns::id(row)?;
    let seq = row.int()?;
    let kind = row.parse("a kind", Kind::from_name)?;
    let title = row.text()?;
    let content = row.text()?;
    let turns = columns::turns(row)?;
    let published_at = row.instant()?;
    let stated_at = row.instant_or_null()?;
    let precision = row.parse("a precision", Precision::from_name)?;
    let future_dated = row.flag()?;
    let fetched_at = row.instant()?;
    let url = row.text()?;
    let canonical_url = row.text()?;
    let outlet = columns::outlet(row)?;
    let author_name = row.text()?;
    let image_url = row.text()?;
    let stated_language = row.text_or_null()?;
    let language = row.text()?;
    let extent = row.parse("an extent", Extent::from_name)?;
    let content_hash = row.bytes()?.try_into();
    let content_hash = content_hash.map_err(|_| Error::Row {
        column: 23,
        expected: "a hash of 16 bytes",
        found: "another length",
    })?;
    let fingerprint = row.int()? as u64;
    let handle = row.text_or_null()?;
    let name = row.text_or_null()?;
    let cohort = columns::cohort(row)?;
    let speaker = match (handle, name) {
        (Some(handle), Some(name)) => Some(Speaker { handle, name, cohort }),
        _ => None,
    };
    let ticker = row.text_or_null()?;
    let invented = row.flag()?;
    let sentiment = columns::sentiment(row)?;
    let tone = columns::tone(row)?;
    let version = row.text()?;
    let story_id = row.text_or_null()?;
    let cuts = columns::cuts(row)?;
    let item = Item {
        kind,
        url,
        title,
        content,
        published_at: stated_at,
        precision,
        outlet,
        author_name,
        image_url,
        language: stated_language,
        extent,
        speaker,
        turns,
        ticker,
        invented,
    };
    let document =
        Document { id, canonical_url, item, published_at, fetched_at, future_dated, content_hash, cuts };
    // Statements are asked for by themselves (`store.statements`).
    let (categories, mentions, statements) = (Vec::new(), Vec::new(), Vec::new());
    let marks = Marks { language, sentiment, tone, categories, mentions, statements, fingerprint, version };
    Ok(FoundDocument { document, marks, seq, story_id })
}
