//! Which story each document belongs to: placed once, moved when stories are joined or parted.
//!
//! Places, moves, the position up to which stories were grown and what is remembered of them are written in one
//! transaction: a backup, another host or another process has them together.

use std::collections::BTreeSet;

use domain::{Day, DocumentId, Instant};

use super::insert::ADVANCE;
use super::stories::Remembered;
use super::{Documents, columns};
use crate::Error;
use crate::db::{Statement, Value, values};
use crate::leases::Fence;

/// What the growing of stories came to, from one change of the store to another.
#[derive(Clone, Copy, Debug)]
pub struct StoryChanges<'a> {
    /// Documents that had no story, and the one that each was put into.
    pub placed: &'a [(DocumentId, String)],
    /// Documents that are in another story now.
    pub moved: &'a [(DocumentId, String)],
    /// Stories that are no more, each with the one that its id leads to from now on.
    pub merged: &'a [(String, String)],
    /// Whether documents say again what an earlier one of their story said. The days of those for which that is new
    /// become dirty too.
    pub repeats: &'a [(DocumentId, bool)],
    /// Up to where stories had been grown before; it must still be so.
    pub from: i64,
    pub to: i64,
    /// How often the memory had been written before; it must still be so.
    pub revision: i64,
    pub memory: &'a Remembered,
    pub at: Instant,
}

/// The story that an id stands for; `$1` is the id.
pub(super) const CURRENT: &str = "COALESCE((SELECT story FROM story_redirects WHERE old = $1), $1)";

impl Documents {
    /// Writes these changes, all or none. The days of every document concerned become dirty. A document that has a story
    /// is not placed again; where another has moved the position or written the memory meanwhile, nothing is written.
    /// Returns how many documents were placed.
    pub async fn change_stories(
        &self,
        changes: &StoryChanges<'_>,
        fence: Option<&Fence>,
    ) -> Result<u64, Error> {
        const POSITION: &str = "UPDATE counters SET value = $1 WHERE name = 'stories' AND value = $2";
        const REVISION: &str =
            "UPDATE counters SET value = value + 1 WHERE name = 'story_memory' AND value = $1";
        const PLACE: &str = "UPDATE documents SET story_id = $2 WHERE id = $1 AND story_id IS NULL";
        // The counter moves although no document takes its number: it marks the days' newest change.
        let mut unit = vec![
            Statement::new(ADVANCE, values![1_i64]),
            Statement::new(POSITION, values![changes.to, changes.from]).guarded(),
            Statement::new(REVISION, values![changes.revision]).guarded(),
            told_again(changes),
            Statement::many(PLACE, pairs(changes.placed)),
        ];
        unit.extend(moves(changes));
        unit.extend(repeats(changes));
        unit.extend(redirects(changes));
        unit.extend(remember(changes.memory));
        let done = Fence::commit(fence, &self.db, unit).await?;
        Ok(done.get(4).map_or(0, |one| one.affected))
    }

    /// The story that an id stands for: one that was joined to another leads there.
    pub async fn current_story(&self, story: &str) -> Result<String, Error> {
        let rows = self.db.query(format!("SELECT {CURRENT}"), values![story]).await?;
        rows.into_iter().next().map_or(Ok(story.to_owned()), |mut row| row.only())
    }

    /// The story that a document is in; none where it was not put into one.
    pub async fn story_of(&self, document: DocumentId) -> Result<Option<String>, Error> {
        const SQL: &str = "SELECT story_id FROM documents WHERE id = $1";
        let rows = self.db.query(SQL, values![columns::id_value(document)]).await?;
        rows.into_iter().next().map_or(Ok(None), |mut row| row.only())
    }

    /// Documents of the day that were moved to another story after that time, each with the story it was in at that time.
    pub async fn stories_before(&self, day: Day, at: Instant) -> Result<Vec<(DocumentId, String)>, Error> {
        const SQL: &str = "
            SELECT d.id, m.story
              FROM documents d
              JOIN story_moves m ON m.document = d.number
             WHERE d.published_at BETWEEN $1 AND $2
               AND m.moved_at = (SELECT MIN(moved_at) FROM story_moves
                                  WHERE document = d.number AND moved_at > $3)
             ORDER BY d.id";
        let rows = self.db.query(SQL, values![day.start(), day.end(), at]).await?;
        rows.into_iter().map(|mut row| Ok((row.get("id")?, row.get("story")?))).collect()
    }

    /// When documents came in or were moved to other stories, after one moment and up to another; the earliest ones.
    pub async fn changed_between(
        &self,
        after: Instant,
        to: Instant,
        limit: usize,
    ) -> Result<Vec<Instant>, Error> {
        const SQL: &str = "
            SELECT fetched_at AS at FROM documents WHERE fetched_at > $1 AND fetched_at <= $2
             UNION
            SELECT moved_at FROM story_moves WHERE moved_at > $1 AND moved_at <= $2
             ORDER BY at LIMIT $3";
        let rows = self.db.query(SQL, values![after, to, limit as i64]).await?;
        rows.into_iter().map(|mut row| row.get("at")).collect()
    }
}

