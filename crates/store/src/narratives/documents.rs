//! The documents behind narratives.

use std::collections::HashMap;

use domain::{Category, DayRange, DocumentId, Instant, MentionKind};

use super::{CURRENT, Narratives};
use crate::Error;
use crate::db::{Row, Statement, record, values};

/// What narratives take from an article of a story.
#[derive(Clone, Debug, PartialEq)]
pub struct NarrativeDocument {
    pub title: String,
    /// The beginning of its text.
    pub lead: String,
    pub language: String,
    pub published_at: Instant,
    pub outlet: String,
    pub categories: Vec<(Category, f32)>,
    /// Companies and assets.
    pub named: Vec<(MentionKind, String)>,
}

/// Stories of which a narrative's documents are: first or second.
pub(super) const OF_NARRATIVE: &str = "
    SELECT story FROM story_narratives WHERE narrative = $1
    UNION SELECT story FROM story_narratives WHERE second = $1";

impl Narratives {
    /// Of each story its articles, oldest first, with the first `lead` characters of each; of more than `limit`, as many,
    /// evenly spread.
    pub async fn told(
        &self,
        stories: &[String],
        limit: usize,
        lead: usize,
    ) -> Result<Vec<Vec<NarrativeDocument>>, Error> {
        const CHOSEN: &str = "
            FROM (SELECT d.number,
                         ROW_NUMBER() OVER (ORDER BY d.published_at, d.id) - 1 AS place,
                         COUNT(*) OVER () - 1 AS last
                    FROM documents d WHERE d.story_id = $1) AS chosen
            JOIN documents d ON d.number = chosen.number";
        const WHERE: &str = "WHERE (chosen.last <= $2 OR chosen.place * $2 % NULLIF(chosen.last, 0) < $2)";
        let texts = format!(
            "SELECT d.number, d.title, SUBSTR(t.content, 1, CAST($3 AS INTEGER)) AS lead, d.published_at,
                    d.language, o.name AS outlet {CHOSEN}
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
             {WHERE} ORDER BY chosen.place"
        );
        let categories = format!(
            "SELECT d.number, c.category, c.score {CHOSEN}
               JOIN document_categories c ON c.document = d.number {WHERE} ORDER BY d.number, c.position"
        );
        let named = format!(
            "SELECT d.number, m.kind, m.name {CHOSEN}
               JOIN mentions m ON m.document = d.number {WHERE} AND m.kind IN ('company', 'asset')
              ORDER BY d.number, m.position"
        );
        let steps = limit.max(2) as i64 - 1;
        let mut statements = Vec::with_capacity(3 * stories.len());
        for story in stories {
            let shared = values![story, steps];
            let with_lead = values![story, steps, lead as i64];
            statements.push(Statement::new(texts.clone(), with_lead));
            statements.push(Statement::new(categories.clone(), shared.clone()));
            statements.push(Statement::new(named.clone(), shared));
        }
        let answers = self.db.read(statements).await?;
        let mut answers = answers.into_iter();
        let mut told = Vec::with_capacity(stories.len());
        while let (Some(texts), Some(categories), Some(named)) =
            (answers.next(), answers.next(), answers.next())
        {
            told.push(documents(texts, categories, named)?);
        }
        Ok(told)
    }

    /// The narrative's documents of these days, newest first, equal times by id; `limit` at most.
    pub async fn documents(
        &self,
        narrative: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<(DocumentId, Instant)>, Error> {
        let sql = format!(
            "SELECT d.id, d.published_at FROM documents d
              WHERE d.story_id IN ({}) AND d.published_at BETWEEN $2 AND $3
              ORDER BY d.published_at DESC, d.id LIMIT $4",
            current(OF_NARRATIVE)
        );
        let parameters = values![narrative, days.start().ms(), days.end().ms(), limit as i64];
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter().map(|mut row| Ok((row.get("id")?, row.get("published_at")?))).collect()
    }

    /// The first documents of the narrative up to the end of a range, oldest first.
    pub async fn first_documents(
        &self,
        narrative: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<DocumentId>, Error> {
        let sql = format!(
            "SELECT d.id FROM documents d
              WHERE d.story_id IN ({}) AND d.published_at <= $2
              ORDER BY d.published_at, d.id LIMIT $3",
            current(OF_NARRATIVE)
        );
        let rows = self.db.query(sql, values![narrative, days.end().ms(), limit as i64]).await?;
        rows.into_iter().map(|mut row| row.only()).collect()
    }
}

/// With the narrative that the id stands for.
pub(super) fn current(sql: &str) -> String {
    sql.replace("$1", CURRENT)
}

fn documents(
    texts: Vec<Row>,
    categories: Vec<Row>,
    named: Vec<Row>,
) -> Result<Vec<NarrativeDocument>, Error> {
    let mut documents = Vec::with_capacity(texts.len());
    let mut place: HashMap<i64, usize> = HashMap::new();
    for mut row in texts {
        place.insert(row.get("number")?, documents.len());
        documents.push(document(&mut row)?);
    }
    for mut row in categories {
        let number: i64 = row.get("number")?;
        if let Some(place) = place.get(&number) {
            documents[*place].categories.push((row.get("category")?, row.get("score")?));
        }
    }
    for mut row in named {
        let number: i64 = row.get("number")?;
        if let Some(place) = place.get(&number) {
            documents[*place].named.push((row.get("kind")?, row.get("name")?));
        }
    }
    Ok(documents)
}

fn document(row: &mut Row) -> Result<NarrativeDocument, Error> {
    record!(
        row,
        NarrativeDocument {
            title,
            lead,
            language,
            published_at,
            outlet,
            categories: Vec::new(),
            named: Vec::new()
        }
    )
}
