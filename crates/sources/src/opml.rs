//! OPML, the form in which readers exchange their lists of feeds.

use crate::catalog::{SourceEntry, SourceKind};
use crate::charset;
use crate::markup::html_to_title;
use crate::markup::tree::{Element, Tree};

const MAX_OUTLINES: usize = 5_000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpmlError {
    #[error("this is not OPML")]
    NotOpml,
    #[error("the list names no feed")]
    Empty,
}

/// The feeds of a list. A folder's name becomes the category of what is in it.
pub fn import(bytes: &[u8]) -> Result<Vec<SourceEntry>, OpmlError> {
    let text = charset::decode(bytes, None).text;
    let tree = Tree::read(&text);
    let root = tree.roots.iter().find(|root| root.name == "opml").ok_or(OpmlError::NotOpml)?;
    let mut entries = Vec::new();
    collect(root, "", &mut entries);
    if entries.is_empty() { Err(OpmlError::Empty) } else { Ok(entries) }
}

fn collect(element: &Element, folder: &str, entries: &mut Vec<SourceEntry>) {
    for outline in element.elements() {
        if outline.name != "outline" {
            collect(outline, folder, entries);
            continue;
        }
        let title =
            outline.attribute("title").or(outline.attribute("text")).map(html_to_title).unwrap_or_default();
        match outline.attribute("xmlurl").map(str::trim) {
            Some(url) if is_http(url) && entries.len() < MAX_OUTLINES => {
                let podcast = folder.to_ascii_lowercase().contains("podcast");
                let kind = if podcast { SourceKind::Podcast } else { SourceKind::Feed };
                let mut entry = SourceEntry::added(url, kind);
                if !title.is_empty() {
                    entry.outlet = title;
                }
                let category = outline.attribute("category").unwrap_or(folder).trim().trim_start_matches('/');
                if !category.is_empty() {
                    entry.category = category.to_owned();
                }
                if !entries.iter().any(|known| known.url == entry.url) {
                    entries.push(entry);
                }
            }
            _ => collect(outline, if title.is_empty() { folder } else { &title }, entries),
        }
    }
}

fn is_http(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Feeds and podcasts, one folder a category; other kinds have no place in OPML.
pub fn export(entries: &[SourceEntry]) -> String {
    let mut categories: Vec<&str> = Vec::new();
    let is_feed = |entry: &&SourceEntry| matches!(entry.kind, SourceKind::Feed | SourceKind::Podcast);
    for entry in entries.iter().filter(is_feed) {
        if !categories.contains(&entry.category.as_str()) {
            categories.push(&entry.category);
        }
    }
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head><title>Bellwether sources</title></head>\n  <body>\n",
    );
    for category in categories {
        text.push_str(&format!("    <outline text=\"{0}\" title=\"{0}\">\n", escape(category)));
        for entry in entries.iter().filter(is_feed).filter(|entry| entry.category == category) {
            text.push_str(&format!(
                "      <outline type=\"rss\" text=\"{0}\" title=\"{0}\" xmlUrl=\"{1}\"/>\n",
                escape(&entry.outlet),
                escape(&entry.url)
            ));
        }
        text.push_str("    </outline>\n");
    }
    text.push_str("  </body>\n</opml>\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
#[path = "opml_tests.rs"]
mod tests;
