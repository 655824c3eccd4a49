//! What would be read from a file or a reply, for people who try a source before they add it.

use domain::Instant;

use crate::article::{self, Article};
use crate::captions;
use crate::catalog::{SourceEntry, SourceKind, source_for};
use crate::error::SourceError;
use crate::feed;
use crate::source::{Context, Parsed};

#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// `rss`, `atom`, `rdf`, `cdf`, `json`, or the name of another kind of source.
    pub kind: String,
    pub title: Option<String>,
    pub entries: Vec<ProbeEntry>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProbeEntry {
    pub title: Option<String>,
    pub link: Option<String>,
    pub id: Option<String>,
    pub published: Option<Instant>,
    pub author: Option<String>,
}

/// What is known about the bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hint<'a> {
    /// The address or file name they came from.
    pub name: &'a str,
    pub content_type: Option<&'a str>,
    /// The kind someone said it is; none means find out.
    pub kind: Option<SourceKind>,
}

/// Reads bytes as the kind they are said or seem to be. Feeds are tried first.
pub fn probe(bytes: &[u8], hint: &Hint<'_>) -> Result<Probe, SourceError> {
    if let Some(kind) = hint.kind.filter(|kind| !matches!(kind, SourceKind::Feed | SourceKind::Podcast)) {
        return probe_as(bytes, hint, kind);
    }
    let base = (hint.name.starts_with("http://") || hint.name.starts_with("https://")).then_some(hint.name);
    match feed::parse(bytes, hint.content_type, base) {
        Ok(feed) => Ok(Probe {
            kind: feed.format.name().to_owned(),
            title: feed.title,
            entries: feed
                .entries
                .into_iter()
                .map(|entry| ProbeEntry {
                    title: entry.title,
                    link: entry.link,
                    id: entry.id,
                    published: entry.published.or(entry.updated).map(|(at, _)| at),
                    author: entry.author,
                })
                .collect(),
        }),
        Err(not_feed) => match guess(bytes, hint.name) {
            Some(kind) if hint.kind.is_none() => {
                probe_as(bytes, hint, kind).map_err(|_| SourceError::NotFeed(not_feed))
            }
            _ => Err(SourceError::NotFeed(not_feed)),
        },
    }
}

fn probe_as(bytes: &[u8], hint: &Hint<'_>, kind: SourceKind) -> Result<Probe, SourceError> {
    let entry = SourceEntry::added(hint.name, kind);
    let context = Context { entry: &entry, url: hint.name, content_type: hint.content_type, position: None };
    let parsed: Parsed = source_for(kind).parse(bytes, &context)?;
    let closes = parsed.closes.into_iter().map(|close| ProbeEntry {
        title: Some(format!("{:.2}", close.usd)),
        link: None,
        id: None,
        published: Some(close.day.start()),
        author: None,
    });
    let items = parsed.items.into_iter().map(|item| ProbeEntry {
        title: Some(item.title),
        link: Some(item.url.clone()),
        id: Some(item.url),
        published: item.published_at,
        author: Some(item.author_name).filter(|name| !name.is_empty()),
    });
    Ok(Probe { kind: kind.name().to_owned(), title: parsed.title, entries: items.chain(closes).collect() })
}

/// The kinds that show themselves by a word near the front.
fn guess(bytes: &[u8], name: &str) -> Option<SourceKind> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).into_owned();
    let has = |words: &[&str]| words.iter().all(|word| head.contains(word));
    if has(&["\"cik\"", "\"sic\""]) || has(&["\"accessionNumber\""]) {
        Some(SourceKind::Edgar)
    } else if has(&["\"pubkey\"", "\"sig\""]) {
        Some(SourceKind::Nostr)
    } else if has(&["app.bsky.feed.post"]) {
        Some(SourceKind::Bluesky)
    } else if has(&["\"account\"", "\"visibility\""]) {
        Some(SourceKind::Mastodon)
    } else if has(&["\"hits\""]) || has(&["\"descendants\"", "\"by\""]) {
        Some(SourceKind::HackerNews)
    } else if has(&["\"discussions\"", "\"nodes\""]) {
        Some(SourceKind::GithubDiscussions)
    } else if name.ends_with(".csv") || has(&["PriceUSD"]) || has(&["\"values\"", "\"x\"", "\"y\""]) {
        Some(SourceKind::BitcoinPrice)
    } else {
        None
    }
}

/// What `extract` shows of a page; a transcript of an episode is shown as its words.
pub fn extract(bytes: &[u8], hint: &Hint<'_>) -> Result<Article, SourceError> {
    let is_captions = captions::format_of("", hint.name)
        .is_some_and(|format| matches!(format, captions::Format::Vtt | captions::Format::Srt));
    if is_captions {
        let turns = captions::parse(bytes, "", hint.content_type)?;
        return Ok(Article { text: captions::text_of(&turns), ..Article::default() });
    }
    let base = (hint.name.starts_with("http://") || hint.name.starts_with("https://")).then_some(hint.name);
    article::extract_bytes(bytes, hint.content_type, base)
}

#[cfg(test)]
#[path = "probe_tests.rs"]
mod tests;
