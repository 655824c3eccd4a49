//! What the growing of stories reads, how far it has come, and what it remembers.

use std::collections::HashMap;

use domain::{DocumentId, Instant};

use super::Documents;
use crate::Error;
use crate::db::{Row, Statement, record, values};

/// The columns that the growing of stories needs.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryDocument {
    /// Its place among all in the order of arrival.
    pub number: i64,
    pub seq: i64,
    pub id: DocumentId,
    pub published_at: Instant,
    pub title: String,
    pub content: String,
    /// Empty for posts: a network does not write by a template of its own, as outlets do.
    pub outlet: String,
    pub language: String,
    pub fingerprint: u64,
    pub story_id: Option<String>,
    /// False where it waits to be read: it comes again when it was. Its text is left out.
    pub read: bool,
    /// Names of the companies and assets that it mentions.
    pub entities: Vec<String>,
}

/// What is to be remembered of it; the store does not look inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remembered {
    Nothing,
    /// Comes behind what is remembered.
    Added(Vec<u8>),
    /// Takes the place of all that is remembered, in parts.
    Whole(Vec<Vec<u8>>),
}

/// What the growing of stories remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoryMemory {
    /// Up to which change.
    pub seq: i64,
    /// How often it was written.
    pub revision: i64,
    /// All of it at some moment, in parts.
    pub whole: Vec<Vec<u8>>,
    /// What was added since, in order.
    pub added: Vec<Vec<u8>>,
}

impl Documents {
    /// Documents changed after `seq`, oldest change first.
    pub async fn for_stories(&self, seq: i64, limit: usize) -> Result<Vec<StoryDocument>, Error> {
        self.story_documents("seq > $1", "seq", seq, limit).await
    }

    /// Documents that have a story, after the place `number`, in the order of arrival.
    pub async fn in_stories(&self, number: i64, limit: usize) -> Result<Vec<StoryDocument>, Error> {
        self.story_documents("number > $1 AND story_id IS NOT NULL", "number", number, limit).await
    }

    async fn story_documents(
        &self,
        which: &str,
        order: &str,
        after: i64,
        limit: usize,
    ) -> Result<Vec<StoryDocument>, Error> {
        let chosen = format!("(SELECT * FROM documents WHERE {which} ORDER BY {order} LIMIT $2) AS d");
        let documents = format!(
            "SELECT d.number, d.seq, d.id, d.published_at, d.title,
                    CASE WHEN d.marks_version = '' THEN '' ELSE t.content END AS content,
                    CASE WHEN d.kind = 'conversation' THEN '' ELSE o.name END AS outlet, d.language, d.fingerprint,
                    d.story_id, d.marks_version
               FROM {chosen}
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
              ORDER BY d.{order}"
        );
        let entities = format!(
            "SELECT m.document, m.name FROM {chosen} JOIN mentions m ON m.document = d.number
              WHERE m.kind IN ('company', 'asset')
              ORDER BY m.document, m.position"
        );
        let parameters = values![after, limit.clamp(1, 20_000) as i64];
        let statements = [documents, entities].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in answers.next().unwrap_or_default() {
            place.insert(row.get::<i64>("number")?, documents.len());
            documents.push(story_document(&mut row)?);
        }
        for mut row in answers.next().unwrap_or_default() {
            if let Some(index) = place.get(&row.get("document")?) {
                documents[*index].entities.push(row.get("name")?);
            }
        }
        Ok(documents)
    }

    /// Up to which change stories have been grown.
    pub async fn stories_seq(&self) -> Result<i64, Error> {
        self.number("SELECT value FROM counters WHERE name = 'stories'", Vec::new()).await
    }

    /// Documents published before a moment that the growing of stories has not come to.
    pub async fn unplaced_before(&self, before: Instant) -> Result<i64, Error> {
        const SQL: &str = "
            SELECT COUNT(*) FROM documents
             WHERE seq > (SELECT value FROM counters WHERE name = 'stories') AND published_at < $1";
        self.number(SQL, values![before]).await
    }

    /// How often the memory of stories was written: another number, another memory.
    pub async fn story_revision(&self) -> Result<i64, Error> {
        self.number("SELECT value FROM counters WHERE name = 'story_memory'", Vec::new()).await
    }

    /// The place before the `latest` documents that have a story, in the order of arrival.
    pub async fn before_latest_in_stories(&self, latest: usize) -> Result<i64, Error> {
        const SQL: &str = "
            SELECT COALESCE(MIN(number), 1) - 1 FROM
                (SELECT number FROM documents WHERE story_id IS NOT NULL ORDER BY number DESC LIMIT $1) AS latest";
        self.number(SQL, values![latest as i64]).await
    }

    /// What the growing of stories remembers, from one moment.
    pub async fn story_memory(&self) -> Result<StoryMemory, Error> {
        const SQL: [&str; 4] = [
            "SELECT value FROM counters WHERE name = 'stories'",
            "SELECT value FROM counters WHERE name = 'story_memory'",
            "SELECT bytes FROM story_memory ORDER BY part",
            "SELECT bytes FROM story_journal ORDER BY number",
        ];
        let statements = SQL.map(|sql| Statement::new(sql, Vec::new()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut counter = || answers.next().unwrap_or_default().first_mut().map_or(Ok(0), |row| row.only());
        let (seq, revision) = (counter()?, counter()?);
        let mut bytes = || -> Result<Vec<Vec<u8>>, Error> {
            answers.next().unwrap_or_default().into_iter().map(|mut row| row.only()).collect()
        };
        Ok(StoryMemory { seq, revision, whole: bytes()?, added: bytes()? })
    }
}

fn story_document(row: &mut Row) -> Result<StoryDocument, Error> {
    record!(
        row,
        StoryDocument {
            number,
            seq,
            id,
            published_at,
            title,
            content,
            outlet,
            language,
            fingerprint: row.get::<i64>("fingerprint")? as u64,
            story_id,
            read: !row.get::<String>("marks_version")?.is_empty(),
            entities: Vec::new(),
        }
    )
}
