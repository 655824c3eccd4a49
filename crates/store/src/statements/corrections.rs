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
        let mut unit = Vec::new();
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
            if cohort.is_some() {
                unit.push(Statement::new(
                    "UPDATE statements SET cohort = $2, confidence = 1 WHERE speaker = $1",
                    values![id.to_string(), cohort],
                ));
            }
        }
        unit.extend(changed(id));
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(done.first().is_some_and(|one| one.affected > 0))
    }

    /// Leads every spelling of one speaker to another, with all that was said before.
    pub async fn merge(&self, from: SpeakerId, into: SpeakerId) -> Result<Option<Merged>, Error> {
        const SPELLINGS: &str = "
            UPDATE speaker_spellings SET speaker = $2, decided = 1
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speakers WHERE id = $2)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        const STATEMENTS: &str = "
            UPDATE statements SET speaker = $2,
                   cohort = COALESCE((SELECT cohort FROM speakers WHERE id = $2), cohort)
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speakers WHERE id = $2)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        let both = || values![from.to_string(), into.to_string()];
        let mut unit = vec![Statement::new(SPELLINGS, both()), Statement::new(STATEMENTS, both())];
        // Those of both: what the other said is looked at again too, which costs time alone.
        unit.extend(changed(into));
        let done = self.db.commit(unit).await?.unguarded()?;
        let moved = |place: usize| done.get(place).map_or(0, |one| one.affected);
        Ok((moved(0) > 0).then(|| Merged { statements: moved(1) }))
    }

    /// The same for two forms of one person's name, of which documents state the same: the name `from` leads to `into`, and is
    /// remembered where nobody was quoted under it yet. Where `into` is a form of a third name already, both lead to that. Nothing
    /// is done where an operator has decided on one of the names, or `from` leads to somebody else.
    pub async fn unite(&self, from: &str, into: &str) -> Result<Option<Merged>, Error> {
        const LEADS: &str = "SELECT id, speaker, decided FROM speaker_spellings WHERE id IN ($1, $2)";
        const SPELLINGS: &str = "
            UPDATE speaker_spellings SET speaker = $2
             WHERE speaker = $1
               AND NOT EXISTS (SELECT 1 FROM speaker_spellings WHERE id IN ($1, $2) AND decided = 1)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        const STATEMENTS: &str = "
            UPDATE statements SET speaker = $2,
                   cohort = COALESCE((SELECT cohort FROM speakers WHERE id = $2), cohort)
             WHERE speaker = $1
               AND NOT EXISTS (SELECT 1 FROM speaker_spellings WHERE id IN ($1, $2) AND decided = 1)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id IN ($1, $2) AND suppressed = 1)";
        const NEW_SPELLING: &str = "
            INSERT INTO speaker_spellings (id, spelling, speaker)
            SELECT $1, $2, id FROM speakers WHERE id = $3 AND suppressed = 0
            ON CONFLICT (id) DO NOTHING";
        let [from_id, into_id] = [from, into].map(SpeakerId::of_name);
        let (mut known, mut speaker) = (false, into_id);
        for mut row in self.db.query(LEADS, values![from_id.to_string(), into_id.to_string()]).await? {
            let (id, leads): (SpeakerId, SpeakerId) = (row.get("id")?, row.get("speaker")?);
            if row.get("decided")? || id == from_id && leads != id {
                return Ok(None);
            }
            known |= id == from_id;
            if id == into_id {
                speaker = leads;
            }
        }
        if speaker == from_id {
            return Ok(None);
        }
        let both = || values![from_id.to_string(), speaker.to_string()];
        let mut unit = vec![
            Statement::new(write::SPEAKER, values![into_id.to_string(), into, true]),
            Statement::new(write::SPELLING, values![into_id.to_string(), into, into_id.to_string()]),
        ];
        if known {
            unit.push(Statement::new(SPELLINGS, both()));
            unit.push(Statement::new(STATEMENTS, both()));
            unit.extend(changed(speaker));
        } else {
            let new = values![from_id.to_string(), from, speaker.to_string()];
            unit.push(Statement::new(NEW_SPELLING, new));
        }
        let done = self.db.commit(unit).await?.unguarded()?;
        let affected = |place: usize| done.get(place).map_or(0, |one| one.affected);
        let statements = if known { affected(3) } else { 0 };
        Ok((affected(2) > 0).then_some(Merged { statements }))
    }

    /// Makes a spelling that leads to another speaker one of its own again, with all that was said under it. None where it leads
    /// to nobody else, or to somebody who was taken down.
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
        let mut unit = vec![Statement::new(write::SPEAKER, values![&id, &name, is_person])];
        // While all of it is still the other's.
        unit.extend(changed(speaker));
        unit.push(Statement::new(SPELLING, values![&id]));
        unit.push(Statement::new(STATEMENTS, values![&id]));
        let done = self.db.commit(unit).await?.unguarded()?;
        Ok(Some(Merged { statements: done.last().map_or(0, |one| one.affected) }))
    }

    /// Takes a speaker down: what was said is deleted, and what is read from now on is not kept. Lifting it brings back
    /// what is read again. None where there is no such speaker; else how many statements were deleted.
    pub async fn suppress(&self, id: SpeakerId, suppressed: bool) -> Result<Option<u64>, Error> {
        let mut unit = vec![Statement::new(
            "UPDATE speakers SET suppressed = $2 WHERE id = $1",
            values![id.to_string(), suppressed],
        )];
        unit.extend(changed(id));
        unit.push(Statement::new(
            "DELETE FROM statements WHERE speaker IN (SELECT id FROM speakers WHERE id = $1 AND suppressed = 1)",
            values![id.to_string()],
        ));
        let done = self.db.commit(unit).await?.unguarded()?;
        let affected = |one: Option<&crate::db::Done>| one.map_or(0, |one| one.affected);
        Ok((affected(done.first()) > 0).then(|| affected(done.last())))
    }
}

/// The documents in which a speaker speaks take new numbers, so that the index takes them over, and their days are counted
/// again.
fn changed(id: SpeakerId) -> [Statement; 3] {
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
