//! The OpenAPI 3.1 document, made from the list of operations: what it says is what the router does.

pub mod examples;
mod responses;

use metering::Scope;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::operations;
use interface::reader::IDEMPOTENCY_KEY;
use interface::{Access, Entry, Location};
use responses::{responses, shared_headers, shared_responses};
use runtime::error::Problem;
use runtime::versions;

pub fn document(base_url: &str) -> Value {
    // As answers are written: what may be left out is not required.
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<Problem>();
    let mut paths = Map::new();
    for entry in operations::all() {
        let path = paths.entry(entry.route.path).or_insert_with(|| json!({}));
        path[entry.route.method.name().to_lowercase()] =
            operation(&entry, &mut generator, problem.as_value());
    }
    let shared_responses = shared_responses(problem.as_value());
    let mut schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    for schema in schemas.values_mut() {
        strip_meta(schema);
        close_pairs(schema);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bellwether",
            "summary": "Narrative intelligence for the digital-asset industry, with every number traceable to its articles.",
            "description": "JSON over HTTP; dates are YYYY-MM-DD in UTC, both ends inclusive. Errors are problem documents (RFC 9457) with a stable code. Lists are walked by the header Link.",
            "version": versions::INTERFACE,
            "contact": {"name": "Bellwether", "url": base_url},
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "x-contract-version": versions::CONTRACT,
            "x-interface-schema-version": versions::INTERFACE_SCHEMA,
            "x-commercial-model-version": versions::COMMERCIAL_MODEL,
            "x-commercial-schema-version": versions::COMMERCIAL_SCHEMA,
        },
        "servers": [{"url": base_url}],
        "tags": TAGS.map(|(name, description)| json!({"name": name, "description": description})),
        "paths": paths,
        "components": {
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "An API key, bw_live_… or bw_test_…, of the scope read, write, account or operator."},
                "payment": {
                    "type": "apiKey", "in": "header", "name": "X-PAYMENT",
                    "description": "An x402 version 1 payment for this one call."
                },
                "paymentV2": {
                    "type": "apiKey", "in": "header", "name": "PAYMENT-SIGNATURE",
                    "description": "An x402 version 2 payment for this one call; the 402 carries its challenge in the header PAYMENT-REQUIRED."
                }
            },
            "headers": shared_headers(),
            "responses": shared_responses,
            "schemas": schemas,
        },
    })
}

pub const TAGS: [(&str, &str); 6] = [
    ("Coverage", "What was published: articles, stories, tones and volumes."),
    ("Indices", "Readings of the metrics, as they were published."),
    ("Directness", "How directly management answers on earnings calls."),
    ("Owned", "What an account keeps: Spaces, Brains, runs, keys, members."),
    ("Operators", "Accounts, people and sources of the whole service."),
    ("Service", "Usage, prices, names and health."),
];

pub fn tag(entry: &Entry) -> &'static str {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| entry.route.path.starts_with(prefix));
    match entry.route.path {
        _ if entry.scope == Scope::Operator => "Operators",
        "/usage" | "/quote" | "/taxonomy" | "/sources/health" | "/changes" => "Service",
        _ if begins(&["/health"]) => "Service",
        _ if begins(&["/index", "/indices"]) => "Indices",
        _ if begins(&["/transparency", "/evadometer"]) => "Directness",
        _ if begins(&["/v1/", "/workflow-runs"]) => "Owned",
        _ => "Coverage",
    }
}

fn operation(entry: &Entry, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let specs = entry.parameters();
    let parameters: Vec<Value> = specs
        .iter()
        .filter(|spec| spec.location != Location::Body)
        .map(|spec| {
            let place = match spec.location {
                Location::Path => "path",
                Location::Header => "header",
                Location::Query | Location::Body => "query",
            };
            json!({"name": spec.name, "in": place, "required": spec.required, "description": spec.description, "schema": spec.schema})
        })
        .chain(entry.makes_something().then(attempt))
        .collect();
    let mut object = json!({
        "operationId": entry.id,
        "tags": [tag(entry)],
        "summary": entry.summary.split(['.', ';', ':']).next().unwrap_or(entry.summary),
        "description": entry.summary,
        "parameters": parameters,
        "responses": responses(entry, generator, problem),
        "security": security(entry),
    });
    if entry.takes_body() {
        object["requestBody"] = body(&specs, examples::body(entry.id));
    }
    // What a key must be allowed to do, where any key's scope will not do.
    if entry.scope > Scope::Read {
        object["x-scope"] = json!(entry.scope.name());
    }
    if entry.is_metered() {
        let per_results = if entry.counts_results() { 25 } else { 0 };
        let mut credits = json!({"base": entry.base_credits, "perResults": per_results, "maximum": 10});
        if !entry.protected_by.is_empty() {
            let flags: Vec<String> = entry.protected_by.iter().map(|flag| format!("{flag}=true")).collect();
            credits["when"] = json!(flags);
        }
        object["x-credits"] = credits;
    }
    object
}

/// The header by which a call that makes something can be repeated.
fn attempt() -> Value {
    json!({
        "name": IDEMPOTENCY_KEY, "in": "header", "required": false,
        "description": "Names the attempt: the same call again within 24 hours is answered as the first was and makes nothing new.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128},
    })
}

fn body(specs: &[interface::ParameterSpec], example: Option<&Value>) -> Value {
    let members: Vec<_> = specs.iter().filter(|spec| spec.location == Location::Body).collect();
    let properties: Map<String, Value> = members
        .iter()
        .map(|spec| {
            let mut schema = spec.schema.clone();
            schema["description"] = json!(spec.description);
            (spec.name.to_owned(), schema)
        })
        .collect();
    let required: Vec<&str> = members.iter().filter(|spec| spec.required).map(|spec| spec.name).collect();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let mut content = json!({"schema": schema});
    if let Some(example) = example {
        content["example"] = example.clone();
    }
    json!({"required": true, "content": {"application/json": content}})
}

fn security(entry: &Entry) -> Value {
    match entry.access {
        Access::Unchecked | Access::Anonymous => json!([]),
        Access::KeyForFull => json!([{}, {"key": []}]),
        Access::Key => json!([{"key": []}]),
        Access::KeyOrPayment => json!([{"key": []}, {"payment": []}, {"paymentV2": []}]),
    }
}

/// Pairs are arrays whose places have types of their own; many readers know none but that of all items.
fn close_pairs(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let first = members.get("prefixItems").and_then(|places| places.get(0)).cloned();
            if let Some(first) = first.filter(|_| !members.contains_key("items")) {
                members.insert("items".to_owned(), first);
            }
            members.values_mut().for_each(close_pairs);
        }
        Value::Array(values) => values.iter_mut().for_each(close_pairs),
        _ => {}
    }
}

/// Each component is part of this document, not one of its own.
fn strip_meta(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
    }
}
