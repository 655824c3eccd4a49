//! POST /mcp: the tool protocol behind the same checks as every route. Who may come is decided here; what is called is
//! admitted and charged where every operation is.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Response, Uri};
use axum::response::IntoResponse;
use axum::routing::{options, post};
use serde::Deserialize;
use tools::{HttpService, ServerHandler, Visitor};

use super::answer::ProblemResponse;
use super::middleware::{self, RequestId};
use super::request::{client_address, connected, read_bytes};
use admission::Visit;
use interface::App;
use runtime::error::{ApiError, Code};

pub const PATH: &str = "/mcp";

pub fn router<S: ServerHandler>(service: HttpService<S>) -> Router<Arc<App>> {
    let answer = move |State(app): State<Arc<App>>, request: Request| {
        let service = service.clone();
        async move {
            match respond(&app, service, request).await {
                Ok(response) => response,
                Err(error) => refused(&app, error),
            }
        }
    };
    Router::new()
        .route(PATH, post(answer))
        .route(PATH, options(|| async { middleware::preflight("POST, OPTIONS") }))
}

async fn respond<S: ServerHandler>(
    app: &Arc<App>,
    service: HttpService<S>,
    request: Request,
) -> Result<Response<Body>, ApiError> {
    let request_id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let (mut parts, body) = request.into_parts();
    check_host(app, &parts.headers, &parts.uri)?;
    let address = client_address(app, &parts.headers, connected(&parts));
    let now = app.clock.now();
    let visit = Visit { headers: &parts.headers, address, target: PATH };
    let resource = management::agents::resource(app);
    let caller = admission::identify_agent(&app.admission, &resource, &visit, now).await?;
    let bytes = read_bytes(app, app.config.body_limit_bytes, body).await?;
    if !is_counted_later(&bytes) {
        admission::take(&app.admission, &caller, now).await?;
    }
    parts.extensions.insert(Visitor { caller: Arc::new(caller), address, request_id });
    let response = service.handle(Request::from_parts(parts, Body::from(bytes))).await;
    Ok(response.map(Body::new))
}

/// A call of a tool that there is counts where its operation is admitted; everything else counts here.
fn is_counted_later(message: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: Option<Cow<'a, str>>,
        #[serde(borrow)]
        params: Option<Called<'a>>,
    }
    #[derive(Deserialize)]
    struct Called<'a> {
        #[serde(borrow)]
        name: Option<Cow<'a, str>>,
    }
    let Ok(message) = serde_json::from_slice::<Message>(message) else { return false };
    let name = message.params.and_then(|called| called.name);
    message.method.as_deref() == Some("tools/call") && name.is_some_and(|name| tools::find(&name).is_some())
}

/// A page of another site must not reach a server on its reader's machine, by whatever name it calls it.
fn check_host(app: &App, headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
    let forbidden = |what: &str, host: &str| {
        let shown: String = host.chars().take(100).collect();
        ApiError::new(
            Code::Forbidden,
            format!("{what} {shown:?} is not one of this service. The operator names it in allowed_hosts."),
        )
    };
    let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_owned();
    let host = headers.get(HOST).map(text).or_else(|| uri.authority().map(|authority| authority.to_string()));
    if let Some(host) = host.filter(|host| !is_ours(app, bare(host))) {
        return Err(forbidden("The host", &host));
    }
    let origin = headers.get(ORIGIN).map(text);
    let is_known = |origin: &str| {
        origin
            .split_once("://")
            .is_some_and(|(scheme, host)| matches!(scheme, "http" | "https") && is_ours(app, bare(host)))
    };
    match origin.filter(|origin| !is_known(origin)) {
        Some(origin) => Err(forbidden("The origin", &origin)),
        None => Ok(()),
    }
}

/// Without its port and brackets.
fn bare(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Names that are ours, and addresses: no name can be bent to point at those.
fn is_ours(app: &App, host: &str) -> bool {
    let base = app.config.public_base();
    let own = base.split_once("://").map_or(base.as_str(), |(_, rest)| rest);
    let own = own.split('/').next().unwrap_or("");
    let named = app.config.allowed_hosts.split(',').map(str::trim).filter(|name| !name.is_empty());
    host.parse::<IpAddr>().is_ok()
        || [bare(own), "localhost"].into_iter().chain(named).any(|name| name.eq_ignore_ascii_case(host))
}

/// A refusal with where credentials are to be had.
fn refused(app: &App, error: ApiError) -> Response<Body> {
    let challenge =
        (error.code.status().as_u16() == 401).then(|| challenge(&app.config.public_base(), &error));
    let mut response = ProblemResponse(error).into_response();
    if let Some(value) = challenge.and_then(|text| HeaderValue::try_from(text).ok()) {
        response.headers_mut().insert(WWW_AUTHENTICATE, value);
    }
    response
}

/// As RFC 6750 and RFC 9728 have it.
fn challenge(base: &str, error: &ApiError) -> String {
    let mut text = format!(
        "Bearer realm=\"bellwether\", resource_metadata=\"{base}/.well-known/oauth-protected-resource{PATH}\""
    );
    // Who brought nothing at all is told only where to get something.
    if error.code != Code::KeyMissing {
        let detail: String = error.detail.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').collect();
        let detail = detail.replace(['"', '\\'], "'");
        text.push_str(&format!(", error=\"invalid_token\", error_description=\"{detail}\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn hosts_lose_ports_and_brackets() {
        for (host, name) in [
            ("a.example:80", "a.example"),
            ("a.example", "a.example"),
            ("[::1]:8080", "::1"),
            ("127.0.0.1:1", "127.0.0.1"),
        ] {
            assert_eq!(bare(host), name);
        }
    }
}
