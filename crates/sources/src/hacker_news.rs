//! Hacker News: stories and comments, as its search (Algolia) or its own API gives them.

use domain::{Extent, Instant, Item, Kind, Precision, Speaker};
use serde_json::Value;

use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::json;
use crate::markup::{html_to_text, html_to_title};
use crate::nostr::title_from;
use crate::roles;
use crate::source::{Context, MAX_ITEMS, Parsed, Source, SourceRequest, blank_item};

pub struct HackerNews;

impl Source for HackerNews {
    fn requests(
        &self,
        entry: &SourceEntry,
        position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let mut url =
            url::Url::parse(&entry.url).map_err(|_| SourceError::Setup("the address of the search"))?;
        if let Some(since) = position.filter(|position| position.bytes().all(|byte| byte.is_ascii_digit())) {
            url.query_pairs_mut().append_pair("numericFilters", &format!("created_at_i>{since}"));
        }
        Ok(vec![SourceRequest::get(url.as_str())])
    }

    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let text = String::from_utf8_lossy(bytes);
        let items: Vec<Value> = match json::read(&text) {
            Ok(Value::Array(items)) => items,
            Ok(mut value) => match value.get_mut("hits").map(Value::take) {
                Some(Value::Array(hits)) => hits,
                _ => vec![value],
            },
            Err(_) => text.lines().filter_map(|line| json::read(line).ok()).collect(),
        };
        if items.is_empty() && !text.contains("\"hits\"") {
            return Err(SourceError::Json("no items in it"));
        }
        let mut parsed = Parsed { title: Some(context.entry.outlet.clone()), ..Parsed::default() };
        let mut newest = context.position.and_then(|position| position.parse::<i64>().ok());
        for item in &items {
            newest = newest.max(time_of(item));
            match item_of(item, context.entry) {
                Some(item) if parsed.items.len() < MAX_ITEMS => parsed.items.push(item),
                Some(_) => {}
                None => parsed.n_skipped += 1,
            }
        }
        parsed.position = newest.map(|at| at.to_string());
        Ok(parsed)
    }
}

fn time_of(item: &Value) -> Option<i64> {
    item.get("created_at_i").or_else(|| item.get("time")).and_then(Value::as_i64)
}

fn item_of(value: &Value, entry: &SourceEntry) -> Option<Item> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    if value.get("deleted").is_some_and(|gone| gone == true)
        || value.get("dead").is_some_and(|gone| gone == true)
    {
        return None;
    }
    let id = match value.get("objectID").or_else(|| value.get("id"))? {
        Value::Number(number) => number.as_u64()?.to_string(),
        Value::String(id) if id.bytes().all(|byte| byte.is_ascii_digit()) => id.clone(),
        _ => return None,
    };
    let body =
        text("comment_text").or(text("story_text")).or(text("text")).map(html_to_text).unwrap_or_default();
    let title = text("title").map(html_to_title);
    if title.is_none() && body.is_empty() {
        return None;
    }
    let mut item = blank_item(Kind::Conversation, entry);
    item.url = format!("https://news.ycombinator.com/item?id={id}");
    item.extent = if body.is_empty() { Extent::Headline } else { Extent::Full };
    item.title = title.unwrap_or_else(|| title_from(&body));
    item.content = body;
    item.published_at = time_of(value).map(|at| Instant::from_ms(at.saturating_mul(1000)));
    item.precision = Precision::Second;
    let by = value.get("author").or_else(|| value.get("by"));
    let (handle, bio) = match by {
        Some(Value::String(handle)) => (handle.clone(), String::new()),
        Some(author) => {
            let field = |key: &str| author.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            (field("id"), html_to_text(&field("about")))
        }
        None => (String::new(), String::new()),
    };
    if !handle.is_empty() {
        let full = format!("{handle}@news.ycombinator.com");
        let cohort = roles::cohort_of(&full, "", &bio);
        item.author_name = handle.clone();
        item.speaker = Some(Speaker { handle: full, name: handle, cohort });
    }
    Some(item)
}

#[cfg(test)]
#[path = "hacker_news_tests.rs"]
mod tests;
