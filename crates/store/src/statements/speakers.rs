//! Speakers: who they are, how they rank, and what they speak of.

use domain::{Cohort, Day, DayRange, Instant, SpeakerId, StatementTarget};

use super::Statements;
use super::list::{StatementFilter, conditions};
use crate::Error;
use crate::db::{MAX_LIST, Row, Statement, Value, padded, placeholders, record, values};

/// Spellings that are named of one speaker.
const MAX_SPELLINGS: i64 = 50;
/// People whose names are read at once.
const MAX_PEOPLE: i64 = 1000;

/// The role of speaker `k`: what most statements say, where a sure one counts for several that are less sure. Where a document took a
/// person for a firm or a firm for a person, it counts only if there is nothing else.
const ROLE: &str = "
    (SELECT c.cohort FROM statements c WHERE c.speaker = k.id AND c.cohort IS NOT NULL
      GROUP BY c.cohort
      ORDER BY SUM(CASE WHEN k.is_person = 1 AND c.cohort = 'brand' AND c.confidence < 0.8 THEN 0
                        WHEN k.is_person = 0 AND c.cohort NOT IN ('brand', 'media', 'policy') THEN 0
                        ELSE c.confidence * c.confidence END) DESC,
               SUM(c.confidence * c.confidence) DESC, c.cohort
      LIMIT 1)";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    pub id: SpeakerId,
    pub name: String,
    pub is_person: bool,
    /// What an operator says the role is.
    pub cohort: Option<Cohort>,
    pub suppressed: bool,
    /// The names that documents use.
    pub spellings: Vec<String>,
}

/// A speaker among others, over some days.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedSpeaker {
    pub id: SpeakerId,
    pub name: String,
    pub is_person: bool,
    /// The role that most of all statements state, by how sure they are.
    pub cohort: Option<Cohort>,
    /// Different statements.
    pub statements: i64,
    pub articles: i64,
    /// Different outlets that gave them: the reach.
    pub outlets: i64,
    pub positive: i64,
    pub negative: i64,
    pub last_at: Instant,
}

/// A speaker as lists name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSpeaker {
    pub id: SpeakerId,
    pub name: String,
    pub is_person: bool,
    /// The role that most of all statements state, by how sure they are.
    pub cohort: Option<Cohort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeakerOrder {
    /// Most outlets first.
    Reach,
    /// Most statements first.
    Statements,
}

/// What a speaker speaks of, and how often.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetCount {
    pub target: StatementTarget,
    pub statements: i64,
    /// Mean net tone.
    pub tone: f64,
}

/// What documents call a speaker, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedRole {
    pub title: String,
    pub affiliation: String,
    pub cohort: Option<Cohort>,
    pub statements: i64,
}

/// What documents say of somebody whom they write in one way, once for each title and firm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledRole {
    pub id: SpeakerId,
    pub spelling: String,
    pub title: String,
    pub affiliation: String,
    /// How many say so first. However often one document repeats itself, and with however many titles, it counts once.
    pub articles: i64,
}

/// One day of a speaker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToneDay {
    pub day: Day,
    pub statements: i64,
    /// Mean net tone.
    pub tone: f64,
}

impl Statements {
    pub async fn speaker(&self, id: SpeakerId) -> Result<Option<Speaker>, Error> {
        const SPEAKER: &str = "
            SELECT k.id, k.name, k.is_person, k.cohort, k.suppressed
              FROM speaker_spellings p
              JOIN speakers k ON k.id = p.speaker
             WHERE p.id = $1";
        const SPELLINGS: &str = "
            SELECT spelling FROM speaker_spellings WHERE speaker = (SELECT speaker FROM speaker_spellings WHERE id = $1)
             ORDER BY spelling LIMIT $2";
        let statements = vec![
            Statement::new(SPEAKER, values![id.to_string()]),
            Statement::new(SPELLINGS, values![id.to_string(), MAX_SPELLINGS]),
        ];
        let mut answers = self.db.read(statements).await?.into_iter();
        let Some(mut row) = answers.next().unwrap_or_default().into_iter().next() else { return Ok(None) };
        let mut speaker = speaker(&mut row)?;
        for mut row in answers.next().unwrap_or_default() {
            speaker.spellings.push(row.only()?);
        }
        Ok(Some(speaker))
    }

