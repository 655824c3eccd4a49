//! Documents and what was read in them.
//!
//! Every change takes the next number of one counter, inside its own transaction, so that a follower who
//! asks for what came after the last number it saw misses nothing and sees nothing twice.

mod cleaning;
pub(crate) mod columns;
mod delete;
mod headlines;
mod insert;
mod kept;
mod list;
mod marking;
mod marks;
mod position;
mod remove;
mod speakers;
mod stories;
mod story_changes;
mod whole;

use std::sync::Arc;

use domain::{
    Category, Cohort, Day, Document, DocumentId, Instant, Kind, Marks, Mention, MentionKind, Outlet,
    Sentiment, StatementTarget, Tone,
};

pub use cleaning::{CameDocument, TextDocument};
pub use columns::outlet_id;
pub use headlines::{Arrival, Headline, NamedIn, StoryHeadline, StoryItem};
pub use marking::{CleanText, ReadDocument, Unread};
pub use remove::{Reason, Removal, Which};
pub use speakers::{Post, SpeakerFigures};
pub use stories::{Remembered, StoryDocument, StoryMemory};
pub use story_changes::StoryChanges;
pub use whole::StoredText;

use self::kept::KeptDocuments;
use self::position::Position;
use crate::Error;
use crate::db::{Db, Value, record, values};
use crate::statements::DayStatement;

/// `store.documents`.
#[derive(Clone, Debug)]
pub struct Documents {
    db: Db,
    /// Plans are made and written one after the other; their guards are there for other programs.
    planning: Arc<tokio::sync::Mutex<()>>,
    kept: Arc<KeptDocuments>,
    position: Arc<Position>,
}

/// What an insertion came to; the three add up to the batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inserted {
    pub new: usize,
    pub updated: usize,
    pub unchanged: usize,
}

/// The columns that an article needs.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredDocument {
    pub id: DocumentId,
    pub kind: Kind,
    pub title: String,
    pub content: String,
    pub published_at: Instant,
    pub url: String,
    pub outlet_name: String,
    pub outlet_category: String,
    pub sentiment: Sentiment,
    pub author_name: String,
    pub image_url: String,
    pub invented: bool,
    /// False where its sentiment is not known yet.
    pub read: bool,
    /// Companies, assets and organisations, as they were found.
    pub named: Vec<NamedTone>,
    pub outlet_family: String,
    pub outlet_country: String,
    pub language: String,
    pub tone: Tone,
    pub sponsored: bool,
    /// What read it; empty where nothing did yet.
    pub marks_version: String,
    pub story_id: Option<String>,
    pub speaker_handle: Option<String>,
    pub speaker_name: Option<String>,
    pub cohort: Option<Cohort>,
    /// Strongest first, with their scores.
    pub categories: Vec<(Category, f32)>,
}

/// What a document names, and the tone of the document toward it where it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTone {
    pub kind: MentionKind,
    pub name: String,
    pub ticker: Option<String>,
    pub tone: Option<f32>,
    pub sentiment: Option<Sentiment>,
    /// How often, and whether title or first paragraph do.
    pub count: i64,
    pub in_title: bool,
    pub in_lead: bool,
}

/// All that is known of one document.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundDocument {
    pub document: Document,
    pub marks: Marks,
    pub seq: i64,
    pub story_id: Option<String>,
}

/// One step of the store, for those who follow it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// New, or changed since.
    Put(Box<IndexedDocument>),
    Deleted {
        seq: i64,
        id: DocumentId,
    },
}

impl Change {
    pub fn seq(&self) -> i64 {
        match self {
            Change::Put(document) => document.seq,
            Change::Deleted { seq, .. } => *seq,
        }
    }

    pub fn id(&self) -> DocumentId {
        match self {
            Change::Put(document) => document.id,
            Change::Deleted { id, .. } => *id,
        }
    }
}

