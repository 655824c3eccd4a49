//! What an operator says about speakers: another name, another role, one with another, two again, taken down. It holds for the
//! past too. What documents state may make one speaker of two as well, where an operator has decided nothing.

use domain::{Cohort, SpeakerId};

use super::{Statements, write};
use crate::Error;
use crate::db::{Statement, Value, values};

/// Texts that are searched for a name at once.
const MAX_TEXTS: i64 = 500;

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

    /// The same where `into` was taken down: what was said under the other form of the name goes with it, and with whoever that name
    /// leads to. What an operator decided on `into` does not matter: only the other is moved.
    pub async fn take_down_with(&self, from: &str, into: &str) -> Result<Option<Merged>, Error> {
        self.lead(from, into, true).await
    }

    async fn lead(&self, from: &str, into: &str, taken_down: bool) -> Result<Option<Merged>, Error> {
        const LEADS: &str = "SELECT id, speaker, decided FROM speaker_spellings WHERE id IN ($1, $2)";
        const NEW_SPELLING: &str = "
            INSERT INTO speaker_spellings (id, spelling, speaker)
            SELECT $1, $2, p.speaker FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
             WHERE p.id = $3 AND p.speaker <> $1 AND (p.decided = 0 OR k.suppressed = 1) AND k.suppressed = $4
            ON CONFLICT (id) DO NOTHING";
        const SPELLINGS: &str = "
            UPDATE speaker_spellings SET speaker = (SELECT p.speaker FROM speaker_spellings p WHERE p.id = $2)
             WHERE speaker = $1
               AND EXISTS (SELECT 1 FROM speaker_spellings p JOIN speakers k ON k.id = p.speaker
                            WHERE p.id = $2 AND p.speaker <> $1 AND k.suppressed = $3)
               AND NOT EXISTS (SELECT 1 FROM speaker_spellings d
                                WHERE (d.id = $1 OR d.speaker = $1 OR (d.id = $2 AND CAST($3 AS BIGINT) = 0))
                                  AND d.decided = 1)
               AND NOT EXISTS (SELECT 1 FROM speakers WHERE id = $1 AND suppressed = 1)";
        // Where the name leads elsewhere by now.
        const STATEMENTS: &str = "
            UPDATE statements SET speaker = (SELECT p.speaker FROM speaker_spellings p WHERE p.id = $1)
             WHERE speaker = $1 AND EXISTS (SELECT 1 FROM speaker_spellings p WHERE p.id = $1 AND p.speaker <> $1)";
        let [mut from_id, into_id] = [from, into].map(SpeakerId::of_name);
        for mut row in self.db.query(LEADS, values![from_id.to_string(), into_id.to_string()]).await? {
            let (id, leads): (SpeakerId, SpeakerId) = (row.get("id")?, row.get("speaker")?);
            let decided: bool = row.get("decided")?;
            match (id == into_id, taken_down) {
                (true, false) if decided || leads == from_id => return Ok(None),
                (true, _) => {}
                (false, _) if decided => return Ok(None),
                (false, true) => from_id = leads,
                (false, false) if leads != id => return Ok(None),
                (false, false) => {}
            }
        }
        let mut unit = changed(from_id).to_vec();
        let roles = roles(from_id);
        let [from_id, into_id] = [from_id, into_id].map(|id| id.to_string());
        unit.extend([
            Statement::new(write::SPEAKER, values![&into_id, into, true]),
            Statement::new(write::SPELLING, values![&into_id, into, &into_id]),
            Statement::new(NEW_SPELLING, values![&from_id, from, &into_id, taken_down]),
            Statement::new(SPELLINGS, values![&from_id, &into_id, taken_down]),
            Statement::new(STATEMENTS, values![&from_id]),
        ]);
        unit.extend(roles);
        unit.extend(write::taken_down());
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

    /// Takes a speaker down: what was said is deleted, and what is read from now on is not kept. Lifting it has the articles that may hold
    /// the name read again by `reread`; where that breaks off it can be lifted once more. None where there is no such speaker; else how
    /// many statements were deleted.
    pub async fn suppress(&self, id: SpeakerId, suppressed: bool) -> Result<Option<u64>, Error> {
        const FORGET: &str = "DELETE FROM taken_down_roles WHERE speaker = $1";
        let mut unit = changed(id).to_vec();
        let first = unit.len();
        unit.push(Statement::new(
            "UPDATE speakers SET suppressed = $2 WHERE id = $1",
            values![id.to_string(), suppressed],
        ));
        if !suppressed {
            unit.push(Statement::new(FORGET, values![id.to_string()]));
        }
        unit.extend(write::taken_down());
        let deleted = unit.len() - 1;
        let done = self.db.commit(unit).await?.unguarded()?;
        let affected = |at: usize| done.get(at).map_or(0, |one| one.affected);
        if !suppressed && affected(first) > 0 {
            self.have_read_again(id).await?;
        }
        Ok((affected(first) > 0).then(|| affected(deleted)))
    }

    /// Has every article read again in which a speaker may be named. A few texts at a time, none of which holds up a writer: there may be
    /// millions of them.
    async fn have_read_again(&self, id: SpeakerId) -> Result<(), Error> {
        const SPELLINGS: &str = "SELECT spelling FROM speaker_spellings WHERE speaker = $1";
        // A version that no reader has.
        const READ_AGAIN: &str = "
            UPDATE documents SET marks_version = marks_version || ' (again)'
             WHERE number = $1 AND marks_version <> '' AND marks_version NOT LIKE '% (again)'";
        let mut words: Vec<String> = Vec::new();
        for mut row in self.db.query(SPELLINGS, values![id.to_string()]).await? {
            words.push(telling_word(&row.only::<String>()?));
        }
        words.sort_unstable();
        words.dedup();
        let holds: Vec<String> =
            (0..words.len()).map(|at| format!("LOWER(content) LIKE ${}", at + 3)).collect();
        if holds.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT document, CAST(CASE WHEN {} THEN 1 ELSE 0 END AS BIGINT) AS holds
               FROM texts WHERE document > $1 ORDER BY document LIMIT $2",
            holds.join(" OR ")
        );
        let mut last = 0_i64;
        loop {
            let mut parameters = values![last, MAX_TEXTS];
            parameters.extend(words.iter().map(|word| Value::Text(format!("%{word}%"))));
            let rows = self.db.query(sql.clone(), parameters).await?;
            if rows.is_empty() {
                return Ok(());
            }
            let mut found = Vec::new();
            for mut row in rows {
                last = row.get("document")?;
                if row.get("holds")? {
                    found.push(values![last]);
                }
            }
            if !found.is_empty() {
                let unit = vec![Statement::new(STILL, Vec::new()), Statement::many(READ_AGAIN, found)];
                self.db.commit(unit).await?.unguarded()?;
            }
        }
    }
}

