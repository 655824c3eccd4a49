//! Transcripts of calls, from whatever form they were published in, to turns with names, roles and sections.
//!
//! Reads speaker-labelled text, Markdown, HTML exhibits as filed and JSON. A text without speakers is kept as it is
//! and marked `labelled: false`; a speaker is never guessed. Time and memory grow with the input, which is bounded.

mod assemble;
mod decode;
mod draft;
mod flat;
mod furniture;
mod heading;
mod html;
mod intros;
mod json;
mod labels;
mod names;
mod roles;
mod roster;
#[cfg(test)]
mod tests;

use domain::{Day, Role, Section, Turn};

use html::Line;

/// Larger than any call: a day of speech is under a megabyte.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A call as it was spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    pub title: String,
    /// As the transcript names it; empty where it does not.
    pub company: String,
    pub ticker: Option<String>,
    pub date: Option<Day>,
    pub turns: Vec<Turn>,
    /// False where nobody is named: such a transcript can be stored and searched, not scored.
    pub labelled: bool,
}

/// Why bytes are not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    #[error("the transcript has {0} bytes; at most {MAX_BYTES} are read")]
    TooLarge(usize),
    #[error("there is no text in it")]
    Empty,
    #[error("it is not a transcript: {0}")]
    NotATranscript(&'static str),
    #[error("the JSON cannot be read: {0}")]
    Json(String),
}

/// Reads a transcript. `hint` is a file name, an address or a media type, and may be empty.
pub fn parse(bytes: &[u8], hint: &str) -> Result<Transcript, TranscriptError> {
    if bytes.len() > MAX_BYTES {
        return Err(TranscriptError::TooLarge(bytes.len()));
    }
    if bytes.iter().take(1024).filter(|byte| **byte == 0).count() > 2 {
        return Err(TranscriptError::NotATranscript("the bytes are not text"));
    }
    let text = decode::text(bytes);
    let start = text.trim_start();
    if start.is_empty() {
        return Err(TranscriptError::Empty);
    }
    let hint = hint.to_ascii_lowercase();
    if start.starts_with(['{', '[']) && (hint.contains("json") || serde_starts(start)) {
        return json::parse(start);
    }
    if let Some(body) = json::recorded(start) {
        return json::parse(&body);
    }
    let lines = if hint.contains("html") || hint.contains(".htm") || html::looks_like_html(start) {
        html::lines(&text)
    } else {
        plain_lines(&text)
    };
    if lines.is_empty() {
        return Err(TranscriptError::Empty);
    }
    Ok(from_lines(lines, text.len()))
}

/// `[Operator Instructions]` opens text, `[{` and `["` open JSON.
fn serde_starts(start: &str) -> bool {
    let next = start[1..].trim_start();
    start.starts_with('{') && next.starts_with(['"', '}'])
        || start.starts_with('[') && next.starts_with(['{', '[', '"', ']'])
}

fn plain_lines(text: &str) -> Vec<Line> {
    text.lines()
        .map(|line| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}'))
        .filter(|line| !line.is_empty())
        .map(|line| {
            // Markdown's bold is the same hint that HTML's is.
            let bold = line.strip_prefix("**").and_then(|rest| rest.find("**")).map_or(0, |end| end + 4);
            Line { text: line.to_owned(), bold }
        })
        .collect()
}

fn from_lines(lines: Vec<Line>, size: usize) -> Transcript {
    let fallback: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    let assembled = assemble::assemble(lines);
    // The date may stand on a line that the pages' running heads repeat, so the first lines are read as they came.
    let list = fallback.iter().take(60).position(|line| labels::participants_heading(line).is_some());
    let above = list.map_or(assembled.heading.as_slice(), |at| &fallback[..at]);
    let heading = heading::read(above, &assembled.turns);
    let spoken: usize = assembled.turns.iter().map(|turn| turn.text.len()).sum();
    let speakers: std::collections::HashSet<&str> =
        assembled.turns.iter().map(|turn| turn.speaker.as_str()).collect();
    // One stray label in a long text is not a labelled transcript.
    let labelled = !assembled.turns.is_empty()
        && (speakers.len() >= 2
            || (spoken * 2 > size
                && assembled.turns.iter().any(|turn| turn.text.matches(". ").count() >= 3)));
    let turns = if labelled { assembled.turns } else { vec![unlabelled(&fallback)] };
    Transcript {
        title: heading.title,
        company: heading.company,
        ticker: heading.ticker,
        date: heading.date,
        turns,
        labelled,
    }
}

fn unlabelled(lines: &[String]) -> Turn {
    Turn {
        speaker: String::new(),
        title: None,
        role: Role::Unknown,
        section: Section::Unknown,
        text: lines.join("\n"),
    }
}
