//! Browsers in which somebody signed in before, by the hash of a cookie. They open nothing; wrong passwords that come
//! from elsewhere do not count against them.

use crate::Error;
use crate::db::{Db, Statement, values};
use domain::Instant;

/// `store.devices`.
#[derive(Clone, Debug)]
pub struct Devices {
    db: Db,
}

/// Of one person; the longest unused are forgotten first.
const MAX_DEVICES: i64 = 20;

impl Devices {
    pub(crate) fn new(db: Db) -> Devices {
        Devices { db }
    }

    /// Whether this person signed in with it before.
    pub async fn knows(&self, hash: &[u8; 32], person_id: &str) -> Result<bool, Error> {
        const SQL: &str = "SELECT 1 FROM devices WHERE hash = $1 AND person_id = $2";
        Ok(!self.db.query(SQL, values![hash.as_slice(), person_id]).await?.is_empty())
    }

    pub async fn remember(&self, hash: &[u8; 32], person_id: &str, now: Instant) -> Result<(), Error> {
        const SQL: &str = "
            INSERT INTO devices (hash, person_id, used_at) VALUES ($1, $2, $3)
            ON CONFLICT (hash) DO UPDATE SET person_id = excluded.person_id, used_at = excluded.used_at";
        const OLDEST: &str = "
            DELETE FROM devices WHERE person_id = $1 AND hash NOT IN
                (SELECT d.hash FROM devices d WHERE d.person_id = $1 ORDER BY d.used_at DESC, d.hash LIMIT $2)";
        let unit = vec![
            Statement::new(SQL, values![hash.as_slice(), person_id, now]),
            Statement::new(OLDEST, values![person_id, MAX_DEVICES]),
        ];
        self.db.commit_early(unit).await.map(|_| ())
    }
}