    /// Whoever spoke in the range, in an order, after the first `skip`.
    pub async fn ranked(
        &self,
        filter: &StatementFilter,
        order: SpeakerOrder,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<RankedSpeaker>, Error> {
        let (conditions, mut parameters) = conditions(filter);
        parameters.extend([Value::from(limit), Value::from(skip)]);
        let first = match order {
            SpeakerOrder::Reach => "outlets DESC, statements DESC",
            SpeakerOrder::Statements => "statements DESC, outlets DESC",
        };
        let n = parameters.len();
        let sql = format!(
            // Ranked first: tone and role are worked out for those who are shown alone.
            "WITH said AS MATERIALIZED (
                      SELECT s.speaker, s.same, s.document, d.outlet_id, s.published_at,
                             s.p_positive, s.p_neutral, s.p_negative
                        FROM statements s
                        JOIN documents d ON d.number = s.document
                        JOIN speakers k ON k.id = s.speaker
                       WHERE {}),
                  top AS MATERIALIZED (
                      SELECT speaker, COUNT(DISTINCT same) AS statements, COUNT(DISTINCT document) AS articles,
                             COUNT(DISTINCT outlet_id) AS outlets, MAX(published_at) AS last_at
                        FROM said GROUP BY speaker
                       ORDER BY {first}, speaker
                       LIMIT ${} OFFSET ${}),
                  once AS (SELECT speaker, SUM(p_positive) AS positive, SUM(p_neutral) AS neutral, SUM(p_negative) AS negative
                             FROM said WHERE speaker IN (SELECT speaker FROM top) GROUP BY speaker, same),
                  toned AS (SELECT speaker,
                                   SUM(CASE WHEN positive > neutral AND positive > negative THEN 1 ELSE 0 END) AS positive,
                                   SUM(CASE WHEN negative > neutral AND negative > positive THEN 1 ELSE 0 END) AS negative
                              FROM once GROUP BY speaker)
             SELECT k.id, k.name, k.is_person,
                    {ROLE} AS cohort,
                    t.statements, t.articles, t.outlets, toned.positive, toned.negative, t.last_at
               FROM top t
               JOIN toned ON toned.speaker = t.speaker
               JOIN speakers k ON k.id = t.speaker
              ORDER BY {first}, k.id",
            conditions.join(" AND "),
            n - 1,
            n
        );
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter().map(ranked).collect()
    }

    /// Speakers as lists name them: name, whether a person, and the role that most of their statements state, by how sure they are.
    /// Whoever was taken down is left out.
    pub async fn named(&self, ids: &[SpeakerId]) -> Result<Vec<NamedSpeaker>, Error> {
        let mut found = Vec::new();
        for part in ids.chunks(MAX_LIST) {
            let list = padded(part.iter().map(|id| Value::Text(id.to_string())).collect());
            let sql = format!(
                "SELECT k.id, k.name, k.is_person, {ROLE} AS cohort
                   FROM speakers k
                  WHERE k.id IN ({}) AND k.suppressed = 0",
                placeholders(list.len())
            );
            for mut row in self.db.query(sql, list).await? {
                found.push(record!(row, NamedSpeaker { id, name, is_person, cohort })?);
            }
        }
        Ok(found)
    }

    /// What a speaker speaks of most, over some days.
    pub async fn targets(
        &self,
        id: SpeakerId,
        days: DayRange,
        limit: u32,
    ) -> Result<Vec<TargetCount>, Error> {
        const SQL: &str = "
            SELECT target_kind, target, COUNT(DISTINCT same) AS statements,
                   CAST(AVG(p_positive - p_negative) AS DOUBLE PRECISION) AS tone
              FROM statements
             WHERE speaker = $1 AND day BETWEEN $2 AND $3 AND target IS NOT NULL AND target_kind IS NOT NULL
             GROUP BY target_kind, target
             ORDER BY COUNT(DISTINCT same) DESC, target
             LIMIT $4";
        let parameters = values![id.to_string(), days.first().number(), days.last().number(), limit];
        let rows = self.db.query(SQL, parameters).await?;
        let count = |mut row: Row| {
            let target = StatementTarget { kind: row.get("target_kind")?, name: row.get("target")? };
            record!(row, TargetCount { target: target, statements, tone })
        };
        rows.into_iter().map(count).collect()
    }

    /// The titles and firms that documents give a speaker, most often first.
    pub async fn stated_roles(
        &self,
        id: SpeakerId,
        days: DayRange,
        limit: u32,
    ) -> Result<Vec<StatedRole>, Error> {
        const SQL: &str = "
            SELECT title, affiliation, cohort, COUNT(DISTINCT same) AS statements
              FROM statements
             WHERE speaker = $1 AND day BETWEEN $2 AND $3 AND (title <> '' OR affiliation <> '')
             GROUP BY title, affiliation, cohort
             ORDER BY COUNT(DISTINCT same) DESC, title, affiliation, cohort
             LIMIT $4";
        let parameters = values![id.to_string(), days.first().number(), days.last().number(), limit];
        let rows = self.db.query(SQL, parameters).await?;
        let role = |mut row: Row| record!(row, StatedRole { title, affiliation, cohort, statements });
        rows.into_iter().map(role).collect()
    }

