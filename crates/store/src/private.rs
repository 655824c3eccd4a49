//! Files of the store that only their owner may read: they hold what accounts own, and hashes of keys and passwords.

use std::io;
use std::path::{Path, PathBuf};

/// Makes the file where there is none, and takes from others the right to read it and what SQLite keeps beside it, which
/// gets the rights of the file itself when it is made.
#[cfg(unix)]
pub fn make(path: &Path) -> io::Result<()> {
    use std::fs::{OpenOptions, Permissions, set_permissions};
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        match std::fs::metadata(&file) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                // Somebody else's file that we may use: theirs to guard.
                if let Err(error) = set_permissions(&file, Permissions::from_mode(0o600)) {
                    tracing::warn!("{} can be read by others: {error}", file.display());
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub fn make(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
