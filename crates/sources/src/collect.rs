//! One poll of one source: ask, read, and say where the next poll begins. The caller stores items and
//! cursor together, so that neither is ever ahead of the other.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use domain::Item;
use domain::hash::hash128;

use crate::budget::{Budget, Limits, Poisoned};
use crate::catalog::{SourceEntry, source_for};
use crate::error::SourceError;
use crate::fetch::{Fetcher, Request};
use crate::schedule::Hints;
use crate::source::{Context, FollowUp, Parsed, Reading, SourceRequest, Want};
use crate::websocket;

/// What is remembered of a source between polls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    /// In the source's own words: an id, a time, a sequence number.
    pub position: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polled {
    /// Nothing is in it when `changed` is false.
    pub parsed: Parsed,
    pub changed: bool,
    pub cursor: Cursor,
    /// Where permanent redirects led; whether they are believed is for others to say.
    pub moved_to: Option<String>,
    pub hints: Hints,
    /// Files of a folder that could not be read; a single document that cannot is an error.
    pub poisoned: Vec<PoisonedItem>,
}

/// Files larger than this are no transcripts and no prices.
const MAX_FILE_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 5_000;

/// What one poll may cost, and what is known to be unreadable.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub budget: Budget,
    /// Digests of documents that were given up before; they are not read again.
    pub quarantined: Arc<HashSet<Vec<u8>>>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { budget: Budget::for_poll(Limits::DOCUMENT), quarantined: Arc::default() }
    }
}

/// One of several documents of a source that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoisonedItem {
    /// Its path.
    pub item: String,
    pub digest: [u8; 16],
    /// None where it is in quarantine already and was not tried.
    pub reason: Option<Poisoned>,
}

/// Asks a source once. Pages behind summaries are not fetched here: see `follow`.
pub async fn poll(
    fetcher: &Fetcher,
    entry: &SourceEntry,
    cursor: &Cursor,
    bounds: &Bounds,
) -> Result<Polled, SourceError> {
    let source = source_for(entry.kind);
    let mut polled = Polled { cursor: cursor.clone(), ..Polled::default() };
    for ask in source.requests(entry, cursor.position.as_deref())? {
        poll_one(fetcher, entry, &ask, bounds, &mut polled).await?;
    }
    if let Some(position) = polled.parsed.position.take() {
        polled.cursor.position = Some(position);
    }
    polled.hints.ttl_s = polled.parsed.min_interval_s.map(u64::from);
    Ok(polled)
}

async fn poll_one(
    fetcher: &Fetcher,
    entry: &SourceEntry,
    ask: &SourceRequest,
    bounds: &Bounds,
    polled: &mut Polled,
) -> Result<(), SourceError> {
    let position = polled.cursor.position.clone();
    let from = |url: String, content_type: Option<String>| Origin {
        entry: entry.clone(),
        position: position.clone(),
        url,
        content_type,
    };
    match ask {
        SourceRequest::Get { url, headers } => {
            let request = Request {
                etag: polled.cursor.etag.clone(),
                last_modified: polled.cursor.last_modified.clone(),
                headers: headers.clone(),
                ..Request::get(url)
            };
            let reply = fetcher.fetch_within(&request, &bounds.budget).await?;
            polled.hints.fresh_for_s = reply.fresh_for_s;
            // An address that carries a position is not the source's own and must not replace it.
            polled.moved_to = reply.moved_to.clone().filter(|_| *url == entry.url);
            polled.cursor.etag = reply.etag.clone();
            polled.cursor.last_modified = reply.last_modified.clone();
            if reply.changed {
                let origin = from(reply.url, reply.content_type);
                merge(polled, parse(fetcher, bounds, reply.body, origin).await?);
            }
        }
        SourceRequest::Post { url, headers, body } => {
            let request = Request { headers: headers.clone(), body: Some(body.clone()), ..Request::get(url) };
            let reply = fetcher.fetch_within(&request, &bounds.budget).await?;
            let origin = from(reply.url, reply.content_type);
            merge(polled, parse(fetcher, bounds, reply.body, origin).await?);
        }
        SourceRequest::Listen(listen) => {
            let heard = websocket::listen(fetcher, listen).await?;
            merge(polled, parse(fetcher, bounds, heard, from(listen.url.clone(), None)).await?);
        }
        SourceRequest::File(path) => {
            let origin = from(path.to_string_lossy().into_owned(), None);
            merge(polled, parse(fetcher, bounds, read_file(path).await?, origin).await?);
        }
        SourceRequest::Folder(folder) => {
            for path in files_in(folder).await? {
                let item = path.to_string_lossy().into_owned();
                // A folder is the operator's own and may be large: each of its files has a budget of its own.
                let own = Bounds { budget: Budget::for_document(), ..bounds.clone() };
                let read = match read_file(&path).await {
                    Ok(bytes) => parse(fetcher, &own, bytes, from(item.clone(), None)).await,
                    Err(error) => Err(error),
                };
                // One file that cannot be read costs that file.
                match read {
                    Ok(parsed) => {
                        merge(polled, parsed);
                        continue;
                    }
                    Err(SourceError::Quarantined { digest }) => {
                        polled.poisoned.push(PoisonedItem { item, digest, reason: None });
                    }
                    Err(SourceError::Poisoned { digest, reason }) => {
                        polled.poisoned.push(PoisonedItem { item, digest, reason: Some(reason) });
                    }
                    Err(error) => {
                        tracing::warn!(source.id = %entry.id, path = %path.display(), "passed over a file: {}", error.chain());
                    }
                }
                polled.parsed.n_skipped += 1;
            }
            polled.changed = true;
        }
    }
    Ok(())
}

