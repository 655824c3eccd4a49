//! Measures story growing on labelled stories, with the one default configuration.
//!
//! `cargo run --profile fast -p analysis --example stories_quality -- DIR [CORPUS EVENTS]`, where DIR holds pairs of
//! files `NAME_docs.jsonl` (id, title, text, source, published_at or date) and `NAME_gold.csv` (id, story, ...), CORPUS is a
//! file of articles (id, title, body, source, published_at) and EVENTS says of some of them to which event they belong (id,
//! event). Prints B-cubed precision, recall and F1 of each set: reviewed as a whole, as placed one by one, without
//! times, and in another order of arrival; and the items per second of a long stream with reviews now and then.

use std::collections::{HashMap, HashSet};
use std::time::Instant as Stopwatch;

use analysis::fingerprint;
use analysis::stories::{Clusterer, ItemTerms, Settings, StoryId, StoryItem};
use domain::{Day, DocumentId, Instant};
use serde_json::Value;

struct Row {
    title: String,
    content: String,
    outlet: String,
    at: Instant,
    /// Empty where nobody said.
    gold: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(directory) = arguments.first() else {
        println!("usage: stories_quality DIR [CORPUS EVENTS]");
        return;
    };
    let mut all = Vec::new();
    for name in set_names(directory) {
        let rows = load(directory, &name);
        report(&name, &rows);
        let undated =
            rows.iter().map(|row| Row { at: Instant::from_ms(0), ..row.again() }).collect::<Vec<_>>();
        println!(
            "{name}, no times: {}",
            quality(&undated, &grow(&undated, &in_order(&undated), Review::Last))
        );
        all.push(rows);
    }
    if let [_, corpus, events] = arguments.as_slice() {
        let articles = load_events(corpus, events);
        let judged: Vec<Row> = articles.iter().filter(|row| !row.gold.is_empty()).map(Row::again).collect();
        report("events alone", &judged);
        report("events among the rest", &articles);
    }
    if all.is_empty() {
        println!("no data: {directory} holds no NAME_docs.jsonl with its NAME_gold.csv");
        return;
    }
    speed(&all);
}

impl Row {
    fn again(&self) -> Row {
        let (title, content, gold) = (self.title.clone(), self.content.clone(), self.gold.clone());
        Row { title, content, outlet: self.outlet.clone(), at: self.at, gold }
    }
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
    let lines = read("docs.jsonl");
    let rows = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    rows.filter_map(|row| {
        let story = gold.get(row["id"].as_str()?)?;
        Some(row_of(&row, "text", (*story).to_owned()))
    })
    .collect()
}

/// The judged articles and all others from two weeks before them to two days behind, in the order of their times.
fn load_events(corpus: &str, events: &str) -> Vec<Row> {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let parsed = |line: &str| serde_json::from_str::<Value>(line).ok();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or("").to_owned();
    let gold: HashMap<String, String> =
        read(events).lines().filter_map(parsed).map(|row| (text(&row, "id"), text(&row, "event"))).collect();
    let mut rows: Vec<Row> = read(corpus)
        .lines()
        .filter_map(parsed)
        .map(|row| row_of(&row, "body", gold.get(&text(&row, "id")).cloned().unwrap_or_default()))
        .collect();
    rows.sort_by_key(|row| row.at);
    let judged = || rows.iter().filter(|row| !row.gold.is_empty()).map(|row| row.at.day());
    let (Some(first), Some(last)) = (judged().min(), judged().max()) else { return Vec::new() };
    rows.retain(|row| (first.plus(-14)..=last.plus(2)).contains(&row.at.day()));
    rows
}

fn row_of(row: &Value, content: &str, gold: String) -> Row {
    let text = |key: &str| row[key].as_str().unwrap_or("").to_owned();
    let at = Instant::parse(&text("published_at")).ok();
    let at = at.or_else(|| Day::parse(&text("date")).ok().map(Day::start));
    let at = at.unwrap_or(Instant::from_ms(0));
    Row { title: text("title"), content: text(content), outlet: text("source"), at, gold }
}

