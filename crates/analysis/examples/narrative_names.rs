//! Names narratives anew from the titles of their stories, to be read and judged.
//!
//! `cargo run -p analysis --example narrative_names -- FILE`, where each line of FILE is a story: `titles`, and `narrative`,
//! the id of its theme or null. Prints the number of stories and the name of every theme of three stories or more,
//! the largest first: no two have one name.

use std::collections::{BTreeMap, BTreeSet};

use analysis::narratives::PhraseCounts;
use serde_json::Value;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        println!("usage: narrative_names FILE");
        return;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut counts = PhraseCounts::default();
    let mut narratives: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for story in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let titles = story["titles"].as_array().map_or(&[][..], Vec::as_slice).iter();
        let titles: Vec<String> = titles.filter_map(|title| Some(title.as_str()?.to_owned())).collect();
        counts.add(&titles);
        if let Some(narrative) = story["narrative"].as_str() {
            narratives.entry(narrative.to_owned()).or_default().push(titles);
        }
    }
    let mut narratives: Vec<_> = narratives.into_iter().filter(|(_, stories)| stories.len() >= 3).collect();
    narratives.sort_by_key(|(_, stories)| std::cmp::Reverse(stories.len()));
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (id, stories) in narratives {
        let titles: Vec<&[String]> = stories.iter().map(Vec::as_slice).collect();
        let name = counts.name(&titles, |name| taken.contains(name)).unwrap_or_default();
        println!("{}\t{id}\t{name}", stories.len());
        taken.insert(name);
    }
}
