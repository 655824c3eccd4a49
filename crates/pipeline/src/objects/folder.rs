//! Files in a folder.

use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, bail};
use domain::Instant;
use tokio::fs;

use super::{MAX_LISTED, Object};

/// At the end of the name of what is not whole yet.
const UNFINISHED: &str = "part";

/// Nothing where there is no such folder.
pub async fn list(folder: &Path) -> anyhow::Result<Vec<Object>> {
    let failed = || format!("{} cannot be listed", folder.display());
    let mut entries = match fs::read_dir(folder).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(failed)?,
    };
    let mut found = Vec::new();
    while let Some(entry) = entries.next_entry().await.with_context(failed)? {
        let Ok(name) = entry.file_name().into_string() else { continue };
        // What is removed meanwhile is not there.
        let Ok(about) = entry.metadata().await else { continue };
        if !about.is_file() || name.ends_with(UNFINISHED) {
            continue;
        }
        if found.len() == MAX_LISTED {
            bail!("{} holds more than {MAX_LISTED} files", folder.display());
        }
        let since = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        let written_at = since.map(|since| Instant::from_ms(since.as_millis() as i64));
        found.push(Object { name, bytes: about.len(), written_at });
    }
    Ok(found)
}

pub async fn put(target: &Path, file: &Path) -> anyhow::Result<()> {
    let failed = || format!("{} cannot be written", target.display());
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).await.with_context(failed)?;
    }
    let mut name = target.as_os_str().to_owned();
    name.push(".");
    name.push(UNFINISHED);
    fs::copy(file, &name).await.with_context(failed)?;
    fs::File::open(&name).await.with_context(failed)?.sync_all().await.with_context(failed)?;
    fs::rename(&name, target).await.with_context(failed)
}

pub async fn get(source: &Path, file: &Path) -> anyhow::Result<()> {
    fs::copy(source, file).await.with_context(|| format!("{} cannot be copied", source.display()))?;
    Ok(())
}

/// What is gone already is removed.
pub async fn remove(target: &Path) -> anyhow::Result<()> {
    match fs::remove_file(target).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        removed => removed.with_context(|| format!("{} cannot be removed", target.display())),
    }
}
