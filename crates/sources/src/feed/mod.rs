//! Feeds: RSS in all its numbers, Atom, RDF, CDF and JSON Feed, as they are and as they should not be.
//!
//! `parse` is pure: bytes in, a `Feed` out, or the reason why this is no feed. It refuses HTML, OPML,
//! KML and any other document that only looks like one.

mod entry;
mod json;
mod xml;

use domain::{Instant, Precision};

use crate::charset;
use crate::markup::tokens::Fault;

/// More entries than this are not read: no feed has them, and a hostile one has.
pub const MAX_ENTRIES: usize = 5_000;
/// Larger files are refused before they are decoded.
pub const MAX_FEED_BYTES: usize = 32 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Rss,
    Atom,
    Rdf,
    Cdf,
    Json,
}

impl Format {
    pub fn name(self) -> &'static str {
        match self {
            Format::Rss => "rss",
            Format::Atom => "atom",
            Format::Rdf => "rdf",
            Format::Cdf => "cdf",
            Format::Json => "json",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Feed {
    pub format: Format,
    pub title: Option<String>,
    pub link: Option<String>,
    pub description: Option<String>,
    pub language: Option<String>,
    pub author: Option<String>,
    pub image_url: Option<String>,
    /// The feed's own wish, in minutes between fetches.
    pub ttl_minutes: Option<u32>,
    /// Whether the iTunes or the podcast vocabulary is used.
    pub podcast: bool,
    /// What had to be forgiven; empty for a well-formed feed.
    pub faults: Vec<Fault>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub id: Option<String>,
    pub title: Option<String>,
    pub link: Option<String>,
    pub published: Option<(Instant, Precision)>,
    pub updated: Option<(Instant, Precision)>,
    pub author: Option<String>,
    /// HTML, shorter.
    pub summary: Option<String>,
    /// HTML, longer.
    pub content: Option<String>,
    pub image_url: Option<String>,
    pub language: Option<String>,
    pub categories: Vec<String>,
    pub enclosures: Vec<Enclosure>,
    pub transcripts: Vec<TranscriptLink>,
    pub persons: Vec<Person>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Enclosure {
    pub url: String,
    pub media_type: String,
}

/// Podcasting 2.0: where an episode's words are written down.
#[derive(Clone, Debug, PartialEq)]
pub struct TranscriptLink {
    pub url: String,
    pub media_type: String,
    pub language: Option<String>,
}

/// Podcasting 2.0: who takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub name: String,
    /// As written, such as `host` or `guest`.
    pub role: String,
}

/// Why something is not a feed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFeed {
    #[error("the file is empty")]
    Empty,
    #[error("the file is larger than a feed may be")]
    TooLarge,
    #[error("this is a web page, not a feed")]
    Html,
    #[error("this is a list of feeds (OPML), not a feed")]
    Opml,
    #[error("this is XML, but no feed: its root is <{0}>")]
    OtherXml(String),
    #[error("this is JSON, but no JSON feed")]
    OtherJson,
    #[error("the JSON cannot be read")]
    BadJson,
    #[error("this is neither XML nor JSON")]
    Unknown,
}

/// `content_type` is the response header where there was one; `base` resolves relative links.
pub fn parse(bytes: &[u8], content_type: Option<&str>, base: Option<&str>) -> Result<Feed, NotFeed> {
    if bytes.len() > MAX_FEED_BYTES {
        return Err(NotFeed::TooLarge);
    }
    let text = charset::decode(bytes, content_type).text;
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    if text.is_empty() {
        return Err(NotFeed::Empty);
    }
    let base = base.and_then(|base| url::Url::parse(base).ok());
    if text.starts_with(['{', '[']) {
        return json::parse(text, base.as_ref());
    }
    xml::parse(text, base.as_ref())
}

#[cfg(test)]
#[path = "feed_tests.rs"]
mod tests;
