//! The documentation page and its plain-text twin, both made from the list of operations.

use std::fmt::Write;

use crate::error::Code;
use crate::operations::{Door, Entry, Location};
use crate::versions;

pub fn page(base: &str) -> String {
    let mut html = String::with_capacity(32 * 1024);
    let _ = write!(
        html,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
<title>Bellwether API</title><style>{STYLE}</style></head><body><header><h1>Bellwether API</h1>\
<p>Narrative intelligence for the digital-asset industry. Every number can be followed to the articles behind it.</p>\
<p>Base address <code>{base}</code> · interface {} · contract {} · <a href=\"/openapi.json\">OpenAPI 3.1</a> · <a href=\"/llms.txt\">llms.txt</a></p></header><main>",
        versions::INTERFACE,
        versions::CONTRACT,
        base = escape(base),
    );
    html.push_str("<nav aria-label=\"Routes\"><h2>Routes</h2><table><thead><tr><th>Route<th>What it answers<th>Access<th>Base credits</tr></thead><tbody>");
    let entries = super::entries();
    for entry in &entries {
        let _ = write!(
            html,
            "<tr><td><a href=\"#{id}\"><code>{method} {path}</code></a><td>{summary}<td>{access}<td>{credits}</tr>",
            id = entry.id,
            method = entry.route.method.name(),
            path = escape(entry.route.path),
            summary = escape(entry.summary),
            access = access(entry.door),
            credits = credits(entry),
        );
    }
    html.push_str("</tbody></table></nav>");
    for entry in &entries {
        section(&mut html, entry, base);
    }
    html.push_str("<section><h2 id=\"errors\">Errors</h2><p>Every error is an <code>application/problem+json</code> document with \
<code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>code</code> and <code>requestId</code>.</p>\
<table><thead><tr><th>Code<th>Status<th>Meaning</tr></thead><tbody>");
    for code in Code::ALL {
        let _ = write!(
            html,
            "<tr id=\"error-{name}\"><td><code>{name}</code><td>{}<td>{}</tr>",
            code.status().as_u16(),
            escape(code.title()),
            name = code.name()
        );
    }
    html.push_str("</tbody></table></section></main></body></html>");
    html
}

fn section(html: &mut String, entry: &Entry, base: &str) {
    let _ = write!(
        html,
        "<section id=\"{}\"><h2><code>{} {}</code></h2><p>{}</p>",
        entry.id,
        entry.route.method.name(),
        escape(entry.route.path),
        escape(entry.summary),
    );
    let specs = entry.parameters();
    if !specs.is_empty() {
        html.push_str("<table><thead><tr><th>Parameter<th>In<th>Required<th>Rule</tr></thead><tbody>");
        for spec in &specs {
            let place = match spec.location {
                Location::Path => "path",
                Location::Query => "query",
                Location::Body => "body",
            };
            let required = if spec.required { "yes" } else { "no" };
            let _ = write!(
                html,
                "<tr><td><code>{}</code><td>{place}<td>{required}<td>{} {}</tr>",
                spec.name,
                escape(spec.description),
                escape(&rule(&spec.schema))
            );
        }
        html.push_str("</tbody></table>");
    }
    let _ = write!(html, "<pre><code>{}</code></pre></section>", escape(&curl(entry, base)));
}

/// The bounds of a parameter in a few words.
fn rule(schema: &serde_json::Value) -> String {
    let mut words = Vec::new();
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        words.push(format!("One of {}.", values.join(", ")));
    }
    match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
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
    let key = match entry.door {
        Door::Open | Door::Public | Door::Optional => "",
        Door::Key | Door::KeyOrPayment => " -H \"Authorization: Bearer $BELLWETHER_KEY\"",
    };
    format!("curl{key} \"{base}{}{query}\"", entry.route.path)
}

pub fn for_language_models(base: &str) -> String {
    let mut text = format!(
        "# Bellwether\n\n> Narrative intelligence for the digital-asset industry over HTTP. JSON in and out; dates are YYYY-MM-DD in UTC, both ends inclusive.\n\n\
Base address: {base}\nDescription: {base}/openapi.json\nDocumentation: {base}/docs\nKeys: `Authorization: Bearer bw_live_…`. Errors: problem+json with a stable `code`.\n\n## Routes\n\n",
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
            access(entry.door),
            credits(&entry)
        );
    }
    text
}

fn access(door: Door) -> &'static str {
    match door {
        Door::Open | Door::Public => "public",
        Door::Optional => "public; key for more",
        Door::Key => "key",
        Door::KeyOrPayment => "key or payment",
    }
}

fn credits(entry: &Entry) -> String {
    if entry.is_metered() { entry.base_credits.to_string() } else { "unmetered".into() }
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#59626d;--line:#d8dde3;--paper:#fff;--accent:#0b5cad}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--dim:#9aa4b0;--line:#333a43;--paper:#14171b;--accent:#6fb1f5}}\
body{margin:0 auto;max-width:60rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}\
a{color:var(--accent)}p{color:var(--dim)}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}\
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}\
pre{overflow-x:auto;padding:.75rem;border:1px solid var(--line);border-radius:.4rem}code{font:.9em ui-monospace,monospace}\
section{margin-top:2.5rem}";
