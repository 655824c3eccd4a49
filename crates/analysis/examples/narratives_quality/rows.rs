//! The articles that are measured with.

use analysis::stories::StoryItem;
use domain::{DocumentId, Instant};
use serde_json::Value;

pub struct Row {
    pub url: String,
    pub outlet: String,
    pub title: String,
    pub content: String,
    pub at: Instant,
}

impl Row {
    /// As stories take it.
    pub fn item<'a>(&'a self, number: usize, entities: &'a [&'a str], fingerprint: u64) -> StoryItem<'a> {
        StoryItem {
            id: document(number),
            at: self.at,
            title: &self.title,
            content: &self.content,
            outlet: &self.outlet,
            language: "en",
            across: false,
            entities,
            fingerprint,
        }
    }
}

/// In the order of their times.
pub fn load(corpus: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(corpus).unwrap_or_default();
    let mut rows: Vec<(String, Row)> = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or("").to_owned();
            let at = Instant::parse(&text("published_at")).ok()?;
            Some((
                text("id"),
                Row {
                    url: text("url"),
                    outlet: text("source"),
                    title: text("title"),
                    content: text("body"),
                    at,
                },
            ))
        })
        .collect();
    rows.sort_by(|a, b| (a.1.at, &a.0).cmp(&(b.1.at, &b.0)));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn document(number: usize) -> DocumentId {
    DocumentId::from_bytes((number as u128).to_be_bytes())
}
