//! The documentation page and its plain-text twin, both made from the list of operations.

use std::collections::HashSet;
use std::fmt::Write;

use askama::Template;
use metering::Scope;
use serde_json::{Value, json};

use super::assets;
use super::docs_agents::for_agents;
use super::frame::Frame;
use crate::http::openapi;
use interface::{Access, Entry, Location, Method, ParameterSpec};
use runtime::error::Code;
use runtime::versions;

#[derive(Template)]
#[template(path = "docs.html")]
pub struct DocsPage {
    frame: Frame,
    style: &'static str,
    script: &'static str,
    base: String,
    versions: [(&'static str, String); 4],
    /// The demo offers a key; elsewhere readers bring their own.
    key: String,
    first: String,
    groups: Vec<Group>,
    /// What agents are given to connect: an id, what it is for, and the text.
    agents: Vec<(&'static str, &'static str, String)>,
    codes: &'static [Code],
}

struct Group {
    name: &'static str,
    anchor: String,
    about: &'static str,
    routes: Vec<RouteShown>,
}

struct RouteShown {
    id: &'static str,
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    access: String,
    credits: String,
    parameters: Vec<ParameterShown>,
    /// What takes the same members, by its id and path.
    like: Option<(&'static str, &'static str)>,
    curl: String,
    /// Of the example.
    call: &'static str,
    body: String,
    answer: String,
    can_try: bool,
}

struct ParameterShown {
    name: &'static str,
    place: &'static str,
    required: bool,
    rule: String,
    /// May be given several times.
    many: bool,
}

/// Characters of an example that the page shows; /openapi.json has all of it.
const MAX_EXAMPLE_CHARS: usize = 60;

pub fn page(frame: Frame, base: &str, key: Option<&str>) -> DocsPage {
    let entries = super::entries();
    let versions = [
        ("interface", versions::INTERFACE.to_owned()),
        ("contract", format!("{} (schema {})", versions::CONTRACT, versions::INTERFACE_SCHEMA)),
        ("commercial model", versions::COMMERCIAL_MODEL.to_owned()),
        ("commercial schema", versions::COMMERCIAL_SCHEMA.to_string()),
    ];
    let mut told = Told::default();
    let mut group = |&(name, about): &(&'static str, &'static str)| Group {
        name,
        anchor: name.to_lowercase(),
        about,
        routes: entries
            .iter()
            .filter(|entry| openapi::tag(entry) == name)
            .map(|entry| shown(entry, base, &mut told))
            .collect(),
    };
    let groups: Vec<Group> = openapi::TAGS.iter().map(&mut group).collect();
    let first = entries.first().map(|entry| curl(entry, base)).unwrap_or_default();
    DocsPage {
        frame,
        style: assets::DOCS_STYLESHEET.address(),
        script: assets::DOCS_SCRIPT.address(),
        base: base.to_owned(),
        versions,
        key: key.unwrap_or("").to_owned(),
        first,
        groups,
        agents: for_agents(base),
        codes: Code::ALL,
    }
}

/// Long lists of values that stand on the page already.
type Told = HashSet<String>;
/// A list of more values is told once.
const MAX_VALUES_TOLD: usize = 8;

fn shown(entry: &Entry, base: &str, told: &mut Told) -> RouteShown {
    let body = openapi::examples::body(entry.id).map(Value::to_string);
    let like = like(entry);
    let parameters = entry.parameters();
    let own = parameters.iter().filter(|spec| like.is_none() || spec.location != Location::Body);
    RouteShown {
        id: entry.id,
        method: entry.route.method.name(),
        path: entry.route.path,
        summary: entry.summary,
        access: access(entry),
        credits: price(entry),
        parameters: own.map(|spec| parameter(spec, told)).collect(),
        like,
        curl: curl(entry, base),
        call: openapi::examples::call(entry.id).unwrap_or(entry.route.path),
        // Only what changes nothing and ends can be tried here.
        can_try: entry.scope == Scope::Read
            && !entry.streams
            && matches!(entry.route.method, Method::Get | Method::Post),
        body: body.filter(|_| entry.takes_body()).unwrap_or_default(),
        answer: openapi::examples::answer(entry.id).map(example).unwrap_or_default(),
    }
}

/// The operation that makes what this one changes: both take the same members.
fn like(entry: &Entry) -> Option<(&'static str, &'static str)> {
    let whole = entry.route.path.strip_suffix("/{id}")?;
    let changes = matches!(entry.route.method, Method::Put | Method::Patch);
    let makes = |other: &Entry| other.route.method == Method::Post && other.route.path == whole;
    let maker = changes.then(|| crate::operations::all().into_iter().find(makes)).flatten()?;
    let members = |entry: &Entry| -> Vec<&str> {
        let specs = entry.parameters();
        specs.iter().filter(|spec| spec.location == Location::Body).map(|spec| spec.name).collect()
    };
    (members(&maker) == members(entry)).then_some((maker.id, maker.route.path))
}

fn example(answer: &Value) -> String {
    let text = serde_json::to_string_pretty(answer).unwrap_or_default();
    if text.chars().count() <= MAX_EXAMPLE_CHARS {
        return text;
    }
    let cut: String = text.chars().take(MAX_EXAMPLE_CHARS).collect();
    let whole = cut.rsplit_once('\n').map_or(cut.as_str(), |(lines, _)| lines);
    format!("{whole}\n…")
}

fn parameter(spec: &ParameterSpec, told: &mut Told) -> ParameterShown {
    ParameterShown {
        name: spec.name,
        place: match spec.location {
            Location::Path => "path",
            Location::Query => "query",
            Location::Body => "body",
            Location::Header => "header",
        },
        required: spec.required,
        rule: format!("{} {}", spec.description, rule(&spec.schema, told)).trim_end().to_owned(),
        many: spec.schema["type"] == "array" && spec.location == Location::Query,
    }
}

/// The bounds of a parameter in a few words.
fn rule(schema: &Value, told: &mut Told) -> String {
    let mut words = Vec::new();
    if let Some(values) = schema["enum"].as_array().or(schema["items"]["enum"].as_array()) {
        let values: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        let all = values.join(", ");
        match values.len() > MAX_VALUES_TOLD && !told.insert(all.clone()) {
            true => words.push(format!("One of {}, listed above.", values.len())),
            false => words.push(format!("One of {all}.")),
        }
    }
    match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        (Some(least), Some(most)) => words.push(format!("{least} to {most}.")),
        (Some(least), None) => words.push(format!("{least} or more.")),
        _ => {}
    }
    if !schema["default"].is_null() {
        words.push(format!("Default {}.", schema["default"].to_string().trim_matches('"')));
    }
    words.join(" ")
}

/// A call that works as printed, once a key is put in.
pub fn curl(entry: &Entry, base: &str) -> String {
    let query: Vec<String> = entry
        .parameters()
        .iter()
        .filter(|spec| spec.required && spec.location == Location::Query)
        .map(|spec| {
            format!("{}={}", spec.name, if spec.schema["format"] == "date" { "2026-01-31" } else { "…" })
        })
        .collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let key = match entry.access {
        Access::Unchecked | Access::Anonymous | Access::KeyForFull => "",
        Access::Key | Access::KeyOrPayment => " -H \"Authorization: Bearer $BELLWETHER_API_KEY\"",
    };
    let method = match entry.route.method {
        Method::Get => String::new(),
        other => format!(" -X {}", other.name()),
    };
    let body = if entry.takes_body() { sample_body(entry) } else { String::new() };
    format!("curl{method}{key}{body} \"{base}{}{query}\"", entry.route.path)
}

/// The members that a body must have, each with a value of its kind.
fn sample_body(entry: &Entry) -> String {
    let specs = entry.parameters();
    let required = specs.iter().filter(|spec| spec.required && spec.location == Location::Body);
    let members: serde_json::Map<String, Value> = required
        .map(|spec| {
            let value = match (spec.schema["format"].as_str(), spec.schema["type"].as_str()) {
                (Some("date"), _) => json!("2026-01-31"),
                (Some("date-time"), _) => json!("2026-01-31T09:30:00Z"),
                (_, Some("boolean")) => json!(false),
                (_, Some("array")) => json!(["…"]),
                (_, Some("integer")) => spec.schema["minimum"].clone(),
                _ => json!(spec.schema["enum"][0].as_str().unwrap_or("…")),
            };
            (spec.name.to_owned(), value)
        })
        .collect();
    format!(" -H \"Content-Type: application/json\" -d '{}'", Value::Object(members))
}

pub fn for_language_models(base: &str) -> String {
    let mut text = format!(
        "# Bellwether\n\n> Narrative intelligence for the digital-asset industry over HTTP. JSON in and out; dates are YYYY-MM-DD in UTC, both ends inclusive.\n\n\
Base address: {base}\nDescription: {base}/openapi.json\nDocumentation: {base}/docs\nKeys: `Authorization: Bearer bw_live_…`. Errors: problem+json with a stable `code`.\nTools for agents (Model Context Protocol, OAuth or key): {base}/mcp\n\n## Routes\n\n",
    );
    for entry in super::entries() {
        let names: Vec<&str> = entry.parameters().iter().map(|spec| spec.name).collect();
        let parameters =
            if names.is_empty() { String::new() } else { format!(" Parameters: {}.", names.join(", ")) };
        let _ = writeln!(
            text,
            "- {} {}: {}{parameters} Access: {}. Base credits: {}.",
            entry.route.method.name(),
            entry.route.path,
            entry.summary,
            access(&entry),
            credits(&entry)
        );
    }
    text
}

fn access(entry: &Entry) -> String {
    match (entry.access, entry.scope) {
        (Access::Unchecked | Access::Anonymous, _) => "public".to_owned(),
        (Access::KeyForFull, _) => "public; key for more".to_owned(),
        (Access::Key, Scope::Read) => "key".to_owned(),
        (Access::Key, scope) => format!("key of the scope {}", scope.name()),
        (Access::KeyOrPayment, _) => "key or payment".to_owned(),
    }
}

/// The same in words.
fn price(entry: &Entry) -> String {
    match (entry.is_metered(), entry.counts_results()) {
        (false, _) => "unmetered".to_owned(),
        (true, false) if entry.base_credits == 1 => "1 credit".to_owned(),
        (true, false) => format!("{} credits", entry.base_credits),
        (true, true) => format!("{} + 1 credit for every 25 results", entry.base_credits),
    }
}

fn credits(entry: &Entry) -> String {
    if entry.is_metered() { entry.base_credits.to_string() } else { "unmetered".into() }
}
