//! Earnings calls as they were scored, and how far the scoring has come.
//!
//! What stands in `marks`, `quotes` and `exchanges` is JSON of the scorer's own choosing; the store does not look
//! inside. A call goes when its document goes.

use std::collections::HashMap;

use domain::{Day, DocumentId};

use crate::Error;
use crate::db::{Db, MAX_LIST, Row, Statement, padded, placeholders, record, values};
use crate::leases::Fence;

/// `store.calls`.
#[derive(Clone, Debug)]
pub struct Calls {
    db: Db,
}

/// One call, scored or said to be unscorable.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub document: DocumentId,
    /// In capitals; empty where nothing says whose call it is.
    pub ticker: String,
    pub company: String,
    pub day: Day,
    pub title: String,
    pub url: String,
    pub invented: bool,
    /// Why it cannot be scored; none where it has exchanges.
    pub reason: Option<String>,
    pub questions: i64,
    /// Refusals that cite regulation, counted apart.
    pub declined: i64,
    /// Score, low and high end of its interval; none where there are too few questions.
    pub rating: Option<(f64, f64, f64)>,
    /// The few numbers of each exchange.
    pub marks: String,
    /// A few exchanges in full.
    pub quotes: String,
    /// All exchanges in full; empty where it was not asked for.
    pub exchanges: String,
    /// What scored it.
    pub version: String,
}

/// Names the calls as they stand: it differs once any of them has come, changed or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    changes: i64,
    count: i64,
}

/// Calls that wait to be scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub documents: Vec<DocumentId>,
    /// Up to which change nothing waits once these are scored.
    pub seq: i64,
}

const COLUMNS: &str =
    "document, ticker, company, day, title, url, invented, reason, questions, declined, score, low,
    high, marks, quotes, version";

impl Calls {
    pub(crate) fn new(db: Db) -> Calls {
        Calls { db }
    }

    /// Up to which change calls have been scored.
    pub async fn seq(&self) -> Result<i64, Error> {
        const SQL: &str = "SELECT value FROM counters WHERE name = 'calls'";
        self.db.query(SQL, Vec::new()).await?.first_mut().map_or(Ok(0), |row| row.only())
    }

    /// A call that goes with its document changes the count alone; whatever else happens is counted as a change.
    pub async fn revision(&self) -> Result<Revision, Error> {
        const SQL: &str = "
            SELECT value AS changes, (SELECT COUNT(*) FROM calls) AS count FROM counters WHERE name = 'call_changes'";
        let mut rows = self.db.query(SQL, Vec::new()).await?;
        let row = rows.first_mut();
        row.map_or(Ok(Revision { changes: 0, count: 0 }), |row| record!(row, Revision { changes, count }))
    }

    /// Calls that are new or changed after `seq`, oldest change first.
    pub async fn waiting(&self, seq: i64, limit: usize) -> Result<Waiting, Error> {
        const CALLS: &str = "
            SELECT id, seq
              FROM documents
             WHERE seq > $1 AND kind = 'earnings_call' AND marks_version <> ''
             ORDER BY seq
             LIMIT $2";
        const NEWEST: &str = "SELECT COALESCE(MAX(seq), 0) FROM documents";
        let limit = limit.max(1);
        // Both from one moment: a call that comes between them would be passed over for ever.
        let statements =
            vec![Statement::new(CALLS, values![seq, limit as i64]), Statement::new(NEWEST, Vec::new())];
        let mut answers = self.db.read(statements).await?.into_iter();
        let (mut documents, mut last) = (Vec::new(), seq);
        for mut row in answers.next().unwrap_or_default() {
            documents.push(row.get("id")?);
            last = row.get("seq")?;
        }
        if documents.len() < limit {
            let newest = answers.next().unwrap_or_default().first_mut().map_or(Ok(0), |row| row.only())?;
            last = newest.max(seq);
        }
        Ok(Waiting { documents, seq: last })
    }

    /// Calls that something other than `version` scored.
    pub async fn of_other_versions(&self, version: &str, limit: usize) -> Result<Vec<DocumentId>, Error> {
        const SQL: &str = "
            SELECT document FROM calls WHERE version < $1 OR version > $1 ORDER BY document LIMIT $2";
        let rows = self.db.query(SQL, values![version, limit.max(1) as i64]).await?;
        rows.into_iter().map(|mut row| row.only()).collect()
    }

