//! The body of a delivery: the event itself, or a message as Slack-shaped and Discord-shaped receivers take it.

use runtime::error::ApiError;
use serde_json::{Value, json};
use store::events::Event;

use crate::event::EventView;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Standard,
    Slack,
    Discord,
    /// A letter, to an address that begins with mailto:.
    Mail,
}

/// As they are asked for.
pub const SHAPES: [&str; 4] = ["standard", "slack", "discord", "mail"];

/// Articles that a message names.
const MAX_NAMED: usize = 5;
/// What Discord takes.
const MAX_MESSAGE_CHARS: usize = 2_000;

impl Shape {
    pub fn of(name: &str) -> Shape {
        match name {
            "slack" => Shape::Slack,
            "discord" => Shape::Discord,
            "mail" => Shape::Mail,
            _ => Shape::Standard,
        }
    }

    pub fn body(self, event: &Event) -> Result<String, ApiError> {
        let view = EventView::of(event)?;
        let body = match self {
            Shape::Standard | Shape::Mail => {
                json!({ "type": view.r#type, "timestamp": view.created_at, "data": view })
            }
            Shape::Slack => json!({ "text": message(&view, slack_link) }),
            // Names of people and roles in a headline must not ring anybody.
            Shape::Discord => {
                json!({ "content": message(&view, discord_link), "allowed_mentions": { "parse": [] } })
            }
        };
        Ok(body.to_string())
    }
}

fn message(view: &EventView, link: fn(&str, &str) -> String) -> String {
    let mut text = String::new();
    if let Some(name) = view.told.alert.as_ref().and_then(|alert| alert["name"].as_str()) {
        text = format!("{}\n", link(name, ""));
    }
    text.push_str(&link(&view.told.summary, ""));
    for article in view.told.articles.iter().take(MAX_NAMED) {
        let member = |name: &str| article[name].as_str().unwrap_or_default();
        let line = format!("\n• {}", link(member("Title"), member("URL")));
        // Whole lines only: half a link is none.
        if text.chars().count() + line.chars().count() > MAX_MESSAGE_CHARS {
            break;
        }
        text.push_str(&line);
    }
    text.chars().take(MAX_MESSAGE_CHARS).collect()
}

/// With the three characters written out that Slack reads as its own.
fn slack_link(text: &str, url: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    match url {
        "" => text,
        url => format!("<{}|{}>", url.replace(['|', '>', '<'], ""), text.replace('|', "/")),
    }
}

/// Brackets in a title would end its link.
fn discord_link(text: &str, url: &str) -> String {
    match url {
        "" => text.to_owned(),
        url => format!("[{}](<{}>)", text.replace(['[', ']'], ""), url.replace(['<', '>', ')'], "")),
    }
}

/// What tries an endpoint.
pub fn test_event(now: domain::Instant) -> Event {
    let body: Value =
        json!({ "summary": "A test: the endpoint can be reached.", "numbers": {}, "articles": [] });
    Event {
        number: 0,
        id: runtime::clock::new_id("evt"),
        alert_id: None,
        event_type: domain::EventType::WebhookTest,
        at: now,
        made_at: now,
        items: 0,
        body: body.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(title: &str) -> Event {
        let article = json!({ "Title": title, "URL": "https://a.example/1" });
        let body = json!({ "summary": "Acme & co: 42 items <today>.", "alert": { "id": "a", "name": "Acme" },
            "numbers": { "items": 42 }, "query": "/feed?x", "articles": [article] });
        Event { body: body.to_string(), ..test_event(domain::Instant::from_ms(0)) }
    }

    fn body(shape: Shape, title: &str) -> Value {
        serde_json::from_str(&shape.body(&event(title)).expect("a body")).expect("JSON")
    }

    #[test]
    fn the_event_itself() {
        let body = body(Shape::Standard, "T");
        assert_eq!(body["type"], "webhook.test");
        assert_eq!(body["data"]["numbers"]["items"], 42);
        assert_eq!(body["data"]["articles"][0]["Title"], "T");
    }

    #[test]
    fn messages_escape_what_is_not_theirs() {
        let slack = body(Shape::Slack, "<!channel> | [x]");
        assert_eq!(
            slack["text"],
            "Acme\nAcme &amp; co: 42 items &lt;today&gt;.\n• <https://a.example/1|&lt;!channel&gt; / [x]>"
        );
        let discord = body(Shape::Discord, "@everyone [x](y)");
        assert_eq!(
            discord["content"],
            "Acme\nAcme & co: 42 items <today>.\n• [@everyone x(y)](<https://a.example/1>)"
        );
        assert_eq!(discord["allowed_mentions"]["parse"], json!([]));
        assert!(
            body(Shape::Discord, &"x".repeat(5000))["content"].as_str().is_some_and(|text| text.len() < 2001)
        );
    }
}
