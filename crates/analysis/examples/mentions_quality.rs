//! Measures how well companies and assets are found in annotated headlines.
//!
//! `cargo run --profile fast -p analysis --example mentions_quality -- DIR`, where DIR holds
//! `bellwether_headlines.jsonl`. Every company that is annotated counts, listed or not; assets are those of the lists. Rows
//! that no training saw (`set aside`) are the figure. With a second argument `tuned` or `aside` it prints what was missed
//! and what was wrong; with `reading`, what `training/firms.py` learns from.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use analysis::mentions;
use analysis::{Reading, Text};
use domain::{Field, MentionKind};
use serde_json::{Value, json};

#[derive(Default)]
struct Tally {
    hit: usize,
    wrong: usize,
    missed: usize,
}

impl Tally {
    fn add(&mut self, found: &BTreeSet<String>, gold: &BTreeSet<String>) {
        self.hit += found.intersection(gold).count();
        self.wrong += found.difference(gold).count();
        self.missed += gold.difference(found).count();
    }

    fn print(&self, label: &str) {
        let precision = self.hit as f64 / (self.hit + self.wrong).max(1) as f64;
        let recall = self.hit as f64 / (self.hit + self.missed).max(1) as f64;
        let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
        println!("{label:28} P {precision:.3} R {recall:.3} F1 {f1:.3} (of {})", self.hit + self.missed);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(directory) = arguments.next() else {
        println!("usage: mentions_quality DIR [tuned|aside|reading]");
        return;
    };
    let detail = arguments.next();
    let path = format!("{directory}/bellwether_headlines.jsonl");
    let Ok(lines) = std::fs::read_to_string(&path) else {
        println!("no data: {path} cannot be read");
        return;
    };
    let companies: HashMap<String, String> = mentions::companies()
        .flat_map(|entry| entry.aliases.iter().map(|alias| (plain(alias), entry.name.clone())))
        .collect();
    let tickers: HashMap<String, String> = mentions::assets()
        .flat_map(|entry| {
            let shown = entry.ticker.clone().unwrap_or_else(|| entry.name.clone());
            entry.aliases.iter().map(move |alias| (plain(alias), shown.clone()))
        })
        .collect();
    let mut tallies: BTreeMap<(&str, bool), Tally> = BTreeMap::new();
    let mut rows = 0;
    for line in lines.lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        rows += 1;
        let (title, lead) = (row["title"].as_str().unwrap_or(""), row["lead"].as_str().unwrap_or(""));
        let reading = analysis::read_all(&Text { title, content: lead, ..Text::default() });
        if detail.as_deref() == Some("reading") {
            println!("{}", places(&reading, title, lead));
            continue;
        }
        let named = |kind: MentionKind| -> BTreeSet<String> {
            let of_kind = reading.mentions.iter().filter(|mention| mention.kind == kind);
            of_kind
                .map(|mention| match kind {
                    MentionKind::Asset => mention.ticker.clone().unwrap_or_else(|| mention.name.clone()),
                    _ => {
                        companies.get(&plain(&mention.name)).cloned().unwrap_or_else(|| plain(&mention.name))
                    }
                })
                .collect()
        };
        let aside = split_of(title) == 0;
        for (label, kind, known) in
            [("companies", MentionKind::Company, &companies), ("assets", MentionKind::Asset, &tickers)]
        {
            let annotated = row[label].as_array().into_iter().flatten().filter_map(Value::as_str);
            let gold: BTreeSet<String> = annotated
                .filter_map(|name| match known.get(&plain(name)) {
                    None if kind == MentionKind::Company => Some(plain(name)),
                    known => known.cloned(),
                })
                .collect();
            let found = named(kind);
            tallies.entry((label, aside)).or_default().add(&found, &gold);
            let asked = if aside { "aside" } else { "tuned" } == detail.as_deref().unwrap_or_default();
            if asked && found != gold {
                let wrong: Vec<_> = found.difference(&gold).collect();
                let missed: Vec<_> = gold.difference(&found).collect();
                println!("{label} wrong {wrong:?} missed {missed:?} | {title} || {lead}");
            }
        }
    }
    if detail.as_deref() == Some("reading") {
        return;
    }
    for ((label, aside), tally) in &tallies {
        tally.print(&format!("{label}, {}", if *aside { "set aside" } else { "tuned on" }));
    }
    println!("{rows} rows");
    speed(&lines);
}

/// Companies, organisations and assets with their places, as `bellwether read --json` has them.
fn places(reading: &Reading, title: &str, lead: &str) -> Value {
    let place = |span: &domain::Span, name: &str| {
        let field = if span.field == Field::Title { title } else { lead };
        let text: String =
            field.chars().skip(span.start as usize).take((span.end - span.start) as usize).collect();
        json!({ "name": name, "text": text, "field": span.field.name(), "start": span.start, "end": span.end })
    };
    // Those of the lists alone.
    let listed = mentions::find(title, lead);
    let of = |kind: MentionKind| -> Vec<Value> {
        let of_kind = listed.iter().filter(|mention| mention.kind == kind);
        of_kind.flat_map(|mention| mention.spans.iter().map(|span| place(span, &mention.name))).collect()
    };
    let organisations: Vec<Value> = reading.organisations.iter().map(|o| place(&o.span, &o.text)).collect();
    json!({ "companies": of(MentionKind::Company), "organisations": organisations, "assets": of(MentionKind::Asset) })
}

/// The split that training shares: FNV-1a of the text; split 0 is set aside.
fn split_of(text: &str) -> u64 {
    let hash = text.trim().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 20) % 10
}

/// The best of many passes over articles of 400 words, made of the leads.
fn speed(lines: &str) {
    let leads: Vec<String> = lines
        .lines()
        .filter_map(|line| Some(serde_json::from_str::<Value>(line).ok()?["lead"].as_str()?.to_owned()))
        .collect();
    let words: Vec<&str> = leads.iter().flat_map(|lead| lead.split_whitespace()).collect();
    let articles: Vec<String> = words.chunks_exact(400).take(100).map(|chunk| chunk.join(" ")).collect();
    let mut best = f64::MAX;
    for _ in 0..30 {
        let started = Instant::now();
        let found: usize = articles.iter().map(|article| mentions::find("", article).len()).sum();
        best = best.min(started.elapsed().as_secs_f64() / articles.len().max(1) as f64);
        assert!(found > 0 || articles.is_empty());
    }
    println!("an article of 400 words: {:.1} us, best of 30 passes", best * 1e6);
}

/// Spellings that differ in case, apostrophe or legal form are one.
fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace(['.', ','], "");
    let name = name.strip_suffix("'s").unwrap_or(&name);
    let endings =
        [" inc", " corp", " ltd", " plc", " llc", " ag", " ab", " se", " corporation", " limited", " co"];
    endings.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).trim().to_owned()
}
