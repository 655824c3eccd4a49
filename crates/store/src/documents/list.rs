//! Light readings: a page of articles, what has changed, one day, and what resembles what.

use std::collections::HashMap;

use domain::{Category, Day, DayRange, DocumentId, Kind, MentionKind};

use super::{Change, DayDocument, Documents, IndexedDocument, NamedTone, NearCopy, StoredDocument, columns};
use crate::Error;
use crate::db::{MAX_LIST, Row, Statement, Value, padded, placeholders, values};

/// More than this in one reading would keep it in memory for nobody's good.
const MAX_CHANGES: usize = 20_000;

impl Documents {
    /// In the order asked; ids that are not in the store are left out.
    pub async fn list(&self, ids: &[DocumentId]) -> Result<Vec<StoredDocument>, Error> {
        let mut found: HashMap<DocumentId, StoredDocument> = HashMap::with_capacity(ids.len());
        for part in ids.chunks(MAX_LIST) {
            let parameters = padded(part.iter().map(|id| columns::id_value(*id)).collect());
            let n = parameters.len();
            let statements = [list_sql(n), named_sql(n), categories_sql(n)]
                .map(|sql| Statement::new(sql, parameters.clone()));
            let mut answers = self.db.read(statements.into()).await?.into_iter();
            for row in answers.next().unwrap_or_default() {
                let document = stored(row)?;
                found.insert(document.id, document);
            }
            for mut row in answers.next().unwrap_or_default() {
                if let Some(document) = found.get_mut(&columns::id(&mut row)?) {
                    document.named.push(named(&mut row)?);
                }
            }
            for mut row in answers.next().unwrap_or_default() {
                if let Some(document) = found.get_mut(&columns::id(&mut row)?) {
                    let category = row.parse("a category", Category::from_name)?;
                    document.categories.push((category, row.real()? as f32));
                }
            }
        }
        // An id that is asked twice is answered once.
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// Changes after `seq`, oldest first. An empty answer means that the follower has seen everything.
    pub async fn changed_since(&self, seq: i64, limit: usize) -> Result<Vec<Change>, Error> {
        const PUT: &str = "
            SELECT d.number, d.seq, d.id, d.kind, d.title, t.content, d.published_at, o.name, d.author_name,
                   d.language, d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.speaker_handle,
                   d.speaker_cohort, d.marks_version
              FROM documents d
              JOIN texts t ON t.document = d.number
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.seq > $1
             ORDER BY d.seq
             LIMIT $2";
        const CATEGORIES: &str = "
            SELECT c.document, c.category
              FROM (SELECT number FROM documents WHERE seq > $1 ORDER BY seq LIMIT $2) AS d
              JOIN document_categories c ON c.document = d.number
             ORDER BY c.document, c.position";
        const NAMED: &str = "
            SELECT m.document, m.kind, m.name
              FROM (SELECT number FROM documents WHERE seq > $1 ORDER BY seq LIMIT $2) AS d
              JOIN mentions m ON m.document = d.number
             ORDER BY m.document, m.position";
        const DELETED: &str = "SELECT seq, id FROM deletions WHERE seq > $1 ORDER BY seq LIMIT $2";
        let limit = limit.clamp(1, MAX_CHANGES);
        let parameters = values![seq, limit as i64];
        // All lists from one moment: taken one after the other, a change between them would be skipped.
        let statements = [PUT, CATEGORIES, NAMED, DELETED].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();
        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in next() {
            place.insert(row.int()?, documents.len());
            documents.push(indexed(&mut row)?);
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.int()?) {
                documents[*index].categories.push(row.parse("a category", Category::from_name)?);
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.int()?) {
                let kind = row.parse("a kind of mention", MentionKind::from_name)?;
                documents[*index].named.push((kind, row.text()?));
            }
        }
        let mut changes: Vec<Change> =
            documents.into_iter().map(|document| Change::Put(Box::new(document))).collect();
        for mut row in next() {
            changes.push(Change::Deleted { seq: row.int()?, id: columns::id(&mut row)? });
        }
        changes.sort_by_key(Change::seq);
        // Each list was cut at the limit, so only that many of the two together are without gaps.
        changes.truncate(limit);
        Ok(changes)
    }

