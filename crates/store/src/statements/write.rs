//! How statements are written with the marks of their document.

use std::collections::BTreeMap;

use domain::{Instant, SpeakerId, StatementSpeaker};

use crate::db::{Statement, Value, values};

pub(super) const SPEAKER: &str = "
    INSERT INTO speakers (id, name, is_person, suppressed) VALUES ($1, $2, $3, 0) ON CONFLICT (id) DO NOTHING";

/// A document that is sure whether a name is a person's corrects those that guessed.
const KIND: &str = "UPDATE speakers SET is_person = $2 WHERE id = $1 AND is_person <> $2";
/// How sure a role must be for that.
const SURE: f32 = 0.7;

pub(super) const SPELLING: &str = "
    INSERT INTO speaker_spellings (id, spelling, speaker) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING";

/// `$1` is the document's number, or null where it lies `$2` below the counter of changes. The role that an operator gave the speaker
/// comes before what the article states, which is kept beside it.
const STATEMENT: &str = "
    INSERT INTO statements (document, position, speaker, spelling, published_at, day, direct, start_at, end_at, text,
        title, affiliation, cohort, confidence, target_kind, target, p_positive, p_neutral, p_negative, same, shingles,
        stated_cohort, stated_confidence)
    VALUES (COALESCE($1, (SELECT value FROM counters WHERE name = 'documents') - $2), $3,
        (SELECT speaker FROM speaker_spellings WHERE id = $4), $4, $5, $6, $7, $8, $9, $10, $11, $12,
        COALESCE((SELECT s.cohort FROM speaker_spellings p JOIN speakers s ON s.id = p.speaker WHERE p.id = $4), $13),
        COALESCE((SELECT CAST(1 AS DOUBLE PRECISION) FROM speaker_spellings p JOIN speakers s ON s.id = p.speaker
                   WHERE p.id = $4 AND s.cohort IS NOT NULL), $14), $15, $16, $17, $18, $19, $20, $21,
        (SELECT COALESCE($13, '') FROM speaker_spellings p JOIN speakers s ON s.id = p.speaker
          WHERE p.id = $4 AND s.cohort IS NOT NULL),
        (SELECT CAST($14 AS DOUBLE PRECISION) FROM speaker_spellings p JOIN speakers s ON s.id = p.speaker
          WHERE p.id = $4 AND s.cohort IS NOT NULL))";

/// What was taken down stays down. Before it goes, what it says of whoever was taken down is remembered: the same person is known by
/// it under another form of the name. Of several who spoke together only the first has the title.
pub(super) fn taken_down() -> [Statement; 2] {
    const REMEMBER: &str = "
        INSERT INTO taken_down_roles (speaker, spelling, title, affiliation, statements)
        SELECT speaker, spelling, title, affiliation, COUNT(DISTINCT document)
          FROM statements s
         WHERE speaker IN (SELECT id FROM speakers WHERE suppressed = 1) AND (title <> '' OR affiliation <> '')
           AND NOT EXISTS (SELECT 1 FROM statements o WHERE o.document = s.document
                              AND o.start_at = s.start_at AND o.end_at = s.end_at
                              AND o.position <> s.position)
         GROUP BY speaker, spelling, title, affiliation
        ON CONFLICT (speaker, spelling, title, affiliation) DO NOTHING";
    const DELETE: &str =
        "DELETE FROM statements WHERE speaker IN (SELECT id FROM speakers WHERE suppressed = 1)";
    [REMEMBER, DELETE].map(|sql| Statement::new(sql, Vec::new()))
}

/// The parameters of the statements of many documents.
#[derive(Default)]
pub(crate) struct StatementRows {
    speakers: BTreeMap<SpeakerId, StatementSpeaker>,
    /// Those of whom a document is sure whether they are people.
    sure: BTreeMap<SpeakerId, bool>,
    statements: Vec<Vec<Value>>,
}

impl StatementRows {
    pub fn add(
        &mut self,
        number: Value,
        offset: i64,
        published_at: Instant,
        statements: &[domain::Statement],
    ) {
        let mut position = 0_i64;
        for statement in statements {
            for speaker in &statement.speakers {
                let id = SpeakerId::of_name(&speaker.name);
                self.speakers.entry(id).or_insert_with(|| speaker.clone());
                if statement.speakers.len() == 1 && statement.confidence >= SURE {
                    self.sure.insert(id, speaker.is_person);
                }
                self.statements.push(values![
                    number.clone(),
                    offset,
                    position,
                    id.to_string(),
                    published_at.ms(),
                    published_at.day().number(),
                    statement.direct,
                    statement.span.start,
                    statement.span.end,
                    &statement.text,
                    &statement.title,
                    &statement.affiliation,
                    statement.cohort.map(|cohort| cohort.name()),
                    statement.confidence,
                    statement.target.as_ref().map(|target| target.kind.name()),
                    statement.target.as_ref().map(|target| target.name.as_str()),
                    statement.tone.positive,
                    statement.tone.neutral,
                    statement.tone.negative,
                    statement.group as i64,
                    bytes(&statement.shingles).as_slice(),
                ]);
                position += 1;
            }
        }
    }

    /// The statements of a unit, behind those that write the documents.
    pub fn into_unit(self) -> Vec<Statement> {
        if self.statements.is_empty() {
            return Vec::new();
        }
        // A spelling leads to the name under which the lists know the firm, and that name to itself.
        let known = |one: &StatementSpeaker| one.known_as.clone().unwrap_or_else(|| one.name.clone());
        let id = |name: &str| SpeakerId::of_name(name).to_string();
        let speakers = self
            .speakers
            .values()
            .map(|one| (known(one), one.is_person))
            .map(|(name, is_person)| values![id(&name), &name, is_person])
            .collect();
        let spellings = self
            .speakers
            .values()
            .flat_map(|one| [(known(one), known(one)), (one.name.clone(), known(one))])
            .map(|(spelling, name)| values![id(&spelling), &spelling, id(&name)])
            .collect();
        let kinds: Vec<_> = self
            .speakers
            .iter()
            .filter_map(|(spelling, one)| Some(values![id(&known(one)), *self.sure.get(spelling)?]))
            .collect();
        let mut unit = vec![
            Statement::many(SPEAKER, speakers),
            Statement::many(KIND, kinds),
            Statement::many(SPELLING, spellings),
            Statement::many(STATEMENT, self.statements),
        ];
        unit.extend(taken_down());
        unit
    }
}

/// Takes away what documents said before, by number.
pub(crate) fn replaced(numbers: Vec<Vec<Value>>) -> Statement {
    Statement::many("DELETE FROM statements WHERE document = $1", numbers)
}

fn bytes(shingles: &[u32]) -> Vec<u8> {
    shingles.iter().flat_map(|row| row.to_be_bytes()).collect()
}

pub(super) fn shingles(bytes: &[u8]) -> Vec<u32> {
    let row = |row: &[u8]| u32::from_be_bytes([row[0], row[1], row[2], row[3]]);
    bytes.chunks_exact(4).map(row).collect()
}
