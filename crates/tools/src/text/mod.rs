//! An answer as a model reads it: the point first, then the articles behind it, then the rows.
//!
//! All of it is made from the structured answer; it says no more than that does, and what does not fit is counted.

mod citations;
mod rows;
pub mod words;

use serde_json::Value;

use crate::lead::lead;
use crate::tool::{Detail, Tool};

/// Characters of a text. A token is three characters at the least in what we write, so a short one stays below 1,500.
const fn max_chars(detail: Detail) -> usize {
    match detail {
        Detail::Short => 3_600,
        Detail::Full => 32_000,
    }
}

pub fn render(tool: &Tool, answer: &Value, detail: Detail, order: &str) -> String {
    let mut text = lead(&tool.lead.replace("{order}", order), answer);
    text.push('\n');
    let room = max_chars(detail).saturating_sub(text.len());
    let cited = citations::list(answer, detail, room * 2 / 3);
    let rows = rows::list(answer, detail, room.saturating_sub(cited.len()));
    text.push_str(&rows);
    text.push_str(&cited);
    if let Some(query) = evidence(answer) {
        text.push_str(&format!("\nArticles counted: `{query}` (search_articles takes the same filters).\n"));
    }
    text
}

/// The call that lists what was counted, where the answer names one.
fn evidence(answer: &Value) -> Option<&str> {
    let own = answer["query"].as_str();
    own.or_else(|| answer["items"].as_array()?.last()?["query"].as_str()).filter(|query| query.len() < 400)
}
