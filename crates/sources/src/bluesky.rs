//! Bluesky by Jetstream: the whole network's posts go past, and those that hold a wanted word are kept.
//! Records as the API gives them (`{"uri", "value"}`) are read too.

use domain::{Extent, Item, Kind, Precision, Speaker};
use serde_json::Value;

use crate::dates::parse_instant;
use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::json;
use crate::nostr::title_from;
use crate::roles;
use crate::source::{Context, Listen, MAX_ITEMS, Parsed, Source, SourceRequest, blank_item};

const LISTEN_MS: u64 = 30_000;

pub struct Bluesky;

impl Source for Bluesky {
    /// `word=` parameters are ours and do not go over the wire.
    fn requests(
        &self,
        entry: &SourceEntry,
        position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let mut url = url::Url::parse(&entry.url).map_err(|_| SourceError::Setup("the stream's address"))?;
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let words =
            pairs.iter().filter(|(name, _)| name == "word").map(|(_, word)| word.to_lowercase()).collect();
        url.query_pairs_mut().clear().extend_pairs(pairs.iter().filter(|(name, _)| name != "word"));
        if let Some(cursor) = position.filter(|position| position.bytes().all(|byte| byte.is_ascii_digit())) {
            url.query_pairs_mut().append_pair("cursor", cursor);
        }
        Ok(vec![SourceRequest::Listen(Listen {
            url: url.into(),
            send: Vec::new(),
            max_messages: 500,
            max_ms: LISTEN_MS,
            until: None,
            words,
        })])
    }

    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let mut parsed = Parsed { title: Some(context.entry.outlet.clone()), ..Parsed::default() };
        let mut newest = context.position.and_then(|position| position.parse::<u64>().ok());
        let text = String::from_utf8_lossy(bytes);
        let whole = json::read(&text).ok();
        let messages: Box<dyn Iterator<Item = Option<Value>>> = match whole {
            Some(value) => Box::new(std::iter::once(Some(value))),
            None => Box::new(
                text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| json::read(line).ok()),
            ),
        };
        for message in messages {
            let time = message.as_ref().and_then(|message| message.get("time_us")).and_then(Value::as_u64);
            newest = newest.max(time);
            match message.as_ref().and_then(|message| item_of(message, context.entry)) {
                Some(item) if parsed.items.len() < MAX_ITEMS => parsed.items.push(item),
                Some(_) => {}
                None => parsed.n_skipped += 1,
            }
        }
        parsed.position = newest.map(|time| time.to_string());
        Ok(parsed)
    }
}

fn item_of(message: &Value, entry: &SourceEntry) -> Option<Item> {
    let (did, key, record) = stream_post(message).or_else(|| api_post(message))?;
    if record.get("$type").and_then(Value::as_str) != Some("app.bsky.feed.post") {
        return None;
    }
    let text = record.get("text")?.as_str()?.trim();
    if text.is_empty() || !did.starts_with("did:") || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let mut item = blank_item(Kind::Conversation, entry);
    item.url = format!("https://bsky.app/profile/{did}/post/{key}");
    item.title = title_from(text);
    item.content = text.to_owned();
    item.extent = Extent::Full;
    item.published_at = record.get("createdAt").and_then(Value::as_str).and_then(parse_instant);
    item.precision = Precision::Second;
    item.language =
        record.pointer("/langs/0").and_then(Value::as_str).map(|tag| tag.chars().take(2).collect());
    let voice = roles::voice(did);
    let name = voice.as_ref().map_or_else(|| did.to_owned(), |voice| voice.name.clone());
    item.author_name = name.clone();
    item.speaker =
        Some(Speaker { handle: did.to_owned(), name, cohort: voice.and_then(|voice| voice.cohort) });
    Some(item)
}

fn stream_post(message: &Value) -> Option<(&str, &str, &Value)> {
    let commit = message.get("commit")?;
    if commit.get("operation").and_then(Value::as_str) != Some("create") {
        return None;
    }
    Some((message.get("did")?.as_str()?, commit.get("rkey")?.as_str()?, commit.get("record")?))
}

fn api_post(message: &Value) -> Option<(&str, &str, &Value)> {
    let uri = message.get("uri")?.as_str()?.strip_prefix("at://")?;
    let mut parts = uri.split('/');
    let (did, key) = (parts.next()?, parts.nth(1)?);
    Some((did, key, message.get("value").or_else(|| message.get("record"))?))
}

#[cfg(test)]
#[path = "bluesky_tests.rs"]
mod tests;
