//! One server at a time on an embedded store: whatever is open when it starts belongs to the dead.
//!
//! The system lets go of the lock when the process ends, however it ends. Commands beside the server do not take it.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::Error;

const NAME: &str = "server.lock";

/// Held as long as the file is open.
pub fn take(store: &Path) -> Result<File, Error> {
    let folder = store.parent().unwrap_or(Path::new("."));
    let path = folder.join(NAME);
    let failed =
        |source: std::io::Error| Error::Open { place: path.display().to_string(), source: source.into() };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { place: folder.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
