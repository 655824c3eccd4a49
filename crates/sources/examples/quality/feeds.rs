//! Feeds against the manifest of a reference parser.

use std::panic::catch_unwind;
use std::path::Path;

use serde_json::Value;
use sources::feed;
use sources::markup::html_to_title;

use crate::Tally;

pub fn measure(directory: &Path, list: bool) {
    let root = directory.join("feeds");
    let Ok(manifest) = std::fs::read_to_string(root.join("manifest.jsonl")) else {
        println!("feeds: no feeds/manifest.jsonl in {}", directory.display());
        return;
    };
    let (mut well, mut ill, mut refused, mut json) =
        (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    let mut exact = Tally::default();
    let mut n_panics = 0;
    for row in manifest.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let path = row["path"].as_str().unwrap_or_default();
        let Ok(bytes) = std::fs::read(root.join(path)) else { continue };
        let Ok(outcome) = catch_unwind(|| feed::parse(&bytes, None, None)) else {
            n_panics += 1;
            println!("  panic: {path}");
            continue;
        };
        let reference = &row["ref_feedparser"];
        let (title, n) = (reference["title"].as_str(), reference["n_entries"].as_u64().unwrap_or(0) as usize);
        let is_feed = matches!(row["kind"].as_str(), Some("rss" | "atom" | "rdf"));
        let good = match (row["kind"].as_str(), &outcome) {
            (Some("json"), outcome) => {
                let good = outcome.is_ok() != path.contains("invalid");
                json.count(good);
                good
            }
            (_, Ok(feed)) if is_feed && row["wellformed_xml"] == true => {
                let good = same_title(feed.title.as_deref(), title) && feed.entries.len() == n;
                let fold = |title: Option<&str>| {
                    title.unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
                };
                exact.count(feed.entries.len() == n && fold(feed.title.as_deref()) == fold(title));
                well.count(good);
                good
            }
            (_, Err(_)) if is_feed && row["wellformed_xml"] == true => {
                well.count(false);
                false
            }
            (_, outcome) if is_feed => {
                let good =
                    outcome.as_ref().is_ok_and(|feed| feed.title.is_some() || !feed.entries.is_empty());
                ill.count(good);
                good
            }
            (_, outcome) => {
                let good = outcome.is_err() || n > 0;
                refused.count(good);
                good
            }
        };
        if list && !good {
            let found = outcome.as_ref().map(|feed| (feed.title.clone(), feed.entries.len()));
            println!("  {path}: read {found:?}, reference ({title:?}, {n})");
        }
    }
    well.print("feeds, well formed, title and number of entries as the reference");
    exact.print(
        "feeds, well formed, the same with the markup that the reference leaves in titles compared too",
    );
    ill.print("feeds, ill formed, a title or an entry");
    json.print("JSON feeds read, other JSON refused");
    refused.print("not feeds, refused");
    println!("feeds, panics: {n_panics}");
}

/// The reference keeps markup in titles; only the words are compared.
fn same_title(found: Option<&str>, reference: Option<&str>) -> bool {
    let words = |title: Option<&str>| -> String {
        let plain = html_to_title(&html_to_title(title.unwrap_or("")));
        plain.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    words(found) == words(reference)
}
