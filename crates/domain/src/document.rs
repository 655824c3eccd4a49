//! A document: one thing that somebody published, and who published it.

use std::fmt;

use crate::category::closed_list;
use crate::cohort::Cohort;
use crate::cut::Cut;
use crate::hash::{from_hex, hash128, to_hex};
use crate::time::Instant;
use crate::url::{UrlError, canonical_url, without_entities, without_userinfo};

closed_list! {
    /// What sort of publication it is.
    Kind {
        News = "news",
        Podcast = "podcast",
        Filing = "filing",
        Disclosure = "disclosure",
        EarningsCall = "earnings_call",
        Conversation = "conversation",
    }
}

closed_list! {
    /// How exactly the time of publication is known.
    Precision { Second = "second", Day = "day", Fetched = "fetched" }
}

closed_list! {
    /// How much of the text there is.
    Extent { Full = "full", Summary = "summary", Headline = "headline" }
}

closed_list! {
    /// What someone does in a call or an episode.
    Role {
        Operator = "operator",
        Executive = "executive",
        Analyst = "analyst",
        Shareholder = "shareholder",
        Host = "host",
        Guest = "guest",
        Unknown = "unknown",
    }
}

closed_list! {
    /// The part of a call.
    Section { Prepared = "prepared", Questions = "questions", Unknown = "unknown" }
}

/// The same for the same canonical address, everywhere and always.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId([u8; 16]);

impl DocumentId {
    pub fn of_canonical_url(canonical_url: &str) -> DocumentId {
        DocumentId(hash128(canonical_url.as_bytes()))
    }

    pub fn from_bytes(bytes: [u8; 16]) -> DocumentId {
        DocumentId(bytes)
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0
    }

    pub fn parse(text: &str) -> Option<DocumentId> {
        from_hex(text).map(DocumentId)
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Who carries it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outlet {
    pub name: String,
    /// Such as `Crypto News`, `Mainstream`, `Regulator`, `Company`, `Podcast`, `Social`.
    pub category: String,
    /// Outlets of one owner share a family, so that one voice counts once.
    pub family: String,
    /// ISO 3166-1 alpha-2, or empty.
    pub country: String,
}

/// One person's uninterrupted words in a call or an episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub speaker: String,
    pub title: Option<String>,
    pub role: Role,
    pub section: Section,
    pub text: String,
}

/// Whose words a post or statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Unique on its network, such as `alice@example.social`; empty where there is none.
    pub handle: String,
    pub name: String,
    pub cohort: Option<Cohort>,
}

/// What a source or an import hands in, before anything has been worked out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub kind: Kind,
    pub url: String,
    pub title: String,
    pub content: String,
    pub published_at: Option<Instant>,
    pub precision: Precision,
    pub outlet: Outlet,
    pub author_name: String,
    pub image_url: String,
    /// As the source states it; reading the text may say otherwise.
    pub language: Option<String>,
    pub extent: Extent,
    pub speaker: Option<Speaker>,
    pub turns: Vec<Turn>,
    /// The company that a filing or a call belongs to.
    pub ticker: Option<String>,
    /// True for the demo's invented world; shown wherever the item is.
    pub invented: bool,
}

impl Item {
    /// Whether its text may hold what its outlet adds to every text. Filings, calls and posts are kept to the letter.
    pub fn is_cleaned(&self) -> bool {
        matches!(self.kind, Kind::News | Kind::Podcast) && self.turns.is_empty()
    }
}

/// An item with its identity and its place in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub id: DocumentId,
    pub canonical_url: String,
    pub item: Item,
    pub published_at: Instant,
    pub fetched_at: Instant,
    /// The source named a time after the fetch; the fetch stands in for it.
    pub future_dated: bool,
    /// Of the item as it came.
    pub content_hash: [u8; 16],
    /// What was cut from its title and content since.
    pub cuts: Vec<Cut>,
}

/// 1990-01-01: what is dated before is a program's word for "no date", such as the year 1 or 1970.
const EARLIEST_MS: i64 = 631_152_000_000;

/// Whether a date is none that an item of news can have.
pub fn is_before_all_news(at: Instant) -> bool {
    at.ms() < EARLIEST_MS
}

impl Document {
    /// Derives what follows from the item alone. `fetched_at` stands in for a missing, an impossible or a future date.
    pub fn new(item: Item, fetched_at: Instant) -> Result<Document, UrlError> {
        let canonical_url = canonical_url(&item.url)?;
        let mut item = item;
        item.published_at = item.published_at.filter(|&at| !is_before_all_news(at));
        let stated = item.published_at.unwrap_or(fetched_at);
        let future_dated = stated > fetched_at;
        for url in [&mut item.url, &mut item.image_url] {
            *url = without_userinfo(&without_entities(url)).into_owned();
        }
        if item.published_at.is_none() || future_dated {
            item.precision = Precision::Fetched;
        }
        Ok(Document {
            id: DocumentId::of_canonical_url(&canonical_url),
            published_at: stated.min(fetched_at),
            fetched_at,
            future_dated,
            content_hash: content_hash(&item),
            canonical_url,
            item,
            cuts: Vec::new(),
        })
    }
}

/// Changes when anything that a reader could see changes.
pub fn content_hash(item: &Item) -> [u8; 16] {
    let mut text = String::with_capacity(item.title.len() + item.content.len() + 256);
    let mut field = |value: &str| {
        // The length before each field keeps ("ab", "c") apart from ("a", "bc").
        text.push_str(&value.len().to_string());
        text.push(':');
        text.push_str(value);
    };
    field(item.kind.name());
    field(&item.title);
    field(&item.content);
    field(&item.published_at.map_or(String::new(), |at| at.ms().to_string()));
    field(&item.outlet.name);
    field(&item.author_name);
    field(&item.image_url);
    for turn in &item.turns {
        field(&turn.speaker);
        field(&turn.text);
    }
    hash128(text.as_bytes())
}
