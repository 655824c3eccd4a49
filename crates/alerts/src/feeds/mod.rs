//! What a search, a Space or a story shows to feed readers, as Atom and as JSON Feed.

pub mod atom;
mod json_feed;

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use coverage::article::Headline;
use domain::hash::{hash128, to_hex};
use domain::{DayRange, DocumentId, Instant};
use interface::App;
use runtime::error::ApiError;
use store::alerts::AlertDefinition;
use store::feeds::Feed;
use store::owned::Owned;

use crate::series;
use crate::watch::{Watch, every_item};

/// Articles of a feed, and the days that they come from.
pub const MAX_ENTRIES: usize = 50;
const DAYS: i64 = 30;
/// As the ledger names it.
pub const ROUTE: &str = "/feeds/{token}/feed.atom";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Atom,
    Json,
}

impl Kind {
    pub fn content_type(self) -> &'static str {
        match self {
            Kind::Atom => "application/atom+xml; charset=utf-8",
            Kind::Json => "application/feed+json",
        }
    }

    pub fn file(self) -> &'static str {
        match self {
            Kind::Atom => "feed.atom",
            Kind::Json => "feed.json",
        }
    }
}

/// A feed as it is now.
pub struct Shown {
    pub title: String,
    /// Names it where its address must not be known.
    pub id: String,
    pub updated: Instant,
    pub entries: Vec<Headline>,
    /// The same for the same entries.
    pub tag: String,
}

/// 256 bits that lead to a feed.
pub fn new_token() -> String {
    URL_SAFE_NO_PAD.encode(runtime::clock::random::<32>())
}

pub fn hash_of(token: &str) -> [u8; 32] {
    let digest = ring::digest::digest(&ring::digest::SHA256, token.as_bytes());
    let mut hash = [0; 32];
    hash.copy_from_slice(digest.as_ref());
    hash
}

/// What a feed looks for, as a rule that every item fires.
pub fn rule_of(feed: &Feed) -> Owned<AlertDefinition> {
    let Feed { definition, .. } = feed;
    let definition = every_item(definition.name.clone(), definition.subject, definition.value.clone());
    Owned { id: feed.id.clone(), definition, created_at: feed.created_at, changed_at: feed.changed_at }
}

/// The newest articles of the last thirty days.
pub async fn shown(app: &App, account_id: &str, feed: &Feed, now: Instant) -> Result<Shown, ApiError> {
    let watch = Arc::new(Watch::of(app, account_id, rule_of(feed)).await?);
    let today = now.day();
    let days = DayRange::inclusive(today.plus(1 - DAYS), today).unwrap_or(DayRange::single(today));
    let entries = match watch.within(days, today) {
        Some(days) => series::headlines(app, &watch, days, MAX_ENTRIES).await,
        None => Ok(Vec::new()),
    };
    let entries = entries.map_err(|error| ApiError::internal(error.as_ref()))?;
    let updated = entries.iter().map(|entry| entry.published_at).max().unwrap_or(feed.created_at);
    let named: String =
        entries.iter().map(|entry| format!("{} {} {}\n", entry.id, entry.url, entry.title)).collect();
    let name = &feed.definition.name;
    Ok(Shown {
        title: name.clone(),
        id: urn(&hash128(feed.id.as_bytes())),
        updated,
        tag: to_hex(&hash128(format!("{name}\n{named}").as_bytes())),
        entries: entries.iter().map(Headline::from).collect(),
    })
}

impl Shown {
    /// `base` is where the service is reached. The address of the feed itself is left out: it is a secret, and feeds
    /// are passed on.
    pub fn written(&self, kind: Kind, base: &str) -> String {
        match kind {
            Kind::Atom => atom::written(self, base),
            Kind::Json => json_feed::written(self, base),
        }
    }
}

fn urn_of(document: &str) -> String {
    DocumentId::parse(document).map_or_else(|| format!("urn:x:{document}"), |id| urn(&id.bytes()))
}

fn urn(bytes: &[u8; 16]) -> String {
    let hex = to_hex(bytes);
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