/// Where a reply or file comes from: all that its reading needs on another thread, besides its bytes.
struct Origin {
    entry: SourceEntry,
    position: Option<String>,
    url: String,
    content_type: Option<String>,
}

async fn parse(
    fetcher: &Fetcher,
    bounds: &Bounds,
    bytes: Vec<u8>,
    origin: Origin,
) -> Result<Parsed, SourceError> {
    let read = move |bytes: &[u8]| {
        let context = Context {
            entry: &origin.entry,
            url: &origin.url,
            content_type: origin.content_type.as_deref(),
            position: origin.position.as_deref(),
        };
        source_for(origin.entry.kind).parse(bytes, &context)
    };
    read_document(fetcher, bounds, bytes, read).await
}

/// Reads a document, unless it is in quarantine. One that is given up is told with the digest of its bytes.
async fn read_document<T: Send + 'static>(
    fetcher: &Fetcher,
    bounds: &Bounds,
    bytes: Vec<u8>,
    read: impl FnOnce(&[u8]) -> Result<T, SourceError> + Send + 'static,
) -> Result<T, SourceError> {
    let told = Arc::new(OnceLock::new());
    let (digest_told, quarantined) = (Arc::clone(&told), Arc::clone(&bounds.quarantined));
    let work = move || {
        let digest = *digest_told.get_or_init(|| hash128(&bytes));
        match quarantined.contains(digest.as_slice()) {
            true => Err(SourceError::Quarantined { digest }),
            false => read(&bytes),
        }
    };
    match fetcher.read(&bounds.budget, work).await {
        Ok(outcome) => outcome,
        Err(Poisoned::PollSpent) => Err(SourceError::PollSpent),
        Err(reason) => Err(SourceError::Poisoned { digest: told.get().copied().unwrap_or_default(), reason }),
    }
}

fn merge(polled: &mut Polled, parsed: Parsed) {
    polled.changed = true;
    let offset = polled.parsed.items.len();
    let whole = &mut polled.parsed;
    whole.items.extend(parsed.items);
    whole.follow_ups.extend(
        parsed
            .follow_ups
            .into_iter()
            .map(|follow_up| FollowUp { item: follow_up.item + offset, ..follow_up }),
    );
    whole.closes.extend(parsed.closes);
    whole.n_skipped += parsed.n_skipped;
    whole.title = whole.title.take().or(parsed.title);
    whole.position = parsed.position.or(whole.position.take());
    whole.min_interval_s = parsed.min_interval_s.or(whole.min_interval_s);
}

async fn read_file(path: &Path) -> Result<Vec<u8>, SourceError> {
    let length = tokio::fs::metadata(path).await?.len();
    if length > MAX_FILE_BYTES {
        return Err(SourceError::File(std::io::Error::new(
            std::io::ErrorKind::FileTooLarge,
            "larger than 64 MiB",
        )));
    }
    Ok(tokio::fs::read(path).await?)
}

/// In the order of their names, hidden ones left out.
async fn files_in(folder: &Path) -> Result<Vec<std::path::PathBuf>, SourceError> {
    let mut entries = tokio::fs::read_dir(folder).await?;
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.file_type().await?.is_file() && files.len() < MAX_FILES {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Fetches what a new item still lacks: its page, its transcript, its document. An error leaves the item as it was.
pub async fn follow(
    fetcher: &Fetcher,
    entry: &SourceEntry,
    item: &mut Item,
    follow_up: &FollowUp,
    bounds: &Bounds,
) -> Result<(), SourceError> {
    let request = match follow_up.want {
        Want::Article => Request::page(&follow_up.url),
        Want::Transcript { .. } | Want::Filing => Request::get(&follow_up.url),
    };
    let reply = fetcher.fetch_within(&request, &bounds.budget).await?;
    let (mut changed, wanted, kind) = (item.clone(), follow_up.clone(), entry.kind);
    let (url, content_type) = (reply.url, reply.content_type);
    let complete = move |bytes: &[u8]| {
        let reading = Reading { bytes, url: &url, content_type: content_type.as_deref() };
        source_for(kind).complete(&mut changed, &wanted, &reading).map(|()| changed)
    };
    *item = read_document(fetcher, bounds, reply.body, complete).await?;
    Ok(())
}

#[cfg(test)]
#[path = "collect_tests.rs"]
mod tests;
