//! An episode's words: WebVTT, SubRip, the podcast namespace's JSON and its HTML. Times are dropped,
//! names are kept, and what one person says in a row is one turn.

use domain::{Role, Section, Turn};
use serde_json::Value;

use crate::charset;
use crate::error::SourceError;
use crate::markup::text::squeeze;
use crate::markup::tokens::{Token, Tokens};
use crate::markup::{html_to_text, html_to_title};

pub const MAX_CAPTION_BYTES: usize = 16 << 20;
const MAX_TURNS: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Vtt,
    Srt,
    Json,
    Html,
}

/// By media type, or by the ending of a name.
pub fn format_of(media_type: &str, name: &str) -> Option<Format> {
    let media_type = media_type.to_ascii_lowercase();
    let name = name.split(['?', '#']).next().unwrap_or("").to_ascii_lowercase();
    let by_type = |part: &str| media_type.contains(part);
    if by_type("vtt") || name.ends_with(".vtt") {
        Some(Format::Vtt)
    } else if by_type("srt") || by_type("subrip") || name.ends_with(".srt") {
        Some(Format::Srt)
    } else if by_type("json") || name.ends_with(".json") {
        Some(Format::Json)
    } else if by_type("html") || name.ends_with(".html") || name.ends_with(".htm") {
        Some(Format::Html)
    } else {
        None
    }
}

/// Reads captions; the bytes themselves settle it where the media type is wrong or missing.
pub fn parse(bytes: &[u8], media_type: &str, content_type: Option<&str>) -> Result<Vec<Turn>, SourceError> {
    if bytes.len() > MAX_CAPTION_BYTES {
        return Err(SourceError::Captions("the file is too large"));
    }
    let text = charset::decode(bytes, content_type).text;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let format = if text.starts_with("WEBVTT") {
        Format::Vtt
    } else if text.starts_with('{') || text.starts_with('[') {
        Format::Json
    } else if text.starts_with('<') {
        Format::Html
    } else {
        format_of(media_type, "").unwrap_or(Format::Srt)
    };
    let turns = match format {
        Format::Vtt | Format::Srt => cues(text),
        Format::Json => json(text)?,
        Format::Html => html(text),
    };
    if turns.is_empty() { Err(SourceError::Captions("no words were found")) } else { Ok(turns) }
}

/// The turns as one text, a paragraph each, with the speaker's name in front where it is known.
pub fn text_of(turns: &[Turn]) -> String {
    let mut text = String::new();
    for turn in turns {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        if !turn.speaker.is_empty() {
            text.push_str(&turn.speaker);
            text.push_str(": ");
        }
        text.push_str(&turn.text);
    }
    text
}

#[derive(Default)]
struct Turns(Vec<Turn>);

impl Turns {
    /// No speaker means the one before goes on.
    fn say(&mut self, speaker: Option<&str>, text: &str) {
        let text = squeeze(text);
        if text.is_empty() {
            return;
        }
        let speaker = speaker.map(str::trim).filter(|name| !name.is_empty());
        let is_full = self.0.len() >= MAX_TURNS;
        match self.0.last_mut() {
            Some(last) if speaker.is_none_or(|name| name == last.speaker) => {
                last.text.push(' ');
                last.text.push_str(&text);
            }
            _ if !is_full => self.0.push(Turn {
                speaker: speaker.unwrap_or("").to_owned(),
                title: None,
                role: Role::Unknown,
                section: Section::Unknown,
                text,
            }),
            _ => {}
        }
    }
}

/// WebVTT and SubRip alike: whatever follows a line with an arrow, up to an empty line.
fn cues(text: &str) -> Vec<Turn> {
    let mut turns = Turns::default();
    let mut in_cue = false;
    let mut last_line = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.contains("-->") {
            in_cue = true;
            continue;
        }
        if line.is_empty() {
            in_cue = false;
            continue;
        }
        if !in_cue {
            continue;
        }
        let (voice, words) = cue_text(line);
        // Rolling captions repeat the line above; it was said once.
        if words.is_empty() || words == last_line {
            continue;
        }
        match voice {
            Some(name) => turns.say(Some(&name), &words),
            None => match speaker_label(&words) {
                Some((name, rest)) => turns.say(Some(name), rest),
                None => turns.say(None, &words),
            },
        }
        last_line = words;
    }
    turns.0
}

