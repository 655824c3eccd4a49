//! The first line of an answer, from a template with places for members of it.
//!
//! `{a/b}` stands for a member, with `-1` for the last of a list; `{#a}` for how many there are; `{+a/b}` for the sum
//! of a member over a list.

use serde_json::Value;

use crate::text::words::{number, quoted};

pub fn lead(template: &str, answer: &Value) -> String {
    let mut line = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((place, after)) = after.split_once('}') else { break };
        line.push_str(before);
        line.push_str(&filled(place, answer));
        rest = after;
    }
    line.push_str(rest);
    line
}

/// Whether every list that the template takes a row from has one.
pub fn has_rows(template: &str, answer: &Value) -> bool {
    let mut lists =
        template.split('{').filter_map(|part| part.split_once("/0/").or_else(|| part.split_once("/-1/")));
    lists.all(|(list, _)| member(list, answer).and_then(Value::as_array).is_none_or(|list| !list.is_empty()))
}

fn filled(place: &str, answer: &Value) -> String {
    if let Some(path) = place.strip_prefix('#') {
        return match member(path, answer) {
            Some(Value::Array(items)) => items.len().to_string(),
            Some(Value::Object(members)) => members.len().to_string(),
            _ => "0".into(),
        };
    }
    if let Some((list, name)) = place.strip_prefix('+').and_then(|path| path.rsplit_once('/')) {
        let items = member(list, answer).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        return number(items.iter().filter_map(|item| item[name].as_f64()).sum());
    }
    match member(place, answer) {
        Some(Value::String(text)) => quoted(text, MAX_CHARS),
        Some(Value::Number(value)) => value.as_f64().map_or_else(|| value.to_string(), number),
        Some(Value::Bool(flag)) => flag.to_string(),
        _ => "unknown".into(),
    }
}

/// Titles are cut to this.
const MAX_CHARS: usize = 160;

fn member<'a>(path: &str, answer: &'a Value) -> Option<&'a Value> {
    path.split('/').try_fold(answer, |value, part| match (value, part) {
        (Value::Array(items), "-1") => items.last(),
        (Value::Array(items), part) => items.get(part.parse::<usize>().ok()?),
        (value, part) => value.get(part),
    })
}

#[cfg(test)]
mod tests {
    use super::lead;
    use serde_json::json;

    #[test]
    fn places_are_filled_from_the_answer() {
        let answer = json!({"items": [{"n": 1.5, "t": "a"}, {"n": 2, "t": "b\nc"}], "none": null});
        assert_eq!(
            lead("{#items}: {items/-1/t}, {+items/n}, {none}, {far/away}.", &answer),
            "2: b c, 3.5, unknown, unknown."
        );
    }
}