    /// The titles and firms that documents of these days give people under these very spellings. Whoever was taken down is left out,
    /// and what an operator decided on.
    pub async fn spelled_roles(
        &self,
        spellings: &[SpeakerId],
        days: DayRange,
    ) -> Result<Vec<SpelledRole>, Error> {
        let mut found = Vec::new();
        for part in spellings.chunks(MAX_LIST) {
            let mut list = padded(part.iter().map(|id| Value::Text(id.to_string())).collect());
            let ids = placeholders(list.len());
            let (first, last) = (list.len() + 1, list.len() + 2);
            list.extend(values![days.first().number(), days.last().number()]);
            // Of several who spoke together only the first has the title.
            let sql = format!(
                "SELECT id, spelling, title, affiliation, SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS articles
                   FROM (SELECT p.id, p.spelling, s.title, s.affiliation,
                                ROW_NUMBER() OVER (PARTITION BY p.id, s.document ORDER BY s.position) AS place
                           FROM speaker_spellings p
                           JOIN speakers k ON k.id = p.speaker
                           JOIN statements s ON s.spelling = p.id
                          WHERE p.id IN ({ids}) AND s.day BETWEEN ${first} AND ${last}
                            AND p.decided = 0 AND k.is_person = 1 AND k.suppressed = 0
                            AND (s.title <> '' OR s.affiliation <> '')
                            AND NOT EXISTS (SELECT 1 FROM statements o WHERE o.document = s.document
                                               AND o.start_at = s.start_at AND o.end_at = s.end_at
                                               AND o.position <> s.position)) AS said
                  GROUP BY id, spelling, title, affiliation
                  ORDER BY id, title, affiliation"
            );
            for mut row in self.db.query(sql, list).await? {
                found.push(record!(row, SpelledRole { id, spelling, title, affiliation, articles })?);
            }
        }
        Ok(found)
    }

    /// Every spelling of people who were taken down. An operator takes each of them down, so there are few.
    pub async fn taken_down_names(&self) -> Result<Vec<(SpeakerId, String)>, Error> {
        const SQL: &str = "
            SELECT k.id AS speaker, p.id, p.spelling
              FROM (SELECT id FROM speakers WHERE suppressed = 1 AND is_person = 1 AND id > $1 ORDER BY id LIMIT $2) AS k
              JOIN speaker_spellings p ON p.speaker = k.id
             ORDER BY k.id, p.id";
        let mut found = Vec::new();
        let mut last = String::new();
        loop {
            let rows = self.db.query(SQL, values![&last, MAX_PEOPLE]).await?;
            if rows.is_empty() {
                return Ok(found);
            }
            for mut row in rows {
                last = row.get("speaker")?;
                found.push((row.get("id")?, row.get("spelling")?));
            }
        }
    }

    /// What was stated of the people who were taken down and have these spellings, under any of their names.
    pub async fn taken_down_roles(&self, spellings: &[SpeakerId]) -> Result<Vec<SpelledRole>, Error> {
        let mut found = Vec::new();
        for part in spellings.chunks(MAX_LIST) {
            let list = padded(part.iter().map(|id| Value::Text(id.to_string())).collect());
            let sql = format!(
                "SELECT p.id, p.spelling, t.title, t.affiliation, CAST(SUM(t.statements) AS BIGINT) AS articles
                   FROM speaker_spellings p
                   JOIN speakers k ON k.id = p.speaker
                   JOIN taken_down_roles t ON t.speaker = k.id
                  WHERE p.id IN ({}) AND k.is_person = 1 AND k.suppressed = 1
                  GROUP BY p.id, p.spelling, t.title, t.affiliation
                  ORDER BY p.id, t.title, t.affiliation",
                placeholders(list.len())
            );
            for mut row in self.db.query(sql, list).await? {
                found.push(record!(row, SpelledRole { id, spelling, title, affiliation, articles })?);
            }
        }
        Ok(found)
    }

    /// The days on which a speaker spoke, oldest first.
    pub async fn tone_by_day(&self, id: SpeakerId, days: DayRange) -> Result<Vec<ToneDay>, Error> {
        const SQL: &str = "
            SELECT day, COUNT(DISTINCT same) AS statements,
                   CAST(AVG(p_positive - p_negative) AS DOUBLE PRECISION) AS tone
              FROM statements
             WHERE speaker = $1 AND day BETWEEN $2 AND $3
             GROUP BY day
             ORDER BY day";
        let parameters = values![id.to_string(), days.first().number(), days.last().number()];
        let rows = self.db.query(SQL, parameters).await?;
        let day = |mut row: Row| record!(row, ToneDay { day, statements, tone });
        rows.into_iter().map(day).collect()
    }
}

fn speaker(row: &mut Row) -> Result<Speaker, Error> {
    record!(row, Speaker { id, name, is_person, cohort, suppressed, spellings: Vec::new() })
}

fn ranked(mut row: Row) -> Result<RankedSpeaker, Error> {
    record!(
        row,
        RankedSpeaker {
            id,
            name,
            is_person,
            cohort,
            statements,
            articles,
            outlets,
            positive,
            negative,
            last_at,
        }
    )
}
