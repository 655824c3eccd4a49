//! What must hold over the tables whatever happened before. Each is a question that finds what is wrong, and so must find
//! nothing.

use crate::db::Db;
use crate::ledger::TEST_KEYS_OF;
use crate::{Error, Store};

/// What was found to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub part: &'static str,
    /// What holds, or should.
    pub what: &'static str,
    pub waits: bool,
    /// What is so where it does not hold, for what waits.
    pub open: &'static str,
    /// What to do about it.
    pub advice: &'static str,
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
    /// No fault: work that is not done yet, or that nothing waits for. What is so then.
    open: Option<&'static str>,
    advice: &'static str,
    /// Its column `place` names what is wrong; `:now` is the store's time, `:test_keys_of` what stands before an account whose test keys called.
    sql: &'static str,
}

const fn wrong(
    half: Half,
    part: &'static str,
    what: &'static str,
    advice: &'static str,
    sql: &'static str,
) -> Invariant {
    Invariant { part, what, half, open: None, advice, sql }
}

const fn waits(
    half: Half,
    part: &'static str,
    what: &'static str,
    open: &'static str,
    advice: &'static str,
    sql: &'static str,
) -> Invariant {
    Invariant { part, what, half, open: Some(open), advice, sql }
}

const RESTORE: &str = "restore the newest backup from before it (`bellwether restore`)";
const REBUILD: &str = "run `bellwether rebuild`";
const SERVE: &str = "a running service does it";
const TRIGGER: &str =
    "somebody took it away: compare `bellwether audit` with what you noted, and restore a backup from before";

/// Only the embedded engine answers these; the server engine looks after its own files and references.
const OF_FILES: &[Invariant] = &[
    wrong(Half::Documents, "files", "the documents file passes its integrity check", RESTORE, WHOLE),
    wrong(Half::Accounts, "files", "the accounts file passes its integrity check", RESTORE, WHOLE),
    wrong(
        Half::Documents,
        "files",
        "every reference in the documents file leads to a row",
        RESTORE,
        REFERENCES,
    ),
    wrong(
        Half::Accounts,
        "files",
        "every reference in the accounts file leads to a row",
        RESTORE,
        REFERENCES,
    ),
];
const WHOLE: &str =
    "SELECT integrity_check AS place FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
const REFERENCES: &str = "SELECT \"table\" AS place FROM pragma_foreign_key_check";

