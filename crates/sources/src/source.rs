//! What every kind of source can do, and what passes between it and the fetch.
//!
//! A source says what to ask for and reads what came back. It never touches the wire itself, so that
//! every reading can be tried with a file.

use std::path::PathBuf;

use domain::{Day, Extent, Item, Kind, Precision, Role};

use crate::article;
use crate::entry::SourceEntry;
use crate::error::SourceError;

/// More items than this from one reply are dropped, oldest last.
pub const MAX_ITEMS: usize = 2_000;

pub trait Source: Send + Sync {
    /// What to ask for. `position` is where the last poll left off, in this source's own words.
    fn requests(
        &self,
        entry: &SourceEntry,
        position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let _ = position;
        Ok(vec![SourceRequest::get(&entry.url)])
    }

    /// Reads one reply. Pure: the same bytes give the same items.
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError>;

    /// Puts what a follow-up brought into its item; by itself, the text of a page.
    fn complete(
        &self,
        item: &mut Item,
        follow_up: &FollowUp,
        reply: &Reading<'_>,
    ) -> Result<(), SourceError> {
        let _ = follow_up;
        article::apply(item, article::extract_bytes(reply.bytes, reply.content_type, Some(reply.url))?);
        Ok(())
    }
}

/// One thing to do on the wire or the disk.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceRequest {
    Get {
        url: String,
        headers: Vec<(&'static str, String)>,
    },
    Post {
        url: String,
        headers: Vec<(&'static str, String)>,
        body: String,
    },
    Listen(Listen),
    /// Every file of a folder, each as one reply.
    Folder(PathBuf),
    File(PathBuf),
}

impl SourceRequest {
    pub fn get(url: &str) -> SourceRequest {
        match url.strip_prefix("file://") {
            Some(path) => SourceRequest::File(PathBuf::from(path)),
            None => SourceRequest::Get { url: url.to_owned(), headers: Vec::new() },
        }
    }
}

/// A WebSocket: what to say first, and when enough has been heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Listen {
    pub url: String,
    pub send: Vec<String>,
    pub max_messages: usize,
    pub max_ms: u64,
    /// A message that contains this ends the listening.
    pub until: Option<&'static str>,
    /// Only messages that hold one of these words (any case) are kept; empty keeps all.
    pub words: Vec<String>,
}

/// What is known about a reply besides its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub entry: &'a SourceEntry,
    /// Where it came from in the end.
    pub url: &'a str,
    pub content_type: Option<&'a str>,
    pub position: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub bytes: &'a [u8],
    pub url: &'a str,
    pub content_type: Option<&'a str>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    pub title: Option<String>,
    pub items: Vec<Item>,
    pub follow_ups: Vec<FollowUp>,
    /// Where the next poll should begin; none keeps the old one.
    pub position: Option<String>,
    /// The source's own wish.
    pub min_interval_s: Option<u32>,
    pub closes: Vec<DailyClose>,
    /// Records that were passed over because they made no sense.
    pub n_skipped: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DailyClose {
    pub day: Day,
    pub usd: f64,
}

/// Something more to fetch for an item, once it is known to be new.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowUp {
    /// Its place among the items of the same `Parsed`.
    pub item: usize,
    pub url: String,
    pub want: Want,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// The page behind a summary; robots.txt is asked first.
    Article,
    /// An episode's words, of this media type, and whom the feed names as taking part.
    Transcript { media_type: String, people: Vec<(String, Role)> },
    /// The document of a filing.
    Filing,
}

/// An item with everything empty that a source does not say.
pub fn blank_item(kind: Kind, entry: &SourceEntry) -> Item {
    Item {
        kind,
        url: String::new(),
        title: String::new(),
        content: String::new(),
        published_at: None,
        precision: Precision::Fetched,
        outlet: entry.outlet(),
        author_name: String::new(),
        image_url: String::new(),
        language: (!entry.language.is_empty()).then(|| entry.language.clone()),
        extent: Extent::Headline,
        speaker: None,
        turns: Vec::new(),
        ticker: entry.ticker.clone(),
        invented: false,
    }
}
