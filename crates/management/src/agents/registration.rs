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
pub(super) const MAX_URI_CHARS: usize = 512;
const MAX_NAME_CHARS: usize = 80;
/// Programs that are known at once.
pub(super) const MAX_CLIENTS: u32 = 20_000;
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

pub(super) fn name(wanted: &Map<String, Value>) -> Result<String, OAuthError> {
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
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'
                ..='\u{180f}'
        )
        || matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

pub(super) fn redirect_uris(wanted: &Map<String, Value>) -> Result<Vec<String>, OAuthError> {
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
    plain
        && match scheme.to_ascii_lowercase().as_str() {
            "https" => rest.strip_prefix("//").is_some_and(is_host),
            "http" => super::consent::loopback(uri).is_some(),
            own => is_of_a_program(own, rest),
        }
}

/// Whether an address goes on with the name of a host, and a port where it likes.
fn is_host(rest: &str) -> bool {
    let authority = rest.split(['/', '?']).next().unwrap_or("");
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    host.split('.').all(label) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Whether a scheme can be a program's own: a domain name backwards, or a word that neither browsers nor systems act on
/// themselves.
fn is_of_a_program(scheme: &str, rest: &str) -> bool {
    const TAKEN: [&str; 24] = [
        "about",
        "android-app",
        "blob",
        "chrome",
        "content",
        "data",
        "file",
        "filesystem",
        "ftp",
        "intent",
        "jar",
        "javascript",
        "mailto",
        "opera",
        "res",
        "resource",
        "sms",
        "ssh",
        "tel",
        "vbscript",
        "view-source",
        "ws",
        "wss",
        "x-apple",
    ];
    let word = scheme.len() > 2
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let prefixed = ["ms-", "chrome-", "moz-", "x-apple"].iter().any(|taken| scheme.starts_with(taken));
    word && !TAKEN.contains(&scheme) && !prefixed && (scheme.contains('.') || rest.starts_with("//"))
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
            "https://a.example:8443/cb?x=1",
            "com.example.app:/cb",
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
            "mailto:a@evil.example",
            "view-source:https://a.example/",
            "jar:https://a.example/!/",
            "filesystem:https://a.example/x",
            "ms-settings://x",
            "https:////evil.example/",
            "https://a.example:99999/",
            "https://a.example:/",
            "https://a..example/",
            "own:cb",
            "",
        ] {
            assert!(!is_good(uri), "{uri}");
        }
    }
}
