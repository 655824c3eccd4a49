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
        shorten(&mut schema);
        // One of several tools for the same operation says it for all of them.
        if !is_plain(spec.name) && tool.fixed.is_none() {
            schema["description"] = json!(spec.description);
        }
        properties.insert(spec.name.to_owned(), schema);
    }
    // Who goes on by cursor needs no pages.
    if properties.contains_key("cursor") {
        properties.shift_remove("page");
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

/// Names beyond this many are left to get_taxonomy, and to the error that lists them.
const MAX_CHOICES: usize = 6;

/// Bounds that nobody oversteps without being told.
fn shorten(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    members.retain(|name, value| match name.as_str() {
        "minLength" | "maxLength" | "pattern" | "maxItems" => false,
        "minimum" => value.as_f64().is_some_and(|least| least > 1.0),
        "default" => !matches!(value, Value::Bool(false)) && *value != json!(1),
        _ => true,
    });
    if let Some(items) = members.get_mut("items").and_then(Value::as_object_mut) {
        items.retain(|name, value| match name.as_str() {
            "enum" => value.as_array().is_some_and(|choices| choices.len() <= MAX_CHOICES),
            "minLength" | "maxLength" | "pattern" => false,
            _ => true,
        });
    }
}

/// The answer: which members it has and of which type, and which members the rows of its first list have. The whole of it
/// stands in the OpenAPI document.
pub fn output(tool: &Tool) -> Map<String, Value> {
    let whole = whole(tool);
    let definitions = whole.get("$defs").cloned().unwrap_or_default();
    let mut properties = Map::new();
    if whole["type"] == "array" {
        properties.insert("items".into(), list(&whole, &definitions, true));
        properties.insert("total".into(), json!({"type": "integer"}));
        properties.insert("nextCursor".into(), json!({"type": "string"}));
    }
    let mut is_first = true;
    for (name, schema) in whole["properties"].as_object().into_iter().flatten() {
        let found = resolved(schema, &definitions);
        let short = match found["type"].as_str() {
            Some("array") => {
                let short = list(found, &definitions, is_first);
                is_first &= short.get("items").is_none();
                short
            }
            _ => kind(schema, found),
        };
        properties.insert(name.clone(), short);
    }
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    schema
}

/// A list, with the names of its rows' members where they are wanted.
fn list(schema: &Value, definitions: &Value, is_named: bool) -> Value {
    let rows = resolved(&schema["items"], definitions);
    match rows["properties"].as_object().filter(|_| is_named) {
        Some(members) => {
            let names: Map<String, Value> = members.keys().map(|name| (name.clone(), json!({}))).collect();
            json!({"type": "array", "items": {"type": "object", "properties": names}})
        }
        None => json!({"type": "array"}),
    }
}

/// The type alone; what may be nothing says so.
fn kind(schema: &Value, found: &Value) -> Value {
    match (&found["type"], std::ptr::eq(schema, found) || schema.get("$ref").is_some()) {
        (Value::Null, _) => json!({}),
        (kind, true) => json!({"type": kind}),
        (kind, false) => json!({"type": [kind, "null"]}),
    }
}

/// What a reference, or a choice between something and nothing, stands for.
fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return definitions.get(last_part(reference)).map_or(schema, |found| resolved(found, definitions));
    }
    let choices = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array());
    let mut some = choices.into_iter().flatten().filter(|choice| choice["type"] != "null");
    match (some.next(), some.next()) {
        (Some(one), None) => resolved(one, definitions),
        _ => schema,
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
