//! `bellwether stories`: which items tell the same story, by their own times and whatever their order.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::clean::{self, OutletFrames};
use analysis::mentions::Gazetteer;
use analysis::stories::{Clusterer, ItemTerms, Settings, StoryId, StoryItem};
use analysis::{Text, fingerprint};
use domain::{Day, DocumentId, Instant, Language};
use serde::Serialize;
use serde_json::Value;

use super::lines::{self, TextLine};
use pipeline::digest::caught;

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
pub(super) struct Read {
    pub line: TextLine,
    pub at: Instant,
    pub document: DocumentId,
}

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut items = Vec::new();
    let mut answers = Vec::new();
    let mut code = read(files, &mut items, &mut answers)?;
    let (stories, failed) = grow(&items, &frames(&items));
    if failed {
        code = ExitCode::FAILURE;
    }
    print(&items, &answers, |Read { line, document, .. }| {
        let story = stories.get(document).map_or(String::new(), StoryId::to_string);
        Line { id: &line.id, story }
    })?;
    Ok(code)
}

/// Prints what `answer` says of each item, and between them what could not be read.
pub(super) fn print<'a, T: Serialize>(
    items: &'a [Read],
    answers: &[u8],
    answer: impl Fn(&'a Read) -> T,
) -> anyhow::Result<()> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut items = items.iter();
    for line in answers.split_inclusive(|byte| *byte == b'\n') {
        if line != ITEM {
            output.write_all(line)?;
        } else if let Some(item) = items.next() {
            lines::print(&mut output, &answer(item))?;
        }
    }
    output.flush()?;
    Ok(())
}

/// Reads every item; the answers hold what cannot be read, and `ITEM` for what can.
pub(super) fn read(
    files: &[PathBuf],
    items: &mut Vec<Read>,
    answers: &mut Vec<u8>,
) -> anyhow::Result<ExitCode> {
    let mut seen = HashMap::new();
    // An item without a date came when the one before it came.
    let mut at = Instant::from_ms(0);
    lines::each(files, answers, |number, text, answer| {
        let line = lines::text_line(number, text)?;
        at = line.published_at.as_deref().and_then(time).unwrap_or(at);
        // What comes again under its id on another day is another item: a column whose page is written anew.
        let mut document = DocumentId::of_canonical_url(&line.id.to_string());
        let day = at.day();
        if *seen.entry(document).or_insert(day) != day {
            document = DocumentId::of_canonical_url(&format!("{} {day}", line.id));
        }
        items.push(Read { line, at, document });
        answer.extend_from_slice(ITEM);
        Ok(())
    })
}

fn time(text: &str) -> Option<Instant> {
    Instant::parse(text).ok().or_else(|| Day::parse(text).ok().map(Day::start))
}

/// What each outlet repeats in these items.
pub(super) type Frames<'a> = HashMap<&'a str, OutletFrames>;

pub(super) fn frames(items: &[Read]) -> Frames<'_> {
    let mut frames: Frames = HashMap::new();
    for Read { line, at, .. } in in_order(items).into_iter().filter(|item| !item.line.outlet.is_empty()) {
        let of_outlet = frames.entry(&line.outlet).or_default();
        let cleaned = clean::clean(&line.outlet, &line.title, &line.content, of_outlet);
        of_outlet.learn(at.day(), &cleaned.title, &cleaned.text, &cleaned.cuts);
    }
    frames
}

/// An item's title and text without what its outlet repeats.
pub(super) fn cleaned(item: &Read, frames: &Frames) -> clean::Cleaned {
    let none = OutletFrames::default();
    let known = frames.get(item.line.outlet.as_str()).unwrap_or(&none);
    clean::clean(&item.line.outlet, &item.line.title, &item.line.content, known)
}

fn terms(item: &Read, frames: &Frames, across: bool, settings: &Settings) -> ItemTerms {
    let cleaned = cleaned(item, frames);
    let language = language(item, &cleaned.title, &cleaned.text);
    let mentions = Gazetteer::standard().find_in(&cleaned.title, &cleaned.text, &language);
    let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
    let item = StoryItem {
        id: item.document,
        at: item.at,
        title: &cleaned.title,
        content: &cleaned.text,
        outlet: &item.line.outlet,
        language: &language,
        across,
        entities: &entities,
        fingerprint: fingerprint::of(&cleaned.title, &cleaned.text),
    };
    ItemTerms::of(&item, settings)
}

pub(super) fn language(item: &Read, title: &str, content: &str) -> String {
    let stated_language = item.line.language.as_deref();
    analysis::language_of(&Text { title, content, stated_language, ..Text::default() })
}

pub(super) fn in_order(items: &[Read]) -> Vec<&Read> {
    let mut items: Vec<&Read> = items.iter().collect();
    items.sort_by_key(|item| (item.at, item.document));
    items
}

/// The story of every item, and whether one made its reader panic: such an item is alone.
pub(super) fn grow(items: &[Read], frames: &Frames) -> (HashMap<DocumentId, StoryId>, bool) {
    let items = in_order(items);
    let mut clusterer = Clusterer::new(Settings::default());
    let is_foreign = |item: &&Read| {
        let language = Language::from_name(&language(item, &item.line.title, &item.line.content));
        language.is_some_and(|language| language != Language::English)
    };
    let across = items.iter().any(is_foreign);
    let are_forgotten = items.len() > clusterer.settings().max_items;
    let (mut stories, mut failed) = (HashMap::new(), false);
    for (count, item) in items.iter().enumerate() {
        let story = match caught(|| terms(item, frames, across, clusterer.settings())) {
            Ok(terms) => clusterer.place_terms(&terms).story,
            Err(_) => {
                failed = true;
                StoryId::of_first(item.document)
            }
        };
        stories.insert(item.document, story);
        if are_forgotten && (count + 1).is_multiple_of(REVIEWED_AFTER) {
            stories.extend(clusterer.review().moved);
        }
    }
    stories.extend(clusterer.review().moved);
    (stories, failed)
}
