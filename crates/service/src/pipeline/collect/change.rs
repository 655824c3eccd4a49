//! Changes that people make to what is collected from, by command or in the console.

use anyhow::{Context, bail};
use domain::Instant;
use sources::{SourceEntry, SourceKind};
use store::Store;

use super::catalog;

/// Due at once, also where it was paused or removed before.
pub async fn add(store: &Store, entry: &SourceEntry, now: Instant) -> Result<(), store::Error> {
    store.sources.add(&catalog::added(entry), now).await?;
    store.sources.pause(&entry.id, false).await?;
    Ok(())
}

/// Asks a paused or removed source again; false where there is none.
pub async fn resume(store: &Store, id: &str, now: Instant) -> Result<bool, store::Error> {
    let source = store.sources.find(id).await?;
    if let Some(restored) = source.as_ref().and_then(catalog::restored) {
        store.sources.add(&restored, now).await?;
    }
    store.sources.pause(id, false).await
}

/// Asks a source no more, or again; false where there is none.
pub async fn set_paused(store: &Store, id: &str, paused: bool, now: Instant) -> Result<bool, store::Error> {
    match paused {
        true => store.sources.pause(id, true).await,
        false => resume(store, id, now).await,
    }
}

/// Forgets a source, so that a list that names it does not bring it back; false where there is none. Its documents
/// stay.
pub async fn remove(store: &Store, id: &str, now: Instant) -> Result<bool, store::Error> {
    let Some(source) = store.sources.find(id).await? else { return Ok(false) };
    match catalog::removed(&source) {
        Some(mark) => {
            store.sources.pause(id, true).await?;
            store.sources.add(&mark, now).await?;
            Ok(true)
        }
        None => store.sources.remove(id).await,
    }
}

pub fn kind_named(name: &str) -> anyhow::Result<SourceKind> {
    SourceKind::from_name(name).with_context(|| {
        let names: Vec<&str> = SourceKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("{name:?} is no kind of source; there are {}", names.join(", "))
    })
}

/// A mistake is told now rather than on the page of health.
pub fn check_address(entry: &SourceEntry) -> anyhow::Result<()> {
    let scheme = entry.url.split_once("://").map(|(scheme, _)| scheme);
    let good = match entry.kind {
        SourceKind::EarningsCalls => true,
        SourceKind::Edgar => scheme.is_some() || entry.url.trim_start_matches("CIK").parse::<u64>().is_ok(),
        SourceKind::Nostr | SourceKind::Bluesky => matches!(scheme, Some("ws" | "wss")),
        SourceKind::GithubDiscussions => true,
        _ => matches!(scheme, Some("http" | "https" | "file")),
    };
    if good {
        Ok(())
    } else {
        bail!("{:?} is no address for a source of kind {}", entry.url, entry.kind.name())
    }
}
