//! Statements by document, by speaker, by day, by role and by what they are about. Every list is bounded.

use std::collections::HashMap;

use domain::{Cohort, DayRange, DocumentId, Field, Instant, Span, SpeakerId, StatementTarget, Tone};

use super::{NearStatement, Statements, StoredStatement, write};
use crate::Error;
use crate::db::{MAX_LIST, Row, Value, padded, placeholders, record, values};
use crate::documents::columns;

/// Which statements; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatementFilter {
    /// One of these; at most as many as one list may hold. Empty: anybody.
    pub speakers: Vec<SpeakerId>,
    pub days: Option<DayRange>,
    pub cohort: Option<Cohort>,
    /// What they are about.
    pub target: Option<StatementTarget>,
    /// Only what this firm's people and the firm itself say.
    pub affiliation: Option<String>,
}

/// A place in the order of a list: newest first, then by document and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementPlace {
    pub published_at: Instant,
    pub document: DocumentId,
    pub position: i64,
}

/// What the counts of a day need of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct DayStatement {
    pub speaker: SpeakerId,
    pub cohort: Option<Cohort>,
    pub confidence: f32,
    pub target: Option<StatementTarget>,
    pub tone: Tone,
    pub group: u64,
    /// For whom the speaker speaks, as the document states it.
    pub affiliation: String,
}

const COLUMNS: &str = "
    d.id AS document, s.position, s.published_at, s.speaker, k.name AS speaker_name, s.direct, s.start_at, s.end_at, s.text, s.title,
    s.affiliation, s.cohort, s.confidence, s.target_kind, s.target, s.p_positive, s.p_neutral, s.p_negative, s.same";

impl Statements {
    /// The statements of these documents, in the order of each text.
    pub async fn of_documents(
        &self,
        ids: &[DocumentId],
    ) -> Result<HashMap<DocumentId, Vec<StoredStatement>>, Error> {
        let mut found: HashMap<DocumentId, Vec<StoredStatement>> = HashMap::new();
        for part in ids.chunks(MAX_LIST) {
            let list = padded(part.iter().map(|id| columns::id_value(*id)).collect());
            let sql = format!(
                "SELECT {COLUMNS}
                   FROM documents d
                   JOIN statements s ON s.document = d.number
                   JOIN speakers k ON k.id = s.speaker
                  WHERE d.id IN ({})
                  ORDER BY d.id, s.position",
                placeholders(list.len())
            );
            for mut row in self.db.query(sql, list).await? {
                let statement = stored(&mut row)?;
                found.entry(statement.document).or_default().push(statement);
            }
        }
        Ok(found)
    }

    /// The newest statements that fit, after a place in the order.
    pub async fn list(
        &self,
        filter: &StatementFilter,
        after: Option<StatementPlace>,
        limit: u32,
    ) -> Result<Vec<StoredStatement>, Error> {
        let (mut conditions, mut parameters) = conditions(filter);
        if let Some(after) = after {
            let n = parameters.len();
            conditions.push(format!(
                "(s.published_at < ${at} OR (s.published_at = ${at} AND (d.id > ${id} OR (d.id = ${id} AND s.position > ${place}))))",
                at = n + 1,
                id = n + 2,
                place = n + 3
            ));
            parameters.extend(values![
                after.published_at.ms(),
                columns::id_value(after.document),
                after.position
            ]);
        }
        parameters.push(Value::from(limit));
        let sql = format!(
            "SELECT {COLUMNS}
               FROM statements s
               JOIN documents d ON d.number = s.document
               JOIN speakers k ON k.id = s.speaker
              WHERE {}
              ORDER BY s.published_at DESC, d.id, s.position
              LIMIT ${}",
            conditions.join(" AND "),
            parameters.len()
        );
        self.db.query(sql, parameters).await?.into_iter().map(|mut row| stored(&mut row)).collect()
    }

    /// In which roles these speakers were quoted on some days, and how many statements name each; roles that are less sure
    /// are left out.
    pub async fn roles(
        &self,
        speakers: &[SpeakerId],
        days: DayRange,
        sureness: f32,
    ) -> Result<Vec<(SpeakerId, Cohort, i64)>, Error> {
        let mut found = Vec::new();
        for part in speakers.chunks(MAX_LIST) {
            let mut parameters = padded(part.iter().map(|id| Value::Text(id.to_string())).collect());
            let n = parameters.len();
            parameters.extend(values![days.start().ms(), days.end().ms(), sureness]);
            // Not by the role itself: the embedded engine would take the index of roles, and go through all that each ever said.
            let sql = format!(
                "SELECT p.id, s.cohort || '' AS cohort, COUNT(DISTINCT s.same) AS statements
                   FROM speaker_spellings p
                   JOIN statements s ON s.speaker = p.speaker
                  WHERE p.id IN ({}) AND s.published_at BETWEEN ${} AND ${} AND s.confidence >= ${}
                    AND s.cohort IS NOT NULL
                  GROUP BY p.id, s.cohort || ''",
                placeholders(n),
                n + 1,
                n + 2,
                n + 3
            );
            for mut row in self.db.query(sql, parameters).await? {
                found.push((row.get("id")?, row.get("cohort")?, row.get("statements")?));
            }
        }
        Ok(found)
    }

