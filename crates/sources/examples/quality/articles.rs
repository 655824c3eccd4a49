//! Article extraction against expected text: folders with `source.html`, `expected.html` and, where known,
//! `expected-metadata.json`.

use std::collections::HashMap;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use sources::article;
use sources::markup::html_to_text;

use crate::Tally;

pub fn measure(directory: &Path, list: bool) {
    let root = directory.join("article_extraction");
    let Ok(entries) = std::fs::read_dir(&root) else {
        println!("articles: no article_extraction in {}", directory.display());
        return;
    };
    let mut folders: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    folders.sort();
    let (mut total, mut n, mut n_panics) = (0.0, 0usize, 0usize);
    let (mut titles, mut authors) = (Tally::default(), Tally::default());
    let started = Instant::now();
    for folder in folders {
        let (Ok(html), Ok(expected)) =
            (std::fs::read(folder.join("source.html")), std::fs::read(folder.join("expected.html")))
        else {
            continue;
        };
        let Ok(outcome) =
            catch_unwind(|| article::extract_bytes(&html, None, Some("http://fakehost/test/page.html")))
        else {
            n_panics += 1;
            continue;
        };
        let article = outcome.unwrap_or_default();
        let score = token_f1(&article.text, &html_to_text(&String::from_utf8_lossy(&expected)));
        total += score;
        n += 1;
        let metadata: Value = std::fs::read(folder.join("expected-metadata.json"))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        if let Some(title) = metadata["title"].as_str() {
            let good = token_f1(article.title.as_deref().unwrap_or(""), title) > 0.8;
            titles.count(good);
            if list && !good {
                println!("  {}: title {:?}, expected {title:?}", folder.display(), article.title);
            }
        }
        if let Some(byline) = metadata["byline"].as_str() {
            let good = token_f1(article.author.as_deref().unwrap_or(""), byline) > 0.6;
            authors.count(good);
            if list && !good {
                println!("  {}: author {:?}, expected {byline:?}", folder.display(), article.author);
            }
        }
        if list && score < 0.95 {
            println!("  {}: F1 {score:.3}", folder.display());
        }
    }
    let ms = started.elapsed().as_secs_f64() * 1000.0 / n.max(1) as f64;
    println!(
        "articles, mean token F1: {:.4} over {n} pages ({ms:.1} ms a page), panics: {n_panics}",
        total / n.max(1) as f64
    );
    titles.print("articles, title as expected");
    authors.print("articles, author as expected");
}

/// Words as a bag, in lower case.
fn token_f1(found: &str, expected: &str) -> f64 {
    let bag = |text: &str| {
        let mut bag: HashMap<String, usize> = HashMap::new();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *bag.entry(word.to_lowercase()).or_default() += 1;
        }
        bag
    };
    let (found, expected) = (bag(found), bag(expected));
    let common: usize = found.iter().map(|(word, n)| (*n).min(*expected.get(word).unwrap_or(&0))).sum();
    let all: usize = found.values().sum::<usize>() + expected.values().sum::<usize>();
    if all == 0 { 1.0 } else { 2.0 * common as f64 / all as f64 }
}
