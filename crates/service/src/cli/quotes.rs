//! `bellwether quotes`: who says what in texts, a line each.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::{Text, statements};
use domain::Statement;
use serde::Serialize;
use serde_json::Value;

use super::lines;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    quote: &'a str,
    /// Counts characters of the content.
    start: u32,
    direct: bool,
    speaker: String,
    title: &'a str,
    cohort: &'static str,
    target: Option<&'a str>,
    tone: String,
}

/// One of the roles, or none of them.
const NO_COHORT: &str = "other";

pub fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    let code = lines::each(files, &mut output, |number, text, answer| {
        let line = lines::text_line(number, text)?;
        let text = Text {
            title: &line.title,
            content: &line.content,
            stated_language: line.language.as_deref(),
            publisher: Some(&line.outlet),
            ..Text::default()
        };
        for statement in statements::find(&text, &analysis::read_all(&text)) {
            lines::print(answer, &written(&line.id, &statement))?;
        }
        Ok(())
    })?;
    output.flush()?;
    Ok(code)
}

fn written<'a>(id: &'a Value, statement: &'a Statement) -> Line<'a> {
    Line {
        id,
        quote: &statement.text,
        start: statement.span.start,
        direct: statement.direct,
        speaker: statement.speaker_names(),
        title: &statement.title,
        cohort: statement.cohort.map_or(NO_COHORT, |cohort| cohort.name()),
        target: statement.target.as_ref().map(|target| target.name.as_str()),
        tone: statement.tone.label().name().to_lowercase(),
    }
}