fn read(row: &Row, number: usize, at: Instant, settings: &Settings) -> ItemTerms {
    let mentions = analysis::mentions::find(&row.title, &row.content);
    let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
    let item = StoryItem {
        id: DocumentId::from_bytes((number as u128).to_be_bytes()),
        at,
        title: &row.title,
        content: &row.content,
        outlet: &row.outlet,
        language: "en",
        across: false,
        entities: &entities,
        fingerprint: fingerprint::of(&row.title, &row.content),
    };
    ItemTerms::of(&item, settings)
}

#[derive(Clone, Copy)]
enum Review {
    Never,
    /// Once everything is placed.
    Last,
    /// After so many items, and at the end.
    Every(usize),
}

/// The story of every row when they arrive in this order.
fn grow(rows: &[Row], order: &[usize], review: Review) -> Vec<StoryId> {
    let mut clusterer = Clusterer::new(Settings::default());
    let settings = clusterer.settings().clone();
    let mut found = vec![StoryId::of_first(DocumentId::from_bytes([0; 16])); rows.len()];
    let look = |clusterer: &mut Clusterer, found: &mut Vec<StoryId>| {
        for (document, story) in clusterer.review().moved {
            found[u128::from_be_bytes(document.bytes()) as usize] = story;
        }
    };
    for (count, number) in order.iter().enumerate() {
        let terms = read(&rows[*number], *number, rows[*number].at, &settings);
        found[*number] = clusterer.place_terms(&terms).story;
        if matches!(review, Review::Every(items) if (count + 1).is_multiple_of(items)) {
            look(&mut clusterer, &mut found);
        }
    }
    if !matches!(review, Review::Never) {
        look(&mut clusterer, &mut found);
    }
    found
}

fn in_order(rows: &[Row]) -> Vec<usize> {
    (0..rows.len()).collect()
}

fn shuffled(rows: &[Row]) -> Vec<usize> {
    let mut order = in_order(rows);
    let mut state = 88_172_645_463_325_252u64;
    for last in (1..order.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(last, (state % (last as u64 + 1)) as usize);
    }
    order
}

fn report(name: &str, rows: &[Row]) {
    let order = in_order(rows);
    let whole = grow(rows, &order, Review::Last);
    println!("{name}: {}", quality(rows, &whole));
    println!("{name}, placed one by one: {}", quality(rows, &grow(rows, &order, Review::Never)));
    let online = grow(rows, &order, Review::Every(500));
    println!("{name}, reviewed every 500: {}", quality(rows, &online));
    let other = grow(rows, &shuffled(rows), Review::Every(500));
    let (precision, recall) = b_cubed(&whole, &other);
    println!("{name}, shuffled: {}; against the whole {:.3}", quality(rows, &other), f1(precision, recall));
}

/// B-cubed, and over stories of three and more the share without a majority event and that with a foreign item, and
/// the share of split events.
fn quality(rows: &[Row], found: &[StoryId]) -> String {
    let judged: Vec<(&str, StoryId)> = rows
        .iter()
        .zip(found)
        .filter(|(r, _)| !r.gold.is_empty())
        .map(|(r, s)| (r.gold.as_str(), *s))
        .collect();
    let (gold, found): (Vec<&str>, Vec<StoryId>) = judged.iter().copied().unzip();
    let (precision, recall) = b_cubed(&gold, &found);
    let mut members: HashMap<StoryId, HashMap<&str, usize>> = HashMap::new();
    let mut parts: HashMap<&str, (usize, HashSet<StoryId>)> = HashMap::new();
    for (event, story) in judged {
        *members.entry(story).or_default().entry(event).or_default() += 1;
        let (size, stories) = parts.entry(event).or_default();
        *size += 1;
        stories.insert(story);
    }
    let large = members.values().map(|m| (m.values().sum::<usize>(), m.values().copied().max().unwrap_or(0)));
    let large: Vec<(usize, usize)> = large.filter(|(size, _)| *size >= 3).collect();
    let is_mixed = |(size, most): (usize, usize)| (most as f64) < 0.6 * size as f64;
    let mixed = large.iter().filter(|story| is_mixed(**story)).count();
    let contaminated = large.iter().filter(|story| !is_mixed(**story) && story.1 < story.0).count();
    let several = parts.values().filter(|(size, _)| *size >= 2);
    let split = several.clone().filter(|(_, stories)| stories.len() > 1).count();
    let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
    format!(
        "P {precision:.3} R {recall:.3} F1 {:.3}; mixed {:.3}, contaminated {:.3}, split {:.3}",
        f1(precision, recall),
        share(mixed, large.len()),
        share(contaminated, large.len()),
        share(split, several.count())
    )
}

