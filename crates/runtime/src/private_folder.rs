//! The data folder is its owner's alone: 0700, and 0600 for the files of ours in it. What others put there is theirs, and
//! a folder that serves other ends (the working folder, a home, /tmp) keeps its rights.

use std::path::{Path, PathBuf};

/// How the folder was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Ours, and open to others; closed to them now.
    pub tightened: Vec<PathBuf>,
    /// Ours, open to others, and not to be changed by us.
    pub open: Vec<PathBuf>,
}

/// Makes the folder where there is none, and takes from others the right to look into it.
#[cfg(unix)]
pub fn secure(folder: &Path) -> std::io::Result<Found> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let mut found = Found::default();
    for entry in std::fs::read_dir(folder)?.flatten() {
        if is_ours(&entry.file_name().to_string_lossy()) {
            tighten(&entry.path(), &mut found);
        }
    }
    if serves_us_alone(folder) {
        set_mode(folder, 0o700, &mut found);
    }
    Ok(found)
}

#[cfg(unix)]
fn is_ours(name: &str) -> bool {
    let is_database = name.starts_with("bellwether") && name.contains(".db");
    is_database || name.starts_with("stories.bin") || matches!(name, "index" | "index-copy" | "demo")
}

#[cfg(unix)]
fn serves_us_alone(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let same = |other: Option<PathBuf>| {
        other.is_some_and(
            |other| matches!((other.canonicalize(), folder.canonicalize()), (Ok(a), Ok(b)) if a == b),
        )
    };
    let is_shared = std::fs::metadata(folder).is_ok_and(|found| found.permissions().mode() & 0o1000 != 0);
    !(is_shared
        || same(std::env::current_dir().ok())
        || same(std::env::home_dir())
        || same(Some(PathBuf::from("/"))))
}

/// A folder with all that is in it, or a file. Links are not followed.
#[cfg(unix)]
fn tighten(path: &Path, found: &mut Found) {
    let Ok(metadata) = std::fs::symlink_metadata(path) else { return };
    if metadata.is_dir() {
        set_mode(path, 0o700, found);
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            tighten(&entry.path(), found);
        }
    } else if metadata.is_file() {
        set_mode(path, 0o600, found);
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32, found: &mut Found) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = std::fs::metadata(path) else { return };
    if metadata.permissions().mode() & 0o077 == 0 {
        return;
    }
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)) {
        Ok(()) => found.tightened.push(path.to_owned()),
        // Merged away meanwhile, or somebody else's.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(_) => found.open.push(path.to_owned()),
    }
}

/// What the program makes from now on, it makes for its owner alone.
#[cfg(unix)]
pub fn keep_new_files_private() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

#[cfg(not(unix))]
pub fn secure(folder: &Path) -> std::io::Result<Found> {
    std::fs::create_dir_all(folder)?;
    Ok(Found::default())
}

#[cfg(not(unix))]
pub fn keep_new_files_private() {}
