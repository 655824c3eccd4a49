//! Changes that people make to what is collected from, by command or in the console.

use anyhow::{Context, bail};
use sources::{Content, SourceEntry, SourceKind};
use store::audit_log::{Action, Change, Origin};
use store::{Source, Store};

use super::catalog;
use crate::told::told;

const FAILED: Action = Action::SourceChangeFailed;

/// Due at once, also where it was paused or removed before.
pub async fn add(store: &Store, origin: &Origin, entry: &SourceEntry) -> Result<(), store::Error> {
    let source = catalog::added(entry);
    let before = store.sources.find(&entry.id).await?;
    let change = match &before {
        None => Change::new(Action::SourceAdded, &entry.id),
        Some(before) => Change::new(Action::SourceChanged, &entry.id).before(shown(before)),
    };
    let change = change.after(format!("kind={} url={}", source.kind, source.url));
    told(store, origin, change, FAILED, async {
        store.sources.add(&source, origin.at).await?;
        store.sources.pause(&entry.id, false).await
    })
    .await
    .map(|_| ())
}

/// Asks a source no more, or again, also where it was removed; false where there is none.
pub async fn set_paused(
    store: &Store,
    origin: &Origin,
    id: &str,
    paused: bool,
) -> Result<bool, store::Error> {
    let Some(source) = store.sources.find(id).await? else { return Ok(false) };
    let change = Change::new(Action::SourceChanged, id).before(shown(&source));
    told(store, origin, change.after(format!("paused={paused}")), FAILED, async {
        if !paused && let Some(restored) = catalog::restored(&source) {
            store.sources.add(&restored, origin.at).await?;
        }
        if !paused {
            // Whoever asks for it again wants it tried again.
            store.quarantine.release_source(id).await?;
        }
        store.sources.pause(id, paused).await
    })
    .await
}

/// Of what the source brings from now on, so much is kept; false where there is none. What was stored before stays.
pub async fn set_content(
    store: &Store,
    origin: &Origin,
    id: &str,
    content: Content,
) -> Result<bool, store::Error> {
    let Some(source) = store.sources.find(id).await? else { return Ok(false) };
    let Some(changed) = catalog::with_content(&source, content) else { return Ok(false) };
    let change = Change::new(Action::SourceChanged, id).before(shown(&source));
    told(store, origin, change.after(format!("content={}", content.name())), FAILED, async {
        store.sources.add(&changed, origin.at).await.map(|()| true)
    })
    .await
}

/// The source lives at another address from now on.
pub(super) async fn move_to(
    store: &Store,
    origin: &Origin,
    source: &Source,
    url: &str,
) -> Result<(), store::Error> {
    let change = Change::new(Action::SourceChanged, &source.id).before(shown(source));
    told(store, origin, change.after(format!("moved to url={url}")), FAILED, async {
        store.sources.add(&catalog::moved(source, url), origin.at).await.map(|()| true)
    })
    .await
    .map(|_| ())
}

/// Forgets a source, so that a list that names it does not bring it back; false where there is none. Its documents
/// stay.
pub async fn remove(store: &Store, origin: &Origin, id: &str) -> Result<bool, store::Error> {
    let Some(source) = store.sources.find(id).await? else { return Ok(false) };
    let change = Change::new(Action::SourceRemoved, id).before(shown(&source));
    told(store, origin, change, FAILED, async {
        match catalog::removed(&source) {
            Some(mark) => {
                store.sources.pause(id, true).await?;
                store.sources.add(&mark, origin.at).await?;
                Ok(true)
            }
            None => store.sources.remove(id).await,
        }
    })
    .await
}

fn shown(source: &Source) -> String {
    format!("kind={} url={} paused={}", source.kind, source.url, source.paused)
}

pub fn kind_named(name: &str) -> anyhow::Result<SourceKind> {
    SourceKind::from_name(name).with_context(|| {
        let names: Vec<&str> = SourceKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("unknown source type {name:?}; there are {}", names.join(", "))
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
