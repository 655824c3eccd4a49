//! What a letter says, as plain text and as HTML.

use domain::EventType;
use runtime::error::ApiError;
use serde_json::Value;
use store::events::Event;
use store::webhooks::DueWebhook;

use super::links::{Purpose, link};
use crate::event::EventView;
use crate::feeds::atom::escaped;

pub struct Letter {
    pub id: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Where the reader ends it, with one click.
    pub unsubscribe: Option<String>,
}

/// A line of a letter.
enum Line {
    Heading(String),
    Words(String),
    /// With where it leads, and a word beside it.
    Link(String, String, String),
}

/// Characters of a subject.
const MAX_SUBJECT_CHARS: usize = 120;

/// An event as a letter.
pub fn of(event: &Event, to: &DueWebhook, base: &str) -> Result<Letter, ApiError> {
    let view = EventView::of(event)?;
    let told = &view.told;
    let name = told.alert.as_ref().and_then(|alert| alert["name"].as_str());
    let mut lines = vec![Line::Words(told.summary.clone())];
    match event.event_type {
        EventType::Digest => digest(&mut lines, &Value::Object(told.numbers.clone()), base),
        _ => articles(&mut lines, &told.articles),
    }
    if let Some(query) = &told.query {
        lines.push(Line::Link(
            "The call that lists what was counted".to_owned(),
            format!("{base}{query}"),
            String::new(),
        ));
    }
    let unsubscribe = link(base, Purpose::Unsubscribe, to);
    let subject = name.map_or_else(|| told.summary.clone(), |name| format!("{name}: {}", told.summary));
    Ok(written(event.id.clone(), &subject, &lines, Some(unsubscribe)))
}

/// Asks a reader whether the mail is wanted.
pub fn confirmation(to: &DueWebhook, account: &str, base: &str, id: String) -> Letter {
    let name = &to.webhook.definition.name;
    let lines = [
        Line::Words(format!(
            "The account {account} on {base} wants to send you alerts and digests ({name}). If you want them, confirm your address. If you do \
             not, do nothing: you will not be written to again."
        )),
        Line::Link("Confirm this address".to_owned(), link(base, Purpose::Confirm, to), String::new()),
    ];
    written(id, "Confirm your address for Bellwether", &lines, None)
}

fn articles(lines: &mut Vec<Line>, articles: &[Value]) {
    for article in articles {
        let member = |name: &str| article[name].as_str().unwrap_or_default().to_owned();
        lines.push(Line::Link(member("Title"), member("URL"), member("Outlet")));
    }
}

fn digest(lines: &mut Vec<Line>, numbers: &Value, base: &str) {
    let list = |name: &str| numbers[name].as_array().cloned().unwrap_or_default();
    let text = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
    let stories = list("stories");
    if !stories.is_empty() {
        lines.push(Line::Heading("Strongest stories".to_owned()));
    }
    for story in &stories {
        let beside =
            format!("{} articles, {} outlet families", story["articleCount"], story["outletFamilies"]);
        lines.push(Line::Link(
            text(story, "title"),
            format!("{base}/stories/{}", text(story, "storyId")),
            beside,
        ));
    }
    let companies = list("companies");
    if !companies.is_empty() {
        lines.push(Line::Heading("Companies you watch".to_owned()));
    }
    for company in &companies {
        let tone = company["tone"].as_f64().map_or(String::new(), |tone| format!(", tone {tone:+.2}"));
        let beside =
            format!("{} articles, {} before{tone}", company["articleCount"], company["articleCountBefore"]);
        lines.push(Line::Link(text(company, "name"), format!("{base}{}", text(company, "query")), beside));
    }
}

fn written(id: String, subject: &str, lines: &[Line], unsubscribe: Option<String>) -> Letter {
    let (mut text, mut html) = (String::new(), "<!doctype html>\n<html><body>\n".to_owned());
    for line in lines {
        match line {
            Line::Heading(words) => {
                text.push_str(&format!("\n{words}\n\n"));
                html.push_str(&format!("<h2>{}</h2>\n", escaped(words)));
            }
            Line::Words(words) => {
                text.push_str(&format!("{words}\n\n"));
                html.push_str(&format!("<p>{}</p>\n", escaped(words)));
            }
            Line::Link(words, to, beside) => {
                let words = if words.trim().is_empty() { "Untitled" } else { words };
                let note = if beside.is_empty() { String::new() } else { format!(" ({beside})") };
                text.push_str(&format!("- {words}{note}\n  {to}\n"));
                let linked = match to.starts_with("http://") || to.starts_with("https://") {
                    true => format!("<a href=\"{}\">{}</a>", escaped(to), escaped(words)),
                    false => escaped(words),
                };
                html.push_str(&format!("<p>{linked}{}</p>\n", escaped(&note)));
            }
        }
    }
    if let Some(link) = &unsubscribe {
        text.push_str(&format!("\nUnsubscribe: {link}\n"));
        html.push_str(&format!("<p><small><a href=\"{}\">Unsubscribe</a></small></p>\n", escaped(link)));
    }
    html.push_str("</body></html>\n");
    let subject = subject.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_SUBJECT_CHARS);
    Letter { id, subject: subject.collect(), text, html, unsubscribe }
}
