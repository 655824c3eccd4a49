//! How well and how fast the compiled-in models read, on data given by path.
//!
//!     cargo run -p analysis --release --example quality -- DIR     figures and speed
//!     cargo run -p analysis --release --example quality -- speed   the speed alone
//!
//! Prints a table of figures on the rows that training set aside or never saw, and the articles a second of one core.
//! Sets that are not in DIR are named as missing.

mod figures;
mod rows;
mod speed;

use std::path::Path;

use analysis::{Reading, Text};
use domain::{Category, Field, Sentiment};
use figures::{average_precision, macro_f1, span_f1};
use rows::{Labelled, Sentence};

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: quality DIR, the data folder; or: quality speed");
        std::process::exit(2);
    };
    if folder == "speed" {
        return speed::measure();
    }
    let folder = Path::new(&folder);
    println!("models: {}", analysis::VERSION);
    println!("| set | rows | accuracy | macro-F1 |\n|---|---|---|---|");
    sentiment(
        "CryptoLin dev (never trained on)",
        rows::csv(folder, "sentiment/cryptolin_dev.csv", "text"),
        false,
    );
    sentiment("TFNS, set aside", rows::csv(folder, "sentiment/tfns_train.csv", "text"), true);
    sentiment("SEntFiN, set aside", rows::csv(folder, "sentiment/sentfin_headline_dev.csv", "text"), true);
    sentiment("FiQA (never trained on)", rows::csv(folder, "sentiment/fiqa2018_task1.csv", "text"), false);
    let headlines = rows::headlines(folder);
    let titles = headlines.as_ref().map(|rows| rows.iter().map(|row| row.title_only()).collect());
    sentiment("our headlines, set aside, titles", titles, true);
    sentiment("our headlines, set aside, with leads", headlines.clone(), true);
    println!("\n| tone toward a name | rows | accuracy | macro-F1 |\n|---|---|---|---|");
    targets(folder);
    println!("\n| categories | rows | mAP | micro-F1 of the marks |\n|---|---|---|---|");
    categories(
        "outlets' tags, titles (never trained on)",
        rows::csv(folder, "categories/crypto_editor_tags_dev.csv", "title"),
        false,
    );
    categories("our headlines, set aside, with leads", headlines, true);
    println!("\n| organisations | sentences | precision | recall | F1 |\n|---|---|---|---|---|");
    organisations("FiNER-ORD val (never trained on)", rows::conll(folder, "entities/finer_ord_val.conll"));
    println!();
    speed::measure();
}

fn read(row: &Labelled) -> Reading {
    analysis::read_all(&Text { title: &row.title, content: &row.content, ..Text::default() })
}

fn missing<T>(name: &str, rows: Option<Vec<T>>) -> Option<Vec<T>> {
    if rows.is_none() {
        println!("| {name} | missing |");
    }
    rows
}

fn kept(rows: Vec<Labelled>, aside: bool) -> Vec<Labelled> {
    rows.into_iter().filter(|row| !aside || rows::split_of(&row.title) == 0).collect()
}

fn sentiment(name: &str, rows: Option<Vec<Labelled>>, aside: bool) {
    let Some(rows) = missing(name, rows) else { return };
    let rows = kept(rows, aside);
    let pairs: Vec<(Sentiment, Sentiment)> =
        rows.iter().filter_map(|row| Some((row.sentiment?, read(row).sentiment))).collect();
    tones(name, &pairs);
}

fn tones(name: &str, pairs: &[(Sentiment, Sentiment)]) {
    let right = pairs.iter().filter(|(truth, guess)| truth == guess).count();
    println!(
        "| {name} | {} | {:.3} | {:.3} |",
        pairs.len(),
        right as f64 / pairs.len().max(1) as f64,
        macro_f1(pairs)
    );
}

/// Headlines with a name each and the tone toward it; those whose names differ in tone once more for themselves.
fn targets(folder: &Path) {
    let name = "SEntFiN entities, set aside";
    let rows = rows::csv_with(folder, "sentiment/sentfin_entity_dev.csv", "text", "entity");
    let Some(rows) = missing(name, rows) else { return };
    let rows = kept(rows, true);
    let guess = |row: &Labelled| {
        let tone = analysis::tone_toward(&row.title, "", &row.content);
        tone.map_or(Sentiment::Neutral, domain::Tone::label)
    };
    let mixed = |row: &&Labelled| {
        rows.iter().any(|other| other.title == row.title && other.sentiment != row.sentiment)
    };
    let whole = |row: &Labelled| read(&row.title_only()).sentiment;
    let pairs: Vec<_> = rows.iter().filter_map(|row| Some((row.sentiment?, guess(row)))).collect();
    tones(name, &pairs);
    let pairs: Vec<_> =
        rows.iter().filter(mixed).filter_map(|row| Some((row.sentiment?, guess(row)))).collect();
    tones("of these, headlines whose names differ in tone", &pairs);
    let pairs: Vec<_> = rows.iter().filter_map(|row| Some((row.sentiment?, whole(row)))).collect();
    tones("the headline's own tone instead", &pairs);
    let pairs: Vec<_> =
        rows.iter().filter(mixed).filter_map(|row| Some((row.sentiment?, whole(row)))).collect();
    tones("the same, names that differ", &pairs);
}

fn categories(name: &str, rows: Option<Vec<Labelled>>, aside: bool) {
    let Some(rows) = missing(name, rows) else { return };
    let rows = kept(rows, aside);
    let scores: Vec<Vec<(Category, f32)>> = rows.iter().map(|row| read(row).categories).collect();
    let mut each = Vec::new();
    for (i, &category) in Category::ALL.iter().enumerate() {
        let ranked: Vec<(bool, f32)> = rows
            .iter()
            .zip(&scores)
            .map(|(row, scores)| (row.categories.contains(&category), scores[i].1))
            .collect();
        if let Some(precision) = average_precision(ranked) {
            each.push((category, precision));
        }
    }
    let (mut hit, mut gold, mut said) = (0, 0, 0);
    for row in &rows {
        let marks = analysis::analyse(&Text { title: &row.title, content: &row.content, ..Text::default() });
        hit += marks.categories.iter().filter(|(category, _)| row.categories.contains(category)).count();
        gold += row.categories.len();
        said += marks.categories.len();
    }
    let f1 = 2.0 * hit as f64 / (gold + said).max(1) as f64;
    let mean = each.iter().map(|(_, p)| p).sum::<f64>() / each.len().max(1) as f64;
    println!("| {name} | {} | {mean:.3} | {f1:.3} |", rows.len());
    let list: Vec<String> = each.iter().map(|(category, p)| format!("{category} {p:.2}")).collect();
    println!("| | | {} |", list.join(", "));
}

fn organisations(name: &str, sentences: Option<Vec<Sentence>>) {
    let Some(sentences) = missing(name, sentences) else { return };
    let guesses: Vec<Vec<(u32, u32)>> = sentences
        .iter()
        .map(|sentence| {
            let reading = analysis::read_all(&Text {
                title: "",
                content: &sentence.text,
                stated_language: Some("en"),
                ..Text::default()
            });
            let spans = reading.organisations.iter().filter(|o| o.span.field == Field::Content);
            spans.map(|o| (o.span.start, o.span.end)).collect()
        })
        .collect();
    let (precision, recall, f1) = span_f1(&sentences, &guesses);
    println!("| {name} | {} | {precision:.3} | {recall:.3} | {f1:.3} |", sentences.len());
}
