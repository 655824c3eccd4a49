//! One key as the table holds it.

use domain::{Instant, Scope};

use crate::Error;
use crate::db::{Row, record};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    pub id: String,
    pub account_id: String,
    pub name: String,
    pub prefix: String,
    pub last_four: String,
    pub test: bool,
    pub scope: Scope,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
    pub revoked_at: Option<Instant>,
    pub replaced_by: Option<String>,
    pub last_used_at: Option<Instant>,
    /// Both are none for the command line. What a key makes also belongs to the person who made that key.
    pub made_by_person: Option<String>,
    pub made_by_key: Option<String>,
}

macro_rules! columns {
    () => {
        "c.id, c.account_id, c.name, c.prefix, c.last_four, c.test, c.scope, c.created_at, c.expires_at,
         c.revoked_at, c.replaced_by, c.last_used_at, c.made_by_person, c.made_by_key"
    };
}

pub(crate) use columns;

pub(crate) fn credential(row: &mut Row) -> Result<Credential, Error> {
    record!(
        row,
        Credential {
            id,
            account_id,
            name,
            prefix,
            last_four,
            test,
            scope,
            created_at,
            expires_at,
            revoked_at,
            replaced_by,
            last_used_at,
            made_by_person,
            made_by_key,
        }
    )
}

/// As the log names a key.
pub(crate) fn shown(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}
