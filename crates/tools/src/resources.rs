//! What can be read by its address: names, how numbers are made, one article, one story.

use indices::answers::METHODS;
use indices::metrics::METRICS;
use rmcp::model::{Resource, ResourceTemplate};
use serde_json::{Map, Value, json};

use crate::definition::find;
use crate::tool::Tool;

const SCHEME: &str = "bellwether://";

/// What stands at an address.
pub enum Found {
    /// Made from the program alone, as Markdown.
    Text(String),
    /// An operation's answer, at its price.
    Answer(&'static Tool, Map<String, Value>),
}

pub fn find_at(uri: &str) -> Option<Found> {
    let (kind, id) = uri.strip_prefix(SCHEME)?.split_once('/').unwrap_or((uri.strip_prefix(SCHEME)?, ""));
    let answer = |tool: &str, arguments: Value| {
        Some(Found::Answer(find(tool)?, arguments.as_object().cloned().unwrap_or_default()))
    };
    match (kind, id) {
        ("taxonomy", "") => answer("get_taxonomy", json!({})),
        ("methodology", id) => methodology(id).map(Found::Text),
        ("articles", id) if !id.is_empty() => answer("get_article", json!({"id": id})),
        ("stories", id) if !id.is_empty() => answer("get_story", json!({"id": id})),
        _ => None,
    }
}

/// Everything that is there once: the names, and a method for each number.
pub fn list() -> Vec<Resource> {
    let taxonomy = Resource::new(format!("{SCHEME}taxonomy"), "taxonomy")
        .with_title("Names that filters take")
        .with_mime_type("text/markdown");
    let method = |(id, name): (&str, &str)| {
        Resource::new(format!("{SCHEME}methodology/{id}"), format!("methodology-{id}"))
            .with_title(format!("How {name} is made"))
            .with_mime_type("text/markdown")
    };
    std::iter::once(taxonomy).chain(methods().map(method)).collect()
}

pub fn templates() -> Vec<ResourceTemplate> {
    [
        ("methodology/{metric}", "methodology", "How a number is made"),
        ("articles/{id}", "article", "One article, at the price of get_article"),
        ("stories/{id}", "story", "One story, at the price of get_story"),
    ]
    .map(|(path, name, title)| {
        ResourceTemplate::new(format!("{SCHEME}{path}"), name)
            .with_title(title)
            .with_mime_type("text/markdown")
    })
    .into()
}

/// The metrics and the other numbers, by id and name.
pub fn methods() -> impl Iterator<Item = (&'static str, &'static str)> {
    let metrics = METRICS.iter().map(|metric| (metric.method.id, metric.method.name));
    metrics.chain(METHODS.iter().map(|method| (method.id, method.name)))
}

fn methodology(id: &str) -> Option<String> {
    if let Some(metric) = METRICS.iter().find(|metric| metric.method.id == id) {
        let method = &metric.method;
        return Some(format!(
            "# {}\n\n{}\n\nVersion {}. Unit: {}. Published: {}. Needs: {}\n",
            method.name,
            method.summary,
            method.version,
            method.unit.name(),
            method.frequency.name(),
            method.minimum_coverage,
        ));
    }
    let method = METHODS.iter().find(|method| method.id == id)?;
    Some(format!("# {}\n\n{}\n\nVersion {}.\n", method.name, method.summary, method.version))
}
