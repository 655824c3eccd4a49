//! Reads every transcript in a folder and prints, a line each, what was found; `--turns FILE` prints one call in full.
//!
//! The folder is an argument because the transcripts belong to others and are not part of this repository.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use domain::{Role, Section};
use sources::transcript::{Transcript, parse};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--turns", file] => print_turns(Path::new(file)),
        [folder] => print_folder(Path::new(folder)),
        _ => {
            eprintln!("usage: transcripts_quality DIR | --turns FILE");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &Path) -> Result<Transcript, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    parse(&bytes, &name).map_err(|error| error.to_string())
}

fn print_turns(file: &Path) -> ExitCode {
    match read(file) {
        Ok(call) => {
            println!(
                "{} | {} | {:?} | {:?} | labelled {}",
                call.title, call.company, call.ticker, call.date, call.labelled
            );
            for (at, turn) in call.turns.iter().enumerate() {
                let title = turn.title.as_deref().unwrap_or("-");
                println!(
                    "[{at}] {} ({title}) {} {}\n    {}",
                    turn.speaker,
                    turn.role,
                    turn.section,
                    turn.text.replace('\n', "\n    ")
                );
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}

fn print_folder(folder: &Path) -> ExitCode {
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("no folder {}: give the folder that holds transcripts", folder.display());
        return ExitCode::FAILURE;
    };
    let mut files: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let (mut labelled, mut with_questions, mut unknown, mut turns) = (0, 0, 0, 0);
    let started = std::time::Instant::now();
    for file in &files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match read(file) {
            Err(error) => println!("{name}\trefused: {error}"),
            Ok(call) => {
                let speakers: BTreeSet<&str> = call.turns.iter().map(|turn| turn.speaker.as_str()).collect();
                let count = |role: Role| call.turns.iter().filter(|turn| turn.role == role).count();
                let asked = call.turns.iter().filter(|turn| turn.section == Section::Questions).count();
                labelled += usize::from(call.labelled);
                with_questions += usize::from(asked > 1);
                unknown += count(Role::Unknown);
                turns += call.turns.len();
                println!(
                    "{name}\tlabelled {}\tturns {}\tspeakers {}\toperator {} executive {} analyst {} shareholder {} unknown {}\tquestions {asked}\t{}\t{:?}\t{:?}",
                    call.labelled,
                    call.turns.len(),
                    speakers.len(),
                    count(Role::Operator),
                    count(Role::Executive),
                    count(Role::Analyst),
                    count(Role::Shareholder),
                    count(Role::Unknown),
                    call.company,
                    call.ticker,
                    call.date,
                );
            }
        }
    }
    println!(
        "{} files, {labelled} labelled, {with_questions} with a question-and-answer part, {turns} turns, {unknown} of unknown role, {:.2} s",
        files.len(),
        started.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}
