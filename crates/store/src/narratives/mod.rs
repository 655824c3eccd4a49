//! Narratives, which stories are in them, what is remembered of both, and what operators decided.

mod carried;
mod change;
mod decisions;
mod documents;

use domain::Instant;

pub use carried::{Carrier, CarryingCountry, NarrativeVoice};
pub use change::{NarrativeChanges, ToldStory};
pub use decisions::{Decided, Decision};
pub use documents::NarrativeDocument;

use crate::Error;
use crate::db::{Db, Row, Statement, record, values};

/// `store.narratives`.
#[derive(Clone, Debug)]
pub struct Narratives {
    db: Db,
}

/// A narrative as it is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NarrativeRow {
    pub id: String,
    /// From what recurs in its stories.
    pub name: String,
    /// What else it can be called, and which of its stories say it, as JSON; empty where it is to be named again.
    pub names: String,
    /// How many stories it had when it was named.
    pub named_stories: i64,
    /// What a person calls it.
    pub given_name: Option<String>,
    pub pinned: bool,
    pub muted: bool,
    /// Names, as JSON.
    pub companies: String,
    pub assets: String,
}

impl NarrativeRow {
    /// What a person calls it, or else its own name.
    pub fn shown_name(&self) -> &str {
        self.given_name.as_deref().unwrap_or(&self.name)
    }
}

/// Which narratives a story is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryMembership {
    pub story: String,
    pub narrative: Option<String>,
    pub second: Option<String>,
}

/// A story that is remembered; `terms` are empty where it was forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RememberedStory {
    pub membership: StoryMembership,
    pub counted: i64,
    pub first_at: Instant,
    pub last_at: Instant,
    pub terms: Vec<u8>,
    pub notes: String,
}

/// All that growing needs to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NarrativeMemory {
    pub revision: i64,
    pub new_stories: i64,
    /// With what is left of their forgotten stories.
    pub narratives: Vec<(NarrativeRow, Vec<u8>)>,
    pub stories: Vec<RememberedStory>,
    /// Stories that were looked at and forgotten, with what they had been counted as.
    pub forgotten: Vec<(String, i64)>,
}

const COLUMNS: &str = "id, name, names, named_stories, given_name, pinned, muted, companies, assets";

/// The narrative that an id stands for; `$1` is the id.
const CURRENT: &str = "COALESCE((SELECT narrative FROM narrative_redirects WHERE old = $1), $1)";

impl Narratives {
    pub(crate) fn new(db: Db) -> Narratives {
        Narratives { db }
    }

    /// How often narratives were changed: another number, other narratives.
    pub async fn revision(&self) -> Result<i64, Error> {
        let rows = self.db.query("SELECT value FROM counters WHERE name = 'narratives'", Vec::new()).await?;
        rows.into_iter().next().map_or(Ok(0), |mut row| row.only())
    }

    pub async fn list(&self) -> Result<Vec<NarrativeRow>, Error> {
        let rows = self.db.query(format!("SELECT {COLUMNS} FROM narratives ORDER BY id"), Vec::new()).await?;
        rows.into_iter().map(|mut row| narrative(&mut row)).collect()
    }

