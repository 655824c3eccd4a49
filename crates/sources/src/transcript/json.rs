//! Transcripts as JSON: lists of speaker and words under many names, or the whole text in one string.

use domain::Role;
use serde_json::Value;

use super::draft::Draft;
use super::heading::{self, Heading};
use super::html::Line;
use super::labels;
use super::roster::Roster;
use super::{Transcript, TranscriptError, intros, roles};

const SPEAKER_KEYS: [&str; 7] =
    ["speaker", "speaker_name", "speakerName", "name", "participant", "person", "who"];
const TEXT_KEYS: [&str; 9] =
    ["text", "content", "speech", "body", "transcript", "paragraphs", "utterance", "message", "words"];
const LIST_KEYS: [&str; 10] = [
    "speakers",
    "transcript",
    "turns",
    "segments",
    "dialogue",
    "utterances",
    "data",
    "content",
    "components",
    "results",
];
const TITLE_KEYS: [&str; 5] = ["title", "speaker_title", "position", "job_title", "affiliation"];

/// JSON that stands inside a recorded response, as a single-quoted YAML value after `body:`.
pub(super) fn recorded(text: &str) -> Option<String> {
    let at = text.get(..4096.min(text.floor_char_boundary(4096)))?.find("body: '{")?;
    let mut out = String::new();
    let mut rest = &text[at + "body: '".len()..];
    loop {
        let quote = rest.find('\'')?;
        out.push_str(&rest[..quote]);
        rest = &rest[quote + 1..];
        match rest.strip_prefix('\'') {
            Some(more) => {
                out.push('\'');
                rest = more;
            }
            None => break,
        }
    }
    // A folded value: a line break and its indent are one space.
    Some(out.split('\n').map(str::trim).collect::<Vec<_>>().join(" "))
}

pub(super) fn parse(text: &str) -> Result<Transcript, TranscriptError> {
    let value: Value = crate::json::read(text).map_err(|error| TranscriptError::Json(error.to_string()))?;
    let mut heading = Heading {
        title: first_text(&value, &["title", "event_title", "headline"]).unwrap_or_default(),
        company: first_text(&value, &["company_name", "companyName", "company"]).unwrap_or_default(),
        ticker: first_text(&value, &["symbol", "ticker"]),
        date: ["conference_date", "date", "event_date", "call_date", "datetime", "published_at"]
            .iter()
            .find_map(|key| {
                first_text(&value, &[key]).and_then(|text| heading::date_in(text.get(..10).unwrap_or(&text)))
            }),
    };
    if let Some(event) = value.get("event") {
        heading.date = heading.date.or_else(|| {
            first_text(event, &["conference_date", "date"]).and_then(|text| heading::date_in(text.get(..10)?))
        });
        heading.company = Some(heading.company)
            .filter(|name| !name.is_empty())
            .or_else(|| first_text(event, &["company_name", "company"]))
            .unwrap_or_default();
        let number = |key: &str| event.get(key).and_then(Value::as_i64);
        if let (Some(year), Some(quarter), true) =
            (number("year"), number("quarter"), heading.title.is_empty())
        {
            heading.title = format!("Q{quarter} {year} Earnings Call");
        }
    }
    if let Some(list) = turns_list(&value, 0) {
        return from_list(&value, list, heading);
    }
    let whole = ["transcript", "text", "content", "prepared_remarks", "body"]
        .iter()
        .find_map(|key| first_text(&value, &[key]));
    let Some(whole) = whole else {
        return Err(TranscriptError::NotATranscript("the JSON holds no list of turns and no text"));
    };
    let mut transcript = super::from_lines(super::plain_lines(&whole), whole.len());
    if !transcript.labelled
        && let Some(rest) = first_text(&value, &["questions_and_answers"])
        && let Some(turn) = transcript.turns.first_mut()
    {
        turn.text.push('\n');
        turn.text.push_str(&rest);
    }
    take_over(&mut transcript, heading);
    Ok(transcript)
}

fn take_over(transcript: &mut Transcript, heading: Heading) {
    if !heading.title.is_empty() {
        transcript.title = heading.title;
    }
    if !heading.company.is_empty() {
        transcript.company = heading.company;
    }
    transcript.ticker = heading.ticker.or_else(|| transcript.ticker.take());
    transcript.date = heading.date.or(transcript.date);
}

