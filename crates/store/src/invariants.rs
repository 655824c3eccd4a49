//! What must hold over the tables whatever happened before. Each is a question that finds what is wrong, and so must find
//! nothing.

use crate::db::Db;
use crate::{Error, Store};

/// What was found to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub part: &'static str,
    /// What holds, or should.
    pub what: &'static str,
    pub waits: bool,
    /// Rows against it; 0 where it holds.
    pub against: i64,
    /// One of them.
    pub such_as: Option<String>,
}

/// The two files of the embedded store; one database elsewhere.
#[derive(Clone, Copy)]
enum Half {
    Documents,
    Accounts,
}

struct Invariant {
    part: &'static str,
    what: &'static str,
    half: Half,
    /// No fault: work that is not done yet, or that nothing waits for.
    waits: bool,
    /// Its column `place` names what is wrong; `:now` is the store's time.
    sql: &'static str,
}

const fn wrong(half: Half, part: &'static str, what: &'static str, sql: &'static str) -> Invariant {
    Invariant { part, what, half, waits: false, sql }
}

const fn waits(half: Half, part: &'static str, what: &'static str, sql: &'static str) -> Invariant {
    Invariant { part, what, half, waits: true, sql }
}

/// Only the embedded engine answers these; the server engine looks after its own files and references.
const OF_FILES: &[Invariant] = &[
    wrong(Half::Documents, "files", "the documents file passes its integrity check", WHOLE),
    wrong(Half::Accounts, "files", "the accounts file passes its integrity check", WHOLE),
    wrong(Half::Documents, "files", "every reference in the documents file leads to a row", REFERENCES),
    wrong(Half::Accounts, "files", "every reference in the accounts file leads to a row", REFERENCES),
];
const WHOLE: &str =
    "SELECT integrity_check AS place FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
const REFERENCES: &str = "SELECT \"table\" AS place FROM pragma_foreign_key_check";

