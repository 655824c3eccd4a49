//! What a facilitator said, kept beside the store until the store has it: a file for each settlement whose
//! transaction is not recorded yet. Written and synced before recording, removed after it, and taken up again
//! at the start and by the sweep, so that money that moved is never forgotten while the store is down.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use domain::hash::{hash128, to_hex};
use serde::{Deserialize, Serialize};

const EXTENSION: &str = "json";
/// Files taken up at once.
const MAX_LISTED: usize = 200;
const MAX_BYTES: u64 = 4096;

#[derive(Clone, Debug)]
pub struct Outbox {
    folder: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    pub payment: String,
    pub transaction: String,
}

impl Outbox {
    pub fn new(folder: PathBuf) -> Outbox {
        Outbox { folder }
    }

    /// Durable when it returns. Where the disk fails too there is only the log.
    pub async fn keep(&self, payment: &str, transaction: &str) {
        let said = Said { payment: payment.to_owned(), transaction: transaction.to_owned() };
        let (path, folder) = (self.path(payment), self.folder.clone());
        let kept = blocking(move || write(&folder, &path, &said)).await;
        if let Err(error) = kept {
            tracing::error!(payment, transaction, "cannot keep a settled payment in the outbox: {error}");
        }
    }

    pub async fn forget(&self, payment: &str) {
        let path = self.path(payment);
        match blocking(move || fs::remove_file(path)).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(payment, "cannot remove a recorded payment from the outbox: {error}");
            }
            _ => {}
        }
    }

    /// Keeps it for a person to look at, and lists it no more.
    pub async fn set_aside(&self, payment: &str) {
        let path = self.path(payment);
        if let Err(error) = blocking(move || fs::rename(&path, path.with_extension("unknown"))).await {
            tracing::warn!(payment, "cannot set a payment of the outbox aside: {error}");
        }
    }

    /// What is kept; a file that cannot be read is named in the log and left where it is.
    pub async fn list(&self) -> Vec<Said> {
        let folder = self.folder.clone();
        match blocking(move || read_all(&folder)).await {
            Ok(kept) => kept,
            Err(error) => {
                tracing::error!("cannot read the outbox: {error}");
                Vec::new()
            }
        }
    }

    fn path(&self, payment: &str) -> PathBuf {
        self.folder.join(to_hex(&hash128(payment.as_bytes()))).with_extension(EXTENSION)
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(io::Error::other(error)))
}

/// Whole or not at all: under another name first.
fn write(folder: &Path, path: &Path, said: &Said) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = path.with_extension("unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(&serde_json::to_vec(said)?)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    File::open(folder)?.sync_all()
}

fn read_all(folder: &Path) -> io::Result<Vec<Said>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut kept = Vec::new();
    for entry in entries.take(MAX_LISTED) {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        match read(&path) {
            Ok(said) => kept.push(said),
            // Removed meanwhile: it is recorded.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                tracing::error!(path = %path.display(), "cannot read this file of the outbox: {error}")
            }
        }
    }
    Ok(kept)
}

fn read(path: &Path) -> io::Result<Said> {
    if fs::metadata(path)?.len() > MAX_BYTES {
        return Err(io::Error::other("it is too large"));
    }
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_kept_is_there_until_it_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let outbox = Outbox::new(folder.path().join("outbox"));
        assert!(outbox.list().await.is_empty());
        outbox.forget("nothing").await;
        outbox.keep("base:a", "0x01").await;
        outbox.keep("base:b", "0x02").await;
        outbox.keep("base:b", "0x03").await;
        fs::write(folder.path().join("outbox/half.unfinished"), "{").expect("written");
        fs::write(folder.path().join("outbox/broken.json"), "{").expect("written");
        let mut kept = Outbox::new(folder.path().join("outbox")).list().await;
        kept.sort_by(|a, b| a.payment.cmp(&b.payment));
        let said = |payment: &str, transaction: &str| Said {
            payment: payment.to_owned(),
            transaction: transaction.to_owned(),
        };
        assert_eq!(kept, [said("base:a", "0x01"), said("base:b", "0x03")]);
        outbox.forget("base:b").await;
        assert_eq!(outbox.list().await, [said("base:a", "0x01")]);
        outbox.set_aside("base:a").await;
        assert!(outbox.list().await.is_empty());
        let left = fs::read_dir(folder.path().join("outbox")).expect("entries").count();
        assert_eq!(left, 3, "it is still there");
    }
}
