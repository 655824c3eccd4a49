//! Light readings: a page of articles, what has changed, one day, and what resembles what.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Day, DayRange, DocumentId, Instant};

use super::{Change, DayDocument, Documents, IndexedDocument, NamedTone, StoredDocument, columns};
use crate::Error;
use crate::db::{MAX_LIST, Row, Statement, Value, padded, placeholders, record, values};
use crate::statements::{day_statement, target};

/// More than this in one reading would keep it in memory for nobody's good.
const MAX_CHANGES: usize = 20_000;

impl Documents {
    /// In the order asked; ids that are not in the store are left out.
    pub async fn list(&self, ids: &[DocumentId]) -> Result<Vec<StoredDocument>, Error> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let at = self.position().await?;
        let mut found: HashMap<DocumentId, Arc<StoredDocument>> = HashMap::with_capacity(ids.len());
        let unknown = self.take_kept(ids, at, &mut found).await?;
        for part in unknown.chunks(MAX_LIST) {
            for (seq, document) in self.read_whole(part).await? {
                let document = Arc::new(document);
                self.kept.put(seq, at, &document);
                found.insert(document.id, document);
            }
        }
        // An id that is asked twice is answered once.
        Ok(ids.iter().filter_map(|id| found.remove(id)).map(Arc::unwrap_or_clone).collect())
    }

    /// Those of which what is kept is what the store has; returns the others. `at` is the position of the changes.
    async fn take_kept(
        &self,
        ids: &[DocumentId],
        at: i64,
        found: &mut HashMap<DocumentId, Arc<StoredDocument>>,
    ) -> Result<Vec<DocumentId>, Error> {
        const SQL: &str = "SELECT id, seq, story_id FROM documents WHERE id IN ($1)";
        let mut compared = Vec::new();
        for (id, kept) in ids.iter().zip(self.kept.at(ids, at)) {
            match kept {
                Some(document) => drop(found.insert(*id, document)),
                None => compared.push(*id),
            }
        }
        let mut unknown = Vec::new();
        for part in compared.chunks(MAX_LIST) {
            let ids = part.iter().map(|id| vec![columns::id_value(*id)]).collect();
            let mut answers = self.db.read(vec![Statement::many(SQL, ids).together()]).await?;
            for mut row in answers.pop().unwrap_or_default() {
                let id = row.get("id")?;
                match self.kept.compared(id, row.get("seq")?, row.get("story_id")?, at) {
                    Some(document) => drop(found.insert(id, document)),
                    None => unknown.push(id),
                }
            }
        }
        Ok(unknown)
    }

    /// Each with the number of its last change.
    async fn read_whole(&self, ids: &[DocumentId]) -> Result<Vec<(i64, StoredDocument)>, Error> {
        let parameters = padded(ids.iter().map(|id| columns::id_value(*id)).collect());
        let n = parameters.len();
        let statements =
            [list_sql(n), named_sql(n), categories_sql(n)].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut read = Vec::with_capacity(ids.len());
        let mut place = HashMap::with_capacity(ids.len());
        for mut row in answers.next().unwrap_or_default() {
            let seq: i64 = row.get("seq")?;
            let document = stored(row)?;
            place.insert(document.id, read.len());
            read.push((seq, document));
        }
        for mut row in answers.next().unwrap_or_default() {
            if let Some(place) = place.get(&row.get("id")?) {
                read[*place].1.named.push(named(&mut row)?);
            }
        }
        for mut row in answers.next().unwrap_or_default() {
            if let Some(place) = place.get(&row.get("id")?) {
                read[*place].1.categories.push((row.get("category")?, row.get("score")?));
            }
        }
        Ok(read)
    }

    /// Changes after `seq`, oldest first. An empty answer means that the follower has seen everything.
    pub async fn changed_since(&self, seq: i64, limit: usize) -> Result<Vec<Change>, Error> {
        const PUT: &str = "
            SELECT d.number, d.seq, d.id, d.kind, d.title, t.content, d.published_at, o.name AS outlet_name, d.author_name,
                   d.language, d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.speaker_cohort, d.marks_version,
                   d.speaker_handle, d.speaker_name, d.fingerprint
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
        const STATEMENTS: &str = "
            SELECT s.document, k.name, p.spelling, s.cohort, s.target_kind, s.target
              FROM (SELECT number FROM documents WHERE seq > $1 ORDER BY seq LIMIT $2) AS d
              JOIN statements s ON s.document = d.number
              JOIN speakers k ON k.id = s.speaker
              JOIN speaker_spellings p ON p.id = s.spelling
             ORDER BY s.document, s.position";
        const DELETED: &str = "SELECT seq, id FROM deletions WHERE seq > $1 ORDER BY seq LIMIT $2";
        let limit = limit.clamp(1, MAX_CHANGES);
        let parameters = values![seq, limit as i64];
        // All lists from one moment: taken one after the other, a change between them would be skipped.
        let statements = [PUT, CATEGORIES, NAMED, STATEMENTS, DELETED];
        let statements = statements.map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();
        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in next() {
            place.insert(row.get::<i64>("number")?, documents.len());
            documents.push(indexed(&mut row)?);
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].categories.push(row.get("category")?);
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].named.push((row.get("kind")?, row.get("name")?));
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                let document = &mut documents[*index];
                for name in [row.get("name")?, row.get("spelling")?] {
                    if !document.speakers.contains(&name) {
                        document.speakers.push(name);
                    }
                }
                document.statements.push((row.get("cohort")?, target(&mut row)?));
            }
        }
        let mut changes: Vec<Change> =
            documents.into_iter().map(|document| Change::Put(Box::new(document))).collect();
        for mut row in next() {
            changes.push(Change::Deleted { seq: row.get("seq")?, id: row.get("id")? });
        }
        changes.sort_by_key(Change::seq);
        // Each list was cut at the limit, so only that many of the two together are without gaps.
        changes.truncate(limit);
        Ok(changes)
    }

    /// One day's documents with their marks, oldest first; those that were not read yet are left out.
    pub async fn of_day(&self, day: Day) -> Result<Vec<DayDocument>, Error> {
        const DOCUMENTS: &str = concat!(
            "SELECT d.number, d.id, d.kind, d.title, d.url, d.published_at, ",
            columns::outlet_columns!(),
            ", d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.sponsored, d.language, d.fingerprint,
                   d.story_id, d.repeats, d.author_name, d.speaker_handle, d.speaker_name, d.speaker_cohort, d.ticker,
                   d.invented, d.fetched_at
              FROM documents d
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.published_at BETWEEN $1 AND $2 AND d.marks_version <> ''
             ORDER BY d.published_at, d.id"
        );
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
        const STATEMENTS: &str = "
            SELECT s.document, s.speaker, s.cohort, s.confidence, s.target_kind, s.target, s.p_positive, s.p_neutral,
                   s.p_negative, s.same, s.affiliation
              FROM statements s
             WHERE s.day = $1
             ORDER BY s.document, s.position";
        let parameters = values![day.start().ms(), day.end().ms()];
        let mut statements: Vec<Statement> =
            [DOCUMENTS, CATEGORIES, MENTIONS].map(|sql| Statement::new(sql, parameters.clone())).into();
        statements.push(Statement::new(STATEMENTS, values![day.number()]));
        let mut answers = self.db.read(statements).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();

        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in next() {
            place.insert(row.get::<i64>("number")?, documents.len());
            documents.push(day_document(&mut row)?);
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].categories.push((row.get("category")?, row.get("score")?));
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].mentions.push(columns::mention(&mut row)?);
            }
        }
        for mut row in next() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].statements.push(day_statement(&mut row)?);
            }
        }
        Ok(documents)
    }

    /// First and last day with a document.
    pub async fn days_covered(&self) -> Result<Option<DayRange>, Error> {
        const SQL: &str = "SELECT (SELECT MIN(published_at) FROM documents) AS first, (SELECT MAX(published_at) FROM documents) AS last";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        let Some(row) = rows.first_mut() else { return Ok(None) };
        let (first, last): (Option<Instant>, Option<Instant>) = (row.get("first")?, row.get("last")?);
        Ok(first.zip(last).and_then(|(first, last)| DayRange::inclusive(first.day(), last.day())))
    }
}