    /// Puts these calls in the place of what was known of them, and says up to which change that is known, in one
    /// transaction. A call whose document is gone, or is no call any more, is left out.
    pub async fn replace(&self, calls: &[Call], seq: i64, fence: Option<&Fence>) -> Result<(), Error> {
        const PUT: &str = "
            INSERT INTO calls (document, ticker, company, day, title, url, invented, scorable, reason, questions,
                declined, score, low, high, marks, quotes, exchanges, version)
            SELECT d.id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
              FROM documents d
             WHERE d.id = $1 AND d.kind = 'earnings_call'
            ON CONFLICT (document) DO UPDATE SET ticker = excluded.ticker, company = excluded.company,
                day = excluded.day, title = excluded.title, url = excluded.url, invented = excluded.invented,
                scorable = excluded.scorable, reason = excluded.reason, questions = excluded.questions,
                declined = excluded.declined, score = excluded.score, low = excluded.low, high = excluded.high,
                marks = excluded.marks, quotes = excluded.quotes, exchanges = excluded.exchanges,
                version = excluded.version";
        const NO_CALLS: &str = "
            DELETE FROM calls WHERE NOT EXISTS
                (SELECT 1 FROM documents d WHERE d.id = calls.document AND d.kind = 'earnings_call')";
        const POSITION: &str = "UPDATE counters SET value = $1 WHERE name = 'calls'";
        const CHANGED: &str = "UPDATE counters SET value = value + $1 WHERE name = 'call_changes'";
        let rows = calls
            .iter()
            .map(|call| {
                let (score, low, high) = call
                    .rating
                    .map_or((None, None, None), |(score, low, high)| (Some(score), Some(low), Some(high)));
                values![
                    call.document.to_string(),
                    &call.ticker,
                    &call.company,
                    call.day,
                    &call.title,
                    &call.url,
                    call.invented,
                    call.reason.is_none(),
                    call.reason.clone(),
                    call.questions,
                    call.declined,
                    score,
                    low,
                    high,
                    &call.marks,
                    &call.quotes,
                    &call.exchanges,
                    &call.version,
                ]
            })
            .collect();
        let unit = vec![
            Statement::many(PUT, rows),
            Statement::new(NO_CALLS, Vec::new()),
            Statement::new(POSITION, values![seq]),
            Statement::new(CHANGED, values![calls.len() as i64]),
        ];
        Fence::commit(fence, &self.db, unit).await.map(|_| ())
    }

    /// The scores of those of these documents that are scored calls.
    pub async fn scores(&self, ids: &[DocumentId]) -> Result<HashMap<DocumentId, f64>, Error> {
        let mut scores = HashMap::new();
        for part in ids.chunks(MAX_LIST) {
            let parameters = padded(part.iter().map(|id| id.to_string().into()).collect());
            let sql = format!(
                "SELECT document, score FROM calls WHERE score IS NOT NULL AND document IN ({})",
                placeholders(parameters.len())
            );
            for mut row in self.db.query(sql, parameters).await? {
                scores.insert(row.get("document")?, row.get("score")?);
            }
        }
        Ok(scores)
    }

    /// Every call with a ticker, without its exchanges: by ticker, oldest first.
    pub async fn list_all(&self) -> Result<Vec<Call>, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, '' AS exchanges FROM calls WHERE ticker <> '' ORDER BY ticker, day, document"
        );
        self.db.query(sql, Vec::new()).await?.into_iter().map(call).collect()
    }

    /// The calls of one company with their exchanges, oldest first.
    pub async fn list(&self, ticker: &str) -> Result<Vec<Call>, Error> {
        let sql = format!("SELECT {COLUMNS}, exchanges FROM calls WHERE ticker = $1 ORDER BY day, document");
        self.db.query(sql, values![ticker]).await?.into_iter().map(call).collect()
    }
}

fn call(mut row: Row) -> Result<Call, Error> {
    record!(
        row,
        Call {
            document,
            ticker,
            company,
            day,
            title,
            url,
            invented,
            reason,
            questions,
            declined,
            rating: match (row.get("score")?, row.get("low")?, row.get("high")?) {
                (Some(score), Some(low), Some(high)) => Some((score, low, high)),
                _ => None,
            },
            marks,
            quotes,
            version,
            exchanges,
        }
    )
}
