//! Mastodon: the public statuses of a hashtag or an account. What is not public is not read, and boosts
//! count for the one who wrote them.

use domain::{Extent, Item, Kind, Precision, Speaker};
use serde_json::Value;

use crate::dates::parse_instant;
use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::json;
use crate::markup::{html_to_text, html_to_title};
use crate::nostr::title_from;
use crate::roles;
use crate::source::{Context, MAX_ITEMS, Parsed, Source, SourceRequest, blank_item};

pub struct Mastodon;

impl Source for Mastodon {
    fn requests(
        &self,
        entry: &SourceEntry,
        position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let mut url = url::Url::parse(&entry.url).map_err(|_| SourceError::Setup("the server's address"))?;
        if let Some(id) = position.filter(|position| position.bytes().all(|byte| byte.is_ascii_digit())) {
            url.query_pairs_mut().append_pair("since_id", id);
        }
        Ok(vec![SourceRequest::get(url.as_str())])
    }

    /// A JSON list as the API gives it, or one status a line.
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let text = String::from_utf8_lossy(bytes);
        let statuses: Vec<Value> = match json::read(&text) {
            Ok(Value::Array(statuses)) => statuses,
            Ok(Value::Object(status)) if status.contains_key("account") => vec![Value::Object(status)],
            Ok(Value::Object(_)) => return Err(SourceError::Json("an object instead of a list of statuses")),
            _ => text.lines().filter_map(|line| json::read(line).ok()).collect(),
        };
        if statuses.is_empty() && !text.trim_start().starts_with('[') {
            return Err(SourceError::Json("no statuses in it"));
        }
        let mut parsed = Parsed { title: Some(context.entry.outlet.clone()), ..Parsed::default() };
        let host = url::Url::parse(context.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let mut newest = context.position.and_then(|position| position.parse::<u64>().ok());
        for status in &statuses {
            newest = newest.max(status.get("id").and_then(Value::as_str).and_then(|id| id.parse().ok()));
            let status = status.get("reblog").filter(|inner| inner.is_object()).unwrap_or(status);
            match item_of(status, host.as_deref().unwrap_or(""), context.entry) {
                Some(item) if parsed.items.len() < MAX_ITEMS => parsed.items.push(item),
                Some(_) => {}
                None => parsed.n_skipped += 1,
            }
        }
        parsed.position = newest.map(|id| id.to_string());
        Ok(parsed)
    }
}

fn item_of(status: &Value, host: &str, entry: &SourceEntry) -> Option<Item> {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    if text(status, "visibility").is_some_and(|visibility| visibility != "public") {
        return None;
    }
    let content = html_to_text(&text(status, "content")?);
    if content.is_empty() {
        return None;
    }
    let account = status.get("account")?;
    let mut item = blank_item(Kind::Conversation, entry);
    item.url = text(status, "url").or_else(|| text(status, "uri"))?;
    item.title = title_from(&content);
    item.content = content;
    item.extent = Extent::Full;
    item.published_at = text(status, "created_at").and_then(|at| parse_instant(&at));
    item.precision = Precision::Second;
    item.language = text(status, "language");
    let account_name = text(account, "acct").unwrap_or_default();
    let handle = if account_name.contains('@') || host.is_empty() {
        account_name
    } else {
        format!("{account_name}@{host}")
    };
    let shown = html_to_title(&text(account, "display_name").unwrap_or_default());
    let name = if shown.is_empty() { handle.clone() } else { shown };
    let bio = html_to_text(&text(account, "note").unwrap_or_default());
    let cohort = roles::cohort_of(&handle, &name, &bio);
    item.author_name = name.clone();
    item.speaker = Some(Speaker { handle, name, cohort });
    Some(item)
}

#[cfg(test)]
#[path = "mastodon_tests.rs"]
mod tests;
