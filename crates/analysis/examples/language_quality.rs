//! Measures how well languages are told apart.
//!
//! `cargo run -p analysis --example language_quality < rows.jsonl`, where each row has `language` (ISO 639-1), `text` and, if it
//! likes, `lead` and `set`. Rows in languages that are not among those of `domain::Language` should be told as anything but
//! one of them. With an argument, prints what was told wrong of that language.

use std::collections::BTreeMap;
use std::io::BufRead;

use analysis::Text;
use domain::Language;
use serde_json::Value;

/// Rows, those told right, and what the others were told as.
#[derive(Default)]
struct Told {
    rows: usize,
    right: usize,
    wrong: BTreeMap<String, usize>,
}

fn main() {
    let wanted = std::env::args().nth(1);
    let mut tallies: BTreeMap<(String, String), Told> = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(row) = serde_json::from_str::<Value>(&line.expect("lines of text")) else { continue };
        let word = |name: &str| row[name].as_str().unwrap_or("").to_owned();
        let (gold, set) = (word("language"), word("set"));
        let (title, content) = (word("text"), word("lead"));
        let told = analysis::language_of(&Text { title: &title, content: &content, ..Text::default() });
        let right = match Language::from_name(&gold) {
            Some(_) => told == gold,
            None => Language::from_name(&told).is_none(),
        };
        if !right && wanted.as_deref() == Some(gold.as_str()) {
            println!("{set} {gold} {told}: {title}");
        }
        for set in [set, "all".to_owned()] {
            let tally = tallies.entry((gold.clone(), set)).or_default();
            tally.rows += 1;
            tally.right += usize::from(right);
            if !right {
                *tally.wrong.entry(told.clone()).or_default() += 1;
            }
        }
    }
    for ((language, set), Told { rows, right, wrong }) in tallies {
        let accuracy = right as f64 / rows as f64;
        println!("{language} {set:22} {accuracy:.4} of {rows:5} {wrong:?}");
    }
}