    pub(super) async fn near_statements(
        &self,
        speakers: &[SpeakerId],
        days: DayRange,
        version: &str,
        limit: usize,
    ) -> Result<Vec<NearStatement>, Error> {
        let mut found = Vec::new();
        for part in speakers.chunks(MAX_LIST) {
            let mut parameters = padded(part.iter().map(|id| Value::Text(id.to_string())).collect());
            let n = parameters.len();
            parameters.extend(values![days.start().ms(), days.end().ms(), limit as i64, version]);
            // By the spelling that a document writes, which leads to whoever it was merged into. Joined in this order: all
            // documents are of one version, and the embedded engine would go through every one of them.
            let sql = format!(
                "SELECT p.id AS speaker, s.published_at, s.same, s.text, s.shingles
                   FROM speaker_spellings p
                  CROSS JOIN statements s
                  CROSS JOIN documents d
                  WHERE p.id IN ({}) AND s.speaker = p.speaker AND s.published_at BETWEEN ${} AND ${}
                    AND d.number = s.document AND d.marks_version = ${}
                  ORDER BY s.published_at DESC, s.document, s.position, p.id
                  LIMIT ${}",
                placeholders(n),
                n + 1,
                n + 2,
                n + 4,
                n + 3
            );
            for mut row in self.db.query(sql, parameters).await? {
                found.push(NearStatement {
                    speaker: row.get("speaker")?,
                    published_at: row.get("published_at")?,
                    group: group(&mut row)?,
                    text: row.get("text")?,
                    shingles: write::shingles(&row.get::<Vec<u8>>("shingles")?),
                });
            }
        }
        Ok(found)
    }
}

/// Conditions and their parameters; never empty.
pub(super) fn conditions(filter: &StatementFilter) -> (Vec<String>, Vec<Value>) {
    let mut conditions = Vec::new();
    let mut parameters: Vec<Value> = Vec::new();
    if !filter.speakers.is_empty() {
        let speakers = filter.speakers.iter().take(MAX_LIST).map(|id| Value::Text(id.to_string()));
        parameters = padded(speakers.collect());
        conditions.push(format!("s.speaker IN ({})", placeholders(parameters.len())));
    }
    if let Some(days) = filter.days {
        let n = parameters.len();
        parameters.extend(values![days.first().number(), days.last().number()]);
        conditions.push(format!("s.day BETWEEN ${} AND ${}", n + 1, n + 2));
    }
    if let Some(cohort) = filter.cohort {
        parameters.push(Value::from(cohort.name()));
        conditions.push(format!("s.cohort = ${}", parameters.len()));
    }
    if let Some(target) = &filter.target {
        let n = parameters.len();
        parameters.extend(values![&target.name, target.kind.name()]);
        conditions.push(format!("s.target = ${} AND s.target_kind = ${}", n + 1, n + 2));
    }
    if let Some(firm) = &filter.affiliation {
        let n = parameters.len();
        parameters.extend(values![firm, SpeakerId::of_name(firm).to_string()]);
        conditions.push(format!("(s.affiliation = ${} OR s.speaker = ${})", n + 1, n + 2));
    }
    if conditions.is_empty() {
        conditions.push("1 = 1".to_owned());
    }
    (conditions, parameters)
}

pub(crate) fn day_statement(row: &mut Row) -> Result<DayStatement, Error> {
    record!(
        row,
        DayStatement {
            speaker,
            cohort,
            confidence,
            target: target(row)?,
            tone: columns::tone(row)?,
            group: group(row)?,
            affiliation,
        }
    )
}

pub(crate) fn target(row: &mut Row) -> Result<Option<StatementTarget>, Error> {
    let (kind, name): (Option<_>, _) = (row.get("target_kind")?, row.get("target")?);
    Ok(kind.zip(name).map(|(kind, name)| StatementTarget { kind, name }))
}

/// The statements that say the same have the same.
fn group(row: &mut Row) -> Result<u64, Error> {
    Ok(row.get::<i64>("same")? as u64)
}

fn stored(row: &mut Row) -> Result<StoredStatement, Error> {
    record!(
        row,
        StoredStatement {
            document,
            position,
            published_at,
            speaker,
            speaker_name,
            direct,
            span: Span { field: Field::Content, start: row.get("start_at")?, end: row.get("end_at")? },
            text,
            title,
            affiliation,
            cohort,
            confidence,
            target: target(row)?,
            tone: columns::tone(row)?,
            group: group(row)?,
        }
    )
}
