//! Which story each document belongs to, and how far the growing of stories has come.

use std::collections::HashMap;

use domain::{DocumentId, Instant};

use super::insert::ADVANCE;
use super::{Documents, columns};
use crate::Error;
use crate::db::{Statement, values};

/// The columns that the growing of stories needs.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryDocument {
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

impl Documents {
    /// Documents changed after `seq`, oldest change first.
    pub async fn for_stories(&self, seq: i64, limit: usize) -> Result<Vec<StoryDocument>, Error> {
        const DOCUMENTS: &str = "
            SELECT d.number, d.seq, d.id, d.published_at, d.title,
                   CASE WHEN d.marks_version = '' THEN '' ELSE t.content END, d.fingerprint, d.story_id,
                   d.marks_version
              FROM documents d
              JOIN texts t ON t.document = d.number
             WHERE d.seq > $1
             ORDER BY d.seq
             LIMIT $2";
        const ENTITIES: &str = "
            SELECT m.document, m.name
              FROM (SELECT number FROM documents WHERE seq > $1 ORDER BY seq LIMIT $2) AS d
              JOIN mentions m ON m.document = d.number
             ORDER BY m.document, m.position";
        let parameters = values![seq, limit.clamp(1, 20_000) as i64];
        let statements = [DOCUMENTS, ENTITIES].map(|sql| Statement::new(sql, parameters.clone()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut documents = Vec::new();
        let mut place = HashMap::new();
        for mut row in answers.next().unwrap_or_default() {
            place.insert(row.int()?, documents.len());
            documents.push(StoryDocument {
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

    /// Says which story each document belongs to and up to which change that is known, in one transaction. The
    /// days of these documents become dirty.
    pub async fn tell_stories(&self, stories: &[(DocumentId, String)], seq: i64) -> Result<u64, Error> {
        const DIRTY: &str = "
            INSERT INTO dirty_days (day, seq)
            SELECT d.day, c.value FROM documents d, counters c WHERE d.id = $1 AND c.name = 'documents'
            ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
        const SQL: &str = "UPDATE documents SET story_id = $2 WHERE id = $1";
        const POSITION: &str = "UPDATE counters SET value = $1 WHERE name = 'stories'";
        let dirty = stories.iter().map(|(id, _)| values![columns::id_value(*id)]).collect();
        let rows =
            stories.iter().map(|(id, story)| values![columns::id_value(*id), story.as_str()]).collect();
        // The counter moves although no document takes its number: it marks the days' newest change.
        let unit = vec![
            Statement::new(ADVANCE, values![1_i64]),
            Statement::many(SQL, rows),
            Statement::many(DIRTY, dirty),
            Statement::new(POSITION, values![seq]),
        ];
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.get(1).map_or(0, |one| one.affected))
    }
}
