//! GitHub discussions, from the public Atom list of a repository.

use domain::{Extent, Item, Kind, Speaker};

use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::feed;
use crate::feed_source::item_of as feed_item;
use crate::markup::html_to_text;
use crate::roles;
use crate::source::{Context, MAX_ITEMS, Parsed, Source, SourceRequest};

pub struct GithubDiscussions;

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
}

fn set_author(item: &mut Item, login: &str) {
    let handle = format!("{login}@github.com");
    let cohort = roles::cohort_of(&handle, "", "");
    item.author_name = login.to_owned();
    item.speaker = Some(Speaker { handle, name: login.to_owned(), cohort });
}

#[cfg(test)]
#[path = "github_tests.rs"]
mod tests;
