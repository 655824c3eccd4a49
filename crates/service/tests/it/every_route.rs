//! A walk over every operation there is: a new one is in it the moment it stands in the list.

use axum::body::Body;
use axum::http::Request;
use service::operations::{self, Entry, Location, Method};

use crate::app::TestApp;

/// An address with every required parameter filled in.
fn good_address(entry: &Entry) -> String {
    let mut path = entry.route.path.to_owned();
    let mut query = Vec::new();
    for spec in entry.parameters() {
        let value = match spec.schema["format"].as_str() {
            Some("date") => "2026-01-31".to_owned(),
            _ => spec.schema["enum"][0].as_str().unwrap_or("unknown").to_owned(),
        };
        match spec.location {
            Location::Path => path = path.replace(&format!("{{{}}}", spec.name), &value),
            Location::Query if spec.required => query.push(format!("{}={value}", spec.name)),
            _ => {}
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn request(entry: &Entry, address: &str) -> Request<Body> {
    match entry.route.method {
        Method::Get => Request::get(address).body(Body::empty()),
        Method::Post => {
            Request::post(address).header("content-type", "application/json").body(Body::from("{}"))
        }
    }
    .expect("a request")
}

#[tokio::test]
async fn the_walk() {
    let app = TestApp::new().await;
    let mut lines = Vec::new();
    for entry in operations::all() {
        let plain = app.send(request(&entry, &good_address(&entry))).await;
        let bare = app.send(request(&entry, &entry.route.path.replace(['{', '}'], ""))).await;
        lines.push(format!(
            "{:<5} {:<36} good {} bare {}",
            entry.route.method.name(),
            entry.route.path,
            plain.status.as_u16(),
            bare.status.as_u16(),
        ));
        for reply in [&plain, &bare] {
            assert!(!reply.header("x-request-id").is_empty(), "{}", entry.id);
            assert!(!reply.header("cache-control").is_empty(), "{}", entry.id);
            assert!(reply.status.as_u16() != 500, "{}: {}", entry.id, String::from_utf8_lossy(&reply.body));
            if reply.status.is_client_error() {
                assert_eq!(reply.header("content-type"), "application/problem+json", "{}", entry.id);
            }
        }
    }
    insta::assert_snapshot!("every_route", lines.join("\n"));
}