/// The columns that the search index needs.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedDocument {
    pub seq: i64,
    pub id: DocumentId,
    pub kind: Kind,
    pub title: String,
    pub content: String,
    pub published_at: Instant,
    pub outlet_name: String,
    pub author_name: String,
    pub language: String,
    pub sentiment: Sentiment,
    pub tone: Tone,
    pub fingerprint: u64,
    pub speaker_cohort: Option<Cohort>,
    /// Names of those who speak in it, in every spelling: whoever posted it, and those who are quoted.
    pub speakers: Vec<String>,
    /// The statements that it reports: in which role, about what.
    pub statements: Vec<(Option<Cohort>, Option<StatementTarget>)>,
    /// False where there are no marks yet.
    pub read: bool,
    pub categories: Vec<Category>,
    pub named: Vec<(MentionKind, String)>,
}

/// The columns that the counts of a day need.
#[derive(Clone, Debug, PartialEq)]
pub struct DayDocument {
    pub id: DocumentId,
    pub kind: Kind,
    pub title: String,
    pub url: String,
    pub published_at: Instant,
    pub outlet: Outlet,
    pub sentiment: Sentiment,
    pub tone: Tone,
    pub sponsored: bool,
    pub language: String,
    pub fingerprint: u64,
    pub story_id: Option<String>,
    /// It says again what an earlier document of its story said.
    pub repeats: bool,
    pub author_name: String,
    pub speaker_handle: Option<String>,
    pub speaker_name: Option<String>,
    pub speaker_cohort: Option<Cohort>,
    pub ticker: Option<String>,
    pub invented: bool,
    /// When it was first seen.
    pub fetched_at: Instant,
    pub categories: Vec<(Category, f32)>,
    pub mentions: Vec<Mention>,
    /// One for each speaker of a statement.
    pub statements: Vec<DayStatement>,
}

/// A day to be counted again. `seq` names the change that made it so: a day that is touched again while
/// it is being counted stays dirty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyDay {
    pub day: Day,
    pub seq: i64,
}

impl Documents {
    pub(crate) fn new(db: Db) -> Documents {
        Documents { db, planning: Arc::default(), kept: Arc::default(), position: Arc::default() }
    }

    /// The number of the newest change; 0 in an empty store.
    pub async fn max_seq(&self) -> Result<i64, Error> {
        const SQL: &str = "SELECT COALESCE((SELECT MAX(seq) FROM documents), 0) AS put,
                                  COALESCE((SELECT MAX(seq) FROM deletions), 0) AS deleted";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        let Some(row) = rows.first_mut() else { return Ok(0) };
        Ok(row.get::<i64>("put")?.max(row.get("deleted")?))
    }

    pub async fn count(&self) -> Result<i64, Error> {
        self.number("SELECT COUNT(*) FROM documents", Vec::new()).await
    }

    /// Whether the store holds anything of the demo's invented world.
    pub async fn any_invented(&self) -> Result<bool, Error> {
        // The literal lets both engines use the index of the invented ones, which is empty in a store of real data.
        const SQL: &str =
            "SELECT COUNT(*) FROM (SELECT id FROM documents WHERE invented = 1 LIMIT 1) AS invented";
        Ok(self.number(SQL, Vec::new()).await? > 0)
    }

    /// The oldest dirty days first.
    pub async fn days_dirty(&self, limit: usize) -> Result<Vec<DirtyDay>, Error> {
        const SQL: &str = "SELECT day, seq FROM dirty_days ORDER BY day LIMIT $1";
        let rows = self.db.query(SQL, values![limit as i64]).await?;
        rows.into_iter().map(|mut row| record!(row, DirtyDay { day, seq })).collect()
    }

    /// Takes the days off the list, except those that were touched again since they were read.
    pub async fn days_done(&self, days: &[DirtyDay]) -> Result<u64, Error> {
        const SQL: &str = "DELETE FROM dirty_days WHERE day = $1 AND seq = $2";
        let executions = days.iter().map(|dirty| values![dirty.day.number(), dirty.seq]).collect();
        let unit = vec![crate::db::Statement::many(SQL, executions)];
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.iter().map(|one| one.affected).sum())
    }

    async fn number(&self, sql: &'static str, parameters: Vec<Value>) -> Result<i64, Error> {
        let mut rows = self.db.query(sql, parameters).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }
}
