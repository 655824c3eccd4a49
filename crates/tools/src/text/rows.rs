//! Members of an answer as lines and small tables. Articles are left to the citations.

use serde_json::{Map, Value};

use super::words::{number, quoted};
use crate::tool::Detail;

/// Said elsewhere, or of no use to a reader of text.
const LEFT_OUT: [&str; 18] = [
    "query",
    "trends_query",
    "image_url",
    "attribution",
    "schemaVersion",
    "provenance",
    "invented",
    "URL",
    "url",
    "sourceUrl",
    "Content",
    "content",
    "Title",
    "receipt",
    "versions",
    "marks_version",
    "methods",
    "generatedAt",
];

pub fn list(answer: &Value, detail: Detail, room: usize) -> String {
    let mut text = String::new();
    let Some(members) = answer.as_object() else { return text };
    let plain: Vec<String> = scalars(members).map(|(name, value)| format!("{name} {value}")).collect();
    if !plain.is_empty() {
        push(&mut text, format!("{}\n", plain.join("; ")), room);
    }
    // The last of these would get nothing where the first are long.
    let lists =
        members.values().filter(|value| value.as_array().is_some_and(|items| !items.is_empty())).count();
    for (name, value) in members.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())) {
        let left = room.saturating_sub(text.len());
        match value {
            Value::Array(items) if !items.is_empty() => {
                let part = array(name, items, detail, left / lists.clamp(1, 3) + 80);
                push(&mut text, part, room);
            }
            Value::Object(inner) if !inner.is_empty() => {
                let plain: Vec<String> =
                    scalars(inner).map(|(name, value)| format!("{name} {value}")).collect();
                match plain.is_empty() {
                    false => push(&mut text, format!("**{name}**: {}\n", plain.join("; ")), room),
                    true => push(&mut text, keyed(name, inner, detail, left), room),
                }
            }
            _ => {}
        }
    }
    text
}

fn push(text: &mut String, part: String, room: usize) {
    if text.len() + part.len() <= room {
        text.push_str(&part);
    }
}

fn scalars(members: &Map<String, Value>) -> impl Iterator<Item = (&str, String)> {
    members
        .iter()
        .filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()))
        .filter_map(|(name, value)| Some((name.as_str(), scalar(value)?)))
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(quoted(text, 120)).filter(|text| !text.is_empty()),
        Value::Number(value) => Some(value.as_f64().map_or_else(|| value.to_string(), number)),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether `scalar` has something to say of it.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(|c: char| !c.is_whitespace() && !c.is_control()),
        value => value.is_number() || value.is_boolean(),
    }
}

fn array(name: &str, items: &[Value], detail: Detail, room: usize) -> String {
    if items.iter().any(is_article) {
        return String::new();
    }
    match items.iter().all(Value::is_object) {
        true => table(name, items, detail, room),
        false => {
            let most = if detail == Detail::Short { 40 } else { 400 };
            let words: Vec<String> = items.iter().take(most).filter_map(scalar).collect();
            let more = items.len().saturating_sub(words.len());
            let tail = if more > 0 { format!(", {more} more") } else { String::new() };
            match words.is_empty() {
                true => String::new(),
                false => format!("**{name}**: {}{tail}\n", words.join(", ")),
            }
        }
    }
}

fn is_article(item: &Value) -> bool {
    item["URL"].is_string() && item["Title"].is_string()
}

/// Members that are named by what they are about: a row for each.
fn keyed(name: &str, members: &Map<String, Value>, detail: Detail, room: usize) -> String {
    let rows: Vec<Value> = members
        .iter()
        .filter_map(|(key, value)| {
            let mut row = Map::new();
            row.insert("name".into(), Value::String(key.clone()));
            row.extend(value.as_object()?.clone());
            Some(Value::Object(row))
        })
        .collect();
    if rows.is_empty() { String::new() } else { table(name, &rows, detail, room) }
}

/// The rows as far as they fit; of days the newest ones.
fn table(name: &str, items: &[Value], detail: Detail, room: usize) -> String {
    let (most_rows, most_columns) = match detail {
        Detail::Short => (14, 9),
        Detail::Full => (400, 24),
    };
    let columns = columns(items, most_columns);
    if columns.is_empty() {
        return String::new();
    }
    let line = |cells: Vec<String>| format!("|{}|\n", cells.join("|"));
    let mut text = format!("**{name}** ({})\n", items.len());
    text.push_str(&line(columns.iter().map(|name| (*name).to_owned()).collect()));
    text.push_str(&line(columns.iter().map(|_| "-".to_owned()).collect()));
    let row =
        |item: &Value| line(columns.iter().map(|name| scalar(&item[*name]).unwrap_or_default()).collect());
    let by_days = columns.first() == Some(&"date");
    let mut taken: Vec<String> = Vec::new();
    let mut length = text.len() + 40;
    let ordered: Box<dyn Iterator<Item = &Value>> =
        if by_days { Box::new(items.iter().rev()) } else { Box::new(items.iter()) };
    for item in ordered.take(most_rows) {
        let row = row(item);
        if length + row.len() > room {
            break;
        }
        length += row.len();
        taken.push(row);
    }
    if taken.is_empty() {
        return String::new();
    }
    if by_days {
        taken.reverse();
    }
    let more = items.len() - taken.len();
    text.extend(taken);
    match more {
        0 => {}
        more if by_days => text.push_str(&format!("{more} earlier rows are in the structured answer.\n")),
        more => text.push_str(&format!("{more} more rows are in the structured answer.\n")),
    }
    text
}

/// Columns that hold a plain value in one of the first rows.
fn columns(items: &[Value], most: usize) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for members in items.iter().take(5).filter_map(Value::as_object) {
        let plain =
            members.iter().filter(|(name, value)| !LEFT_OUT.contains(&name.as_str()) && is_plain(value));
        for (name, _) in plain {
            if !names.contains(&name.as_str()) && names.len() < most {
                names.push(name);
            }
        }
    }
    names
}
