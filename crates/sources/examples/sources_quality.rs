//! Prints how well this room reads a folder of measuring data: `sources_quality DIR [--list]`.
//!
//! DIR holds `feeds/manifest.jsonl` and the other sets; what is missing is said and passed over.
//! `--list` also names each file that was read differently from its reference.

#[path = "quality/feeds.rs"]
mod feeds;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(directory) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: sources_quality DIR [--list]");
        return ExitCode::FAILURE;
    };
    let list = arguments.any(|argument| argument == "--list");
    feeds::measure(&directory, list);
    ExitCode::SUCCESS
}
