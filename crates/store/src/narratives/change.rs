//! Writing what a review came to: memberships, names, memory and redirects, all or none.

use super::{NarrativeRow, Narratives, RememberedStory, StoryMembership};
use crate::Error;
use crate::db::{Statement, Value, values};
use crate::leases::Fence;

/// A story that was looked at.
pub type ToldStory = RememberedStory;

/// What a review came to.
#[derive(Clone, Copy, Debug)]
pub struct NarrativeChanges<'a> {
    /// How often narratives had been changed before; it must still be so.
    pub revision: i64,
    pub new_stories: i64,
    /// Stories that were looked at, as they are remembered now.
    pub told: &'a [ToldStory],
    /// Others that are in other narratives now.
    pub moved: &'a [StoryMembership],
    /// Stories that are remembered no longer.
    pub forgotten: &'a [String],
    /// Stories that have no articles any more.
    pub removed: &'a [String],
    /// Narratives that are new or changed, each with what is left of its forgotten stories. What a person decided is
    /// left as it is, but for the pin.
    pub narratives: &'a [(NarrativeRow, Vec<u8>)],
    /// Narratives that are no more, each with the one that has most of its stories, if any.
    pub gone: &'a [(String, Option<String>)],
    /// Decisions up to this number are done.
    pub decided: i64,
}

impl Narratives {
    /// Writes these changes, all or none; nothing where another has changed narratives meanwhile.
    pub async fn change(&self, changes: &NarrativeChanges<'_>, fence: Option<&Fence>) -> Result<(), Error> {
        const REVISION: &str =
            "UPDATE counters SET value = value + 1 WHERE name = 'narratives' AND value = $1";
        const NEW: &str = "UPDATE counters SET value = $1 WHERE name = 'narratives_new_stories'";
        const TELL: &str = "
            INSERT INTO story_narratives
                   (story, narrative, second, counted, first_at, last_at, terms, notes, revision)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (story) DO UPDATE SET narrative = excluded.narrative, second = excluded.second,
                   counted = excluded.counted, first_at = excluded.first_at, last_at = excluded.last_at,
                   terms = excluded.terms, notes = excluded.notes, revision = excluded.revision";
        const MOVE: &str =
            "UPDATE story_narratives SET narrative = $2, second = $3, revision = $4 WHERE story = $1";
        const FORGET: &str = "UPDATE story_narratives SET terms = NULL, notes = NULL WHERE story = $1";
        // The row stays, so that others see that it is in none.
        const REMOVE: &str = "
            UPDATE story_narratives
               SET narrative = NULL, second = NULL, counted = 0, terms = NULL, notes = NULL, revision = $2
             WHERE story = $1";
        const DECIDED: &str = "DELETE FROM narrative_decisions WHERE number <= $1";
        let now = changes.revision + 1;
        let told = changes.told.iter().map(|told| {
            let StoryMembership { story, narrative, second } = &told.membership;
            let (first, last) = (told.first_at, told.last_at);
            let terms = told.terms.as_slice();
            values![
                story,
                narrative.as_deref(),
                second.as_deref(),
                told.counted,
                first,
                last,
                terms,
                &told.notes,
                now
            ]
        });
        let moved = changes
            .moved
            .iter()
            .map(|moved| values![&moved.story, moved.narrative.as_deref(), moved.second.as_deref(), now]);
        let mut unit = vec![
            Statement::new(REVISION, values![changes.revision]).guarded(),
            Statement::new(NEW, values![changes.new_stories]),
            Statement::many(TELL, told.collect()),
            Statement::many(MOVE, moved.collect()),
            Statement::many(FORGET, changes.forgotten.iter().map(|story| values![story]).collect()),
            Statement::many(REMOVE, changes.removed.iter().map(|story| values![story, now]).collect()),
        ];
        unit.extend(narratives(changes, now));
        unit.push(Statement::new(DECIDED, values![changes.decided]));
        Fence::commit(fence, &self.db, unit).await.map(|_| ())
    }
}

fn narratives(changes: &NarrativeChanges<'_>, now: i64) -> Vec<Statement> {
    const PUT: &str = "
        INSERT INTO narratives (id, name, names, named_stories, given_name, pinned, muted, companies, assets, past)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, names = excluded.names, named_stories = excluded.named_stories,
               pinned = excluded.pinned, companies = excluded.companies, assets = excluded.assets,
               past = excluded.past";
    const REVIVE: &str = "DELETE FROM narrative_redirects WHERE old = $1";
    // Forgotten stories go with their narrative, or are in none.
    const FIRST: &str = "UPDATE story_narratives SET narrative = $2, revision = $3 WHERE narrative = $1";
    const SECOND: &str = "UPDATE story_narratives SET second = $2, revision = $3 WHERE second = $1";
    const ONCE: &str =
        "UPDATE story_narratives SET second = NULL WHERE second = narrative AND narrative = $1";
    const GONE: &str = "DELETE FROM narratives WHERE id = $1";
    const FORWARD: &str = "UPDATE narrative_redirects SET narrative = $2 WHERE narrative = $1";
    const REDIRECT: &str = "
        INSERT INTO narrative_redirects (old, narrative) VALUES ($1, $2)
        ON CONFLICT (old) DO UPDATE SET narrative = excluded.narrative";
    let rows = changes.narratives.iter().map(|(row, past)| {
        let NarrativeRow { id, name, names, named_stories, given_name, pinned, muted, companies, assets } =
            row;
        let (pinned, muted) = (i64::from(*pinned), i64::from(*muted));
        values![
            id,
            name,
            names,
            *named_stories,
            given_name.as_deref(),
            pinned,
            muted,
            companies,
            assets,
            past.as_slice()
        ]
    });
    let gone: Vec<Vec<Value>> =
        changes.gone.iter().map(|(old, new)| values![old, new.as_deref(), now]).collect();
    let heirs = || changes.gone.iter().filter_map(|(old, new)| Some((old, new.as_ref()?)));
    vec![
        Statement::many(PUT, rows.collect()),
        Statement::many(REVIVE, changes.narratives.iter().map(|(row, _)| values![&row.id]).collect()),
        Statement::many(FIRST, gone.clone()),
        Statement::many(SECOND, gone),
        Statement::many(ONCE, heirs().map(|(_, new)| values![new]).collect()),
        Statement::many(GONE, changes.gone.iter().map(|(old, _)| values![old]).collect()),
        Statement::many(FORWARD, heirs().map(|(old, new)| values![old, new]).collect()),
        Statement::many(REDIRECT, heirs().map(|(old, new)| values![old, new]).collect()),
    ]
}
