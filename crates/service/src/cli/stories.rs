//! `bellwether stories`: which items tell the same story, as online clustering gives them in the order of the input.

use std::io::BufWriter;
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::stories::{Clusterer, Settings, StoryItem};
use domain::{DocumentId, Instant};
use serde::Serialize;
use serde_json::Value;

use super::lines;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    story: String,
}

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut clusterer = Clusterer::new(Settings::default());
    let mut output = BufWriter::new(std::io::stdout().lock());
    // An item without a date came when the one before it came.
    let mut at = Instant::from_ms(0);
    lines::each(files, &mut output, |number, text, answer| {
        let line = match lines::text_line(number, text) {
            Ok(line) => line,
            Err(bad) => return lines::print(answer, &bad),
        };
        at = line.published_at.as_deref().and_then(|text| Instant::parse(text).ok()).unwrap_or(at);
        let mentions = analysis::mentions::find(&line.title, &line.content);
        let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
        let placed = clusterer.place(&StoryItem {
            id: DocumentId::of_canonical_url(&line.id.to_string()),
            at,
            title: &line.title,
            content: &line.content,
            entities: &entities,
            fingerprint: analysis::fingerprint::of(&line.title, &line.content),
        });
        lines::print(answer, &Line { id: &line.id, story: placed.story.to_string() })
    })
}
