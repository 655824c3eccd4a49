//! GitHub discussions: the GraphQL API where a token is set up, the public Atom list otherwise.

use domain::{Extent, Item, Kind, Precision, Speaker};
use serde_json::{Value, json};

use crate::dates::parse_instant;
use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::feed;
use crate::feed_source::item_of as feed_item;
use crate::json;
use crate::markup::html_to_text;
use crate::roles;
use crate::source::{Context, MAX_ITEMS, Parsed, Source, SourceRequest, blank_item};

pub struct GithubDiscussions;

const QUERY: &str = "query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { \
    nameWithOwner discussions(first: 50, orderBy: {field: UPDATED_AT, direction: DESC}) { nodes { \
    title url bodyText createdAt author { login } comments(last: 20) { nodes { url bodyText createdAt author { login } } } } } } }";

/// The request for the API; the caller adds the token as `authorization`.
pub fn graphql_ask(entry: &SourceEntry, token: &str) -> Result<SourceRequest, SourceError> {
    let (owner, name) = repository(&entry.url)?;
    Ok(SourceRequest::Post {
        url: "https://api.github.com/graphql".to_owned(),
        headers: vec![("authorization", format!("Bearer {token}"))],
        body: json!({ "query": QUERY, "variables": { "owner": owner, "name": name } }).to_string(),
    })
}

fn repository(url: &str) -> Result<(String, String), SourceError> {
    let wrong = SourceError::Setup("the address of the repository");
    let Ok(url) = url::Url::parse(url) else { return Err(wrong) };
    let mut parts = url.path().split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(owner), Some(name)) => Ok((owner.to_owned(), name.to_owned())),
        _ => Err(wrong),
    }
}

impl Source for GithubDiscussions {
    fn requests(
        &self,
        entry: &SourceEntry,
        _position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        let (owner, name) = repository(&entry.url)?;
        Ok(vec![SourceRequest::get(&format!("https://github.com/{owner}/{name}/discussions.atom"))])
    }

    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if first == Some(&b'{') { graphql(bytes, context) } else { atom(bytes, context) }
    }
}

fn graphql(bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
    let value: Value = json::read_bytes(bytes).map_err(|_| SourceError::Json("not JSON"))?;
    let repository = value.pointer("/data/repository").filter(|found| found.is_object());
    let repository = repository.ok_or(SourceError::Json("no repository in it"))?;
    let mut parsed = Parsed {
        title: repository.get("nameWithOwner").and_then(Value::as_str).map(str::to_owned),
        ..Parsed::default()
    };
    let nodes = |value: &Value, path: &str| {
        value.pointer(path).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    for discussion in nodes(repository, "/discussions/nodes") {
        let title = discussion.get("title").and_then(Value::as_str).unwrap_or("").to_owned();
        let comments = nodes(&discussion, "/comments/nodes");
        for post in std::iter::once(&discussion).chain(&comments) {
            match post_item(post, &title, context.entry) {
                Some(item) if parsed.items.len() < MAX_ITEMS => parsed.items.push(item),
                Some(_) => {}
                None => parsed.n_skipped += 1,
            }
        }
    }
    Ok(parsed)
}

fn post_item(post: &Value, title: &str, entry: &SourceEntry) -> Option<Item> {
    let text = |key: &str| post.get(key).and_then(Value::as_str);
    let mut item = blank_item(Kind::Conversation, entry);
    // A comment's address differs only after the `#`, which an address loses when it is made canonical.
    item.url = text("url").map(str::trim).filter(|url| !url.is_empty())?.replace('#', "?comment=");
    item.title = title.to_owned();
    item.content = text("bodyText").or_else(|| text("body")).unwrap_or("").trim().to_owned();
    item.extent = if item.content.is_empty() { Extent::Headline } else { Extent::Full };
    item.published_at = text("createdAt").and_then(parse_instant);
    item.precision = Precision::Second;
    if let Some(login) = post.pointer("/author/login").and_then(Value::as_str) {
        set_author(&mut item, login);
    }
    (!item.title.is_empty()).then_some(item)
}

fn set_author(item: &mut Item, login: &str) {
    let handle = format!("{login}@github.com");
    let cohort = roles::cohort_of(&handle, "", "");
    item.author_name = login.to_owned();
    item.speaker = Some(Speaker { handle, name: login.to_owned(), cohort });
}

fn atom(bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
    let feed = feed::parse(bytes, context.content_type, Some(context.url))?;
    let mut parsed = Parsed { title: feed.title.clone(), ..Parsed::default() };
    for entry in feed.entries.iter().take(MAX_ITEMS) {
        let Some(mut item) = feed_item(entry, &feed, context.entry, Kind::Conversation) else {
            parsed.n_skipped += 1;
            continue;
        };
        item.content = entry.content.as_deref().map(html_to_text).unwrap_or_default();
        item.extent = if item.content.is_empty() { Extent::Headline } else { Extent::Full };
        if let Some(login) = entry.author.clone() {
            set_author(&mut item, &login);
        }
        parsed.items.push(item);
    }
    Ok(parsed)
}

#[cfg(test)]
#[path = "github_tests.rs"]
mod tests;
