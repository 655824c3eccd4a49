//! What a request carries besides its credentials: parameters, and the forms in which an answer is wanted.

use axum::Router;
use axum::body::Body;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, HeaderValue};
use axum::http::{HeaderMap, Request};
use axum::routing::get;
use interface::ParamReader;
use serde_json::{Map, Value};
use tower::ServiceExt;

use crate::inputs::{text, wait_for};

/// The same words as query and as body of every operation.
pub fn parameters(bytes: &[u8]) {
    let text = text(bytes);
    let query = web::http::query::read_query(&text).unwrap_or_default();
    let body: Map<String, Value> = serde_json::from_slice(bytes).unwrap_or_else(|_| {
        query.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect()
    });
    let path: Vec<(String, String)> =
        ["id", "name", "ticker"].map(|name| (name.to_owned(), text.clone())).into();
    for entry in web::operations::all() {
        let mut reader = ParamReader::new(entry.route, path.clone(), query.clone(), body.clone());
        let prepared = (entry.prepare)(&mut reader);
        let _ = (prepared.is_ok(), entry.terms(&reader).price(), reader.ignored());
    }
}

/// Longer than what is worth compressing.
const ANSWER: &str = include_str!("../corpus/texts/a.txt");

pub fn accept(bytes: &[u8]) {
    let mut headers = HeaderMap::new();
    let mut lines = bytes.splitn(2, |byte| *byte == b'\n');
    for name in [ACCEPT, ACCEPT_ENCODING] {
        if let Some(Ok(value)) = lines.next().map(HeaderValue::from_bytes) {
            headers.insert(name, value);
        }
    }
    let _ = (
        web::pages::wants_page(&headers),
        web::http::negotiate::format_of(&text(bytes), &interface::Format::ALL),
    );
    let router: Router = Router::new().route("/", get(|| async { ANSWER })).layer(web::compression());
    let mut request = Request::new(Body::empty());
    *request.headers_mut() = headers;
    wait_for(async {
        let answer = router.oneshot(request).await.expect("infallible");
        axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a whole answer");
    });
}