/// A line of a cue without its tags, and the name in its voice tag.
fn cue_text(line: &str) -> (Option<String>, String) {
    if !line.contains(['<', '&']) {
        return (None, line.to_owned());
    }
    let mut voice = None;
    if let Some(at) = line.find("<v").filter(|at| line[at + 2..].starts_with([' ', '.', '\t']))
        && let Some(end) = line[at..].find('>')
    {
        let inside = &line[at + 2..at + end];
        let name = inside.split_once(char::is_whitespace).map_or("", |(_, name)| name);
        voice = Some(html_to_title(name)).filter(|name| !name.is_empty());
    }
    // Inline times such as `<00:05:04.199>` are no tags to HTML.
    let mut bare = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('<') {
        bare.push_str(&rest[..at]);
        match rest[at..].find('>') {
            Some(end) => rest = &rest[at + end + 1..],
            // None of those that follow is closed either.
            None => {
                bare.push_str(&rest[at..].replace('<', ""));
                rest = "";
            }
        }
    }
    bare.push_str(rest);
    (voice, html_to_title(&bare))
}

/// `Ivy Lock: Good morning.` names its speaker; `Here is the thing: nothing` does not.
fn speaker_label(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once(':')?;
    let name = name.trim_start_matches(['-', '>', ' ']).trim();
    let n_words = name.split_whitespace().count();
    let fits = (1..=5).contains(&n_words) && name.chars().count() <= 48;
    let capital =
        |word: &str| word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_numeric() || c == '(');
    let every_word_capital = name.split_whitespace().all(|word| capital(word) || PARTICLES.contains(&word));
    let spoken = rest.starts_with(char::is_whitespace) || rest.is_empty();
    let is_name = fits && every_word_capital && spoken && !name.contains(['.', '?', '!', ','])
        || is_initialled(name, rest);
    is_name.then_some((name, rest.trim()))
}

const PARTICLES: &[&str] =
    &["de", "van", "von", "der", "la", "di", "del", "al", "bin", "da", "e", "and", "of"];

/// `Marcos A. Maceo:` has a point in it and is a name all the same.
fn is_initialled(name: &str, rest: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    (2..=4).contains(&words.len())
        && rest.starts_with(' ')
        && words.iter().all(|word| {
            let letters = word.trim_end_matches('.');
            letters.chars().next().is_some_and(char::is_uppercase)
                && (word.len() == letters.len() || letters.chars().count() <= 2)
                && letters.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'')
        })
}

/// `{"segments": [{"speaker", "body"}]}`, and the plain list that some tools write.
fn json(text: &str) -> Result<Vec<Turn>, SourceError> {
    let value: Value = crate::json::read(text).map_err(|_| SourceError::Captions("the JSON is broken"))?;
    let segments = value.get("segments").or(value.get("results")).unwrap_or(&value);
    let segments = segments.as_array().ok_or(SourceError::Captions("the JSON has no segments"))?;
    let mut turns = Turns::default();
    for segment in segments {
        let word = |keys: &[&str]| keys.iter().find_map(|key| segment.get(*key).and_then(Value::as_str));
        if let Some(body) = word(&["body", "text", "transcript"]) {
            turns.say(word(&["speaker", "speaker_name", "speakerName"]), body);
        }
    }
    Ok(turns.0)
}

/// `<cite>Name:</cite><time>0:00</time><p>Words.</p>`; without names, its paragraphs are one turn.
fn html(text: &str) -> Vec<Turn> {
    let mut turns = Turns::default();
    let mut speaker: Option<String> = None;
    let mut collecting: Option<&str> = None;
    let mut html_so_far = String::new();
    for token in Tokens::html(text) {
        match (&token, collecting) {
            (Token::Start { name, .. }, None) => {
                if let Some(tag) =
                    ["cite", "p", "time"].into_iter().find(|tag| tag.eq_ignore_ascii_case(name))
                {
                    collecting = Some(tag);
                    html_so_far.clear();
                }
            }
            (Token::End { name }, Some(tag)) if tag.eq_ignore_ascii_case(name) => {
                let words = html_to_text(&html_so_far);
                match tag {
                    "cite" => speaker = Some(words.trim().trim_end_matches(':').trim().to_owned()),
                    "p" => turns.say(speaker.as_deref(), &words),
                    _ => {}
                }
                collecting = None;
            }
            (Token::Text(raw), Some(_)) => html_so_far.push_str(raw),
            (Token::Start { .. } | Token::End { .. }, Some(_)) => html_so_far.push(' '),
            _ => {}
        }
    }
    if turns.0.is_empty() {
        turns.say(None, &html_to_text(text));
    }
    turns.0
}

#[cfg(test)]
#[path = "captions_tests.rs"]
mod tests;
