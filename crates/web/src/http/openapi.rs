//! The OpenAPI 3.1 document, made from the list of operations: what it says is what the router does.

use metering::Scope;
use metering::headers::USAGE_HEADERS;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::operations;
use interface::{Access, Entry, Format, Location};
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
    let shared_responses = shared_responses(problem.as_value());
    let mut schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    for schema in schemas.values_mut() {
        strip_meta(schema);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bellwether",
            "summary": "Narrative intelligence for the digital-asset industry, with every number traceable to its articles.",
            "description": "JSON over HTTP; dates are YYYY-MM-DD in UTC, both ends inclusive. Errors are problem documents (RFC 9457) with a stable code. Lists are walked by the header Link.",
            "version": versions::INTERFACE,
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

const TAGS: [(&str, &str); 6] = [
    ("Coverage", "What was published: articles, stories, tones and volumes."),
    ("Indices", "Readings of the metrics, as they were published."),
    ("Directness", "How directly management answers on earnings calls."),
    ("Owned", "What an account keeps: Spaces, Brains, runs, keys, members."),
    ("Operators", "Accounts, people and sources of the whole service."),
    ("Service", "Usage, prices, names and health."),
];

fn tag(entry: &Entry) -> &'static str {
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
        object["requestBody"] = body(&specs);
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
    let content: Map<String, Value> = entry
        .formats()
        .into_iter()
        .map(|format| {
            let schema = match format {
                Format::Json => schema.as_value().clone(),
                Format::Csv | Format::Ndjson | Format::Markdown => json!({"type": "string"}),
            };
            (format.media_type().to_owned(), json!({"schema": schema}))
        })
        .collect();
    let good =
        json!({"description": "The answer.", "headers": headers(&good_headers(entry)), "content": content});
    for (status, description) in entry.statuses.iter().filter(|(status, _)| *status < 300) {
        let mut other = good.clone();
        other["description"] = json!(description);
        responses.insert(status.to_string(), other);
    }
    // Whether a part is ready is told by the same body, whatever the status.
    for (status, description) in entry.statuses.iter().filter(|_| entry.access == Access::Unchecked) {
        let content = json!({"application/json": {"schema": schema.as_value()}});
        let told = json!({"description": description, "headers": headers(&error_headers(*status)), "content": content});
        responses.insert(status.to_string(), told);
    }
    responses.insert(entry.success.to_string(), good);
    for code in codes(entry) {
        let status = code.status().as_u16();
        let own = entry.statuses.iter().any(|(own, _)| *own == status);
        match code {
            Code::PaymentRequired => {
                let payment = json!({
                    "description": description_of(code),
                    "headers": headers(&error_headers(status)),
                    // Where nothing is sold, the refusal is a problem like any other.
                    "content": {
                        "application/json": {"schema": challenge()},
                        PROBLEM: {"schema": problem},
                    },
                });
                responses.insert(status.to_string(), payment);
            }
            _ if own => {}
            _ => {
                let reference = json!({"$ref": format!("#/components/responses/{status}")});
                responses.insert(status.to_string(), reference);
            }
        }
    }
    for (status, description) in entry.statuses {
        responses
            .entry(status.to_string())
            .or_insert_with(|| problem_response(*status, description, problem));
    }
    Value::Object(responses)
}

const PROBLEM: &str = "application/problem+json";

fn problem_response(status: u16, description: &str, problem: &Value) -> Value {
    let content = json!({PROBLEM: {"schema": problem}});
    json!({"description": description, "headers": headers(&error_headers(status)), "content": content})
}

/// The errors that operations share, by status.
fn shared_responses(problem: &Value) -> Value {
    let codes = operations::all().iter().flat_map(codes).collect::<Vec<_>>();
    let one = |code: Code| {
        let status = code.status().as_u16();
        (status.to_string(), problem_response(status, description_of(code), problem))
    };
    Value::Object(codes.into_iter().filter(|code| *code != Code::PaymentRequired).map(one).collect())
}

fn description_of(code: Code) -> &'static str {
    match code.status().as_u16() {
        400 => "A parameter or the body is not valid; the problem names it.",
        401 => "The API key is missing or not valid.",
        402 => "Neither a key nor a payment was sent; the body is the payment challenge.",
        403 => "The key's scope is not enough, or a test key asks for more than its days.",
        406 => "Accept or Accept-Encoding refuses everything that can be given.",
        429 => "Too many requests, or the credit allowance is used up; the code tells which.",
        503 => "Not available at the moment, or a payment whose outcome is open; the code tells which.",
        _ => code.title(),
    }
}

/// The errors that it may end in.
fn codes(entry: &Entry) -> Vec<Code> {
    let mut codes = vec![Code::Internal, Code::Timeout, Code::NotAcceptable, Code::InvalidParameter];
    if entry.takes_body() {
        codes.extend([Code::BodyTooLarge, Code::NotJson]);
    }
    if entry.access != Access::Unchecked {
        codes.extend([Code::KeyUnknown, Code::RateLimited, Code::Unavailable]);
    }
    if entry.scope > Scope::Read || entry.is_metered() {
        codes.push(Code::InsufficientScope);
    }
    if entry.access == Access::KeyOrPayment {
        codes.push(Code::PaymentRequired);
    }
    codes
}

/// Headers beside those of usage, with what they say.
const HEADERS: [(&str, &str); 8] = [
    ("X-Request-Id", "Names this request in the logs."),
    ("Link", "The next page, as `<path?query>; rel=\"next\"` (RFC 8288); not there on the last one."),
    ("X-Service-Ignored-Parameters", "Parameters and members of the body that are not known here."),
    ("X-Service-Total", "How many rows the whole list has."),
    ("RateLimit", "How many calls are left, and until when; where a limit applies."),
    ("RateLimit-Policy", "How many calls there may be; where a limit applies."),
    ("Retry-After", "Seconds after which to try again, where that is known."),
    ("WWW-Authenticate", "How to send a key."),
];

fn shared_headers() -> Value {
    let all = HEADERS.iter().chain(&USAGE_HEADERS);
    let one = |(name, description): &(&str, &str)| {
        let schema = match *name {
            "Retry-After" | "X-Service-Total" => json!({"type": "integer", "minimum": 0}),
            _ => json!({"type": "string"}),
        };
        ((*name).to_owned(), json!({"description": description, "schema": schema}))
    };
    Value::Object(all.map(one).collect())
}

fn headers(names: &[&str]) -> Value {
    let one = |name: &&str| ((*name).to_owned(), json!({"$ref": format!("#/components/headers/{name}")}));
    Value::Object(names.iter().map(one).collect())
}

fn good_headers(entry: &Entry) -> Vec<&'static str> {
    let mut names = vec!["X-Request-Id"];
    let specs = entry.parameters();
    if specs.iter().any(|spec| spec.name == "cursor") {
        names.push("Link");
    }
    if matches!(entry.route.path, "/trends" | "/intelligence") {
        names.push("X-Service-Total");
    }
    if !specs.is_empty() {
        names.push("X-Service-Ignored-Parameters");
    }
    if entry.access != Access::Unchecked {
        names.extend(["RateLimit", "RateLimit-Policy"]);
    }
    if entry.is_metered() {
        names.extend(USAGE_HEADERS.iter().map(|(name, _)| *name));
    }
    names
}

fn error_headers(status: u16) -> Vec<&'static str> {
    let mut names = vec!["X-Request-Id"];
    names.extend(matches!(status, 429 | 502 | 503).then_some("Retry-After"));
    names.extend((status == 401).then_some("WWW-Authenticate"));
    names
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