const INVARIANTS: &[Invariant] = &[
    wrong(
        Half::Documents,
        "documents",
        "each address is stored once", RESTORE,
        "SELECT canonical_url AS place FROM documents GROUP BY canonical_url HAVING COUNT(*) > 1",
    ),
    wrong(
        Half::Documents,
        "documents",
        "every document has its text", RESTORE,
        "SELECT id AS place FROM documents d WHERE NOT EXISTS (SELECT 1 FROM texts WHERE document = d.number)",
    ),
    wrong(
        Half::Documents,
        "documents",
        "every document is filed under the day of its time", RESTORE,
        "SELECT id AS place FROM documents
          WHERE published_at < day * 86400000 OR published_at >= (day + 1) * 86400000",
    ),
    wrong(
        Half::Documents,
        "documents",
        "no change has a number above the counter", RESTORE,
        "SELECT id AS place FROM documents WHERE seq > (SELECT value FROM counters WHERE name = 'documents')
         UNION ALL
         SELECT name FROM counters WHERE name IN ('stories', 'calls', 'frames')
            AND value > (SELECT value FROM counters WHERE name = 'documents')",
    ),
    wrong(
        Half::Documents,
        "documents",
        "removed documents are gone", "remove them again (`bellwether remove`)",
        "SELECT r.id AS place FROM removals r JOIN documents d ON d.id = r.id",
    ),
    wrong(
        Half::Documents,
        "documents",
        "no change number belongs to both a document and a deletion", "run `bellwether reindex`",
        "SELECT x.id AS place FROM deletions x JOIN documents d ON d.seq = x.seq",
    ),
    waits(
        Half::Documents,
        "documents",
        "every document was read or is in quarantine", "documents wait to be read", "a running service does it, or run `bellwether reread`",
        "SELECT id AS place FROM documents d WHERE marks_version = ''
            AND NOT EXISTS (SELECT 1 FROM quarantine WHERE work = 'reading' AND item = d.id)",
    ),
    waits(
        Half::Documents,
        "counts",
        "every day is counted", "days wait to be counted", "a running service does it, or run `bellwether rebuild`",
        "SELECT CAST(day AS TEXT) AS place FROM dirty_days",
    ),
    wrong(
        Half::Documents,
        "counts",
        "every day with documents is counted or queued for counting", REBUILD,
        "SELECT DISTINCT CAST(day AS TEXT) AS place FROM documents WHERE future_dated = 0 AND marks_version <> ''
            AND day NOT IN (SELECT day FROM rollups) AND day NOT IN (SELECT day FROM dirty_days)",
    ),
    waits(
        Half::Documents,
        "stories",
        "every document that was read belongs to a story", "documents wait for a story", SERVE,
        "SELECT id AS place FROM documents WHERE story_id IS NULL AND marks_version <> ''",
    ),
    wrong(
        Half::Documents,
        "stories",
        "stories merged into another have no articles left", "a running service moves them at its next review",
        "SELECT old AS place FROM story_redirects r WHERE EXISTS (SELECT 1 FROM documents WHERE story_id = r.old)",
    ),
    wrong(
        Half::Documents,
        "stories",
        "merged stories do not point at each other in a circle", RESTORE,
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
        "every story has an article that is not a repeat", "stories have repeats alone, because their first report was moved or removed", "nothing to do",
        "SELECT story_id AS place FROM documents WHERE story_id IS NOT NULL GROUP BY story_id HAVING MIN(repeats) = 1",
    ),
    wrong(
        Half::Documents,
        "narratives",
        "every story's narratives exist or were merged into one that does", "a running service groups them again",
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
        Half::Documents,
        "narratives",
        "no story is in a narrative twice, or ends before it begins",
        "a running service groups them again",
        "SELECT story AS place FROM story_narratives WHERE second = narrative OR first_at > last_at",
    ),
    waits(
        Half::Documents,
        "narratives",
        "every story of a narrative has articles",
        "stories of narratives have no articles any more, because they were removed or told again under another",
        "a running service looks at them again",
        "SELECT story AS place FROM story_narratives m WHERE narrative IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM documents WHERE story_id = m.story)",
    ),
    waits(
        Half::Documents,
        "narratives",
        "every narrative has stories",
        "narratives have no stories any more",
        "a running service lets go of them, unless somebody named or pinned them",
        "SELECT id AS place FROM narratives n
          WHERE NOT EXISTS (SELECT 1 FROM story_narratives WHERE narrative = n.id)
            AND NOT EXISTS (SELECT 1 FROM story_narratives WHERE second = n.id)",
    ),
    wrong(
        Half::Documents,
        "prices",
        "every price is a number above zero, with its source, of a day that has begun",
        "give the right closes to `bellwether import-prices`",
        "SELECT asset || ' ' || CAST(day AS TEXT) AS place FROM prices
          WHERE NOT (close > 0 AND close < 1e15) OR source = '' OR day * 86400000 > :now",
    ),
    waits(
        Half::Documents,
        "prices",
        "no price is ten times, or a tenth of, that of the day before",
        "prices jump tenfold within a day",
        "compare them with their source; `bellwether import-prices` says what differs",
        "SELECT p.asset || ' ' || CAST(p.day AS TEXT) AS place
           FROM prices p
           JOIN prices b ON b.asset = p.asset AND b.day = p.day - 1
          WHERE p.close > 10 * b.close OR p.close * 10 < b.close",
    ),
    wrong(
        Half::Accounts,
        "charges",
        "every entry of the ledger is of an account that is known",
        "restore the newest backup that has the account (`bellwether restore`); `bellwether audit` names what differs",
        "SELECT account_id AS place FROM entries e WHERE account_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = REPLACE(e.account_id, ':test_keys_of', ''))",
    ),
    wrong(
        Half::Accounts,
        "charges",
        "no purse is overdrawn", "see `bellwether audit`",
        "SELECT id AS place FROM purses WHERE used + held > allowance",
    ),
    waits(Half::Accounts, "charges", "no call is in progress", "calls are in progress", "nothing to do: each is settled within its time", "SELECT id AS place FROM holds"),
    wrong(
        Half::Accounts,
        "payments",
        "every settled payment has its transaction", "see `bellwether payments list`, and ask the facilitator",
        "SELECT key AS place FROM payments WHERE state = 'settled' AND tx IS NULL",
    ),
    wrong(
        Half::Accounts,
        "payments",
        "no transaction is used for two payments", "see `bellwether payments list`, and ask the facilitator",
        "SELECT tx AS place FROM payments WHERE tx IS NOT NULL GROUP BY tx HAVING COUNT(*) > 1",
    ),
    waits(
        Half::Documents,
        "background work",
        "no background job is running", "background jobs are at work", "nothing to do: a running service or command has them",
        "SELECT name AS place FROM leases WHERE expires_at > :now",
    ),
    wrong(
        Half::Documents,
        "background work",
        "no lease lasts longer than a day", "set the clock of the machine that holds it, and start the service again",
        "SELECT name AS place FROM leases WHERE expires_at > :now + 86400000",
    ),
    waits(
        Half::Accounts,
        "requests",
        "every request of the last day with an Idempotency-Key is finished", "requests with an Idempotency-Key are not finished", "nothing to do: they are repeated by their callers, or given up after a day",
        "SELECT account_id AS place FROM attempts WHERE status IS NULL AND begun_at >= :now - 86400000",
    ),
    wrong(
        Half::Accounts,
        "requests",
        "no older request with an Idempotency-Key is unfinished", "start the service: it gives them up",
        "SELECT account_id AS place FROM attempts WHERE status IS NULL AND begun_at < :now - 86400000",
    ),
    wrong(
        Half::Accounts,
        "events",
        "no event has a number above the counter", RESTORE,
        "SELECT CAST(number AS TEXT) AS place FROM events
          WHERE number > (SELECT value FROM counters WHERE name = 'events')",
    ),
    wrong(
        Half::Accounts,
        "events",
        "no webhook is ahead of the events", RESTORE,
        "SELECT id AS place FROM webhooks WHERE position > (SELECT value FROM counters WHERE name = 'events')",
    ),
];

