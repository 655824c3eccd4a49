//! What a source would give, and lists of feeds in and out as OPML: what the command line does, for the console.

use sources::fetch::{Reply, Request};
pub use sources::offered::OfferedFeed;
use sources::offered::offered_feeds;
use sources::{Budget, Fetcher, Hint, SourceEntry, SourceKind};
use store::audit_log::Origin;

use interface::App;
use interface::reader::nothing_here;
use pipeline::collect;
use pipeline::collect::catalog::{self, Details};
use pipeline::collect::change;
use runtime::error::{ApiError, chain, sentence};

/// Titles that are shown of what was found.
const MAX_TITLES: usize = 5;
/// A list of feeds is never longer.
const MAX_OPML_ENTRIES: usize = 2_000;

/// What was read from an address just now.
pub struct Trial {
    pub url: String,
    /// rss, atom and so on, with how many entries and the newest titles; or why nothing could be read.
    pub found: Result<Found, String>,
}

pub struct Found {
    pub kind: String,
    pub title: String,
    pub entries: usize,
    pub titles: Vec<String>,
}

/// Reads a source once, without storing anything.
pub async fn try_out(app: &App, id: &str) -> Result<Trial, ApiError> {
    let source = app.store.sources.find(id).await?.ok_or_else(|| nothing_here("source"))?;
    Ok(read(app, source.url).await?.0)
}

/// Reads an address that somebody gave: a feed, or a page with the feeds that it offers.
pub async fn look_at(app: &App, url: &str) -> Result<(Trial, Vec<OfferedFeed>), ApiError> {
    let entry = SourceEntry::added(url.trim(), SourceKind::Feed);
    if !entry.url.starts_with("http://") && !entry.url.starts_with("https://") {
        return Err(ApiError::parameter("url", "It is not a web address such as https://example.org/."));
    }
    change::check_address(&entry)
        .map_err(|error| ApiError::parameter("url", sentence(&error.to_string())))?;
    read(app, entry.url).await
}

/// Asks once, within the bounds of a poll, and reads what came as a feed and as a page.
async fn read(app: &App, url: String) -> Result<(Trial, Vec<OfferedFeed>), ApiError> {
    let fetcher: Fetcher = collect::fetcher(&app.config).map_err(|error| ApiError::internal(&*error))?;
    let budget = Budget::for_document();
    let reply = match fetcher.fetch_within(&Request::get(&url), &budget).await {
        Ok(reply) => reply,
        Err(error) => return Ok((Trial { url, found: Err(sentence(&chain(&error))) }, Vec::new())),
    };
    let (found, offered) = match fetcher.read(&budget, move || probed(&reply)).await {
        Ok((Ok(found), _)) => (Ok(found), Vec::new()),
        Ok((Err(words), offered)) => (Err(sentence(&words)), offered),
        Err(poisoned) => (Err(sentence(&poisoned.to_string())), Vec::new()),
    };
    Ok((Trial { url, found }, offered))
}

fn probed(reply: &Reply) -> (Result<Found, String>, Vec<OfferedFeed>) {
    let content_type = reply.content_type.as_deref();
    let hint = Hint { name: &reply.url, content_type, kind: None };
    match sources::probe(&reply.body, &hint) {
        Ok(probe) => {
            let titles = probe.entries.iter().filter_map(|entry| entry.title.clone()).take(MAX_TITLES);
            let (titles, entries) = (titles.collect(), probe.entries.len());
            (
                Ok(Found { kind: probe.kind, title: probe.title.unwrap_or_default(), entries, titles }),
                Vec::new(),
            )
        }
        Err(error) => (Err(error.chain()), offered_feeds(&reply.body, content_type, &reply.url)),
    }
}

/// Feeds and podcasts that nobody removed.
pub async fn export_opml(app: &App) -> Result<String, ApiError> {
    let sources = app.store.sources.list().await?;
    let there = sources.iter().filter(|source| Details::read(source).is_none_or(|details| !details.removed));
    let entries: Vec<SourceEntry> = there.filter_map(|source| catalog::entry_of(source).ok()).collect();
    Ok(sources::opml::export(&entries))
}

/// Adds the feeds of a list; gives how many are new and how many were there.
pub async fn import_opml(app: &App, origin: &Origin, text: String) -> Result<(usize, usize), ApiError> {
    let wrong = |words: &str| ApiError::parameter("opml", sentence(words));
    let work = move || Budget::for_document().run(|| sources::opml::import(text.as_bytes()));
    let read = tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))?;
    let entries =
        read.map_err(|error| wrong(&error.to_string()))?.map_err(|error| wrong(&error.to_string()))?;
    if entries.len() > MAX_OPML_ENTRIES {
        return Err(wrong(&format!("the list has more than {MAX_OPML_ENTRIES} feeds")));
    }
    for entry in &entries {
        // Files and folders are named by who sits at the machine.
        if !entry.url.starts_with("http://") && !entry.url.starts_with("https://") {
            return Err(wrong(&format!("{:?} is not a web address", entry.url)));
        }
        change::check_address(entry).map_err(|error| wrong(&error.to_string()))?;
    }
    let known = app.store.sources.list().await?;
    let mut new = 0;
    for entry in entries.iter().filter(|entry| known.iter().all(|source| source.url != entry.url)) {
        change::add(&app.store, origin, entry).await?;
        new += 1;
    }
    Ok((new, entries.len() - new))
}
