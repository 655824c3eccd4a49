//! Attempts at making something, each under a name of its caller's: whoever repeats one is answered as before.

use domain::Instant;

use crate::Error;
use crate::db::{Db, Outcome, Statement, record, values};

/// `store.attempts`.
#[derive(Clone, Debug)]
pub struct Attempts {
    db: Db,
}

/// How an attempt stands that was made before under the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Of what was asked for.
    pub digest: [u8; 32],
    /// None while it is being worked on.
    pub status: Option<u32>,
    pub answer: Option<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is the caller's to do, and to finish or forget.
    New,
    Before(Attempt),
}

/// Of one account; beyond it the oldest are forgotten.
const MAX_ATTEMPTS: i64 = 1_000;

impl Attempts {
    pub(crate) fn new(db: Db) -> Attempts {
        Attempts { db }
    }

    /// Takes the attempt in hand where nobody has begun it since `forgotten`, or where whoever began it before `lost` never
    /// ended it.
    pub async fn begin(
        &self,
        account_id: &str,
        name: &[u8; 32],
        digest: &[u8; 32],
        now: Instant,
        forgotten: Instant,
        lost: Instant,
    ) -> Result<Begun, Error> {
        const OLD: &str = "DELETE FROM attempts WHERE begun_at < $1";
        const BEYOND: &str = "
            DELETE FROM attempts WHERE account_id = $1 AND status IS NOT NULL AND name NOT IN
                (SELECT a.name FROM attempts a WHERE a.account_id = $1 ORDER BY a.begun_at DESC, a.name LIMIT $2)";
        const TAKE: &str = "
            INSERT INTO attempts (account_id, name, digest, begun_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account_id, name) DO UPDATE SET digest = excluded.digest, begun_at = excluded.begun_at
             WHERE attempts.status IS NULL AND attempts.begun_at < $5";
        const FIND: &str = "SELECT digest, status, answer FROM attempts WHERE account_id = $1 AND name = $2";
        let (name, digest) = (name.as_slice(), digest.as_slice());
        loop {
            let unit = vec![
                Statement::new(OLD, values![forgotten]),
                Statement::new(BEYOND, values![account_id, MAX_ATTEMPTS]),
                Statement::new(TAKE, values![account_id, name, digest, now, lost]).guarded(),
            ];
            if let Outcome::Committed(_) = self.db.commit(unit).await? {
                return Ok(Begun::New);
            }
            // Forgotten between the two questions: it can be taken now.
            if let Some(mut row) = self.db.query(FIND, values![account_id, name]).await?.into_iter().next() {
                let row = &mut row;
                return record!(row, Attempt { digest, status, answer }).map(Begun::Before);
            }
        }
    }

    /// Keeps the answer for whoever asks again.
    pub async fn finish(
        &self,
        account_id: &str,
        name: &[u8; 32],
        status: u32,
        answer: &[u8],
    ) -> Result<(), Error> {
        const SQL: &str = "UPDATE attempts SET status = $3, answer = $4 WHERE account_id = $1 AND name = $2 AND status IS NULL";
        let unit = vec![Statement::new(SQL, values![account_id, name.as_slice(), status, answer])];
        self.db.commit(unit).await.map(|_| ())
    }

    /// Nothing was made: the same name may be used again at once.
    pub async fn forget(&self, account_id: &str, name: &[u8; 32]) -> Result<(), Error> {
        const SQL: &str = "DELETE FROM attempts WHERE account_id = $1 AND name = $2 AND status IS NULL";
        let unit = vec![Statement::new(SQL, values![account_id, name.as_slice()])];
        self.db.commit(unit).await.map(|_| ())
    }
}
