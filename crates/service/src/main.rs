//! The program's door: reads the command line and hands over.

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command_line = service::cli::CommandLine::parse();
    match service::cli::run(command_line) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("bellwether: {error:#}");
            ExitCode::FAILURE
        }
    }
}
