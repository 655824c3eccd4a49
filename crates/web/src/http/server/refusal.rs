//! Answers to what never became a request: problem documents with an id, like all others.

use runtime::error::{ApiError, Code};

/// The whole of an answer after which the connection ends.
pub fn text(error: &ApiError) -> Vec<u8> {
    let id = uuid::Uuid::now_v7().simple().to_string();
    let body = serde_json::to_string(&error.problem(&id, "")).unwrap_or_default();
    let retry = error.retry_after_s.map_or_else(String::new, |seconds| format!("Retry-After: {seconds}\r\n"));
    let status = error.code.status();
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/problem+json\r\nContent-Length: {length}\r\n{retry}\
         Cache-Control: no-store\r\nX-Request-Id: {id}\r\nConnection: close\r\n\r\n{body}"
    )
    .into_bytes()
}

/// What to say instead of this head, where it refuses a request without a word. No answer of ours does that.
pub fn in_place_of(head: &[u8]) -> Option<Vec<u8>> {
    let status = head.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let (code, detail) = match status {
        b"400" => (Code::MalformedRequest, "This cannot be read as an HTTP request."),
        b"414" => (Code::AddressTooLong, "The address is longer than any that is answered here."),
        b"431" => (Code::HeadersTooLarge, "There are too many header fields, or they are too long."),
        _ => return None,
    };
    let is_head = head.len() < 1024 && head.ends_with(b"\r\n\r\n");
    let is_empty = head.windows(EMPTY.len()).any(|window| window.eq_ignore_ascii_case(EMPTY));
    (is_head && is_empty).then(|| text(&ApiError::new(code, detail)))
}

const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";
