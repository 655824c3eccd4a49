//! News and blogs: a feed's entries become items, and summaries ask for their page.

use domain::{Extent, Item, Kind, Precision};

use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::feed::{self, Entry, Feed};
use crate::markup::{html_to_text, html_to_title};
use crate::source::{Context, FollowUp, MAX_ITEMS, Parsed, Source, Want, blank_item};

/// A text of fewer words than this is a summary, whatever the feed calls it.
const FULL_WORDS: usize = 200;

pub struct FeedSource;

impl Source for FeedSource {
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let feed = feed::parse(bytes, context.content_type, Some(context.url))?;
        let mut parsed = start(&feed);
        for entry in feed.entries.iter().take(MAX_ITEMS) {
            let Some(item) = item_of(entry, &feed, context.entry, kind_of(context.entry)) else {
                parsed.n_skipped += 1;
                continue;
            };
            if item.extent != Extent::Full {
                let (item_index, url) = (parsed.items.len(), item.url.clone());
                parsed.follow_ups.push(FollowUp { item: item_index, url, want: Want::Article });
            }
            parsed.items.push(item);
        }
        Ok(parsed)
    }
}

/// What a company says of itself is a disclosure, what a forum holds a conversation, the rest is news.
fn kind_of(entry: &SourceEntry) -> Kind {
    match entry.category.as_str() {
        "Company" | "Wire" => Kind::Disclosure,
        "Forum" | "Social" | "Developer" => Kind::Conversation,
        "Podcast" => Kind::Podcast,
        _ => Kind::News,
    }
}

pub(crate) fn start(feed: &Feed) -> Parsed {
    Parsed {
        title: feed.title.clone(),
        min_interval_s: feed.ttl_minutes.map(|minutes| minutes.saturating_mul(60)),
        ..Parsed::default()
    }
}

/// None where there is neither an address nor a title to make one from.
pub(crate) fn item_of(entry: &Entry, feed: &Feed, source: &SourceEntry, kind: Kind) -> Option<Item> {
    let mut item = blank_item(kind, source);
    item.url = address_of(entry, feed, source)?;
    let text = |html: &Option<String>| html.as_deref().map(html_to_text).unwrap_or_default();
    let (summary, content) = (text(&entry.summary), text(&entry.content));
    item.content = if content.len() >= summary.len() { content } else { summary };
    item.title = entry.title.clone().unwrap_or_else(|| first_words(&item.content));
    if item.title.is_empty() {
        return None;
    }
    item.extent = extent_of(&item.content, &item.title);
    if let Some((at, precision)) = entry.published.or(entry.updated) {
        item.published_at = Some(at);
        item.precision = precision;
    } else {
        item.precision = Precision::Fetched;
    }
    item.author_name = entry.author.clone().unwrap_or_default();
    item.image_url = entry.image_url.clone().filter(|url| url.starts_with("http")).unwrap_or_default();
    item.language = entry.language.clone().or(feed.language.clone()).or(item.language).map(primary_tag);
    Some(item)
}

/// `en-GB` is `en`.
fn primary_tag(language: String) -> String {
    language.split(['-', '_']).next().unwrap_or("").trim().to_ascii_lowercase()
}

fn address_of(entry: &Entry, feed: &Feed, source: &SourceEntry) -> Option<String> {
    let is_http = |url: &&String| url.starts_with("http://") || url.starts_with("https://");
    if let Some(link) = entry.link.as_ref().filter(is_http) {
        return Some(link.clone());
    }
    // Without a link the id or the title still tells entries apart, so each gets an address of its own.
    let key = entry.id.as_ref().or(entry.title.as_ref())?;
    let site = feed.link.as_ref().filter(is_http).unwrap_or(&source.url);
    let hash = domain::hash::to_hex(&domain::hash::hash128(key.as_bytes()));
    let separator = if site.contains('?') { '&' } else { '?' };
    Some(format!("{}{separator}entry={hash}", site.split('#').next().unwrap_or(site)))
}

fn first_words(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let words: Vec<&str> = line.split_whitespace().take(16).collect();
    html_to_title(&words.join(" "))
}

/// `[…]`, `Continue reading` and their kin at the end give a summary away.
pub(crate) fn extent_of(content: &str, title: &str) -> Extent {
    let content = content.trim();
    if content.is_empty() || content == title {
        return Extent::Headline;
    }
    let mut tail_start = content.len().saturating_sub(300);
    while !content.is_char_boundary(tail_start) {
        tail_start += 1;
    }
    let tail = content[tail_start..].to_lowercase();
    let cut = ["[…]", "[...]", "continue reading", "read more", "read the full", "the post "]
        .iter()
        .any(|mark| tail.contains(mark))
        || tail.ends_with('…')
        || tail.ends_with("...");
    if cut || content.split_whitespace().count() < FULL_WORDS { Extent::Summary } else { Extent::Full }
}

#[cfg(test)]
#[path = "feed_source_tests.rs"]
mod tests;