/// Only the embedded engine answers these.
const TRIGGERS_OF_FILES: &[Invariant] = &[wrong(
    Half::Accounts,
    "triggers",
    "every trigger that keeps lines from being changed is there",
    TRIGGER,
    "SELECT name AS place
       FROM (SELECT 'audit_log_is_kept_update' AS name UNION ALL SELECT 'audit_log_is_kept_delete'
             UNION ALL SELECT 'entries_are_kept_update' UNION ALL SELECT 'entries_are_kept_delete') AS wanted
      WHERE name NOT IN (SELECT name FROM sqlite_master WHERE type = 'trigger')",
)];

/// Only the server engine answers these.
const TRIGGERS_OF_SERVER: &[Invariant] = &[wrong(
    Half::Accounts,
    "triggers",
    "every trigger that keeps lines from being changed is there",
    TRIGGER,
    "SELECT name AS place
       FROM (SELECT 'audit_log_is_kept' AS name UNION ALL SELECT 'entries_are_kept') AS wanted
      WHERE name NOT IN (SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D' AND pg_table_is_visible(tgrelid))",
)];

impl Store {
    /// Asks every question, one after the other; `seen` is told of each answer.
    pub async fn check_invariants(&self, mut seen: impl FnMut(Checked)) -> Result<(), Error> {
        let (of_files, of_engine) = match self.db.serves_one_process() {
            true => (OF_FILES, TRIGGERS_OF_FILES),
            false => (&[][..], TRIGGERS_OF_SERVER),
        };
        for invariant in of_files.iter().chain(INVARIANTS).chain(of_engine) {
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
        invariant.sql.replace(":now", &now).replace(":test_keys_of", TEST_KEYS_OF)
    );
    let mut rows = db.query(sql, Vec::new()).await?;
    let Invariant { part, what, open, advice, .. } = *invariant;
    let (waits, open) = (open.is_some(), open.unwrap_or_default());
    let Some(row) = rows.first_mut() else {
        return Ok(Checked { part, what, waits, open, advice, against: 0, such_as: None });
    };
    let (against, such_as) = (row.get("against")?, row.get("such_as")?);
    Ok(Checked { part, what, waits, open, advice, against, such_as })
}
