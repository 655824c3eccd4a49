//! Sign-ins that failed, counted for each name and minute until a line of the audit log tells of them: a flood of tries
//! must not become a flood of lines.

use domain::Instant;

use crate::Error;
use crate::audit_log::{Action, Actor, Change, Origin, Recorder};
use crate::db::{Row, Statement, record, values};

/// `store.failed_sign_ins`.
#[derive(Clone, Debug)]
pub struct FailedSignIns {
    recorder: Recorder,
}

const MINUTE_MS: i64 = 60_000;

/// Lines that one call writes at most.
const MAX_LINES: i64 = 200;

impl FailedSignIns {
    pub(crate) fn new(recorder: Recorder) -> FailedSignIns {
        FailedSignIns { recorder }
    }

    /// Counts a try for this person, or for one of the names that nobody has. A crash right after may lose it.
    pub async fn count(&self, origin: &Origin, person_id: Option<&str>) -> Result<(), Error> {
        const KNOWN: &str = "
            INSERT INTO failed_sign_ins (name, minute, account_id, address, times)
            SELECT p.name, $2, (SELECT MIN(m.account_id) FROM memberships m WHERE m.person_id = p.id), $3, 1
              FROM people p WHERE p.id = $1
            ON CONFLICT (name, minute) DO UPDATE SET times = failed_sign_ins.times + 1, address = excluded.address";
        const UNKNOWN: &str = "
            INSERT INTO failed_sign_ins (name, minute, address, times) VALUES ('', $1, $2, 1)
            ON CONFLICT (name, minute) DO UPDATE SET times = failed_sign_ins.times + 1, address = excluded.address";
        let minute = origin.at.ms().div_euclid(MINUTE_MS);
        let address = origin.address.map(|address| address.to_canonical().to_string());
        let statement = match person_id {
            Some(id) => Statement::new(KNOWN, values![id, minute, address]),
            None => Statement::new(UNKNOWN, values![minute, address]),
        };
        self.recorder.db.commit_early(vec![statement]).await.map(|_| ())
    }

    /// Writes a line for each name and minute that is over; returns how many.
    pub async fn write_lines(&self, now: Instant) -> Result<usize, Error> {
        const DUE: &str = "SELECT name, minute, account_id, address, times FROM failed_sign_ins
                            WHERE minute < $1 ORDER BY minute, name LIMIT $2";
        // With its count: a try that another program counts at this moment is told in the next round.
        const DONE: &str = "DELETE FROM failed_sign_ins WHERE name = $1 AND minute = $2 AND times = $3";
        let this_minute = now.ms().div_euclid(MINUTE_MS);
        let mut due = self.recorder.db.query(DUE, values![this_minute, MAX_LINES]).await?;
        for row in &mut due {
            let counted = counted(row)?;
            let target = match counted.name.as_str() {
                "" => "names that nobody has",
                name => name,
            };
            let minute = Instant::from_ms(counted.minute * MINUTE_MS);
            let change = Change {
                account_id: counted.account_id,
                times: counted.times,
                ..Change::new(Action::SignInFailed, target).after(format!("minute={minute}"))
            };
            let actor = Actor::system("sign-in");
            let address = counted.address.and_then(|address| address.parse().ok());
            let origin = Origin { actor, address, at: now };
            let done = Statement::new(DONE, values![&counted.name, counted.minute, counted.times]).guarded();
            self.recorder.commit(&origin, vec![done], vec![change]).await?;
        }
        Ok(due.len())
    }
}

struct Counted {
    name: String,
    minute: i64,
    account_id: Option<String>,
    /// Where the last of them came from.
    address: Option<String>,
    times: i64,
}

fn counted(row: &mut Row) -> Result<Counted, Error> {
    record!(row, Counted { name, minute, account_id, address, times })
}
