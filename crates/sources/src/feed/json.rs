//! JSON Feed 1.0 and 1.1, read by hand so that one wrong type loses one field and not the feed.

use serde_json::Value;
use url::Url;

use super::entry::Base;
use super::{Enclosure, Entry, Feed, Format, MAX_ENTRIES, NotFeed};
use crate::dates::parse_date;
use crate::markup::{html_to_text, html_to_title};

pub(super) fn parse(text: &str, base: Option<&Url>) -> Result<Feed, NotFeed> {
    // serde_json refuses nesting beyond 128 by itself, so depth is bounded.
    let value: Value = crate::json::read(text).map_err(|_| NotFeed::BadJson)?;
    let version = string(&value, "version").unwrap_or_default();
    let items = value.get("items").and_then(Value::as_array);
    let claims = version.contains("jsonfeed.org");
    let looks = items.is_some_and(|items| {
        let speaks = |item: &Value| item.get("content_text").is_some() || item.get("content_html").is_some();
        value.get("home_page_url").is_some() || value.get("feed_url").is_some() || items.iter().any(speaks)
    });
    if !claims && !looks {
        return Err(NotFeed::OtherJson);
    }
    let base = Base::new(base);
    let entries = items.map_or(&[][..], Vec::as_slice);
    Ok(Feed {
        format: Format::Json,
        title: string(&value, "title").map(|title| html_to_title(&title)).filter(|title| !title.is_empty()),
        link: string(&value, "home_page_url").and_then(|link| base.resolve(&link)),
        description: string(&value, "description").map(|text| html_to_text(&text)),
        language: string(&value, "language"),
        author: author(&value),
        image_url: string(&value, "icon").and_then(|address| base.resolve(&address)),
        ttl_minutes: None,
        podcast: false,
        faults: Vec::new(),
        entries: entries
            .iter()
            .take(MAX_ENTRIES)
            .filter(|item| item.is_object())
            .map(|item| entry(item, &base))
            .collect(),
    })
}

fn entry(item: &Value, base: &Base) -> Entry {
    let link = string(item, "url").or_else(|| string(item, "external_url"));
    let tags = item.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let attachments = item.get("attachments").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Entry {
        // Numbers are seen as ids although the standard wants text.
        id: string(item, "id").or_else(|| item.get("id").filter(|id| id.is_number()).map(Value::to_string)),
        title: string(item, "title").map(|title| html_to_title(&title)).filter(|title| !title.is_empty()),
        link: link.and_then(|link| base.resolve(&link)),
        published: string(item, "date_published").and_then(|date| parse_date(&date)),
        updated: string(item, "date_modified").and_then(|date| parse_date(&date)),
        author: author(item),
        summary: string(item, "summary"),
        content: string(item, "content_html")
            .or_else(|| string(item, "content_text").map(|text| paragraphs(&text))),
        image_url: string(item, "image")
            .or_else(|| string(item, "banner_image"))
            .and_then(|a| base.resolve(&a)),
        language: string(item, "language"),
        categories: tags.iter().take(32).filter_map(Value::as_str).map(str::to_owned).collect(),
        enclosures: attachments
            .iter()
            .take(32)
            .filter_map(|attachment| {
                let url = base.resolve(&string(attachment, "url")?)?;
                Some(Enclosure { url, media_type: string(attachment, "mime_type").unwrap_or_default() })
            })
            .collect(),
        transcripts: Vec::new(),
        persons: Vec::new(),
    }
}

/// Plain text as HTML: its own angle brackets are no tags.
fn paragraphs(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    escaped.split("\n\n").map(|paragraph| format!("<p>{}</p>", paragraph.replace('\n', "<br>"))).collect()
}

fn author(value: &Value) -> Option<String> {
    let first = value.get("authors").and_then(Value::as_array).and_then(|authors| authors.first());
    first
        .or_else(|| value.get("author"))
        .and_then(|author| string(author, "name").or_else(|| author.as_str().map(str::to_owned)))
}

fn string(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}
