//! What people look at. Pages come whole from the server: no outside request, no script that is not ours.

mod docs;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{self, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::http::openapi;
use crate::operations;

/// Pages load nothing from elsewhere and run no script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/docs", get(docs_page))
        .route("/openapi.json", get(openapi_document))
        .route("/llms.txt", get(for_language_models))
        .route("/.well-known/api-catalog", get(api_catalog))
}

async fn docs_page(State(app): State<Arc<App>>) -> Response {
    let mut response = Html(docs::page(&app.config.public_base())).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    cached(response)
}

async fn openapi_document(State(app): State<Arc<App>>) -> Response {
    let text = openapi::document(&app.config.public_base()).to_string();
    cached(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

async fn for_language_models(State(app): State<Arc<App>>) -> Response {
    let text = docs::for_language_models(&app.config.public_base());
    cached(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// RFC 9727: where a machine finds the description and the documentation.
async fn api_catalog(State(app): State<Arc<App>>) -> Response {
    let base = app.config.public_base();
    let links = serde_json::json!({"linkset": [{
        "anchor": base,
        "service-desc": [{"href": format!("{base}/openapi.json"), "type": "application/json"}],
        "service-doc": [{"href": format!("{base}/docs"), "type": "text/html"}],
        "status": [{"href": format!("{base}/health"), "type": "application/json"}],
    }]});
    cached(([(header::CONTENT_TYPE, "application/linkset+json")], links.to_string()).into_response())
}

fn cached(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60"));
    response
}

/// The routes of the service, for anything that lists them.
fn entries() -> Vec<operations::Entry> {
    operations::all()
}
