//! Counts how common terms are in headlines with their leads, for stories to begin with.
//!
//! `cargo run --profile fast -p analysis --example common_terms -- HEADLINES models/common_terms.bin [DAY]...`, where HEADLINES has
//! one JSON object a line (title, lead, date); those of the named days are left out, so that what is measured on them is fair.

use std::collections::BTreeMap;

use analysis::mentions;
use analysis::stories::{ItemTerms, Settings, StoryItem};
use domain::{DocumentId, Instant};
use serde_json::Value;

/// What fewer have may be of a single event.
const FEWEST: u16 = 3;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [headlines, out, days @ ..] = arguments.as_slice() else {
        println!("usage: common_terms HEADLINES OUT [DAY]...");
        return Ok(());
    };
    let (settings, text) = (Settings::default(), std::fs::read_to_string(headlines)?);
    let mut counts: BTreeMap<u64, u16> = BTreeMap::new();
    let mut items = 0u32;
    for row in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let [title, lead, date] = ["title", "lead", "date"].map(|key| row[key].as_str().unwrap_or(""));
        if days.iter().any(|day| day == date) {
            continue;
        }
        let mentions = mentions::find(title, lead);
        let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
        let item = StoryItem {
            id: DocumentId::from_bytes([0; 16]),
            at: Instant::from_ms(0),
            title,
            content: lead,
            outlet: "",
            language: "en",
            across: false,
            entities: &entities,
            fingerprint: 0,
        };
        items += 1;
        for term in ItemTerms::of(&item, &settings).term_numbers() {
            let count = counts.entry(term).or_insert(0);
            *count = count.saturating_add(1);
        }
    }
    counts.retain(|_, count| *count >= FEWEST);
    let mut bytes = items.to_le_bytes().to_vec();
    for (term, count) in &counts {
        bytes.extend_from_slice(&term.to_le_bytes()[..5]);
        bytes.extend_from_slice(&count.to_le_bytes());
    }
    std::fs::write(out, bytes)?;
    println!("{} terms of {items} headlines", counts.len());
    Ok(())
}
