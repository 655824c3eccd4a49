//! An answer as a model reads it: the point first, then the articles behind it, then the rows.
//!
//! All of it is made from the structured answer; it says no more than that does, and what does not fit is counted.

mod citations;
mod rows;
pub mod words;

use serde_json::Value;

use crate::lead::{has_rows, lead};
use crate::tool::{Detail, Tool};

/// Characters of a text. A token is three characters at the least in what we write, so a short one stays below 1,500.
const fn max_chars(detail: Detail) -> usize {
    match detail {
        Detail::Short => 3_600,
        Detail::Full => 32_000,
    }
}

pub fn render(tool: &Tool, answer: &Value, detail: Detail, order: &str) -> String {
    let template = if has_rows(tool.lead, answer) { tool.lead } else { tool.lead_of_none };
    let mut text = lead(&template.replace("{order}", order), answer);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_list_is_told_in_a_sentence() {
        for tool in crate::table::all().iter().filter(|tool| tool.lead.contains("items/")) {
            let text = render(tool, &json!({"items": [], "total": 0}), Detail::Short, "");
            assert!(!text.contains("unknown"), "{}: {text}", tool.name);
        }
        let tool = crate::definition::find("get_breaking_stories").expect("a tool");
        assert!(render(tool, &json!({"items": []}), Detail::Short, "").starts_with("No story breaks now"));
    }

    #[test]
    fn what_has_no_title_is_cited_by_its_first_words_or_by_its_source() {
        let tool = crate::definition::find("get_trends").expect("a tool");
        let post = json!({"Title": "", "URL": "https://a.example/1", "Outlet": "Forum", "Date": "2026-03-01T09:00:00Z"});
        let mut said = post.clone();
        (said["URL"], said["Content"]) =
            (json!("https://a.example/2"), json!("The premium is gone for good."));
        let source = json!({"Outlet": "Wire", "URL": "https://a.example/3"});
        let trend = json!({"title": "A bank opens a desk", "title_source": source, "representative_articles": [post, said]});
        let text = render(tool, &json!({"items": [trend], "total": 1}), Detail::Short, "");
        assert!(text.contains("[A bank opens a desk](https://a.example/3), Wire"), "{text}");
        assert!(text.contains("[Forum, 2026-03-01T09:00:00Z](https://a.example/1)"), "{text}");
        assert!(text.contains("[The premium is gone for good.](https://a.example/2)"), "{text}");
    }
}
