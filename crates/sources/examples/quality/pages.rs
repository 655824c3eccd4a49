//! Article extraction on pages of a public benchmark: `article_extraction_pages/ground-truth.json` and `html/*.html.gz`.
//! Precision and recall of runs of four words, averaged over pages; F1 of the averages, also fold by fold.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use sources::article;

const N_FOLDS: usize = 5;

pub fn measure(directory: &Path, list: bool) {
    let root = directory.join("article_extraction_pages");
    let Ok(truth) = std::fs::read(root.join("ground-truth.json")) else {
        println!("pages: no article_extraction_pages in {}", directory.display());
        return;
    };
    let truth: Value = serde_json::from_slice(&truth).unwrap_or_default();
    let mut pages: Vec<_> = truth.as_object().into_iter().flatten().collect();
    pages.sort_by_key(|(key, _)| key.as_str());
    let mut rows = Vec::new();
    for (key, page) in pages {
        let mut html = Vec::new();
        let packed = std::fs::read(root.join("html").join(format!("{key}.html.gz"))).unwrap_or_default();
        if GzDecoder::new(packed.as_slice()).read_to_end(&mut html).is_err() {
            continue;
        }
        let text = article::extract_bytes(&html, None, page["url"].as_str()).unwrap_or_default().text;
        let row = compare(page["articleBody"].as_str().unwrap_or(""), &text);
        if list && row.0 + row.1 < 1.9 {
            println!(
                "  {}: precision {:.3}, recall {:.3}",
                page["url"].as_str().unwrap_or(key),
                row.0,
                row.1
            );
        }
        rows.push(row);
    }
    let (precision, recall, f1) = averages(rows.iter());
    let folds: Vec<String> = (0..N_FOLDS)
        .map(|fold| format!("{:.3}", averages(rows.iter().skip(fold).step_by(N_FOLDS)).2))
        .collect();
    println!(
        "pages of a public benchmark, {}: precision {precision:.3}, recall {recall:.3}, F1 {f1:.3}; by fold {}",
        rows.len(),
        folds.join(" ")
    );
}

fn averages<'a>(rows: impl Iterator<Item = &'a (f64, f64)>) -> (f64, f64, f64) {
    let (mut precision, mut recall, mut n) = (0.0, 0.0, 0.0f64);
    for row in rows {
        precision += row.0;
        recall += row.1;
        n += 1.0;
    }
    let (precision, recall) = (precision / n.max(1.0), recall / n.max(1.0));
    (precision, recall, 2.0 * precision * recall / (precision + recall).max(f64::EPSILON))
}

fn compare(expected: &str, found: &str) -> (f64, f64) {
    let (expected, found) = (runs(expected), runs(found));
    let common: usize = found.iter().map(|(run, n)| (*n).min(*expected.get(run).unwrap_or(&0))).sum();
    let share = |all: &HashMap<Vec<&str>, usize>| common as f64 / all.values().sum::<usize>().max(1) as f64;
    (share(&found), share(&expected))
}

fn runs(text: &str) -> HashMap<Vec<&str>, usize> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let mut runs = HashMap::new();
    for start in 0..words.len().saturating_sub(3).max(1) {
        let run = words[start..words.len().min(start + 4)].to_vec();
        *runs.entry(run).or_default() += 1;
    }
    runs
}