fn list_sql(n: usize) -> String {
    format!(
        "SELECT d.id, d.seq, d.kind, d.title, t.content, d.published_at, d.url, o.name AS outlet_name, o.category AS outlet_category, d.sentiment,
                d.author_name, d.image_url, d.invented, d.marks_version, o.family AS outlet_family, o.country AS outlet_country,
                d.language, d.p_positive, d.p_neutral, d.p_negative, d.sponsored, d.story_id, d.speaker_handle, d.speaker_name,
                d.speaker_cohort AS cohort
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
    record!(row, NamedTone { kind, name, ticker, tone, sentiment, count, in_title, in_lead })
}

fn stored(mut row: Row) -> Result<StoredDocument, Error> {
    let row = &mut row;
    let marks_version: String = row.get("marks_version")?;
    record!(
        row,
        StoredDocument {
            id,
            kind,
            title,
            content,
            published_at,
            url,
            outlet_name,
            outlet_category,
            sentiment,
            author_name,
            image_url,
            invented,
            read: !marks_version.is_empty(),
            marks_version: marks_version,
            outlet_family,
            outlet_country,
            language,
            tone: columns::tone(row)?,
            sponsored,
            story_id,
            speaker_handle,
            speaker_name,
            cohort,
            named: Vec::new(),
            categories: Vec::new(),
        }
    )
}

fn indexed(row: &mut Row) -> Result<IndexedDocument, Error> {
    record!(
        row,
        IndexedDocument {
            seq,
            id,
            kind,
            title,
            content,
            published_at,
            outlet_name,
            author_name,
            language,
            sentiment,
            tone: columns::tone(row)?,
            fingerprint: row.get::<i64>("fingerprint")? as u64,
            speaker_cohort,
            read: !row.get::<String>("marks_version")?.is_empty(),
            speakers: posted_by(row)?,
            statements: Vec::new(),
            categories: Vec::new(),
            named: Vec::new(),
        }
    )
}

/// Handle and name of who posted it.
fn posted_by(row: &mut Row) -> Result<Vec<String>, Error> {
    let names: [Option<String>; 2] = [row.get("speaker_handle")?, row.get("speaker_name")?];
    Ok(names.into_iter().flatten().collect())
}

fn day_document(row: &mut Row) -> Result<DayDocument, Error> {
    record!(
        row,
        DayDocument {
            id,
            kind,
            title,
            url,
            published_at,
            outlet: columns::outlet(row)?,
            sentiment,
            tone: columns::tone(row)?,
            sponsored,
            language,
            fingerprint: row.get::<i64>("fingerprint")? as u64,
            story_id,
            repeats,
            author_name,
            speaker_handle,
            speaker_name,
            speaker_cohort,
            ticker,
            invented,
            fetched_at,
            categories: Vec::new(),
            mentions: Vec::new(),
            statements: Vec::new(),
        }
    )
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
            found.insert(row.get("id")?, read(&mut row)?);
        }
    }
    Ok(found)
}
