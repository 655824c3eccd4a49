//! Who says what: statements with their speakers, and the speakers with their spellings.
//!
//! Statements are written with the marks of their document (`write`). Whoever is suppressed has none.

mod corrections;
mod list;
mod speakers;
mod write;

use domain::{Cohort, DayRange, DocumentId, Instant, Span, SpeakerId, StatementTarget, Tone};

pub use corrections::Merged;
pub use list::{DayStatement, StatementFilter, StatementPlace};
pub(crate) use list::{day_statement, target};
pub use speakers::{
    NamedSpeaker, RankedSpeaker, Speaker, SpeakerOrder, SpelledRole, StatedRole, TargetCount, ToneDay,
};
pub(crate) use write::{StatementRows, replaced};

use crate::db::Db;

/// `store.statements`.
#[derive(Clone, Debug)]
pub struct Statements {
    db: Db,
}

impl Statements {
    pub(crate) fn new(db: Db) -> Statements {
        Statements { db }
    }
}

/// A statement of one speaker, with what is needed to cite it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredStatement {
    pub document: DocumentId,
    pub position: i64,
    pub published_at: Instant,
    pub speaker: SpeakerId,
    pub speaker_name: String,
    pub direct: bool,
    pub span: Span,
    pub text: String,
    pub title: String,
    pub affiliation: String,
    pub cohort: Option<Cohort>,
    pub confidence: f32,
    pub target: Option<StatementTarget>,
    pub tone: Tone,
    /// The same in all that give this statement of this speaker.
    pub group: u64,
}

/// A statement that another may be the same as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearStatement {
    pub speaker: SpeakerId,
    pub published_at: Instant,
    pub group: u64,
    pub text: String,
    pub shingles: Vec<u32>,
}

impl Statements {
    /// What these speakers said on some days, newest first, for finding what is said again. At most `limit`. What another version read
    /// is left out: it will be read and compared again.
    pub async fn near(
        &self,
        speakers: &[SpeakerId],
        days: DayRange,
        version: &str,
        limit: usize,
    ) -> Result<Vec<NearStatement>, crate::Error> {
        self.near_statements(speakers, days, version, limit).await
    }
}
