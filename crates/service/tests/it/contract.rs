//! The contract, held still. A changed snapshot is a changed contract: say so in the changelog.

use serde_json::Value;
use web::operations;

use crate::app::TestApp;

#[tokio::test]
async fn the_openapi_document() {
    let app = TestApp::new().await;
    let mut document = app.get("/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    // A number behind a name says that two things share it.
    for name in document["components"]["schemas"].as_object().expect("schemas").keys() {
        assert!(!name.ends_with(|c: char| c.is_ascii_digit()), "{name} is the name of two things");
    }
    // They follow from the data, and a test of their own holds them true.
    without_examples(&mut document);
    insta::assert_snapshot!("openapi", serde_json::to_string_pretty(&document).expect("JSON"));
}

fn without_examples(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.contains_key("schema") {
                members.remove("example");
            }
            members.values_mut().for_each(without_examples);
        }
        Value::Array(values) => values.iter_mut().for_each(without_examples),
        _ => {}
    }
}

/// Every reference leads somewhere and every response has a description.
#[tokio::test]
async fn the_document_is_whole() {
    let app = TestApp::new().await;
    let document = app.get("/openapi.json").await.json();
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let shared = response["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
                let response = shared.and_then(|shared| document.pointer(shared)).unwrap_or(response);
                assert!(response["description"].is_string(), "{method} {path} {status}");
            }
        }
    }
}

fn collect_references(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.push(reference.clone());
            }
            members.values().for_each(|member| collect_references(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, references)),
        _ => {}
    }
}

#[test]
fn the_price_list() {
    let lines: Vec<String> = operations::all()
        .iter()
        .map(|entry| {
            let counts = entry.counts_results();
            let price = match (entry.base_credits, counts) {
                (0, _) => "unmetered".to_owned(),
                (base, false) => format!("{base}"),
                (base, true) => format!("{base} + ceil(limit / 25)"),
            };
            format!(
                "{:<5} {:<36} {:<14} {price}",
                entry.route.method.name(),
                entry.route.path,
                format!("{:?}", entry.access)
            )
        })
        .collect();
    insta::assert_snapshot!("prices", lines.join("\n"));
}

#[test]
fn ids_and_routes_are_unique() {
    let entries = operations::all();
    let mut ids: Vec<_> = entries.iter().map(|entry| entry.id).collect();
    let mut routes: Vec<_> =
        entries.iter().map(|entry| (entry.route.method.name(), entry.route.path)).collect();
    ids.sort_unstable();
    routes.sort_unstable();
    ids.dedup();
    routes.dedup();
    assert_eq!((ids.len(), routes.len()), (entries.len(), entries.len()));
}