    /// One day's documents with their marks, oldest first; those that were not read yet are left out.
    pub async fn of_day(&self, day: Day) -> Result<Vec<DayDocument>, Error> {
        const DOCUMENTS: &str = "
            SELECT d.number, d.id, d.kind, d.title, d.url, d.published_at, o.name, o.category, o.family, o.country,
                   d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.sponsored, d.language, d.fingerprint,
                   d.story_id, d.repeats, d.author_name, d.speaker_handle, d.speaker_cohort, d.ticker, d.invented,
                   d.fetched_at
              FROM documents d
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.published_at BETWEEN $1 AND $2 AND d.marks_version <> ''
             ORDER BY d.published_at, d.id";
        const CATEGORIES: &str = "
            SELECT c.document, c.category, c.score
              FROM documents d
              JOIN document_categories c ON c.document = d.number
             WHERE d.published_at BETWEEN $1 AND $2
             ORDER BY c.document, c.position";
        const MENTIONS: &str = "
            SELECT m.document, m.kind, m.name, m.ticker, m.spans, m.in_title, m.in_lead, m.tone, m.sentiment
              FROM documents d
              JOIN mentions m ON m.document = d.number
             WHERE d.published_at BETWEEN $1 AND $2
             ORDER BY m.document, m.position";
        let parameters = values![day.start().ms(), day.end().ms()];
        let statements = [DOCUMENTS, CATEGORIES, MENTIONS].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();

        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in next() {
            place.insert(row.int()?, documents.len());
            documents.push(day_document(&mut row)?);
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.int()?) {
                let category = row.parse("a category", Category::from_name)?;
                documents[*index].categories.push((category, row.real()? as f32));
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.int()?) {
                documents[*index].mentions.push(columns::mention(&mut row)?);
            }
        }
        Ok(documents)
    }

    /// Fingerprints of the documents of some days, oldest first.
    pub async fn fingerprints(&self, days: DayRange) -> Result<Vec<NearCopy>, Error> {
        const SQL: &str = "
            SELECT d.id, d.published_at, d.fingerprint, o.family, d.story_id
              FROM documents d
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.published_at BETWEEN $1 AND $2 AND d.marks_version <> ''
             ORDER BY d.published_at, d.id";
        let rows = self.db.query(SQL, values![days.start().ms(), days.end().ms()]).await?;
        rows.into_iter()
            .map(|mut row| {
                Ok(NearCopy {
                    id: columns::id(&mut row)?,
                    published_at: row.instant()?,
                    fingerprint: row.int()? as u64,
                    outlet_family: row.text()?,
                    story_id: row.text_or_null()?,
                })
            })
            .collect()
    }

    /// First and last day with a document.
    pub async fn days_covered(&self) -> Result<Option<DayRange>, Error> {
        const SQL: &str =
            "SELECT (SELECT MIN(published_at) FROM documents), (SELECT MAX(published_at) FROM documents)";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let (Some(first), Some(last)) = (row.int_or_null()?, row.int_or_null()?) else { return Ok(None) };
        let day = |ms| domain::Instant::from_ms(ms).day();
        Ok(DayRange::inclusive(day(first), day(last)))
    }
}

fn list_sql(n: usize) -> String {
    format!(
        "SELECT d.id, d.kind, d.title, t.content, d.published_at, d.url, o.name, o.category, d.sentiment,
                d.author_name, d.image_url, d.invented, d.marks_version, o.family, o.country, d.language,
                d.p_positive, d.p_neutral, d.p_negative, d.sponsored, d.story_id, d.speaker_handle, d.speaker_name,
                d.speaker_cohort
           FROM documents d
           JOIN texts t ON t.document = d.number
           JOIN outlets o ON o.id = d.outlet_id
          WHERE d.id IN ({})",
        placeholders(n)
    )
}

fn named_sql(n: usize) -> String {
    format!(
        "SELECT d.id, m.kind, m.name, m.ticker, m.tone, m.sentiment, m.count, m.in_title, m.in_lead
           FROM documents d
           JOIN mentions m ON m.document = d.number
          WHERE d.id IN ({})
          ORDER BY m.document, m.position",
        placeholders(n)
    )
}