const INVARIANTS: &[Invariant] = &[
    wrong(
        Half::Documents,
        "documents",
        "each address is stored once",
        "SELECT canonical_url AS place FROM documents GROUP BY canonical_url HAVING COUNT(*) > 1",
    ),
    wrong(
        Half::Documents,
        "documents",
        "every document has its text",
        "SELECT id AS place FROM documents d WHERE NOT EXISTS (SELECT 1 FROM texts WHERE document = d.number)",
    ),
    wrong(
        Half::Documents,
        "documents",
        "every document is filed under the day of its time",
        "SELECT id AS place FROM documents
          WHERE published_at < day * 86400000 OR published_at >= (day + 1) * 86400000",
    ),
    wrong(
        Half::Documents,
        "documents",
        "no change has a number above the counter",
        "SELECT id AS place FROM documents WHERE seq > (SELECT value FROM counters WHERE name = 'documents')
         UNION ALL
         SELECT name FROM counters WHERE name IN ('stories', 'calls', 'frames')
            AND value > (SELECT value FROM counters WHERE name = 'documents')",
    ),
    wrong(
        Half::Documents,
        "documents",
        "removed documents are gone",
        "SELECT r.id AS place FROM removals r JOIN documents d ON d.id = r.id",
    ),
    wrong(
        Half::Documents,
        "documents",
        "no change number belongs to both a document and a deletion",
        "SELECT x.id AS place FROM deletions x JOIN documents d ON d.seq = x.seq",
    ),
    waits(
        Half::Documents,
        "documents",
        "every document was read or is in quarantine",
        "SELECT id AS place FROM documents d WHERE marks_version = ''
            AND NOT EXISTS (SELECT 1 FROM quarantine WHERE work = 'reading' AND item = d.id)",
    ),
    waits(
        Half::Documents,
        "counts",
        "every day is counted",
        "SELECT CAST(day AS TEXT) AS place FROM dirty_days",
    ),
    wrong(
        Half::Documents,
        "counts",
        "every day with documents is counted or queued for counting",
        "SELECT DISTINCT CAST(day AS TEXT) AS place FROM documents WHERE future_dated = 0 AND marks_version <> ''
            AND day NOT IN (SELECT day FROM rollups) AND day NOT IN (SELECT day FROM dirty_days)",
    ),
    waits(
        Half::Documents,
        "stories",
        "every document that was read belongs to a story",
        "SELECT id AS place FROM documents WHERE story_id IS NULL AND marks_version <> ''",
    ),
    wrong(
        Half::Documents,
        "stories",
        "stories merged into another have no articles left",
        "SELECT old AS place FROM story_redirects r WHERE EXISTS (SELECT 1 FROM documents WHERE story_id = r.old)",
    ),
    wrong(
        Half::Documents,
        "stories",
        "merged stories do not point at each other in a circle",
        "WITH RECURSIVE way (old, place, steps) AS (
             SELECT old, story, 1 FROM story_redirects
             UNION ALL
             SELECT way.old, r.story, way.steps + 1 FROM way JOIN story_redirects r ON r.old = way.place
              WHERE way.steps < 100)
         SELECT old AS place FROM way WHERE steps = 100",
    ),
    // A review may move the first report elsewhere; what repeated it is not looked at again.
    waits(
        Half::Documents,
        "stories",
        "every story has an article that is not a repeat",
        "SELECT story_id AS place FROM documents WHERE story_id IS NOT NULL GROUP BY story_id HAVING MIN(repeats) = 1",
    ),
    wrong(
        Half::Documents,
        "narratives",
        "every story's narratives exist or were merged into one that does",
        "WITH RECURSIVE told (narrative) AS (
             SELECT narrative FROM story_narratives WHERE narrative IS NOT NULL
             UNION SELECT second FROM story_narratives WHERE second IS NOT NULL),
         way (begun, place, steps) AS (
             SELECT narrative, narrative, 0 FROM told
             UNION ALL
             SELECT way.begun, r.narrative, way.steps + 1 FROM way JOIN narrative_redirects r ON r.old = way.place
              WHERE way.steps < 100)
         SELECT narrative AS place FROM told
          WHERE NOT EXISTS (SELECT 1 FROM way JOIN narratives n ON n.id = way.place WHERE way.begun = told.narrative)",
    ),
    wrong(
        Half::Accounts,
        "charges",
        "no purse is overdrawn",
        "SELECT id AS place FROM purses WHERE used + held > allowance",
    ),
    waits(Half::Accounts, "charges", "no call is in progress", "SELECT id AS place FROM holds"),
    wrong(
        Half::Accounts,
        "payments",
        "every settled payment has its transaction",
        "SELECT key AS place FROM payments WHERE state = 'settled' AND tx IS NULL",
    ),
    wrong(
        Half::Accounts,
        "payments",
        "no transaction is used for two payments",
        "SELECT tx AS place FROM payments WHERE tx IS NOT NULL GROUP BY tx HAVING COUNT(*) > 1",
    ),
    waits(
        Half::Documents,
        "background work",
        "no background job is running",
        "SELECT name AS place FROM leases WHERE expires_at > :now",
    ),
    wrong(
        Half::Documents,
        "background work",
        "no lease lasts longer than a day",
        "SELECT name AS place FROM leases WHERE expires_at > :now + 86400000",
    ),
    waits(
        Half::Accounts,
        "requests",
        "every request of the last day with an Idempotency-Key is finished",
        "SELECT account_id AS place FROM attempts WHERE status IS NULL AND begun_at >= :now - 86400000",
    ),
    wrong(
        Half::Accounts,
        "requests",
        "no older request with an Idempotency-Key is unfinished",
        "SELECT account_id AS place FROM attempts WHERE status IS NULL AND begun_at < :now - 86400000",
    ),
    wrong(
        Half::Accounts,
        "events",
        "no event has a number above the counter",
        "SELECT CAST(number AS TEXT) AS place FROM events
          WHERE number > (SELECT value FROM counters WHERE name = 'events')",
    ),
    wrong(
        Half::Accounts,
        "events",
        "no webhook is ahead of the events",
        "SELECT id AS place FROM webhooks WHERE position > (SELECT value FROM counters WHERE name = 'events')",
    ),
];

impl Store {
    /// Asks every question, one after the other; `seen` is told of each answer.
    pub async fn check_invariants(&self, mut seen: impl FnMut(Checked)) -> Result<(), Error> {
        let of_files = if self.db.serves_one_process() { OF_FILES } else { &[] };
        for invariant in of_files.iter().chain(INVARIANTS) {
            let db = match invariant.half {
                Half::Documents => &self.db,
                Half::Accounts => &self.accounts_db,
            };
            seen(check(db, invariant).await?);
        }
        Ok(())
    }
}

async fn check(db: &Db, invariant: &Invariant) -> Result<Checked, Error> {
    let now = db.now().await?.ms().to_string();
    let sql = format!(
        "SELECT CAST(COUNT(*) AS BIGINT) AS against, MIN(place) AS such_as FROM ({}) AS found",
        invariant.sql.replace(":now", &now)
    );
    let mut rows = db.query(sql, Vec::new()).await?;
    let Invariant { part, what, waits, .. } = *invariant;
    let Some(row) = rows.first_mut() else {
        return Ok(Checked { part, what, waits, against: 0, such_as: None });
    };
    Ok(Checked { part, what, waits, against: row.get("against")?, such_as: row.get("such_as")? })
}