fn first_text(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter()
        .find_map(|key| value.get(key)?.as_str())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn words(value: &Value) -> Option<String> {
    TEXT_KEYS.iter().find_map(|key| match value.get(key)? {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Array(parts) => {
            let parts: Vec<&str> = parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                .collect();
            // Single words come with their times; anything longer is a paragraph.
            let glue = if parts.iter().any(|part| part.contains(' ')) { "\n" } else { " " };
            (!parts.is_empty()).then(|| parts.join(glue))
        }
        _ => None,
    })
}

fn turns_list(value: &Value, depth: usize) -> Option<&Vec<Value>> {
    if let Value::Array(list) = value {
        let turns = list.iter().filter(|item| words(item).is_some()).count();
        return (turns > 0 && turns * 2 >= list.len()).then_some(list);
    }
    if depth > 3 {
        return None;
    }
    LIST_KEYS.iter().find_map(|key| turns_list(value.get(key)?, depth + 1))
}

fn from_list(value: &Value, list: &[Value], mut heading: Heading) -> Result<Transcript, TranscriptError> {
    let map =
        ["speaker_name_map_v2", "speaker_name_map", "speaker_map"].iter().find_map(|key| value.get(key));
    let mut roster = Roster::default();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut named = false;
    for item in list {
        let Some(text) = words(item).filter(|text| !text.is_empty()) else { continue };
        let info = item.get("speaker_info");
        let raw = SPEAKER_KEYS.iter().find_map(|key| match item.get(key)? {
            Value::String(name) => Some(name.trim().to_owned()),
            Value::Number(number) => Some(format!("Speaker {number}")),
            Value::Object(person) => person.get("name")?.as_str().map(str::to_owned),
            _ => None,
        });
        let raw = raw.filter(|name| !name.is_empty()).unwrap_or_default();
        let mapped = map.and_then(|map| map.get(&raw));
        let name = info
            .and_then(|info| first_text(info, &["name"]))
            .or_else(|| {
                mapped.and_then(|person| {
                    person.as_str().map(str::to_owned).or_else(|| first_text(person, &["name"]))
                })
            })
            .unwrap_or_else(|| raw.clone());
        let title =
            [Some(item), info, mapped].into_iter().flatten().find_map(|place| first_text(place, &TITLE_KEYS));
        let (who, about) = labels::split_who(&name);
        named |= !who.is_empty();
        let person = if labels::is_operator(who) || title.as_deref().is_some_and(labels::is_operator) {
            None
        } else {
            let title = title.as_deref().or((!about.is_empty()).then_some(about));
            Some(roster.add(if who.is_empty() { "Unknown" } else { who }, title, Role::Unknown, ""))
        };
        let after_heading = ["session", "section"].iter().any(|key| {
            first_text(item, &[key]).is_some_and(|section| {
                section.to_lowercase().contains("q&a") || section.to_lowercase().contains("question")
            })
        });
        match drafts.last_mut().filter(|last| last.person == person && last.after_heading == after_heading) {
            Some(last) => {
                last.text.push('\n');
                last.text.push_str(&text);
            }
            None => drafts.push(Draft { person, side: None, after_heading, text }),
        }
    }
    if drafts.is_empty() {
        return Err(TranscriptError::Empty);
    }
    name_the_operator(&mut drafts);
    let lines: Vec<Line> =
        drafts.iter().filter(|draft| draft.person.is_none()).map(|draft| Line::plain(&draft.text)).collect();
    intros::add_introduced(&lines, &mut roster);
    intros::add_titles(&drafts, &mut roster);
    let turns = roles::settle(drafts, &roster);
    if heading.company.is_empty() || heading.date.is_none() {
        let read = heading::read(&[], &turns);
        heading.company = Some(heading.company).filter(|name| !name.is_empty()).unwrap_or(read.company);
        heading.date = heading.date.or(read.date);
    }
    let mut transcript = Transcript {
        title: String::new(),
        company: String::new(),
        ticker: None,
        date: None,
        turns,
        labelled: named,
    };
    take_over(&mut transcript, heading);
    Ok(transcript)
}

/// Speech recognition gives voices numbers; the one that announces the questions is the operator.
fn name_the_operator(drafts: &mut [Draft]) {
    if drafts.iter().any(|draft| draft.person.is_none()) {
        return;
    }
    let mut announcements: std::collections::HashMap<usize, (usize, usize)> =
        std::collections::HashMap::new();
    for draft in drafts.iter() {
        if let Some(person) = draft.person {
            let lower = draft.text.to_lowercase();
            let announces = lower.len() < 1500
                && (lower.contains("next question")
                    || lower.contains("first question")
                    || lower.contains("your line is open")
                    || lower.contains("please go ahead"))
                && (lower.contains(" from ") || lower.contains(" with ") || lower.contains("line of"));
            let entry = announcements.entry(person).or_default();
            entry.0 += usize::from(announces);
            entry.1 += 1;
        }
    }
    let best = announcements
        .into_iter()
        .filter(|(_, (said, all))| *said >= 2 && said * 2 >= *all)
        .max_by_key(|(person, (said, _))| (*said, usize::MAX - person));
    if let Some((operator, _)) = best {
        for draft in drafts.iter_mut().filter(|draft| draft.person == Some(operator)) {
            draft.person = None;
        }
    }
}