/// The part of a name by which texts are searched, in small letters: of the last word the longest run of plain letters, which every
/// writing of the name has, `leary` of O'Leary and O’Leary. It finds too many rather than too few.
fn telling_word(name: &str) -> String {
    let longest = |text: &str| {
        let runs = text.split(|c: char| !c.is_ascii_alphanumeric());
        runs.max_by_key(|run| run.len()).filter(|run| run.len() > 1).map(str::to_ascii_lowercase)
    };
    let last = name.split_whitespace().next_back().unwrap_or_default();
    longest(last).or_else(|| longest(name)).unwrap_or_else(|| name.to_lowercase())
}

/// Takes the counter of documents, as everybody does who writes them. Alone: a statement that waits for the counter sees what was
/// there before it waited.
const STILL: &str = "UPDATE counters SET value = value WHERE name = 'documents'";

/// How many statements of a unit say that documents changed.
const CHANGED: usize = 4;

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
    let [advance, documents, days] =
        [ADVANCE, DOCUMENTS, DAYS].map(|sql| Statement::new(sql, values![id.to_string()]));
    [Statement::new(STILL, Vec::new()), advance, documents, days]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_searched_by_what_every_writing_of_a_name_has() {
        for (name, expected) in [
            ("Kevin O'Leary", "leary"),
            ("Kevin O’Leary", "leary"),
            ("Jürgen Müller", "ller"),
            ("Anna Lee-Hastings", "hastings"),
            ("Satoshi 中本", "satoshi"),
            ("中本", "中本"),
            ("", ""),
        ] {
            assert_eq!(telling_word(name), expected, "{name}");
        }
    }
}
