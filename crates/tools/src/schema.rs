//! Schemas in few words: a model pays for each of them in every conversation.

use interface::{Location, ParamReader, ParameterSpec};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::tool::{Detail, Tool};

/// The arguments: the operation's own parameters, and how much text is wanted.
pub fn input(tool: &Tool) -> Map<String, Value> {
    let mut reader = ParamReader::describing(tool.entry.route);
    // Only what was asked for on the way is of interest.
    let _ = (tool.entry.prepare)(&mut reader);
    let open = reader.reads_all_members();
    let is_fixed = |spec: &ParameterSpec| tool.fixed.is_some_and(|(name, _)| name == spec.name);
    let mut properties = Map::new();
    let mut required = Vec::new();
    for spec in reader.into_specs() {
        if spec.location == Location::Header || is_fixed(&spec) {
            continue;
        }
        if spec.required {
            required.push(json!(spec.name));
        }
        let mut schema = spec.schema;
        strip_bounds(&mut schema);
        if !is_plain(spec.name) {
            schema["description"] = json!(spec.description);
        }
        properties.insert(spec.name.to_owned(), schema);
    }
    properties.insert("detail".into(), json!({"enum": Detail::NAMES}));
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".into(), Value::Array(required));
    }
    if !open {
        schema.insert("additionalProperties".into(), json!(false));
    }
    schema
}

/// Names that say what their descriptions say; the instructions explain the rest once for all tools.
fn is_plain(name: &str) -> bool {
    const PLAIN: [&str; 14] = [
        "startDate",
        "endDate",
        "limit",
        "page",
        "cursor",
        "outlet",
        "sentiment",
        "category",
        "company",
        "asset",
        "cohort",
        "language",
        "country",
        "granularity",
    ];
    PLAIN.contains(&name)
}

/// Bounds of length and of number of entries are told by the error where they are overstepped.
fn strip_bounds(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    for name in ["minLength", "maxLength", "pattern"] {
        members.shift_remove(name);
    }
    members.values_mut().for_each(strip_bounds);
}

/// Members down to this depth are named; below it their type is said.
const MAX_DEPTH: usize = 2;

/// The answer: which members it has and of which type, without the words of the documentation.
pub fn output(tool: &Tool) -> Map<String, Value> {
    let schema = whole(tool);
    let definitions = schema.get("$defs").cloned().unwrap_or_default();
    let mut schema = brief(&schema, &definitions, 0);
    if schema["type"] == "array" {
        schema = json!({"type": "object", "properties": {
            "items": schema, "total": {"type": "integer"}, "nextCursor": {"type": "string"},
        }});
    }
    match schema {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// As the answer's type is documented, whole.
fn whole(tool: &Tool) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = (tool.entry.response_schema)(&mut generator);
    let definitions: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    let mut whole = schema.as_value().clone();
    while let Some(found) = whole["$ref"].as_str().and_then(|name| definitions.get(last_part(name))) {
        whole = found.clone();
    }
    whole["$defs"] = Value::Object(definitions);
    whole
}

fn last_part(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

fn brief(schema: &Value, definitions: &Value, depth: usize) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return match definitions.get(last_part(reference)) {
            Some(found) => brief(found, definitions, depth),
            None => json!({}),
        };
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return either(choices, definitions, depth);
    }
    match schema["type"].as_str() {
        Some("object") => object(schema, definitions, depth),
        Some("array") => match brief(&schema["items"], definitions, depth) {
            items if items == json!({}) || depth >= MAX_DEPTH => json!({"type": "array"}),
            items => json!({"type": "array", "items": items}),
        },
        _ => match schema.get("type") {
            Some(kind) => json!({"type": kind}),
            None => json!({}),
        },
    }
}

fn object(schema: &Value, definitions: &Value, depth: usize) -> Value {
    match schema["properties"].as_object() {
        Some(properties) if depth < MAX_DEPTH => {
            let short = properties
                .iter()
                .map(|(name, schema)| (name.clone(), brief(schema, definitions, depth + 1)))
                .collect::<Map<_, _>>();
            json!({"type": "object", "properties": short})
        }
        _ => json!({"type": "object"}),
    }
}

/// Something or nothing; what could be several things is not said further.
fn either(choices: &[Value], definitions: &Value, depth: usize) -> Value {
    let some: Vec<&Value> = choices.iter().filter(|choice| choice["type"] != "null").collect();
    let is_nullable = some.len() < choices.len();
    match some[..] {
        [one] => {
            let mut short = brief(one, definitions, depth);
            if is_nullable && let Some(kind) = short["type"].as_str().map(str::to_owned) {
                short["type"] = json!([kind, "null"]);
            }
            short
        }
        _ => json!({}),
    }
}
