//! Measures story growing on labelled stories, with the one default configuration.
//!
//! `cargo run --profile fast -p analysis --example stories_quality -- DIR`, where DIR holds pairs of files
//! `NAME_docs.jsonl` (id, title, text, published_at or date) and `NAME_gold.csv` (id, story, ...). Prints
//! B-cubed precision, recall and F1 of each set, without times as well, and the items per second of a long stream
//! made of the sets one after another with shifted times.

use std::collections::HashMap;
use std::time::Instant as Stopwatch;

use analysis::fingerprint;
use analysis::stories::{Clusterer, Settings, StoryItem};
use domain::{Day, DocumentId, Instant};
use serde_json::Value;

struct Row {
    title: String,
    content: String,
    at: Instant,
    gold: String,
}

fn main() {
    let Some(directory) = std::env::args().nth(1) else {
        println!("usage: stories_quality DIR");
        return;
    };
    let mut all = Vec::new();
    for name in set_names(&directory) {
        let rows = load(&directory, &name);
        report(&name, &rows, true);
        report(&format!("{name}, no times"), &rows, false);
        all.push(rows);
    }
    if all.is_empty() {
        println!("no data: {directory} holds no NAME_docs.jsonl with its NAME_gold.csv");
        return;
    }
    speed(&all);
}

fn set_names(directory: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix("_docs.jsonl").map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn load(directory: &str, name: &str) -> Vec<Row> {
    let read = |end: &str| std::fs::read_to_string(format!("{directory}/{name}_{end}")).unwrap_or_default();
    let gold_text = read("gold.csv");
    let gold: HashMap<&str, &str> = gold_text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split(',');
            Some((columns.next()?, columns.next()?))
        })
        .collect();
    let mut rows = Vec::new();
    for line in read("docs.jsonl").lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        let text = |key: &str| row[key].as_str().unwrap_or("").to_owned();
        let Some(story) = gold.get(text("id").as_str()) else { continue };
        let at = Instant::parse(&text("published_at")).ok();
        let at = at.or_else(|| Day::parse(&text("date")).ok().map(Day::start));
        rows.push(Row {
            title: text("title"),
            content: text("text"),
            at: at.unwrap_or(Instant::from_ms(0)),
            gold: (*story).to_owned(),
        });
    }
    rows
}

fn place(clusterer: &mut Clusterer, row: &Row, number: usize, at: Instant) -> String {
    let item = StoryItem {
        id: DocumentId::from_bytes((number as u128).to_be_bytes()),
        at,
        title: &row.title,
        content: &row.content,
        entities: &[],
        fingerprint: fingerprint::of(&row.title, &row.content),
    };
    clusterer.place(&item).story.to_string()
}

fn report(name: &str, rows: &[Row], with_times: bool) {
    let mut clusterer = Clusterer::new(Settings::default());
    let found: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| place(&mut clusterer, row, i, if with_times { row.at } else { Instant::from_ms(0) }))
        .collect();
    let (precision, recall) = b_cubed(rows, &found);
    let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
    println!("{name:24} {:6} items  P {precision:.3} R {recall:.3} F1 {f1:.3}", rows.len());
}

fn b_cubed(rows: &[Row], found: &[String]) -> (f64, f64) {
    let mut gold_sizes: HashMap<&str, f64> = HashMap::new();
    let mut found_sizes: HashMap<&str, f64> = HashMap::new();
    let mut both: HashMap<(&str, &str), f64> = HashMap::new();
    for (row, story) in rows.iter().zip(found) {
        *gold_sizes.entry(&row.gold).or_default() += 1.0;
        *found_sizes.entry(story).or_default() += 1.0;
        *both.entry((&row.gold, story)).or_default() += 1.0;
    }
    let items = rows.len() as f64;
    let precision = both.iter().map(|((_, story), n)| n * n / found_sizes[story]).sum::<f64>() / items;
    let recall = both.iter().map(|((gold, _), n)| n * n / gold_sizes[gold]).sum::<f64>() / items;
    (precision, recall)
}

/// Feeds the sets round after round, their words renamed each time, so that a round brings stories of its own and
/// tens of thousands are open at once.
fn speed(sets: &[Vec<Row>]) {
    const ITEMS: usize = 120_000;
    let mut clusterer = Clusterer::new(Settings::default());
    let rows: Vec<&Row> = sets.iter().flatten().collect();
    let (mut placed, mut open, mut seconds) = (0, 0, 0.0);
    for round in 0.. {
        // All within the days that a story stays open.
        let at = Instant::from_ms(round * 3_600_000);
        let renamed: Vec<Row> = rows
            .iter()
            .map(|row| Row {
                title: rename(&row.title, round),
                content: rename(&row.content, round),
                at,
                gold: String::new(),
            })
            .collect();
        let started = Stopwatch::now();
        for row in renamed.iter().take(ITEMS - placed) {
            place(&mut clusterer, row, placed, at);
            placed += 1;
            open = open.max(clusterer.open_stories());
        }
        seconds += started.elapsed().as_secs_f64();
        if placed >= ITEMS {
            break;
        }
    }
    println!(
        "speed: {placed} items in {seconds:.1} s, {:.0} a second, up to {open} stories open",
        placed as f64 / seconds
    );
}

/// Gives five of six longer words, by their letters, a name of their own for the round.
fn rename(text: &str, round: i64) -> String {
    let words = text.split(' ').map(|word| {
        let rare = word.len() >= 4 && word.bytes().map(usize::from).sum::<usize>() % 6 != 0;
        if rare { format!("{word}{round}") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}
