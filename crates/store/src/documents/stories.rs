//! Which story each document belongs to, how far the growing of stories has come, and what it remembers.
//!
//! All three are written in one transaction: a backup, another host or another process has them together.

use std::collections::HashMap;

use domain::{DocumentId, Instant};

use super::insert::ADVANCE;
use super::{Documents, columns};
use crate::Error;
use crate::db::{MAX_LIST, Statement, Value, padded, placeholders, values};
use crate::leases::Fence;

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
    pub fingerprint: u64,
    pub story_id: Option<String>,
    /// False where it waits to be read: it comes again when it was. Its text is left out.
    pub read: bool,
    /// Names of the companies, assets and organisations that it mentions.
    pub entities: Vec<String>,
}

/// Where documents were placed, from one change to another.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    pub places: &'a [(DocumentId, String)],
    /// Those of them that say again what an earlier one said.
    pub repeats: &'a [DocumentId],
    /// Up to where stories had been grown before; it must still be so.
    pub from: i64,
    pub to: i64,
    pub memory: &'a Remembered,
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
                    CASE WHEN d.marks_version = '' THEN '' ELSE t.content END, d.fingerprint, d.story_id,
                    d.marks_version
               FROM {chosen}
               JOIN texts t ON t.document = d.number
              ORDER BY d.{order}"
        );
        let entities = format!(
            "SELECT m.document, m.name FROM {chosen} JOIN mentions m ON m.document = d.number
              ORDER BY m.document, m.position"
        );
        let parameters = values![after, limit.clamp(1, 20_000) as i64];
        let statements = [documents, entities].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in answers.next().unwrap_or_default() {
            let number = row.int()?;
            place.insert(number, documents.len());
            documents.push(StoryDocument {
                number,
                seq: row.int()?,
                id: columns::id(&mut row)?,
                published_at: row.instant()?,
                title: row.text()?,
                content: row.text()?,
                fingerprint: row.int()? as u64,
                story_id: row.text_or_null()?,
                read: !row.text()?.is_empty(),
                entities: Vec::new(),
            });
        }
        for mut row in answers.next().unwrap_or_default() {
            if let Some(index) = place.get(&row.int()?) {
                documents[*index].entities.push(row.text()?);
            }
        }
        Ok(documents)
    }

    /// Up to which change stories have been grown.
    pub async fn stories_seq(&self) -> Result<i64, Error> {
        self.number("SELECT value FROM counters WHERE name = 'stories'", Vec::new()).await
    }

    /// The place before the `latest` documents that have a story, in the order of arrival.
    pub async fn before_latest_in_stories(&self, latest: usize) -> Result<i64, Error> {
        const SQL: &str = "
            SELECT COALESCE(MIN(number), 1) - 1 FROM
                (SELECT number FROM documents WHERE story_id IS NOT NULL ORDER BY number DESC LIMIT $1) AS latest";
        self.number(SQL, values![latest as i64]).await
    }

    /// How many of these stories have a document.
    pub async fn count_stories(&self, stories: &[String]) -> Result<usize, Error> {
        let mut count = 0;
        for part in stories.chunks(MAX_LIST) {
            let list = padded(part.iter().map(Value::from).collect());
            let sql = format!(
                "SELECT COUNT(DISTINCT story_id) FROM documents WHERE story_id IN ({})",
                placeholders(list.len())
            );
            let mut rows = self.db.query(sql, list).await?;
            count += rows.first_mut().map_or(Ok(0), |row| row.int())? as usize;
        }
        Ok(count)
    }

    /// What the growing of stories remembers, from one moment.
    pub async fn story_memory(&self) -> Result<StoryMemory, Error> {
        const SQL: [&str; 3] = [
            "SELECT value FROM counters WHERE name = 'stories'",
            "SELECT bytes FROM story_memory ORDER BY part",
            "SELECT bytes FROM story_journal ORDER BY number",
        ];
        let statements = SQL.map(|sql| Statement::new(sql, Vec::new()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let seq = answers.next().unwrap_or_default().first_mut().map_or(Ok(0), |row| row.int())?;
        let mut bytes = || -> Result<Vec<Vec<u8>>, Error> {
            answers.next().unwrap_or_default().into_iter().map(|mut row| row.bytes()).collect()
        };
        Ok(StoryMemory { seq, whole: bytes()?, added: bytes()? })
    }

    /// Says which story each document belongs to, up to which change that is known, and what is to be remembered of it,
    /// in one transaction. The days of these documents become dirty. A document that has a story keeps it; where
    /// another has moved the position meanwhile, nothing is written.
    pub async fn tell_stories(&self, told: &Told<'_>, fence: Option<&Fence>) -> Result<u64, Error> {
        const DIRTY: &str = "
            INSERT INTO dirty_days (day, seq)
            SELECT d.day, c.value FROM documents d, counters c WHERE d.id = $1 AND c.name = 'documents'
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
        const PLACE: &str = "UPDATE documents SET story_id = $2 WHERE id = $1 AND story_id IS NULL";
        const REPEATS: &str = "UPDATE documents SET repeats = 1 WHERE id = $1";
        const POSITION: &str = "UPDATE counters SET value = $1 WHERE name = 'stories' AND value = $2";
        const ADD: &str = "
            INSERT INTO story_journal (number, bytes)
            VALUES (COALESCE((SELECT MAX(number) FROM story_journal), 0) + 1, $1)";
        const PART: &str = "INSERT INTO story_memory (part, bytes) VALUES ($1, $2)";
        let dirty = told.places.iter().map(|(id, _)| values![columns::id_value(*id)]).collect();
        let rows =
            told.places.iter().map(|(id, story)| values![columns::id_value(*id), story.as_str()]).collect();
        let repeats = told.repeats.iter().map(|id| values![columns::id_value(*id)]).collect();
        // The counter moves although no document takes its number: it marks the days' newest change.
        let mut unit = vec![
            Statement::new(ADVANCE, values![1_i64]),
            Statement::new(POSITION, values![told.to, told.from]).guarded(),
            Statement::many(PLACE, rows),
            Statement::many(REPEATS, repeats),
            Statement::many(DIRTY, dirty),
        ];
        match told.memory {
            Remembered::Nothing => {}
            Remembered::Added(bytes) => unit.push(Statement::new(ADD, values![bytes.as_slice()])),
            Remembered::Whole(parts) => {
                let rows = parts.iter().enumerate();
                let rows = rows.map(|(part, bytes)| values![part as i64, bytes.as_slice()]).collect();
                unit.extend([
                    Statement::new("DELETE FROM story_journal", Vec::new()),
                    Statement::new("DELETE FROM story_memory", Vec::new()),
                    Statement::many(PART, rows),
                ]);
            }
        }
        let done = Fence::commit(fence, &self.db, unit).await?;
        Ok(done.get(2).map_or(0, |one| one.affected))
    }
}
