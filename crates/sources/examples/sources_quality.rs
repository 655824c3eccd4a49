//! Prints how well this room reads a folder of measuring data: `sources_quality DIR [--list]`.
//!
//! DIR holds `feeds/manifest.jsonl` and the other sets; what is missing is said and passed over.
//! `--list` also names each file that was read differently from its reference.

#[path = "quality/articles.rs"]
mod articles;
#[path = "quality/feeds.rs"]
mod feeds;
#[path = "quality/others.rs"]
mod others;
#[path = "quality/pages.rs"]
mod pages;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Default)]
pub struct Tally {
    good: usize,
    all: usize,
}

impl Tally {
    pub fn count(&mut self, good: bool) {
        self.good += usize::from(good);
        self.all += 1;
    }

    pub fn all(&self) -> usize {
        self.all
    }

    pub fn print(&self, name: &str) {
        let percent = if self.all == 0 { 0.0 } else { 100.0 * self.good as f64 / self.all as f64 };
        println!("{name}: {} of {} ({percent:.1} %)", self.good, self.all);
    }
}

/// Every file below a folder, in order.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(directory) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: sources_quality DIR [--list]");
        return ExitCode::FAILURE;
    };
    let list = arguments.any(|argument| argument == "--list");
    feeds::measure(&directory, list);
    articles::measure(&directory, list);
    pages::measure(&directory, list);
    others::captions(&directory, list);
    others::filings(&directory, list);
    others::conversations(&directory);
    others::prices(&directory);
    ExitCode::SUCCESS
}
