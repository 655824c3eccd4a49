//! How the parts of a document are written into columns and read back.

use domain::hash::to_hex;
use domain::{Cut, CutReason, DocumentId, Field, Mention, Outlet, Role, Section, Span, Tone, Turn};
use serde_json::{Value as Json, json};

use crate::Error;
use crate::db::{Row, Value, record};

pub fn tone(row: &mut Row) -> Result<Tone, Error> {
    let (positive, neutral) = (row.get("p_positive")?, row.get("p_neutral")?);
    Ok(Tone { positive, neutral, negative: row.get("p_negative")? })
}

/// The columns that `outlet` reads.
macro_rules! outlet_columns {
    () => {
        "o.name AS outlet_name, o.category AS outlet_category, o.family AS outlet_family, o.country AS outlet_country"
    };
}
pub(super) use outlet_columns;

pub fn outlet(row: &mut Row) -> Result<Outlet, Error> {
    Ok(Outlet {
        name: row.get("outlet_name")?,
        category: row.get("outlet_category")?,
        family: row.get("outlet_family")?,
        country: row.get("outlet_country")?,
    })
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
    Ok(row.parsed_or_null("turns", "the turns of a call", |text| list(text, turn))?.unwrap_or_default())
}

/// An array per cut: field, place, reason, text.
pub fn cuts_text(cuts: &[Cut]) -> Option<String> {
    let part = |cut: &Cut| json!([cut.field.name(), cut.at, cut.reason.name(), cut.text]);
    (!cuts.is_empty()).then(|| Json::Array(cuts.iter().map(part).collect()).to_string())
}

pub fn cuts(row: &mut Row) -> Result<Vec<Cut>, Error> {
    Ok(row.parsed_or_null("cuts", "the cuts of a text", |text| list(text, cut))?.unwrap_or_default())
}

fn list<T>(text: &str, part: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    serde_json::from_str::<Json>(text).ok()?.as_array()?.iter().map(part).collect()
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

pub fn mention(row: &mut Row) -> Result<Mention, Error> {
    record!(
        row,
        Mention {
            kind,
            name,
            ticker,
            spans: row.parsed("spans", "spans", spans)?,
            in_title,
            in_lead,
            tone,
            sentiment,
        }
    )
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
