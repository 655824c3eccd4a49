//! `cargo run -p fuzz -- [--seconds N] [--seed N] [--input FILE] [target…]`: all targets in turn, or those named.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use fuzz::{TARGETS, Target, driver, memory};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// A turn of one target; then the next has its own, with other inputs.
const TURN: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut seconds, mut seed, mut input) = (60, 1, None);
    let mut wanted: Vec<&'static Target> = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--seconds" => seconds = number().unwrap_or(seconds),
            "--seed" => seed = number().unwrap_or(seed),
            "--input" => input = arguments.next().map(PathBuf::from),
            name => match TARGETS.iter().find(|target| target.name == name) {
                Some(target) => wanted.push(target),
                None => {
                    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                    eprintln!("unknown target {name:?}; there are {}", names.join(", "));
                    return ExitCode::FAILURE;
                }
            },
        }
    }
    if wanted.is_empty() {
        wanted.extend(TARGETS);
    }
    match input {
        Some(input) => replay(&wanted, &input),
        None => attack(&wanted, seed, Duration::from_secs(seconds)),
    }
}

/// Runs one saved input, with its panic as it is.
fn replay(targets: &[&'static Target], input: &Path) -> ExitCode {
    let bytes = match std::fs::read(input) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", input.display());
            return ExitCode::FAILURE;
        }
    };
    for target in targets {
        let began = std::time::Instant::now();
        let ((), cost) = memory::measured(|| (target.run)(&bytes));
        println!("{}: {:?}, {} KiB at most", target.name, began.elapsed(), cost.peak_bytes >> 10);
    }
    ExitCode::SUCCESS
}

fn attack(targets: &[&'static Target], first_seed: u64, time: Duration) -> ExitCode {
    driver::install_hook();
    let folder = Path::new("target/fuzz");
    let began = std::time::Instant::now();
    let (mut inputs, mut findings, mut seed) = (0, 0, first_seed);
    while began.elapsed() < time {
        for target in targets {
            let run = driver::run(target, seed, TURN.min(time), folder);
            inputs += run.inputs;
            findings += run.findings.len();
            for finding in run.findings {
                println!("{}: {} ({})", finding.target, finding.what, finding.input.display());
            }
        }
        seed += 1;
    }
    println!("{inputs} inputs in {} s, {findings} findings", began.elapsed().as_secs());
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