/// Moves documents one by one and, with the stories that are no more, what is left of these.
fn moves(changes: &StoryChanges<'_>) -> Vec<Statement> {
    const DIRTY: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT d.day, c.value FROM documents d, counters c WHERE d.id = $1 AND c.name = 'documents'
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    // Before its day is over nothing was published that could ask where it had been.
    const LOG: &str = "
        INSERT INTO story_moves (document, moved_at, story)
        SELECT number, CAST($3 AS BIGINT), story_id FROM documents
         WHERE id = $1 AND story_id <> $2 AND (day + 1) * 86400000 <= $3
        ON CONFLICT (document, moved_at) DO NOTHING";
    const MOVE: &str = "UPDATE documents SET story_id = $2 WHERE id = $1 AND story_id IS NOT NULL";
    const DIRTY_REST: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT DISTINCT d.day, c.value FROM documents d, counters c WHERE d.story_id = $1 AND c.name = 'documents'
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    const LOG_REST: &str = "
        INSERT INTO story_moves (document, moved_at, story)
        SELECT number, CAST($2 AS BIGINT), story_id FROM documents
         WHERE story_id = $1 AND (day + 1) * 86400000 <= $2
        ON CONFLICT (document, moved_at) DO NOTHING";
    const MOVE_REST: &str = "UPDATE documents SET story_id = $2 WHERE story_id = $1";
    let touched = changes.placed.iter().chain(changes.moved);
    let dirty = touched.map(|(id, _)| values![columns::id_value(*id)]).collect();
    let log = changes.moved.iter();
    let log = log.map(|(id, story)| values![columns::id_value(*id), story.as_str(), changes.at]).collect();
    let gone = || changes.merged.iter().map(|(old, _)| old.as_str());
    vec![
        Statement::many(DIRTY, dirty),
        Statement::many(LOG, log),
        Statement::many(MOVE, pairs(changes.moved)),
        Statement::many(DIRTY_REST, gone().map(|old| values![old]).collect()),
        Statement::many(LOG_REST, gone().map(|old| values![old, changes.at]).collect()),
        Statement::many(MOVE_REST, merges(changes)),
    ]
}

/// A story that has a single document gets more of them: the day of that one is counted again, because what is held of a day leaves
/// stories of a single document out. To be asked before any document has moved.
fn told_again(changes: &StoryChanges<'_>) -> Statement {
    const DIRTY: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT d.day, c.value FROM documents d, counters c
         WHERE d.story_id = $1 AND c.name = 'documents'
           AND (SELECT COUNT(*) FROM (SELECT 1 FROM documents WHERE story_id = $1 LIMIT 2) AS two) = 1
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    let more = changes.placed.iter().chain(changes.moved).map(|(_, story)| story.as_str());
    let more: BTreeSet<&str> = more.chain(changes.merged.iter().map(|(_, story)| story.as_str())).collect();
    Statement::many(DIRTY, more.into_iter().map(|story| values![story]).collect())
}

fn repeats(changes: &StoryChanges<'_>) -> [Statement; 2] {
    const DIRTY: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT d.day, c.value FROM documents d, counters c
         WHERE d.id = $1 AND d.repeats <> $2 AND c.name = 'documents'
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    const SET: &str = "UPDATE documents SET repeats = $2 WHERE id = $1 AND repeats <> $2";
    let row = |(id, repeats): &(DocumentId, bool)| values![columns::id_value(*id), i64::from(*repeats)];
    let rows: Vec<Vec<Value>> = changes.repeats.iter().map(row).collect();
    [Statement::many(DIRTY, rows.clone()), Statement::many(SET, rows)]
}

/// A story that is no more leads to another; one that has documents leads nowhere but to itself.
fn redirects(changes: &StoryChanges<'_>) -> Vec<Statement> {
    const REVIVE: &str = "DELETE FROM story_redirects WHERE old = $1";
    const FORWARD: &str = "UPDATE story_redirects SET story = $2 WHERE story = $1";
    const REDIRECT: &str = "
        INSERT INTO story_redirects (old, story) VALUES ($1, $2)
        ON CONFLICT (old) DO UPDATE SET story = excluded.story";
    let moved = changes.moved.iter().chain(changes.placed).map(|(_, story)| story.as_str());
    let alive: BTreeSet<&str> = moved.chain(changes.merged.iter().map(|(_, story)| story.as_str())).collect();
    vec![
        Statement::many(REVIVE, alive.into_iter().map(|story| values![story]).collect()),
        Statement::many(FORWARD, merges(changes)),
        Statement::many(REDIRECT, merges(changes)),
    ]
}

fn remember(memory: &Remembered) -> Vec<Statement> {
    const ADD: &str = "
        INSERT INTO story_journal (number, bytes)
        VALUES (COALESCE((SELECT MAX(number) FROM story_journal), 0) + 1, $1)";
    const PART: &str = "INSERT INTO story_memory (part, bytes) VALUES ($1, $2)";
    match memory {
        Remembered::Nothing => Vec::new(),
        Remembered::Added(bytes) => vec![Statement::new(ADD, values![bytes.as_slice()])],
        Remembered::Whole(parts) => {
            let rows = parts.iter().enumerate();
            let rows = rows.map(|(part, bytes)| values![part as i64, bytes.as_slice()]).collect();
            vec![
                Statement::new("DELETE FROM story_journal", Vec::new()),
                Statement::new("DELETE FROM story_memory", Vec::new()),
                Statement::many(PART, rows),
            ]
        }
    }
}

fn pairs(documents: &[(DocumentId, String)]) -> Vec<Vec<Value>> {
    documents.iter().map(|(id, story)| values![columns::id_value(*id), story.as_str()]).collect()
}

fn merges(changes: &StoryChanges<'_>) -> Vec<Vec<Value>> {
    changes.merged.iter().map(|(old, story)| values![old.as_str(), story.as_str()]).collect()
}
