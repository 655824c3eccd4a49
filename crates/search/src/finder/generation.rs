//! Where an index lives: a folder of generations, of which a small file names the one in use.
//!
//! `CURRENT` is replaced by a rename, so that at any moment, and after any crash, it names a whole generation.
//! A generation in the making is locked; one that is neither named nor locked is rubbish and is removed.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::Error;

const CURRENT: &str = "CURRENT";
const LOCK: &str = ".building";

/// The generation in use; none where none was ever named or the name is not one.
pub fn current(dir: &Path) -> Result<Option<u32>, Error> {
    let path = dir.join(CURRENT);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(number_of(text.trim_end())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Ok(None),
        Err(source) => Err(Error::File { attempt: "read", path, source }),
    }
}

/// Makes a generation the one in use, durably.
pub fn switch(dir: &Path, generation: u32) -> Result<(), Error> {
    let new = dir.join("CURRENT.new");
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&new)?;
        writeln!(file, "{}", name_of(generation))?;
        file.sync_all()?;
        fs::rename(&new, dir.join(CURRENT))?;
        File::open(dir)?.sync_all()
    };
    write().map_err(|source| Error::File { attempt: "replace", path: dir.join(CURRENT), source })
}

pub fn path_of(dir: &Path, generation: u32) -> PathBuf {
    dir.join(name_of(generation))
}

/// All that lie in the folder, in use or not.
pub fn all(dir: &Path) -> Result<Vec<u32>, Error> {
    let failed = |source| Error::File { attempt: "list", path: dir.to_path_buf(), source };
    let mut generations = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        generations.extend(name.to_str().and_then(number_of));
    }
    Ok(generations)
}

/// Whether anything was ever written into one of them: who is killed while making the first leaves an empty one behind.
pub fn any_written(dir: &Path) -> Result<bool, Error> {
    for generation in all(dir)? {
        let path = path_of(dir, generation);
        let failed = |source| Error::File { attempt: "list", path: path.clone(), source };
        let entries = match fs::read_dir(&path) {
            // Another process swept it away.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            other => other.map_err(failed)?,
        };
        for entry in entries {
            let name = PathBuf::from(entry.map_err(failed)?.file_name());
            if name.extension().is_some_and(|kind| kind == "store") {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Holds a new generation for whoever fills it; letting go of it makes it fair to remove unless it was named.
pub struct Claim {
    pub generation: u32,
    pub path: PathBuf,
    _lock: File,
}

/// Makes an empty folder that no other generation has had.
pub fn claim(dir: &Path) -> Result<Claim, Error> {
    loop {
        let newest = all(dir)?.into_iter().chain(current(dir)?).max().unwrap_or(0);
        let generation = newest + 1;
        let path = path_of(dir, generation);
        let failed = |source| Error::File { attempt: "make", path: path.clone(), source };
        match fs::create_dir(&path) {
            // Another process was quicker.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
            other => other.map_err(failed)?,
        }
        let lock = File::create(path.join(LOCK)).map_err(failed)?;
        if lock.try_lock().is_ok() {
            return Ok(Claim { generation, path, _lock: lock });
        }
    }
}

/// Removes what is neither in use nor being made. What cannot be removed is left for the next time.
pub fn sweep(dir: &Path, in_use: u32) -> Result<(), Error> {
    for generation in all(dir)? {
        let path = path_of(dir, generation);
        if generation != in_use && !is_claimed(&path) {
            let _ = fs::remove_dir_all(path);
        }
    }
    Ok(())
}

fn is_claimed(path: &Path) -> bool {
    match File::open(path.join(LOCK)) {
        Ok(file) => matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => false,
    }
}

fn name_of(generation: u32) -> String {
    format!("gen-{generation:06}")
}

fn number_of(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("gen-")?;
    (digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}