fn categories_sql(n: usize) -> String {
    format!(
        "SELECT d.id, c.category, c.score
           FROM documents d
           JOIN document_categories c ON c.document = d.number
          WHERE d.id IN ({})
          ORDER BY c.document, c.position",
        placeholders(n)
    )
}

fn named(row: &mut Row) -> Result<NamedTone, Error> {
    Ok(NamedTone {
        kind: row.parse("a kind of mention", MentionKind::from_name)?,
        name: row.text()?,
        ticker: row.text_or_null()?,
        tone: row.real_or_null()?.map(|tone| tone as f32),
        sentiment: columns::sentiment_or_null(row)?,
        count: row.int()?,
        in_title: row.flag()?,
        in_lead: row.flag()?,
    })
}

fn stored(mut row: Row) -> Result<StoredDocument, Error> {
    let row = &mut row;
    let marks_version;
    Ok(StoredDocument {
        id: columns::id(row)?,
        kind: row.parse("a kind", Kind::from_name)?,
        title: row.text()?,
        content: row.text()?,
        published_at: row.instant()?,
        url: row.text()?,
        outlet_name: row.text()?,
        outlet_category: row.text()?,
        sentiment: columns::sentiment(row)?,
        author_name: row.text()?,
        image_url: row.text()?,
        invented: row.flag()?,
        read: {
            marks_version = row.text()?;
            !marks_version.is_empty()
        },
        marks_version,
        outlet_family: row.text()?,
        outlet_country: row.text()?,
        language: row.text()?,
        tone: columns::tone(row)?,
        sponsored: row.flag()?,
        story_id: row.text_or_null()?,
        speaker_handle: row.text_or_null()?,
        speaker_name: row.text_or_null()?,
        cohort: columns::cohort(row)?,
        named: Vec::new(),
        categories: Vec::new(),
    })
}

fn indexed(row: &mut Row) -> Result<IndexedDocument, Error> {
    Ok(IndexedDocument {
        seq: row.int()?,
        id: columns::id(row)?,
        kind: row.parse("a kind", Kind::from_name)?,
        title: row.text()?,
        content: row.text()?,
        published_at: row.instant()?,
        outlet_name: row.text()?,
        author_name: row.text()?,
        language: row.text()?,
        sentiment: columns::sentiment(row)?,
        tone: columns::tone(row)?,
        speaker_handle: row.text_or_null()?,
        speaker_cohort: columns::cohort(row)?,
        read: !row.text()?.is_empty(),
        categories: Vec::new(),
        named: Vec::new(),
    })
}

fn day_document(row: &mut Row) -> Result<DayDocument, Error> {
    Ok(DayDocument {
        id: columns::id(row)?,
        kind: row.parse("a kind", Kind::from_name)?,
        title: row.text()?,
        url: row.text()?,
        published_at: row.instant()?,
        outlet: columns::outlet(row)?,
        sentiment: columns::sentiment(row)?,
        tone: columns::tone(row)?,
        sponsored: row.flag()?,
        language: row.text()?,
        fingerprint: row.int()? as u64,
        story_id: row.text_or_null()?,
        repeats: row.flag()?,
        author_name: row.text()?,
        speaker_handle: row.text_or_null()?,
        speaker_cohort: columns::cohort(row)?,
        ticker: row.text_or_null()?,
        invented: row.flag()?,
        fetched_at: row.instant()?,
        categories: Vec::new(),
        mentions: Vec::new(),
    })
}

/// For each id that is in the store, what `read` makes of its row of `select ... WHERE id IN (...)`.
pub(super) async fn by_id<T>(
    documents: &Documents,
    select: &str,
    ids: &[DocumentId],
    read: impl Fn(&mut Row) -> Result<T, Error>,
) -> Result<HashMap<DocumentId, T>, Error> {
    let mut found = HashMap::with_capacity(ids.len());
    for part in ids.chunks(MAX_LIST) {
        let parameters: Vec<Value> = padded(part.iter().map(|id| columns::id_value(*id)).collect());
        let sql = format!("{select} WHERE id IN ({})", placeholders(parameters.len()));
        for mut row in documents.db.query(sql, parameters).await? {
            found.insert(columns::id(&mut row)?, read(&mut row)?);
        }
    }
    Ok(found)
}
