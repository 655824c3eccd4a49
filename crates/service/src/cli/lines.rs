//! Input for the commands that read texts: lines from files or standard input, JSON objects or plain text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use pipeline::digest::caught;
use pipeline::lines::{self, MAX_LINE_BYTES};

/// A text to read. A plain line is a title without content.
#[derive(Default)]
pub struct TextLine {
    pub id: Value,
    pub title: String,
    pub content: String,
    pub published_at: Option<String>,
    /// Who published it; empty where nobody said.
    pub outlet: String,
    pub language: Option<String>,
    /// Names toward which the tone is asked for.
    pub targets: Vec<String>,
}

/// The members that collections in use give their texts; where several stand in one line, the first of each row counts.
#[derive(Deserialize)]
struct Members {
    #[serde(default)]
    id: Value,
    title: Option<String>,
    content: Option<String>,
    body: Option<String>,
    text: Option<String>,
    lead: Option<String>,
    published_at: Option<String>,
    date: Option<String>,
    #[serde(default)]
    outlet: Value,
    #[serde(default)]
    source: Value,
    language: Option<String>,
    #[serde(default)]
    targets: Vec<String>,
}

/// What stands in the place of an answer to a line that cannot be read.
#[derive(Serialize)]
pub struct BadLine {
    pub line: u64,
    pub error: String,
}

/// Why a line has no answer.
pub enum Refusal {
    /// It costs itself and is told in its place.
    Bad(BadLine),
    /// The work ends here.
    Failed(anyhow::Error),
}

impl From<BadLine> for Refusal {
    fn from(bad: BadLine) -> Refusal {
        Refusal::Bad(bad)
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        Refusal::Failed(error)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Failed(error.into())
    }
}

/// Answers each non-empty line with what `read` makes of it and its number, over all inputs. A line that makes its
/// reader panic costs that line; the exit code says that there was one, or that no line could be read.
pub fn each(
    files: &[PathBuf],
    output: &mut impl Write,
    mut read: impl FnMut(u64, &str, &mut Vec<u8>) -> Result<(), Refusal>,
) -> anyhow::Result<ExitCode> {
    let (mut any_read, mut any_bad, mut any_panicked) = (false, false, false);
    let mut answer = Vec::new();
    let standard = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard } else { files };
    let mut number = 0;
    for file in files {
        let mut reader = match file == Path::new("-") {
            true => lines::uncompressed(io::stdin()),
            false => lines::uncompressed(
                std::fs::File::open(file).with_context(|| format!("{} cannot be opened", file.display()))?,
            ),
        };
        let mut bytes = Vec::new();
        let cannot = || format!("{} cannot be read", file.display());
        while let Some(within_limit) = lines::next(&mut reader, &mut bytes).with_context(cannot)? {
            number += 1;
            // Bytes that are no text become replacement characters: a poorer reading, not a lost line.
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim_end_matches('\r');
            if text.trim().is_empty() {
                continue;
            }
            answer.clear();
            let read = match within_limit {
                true => caught(|| read(number, text, &mut answer)),
                false => {
                    let error = format!("longer than {MAX_LINE_BYTES} bytes");
                    Ok(Err(Refusal::Bad(BadLine { line: number, error })))
                }
            };
            let bad = match read {
                Ok(Ok(())) => None,
                Ok(Err(Refusal::Bad(bad))) => Some(bad),
                Ok(Err(Refusal::Failed(error))) => return Err(error),
                Err(error) => {
                    any_panicked = true;
                    Some(BadLine { line: number, error })
                }
            };
            any_read |= bad.is_none();
            if let Some(bad) = bad {
                any_bad = true;
                answer.clear();
                print(&mut answer, &bad)?;
            }
            output.write_all(&answer)?;
        }
    }
    output.flush()?;
    Ok(if any_panicked || any_bad && !any_read { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A JSON object as it says, anything else as a title with the line's number for an id.
pub fn text_line(number: u64, text: &str) -> Result<TextLine, BadLine> {
    if !text.trim_start().starts_with('{') {
        return Ok(TextLine { id: Value::from(number), title: text.to_owned(), ..TextLine::default() });
    }
    let members: Members = object(number, text)?;
    let content = members.content.or(members.body).or(members.text).or(members.lead);
    if members.title.is_none() && content.is_none() {
        let error =
            "neither a title nor a text: members are id, title, content (or body, text, lead), language, …";
        return Err(BadLine { line: number, error: error.to_owned() });
    }
    Ok(TextLine {
        id: if members.id.is_null() { Value::from(number) } else { members.id },
        title: members.title.unwrap_or_default(),
        content: content.unwrap_or_default(),
        published_at: members.published_at.or(members.date),
        outlet: members.outlet.as_str().or(members.source.as_str()).unwrap_or_default().to_owned(),
        language: members.language,
        targets: members.targets,
    })
}

pub fn object<T: for<'a> Deserialize<'a>>(number: u64, text: &str) -> Result<T, BadLine> {
    serde_json::from_str(text).or_else(|error| {
        // JSON that other programs write may hold half of a surrogate pair, which is no character: read what can be.
        match serde_json::from_str(&without_lone_surrogates(text)) {
            Ok(line) => Ok(line),
            Err(_) => {
                Err(BadLine { line: number, error: format!("not an object of the expected shape: {error}") })
            }
        }
    })
}

/// Replaces `\ud800`…`\udfff` escapes that have no partner by the replacement character's escape.
fn without_lone_surrogates(text: &str) -> String {
    let bytes = text.as_bytes();
    let unit = |at: usize| -> Option<u32> {
        let escape = bytes.get(at..at + 6)?;
        if &escape[..2] != b"\\u" {
            return None;
        }
        u32::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let mut cleaned = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        cleaned.push_str(&text[at..at + found]);
        at += found;
        let (keep, length) = match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (true, 12),
            (Some(0xd800..=0xdfff), _) => (false, 6),
            (Some(_), _) => (true, 6),
            // An escaped character of one byte; cutting a longer one would split it.
            (None, _) => (true, 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8)),
        };
        cleaned.push_str(if keep { &text[at..at + length] } else { "\\ufffd" });
        at += length;
    }
    cleaned.push_str(&text[at..]);
    cleaned
}