fn f1(precision: f64, recall: f64) -> f64 {
    2.0 * precision * recall / (precision + recall).max(1e-9)
}

fn b_cubed<A: std::hash::Hash + Eq, B: std::hash::Hash + Eq>(gold: &[A], found: &[B]) -> (f64, f64) {
    let mut gold_sizes: HashMap<&A, f64> = HashMap::new();
    let mut found_sizes: HashMap<&B, f64> = HashMap::new();
    let mut both: HashMap<(&A, &B), f64> = HashMap::new();
    for (event, story) in gold.iter().zip(found) {
        *gold_sizes.entry(event).or_default() += 1.0;
        *found_sizes.entry(story).or_default() += 1.0;
        *both.entry((event, story)).or_default() += 1.0;
    }
    let items = gold.len().max(1) as f64;
    let precision = both.iter().map(|((_, story), n)| n * n / found_sizes[story]).sum::<f64>() / items;
    let recall = both.iter().map(|((event, _), n)| n * n / gold_sizes[event]).sum::<f64>() / items;
    (precision, recall)
}

/// Feeds the sets round after round, a round each half day and its words renamed, so that it brings stories of its own.
fn speed(sets: &[Vec<Row>]) {
    const ITEMS: usize = 60_000;
    const REVIEW_EVERY: usize = 2_000;
    let mut clusterer = Clusterer::new(Settings::default());
    let settings = clusterer.settings().clone();
    let rows: Vec<&Row> = sets.iter().flatten().collect();
    let (mut placing, mut reviewing) = (0.0, 0.0);
    for number in 0..ITEMS {
        let round = (number / rows.len()) as i64;
        let row = rows[number % rows.len()];
        let at = Instant::from_ms(round * 43_200_000 + (number % rows.len()) as i64 * 5_000);
        let renamed =
            Row { title: rename(&row.title, round), content: rename(&row.content, round), ..row.again() };
        let started = Stopwatch::now();
        clusterer.place_terms(&read(&renamed, number, at, &settings));
        placing += started.elapsed().as_secs_f64();
        if (number + 1).is_multiple_of(REVIEW_EVERY) {
            let started = Stopwatch::now();
            clusterer.review();
            reviewing += started.elapsed().as_secs_f64();
        }
    }
    println!(
        "speed: {ITEMS} items, {:.0} a second placed; a review every {REVIEW_EVERY} items took {:.0} ms; {} stories are remembered",
        ITEMS as f64 / placing,
        1_000.0 * reviewing / (ITEMS / REVIEW_EVERY) as f64,
        clusterer.open_stories()
    );
    let started = Stopwatch::now();
    let bytes = clusterer.to_bytes();
    let (writing, started) = (started.elapsed().as_secs_f64(), Stopwatch::now());
    Clusterer::from_bytes(settings.clone(), &bytes);
    let (reading, thousands) =
        (started.elapsed().as_secs_f64(), settings.max_items.min(ITEMS) as f64 / 1_000.0);
    println!(
        "memory, for each 1,000 items: {:.0} kB, written in {:.1} ms, read in {:.1} ms",
        bytes.len() as f64 / thousands / 1_000.0,
        1_000.0 * writing / thousands,
        1_000.0 * reading / thousands
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
