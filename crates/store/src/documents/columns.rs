//! How the parts of a document are written into columns and read back.

use domain::hash::to_hex;
use domain::{
    Cohort, Cut, CutReason, DocumentId, Field, Mention, MentionKind, Outlet, Role, Section, Sentiment, Span,
    Tone, Turn,
};
use serde_json::{Value as Json, json};

use crate::Error;
use crate::db::{Row, Value};

pub fn id(row: &mut Row) -> Result<DocumentId, Error> {
    row.parse("a document's id", DocumentId::parse)
}

pub fn sentiment(row: &mut Row) -> Result<Sentiment, Error> {
    row.parse("a sentiment", Sentiment::from_name)
}

pub fn cohort(row: &mut Row) -> Result<Option<Cohort>, Error> {
    Ok(row.text_or_null()?.and_then(|name| Cohort::from_name(&name)))
}

pub fn tone(row: &mut Row) -> Result<Tone, Error> {
    Ok(Tone { positive: row.real()? as f32, neutral: row.real()? as f32, negative: row.real()? as f32 })
}

pub fn outlet(row: &mut Row) -> Result<Outlet, Error> {
    Ok(Outlet { name: row.text()?, category: row.text()?, family: row.text()?, country: row.text()? })
}

/// Derived from all four parts, so that it need not be looked up: two descriptions of one name are two rows,
/// and each document keeps the one it came with.
pub fn outlet_id(outlet: &Outlet) -> i64 {
    let text = format!("{}\n{}\n{}\n{}", outlet.name, outlet.category, outlet.family, outlet.country);
    let hash = domain::hash::hash128(text.as_bytes());
    let mut short = [0; 8];
    short.copy_from_slice(&hash[..8]);
    i64::from_be_bytes(short)
}

/// The same bits; neither engine has unsigned numbers.
pub fn fingerprint(bits: u64) -> Value {
    Value::Int(bits as i64)
}

pub fn id_value(id: DocumentId) -> Value {
    Value::Text(to_hex(&id.bytes()))
}

/// An array per turn: speaker, title, role, section, text.
pub fn turns_text(turns: &[Turn]) -> Option<String> {
    if turns.is_empty() {
        return None;
    }
    let turns: Vec<Json> = turns
        .iter()
        .map(|turn| json!([turn.speaker, turn.title, turn.role.name(), turn.section.name(), turn.text]))
        .collect();
    Some(Json::Array(turns).to_string())
}

pub fn turns(row: &mut Row) -> Result<Vec<Turn>, Error> {
    let Some(text) = row.text_or_null()? else { return Ok(Vec::new()) };
    let broken = Error::Row { column: 0, expected: "the turns of a call", found: "something else" };
    let Ok(Json::Array(turns)) = serde_json::from_str(&text) else { return Err(broken) };
    turns.iter().map(turn).collect::<Option<_>>().ok_or(broken)
}

/// An array per cut: field, place, reason, text.
pub fn cuts_text(cuts: &[Cut]) -> Option<String> {
    let part = |cut: &Cut| json!([cut.field.name(), cut.at, cut.reason.name(), cut.text]);
    (!cuts.is_empty()).then(|| Json::Array(cuts.iter().map(part).collect()).to_string())
}

pub fn cuts(row: &mut Row) -> Result<Vec<Cut>, Error> {
    let Some(text) = row.text_or_null()? else { return Ok(Vec::new()) };
    let broken = Error::Row { column: 0, expected: "the cuts of a text", found: "something else" };
    let Ok(Json::Array(cuts)) = serde_json::from_str(&text) else { return Err(broken) };
    cuts.iter().map(cut).collect::<Option<_>>().ok_or(broken)
}

fn cut(parts: &Json) -> Option<Cut> {
    Some(Cut {
        field: Field::from_name(parts.get(0)?.as_str()?)?,
        at: usize::try_from(parts.get(1)?.as_u64()?).ok()?,
        reason: CutReason::from_name(parts.get(2)?.as_str()?)?,
        text: parts.get(3)?.as_str()?.to_owned(),
    })
}

fn turn(parts: &Json) -> Option<Turn> {
    Some(Turn {
        speaker: parts.get(0)?.as_str()?.to_owned(),
        title: parts.get(1)?.as_str().map(str::to_owned),
        role: Role::from_name(parts.get(2)?.as_str()?)?,
        section: Section::from_name(parts.get(3)?.as_str()?)?,
        text: parts.get(4)?.as_str()?.to_owned(),
    })
}

/// `t0-5 c10-15`: the field's first letter, then start and end.
pub fn spans_text(spans: &[Span]) -> String {
    use std::fmt::Write;

    let mut text = String::with_capacity(spans.len() * 8);
    for span in spans {
        let field = match span.field {
            Field::Title => 't',
            Field::Content => 'c',
        };
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{field}{}-{}", span.start, span.end).expect("writing to a string cannot fail");
    }
    text
}

pub fn spans(text: &str) -> Option<Vec<Span>> {
    text.split_ascii_whitespace()
        .map(|part| {
            let field = match part.as_bytes().first()? {
                b't' => Field::Title,
                b'c' => Field::Content,
                _ => return None,
            };
            let (start, end) = part.get(1..)?.split_once('-')?;
            Some(Span { field, start: start.parse().ok()?, end: end.parse().ok()? })
        })
        .collect()
}

/// The tone toward something that is named.
pub fn sentiment_or_null(row: &mut Row) -> Result<Option<Sentiment>, Error> {
    Ok(row.text_or_null()?.and_then(|name| Sentiment::from_name(&name)))
}

/// Reads kind, name, ticker, spans, in_title, in_lead, tone, sentiment.
pub fn mention(row: &mut Row) -> Result<Mention, Error> {
    Ok(Mention {
        kind: row.parse("a kind of mention", MentionKind::from_name)?,
        name: row.text()?,
        ticker: row.text_or_null()?,
        spans: row.parse("spans", spans)?,
        in_title: row.flag()?,
        in_lead: row.flag()?,
        tone: row.real_or_null()?.map(|tone| tone as f32),
        sentiment: sentiment_or_null(row)?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn spans_are_read_as_they_were_written(parts in prop::collection::vec((any::<bool>(), any::<u32>(), any::<u32>()), 0..20)) {
            let expected: Vec<Span> = parts
                .into_iter()
                .map(|(title, start, end)| Span { field: if title { Field::Title } else { Field::Content }, start, end })
                .collect();
            prop_assert_eq!(spans(&spans_text(&expected)), Some(expected));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,40}") {
            let _ = spans(&text);
        }
    }
}
