//! Podcasts: a feed whose episodes may point at their words. Speakers keep their names; the feed's
//! people tell who is host and who is guest.

use domain::{Extent, Item, Kind, Role};

use crate::captions::{self, Format};
use crate::error::SourceError;
use crate::feed::{self, Entry, TranscriptLink};
use crate::feed_source::{item_of, start};
use crate::source::{Context, FollowUp, MAX_ITEMS, Parsed, Reading, Source, Want};

pub struct Podcast;

impl Source for Podcast {
    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let feed = feed::parse(bytes, context.content_type, Some(context.url))?;
        let mut parsed = start(&feed);
        for entry in feed.entries.iter().take(MAX_ITEMS) {
            let Some(mut item) = item_of(entry, &feed, context.entry, Kind::Podcast) else {
                parsed.n_skipped += 1;
                continue;
            };
            // Show notes are not the episode, however long they are.
            if item.extent == Extent::Full {
                item.extent = Extent::Summary;
            }
            if item.author_name.is_empty() {
                item.author_name = feed.author.clone().unwrap_or_default();
            }
            if let Some(link) = best_transcript(&entry.transcripts) {
                parsed.follow_ups.push(FollowUp {
                    item: parsed.items.len(),
                    url: link.url.clone(),
                    want: Want::Transcript { media_type: link.media_type.clone(), people: people(entry) },
                });
            }
            parsed.items.push(item);
        }
        Ok(parsed)
    }

    fn complete(
        &self,
        item: &mut Item,
        follow_up: &FollowUp,
        reply: &Reading<'_>,
    ) -> Result<(), SourceError> {
        let Want::Transcript { media_type, people } = &follow_up.want else { return Ok(()) };
        apply_transcript(item, reply.bytes, media_type, people, reply.content_type)
    }
}

/// Who takes part, and as what.
fn people(entry: &Entry) -> Vec<(String, Role)> {
    let role = |role: &str| match role {
        role if role.contains("host") => Role::Host,
        role if role.contains("guest") => Role::Guest,
        _ => Role::Unknown,
    };
    entry.persons.iter().map(|person| (person.name.clone(), role(&person.role))).collect()
}

/// Forms that name speakers come first.
fn best_transcript(links: &[TranscriptLink]) -> Option<&TranscriptLink> {
    let rank = |link: &TranscriptLink| match captions::format_of(&link.media_type, &link.url) {
        Some(Format::Json) => 0,
        Some(Format::Vtt) => 1,
        Some(Format::Srt) => 2,
        Some(Format::Html) => 3,
        None => 4,
    };
    links.iter().filter(|link| rank(link) < 4).min_by_key(|link| rank(link))
}

/// Puts an episode's words into its item.
fn apply_transcript(
    item: &mut Item,
    bytes: &[u8],
    media_type: &str,
    people: &[(String, Role)],
    content_type: Option<&str>,
) -> Result<(), SourceError> {
    let mut turns = captions::parse(bytes, media_type, content_type)?;
    for turn in &mut turns {
        if let Some((_, role)) = people.iter().find(|(name, _)| same_person(name, &turn.speaker)) {
            turn.role = *role;
        }
    }
    item.content = captions::text_of(&turns);
    item.extent = Extent::Full;
    item.turns = turns;
    Ok(())
}

/// A transcript may say `Ivy` where the feed says `Ivy Lock`.
fn same_person(full: &str, short: &str) -> bool {
    let (full, short) = (full.to_lowercase(), short.trim().to_lowercase());
    !short.is_empty() && (full == short || full.split_whitespace().any(|name| name == short))
}

#[cfg(test)]
#[path = "podcast_tests.rs"]
mod tests;
