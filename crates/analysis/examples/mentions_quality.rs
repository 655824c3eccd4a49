//! Measures how well companies and assets are found in annotated headlines.
//!
//! `cargo run --profile fast -p analysis --example mentions_quality -- DIR`, where DIR holds
//! `bellwether_headlines.jsonl`. The lists and weights were tuned on the even half; the odd half is the figure.
//! With a second argument `even` or `odd` it prints what was missed and what was wrong.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use analysis::mentions;
use domain::MentionKind;
use serde_json::Value;

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
        println!("usage: mentions_quality DIR [even|odd]");
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
    let mut tallies: BTreeMap<(&str, usize), Tally> = BTreeMap::new();
    let mut unlisted: BTreeMap<String, usize> = BTreeMap::new();
    let started = Instant::now();
    let mut rows = 0;
    for (number, line) in lines.lines().enumerate() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        rows += 1;
        let (title, lead) = (row["title"].as_str().unwrap_or(""), row["lead"].as_str().unwrap_or(""));
        let found = mentions::find(title, lead);
        let named = |kind: MentionKind| -> BTreeSet<String> {
            let of_kind = found.iter().filter(|mention| mention.kind == kind);
            of_kind
                .map(|mention| match kind {
                    MentionKind::Asset => mention.ticker.clone().unwrap_or_else(|| mention.name.clone()),
                    _ => mention.name.clone(),
                })
                .collect()
        };
        for (label, kind, known) in
            [("companies", MentionKind::Company, &companies), ("assets", MentionKind::Asset, &tickers)]
        {
            let mut gold = BTreeSet::new();
            for name in row[label].as_array().into_iter().flatten().filter_map(Value::as_str) {
                match known.get(&plain(name)) {
                    Some(canonical) => drop(gold.insert(canonical.clone())),
                    None => *unlisted.entry(format!("{label}: {name}")).or_default() += 1,
                }
            }
            let found = named(kind);
            tallies.entry((label, number % 2)).or_default().add(&found, &gold);
            let asked = [Some("even"), Some("odd")][number % 2] == detail.as_deref();
            if asked && found != gold {
                let wrong: Vec<_> = found.difference(&gold).collect();
                let missed: Vec<_> = gold.difference(&found).collect();
                println!("{label} wrong {wrong:?} missed {missed:?} | {title} || {lead}");
            }
        }
    }
    let elapsed = started.elapsed();
    for ((label, half), tally) in &tallies {
        tally.print(&format!("{label}, {} half", ["even (tuned)", "odd (held out)"][*half]));
    }
    println!("{rows} rows in {:.2} s", elapsed.as_secs_f64());
    speed(&lines);
    println!("annotated names that are in no list: {}", unlisted.values().sum::<usize>());
    if detail.as_deref() == Some("unlisted") {
        let mut unlisted: Vec<_> = unlisted.into_iter().collect();
        unlisted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (name, count) in unlisted.iter().take(300) {
            println!("{count} {name}");
        }
    }
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
    let name = name.to_lowercase().replace('\u{2019}', "'").replace(['.', ','], "");
    let endings = [" inc", " corp", " ltd", " plc", " llc", " ag", " ab", " se"];
    endings.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name).to_owned()
}
