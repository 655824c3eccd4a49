//! Turns answers and errors into responses.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use domain::hash::{hash128, to_hex};
use futures_util::StreamExt;
use hyper::body::{Frame, SizeHint};

use interface::{Answer, Format, Parts};
use runtime::error::ApiError;

/// An error on its way out; `door` adds the request id and writes the problem document.
pub struct ProblemResponse(pub ApiError);

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.0.code.status();
        if let Some(seconds) = self.0.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self.0);
        response
    }
}

/// A good answer; public ones may be kept for a while and asked for again by their tag.
pub fn response(answer: Answer, public: bool, asked: &HeaderMap) -> Response<Body> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(answer.content_type));
    if !public {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return finish(answer.status, headers, Body::from(answer.body));
    }
    let fresh = format!("public, max-age={}", answer.fresh_for_s);
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_str(&fresh).unwrap_or(HeaderValue::from_static("no-cache")),
    );
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Accept"));
    // Weak, because the same answer may go out compressed in several ways.
    let tag = format!("W/\"{}\"", to_hex(&hash128(&answer.body)));
    let known = answer.status == 200 && matches_tag(asked, &tag);
    if let Ok(value) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, value);
    }
    if known {
        headers.remove(header::CONTENT_TYPE);
        return finish(304, headers, Body::empty());
    }
    finish(answer.status, headers, Body::from(answer.body))
}

/// What one reader alone may keep, and asks for again by its tag.
pub fn tagged(status: u16, content_type: &'static str, tag: &str, body: Body) -> Response<Body> {
    let mut headers = HeaderMap::new();
    if status == 200 {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    finish(status, headers, body)
}

/// Rows that are written while they are read. Where that fails, the connection breaks off: what ends early must not
/// look whole.
pub fn export(parts: Option<Parts>, format: Format) -> Response<Body> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    finish(200, headers, parts.map_or_else(Body::empty, streamed))
}

/// Messages as they come.
pub fn event_stream(parts: Parts) -> Response<Body> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A proxy that gathers an answer before it passes it on would hold every message back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    finish(200, headers, streamed(parts))
}

pub fn streamed(parts: Parts) -> Body {
    Body::from_stream(parts.map(|part| part.map_err(|error| std::io::Error::other(error.detail))))
}

/// Calls `sent` when the last of the body has gone to the connection, and never where it broke off before.
pub fn when_sent(response: &mut Response<Body>, sent: Box<dyn FnOnce() + Send>) {
    let body = std::mem::take(response.body_mut());
    *response.body_mut() = Body::new(Watched { body, sent: Some(sent) });
}

struct Watched {
    body: Body,
    sent: Option<Box<dyn FnOnce() + Send>>,
}

impl hyper::body::Body for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        let whole = match &polled {
            Poll::Ready(None) => true,
            Poll::Ready(Some(Ok(_))) => self.body.is_end_stream(),
            Poll::Ready(Some(Err(_))) | Poll::Pending => false,
        };
        if whole && let Some(sent) = self.sent.take() {
            sent();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn finish(status: u16, headers: HeaderMap, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.headers_mut() = headers;
    response
}

pub fn matches_tag(asked: &HeaderMap, tag: &str) -> bool {
    let bare = tag.trim_start_matches("W/");
    asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value
            .split(',')
            .map(str::trim)
            .any(|candidate| candidate == "*" || candidate.trim_start_matches("W/") == bare)
    })
}
