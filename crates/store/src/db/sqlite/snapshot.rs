//! The two files of the embedded store as they stood at one moment, however long somebody reads.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::connection::{self, Prepared};
use crate::db::{Row, Statement};
use crate::{Error, Settings};

/// How long a writer may be at it before the moment is taken.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// Nothing is written to either file between the two looks that begin here: for that moment both are locked. Documents
/// first: what is written there takes longer, and nobody should wait for a charge meanwhile.
pub fn pair(documents: &Path, accounts: &Path, settings: &Settings) -> Result<[Connection; 2], Error> {
    let paths = [documents, accounts];
    for path in paths {
        // Connecting would make it.
        std::fs::metadata(path).map_err(|source| failed(path, source))?;
    }
    let locks = [connection::open(documents, settings)?, connection::open(accounts, settings)?];
    let looks = [connection::open(documents, settings)?, connection::open(accounts, settings)?];
    let step = |path: &Path, result: rusqlite::Result<()>| result.map_err(|source| failed(path, source));
    for (lock, path) in locks.iter().zip(paths) {
        step(path, lock.busy_timeout(LOCK_TIMEOUT))?;
        step(path, lock.execute_batch("BEGIN IMMEDIATE"))?;
    }
    for (look, path) in looks.iter().zip(paths) {
        // The look begins with the first thing that is read.
        step(path, look.execute_batch("BEGIN; SELECT number FROM schema_migrations LIMIT 1"))?;
    }
    for (lock, path) in locks.iter().zip(paths) {
        step(path, lock.execute_batch("ROLLBACK"))?;
    }
    Ok(looks)
}

pub fn query(connection: &Connection, statement: &Statement) -> Result<Vec<Row>, Error> {
    let done = Prepared::new(connection).run(statement);
    let done = done.map_err(|source| connection::failed(statement, source, Duration::MAX))?;
    Ok(done.unwrap_or_default().rows)
}

fn failed(path: &Path, source: impl Into<crate::error::Cause>) -> Error {
    let source = source.into();
    let busy = source.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
    match busy {
        Some(ErrorCode::DatabaseBusy) => Error::Timeout { limit: LOCK_TIMEOUT },
        _ => Error::Open { place: path.display().to_string(), source },
    }
}
