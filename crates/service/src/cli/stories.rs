//! `bellwether stories`: which items tell the same story, by their own times and whatever their order.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::stories::{Clusterer, ItemTerms, Settings, StoryId, StoryItem};
use domain::{Day, DocumentId, Instant};
use serde::Serialize;
use serde_json::Value;

use super::lines;

/// Items between two reviews where there are more than are remembered at once.
const REVIEWED_AFTER: usize = 5_000;

/// Keeps an item's place among the answers until all items are known.
const ITEM: &[u8] = b"\n";

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    story: String,
}

/// One item of the input.
struct Read {
    id: Value,
    at: Instant,
    document: DocumentId,
    terms: ItemTerms,
}

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut items = Vec::new();
    let mut answers = Vec::new();
    let code = read(files, &mut items, &mut answers)?;
    let stories = grow(&items);
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut items = items.iter();
    for answer in answers.split_inclusive(|byte| *byte == b'\n') {
        if answer != ITEM {
            output.write_all(answer)?;
        } else if let Some(Read { id, document, .. }) = items.next() {
            let story = stories.get(document).map_or(String::new(), StoryId::to_string);
            lines::print(&mut output, &Line { id, story })?;
        }
    }
    output.flush()?;
    Ok(code)
}

/// Reads every item; the answers hold what cannot be read, and `ITEM` for what can.
fn read(files: &[PathBuf], items: &mut Vec<Read>, answers: &mut Vec<u8>) -> anyhow::Result<ExitCode> {
    let settings = Settings::default();
    let mut seen = HashMap::new();
    // An item without a date came when the one before it came.
    let mut at = Instant::from_ms(0);
    lines::each(files, answers, |number, text, answer| {
        let line = match lines::text_line(number, text) {
            Ok(line) => line,
            Err(bad) => return lines::print(answer, &bad),
        };
        at = line.published_at.as_deref().and_then(time).unwrap_or(at);
        // What comes again under its id on another day is another item: a column whose page is written anew.
        let mut document = DocumentId::of_canonical_url(&line.id.to_string());
        let day = at.day();
        if *seen.entry(document).or_insert(day) != day {
            document = DocumentId::of_canonical_url(&format!("{} {day}", line.id));
        }
        let mentions = analysis::mentions::find(&line.title, &line.content);
        let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
        let item = StoryItem {
            id: document,
            at,
            title: &line.title,
            content: &line.content,
            entities: &entities,
            fingerprint: analysis::fingerprint::of(&line.title, &line.content),
        };
        let terms = ItemTerms::of(&item, &settings);
        items.push(Read { id: line.id, at, document, terms });
        answer.extend_from_slice(ITEM);
        Ok(())
    })
}

fn time(text: &str) -> Option<Instant> {
    Instant::parse(text).ok().or_else(|| Day::parse(text).ok().map(Day::start))
}

/// The story of every item.
fn grow(items: &[Read]) -> HashMap<DocumentId, StoryId> {
    let mut items: Vec<&Read> = items.iter().collect();
    items.sort_by_key(|item| (item.at, item.document));
    let mut clusterer = Clusterer::new(Settings::default());
    let are_forgotten = items.len() > clusterer.settings().max_items;
    let mut stories = HashMap::new();
    for (count, item) in items.iter().enumerate() {
        stories.insert(item.document, clusterer.place_terms(&item.terms).story);
        if are_forgotten && (count + 1).is_multiple_of(REVIEWED_AFTER) {
            stories.extend(clusterer.review().moved);
        }
    }
    stories.extend(clusterer.review().moved);
    stories
}
