//! What an operator says about speakers: another name, another role, one with another, two again, taken down. It holds for the
//! past too. What documents state may make one speaker of two as well, where an operator has decided nothing.

use domain::{Cohort, SpeakerId};

use super::{Statements, write};
use crate::Error;
use crate::db::{Statement, values};

/// What became of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    pub statements: u64,
}

impl Statements {
    /// Gives a speaker another name or role, also for what was said before. False where there is none.
    pub async fn correct(
        &self,
        id: SpeakerId,
        name: Option<&str>,
        cohort: Option<Option<Cohort>>,
    ) -> Result<bool, Error> {
        let mut unit = changed(id).to_vec();
        let first = unit.len();
        if let Some(name) = name {
            unit.push(Statement::new(
                "UPDATE speakers SET name = $2 WHERE id = $1",
                values![id.to_string(), name],
            ));
        }
        if let Some(cohort) = cohort {
            let cohort = cohort.map(|cohort| cohort.name());
            unit.push(Statement::new(
                "UPDATE speakers SET cohort = $2 WHERE id = $1",
                values![id.to_string(), cohort],
            ));
            unit.extend(roles(id));
        }
        // What a person said of somebody is not led elsewhere by what documents state.
        unit.push(Statement::new(
            "UPDATE speaker_spellings SET decided = 1 WHERE speaker = $1",
            values![id.to_string()],
        ));
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.get(first).is_some_and(|one| one.affected > 0))
    }

    /// Leads every spelling of one speaker to another, with all that was said before.
    pub async fn merge(&self, from: SpeakerId, into: SpeakerId) -> Result<Option<Merged>, Error> {
        const SPELLINGS: &str = "
            UPDATE speaker_spellings SET speaker = $2, decided = 1
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speakers WHERE id = $2)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        const STATEMENTS: &str = "
            UPDATE statements SET speaker = $2
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speakers WHERE id = $2)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        let both = || values![from.to_string(), into.to_string()];
        let mut unit = changed(from).to_vec();
        unit.extend([Statement::new(STATEMENTS, both()), Statement::new(SPELLINGS, both())]);
        unit.extend(roles(from));
        let done = self.db.commit(unit).await?.unguarded()?;
        let moved = |at: usize| done.get(at).map_or(0, |one| one.affected);
        Ok((moved(CHANGED + 1) > 0).then(|| Merged { statements: moved(CHANGED) }))
    }

    /// The same for two forms of one person's name, of which documents state the same: the name `from` leads to where `into` leads,
    /// and is remembered where nobody was quoted under it yet. Nothing is done where an operator has decided on one of the names or
    /// on one that leads to `from`, or where `from` leads to somebody else already.
    pub async fn unite(&self, from: &str, into: &str) -> Result<Option<Merged>, Error> {
        self.lead(from, into, false).await
    }

    /// The same where `into` was taken down: what was said under the other form of the name goes with it.
    pub async fn take_down_with(&self, from: &str, into: &str) -> Result<Option<Merged>, Error> {
        self.lead(from, into, true).await
    }

    async fn lead(&self, from: &str, into: &str, taken_down: bool) -> Result<Option<Merged>, Error> {
        const LEADS: &str = "SELECT id, speaker, decided FROM speaker_spellings WHERE id IN ($1, $2)";
        const NEW_SPELLING: &str = "
            INSERT INTO speaker_spellings (id, spelling, speaker)
            SELECT $1, $2, p.speaker FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
             WHERE p.id = $3 AND p.speaker <> $1 AND p.decided = 0 AND k.suppressed = $4
            ON CONFLICT (id) DO NOTHING";
        const SPELLINGS: &str = "
            UPDATE speaker_spellings SET speaker = (SELECT p.speaker FROM speaker_spellings p WHERE p.id = $2)
             WHERE speaker = $1
               AND EXISTS (SELECT 1 FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
                            WHERE p.id = $2 AND p.speaker <> $1 AND k.suppressed = $3)
               AND NOT EXISTS (SELECT 1 FROM speaker_spellings d
                                WHERE (d.id IN ($1, $2) OR d.speaker = $1) AND d.decided = 1)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id = $1 AND suppressed = 1)";
        // Where the name leads elsewhere by now.
        const STATEMENTS: &str = "
            UPDATE statements SET speaker = (SELECT p.speaker FROM speaker_spellings p WHERE p.id = $1)
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speaker_spellings p WHERE p.id = $1 AND p.speaker <> $1)";
        let [from_id, into_id] = [from, into].map(SpeakerId::of_name);
        for mut row in self.db.query(LEADS, values![from_id.to_string(), into_id.to_string()]).await? {
            let (id, leads): (SpeakerId, SpeakerId) = (row.get("id")?, row.get("speaker")?);
            let elsewhere = if id == from_id { leads != id } else { leads == from_id };
            if row.get("decided")? || elsewhere {
                return Ok(None);
            }
        }
        let [from_id, into_id] = [from_id, into_id].map(|id| id.to_string());
        let mut unit = changed(SpeakerId::of_name(from)).to_vec();
        unit.extend([
            Statement::new(write::SPEAKER, values![&into_id, into, true]),
            Statement::new(write::SPELLING, values![&into_id, into, &into_id]),
            Statement::new(NEW_SPELLING, values![&from_id, from, &into_id, taken_down]),
            Statement::new(SPELLINGS, values![&from_id, &into_id, taken_down]),
            Statement::new(STATEMENTS, values![&from_id]),
        ]);
        unit.extend(roles(SpeakerId::of_name(from)));
        unit.push(Statement::new(write::SUPPRESSED, Vec::new()));
        let done = self.db.commit(unit).await?.unguarded()?;
        let affected = |at: usize| done.get(CHANGED + at).map_or(0, |one| one.affected);
        Ok((affected(2) + affected(3) > 0).then(|| Merged { statements: affected(4) }))
    }

    /// Makes a spelling that leads to another speaker one of its own again, with all that was said under it, in the role that articles
    /// state. None where it leads to nobody else, or to somebody who was taken down.
    pub async fn separate(&self, spelling: SpeakerId) -> Result<Option<Merged>, Error> {
        const LEADS: &str = "
            SELECT k.id, k.is_person, p.spelling
              FROM speaker_spellings p
              JOIN speakers k ON k.id = p.speaker
             WHERE p.id = $1 AND p.speaker <> p.id AND k.suppressed = 0";
        const SPELLING: &str = "UPDATE speaker_spellings SET speaker = id, decided = 1 WHERE id = $1";
        const STATEMENTS: &str = "UPDATE statements SET speaker = spelling WHERE spelling = $1";
        let id = spelling.to_string();
        let found = self.db.query(LEADS, values![&id]).await?.into_iter().next();
        let Some(mut row) = found else { return Ok(None) };
        let (speaker, is_person): (SpeakerId, bool) = (row.get("id")?, row.get("is_person")?);
        let name: String = row.get("spelling")?;
        // While all of it is still the other's.
        let mut unit = changed(speaker).to_vec();
        unit.push(Statement::new(write::SPEAKER, values![&id, &name, is_person]));
        unit.push(Statement::new(SPELLING, values![&id]));
        unit.push(Statement::new(STATEMENTS, values![&id]));
        unit.extend(roles(spelling));
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(Some(Merged { statements: done.get(CHANGED + 2).map_or(0, |one| one.affected) }))
    }

    /// Takes a speaker down: what was said is deleted, and what is read from now on is not kept. Lifting it has the articles that hold the
    /// name read again by `reread`. None where there is no such speaker; else how many statements were deleted.
    pub async fn suppress(&self, id: SpeakerId, suppressed: bool) -> Result<Option<u64>, Error> {
        const REMEMBER: &str = "
            INSERT INTO taken_down_roles (speaker, spelling, title, affiliation, statements)
            SELECT s.speaker, s.spelling, s.title, s.affiliation, COUNT(*)
              FROM statements s
             WHERE s.speaker = $1 AND (s.title <> '' OR s.affiliation <> '')
             GROUP BY s.speaker, s.spelling, s.title, s.affiliation
            ON CONFLICT (speaker, spelling, title, affiliation) DO NOTHING";
        const FORGET: &str = "DELETE FROM taken_down_roles WHERE speaker = $1";
        // A version that no reader has.
        const READ_AGAIN: &str = "
            UPDATE documents SET marks_version = marks_version || ' (again)'
             WHERE marks_version <> '' AND number IN (
                SELECT t.document FROM texts t JOIN speaker_spellings p ON p.speaker = $1
                 WHERE LOWER(t.content) LIKE '%' || LOWER(p.spelling) || '%')";
        let mut unit = changed(id).to_vec();
        let first = unit.len();
        unit.push(Statement::new(
            "UPDATE speakers SET suppressed = $2 WHERE id = $1",
            values![id.to_string(), suppressed],
        ));
        let roles = if suppressed { REMEMBER } else { FORGET };
        unit.push(Statement::new(roles, values![id.to_string()]));
        unit.push(Statement::new(
            "DELETE FROM statements WHERE speaker IN (SELECT id FROM speakers WHERE id = $1 AND suppressed = 1)",
            values![id.to_string()],
        ));
        let deleted = unit.len() - 1;
        if !suppressed {
            unit.push(Statement::new(READ_AGAIN, values![id.to_string()]));
        }
        let done = self.db.commit(unit).await?.unguarded()?;
        let affected = |at: usize| done.get(at).map_or(0, |one| one.affected);
        Ok((affected(first) > 0).then(|| affected(deleted)))
    }
}

