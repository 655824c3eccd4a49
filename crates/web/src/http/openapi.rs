//! The OpenAPI 3.1 document, made from the list of operations: what it says is what the router does.

use metering::Scope;
use metering::headers::USAGE_HEADERS;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::operations;
use interface::{Access, Entry, Location};
use runtime::error::{Code, Problem};
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
    let mut schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    for schema in schemas.values_mut() {
        strip_meta(schema);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bellwether",
            "summary": "Narrative intelligence for the digital-asset industry, with every number traceable to its articles.",
            "version": versions::INTERFACE,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "x-contract-version": versions::CONTRACT,
            "x-interface-schema-version": versions::INTERFACE_SCHEMA,
            "x-commercial-model-version": versions::COMMERCIAL_MODEL,
            "x-commercial-schema-version": versions::COMMERCIAL_SCHEMA,
        },
        "servers": [{"url": base_url}],
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
            "schemas": schemas,
        },
    })
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
        .collect();
    let mut object = json!({
        "operationId": entry.id,
        "summary": entry.summary,
        "parameters": parameters,
        "responses": responses(entry, generator, problem),
        "security": security(entry),
    });
    if entry.takes_body() {
        object["requestBody"] = body(&specs);
    }
    if entry.is_metered() {
        let per_results = specs.iter().any(|spec| spec.name == "limit");
        object["x-credits"] = json!({"base": entry.base_credits, "perResults": if per_results { 25 } else { 0 }, "maximum": 10});
    }
    object
}

fn body(specs: &[interface::ParameterSpec]) -> Value {
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
    json!({"required": true, "content": {"application/json": {"schema": schema}}})
}

fn responses(entry: &Entry, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let schema = (entry.response_schema)(generator);
    let mut responses = Map::new();
    let mut good = json!({"description": "The answer.", "content": {"application/json": {"schema": schema}}});
    if entry.is_metered() {
        good["headers"] = usage_headers();
    }
    for (status, description) in entry.statuses.iter().filter(|(status, _)| *status < 300) {
        let mut other = good.clone();
        other["description"] = json!(description);
        responses.insert(status.to_string(), other);
    }
    responses.insert(entry.success.to_string(), good);
    let mut codes = vec![Code::Internal, Code::Timeout];
    if !entry.parameters().is_empty() || entry.takes_body() {
        codes.push(Code::InvalidParameter);
    }
    if entry.takes_body() {
        codes.extend([Code::BodyTooLarge, Code::NotJson]);
    }
    if entry.access != Access::Unchecked {
        codes.extend([Code::KeyUnknown, Code::RateLimited, Code::Unavailable]);
    }
    if entry.scope > Scope::Read {
        codes.push(Code::InsufficientScope);
    }
    if entry.access == Access::KeyOrPayment {
        codes.extend([Code::PaymentRequired, Code::FacilitatorUnavailable]);
    }
    codes.sort_by_key(|code| code.status());
    for code in codes {
        let status = code.status();
        let description = match status.as_u16() {
            400 => "A parameter or the body is not valid; the problem names it.",
            401 => "The API key is missing or not valid.",
            402 => "Neither a key nor a payment was sent; the body is the payment challenge.",
            403 => "The key's scope is not enough.",
            429 => "Too many requests, or the credit allowance is used up; the code tells which.",
            503 => "Not available at the moment, or a payment whose outcome is open; the code tells which.",
            _ => code.title(),
        };
        let (kind, schema) = match code {
            Code::PaymentRequired => ("application/json", challenge()),
            _ => ("application/problem+json", problem.clone()),
        };
        responses.insert(
            status.as_str().to_owned(),
            json!({
                "description": description,
                "content": {kind: {"schema": schema}},
            }),
        );
    }
    for (status, description) in entry.statuses {
        responses.entry(status.to_string()).or_insert_with(|| json!({"description": description}));
    }
    Value::Object(responses)
}

/// What a metered call with a key always says about its cost.
fn usage_headers() -> Value {
    let headers = USAGE_HEADERS.iter().map(|(name, meaning)| {
        (String::from(*name), json!({"description": meaning, "schema": {"type": "string"}}))
    });
    Value::Object(headers.collect())
}

/// The body of 402, as version 1 of the protocol has it.
fn challenge() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "required": ["x402Version", "error", "accepts"],
        "properties": {
            "x402Version": {"type": "integer", "const": 1},
            "error": {"type": "string", "description": "What is missing or wrong."},
            "payer": {"type": "string", "description": "Who signed, where a payment could be read."},
            "accepts": {"type": "array", "minItems": 1, "items": {
                "type": "object",
                "required": [
                    "scheme", "network", "maxAmountRequired", "resource", "description", "mimeType", "payTo",
                    "maxTimeoutSeconds", "asset", "extra"
                ],
                "properties": {
                    "scheme": {"type": "string", "const": "exact"},
                    "network": text,
                    "maxAmountRequired": {"type": "string", "description": "In atomic units of the token."},
                    "resource": {"type": "string", "format": "uri"},
                    "description": text,
                    "mimeType": text,
                    "payTo": text,
                    "maxTimeoutSeconds": {"type": "integer"},
                    "asset": text,
                    "outputSchema": {"type": "object"},
                    "extra": {"type": "object"},
                },
            }},
        },
    })
}

/// The scope that a key must have stands as its role, where any key's will not do.
fn security(entry: &Entry) -> Value {
    let roles = if entry.scope > Scope::Read { vec![entry.scope.name()] } else { Vec::new() };
    match entry.access {
        Access::Unchecked | Access::Anonymous => json!([]),
        Access::KeyForFull => json!([{}, {"key": roles}]),
        Access::Key => json!([{"key": roles}]),
        Access::KeyOrPayment => json!([{"key": roles}, {"payment": []}, {"paymentV2": []}]),
    }
}

/// Each component is part of this document, not one of its own.
fn strip_meta(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
    }
}