/// One JSON line to standard output; the end of a pipe is the end of the work.
pub fn print(output: &mut impl Write, line: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")?;
    Ok(())
}

/// The characters of a span, as the text spells them.
pub fn slice(text: &str, start: u32, end: u32) -> String {
    text.chars().skip(start as usize).take((end.saturating_sub(start)) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_panics_costs_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("lines");
        std::fs::write(&file, "one\n\ntwo\nthree\n").expect("written");
        let mut output = Vec::new();
        let code = each(&[file], &mut output, |number, text, answer| {
            write!(answer, "{number} ")?;
            assert_ne!(text, "two", "cannot stand it");
            Ok(writeln!(answer, "{text}")?)
        });
        assert_eq!(format!("{:?}", code.expect("read")), format!("{:?}", ExitCode::FAILURE));
        let output = String::from_utf8(output).expect("text");
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2]), (3, "1 one", "4 three"), "{output}");
        assert!(lines[1].contains("\"line\":3") && lines[1].contains("cannot stand it"), "{output}");
    }

    /// What `read` prints of a file with these bytes, and whether it counts as done.
    fn titles(bytes: &[u8]) -> (String, bool) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("written");
        let mut output = Vec::new();
        let code = each(&[file.path().to_owned()], &mut output, |number, text, answer| {
            let line = text_line(number, text)?;
            Ok(writeln!(answer, "{}", line.title)?)
        });
        let done = format!("{:?}", code.expect("read")) == format!("{:?}", ExitCode::SUCCESS);
        (String::from_utf8(output).expect("text"), done)
    }

    #[test]
    fn a_compressed_file_is_read_as_what_it_holds() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"{\"title\":\"Bitcoin falls\"}\n").expect("packed");
        assert_eq!(titles(&packed.finish().expect("packed")), ("Bitcoin falls\n".to_owned(), true));
    }

    #[test]
    fn lines_without_a_text_are_told_and_fail_alone() {
        let (output, done) = titles(b"{\"id\":\"x\"}\nBitcoin falls\n");
        assert!(done && output.contains("neither a title nor a text"), "{output}");
        let (output, done) = titles(b"{\"id\":\"x\"}\n{broken\n");
        assert!(!done && output.contains("\"line\":2"), "{output}");
    }

    #[test]
    fn lone_surrogates_do_not_lose_a_line() {
        let line = text_line(3, r#"{"id":"a","title":"x \ud83d y \ud83d\ude00 \\ud800 \udc00"}"#)
            .ok()
            .expect("read");
        assert_eq!(line.title, "x \u{fffd} y 😀 \\ud800 \u{fffd}");
    }

    #[test]
    fn members_of_several_collections_are_understood() {
        let line = text_line(
            1,
            r#"{"id":7,"title":null,"text":"t","lead":"l","date":"2021-04-22","published_at":null}"#,
        );
        let line = line.ok().expect("read");
        assert_eq!((line.title.as_str(), line.content.as_str()), ("", "t"));
        assert_eq!(line.published_at.as_deref(), Some("2021-04-22"));
    }

    #[test]
    fn plain_lines_are_titles() {
        let line = text_line(3, "Bitcoin falls").ok().expect("read");
        assert_eq!(
            (line.id, line.title.as_str(), line.content.as_str()),
            (Value::from(3), "Bitcoin falls", "")
        );
        assert!(text_line(1, "{broken").is_err());
    }
}
