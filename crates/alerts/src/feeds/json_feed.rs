//! JSON Feed 1.1.

use serde_json::json;

use super::{Shown, urn_of};

pub fn written(feed: &Shown, base: &str) -> String {
    let items: Vec<_> = feed
        .entries
        .iter()
        .map(|entry| {
            let mut item = json!({
                "id": urn_of(&entry.id),
                "url": entry.url,
                "title": entry.title,
                "content_text": entry.title,
                "date_published": entry.date,
                "authors": [{ "name": entry.outlet }],
                "tags": [entry.sentiment, entry.kind],
            });
            if !entry.image_url.is_empty() {
                item["image"] = json!(entry.image_url);
            }
            item
        })
        .collect();
    json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": format!("{base}/"),
        "items": items,
    })
    .to_string()
}
