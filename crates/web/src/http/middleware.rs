//! What stands around every answer: a request id, a time limit, a net under panics, CORS, and one log line.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use futures_util::FutureExt;

use super::answer::ProblemResponse;
use super::negotiate;
use interface::App;
use runtime::error::{ApiError, Code};
use runtime::telemetry;

#[derive(Clone)]
pub struct RequestId(pub String);

/// What stands around the work may take this long: asking for a payment, and the chain for its outcome.
const SETTLING: Duration = Duration::from_secs(90);

/// What a library says of a request that it refuses.
const MAX_REFUSAL_BYTES: usize = 1_024;

/// A browser that has been here by https comes by nothing else for a year.
const HSTS: &str = "max-age=31536000";

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The store has not been reached for so many seconds: answered from what this process holds.
const DEGRADED: HeaderName = HeaderName::from_static("x-service-degraded");

/// Headers that browsers may read and send across origins.
const EXPOSED: &str = "X-Request-Id, X-Service-Credits-Charged, X-Service-Tool-Credits, X-Service-Volume-Credits, \
X-Service-Funding-Source, X-Service-Included-Used, X-Service-Included-Remaining, X-Service-Credit-Reset, \
X-Service-Overage-Accrued, X-Service-Overage-Cap, X-Service-Payment-Status, X-Service-Credential-Daily-Credits, \
X-Service-Credential-Monthly-Credits, X-Service-Ignored-Parameters, X-Service-Export-Rows, \
X-Service-Export-Rows-Covered, X-Service-Export-Credits, X-Service-Total, X-Service-Test-Days, X-Service-Degraded, X-PAYMENT-RESPONSE, PAYMENT-REQUIRED, PAYMENT-RESPONSE, \
RateLimit, RateLimit-Policy, \
Retry-After, ETag, Link, WWW-Authenticate";
const ALLOWED: &str = "Authorization, Content-Type, Accept, X-PAYMENT, PAYMENT-SIGNATURE, Idempotency-Key, If-None-Match, Access-Control-Expose-Headers, MCP-Protocol-Version, Mcp-Method, Mcp-Name";

pub async fn stand_around(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response<Body> {
    let started = Stopwatch::now();
    let id = uuid::Uuid::now_v7().simple().to_string();
    let method = request.method().clone();
    // The route's pattern, not the address: keys, queries and ids of people stay out of logs and metrics.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("unmatched".to_owned(), |path| path.as_str().to_owned());
    request.extensions_mut().insert(RequestId(id.clone()));

    let encodings = negotiate::encodings(request.headers());
    match encodings.as_deref().map(HeaderValue::from_str) {
        Some(Ok(taken)) if !taken.is_empty() => request.headers_mut().insert(header::ACCEPT_ENCODING, taken),
        _ => request.headers_mut().remove(header::ACCEPT_ENCODING),
    };
    let mut response = if encodings.is_none() {
        let detail = "Accept-Encoding refuses every encoding that an answer can be sent in.";
        let error = ApiError::new(Code::NotAcceptable, detail).allowed(["identity", "gzip", "br", "zstd"]);
        ProblemResponse(ApiError { parameter: Some("Accept-Encoding".into()), ..error }).into_response()
    } else {
        // Around everything, the settling of a payment too; the work itself has its own, shorter limit.
        let limit = Duration::from_secs(app.config.answer_timeout_s) + SETTLING;
        let work = AssertUnwindSafe(next.run(request)).catch_unwind();
        match tokio::time::timeout(limit, work).await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) => {
                tracing::error!(request.id = %id, route, "an answer panicked");
                ProblemResponse(ApiError::new(
                    Code::Internal,
                    "The request could not be answered. The request id names it in our logs.",
                ))
                .into_response()
            }
            Err(_) => ProblemResponse(ApiError::new(
                Code::Timeout,
                "The answer was not ready in time. Try a narrower question.",
            ))
            .into_response(),
        }
    };
    let error = match response.extensions_mut().remove::<ApiError>() {
        None => plain_refusal(&mut response).await,
        error => error,
    };
    if let Some(error) = error {
        write_problem(&mut response, &error, &id, &app.config.public_base());
    }
    add_common(response.headers_mut(), &id);
    if let Some(lost) = app.store.unreachable_for()
        && let Ok(value) = HeaderValue::from_str(&format!("store;unreachable={}", lost.as_secs()))
    {
        response.headers_mut().insert(DEGRADED, value);
    }
    if app.config.public_url.starts_with("https://") {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }

    let took = started.elapsed();
    let status = response.status().as_u16();
    telemetry::answered(&route, status, took);
    // Thousands of these a second would cost more than the answers; the counters tell how many there were.
    tracing::debug!(
        request.id = %id,
        http.method = %method,
        http.route = %route,
        http.status = status,
        took_us = took.as_micros() as u64,
        "{method} {route} answered {status}"
    );
    response
}

/// A refusal by a library, in plain text or without a word, as an error of ours.
async fn plain_refusal(response: &mut Response<Body>) -> Option<ApiError> {
    let status = response.status();
    let told = response.headers().get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or(""));
    if !status.is_client_error() || told.contains("json") || told.contains("html") {
        return None;
    }
    let code = match status {
        StatusCode::BAD_REQUEST => Code::MalformedRequest,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::NotJson,
        _ => *Code::ALL.iter().find(|code| code.status() == status)?,
    };
    let body = std::mem::take(response.body_mut());
    let text = axum::body::to_bytes(body, MAX_REFUSAL_BYTES).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    Some(ApiError::new(code, if text.is_empty() { code.title().to_owned() + "." } else { text }))
}

/// The problem document, unless the refusal already carries a body of its own.
fn write_problem(response: &mut Response<Body>, error: &ApiError, id: &str, base: &str) {
    let body = serde_json::to_vec(&error.problem(id, base)).unwrap_or_default();
    *response.body_mut() = Body::from(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if error.code.status() == StatusCode::UNAUTHORIZED {
        headers
            .entry(header::WWW_AUTHENTICATE)
            .or_insert(HeaderValue::from_static("Bearer realm=\"bellwether\""));
    }
}

fn add_common(headers: &mut HeaderMap, id: &str) {
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("no-referrer"));
}

/// What a route of these methods says to OPTIONS.
pub fn preflight(methods: &str) -> Response<Body> {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    if let Ok(methods) = HeaderValue::from_str(methods) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods.clone());
        headers.insert(header::ALLOW, methods);
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}
