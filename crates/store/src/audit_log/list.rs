//! Reading the log: an account's own lines, the owner first; all of them for operators; and from the first for export.

use super::{Actor, AuditLog, Line};
use crate::Error;
use crate::db::{Row, record, values};

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
    record!(
        row,
        Line {
            number,
            at,
            actor: Actor {
                kind: row.get("actor_kind")?,
                id: row.get("actor_id")?,
                name: row.get("actor_name")?
            },
            account_id,
            action,
            target,
            before: row.get("old_value")?,
            after: row.get("new_value")?,
            address,
            times,
            previous,
            hash,
        }
    )
}