    /// The narrative that an id stands for; one that is no more leads to another.
    pub async fn find(&self, id: &str) -> Result<Option<NarrativeRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM narratives WHERE id = {CURRENT}");
        let row = self.db.query(sql, values![id]).await?.into_iter().next();
        row.map(|mut row| narrative(&mut row)).transpose()
    }

    /// A narrative other than `id` that is called this, in any case.
    pub async fn other_called(&self, name: &str, id: &str) -> Result<Option<NarrativeRow>, Error> {
        // Compared here: the engines fold letters differently. There are some hundred.
        let name = name.to_lowercase();
        let is_other = |row: &NarrativeRow| row.id != id && row.shown_name().to_lowercase() == name;
        Ok(self.list().await?.into_iter().find(is_other))
    }

    /// The stories of a narrative, those told last first, each with its notes; empty where it was forgotten.
    pub async fn stories(&self, narrative: &str, limit: usize) -> Result<Vec<(String, String)>, Error> {
        let sql = format!(
            "SELECT story, notes FROM story_narratives WHERE narrative = {CURRENT} OR second = {CURRENT}
              ORDER BY last_at DESC, story LIMIT $2"
        );
        let rows = self.db.query(sql, values![narrative, limit as i64]).await?;
        rows.into_iter()
            .map(|mut row| Ok((row.get("story")?, row.get::<Option<String>>("notes")?.unwrap_or_default())))
            .collect()
    }

    /// Memberships that were written after a revision, at most `limit` of them, and the revision of each, in order.
    pub async fn memberships_since(
        &self,
        revision: i64,
        limit: usize,
    ) -> Result<Vec<(StoryMembership, i64)>, Error> {
        // Those of the last revision come whole, so that a part of one is never taken for all of it.
        const SQL: &str = "
            SELECT story, narrative, second, revision FROM story_narratives
             WHERE revision > $1 AND revision <= COALESCE(
                   (SELECT revision FROM story_narratives WHERE revision > $1 ORDER BY revision LIMIT 1 OFFSET $2),
                   9223372036854775807)
             ORDER BY revision, story";
        let rows = self.db.query(SQL, values![revision, limit as i64]).await?;
        rows.into_iter().map(|mut row| Ok((membership(&mut row)?, row.get("revision")?))).collect()
    }

    /// All that growing needs to go on, from one moment.
    pub async fn memory(&self) -> Result<NarrativeMemory, Error> {
        const COUNTERS: &str = "
            SELECT value FROM counters WHERE name IN ('narratives', 'narratives_new_stories') ORDER BY name";
        const STORIES: &str = "
            SELECT story, narrative, second, counted, first_at, last_at, terms, notes
              FROM story_narratives WHERE terms IS NOT NULL ORDER BY story";
        const FORGOTTEN: &str =
            "SELECT story, counted FROM story_narratives WHERE terms IS NULL ORDER BY story";
        let statements = [
            COUNTERS.to_owned(),
            format!("SELECT {COLUMNS}, past FROM narratives ORDER BY id"),
            STORIES.to_owned(),
            FORGOTTEN.to_owned(),
        ];
        let statements = statements.map(|sql| Statement::new(sql, Vec::new()));
        let mut answers = self.db.read(statements.into()).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default().into_iter();
        let mut counters = next();
        let mut counter = || counters.next().map_or(Ok(0), |mut row| row.only());
        let (revision, new_stories) = (counter()?, counter()?);
        let narratives = next().map(|mut row| Ok((narrative(&mut row)?, row.get("past")?)));
        let narratives = narratives.collect::<Result<_, Error>>()?;
        let story = |mut row: Row| {
            Ok(RememberedStory {
                membership: membership(&mut row)?,
                counted: row.get("counted")?,
                first_at: row.get("first_at")?,
                last_at: row.get("last_at")?,
                terms: row.get("terms")?,
                notes: row.get::<Option<String>>("notes")?.unwrap_or_default(),
            })
        };
        let stories = next().map(story).collect::<Result<_, Error>>()?;
        let forgotten = next()
            .map(|mut row| Ok((row.get("story")?, row.get("counted")?)))
            .collect::<Result<_, Error>>()?;
        Ok(NarrativeMemory { revision, new_stories, narratives, stories, forgotten })
    }
}

fn narrative(row: &mut Row) -> Result<NarrativeRow, Error> {
    record!(
        row,
        NarrativeRow { id, name, names, named_stories, given_name, pinned, muted, companies, assets }
    )
}

fn membership(row: &mut Row) -> Result<StoryMembership, Error> {
    record!(row, StoryMembership { story, narrative, second })
}
