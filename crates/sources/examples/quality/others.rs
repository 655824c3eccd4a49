//! Captions, filings, conversations and prices: how many records are read, and how many are not.

use std::panic::catch_unwind;
use std::path::Path;

use serde_json::Value;
use sources::source::Context;
use sources::{SourceEntry, SourceKind, bitcoin_price, captions, edgar, source_for};

use crate::{Tally, files_below};

pub fn captions(directory: &Path, list: bool) {
    let files =
        [files_below(&directory.join("podcasts")), files_below(&directory.join("conversations"))].concat();
    let (mut read, mut named, mut n_turns, mut n_panics) = (Tally::default(), Tally::default(), 0, 0);
    for path in files {
        let name = path.to_string_lossy().into_owned();
        let is_captions = captions::format_of("", &name).is_some_and(|format| match format {
            captions::Format::Vtt | captions::Format::Srt => true,
            captions::Format::Json | captions::Format::Html => name.contains("podcast-namespace"),
        });
        let Ok(bytes) = std::fs::read(&path) else { continue };
        if !is_captions {
            continue;
        }
        let Ok(outcome) = catch_unwind(|| captions::parse(&bytes, "", None)) else {
            n_panics += 1;
            continue;
        };
        // Files made to be broken or empty must be refused or read in part, not counted as failures.
        let is_broken = ["invalid", "empty", "missing", "no_captions"].iter().any(|word| name.contains(word));
        if !is_broken {
            read.count(outcome.is_ok());
            if list && outcome.is_err() {
                println!("  {name}: not read");
            }
        }
        if let Ok(turns) = outcome {
            n_turns += turns.len();
            named.count(turns.iter().any(|turn| !turn.speaker.is_empty()));
        }
    }
    if read.all() == 0 {
        println!("captions: none in {}", directory.display());
        return;
    }
    read.print("captions read");
    named.print("captions with named speakers");
    println!("captions, turns: {n_turns}, panics: {n_panics}");
}

pub fn filings(directory: &Path, list: bool) {
    let files = files_below(&directory.join("filings"));
    let (mut documents, mut lists, mut n_filings, mut n_panics) = (Tally::default(), Tally::default(), 0, 0);
    let entry = SourceEntry::added("https://www.sec.gov/x", SourceKind::Edgar);
    for path in files {
        let name = path.to_string_lossy().into_owned();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let is_list = name.contains("getcurrent") || name.ends_with("company_submission.json");
        let is_document = (name.ends_with(".html") || name.ends_with(".htm"))
            && ["8k", "6k", "10q", "8-K", "10-K", "20-F"].iter().any(|form| name.contains(form))
            || name.ends_with(".txt") && (name.contains("/sgml/0") || name.contains("full_submission"));
        if is_list {
            let context =
                Context { entry: &entry, url: "https://www.sec.gov/x", content_type: None, position: None };
            match catch_unwind(|| source_for(SourceKind::Edgar).parse(&bytes, &context)) {
                Ok(outcome) => {
                    lists.count(outcome.is_ok());
                    n_filings += outcome.map_or(0, |parsed| parsed.items.len());
                }
                Err(_) => n_panics += 1,
            }
        } else if is_document {
            let text = sources::charset::decode(&bytes, None).text;
            match catch_unwind(|| edgar::read_submission(&text).content()) {
                Ok(content) => {
                    let good = content.split_whitespace().count() >= 15 && !content.contains("</");
                    documents.count(good);
                    if list && !good {
                        println!("  {name}: {} words", content.split_whitespace().count());
                    }
                }
                Err(_) => n_panics += 1,
            }
        }
    }
    if documents.all() + lists.all() == 0 {
        println!("filings: none in {}", directory.display());
        return;
    }
    documents.print("filings read to words without markup");
    lists.print("EDGAR lists read");
    println!("EDGAR lists, filings of our forms: {n_filings}, panics: {n_panics}");
}

pub fn conversations(directory: &Path) {
    let root = directory.join("conversations");
    let sets = [
        ("nostr/events.jsonl", SourceKind::Nostr),
        ("mastodon/statuses.jsonl", SourceKind::Mastodon),
        ("hackernews/items.jsonl", SourceKind::HackerNews),
        ("bluesky_models/post_record.json", SourceKind::Bluesky),
        ("bluesky_models/extended_post_record.json", SourceKind::Bluesky),
    ];
    for (path, kind) in sets {
        let Ok(bytes) = std::fs::read(root.join(path)) else {
            println!("conversations: no conversations/{path} in {}", directory.display());
            continue;
        };
        let entry = SourceEntry::added("https://example.com/", kind);
        let context =
            Context { entry: &entry, url: "https://example.com/", content_type: None, position: None };
        let (n_items, n_skipped) = match source_for(kind).parse(&bytes, &context) {
            Ok(parsed) => (parsed.items.len(), parsed.n_skipped),
            Err(error) => {
                println!("conversations/{path}: {}", error.chain());
                continue;
            }
        };
        print!("conversations/{path}: {n_items} items read, {n_skipped} passed over");
        if kind == SourceKind::Nostr {
            // The set says which of its events carry an id that fits.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let usable =
                text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).filter(|row| {
                    let event = &row["event"];
                    let has_words = event["content"].as_str().is_some_and(|text| !text.trim().is_empty());
                    row["id_valid"] == true && matches!(event["kind"].as_u64(), Some(1 | 30023)) && has_words
                });
            print!(" (notes with a valid id: {})", usable.count());
        }
        println!();
    }
}

pub fn prices(directory: &Path) {
    match std::fs::read(directory.join("market/btc_daily_coinmetrics.csv")) {
        Err(_) => println!("prices: no market/btc_daily_coinmetrics.csv in {}", directory.display()),
        Ok(bytes) => match bitcoin_price::closes(&bytes, None) {
            Ok(closes) => println!(
                "prices: {} daily closes read of {} lines",
                closes.len(),
                bytes.split(|b| *b == b'\n').count()
            ),
            Err(error) => println!("prices: {}", error.chain()),
        },
    }
}
