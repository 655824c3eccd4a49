//! One poll of one source: ask, read, and say where the next poll begins. The caller stores items and
//! cursor together, so that neither is ever ahead of the other.

use std::path::Path;

use domain::Item;

use crate::catalog::{SourceEntry, source_for};
use crate::error::SourceError;
use crate::fetch::{Fetcher, Request};
use crate::schedule::Hints;
use crate::source::{Ask, Context, FollowUp, Parsed, Reading, Want};
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
    /// The source's new address, for good.
    pub moved_to: Option<String>,
    pub hints: Hints,
}

/// Files larger than this are no transcripts and no prices.
const MAX_FILE_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 5_000;

/// Asks a source once. Pages behind summaries are not fetched here: see `follow`.
pub async fn poll(fetcher: &Fetcher, entry: &SourceEntry, cursor: &Cursor) -> Result<Polled, SourceError> {
    let source = source_for(entry.kind);
    let mut polled = Polled { cursor: cursor.clone(), ..Polled::default() };
    for ask in source.asks(entry, cursor.position.as_deref())? {
        poll_one(fetcher, entry, &ask, &mut polled).await?;
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
    ask: &Ask,
    polled: &mut Polled,
) -> Result<(), SourceError> {
    let source = source_for(entry.kind);
    let position = polled.cursor.position.clone();
    fn context<'a>(
        entry: &'a SourceEntry,
        position: &'a Option<String>,
        url: &'a str,
        content_type: Option<&'a str>,
    ) -> Context<'a> {
        Context { entry, url, content_type, position: position.as_deref() }
    }
    match ask {
        Ask::Get { url, headers } => {
            let request = Request {
                etag: polled.cursor.etag.clone(),
                last_modified: polled.cursor.last_modified.clone(),
                headers: headers.clone(),
                ..Request::get(url)
            };
            let reply = fetcher.fetch(&request).await?;
            polled.hints.fresh_for_s = reply.fresh_for_s;
            // An address that carries a position is not the source's own and must not replace it.
            polled.moved_to = reply.moved_to.clone().filter(|_| *url == entry.url);
            polled.cursor.etag = reply.etag.clone();
            polled.cursor.last_modified = reply.last_modified.clone();
            if reply.changed {
                let parsed = source.parse(
                    &reply.body,
                    &context(entry, &position, &reply.url, reply.content_type.as_deref()),
                )?;
                merge(polled, parsed);
            }
        }
        Ask::Post { url, headers, body } => {
            let request = Request { headers: headers.clone(), body: Some(body.clone()), ..Request::get(url) };
            let reply = fetcher.fetch(&request).await?;
            let parsed = source
                .parse(&reply.body, &context(entry, &position, &reply.url, reply.content_type.as_deref()))?;
            merge(polled, parsed);
        }
        Ask::Listen(listen) => {
            let heard = websocket::listen(fetcher, listen).await?;
            merge(polled, source.parse(&heard, &context(entry, &position, &listen.url, None))?);
        }
        Ask::File(path) => {
            let bytes = read_file(path).await?;
            merge(polled, source.parse(&bytes, &context(entry, &position, &path.to_string_lossy(), None))?);
        }
        Ask::Folder(folder) => {
            for path in files_in(folder).await? {
                let bytes = read_file(&path).await?;
                // One file that cannot be read costs that file.
                match source.parse(&bytes, &context(entry, &position, &path.to_string_lossy(), None)) {
                    Ok(parsed) => merge(polled, parsed),
                    Err(error) => {
                        tracing::warn!(source.id = %entry.id, path = %path.display(), "passed over a file: {}", error.in_words());
                        polled.parsed.n_skipped += 1;
                    }
                }
            }
            polled.changed = true;
        }
    }
    Ok(())
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
) -> Result<(), SourceError> {
    let request = match follow_up.want {
        Want::Article => Request::page(&follow_up.url),
        Want::Transcript { .. } | Want::Filing => Request::get(&follow_up.url),
    };
    let reply = fetcher.fetch(&request).await?;
    let (mut changed, wanted, kind) = (item.clone(), follow_up.clone(), entry.kind);
    // Reading a large page takes milliseconds of pure work, which must not hold up the others.
    let outcome = tokio::task::spawn_blocking(move || {
        let reading =
            Reading { bytes: &reply.body, url: &reply.url, content_type: reply.content_type.as_deref() };
        source_for(kind).complete(&mut changed, &wanted, &reading).map(|()| changed)
    })
    .await;
    *item = outcome.map_err(|_| SourceError::NoArticle("reading it failed"))??;
    Ok(())
}

#[cfg(test)]
#[path = "collect_tests.rs"]
mod tests;
