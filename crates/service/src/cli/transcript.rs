//! `bellwether transcript`: who says what in a call.

use std::process::ExitCode;

use serde::Serialize;
use sources::transcript;

use super::inputs::{self, Way};
use runtime::config::Config;

#[derive(Serialize)]
struct Line {
    input: String,
    company: String,
    date: Option<String>,
    turns: Vec<Turn>,
}

#[derive(Serialize)]
struct Turn {
    speaker: String,
    title: Option<String>,
    role: &'static str,
    section: &'static str,
    text: String,
}

pub async fn run(config: Config, files: Vec<String>, json: bool) -> anyhow::Result<ExitCode> {
    let read = |input: &str, loaded: &inputs::Loaded| {
        let hint = format!("{} {}", loaded.name, loaded.content_type.as_deref().unwrap_or(""));
        let read = transcript::parse(&loaded.bytes, hint.trim()).map_err(|error| error.to_string())?;
        Ok(Line {
            input: input.to_owned(),
            company: read.company,
            date: read.date.map(|day| day.to_string()),
            turns: read
                .turns
                .into_iter()
                .map(|turn| Turn {
                    speaker: turn.speaker,
                    title: turn.title,
                    role: turn.role.name(),
                    section: turn.section.name(),
                    text: turn.text,
                })
                .collect(),
        })
    };
    inputs::each(&config, files, Way { json, pages: false }, read, describe).await
}

fn describe(line: &Line) -> String {
    let mut text = format!("{}: {} {}\n", line.input, line.company, line.date.as_deref().unwrap_or(""));
    for turn in &line.turns {
        let title = turn.title.as_deref().map(|title| format!(", {title}")).unwrap_or_default();
        text.push_str(&format!(
            "\n{}{title} ({}, {})\n{}\n",
            turn.speaker, turn.role, turn.section, turn.text
        ));
    }
    text
}
