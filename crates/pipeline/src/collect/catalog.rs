//! Entries of the catalogue and how the store remembers them.
//!
//! The store keeps an entry's details as text. A source of a list remembers the address it was listed with, so
//! that a move which was followed is kept until the list itself names another; one that a person removed stays as
//! a paused mark, or the list would bring it back.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use sources::{Content, SourceEntry, SourceKind};
use store::{NewSource, Source, Store};

use runtime::config::Config;

/// The source of the folder that the settings name.
pub const CALLS_ID: &str = "calls-folder";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    pub outlet: String,
    pub category: String,
    pub family: String,
    #[serde(default)]
    pub country: String,
    #[serde(default)]
    pub language: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
    /// As the list or whoever added it says.
    #[serde(default, skip_serializing_if = "Content::is_full")]
    pub content: Content,
    /// As a person says, whatever a list does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_content: Option<Content>,
    /// Set for sources of a list: the address there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_url: Option<String>,
    /// A person wants it gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

impl Details {
    fn of(entry: &SourceEntry, listed_url: Option<String>) -> Details {
        Details {
            outlet: entry.outlet.clone(),
            category: entry.category.clone(),
            family: entry.family.clone(),
            country: entry.country.clone(),
            language: entry.language.clone(),
            ticker: entry.ticker.clone(),
            content: entry.content,
            chosen_content: None,
            listed_url,
            removed: false,
        }
    }

    pub fn read(source: &Source) -> Option<Details> {
        serde_json::from_str(&source.settings).ok()
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and flags are always JSON")
    }
}

/// Every list that the settings name, the operator's own last.
pub fn entries(config: &Config) -> anyhow::Result<Vec<SourceEntry>> {
    let mut entries = match config.collect_defaults {
        true => sources::default_sources(),
        false => Vec::new(),
    };
    if !config.collect_catalog.is_empty() {
        let text = std::fs::read_to_string(&config.collect_catalog)
            .with_context(|| format!("collect_catalog: {} cannot be read", config.collect_catalog))?;
        let own = sources::catalog::parse_sources(&text)
            .with_context(|| format!("collect_catalog: {} is no list of sources", config.collect_catalog))?;
        entries.retain(|entry| own.iter().all(|own| own.id != entry.id));
        entries.extend(own);
    }
    if !config.collect_calls_dir.is_empty() {
        let folder = SourceEntry::added(&config.collect_calls_dir, SourceKind::EarningsCalls);
        entries.push(SourceEntry {
            id: CALLS_ID.into(),
            outlet: "Earnings calls".into(),
            category: "Company".into(),
            family: "earnings-calls".into(),
            ..folder
        });
    }
    Ok(entries)
}

/// A folder that the settings no longer name is no source any more.
pub async fn tidy(store: &Store, config: &Config) -> anyhow::Result<()> {
    if config.collect_calls_dir.is_empty() {
        store.sources.remove(CALLS_ID).await.context("forgetting the folder of calls")?;
    }
    Ok(())
}

/// An entry of a list, as it is stored.
pub fn listed(entry: &SourceEntry) -> NewSource {
    new_source(entry, &Details::of(entry, Some(entry.url.clone())))
}

/// An entry that a person adds, as it is stored.
pub fn added(entry: &SourceEntry) -> NewSource {
    new_source(entry, &Details::of(entry, None))
}

fn new_source(entry: &SourceEntry, details: &Details) -> NewSource {
    NewSource {
        id: entry.id.clone(),
        kind: entry.kind.name().to_owned(),
        url: entry.url.clone(),
        settings: details.text(),
        interval_s: first_interval_s(entry.kind),
    }
}

/// What the list says differently now; none where nothing changed, or the source is not the list's.
pub fn relisted(source: &Source, entry: &SourceEntry) -> Option<NewSource> {
    let stored = Details::read(source)?;
    let listed_url = stored.listed_url.as_deref()?;
    let moved_in_list = listed_url != entry.url;
    let mut details = Details::of(entry, Some(entry.url.clone()));
    details.removed = stored.removed;
    details.chosen_content = stored.chosen_content;
    if !moved_in_list && details == stored && source.kind == entry.kind.name() {
        return None;
    }
    let mut changed = new_source(entry, &details);
    if !moved_in_list {
        changed.url = source.url.clone();
    }
    Some(changed)
}

/// The same source at another address.
pub fn moved(source: &Source, url: &str) -> NewSource {
    NewSource { url: url.to_owned(), ..same(source) }
}

/// The mark that keeps a list from bringing a source back; none for a source of no list, which can just go.
pub fn removed(source: &Source) -> Option<NewSource> {
    let details = Details::read(source).filter(|details| details.listed_url.is_some())?;
    Some(NewSource { settings: Details { removed: true, ..details }.text(), ..same(source) })
}

/// The same source, of which so much is kept from now on.
pub fn with_content(source: &Source, content: Content) -> Option<NewSource> {
    let details = Details { chosen_content: Some(content), ..Details::read(source)? };
    Some(NewSource { settings: details.text(), ..same(source) })
}

/// The same source, wanted again.
pub fn restored(source: &Source) -> Option<NewSource> {
    let details = Details::read(source).filter(|details| details.removed)?;
    Some(NewSource { settings: Details { removed: false, ..details }.text(), ..same(source) })
}

fn same(source: &Source) -> NewSource {
    NewSource {
        id: source.id.clone(),
        kind: source.kind.clone(),
        url: source.url.clone(),
        settings: source.settings.clone(),
        interval_s: source.interval_s,
    }
}

/// What the collector needs to know of a stored source; an error in words where it cannot be read.
pub fn entry_of(source: &Source) -> Result<SourceEntry, String> {
    let kind = SourceKind::from_name(&source.kind)
        .ok_or_else(|| format!("unknown source type {:?}", source.kind))?;
    let details = Details::read(source).ok_or("its settings in the store cannot be read")?;
    Ok(SourceEntry {
        id: source.id.clone(),
        kind,
        url: source.url.clone(),
        outlet: details.outlet,
        category: details.category,
        family: details.family,
        country: details.country,
        language: details.language,
        ticker: details.ticker,
        content: details.chosen_content.unwrap_or(details.content),
    })
}

/// Until a source has shown how often it brings something.
fn first_interval_s(kind: SourceKind) -> u32 {
    match kind {
        SourceKind::Nostr | SourceKind::Bluesky => 300,
        SourceKind::Mastodon | SourceKind::HackerNews => 600,
        SourceKind::Feed | SourceKind::Edgar => 900,
        SourceKind::GithubDiscussions => 1_800,
        SourceKind::Podcast | SourceKind::EarningsCalls | SourceKind::BitcoinPrice => 3_600,
    }
}
