//! Whether a published row still says what its seal was made of. Nothing is computed again: that is `recompute`.

use domain::{Day, Instant};
use figures::portfolio::ReadingBody;
use indices::metrics::dominance;
use indices::proof::Lines;
use indices::{Form, Value};
use serde_json::Value as Json;
use store::readings::StoredReading;

/// How a row stands to its seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// It says what was sealed.
    Equal,
    /// It says something else.
    Other,
    /// Its seal covers more than the row says: only computing it again tells.
    Unknown,
}

pub fn sealed(row: &StoredReading) -> Sealed {
    let Ok(said) = ReadingBody::from_text(&row.body) else { return Sealed::Other };
    if row.metric == dominance::METHOD.id {
        // Assets without a share are sealed and not told.
        let told = said.breakdown.get("effectiveNumber").and_then(Json::as_f64);
        return if told == row.value { Sealed::Unknown } else { Sealed::Other };
    }
    match Form::of_seal(&row.seal) {
        Form::Debug => Sealed::Unknown,
        Form::Lines => match written(row, &said).is_some_and(|text| Form::Lines.seal(&text) == row.seal) {
            true => Sealed::Equal,
            false => Sealed::Other,
        },
    }
}

/// As `indices` writes a reading down before it is sealed.
fn written(row: &StoredReading, said: &ReadingBody) -> Option<String> {
    let mut lines = Lines::new("reading");
    lines.text("metric", &row.metric);
    lines.text("version", &row.version);
    lines.integer("at_ms", Instant::ms(row.at));
    lines.optional("current", row.value);
    match &said.status {
        Some(status) => lines.text("status", status),
        None => lines.null("status"),
    }
    match &said.secondary {
        Some(secondary) => {
            lines.text("secondary.label", &secondary.label);
            lines.number("secondary.value", secondary.value);
            lines.text("secondary.unit", &secondary.unit);
        }
        None => lines.null("secondary"),
    }
    lines.number("confidence", said.confidence);
    lines.integer("observed_items", said.observed_items);
    let day = |text: &str| Day::parse(text).ok();
    lines.day("window.first", day(&said.window_start)?);
    lines.day("window.last", day(&said.window_end)?);
    lines.value("breakdown", &tree(&said.breakdown));
    lines.list("drivers", said.drivers.len());
    for (i, driver) in said.drivers.iter().enumerate() {
        lines.text(&format!("drivers.{i}.by"), &driver.by);
        lines.text(&format!("drivers.{i}.name"), &driver.name);
        lines.number(&format!("drivers.{i}.contribution"), driver.contribution);
    }
    lines.text("inputs.digest", &row.digest);
    lines.day("inputs.days.first", day(&said.first_day)?);
    lines.day("inputs.days.last", day(&said.last_day)?);
    lines.integer("inputs.documents", said.documents);
    lines.integer("inputs.prices", said.prices as i64);
    Some(lines.text_form())
}

/// The tree that was written as this JSON.
fn tree(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(values) => Value::List(values.iter().map(tree).collect()),
        Json::Object(members) => {
            Value::Members(members.iter().map(|(name, value)| (name.clone(), tree(value))).collect())
        }
    }
}
