//! Reading the log: an account's own lines, the owner first; all of them for operators; and from the first for export.

use domain::Instant;

use super::{Action, Actor, ActorKind, AuditLog, Line};
use crate::Error;
use crate::db::{Row, values};

/// A part of the log, the newest line first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only lines with a smaller number; none for the newest.
    pub before: Option<i64>,
    pub limit: u32,
}

macro_rules! columns {
    () => {
        "SELECT number, at, actor_kind, actor_id, actor_name, account_id, action, target, old_value, new_value,
                address, times, previous, hash FROM audit_log"
    };
}

impl AuditLog {
    /// What concerns this account.
    pub async fn list(&self, account_id: &str, page: Page) -> Result<Vec<Line>, Error> {
        const SQL: &str =
            concat!(columns!(), " WHERE account_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3");
        self.lines(SQL, values![account_id, page.before.unwrap_or(i64::MAX), page.limit]).await
    }

    /// What concerns anybody.
    pub async fn list_all(&self, page: Page) -> Result<Vec<Line>, Error> {
        const SQL: &str = concat!(columns!(), " WHERE number < $1 ORDER BY number DESC LIMIT $2");
        self.lines(SQL, values![page.before.unwrap_or(i64::MAX), page.limit]).await
    }

    /// What follows the line of this number, in order.
    pub async fn after(&self, number: i64, limit: u32) -> Result<Vec<Line>, Error> {
        const SQL: &str = concat!(columns!(), " WHERE number > $1 ORDER BY number LIMIT $2");
        self.lines(SQL, values![number, limit]).await
    }

    async fn lines(&self, sql: &'static str, parameters: Vec<crate::db::Value>) -> Result<Vec<Line>, Error> {
        self.recorder.db.query(sql, parameters).await?.iter_mut().map(line).collect()
    }
}

fn line(row: &mut Row) -> Result<Line, Error> {
    Ok(Line {
        number: row.int()?,
        at: Instant::from_ms(row.int()?),
        actor: Actor {
            kind: row.parse("a kind of actor", ActorKind::from_name)?,
            id: row.text_or_null()?.map(Into::into),
            name: row.text()?.into(),
        },
        account_id: row.text_or_null()?,
        action: row.parse("an action", Action::from_name)?,
        target: row.text()?,
        before: row.text_or_null()?,
        after: row.text_or_null()?,
        address: row.text_or_null()?,
        times: row.int()?,
        previous: hash_in(row)?,
        hash: hash_in(row)?,
    })
}

pub(super) fn hash_in(row: &mut Row) -> Result<[u8; 32], Error> {
    let bytes = row.bytes()?;
    let wrong = |_| Error::Row { column: 0, expected: "a hash", found: "other bytes" };
    bytes.try_into().map_err(wrong)
}
