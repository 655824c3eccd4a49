//! Earnings calls as transcripts, from an address or from a folder of files. Reading them is `transcript`'s work.

use domain::{Extent, Item, Kind, Precision};

use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::source::{Context, Parsed, Source, SourceRequest, blank_item};
use crate::transcript::{self, Transcript};

pub struct EarningsCalls;

impl Source for EarningsCalls {
    fn requests(
        &self,
        entry: &SourceEntry,
        _position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        if entry.url.starts_with("http://") || entry.url.starts_with("https://") {
            return Ok(vec![SourceRequest::get(&entry.url)]);
        }
        Ok(vec![SourceRequest::Folder(entry.url.strip_prefix("file://").unwrap_or(&entry.url).into())])
    }

    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let transcript = transcript::parse(bytes, context.url)?;
        let item = item_of(&transcript, context);
        Ok(Parsed { title: Some(item.title.clone()), items: vec![item], ..Parsed::default() })
    }
}

fn item_of(transcript: &Transcript, context: &Context<'_>) -> Item {
    let mut item = blank_item(Kind::EarningsCall, context.entry);
    item.url = address_of(transcript, context);
    item.title = match (transcript.title.trim(), transcript.company.trim()) {
        ("", "") => "Earnings call".to_owned(),
        ("", company) => format!("{company}: earnings call"),
        (title, _) => title.to_owned(),
    };
    if let Some(day) = transcript.date {
        (item.published_at, item.precision) = (Some(day.start()), Precision::Day);
    }
    if transcript.ticker.is_some() {
        item.ticker = transcript.ticker.clone();
    }
    item.author_name = transcript.company.clone();
    item.content = crate::captions::text_of(&transcript.turns);
    item.extent = Extent::Full;
    item.turns = transcript.turns.clone();
    item
}

/// A file has no address on the web; its words give it one that stays the same wherever the file lies.
fn address_of(transcript: &Transcript, context: &Context<'_>) -> String {
    if context.url.starts_with("http://") || context.url.starts_with("https://") {
        return context.url.to_owned();
    }
    let words = crate::captions::text_of(&transcript.turns);
    let hash = domain::hash::to_hex(&domain::hash::hash128(words.as_bytes()));
    format!("https://transcripts.invalid/{hash}")
}

#[cfg(test)]
#[path = "earnings_call_tests.rs"]
mod tests;