/// How many statements of a unit say that documents changed.
const CHANGED: usize = 3;

/// The documents in which a speaker speaks take new numbers, so that the index takes them over, and their days are counted
/// again. It comes first: whoever writes documents takes the counter first too, so that none is written between what follows.
fn changed(id: SpeakerId) -> [Statement; CHANGED] {
    const ADVANCE: &str = "
        UPDATE counters SET value = value + (SELECT COUNT(DISTINCT document) FROM statements WHERE speaker = $1)
         WHERE name = 'documents'";
    const DOCUMENTS: &str = "
        UPDATE documents SET seq = (SELECT value FROM counters WHERE name = 'documents') - said.place
          FROM (SELECT document, ROW_NUMBER() OVER (ORDER BY document DESC) - 1 AS place
                  FROM (SELECT DISTINCT document FROM statements WHERE speaker = $1) AS own) AS said
         WHERE documents.number = said.document";
    const DAYS: &str = "
        INSERT INTO dirty_days (day, seq)
        SELECT DISTINCT s.day, c.value FROM statements s, counters c WHERE s.speaker = $1 AND c.name = 'documents'
        ON CONFLICT (day) DO UPDATE SET seq = excluded.seq";
    [ADVANCE, DOCUMENTS, DAYS].map(|sql| Statement::new(sql, values![id.to_string()]))
}

/// Everything that the speaker behind a spelling said is in the role that an operator gave the speaker. What articles state is kept,
/// and holds again where there is none.
fn roles(spelling: SpeakerId) -> [Statement; 2] {
    const GIVEN: &str = "
        UPDATE statements
           SET cohort = (SELECT k.cohort FROM speakers k WHERE k.id = statements.speaker), confidence = 1,
               stated_cohort = COALESCE(stated_cohort, cohort, ''), stated_confidence = COALESCE(stated_confidence, confidence)
         WHERE speaker IN (SELECT k.id FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
                            WHERE p.id = $1 AND k.cohort IS NOT NULL)";
    const STATED: &str = "
        UPDATE statements
           SET cohort = NULLIF(stated_cohort, ''), confidence = stated_confidence, stated_cohort = NULL, stated_confidence = NULL
         WHERE stated_cohort IS NOT NULL
           AND speaker IN (SELECT k.id FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
                            WHERE p.id = $1 AND k.cohort IS NULL)";
    [GIVEN, STATED].map(|sql| Statement::new(sql, values![spelling.to_string()]))
}
