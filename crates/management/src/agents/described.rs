//! Programs that describe themselves at an address of their own, which is their client_id: client-id metadata documents, as
//! revisions of the protocol from 2025-11-25 on ask for them.
//!
//! The document is fetched only for somebody who is signed in and could let the program in: nobody else can make this
//! service call an address. Private addresses are refused by the fetcher's guard.

use domain::time::MS_PER_HOUR;
use interface::App;
use runtime::error::{ApiError, Code};
use serde_json::{Map, Value};
use sources::fetch::Request;
use sources::{FetchOptions, Fetcher};
use store::agents::AgentClient;
use store::rate_limits::Rate;

use super::registration::{self, MAX_CLIENTS, MAX_URI_CHARS};
use super::{MAX_REGISTRATION_BYTES, OAuthError};

/// A document is taken as read for this long.
const FRESH_MS: i64 = MS_PER_HOUR;
const TIMEOUT_MS: u64 = 5_000;
/// Documents that one person can have fetched: so many a minute, so many at once.
const PER_MINUTE: u32 = 4;
const BURST: u32 = 20;

/// Whether a client_id is the address of a document: https with a path, and nothing that could hide where it leads.
pub fn is_address(app: &App, client_id: &str) -> bool {
    // Where the operator lets webhooks into the network, programs may stand there too.
    let inside = app.config.webhook_private_addresses.then(|| client_id.strip_prefix("http://")).flatten();
    let Some(rest) = client_id.strip_prefix("https://").or(inside) else { return false };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    client_id.len() <= MAX_URI_CHARS
        && !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
        && path.len() > 1
        && !path.split('/').any(|part| matches!(part, "." | ".."))
        && client_id.bytes().all(|byte| byte.is_ascii_graphic() && !b"#@\"<>\\".contains(&byte))
}

/// Makes the program known that describes itself there, for a person who could let it in.
pub async fn look_up(app: &App, client_id: &str, person_id: &str) -> Result<(), ApiError> {
    let now = app.clock.now();
    let known = app.store.agents.client(client_id).await?;
    if known.is_some_and(|known| now.ms() - known.created_at.ms() < FRESH_MS) {
        return Ok(());
    }
    let limit = format!("agents described for {person_id}");
    let taken = app.store.rate_limits.take(&limit, Rate::new(PER_MINUTE, BURST), 1, now).await?;
    if !taken.taken {
        let seconds = u64::try_from(taken.level.wait_us).unwrap_or(0).div_ceil(1_000_000).max(1);
        return Err(admission::rate_limited(seconds));
    }
    let document = fetch(app, client_id).await?;
    let client = read(client_id, &document).map_err(|error| refused(client_id, &error.description)).map(
        |(name, redirect_uris)| AgentClient {
            id: client_id.to_owned(),
            name,
            redirect_uris,
            created_at: now,
        },
    )?;
    match app.store.agents.register(&client, MAX_CLIENTS).await? {
        true => Ok(()),
        false => {
            let full = "Too many programs are registered. Try again tomorrow.";
            Err(ApiError::new(Code::Unavailable, full).retry_after(3_600))
        }
    }
}

async fn fetch(app: &App, client_id: &str) -> Result<Map<String, Value>, ApiError> {
    let max_bytes = MAX_REGISTRATION_BYTES as usize;
    let fetcher = Fetcher::new(FetchOptions {
        user_agent: format!("Bellwether/{} (client metadata)", env!("CARGO_PKG_VERSION")),
        timeout_ms: TIMEOUT_MS,
        connect_timeout_ms: TIMEOUT_MS,
        max_body_bytes: max_bytes,
        max_decoded_bytes: max_bytes,
        max_redirects: 0,
        host_gap_ms: 0,
        allow_private_addresses: app.config.webhook_private_addresses,
        ..FetchOptions::default()
    });
    let fetcher = fetcher.map_err(|error| ApiError::internal(&error))?;
    let request =
        Request { headers: vec![("accept", "application/json".to_owned())], ..Request::get(client_id) };
    let reply = fetcher.fetch(&request).await.map_err(|error| refused(client_id, &error.to_string()))?;
    match serde_json::from_slice(&reply.body) {
        Ok(Value::Object(document)) => Ok(document),
        _ => Err(refused(client_id, "it is no JSON object")),
    }
}

/// The name and the addresses to go on at.
fn read(client_id: &str, document: &Map<String, Value>) -> Result<(String, Vec<String>), OAuthError> {
    let invalid = |detail: &str| OAuthError::new("invalid_client_metadata", detail);
    if document.get("client_id").and_then(Value::as_str) != Some(client_id) {
        return Err(invalid("its client_id is not this address"));
    }
    if document.contains_key("client_secret") {
        return Err(invalid("a program that anyone can read about has no secret"));
    }
    match document.get("token_endpoint_auth_method").and_then(Value::as_str) {
        None | Some("none") => {}
        Some(_) => return Err(invalid("token_endpoint_auth_method is none here")),
    }
    Ok((registration::name(document)?, registration::redirect_uris(document)?))
}

fn refused(client_id: &str, why: &str) -> ApiError {
    let detail = format!("The program describes itself at {client_id}, which cannot be used: {why}.");
    ApiError::new(Code::InvalidParameter, detail.replace("..", "."))
}
