//! Texts with what was cut from them, for those who clean them again, learn from them, or ask whether something is new.
//!
//! Only of documents that are cleaned at all (`Item::is_cleaned`): filings, calls and posts have nobody's footer.

use std::collections::HashMap;

use domain::cut::restored;
use domain::{Cut, Day, DocumentId, Field};

use super::list::by_id;
use super::{Documents, columns};
use crate::Error;
use crate::db::{record, values};

/// A text with all that cleaning it again needs.
#[derive(Clone, Debug, PartialEq)]
pub struct TextDocument {
    /// Its place among all in the order of arrival.
    pub number: i64,
    pub seq: i64,
    pub id: DocumentId,
    pub day: Day,
    pub outlet: String,
    pub title: String,
    pub content: String,
    pub cuts: Vec<Cut>,
    pub stated_language: Option<String>,
    pub invented: bool,
    /// False where it waits to be read.
    pub read: bool,
}

/// A document as it was before anything was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct CameDocument {
    pub outlet_name: String,
    pub title: String,
    /// Of the item as it came.
    pub content_hash: Vec<u8>,
}

const TEXTS: &str = "
    SELECT d.number, d.seq, d.id, d.day, o.name AS outlet, d.title, t.content, t.cuts, d.stated_language, d.invented, d.marks_version
      FROM documents d
      JOIN texts t ON t.document = d.number
      JOIN outlets o ON o.id = d.outlet_id
     WHERE d.number > $1 AND d.kind IN ('news', 'podcast') AND t.turns IS NULL";

impl Documents {
    /// Texts after the place `number`, in the order in which they came; of one outlet only where it is named.
    pub async fn texts(
        &self,
        number: i64,
        outlet: Option<&str>,
        limit: usize,
    ) -> Result<Vec<TextDocument>, Error> {
        let (sql, parameters) = match outlet {
            None => (format!("{TEXTS} ORDER BY d.number LIMIT $2"), values![number, limit as i64]),
            Some(outlet) => (
                format!("{TEXTS} AND o.name = $2 ORDER BY d.number LIMIT $3"),
                values![number, outlet, limit as i64],
            ),
        };
        self.db.query(sql, parameters).await?.into_iter().map(text).collect()
    }

    /// About how many there are: those of which some are made of turns are counted too.
    pub async fn count_texts(&self, number: i64, outlet: Option<&str>) -> Result<i64, Error> {
        const ALL: &str = "SELECT COUNT(*) FROM documents WHERE number > $1 AND kind IN ('news', 'podcast')";
        const OF_OUTLET: &str = "
            SELECT COUNT(*)
              FROM documents d
              JOIN outlets o ON o.id = d.outlet_id
             WHERE d.number > $1 AND d.kind IN ('news', 'podcast') AND o.name = $2";
        match outlet {
            None => self.number(ALL, values![number]).await,
            Some(outlet) => self.number(OF_OUTLET, values![number, outlet]).await,
        }
    }

    /// The place of the newest document; 0 where there is none.
    pub async fn last_number(&self) -> Result<i64, Error> {
        self.number("SELECT COALESCE(MAX(number), 0) FROM documents", Vec::new()).await
    }

    /// Those of these documents that are here, as they came.
    pub async fn as_they_came(&self, ids: &[DocumentId]) -> Result<HashMap<DocumentId, CameDocument>, Error> {
        const SQL: &str = "
            SELECT id, outlet_name, title, cuts, content_hash
              FROM (SELECT d.id, o.name AS outlet_name, d.title, t.cuts, d.content_hash
                      FROM documents d
                      JOIN texts t ON t.document = d.number
                      JOIN outlets o ON o.id = d.outlet_id) AS came";
        by_id(self, SQL, ids, |row| {
            let (title, cuts) = (row.get::<String>("title")?, columns::cuts(row)?);
            let whole = restored(&title, Field::Title, &cuts).unwrap_or(title);
            record!(row, CameDocument { outlet_name, title: whole, content_hash })
        })
        .await
    }
}

fn text(mut row: crate::db::Row) -> Result<TextDocument, Error> {
    let row = &mut row;
    record!(
        row,
        TextDocument {
            number,
            seq,
            id,
            day,
            outlet,
            title,
            content,
            cuts: columns::cuts(row)?,
            stated_language,
            invented,
            read: !row.get::<String>("marks_version")?.is_empty(),
        }
    )
}
