//! Dynamic registration (RFC 7591): any program may, a few at a time, and is forgotten where nobody lets it in.

use std::net::IpAddr;

use admission::buckets::RateLimitKey;
use interface::App;
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};
use serde_json::{Map, Value};
use store::agents::AgentClient;
use store::rate_limits::Rate;

use super::OAuthError;

/// A registration is a few addresses and a name.
pub const MAX_REGISTRATION_BYTES: u64 = 8_192;
const MAX_REDIRECT_URIS: usize = 8;
const MAX_URI_CHARS: usize = 512;
const MAX_NAME_CHARS: usize = 80;
/// Programs that are known at once.
const MAX_CLIENTS: u32 = 20_000;
/// Registrations from one address: so many a minute, so many at once.
const PER_MINUTE: u32 = 4;
const BURST: u32 = 20;

pub async fn register(
    app: &App,
    wanted: &Map<String, Value>,
    address: IpAddr,
) -> Result<AgentClient, OAuthError> {
    let now = app.clock.now();
    let limit = format!("agents from {}", RateLimitKey::address(address));
    let taken = app.store.rate_limits.take(&limit, Rate::new(PER_MINUTE, BURST), 1, now).await?;
    if !taken.taken {
        let seconds = u64::try_from(taken.level.wait_us).unwrap_or(0).div_ceil(1_000_000).max(1);
        return Err(admission::rate_limited(seconds).into());
    }
    let client = AgentClient {
        id: new_id("client"),
        name: name(wanted)?,
        redirect_uris: redirect_uris(wanted)?,
        created_at: now,
    };
    match wanted.get("token_endpoint_auth_method").and_then(Value::as_str) {
        // Programs that were made for secrets say so and go on without one when told.
        None | Some("none" | "client_secret_post" | "client_secret_basic") => {}
        Some(_) => return Err(invalid("token_endpoint_auth_method is none here.")),
    }
    if app.store.agents.register(&client, MAX_CLIENTS).await? {
        return Ok(client);
    }
    let full = ApiError::new(Code::Unavailable, "Too many programs are registered. Try again tomorrow.");
    Err(full.retry_after(3_600).into())
}

fn invalid(description: impl Into<String>) -> OAuthError {
    OAuthError::new("invalid_client_metadata", description)
}

fn name(wanted: &Map<String, Value>) -> Result<String, OAuthError> {
    let text = wanted.get("client_name").and_then(Value::as_str).unwrap_or("Unnamed agent").trim();
    let good = !text.is_empty() && text.chars().count() <= MAX_NAME_CHARS && !text.chars().any(is_deceiving);
    match good {
        true => Ok(text.to_owned()),
        false => Err(invalid(format!("client_name has 1 to {MAX_NAME_CHARS} visible characters."))),
    }
}

/// What could make a name look like another's.
fn is_deceiving(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn redirect_uris(wanted: &Map<String, Value>) -> Result<Vec<String>, OAuthError> {
    let wrong = |detail: &str| OAuthError::new("invalid_redirect_uri", detail);
    let Some(Value::Array(listed)) = wanted.get("redirect_uris") else {
        return Err(wrong("redirect_uris is a list of addresses."));
    };
    if listed.is_empty() || listed.len() > MAX_REDIRECT_URIS {
        return Err(wrong("redirect_uris has 1 to 8 addresses."));
    }
    let uri = |value: &Value| match value.as_str() {
        Some(uri) if is_good(uri) => Ok(uri.to_owned()),
        _ => Err(wrong(
            "A redirect address is https, http on this machine, or of a scheme of the program's own, with no fragment.",
        )),
    };
    listed.iter().map(uri).collect()
}

fn is_good(uri: &str) -> bool {
    let plain = uri.chars().count() <= MAX_URI_CHARS
        && uri
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'"' | b'<' | b'>' | b'\\'));
    let Some((scheme, rest)) = uri.split_once(':') else { return false };
    let host = rest.trim_start_matches('/').split(['/', '?']).next().unwrap_or("");
    plain
        && match scheme.to_ascii_lowercase().as_str() {
            "https" => rest.starts_with("//") && !host.is_empty() && !host.contains('@'),
            "http" => rest.starts_with("//") && super::consent::loopback(uri).is_some(),
            // What browsers and systems act on themselves.
            "javascript" | "data" | "file" | "vbscript" | "about" | "blob" | "ftp" | "ws" | "wss" => false,
            own => {
                own.len() > 2
                    && own.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            }
        }
}

#[cfg(test)]
mod tests {
    use super::is_good;

    #[test]
    fn where_a_code_may_be_sent() {
        for uri in [
            "https://a.example/cb",
            "http://127.0.0.1:1/cb",
            "http://localhost/cb",
            "http://[::1]:9/cb",
            "cursor://x/cb",
        ] {
            assert!(is_good(uri), "{uri}");
        }
        for uri in [
            "http://a.example/cb",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://a.example/#f",
            "https://u@a.example/",
            "https:a",
            "//a.example",
            "http://127.0.0.1.evil.example/",
            "http://localhost@evil.example/",
            "",
        ] {
            assert!(!is_good(uri), "{uri}");
        }
    }
}
