//! What each operation may answer with: formats, headers and errors.

use metering::Scope;
use metering::headers::USAGE_HEADERS;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::examples;
use crate::http::negotiate::EVENT_STREAM;
use crate::operations;
use interface::{Access, Entry, Format, Location};
use runtime::error::Code;

pub fn responses(entry: &Entry, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let schema = (entry.response_schema)(generator);
    let mut responses = Map::new();
    let streamed = (entry.streams).then(|| (EVENT_STREAM.to_owned(), json!({"schema": schema.as_value()})));
    let content: Map<String, Value> = entry
        .formats()
        .into_iter()
        .map(|format| {
            let schema = match format {
                Format::Json => schema.as_value().clone(),
                Format::Csv | Format::Ndjson | Format::Markdown => json!({"type": "string"}),
            };
            let mut content = json!({"schema": schema});
            if let Some(answer) = examples::answer(entry.id).filter(|_| format == Format::Json) {
                content["example"] = answer.clone();
            }
            (format.media_type().to_owned(), content)
        })
        .filter(|_| !entry.streams)
        .chain(streamed)
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
pub fn shared_responses(problem: &Value) -> Value {
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
        409 => "It conflicts with what is stored, or the same attempt is being worked on.",
        429 => "Too many requests, or the credit allowance is used up; the code tells which.",
        503 => "Not available at the moment, or a payment whose outcome is open; the code tells which.",
        _ => code.title(),
    }
}

/// The errors that it may end in.
fn codes(entry: &Entry) -> Vec<Code> {
    let mut codes = vec![
        Code::Internal,
        Code::Timeout,
        Code::NotAcceptable,
        Code::InvalidParameter,
        Code::HeadersTooLarge,
    ];
    if entry.takes_body() {
        codes.extend([Code::BodyTooLarge, Code::NotJson]);
    }
    if entry.makes_something() {
        codes.extend([Code::Conflict, Code::IdempotencyKeyReused]);
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

pub fn shared_headers() -> Value {
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
    if specs
        .iter()
        .any(|spec| matches!((spec.name, spec.location), ("cursor", _) | ("page", Location::Query)))
    {
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
