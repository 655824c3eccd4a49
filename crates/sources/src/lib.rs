//! The world in: feeds, podcasts, filings, calls and conversations become items.
//!
//! Every kind of source is split in two: a pure reading of bytes, which can be tested with a file, and
//! a polite, limited fetch. This room knows `domain` and HTTP; it refuses SQL, analysis and the clock:
//! time and randomness are arguments.

pub mod article;
pub mod bitcoin_price;
pub mod bluesky;
pub mod budget;
pub mod captions;
pub mod catalog;
pub mod charset;
pub mod collect;
pub mod dates;
pub mod earnings_call;
pub mod edgar;
pub mod entry;
pub mod error;
pub mod feed;
pub mod feed_source;
pub mod fetch;
pub mod github;
pub mod hacker_news;
pub mod json;
mod kinds;
pub mod markup;
pub mod mastodon;
pub mod nostr;
pub mod offered;
pub mod opml;
pub mod podcast;
pub mod probe;
pub mod roles;
pub mod schedule;
pub mod source;
#[cfg(test)]
mod test_server;
pub mod transcript;
pub mod websocket;

pub use budget::{Budget, Poisoned};
pub use catalog::{
    Company, Content, SourceEntry, SourceKind, default_companies, default_sources, source_for,
};
pub use collect::{Bounds, Cursor, PoisonedItem, Polled, follow, poll};
pub use error::SourceError;
pub use fetch::{FetchError, FetchOptions, Fetcher};
pub use probe::{Hint, Probe, ProbeEntry, probe};
pub use source::{Context, DailyClose, FollowUp, Parsed, Source, Want};
