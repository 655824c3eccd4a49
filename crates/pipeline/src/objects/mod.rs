//! Files that all nodes reach, under plain names: in a folder, or in a bucket that speaks S3. A file is there as a whole or
//! not at all, and is never changed once it is there.

mod answer;
mod bucket;
mod folder;
mod sign;

use std::path::{Path, PathBuf};

use anyhow::bail;
use domain::Instant;
use runtime::config::Config;

pub use bucket::Bucket;

/// The most that a place may list: who has more of them has pointed us at somebody else's.
const MAX_LISTED: usize = 100_000;
const MAX_NAME_BYTES: usize = 200;

/// A folder, or `s3://bucket/prefix`.
#[derive(Clone, Debug)]
pub enum Objects {
    Folder(PathBuf),
    Bucket(Bucket),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub name: String,
    pub bytes: u64,
    pub written_at: Option<Instant>,
}

impl Objects {
    /// What a setting or an argument names; nothing is looked up yet.
    pub fn at(place: &str, config: &Config) -> anyhow::Result<Objects> {
        match place.strip_prefix("s3://") {
            Some(rest) => Ok(Objects::Bucket(Bucket::new(rest, config)?)),
            None => Ok(Objects::Folder(PathBuf::from(place))),
        }
    }

    /// What lies directly in `within`, a part of the place; empty: in the place itself. In the order of names.
    pub async fn list(&self, within: &str) -> anyhow::Result<Vec<Object>> {
        let mut found = match self {
            Objects::Folder(folder) => folder::list(&folder.join(within)).await?,
            Objects::Bucket(bucket) => bucket.list(within).await?,
        };
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    pub async fn put(&self, name: &str, file: &Path) -> anyhow::Result<()> {
        check(name)?;
        match self {
            Objects::Folder(folder) => folder::put(&folder.join(name), file).await,
            Objects::Bucket(bucket) => bucket.put(name, file).await,
        }
    }

    /// Into a file of that name here.
    pub async fn get(&self, name: &str, file: &Path) -> anyhow::Result<()> {
        check(name)?;
        match self {
            Objects::Folder(folder) => folder::get(&folder.join(name), file).await,
            Objects::Bucket(bucket) => bucket.get(name, file).await,
        }
    }

    pub async fn remove(&self, name: &str) -> anyhow::Result<()> {
        check(name)?;
        match self {
            Objects::Folder(folder) => folder::remove(&folder.join(name)).await,
            Objects::Bucket(bucket) => bucket.remove(name).await,
        }
    }
}

impl std::fmt::Display for Objects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Objects::Folder(folder) => write!(f, "{}", folder.display()),
            Objects::Bucket(bucket) => write!(f, "{bucket}"),
        }
    }
}

/// Names come from lists that others may have written to: none may lead out of the place.
fn check(name: &str) -> anyhow::Result<()> {
    let plain = |part: &str| {
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(letters)
    };
    if name.len() > MAX_NAME_BYTES || !name.split('/').all(plain) {
        bail!("{name:?} is no name for a file here: letters, digits, '.', '-' and '_' are");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_place() {
        for good in ["bellwether-2026-01-31.backup", "segments/0a1b.idx", "a_b"] {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in ["", "/etc/passwd", "../a", "a/../b", "a//b", ".hidden", "a b", "a\\b", "ä"] {
            assert!(check(bad).is_err(), "{bad}");
        }
        assert!(check(&"a".repeat(MAX_NAME_BYTES + 1)).is_err());
    }

    #[tokio::test]
    async fn a_folder_keeps_files_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let (place, file) = (folder.path().join("place"), folder.path().join("file"));
        let objects =
            Objects::at(place.to_str().expect("a path"), &Config::default()).expect("a folder is one");
        assert_eq!(objects.list("").await.expect("no folder is no error"), []);
        std::fs::write(&file, "some text").expect("a file");
        objects.put("b", &file).await.expect("put");
        objects.put("parts/a", &file).await.expect("put");
        let names = |list: Vec<Object>| -> Vec<(String, u64)> {
            list.into_iter().map(|one| (one.name, one.bytes)).collect()
        };
        assert_eq!(names(objects.list("").await.expect("a list")), [("b".to_owned(), 9)]);
        assert_eq!(names(objects.list("parts").await.expect("a list")), [("a".to_owned(), 9)]);
        objects.get("parts/a", &folder.path().join("back")).await.expect("got");
        assert_eq!(std::fs::read(folder.path().join("back")).expect("a file"), b"some text");
        assert!(objects.get("none", &file).await.is_err());
        objects.remove("b").await.expect("removed");
        assert_eq!(objects.list("").await.expect("a list"), []);
    }
}
