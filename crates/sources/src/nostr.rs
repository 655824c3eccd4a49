//! Nostr: notes (kind 1) and articles (kind 30023) that carry one of the wanted tags, from one relay.
//!
//! An event's id is checked against its contents. Its signature is not, so the key that is named as the
//! author is the relay's word.

use domain::{Extent, Item, Kind, Precision, Speaker};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::json;
use crate::roles;
use crate::source::{Context, Listen, MAX_ITEMS, Parsed, Source, SourceRequest, blank_item};

const SUBSCRIPTION: &str = "bellwether";
const LISTEN_MS: u64 = 20_000;

pub struct Nostr;

impl Source for Nostr {
    /// The address carries the tags: `wss://relay.example/?t=bitcoin&t=ethereum`.
    fn requests(
        &self,
        entry: &SourceEntry,
        position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let mut url = url::Url::parse(&entry.url).map_err(|_| SourceError::Setup("the relay's address"))?;
        let tags: Vec<String> =
            url.query_pairs().filter(|(name, _)| name == "t").map(|(_, value)| value.into_owned()).collect();
        url.set_query(None);
        let mut filter = json!({ "kinds": [1, 30023], "limit": 300 });
        if !tags.is_empty() {
            filter["#t"] = json!(tags);
        }
        if let Some(since) = position.and_then(|position| position.parse::<i64>().ok()) {
            filter["since"] = json!(since.saturating_add(1));
        }
        Ok(vec![SourceRequest::Listen(Listen {
            url: url.into(),
            send: vec![json!(["REQ", SUBSCRIPTION, filter]).to_string()],
            max_messages: 500,
            max_ms: LISTEN_MS,
            until: Some("\"EOSE\""),
            words: Vec::new(),
        })])
    }

    /// One message a line, as a relay sends them; a bare event is read too.
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let mut parsed = Parsed { title: Some(context.entry.outlet.clone()), ..Parsed::default() };
        let mut newest = context.position.and_then(|position| position.parse::<i64>().ok());
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let Ok(message) = json::read(line) else {
                parsed.n_skipped += 1;
                continue;
            };
            let event = match &message {
                Value::Array(parts) if parts.first().and_then(Value::as_str) == Some("EVENT") => parts.last(),
                Value::Object(_) => Some(message.get("event").unwrap_or(&message)),
                _ => continue,
            };
            let Some((item, at)) = event.and_then(|event| item_of(event, context.entry)) else {
                parsed.n_skipped += 1;
                continue;
            };
            newest = newest.max(Some(at));
            if parsed.items.len() < MAX_ITEMS {
                parsed.items.push(item);
            }
        }
        parsed.position = newest.map(|at| at.to_string());
        Ok(parsed)
    }
}

fn item_of(event: &Value, entry: &SourceEntry) -> Option<(Item, i64)> {
    let text = |key: &str| event.get(key).and_then(Value::as_str);
    let (id, key) = (text("id")?, text("pubkey")?);
    let at = event.get("created_at")?.as_i64()?;
    let kind = event.get("kind")?.as_u64()?;
    if !matches!(kind, 1 | 30023) || !is_hex(id) || !is_hex(key) || event_id(event)? != id {
        return None;
    }
    let content = text("content")?.trim();
    if content.is_empty() {
        return None;
    }
    let mut item = blank_item(Kind::Conversation, entry);
    item.url = format!("https://njump.me/{id}");
    item.title = tag(event, "title").map_or_else(|| title_from(content), str::to_owned);
    item.content = content.to_owned();
    item.extent = Extent::Full;
    item.published_at = Some(domain::Instant::from_ms(at.saturating_mul(1000)));
    item.precision = Precision::Second;
    item.language = None;
    let voice = roles::voice(key);
    let name = voice.as_ref().map_or_else(|| key[..12].to_owned(), |voice| voice.name.clone());
    item.author_name = name.clone();
    item.speaker =
        Some(Speaker { handle: key.to_owned(), name, cohort: voice.and_then(|voice| voice.cohort) });
    Some((item, at))
}

fn tag<'a>(event: &'a Value, name: &str) -> Option<&'a str> {
    let tags = event.get("tags")?.as_array()?;
    let tag = tags.iter().find(|tag| tag.get(0).and_then(Value::as_str) == Some(name))?;
    tag.get(1)?.as_str().filter(|value| !value.trim().is_empty())
}

fn is_hex(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// SHA-256 over the event's fields in the order that NIP-01 fixes.
fn event_id(event: &Value) -> Option<String> {
    let fields = json!([
        0,
        event.get("pubkey")?,
        event.get("created_at")?,
        event.get("kind")?,
        event.get("tags")?,
        event.get("content")?
    ]);
    Some(domain::hash::to_hex(&Sha256::digest(fields.to_string().as_bytes())))
}

/// A post has no title; its first words stand for one.
pub(crate) fn title_from(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(18).collect();
    let mut title = words.join(" ");
    if title.len() > 120 {
        title.truncate(title.floor_char_boundary(120));
        title.push('…');
    }
    title
}

#[cfg(test)]
#[path = "nostr_tests.rs"]
mod tests;
