//! What can go wrong between us and the engine.

use std::time::Duration;

/// The engine's own words; kept as the source, never repeated in a message.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("opening the store at {place}")]
    Open { place: String, source: Cause },
    #[error("another server runs on the data folder {place}: stop it, or choose another folder")]
    InUse { place: String },
    #[error("reading the store's address: {reason}")]
    Address { reason: String },
    #[error("applying migration {name}")]
    Migrate { name: String, source: Cause },
    #[error("migration {name} was changed after it had been applied to this store")]
    MigrationChanged { name: String },
    #[error(
        "the store was written by a newer program: it holds migration {number}, this program knows {known}"
    )]
    FromTheFuture { number: i64, known: i64 },
    #[error("running `{statement}`")]
    Statement { statement: String, source: Cause },
    #[error("a statement ran longer than {limit:?}")]
    Timeout { limit: Duration },
    #[error("no connection to the store became free within {limit:?}")]
    NoConnection { limit: Duration },
    #[error("connecting to the store")]
    Connect { source: Cause },
    /// The durable commit failed; nothing of the unit is in the store.
    #[error("committing")]
    Commit { source: Cause },
    /// The connection broke during the commit: the unit is either wholly there or not at all.
    #[error("the connection broke while committing; the outcome is not known")]
    OutcomeUnknown { source: Cause },
    #[error("other writers changed the same rows {attempts} times in a row")]
    Contended { attempts: u32 },
    /// A standby that was not promoted, or a server that was told to take no more. Nothing of the unit is in the store.
    #[error("the database takes no writes: it is read-only")]
    ReadOnly,
    /// Nothing of the unit is in the store.
    #[error("the database has no room left on its disk")]
    Full,
    /// Another process took it; nothing of the unit is in the store.
    #[error("the lease {lease} was lost to another process")]
    LeaseLost { lease: String },
    #[error("column {column:?} of the row {row} holds {found} where {expected} was expected")]
    Row { row: String, column: String, expected: &'static str, found: String },
    #[error("{what} cannot be stored: {reason}")]
    Refused { what: &'static str, reason: String },
    #[error("the backup cannot be used: {reason}")]
    Backup { reason: String },
    #[error("the backup {place}")]
    BackupFile { place: String, source: std::io::Error },
    #[error("the store at {place} is not empty: it holds {what}")]
    NotEmpty { place: String, what: String },
    /// By restore or migrate-store.
    #[error("the store was being copied into and the copy is not finished: run the same command again")]
    UnfinishedCopy,
    #[error("the copy is not the same: {reason}")]
    CopyDiffers { reason: String },
    #[error("the store is closed")]
    Closed,
}

impl Error {
    /// The store could not be reached, whatever was wanted of it.
    pub(crate) fn is_of_the_way(&self) -> bool {
        matches!(
            self,
            Error::Connect { .. }
                | Error::NoConnection { .. }
                | Error::OutcomeUnknown { .. }
                | Error::Timeout { .. }
        )
    }

    /// It is the store's state, and passes: whoever asks again later is answered.
    pub fn is_unavailable(&self) -> bool {
        self.is_of_the_way() || matches!(self, Error::ReadOnly | Error::Full | Error::Closed)
    }
}
