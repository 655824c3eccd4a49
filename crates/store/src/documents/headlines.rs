//! Documents without their texts, for lists of what was counted, and the documents of a story.

use std::collections::HashMap;

use domain::{Day, DayRange, DocumentId, Instant, Kind, MentionKind, Sentiment};

use super::story_changes::CURRENT;
use super::{Documents, columns};
use crate::Error;
use crate::db::{MAX_LIST, Row, Statement, padded, placeholders, record, values};

/// What a line about a document shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    pub id: DocumentId,
    pub kind: Kind,
    pub title: String,
    pub published_at: Instant,
    pub url: String,
    pub outlet_name: String,
    pub outlet_category: String,
    pub outlet_family: String,
    pub sentiment: Sentiment,
    pub language: String,
    pub author_name: String,
    pub image_url: String,
    pub sponsored: bool,
    pub invented: bool,
    /// None where it was not put into one yet.
    pub story_id: Option<String>,
}

/// A document that came: its place in the order of coming, and its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub number: i64,
    pub seq: i64,
    pub id: DocumentId,
}

/// A document of a story, with the beginning of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryItem {
    pub headline: Headline,
    pub lead: String,
}

/// A document of a story, without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryHeadline {
    pub headline: Headline,
    /// It was taken over from an earlier one.
    pub repeats: bool,
}

const COLUMNS: &str =
    "d.id, d.kind, d.title, d.published_at, d.url, o.name AS outlet_name, o.category AS outlet_category,
                       o.family AS outlet_family, d.sentiment, d.language,
                       d.author_name, d.image_url, d.sponsored, d.invented, d.story_id";

/// Where a document must name something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedIn {
    Text,
    /// In the title or in the first sentences: it is about it, and does not only mention it.
    Beginning,
}

