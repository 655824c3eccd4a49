//! What programs ask of the authorization server: what it is, registration, tokens. What people see of it is in the
//! console.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, options, post};
use management::agents::{self, MAX_REGISTRATION_BYTES, OAuthError, SCOPES, scope_words};
use serde_json::{Value, json};

use super::mcp;
use super::middleware::preflight;
use super::query::read_query;
use super::request::{client_address, connected, read_bytes};
use interface::App;

const REGISTER: &str = "/oauth/register";
const TOKEN: &str = "/oauth/token";
const REVOKE: &str = "/oauth/revoke";
pub const AUTHORIZE: &str = "/oauth/authorize";
const RESOURCE: &str = "/.well-known/oauth-protected-resource";
const SERVER: &str = "/.well-known/oauth-authorization-server";
/// A form is a few tokens and addresses.
const MAX_FORM_BYTES: u64 = 16_384;

pub fn router() -> Router<Arc<App>> {
    let mut router = Router::new()
        .route(RESOURCE, get(resource))
        .route(&format!("{RESOURCE}{}", mcp::PATH), get(resource))
        .route(SERVER, get(server))
        // Some clients put the path of the resource behind it.
        .route(&format!("{SERVER}{}", mcp::PATH), get(server))
        .route("/.well-known/mcp", get(discovery))
        .route(REGISTER, post(register))
        .route(TOKEN, post(token))
        .route(REVOKE, post(revoke));
    for path in [REGISTER, TOKEN, REVOKE] {
        router = router.route(path, options(|| async { preflight("POST, OPTIONS") }));
    }
    router
}

/// RFC 9728.
async fn resource(State(app): State<Arc<App>>) -> Response<Body> {
    let base = app.config.public_base();
    public(json!({
        "resource": agents::resource(&app),
        "authorization_servers": [base],
        "scopes_supported": SCOPES,
        "bearer_methods_supported": ["header"],
        "resource_name": "Bellwether",
        "resource_documentation": format!("{base}/docs"),
    }))
}

/// RFC 8414.
async fn server(State(app): State<Arc<App>>) -> Response<Body> {
    let base = app.config.public_base();
    let at = |path: &str| format!("{base}{path}");
    public(json!({
        "issuer": base,
        "authorization_endpoint": at(AUTHORIZE),
        "token_endpoint": at(TOKEN),
        "registration_endpoint": at(REGISTER),
        "revocation_endpoint": at(REVOKE),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": SCOPES,
        "authorization_response_iss_parameter_supported": true,
        "client_id_metadata_document_supported": true,
        "service_documentation": at("/docs"),
    }))
}

/// Where the tools are, for programs that look for them at a site.
async fn discovery(State(app): State<Arc<App>>) -> Response<Body> {
    let base = app.config.public_base();
    public(json!({
        "name": "Bellwether",
        "description": "Narrative intelligence for the digital-asset industry, with every number traceable to its articles.",
        "endpoints": [{
            "url": agents::resource(&app),
            "transport": "streamable-http",
            "authentication": ["oauth2", "bearer"],
            "resource_metadata": format!("{base}{RESOURCE}{}", mcp::PATH),
        }],
        "tools": tools::all().iter().map(|tool| tool.name).collect::<Vec<_>>(),
        "documentation": format!("{base}/docs"),
    }))
}

async fn register(State(app): State<Arc<App>>, request: Request) -> Result<Response<Body>, Refused> {
    let (parts, body) = request.into_parts();
    let address = client_address(&app, &parts.headers, connected(&parts));
    let bytes = read_bytes(&app, MAX_REGISTRATION_BYTES, body).await.map_err(OAuthError::from)?;
    let wanted = match serde_json::from_slice(&bytes) {
        Ok(Value::Object(wanted)) => wanted,
        _ => return Err(malformed("invalid_client_metadata", "The registration is a JSON object.")),
    };
    let client = agents::register(&app, &wanted, address).await?;
    let told = json!({
        "client_id": client.id,
        "client_id_issued_at": client.created_at.ms() / 1000,
        "client_name": client.name,
        "redirect_uris": client.redirect_uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": SCOPES.join(" "),
    });
    Ok(private(StatusCode::CREATED, &told))
}

async fn token(State(app): State<Arc<App>>, request: Request) -> Result<Response<Body>, Refused> {
    let given = form(&app, request).await?;
    let issued = agents::exchange(&app, |name| value(&given, name)).await?;
    let told = json!({
        "access_token": issued.access,
        "token_type": "Bearer",
        "expires_in": issued.expires_in_s,
        "refresh_token": issued.refresh,
        "scope": scope_words(issued.scope),
    });
    Ok(private(StatusCode::OK, &told))
}

async fn revoke(State(app): State<Arc<App>>, request: Request) -> Result<Response<Body>, Refused> {
    let given = form(&app, request).await?;
    let Some(token) = value(&given, "token") else {
        return Err(malformed("invalid_request", "The form names no token."));
    };
    agents::revoke(&app, &token).await?;
    Ok(private(StatusCode::OK, &json!({})))
}

async fn form(app: &App, request: Request) -> Result<Vec<(String, String)>, Refused> {
    let (parts, body) = request.into_parts();
    let stated = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    if !stated.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        return Err(malformed("invalid_request", "Send a form as application/x-www-form-urlencoded."));
    }
    let bytes = read_bytes(app, MAX_FORM_BYTES, body).await.map_err(OAuthError::from)?;
    let pairs = std::str::from_utf8(&bytes).ok().and_then(|text| read_query(text).ok());
    pairs.ok_or_else(|| malformed("invalid_request", "The form cannot be read."))
}

/// The parameter of a name; one that is given twice is none.
pub fn value(given: &[(String, String)], name: &str) -> Option<String> {
    let mut found = given.iter().filter(|(key, value)| key == name && !value.is_empty());
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Some(value.clone()),
        _ => None,
    }
}

fn malformed(error: &'static str, description: &str) -> Refused {
    Refused(OAuthError { error, description: description.to_owned(), retry_after_s: None, status: 400 })
}

/// A refusal as RFC 6749 writes it.
struct Refused(OAuthError);

impl From<OAuthError> for Refused {
    fn from(error: OAuthError) -> Refused {
        Refused(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        let Refused(error) = self;
        let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
        let told = json!({"error": error.error, "error_description": error.description});
        let mut response = private(status, &told);
        if let Some(seconds) = error.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

fn public(told: Value) -> Response<Body> {
    let mut response = private(StatusCode::OK, &told);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    response
}

fn private(status: StatusCode, told: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(told.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