impl Documents {
    /// In the order asked; ids that are not in the store are left out.
    pub async fn headlines(&self, ids: &[DocumentId]) -> Result<Vec<Headline>, Error> {
        let mut found = HashMap::with_capacity(ids.len());
        for part in ids.chunks(MAX_LIST) {
            let parameters = padded(part.iter().map(|id| columns::id_value(*id)).collect());
            let sql = format!(
                "SELECT {COLUMNS} FROM documents d JOIN outlets o ON o.id = d.outlet_id WHERE d.id IN ({})",
                placeholders(parameters.len())
            );
            for mut row in self.db.query(sql, parameters).await? {
                let headline = headline(&mut row)?;
                found.insert(headline.id, headline);
            }
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    /// Documents in the order in which they first came, after a place.
    pub async fn arrivals(&self, after: i64, limit: usize) -> Result<Vec<Arrival>, Error> {
        const SQL: &str = "SELECT number, seq, id FROM documents WHERE number > $1 ORDER BY number LIMIT $2";
        let rows = self.db.query(SQL, values![after, limit as i64]).await?;
        rows.into_iter().map(|mut row| record!(row, Arrival { number, seq, id })).collect()
    }

    /// The place of the document that came last.
    pub async fn max_number(&self) -> Result<i64, Error> {
        self.number("SELECT COALESCE(MAX(number), 0) FROM documents", Vec::new()).await
    }

    /// Documents that arrived within `window` numbers of this one and name what it names first, those that share most names
    /// with it first, then those that came nearest to it; each with the first `lead` characters of its text. Itself comes
    /// first; nothing where it is not in the store.
    pub async fn sharing_names(
        &self,
        id: DocumentId,
        window: i64,
        limit: usize,
        lead: usize,
    ) -> Result<Vec<StoryItem>, Error> {
        const NAMES: i64 = 5;
        let sql = format!(
            "WITH own AS (SELECT number FROM documents WHERE id = $1),
                  named AS (SELECT name FROM mentions
                             WHERE document = (SELECT number FROM own) AND position < $5),
                  near AS (SELECT m.document AS number, COUNT(DISTINCT m.name) AS shared
                             FROM mentions m
                            WHERE m.name IN (SELECT name FROM named)
                              AND m.document BETWEEN (SELECT number FROM own) - $2 AND (SELECT number FROM own) + $2
                            GROUP BY m.document
                            ORDER BY 2 DESC, ABS(m.document - (SELECT number FROM own)) LIMIT $3)
             SELECT {COLUMNS}, SUBSTR(t.content, 1, CAST($4 AS INTEGER)) AS lead
               FROM (SELECT number FROM near UNION SELECT number FROM own) AS chosen
               JOIN documents d ON d.number = chosen.number
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
              ORDER BY d.id <> $1, d.published_at DESC, d.id"
        );
        let parameters = values![columns::id_value(id), window, limit as i64, lead as i64, NAMES];
        self.db.query(sql, parameters).await?.into_iter().map(story_item).collect()
    }

    /// The tone of each document toward each company it names, where it was read.
    pub async fn tones_toward_companies(
        &self,
        ids: &[DocumentId],
    ) -> Result<HashMap<(DocumentId, String), Sentiment>, Error> {
        let mut found = HashMap::new();
        for part in ids.chunks(MAX_LIST) {
            let parameters = padded(part.iter().map(|id| columns::id_value(*id)).collect());
            let sql = format!(
                "SELECT d.id, m.name, m.sentiment
                   FROM documents d
                   JOIN mentions m ON m.document = d.number
                  WHERE d.id IN ({}) AND m.kind = 'company' AND m.sentiment IS NOT NULL",
                placeholders(parameters.len())
            );
            for mut row in self.db.query(sql, parameters).await? {
                found.insert((row.get("id")?, row.get("name")?), row.get("sentiment")?);
            }
        }
        Ok(found)
    }

    /// The story's documents of these days, newest first, equal times by id; `limit` at most. An id that was joined to
    /// another stands for that one.
    pub async fn of_story(
        &self,
        story: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<(DocumentId, Instant)>, Error> {
        let sql = format!(
            "SELECT id, published_at
               FROM documents
              WHERE story_id = {CURRENT} AND published_at BETWEEN $2 AND $3
              ORDER BY published_at DESC, id
              LIMIT $4"
        );
        let parameters = values![story, days.start().ms(), days.end().ms(), limit as i64];
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter().map(|mut row| Ok((row.get("id")?, row.get("published_at")?))).collect()
    }

    /// The stories of a day's documents that have other documents too, or belong to a narrative.
    pub async fn stories_told_elsewhere(&self, day: Day) -> Result<Vec<String>, Error> {
        const SQL: &str = "
            SELECT DISTINCT d.story_id
              FROM documents d
             WHERE d.published_at BETWEEN $1 AND $2 AND d.story_id IS NOT NULL
               AND (EXISTS (SELECT 1 FROM documents o WHERE o.story_id = d.story_id AND o.id <> d.id)
                    OR EXISTS (SELECT 1 FROM story_narratives n
                                WHERE n.story = d.story_id AND n.narrative IS NOT NULL))";
        let rows = self.db.query(SQL, values![day.start().ms(), day.end().ms()]).await?;
        rows.into_iter().map(|mut row| row.only()).collect()
    }

    /// How many documents of the days in each of these stories name this; those without any are left out.
    pub async fn stories_naming(
        &self,
        kind: MentionKind,
        name: &str,
        place: NamedIn,
        days: DayRange,
        stories: &[[u8; 16]],
    ) -> Result<Vec<([u8; 16], i64)>, Error> {
        let of_place = match place {
            NamedIn::Text => "",
            NamedIn::Beginning => "AND m.in_title + m.in_lead > 0",
        };
        let mut found = Vec::new();
        for part in stories.chunks(MAX_LIST) {
            let mut parameters =
                padded(part.iter().map(|story| domain::hash::to_hex(story).as_str().into()).collect());
            let length = parameters.len();
            let sql = format!(
                "SELECT d.story_id, COUNT(*) AS documents
                   FROM documents d
                   JOIN mentions m ON m.document = d.number
                  WHERE d.story_id IN ({}) AND d.published_at BETWEEN ${} AND ${} AND m.name = ${} AND m.kind = ${} {of_place}
                  GROUP BY d.story_id",
                placeholders(length),
                length + 1,
                length + 2,
                length + 3,
                length + 4
            );
            parameters.extend(values![days.start().ms(), days.end().ms(), name, kind.name()]);
            for mut row in self.db.query(sql, parameters).await? {
                let (story, count): (String, i64) = (row.get("story_id")?, row.get("documents")?);
                found.extend(domain::hash::from_hex(&story).map(|story| (story, count)));
            }
        }
        Ok(found)
    }

    /// For each story the headlines of its documents of its days, oldest first. Of more than `limit`, as many, evenly spread
    /// from the first to the last; `limit` is two or more.
    pub async fn of_stories(
        &self,
        stories: &[(String, DayRange)],
        limit: usize,
    ) -> Result<Vec<Vec<StoryHeadline>>, Error> {
        // One is chosen wherever the step from 0 to `limit` - 1, walked evenly over all places, reaches a whole number.
        let sql = format!(
            "SELECT {COLUMNS}, d.repeats
               FROM (SELECT d.number,
                            ROW_NUMBER() OVER (ORDER BY d.published_at, d.id) - 1 AS place,
                            COUNT(*) OVER () - 1 AS last
                       FROM documents d
                      WHERE d.story_id = {CURRENT} AND d.published_at BETWEEN $2 AND $3) AS chosen
               JOIN documents d ON d.number = chosen.number
               JOIN outlets o ON o.id = d.outlet_id
              WHERE chosen.last <= $4 OR chosen.place * $4 % NULLIF(chosen.last, 0) < $4
              ORDER BY chosen.place"
        );
        let ask = |(story, days): &(String, DayRange)| {
            let days = (days.start().ms(), days.end().ms());
            let steps = limit.max(2) as i64 - 1;
            Statement::new(sql.clone(), values![story.as_str(), days.0, days.1, steps])
        };
        let told = self.db.read(stories.iter().map(ask).collect()).await?;
        let one =
            |mut row: Row| Ok(StoryHeadline { headline: headline(&mut row)?, repeats: row.get("repeats")? });
        told.into_iter().map(|rows| rows.into_iter().map(one).collect()).collect()
    }

    /// The first `length` characters of the text of each of these documents that is there.
    pub async fn leads(
        &self,
        ids: &[DocumentId],
        length: usize,
    ) -> Result<HashMap<DocumentId, String>, Error> {
        let mut found = HashMap::new();
        for part in ids.chunks(MAX_LIST) {
            let mut parameters = padded(part.iter().copied().map(columns::id_value).collect());
            let places = parameters.len();
            let sql = format!(
                "SELECT d.id, SUBSTR(t.content, 1, CAST(${} AS INTEGER)) AS lead
                   FROM documents d JOIN texts t ON t.document = d.number WHERE d.id IN ({})",
                places + 1,
                placeholders(places)
            );
            parameters.extend(values![length as i64]);
            for mut row in self.db.query(sql, parameters).await? {
                found.insert(row.get("id")?, row.get("lead")?);
            }
        }
        Ok(found)
    }
}

fn headline(row: &mut Row) -> Result<Headline, Error> {
    record!(
        row,
        Headline {
            id,
            kind,
            title,
            published_at,
            url,
            outlet_name,
            outlet_category,
            outlet_family,
            sentiment,
            language,
            author_name,
            image_url,
            sponsored,
            invented,
            story_id,
        }
    )
}

fn story_item(mut row: Row) -> Result<StoryItem, Error> {
    Ok(StoryItem { headline: headline(&mut row)?, lead: row.get("lead")? })
}
