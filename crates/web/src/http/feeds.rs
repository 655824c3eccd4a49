//! Feeds under their private addresses. Feed readers send no key: the token is the credential, and the account that made it
//! pays, once for each state of the feed. Who has that state already hears so for nothing.

use std::convert::Infallible;
use std::sync::Arc;

use admission::delivery::{Delivery, charge_once};
use alerts::event::price_of;
use alerts::feeds::{Kind, ROUTE, hash_of, shown};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::Response;
use axum::response::IntoResponse;
use axum::routing::get;
use interface::App;
use interface::reader::nothing_here;
use runtime::error::ApiError;

use super::answer::{self, ProblemResponse};
use super::request::{client_address, connected};

/// Credits are held for no longer than it takes to charge them.
const HOLD_MS: i64 = 30_000;
/// A token has so many characters.
const TOKEN_CHARS: usize = 43;

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/feeds/{token}/feed.atom", get(|app, token, request| feed(app, token, Kind::Atom, request)))
        .route("/feeds/{token}/feed.json", get(|app, token, request| feed(app, token, Kind::Json, request)))
}

async fn feed(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    kind: Kind,
    request: Request,
) -> Response<Body> {
    match answer(&app, &token, kind, request).await {
        Ok(response) => response,
        Err(error) => ProblemResponse(error).into_response(),
    }
}

async fn answer(
    app: &Arc<App>,
    token: &str,
    kind: Kind,
    request: Request,
) -> Result<Response<Body>, ApiError> {
    let now = app.clock.now();
    let (parts, _) = request.into_parts();
    if let Some(gate) = app.admission.gate() {
        let address = client_address(app, &parts.headers, connected(&parts));
        if let Some(seconds) = gate.take_for_page(&app.store.rate_limits, address, now).await {
            return Err(admission::rate_limited(seconds));
        }
    }
    let nothing = || nothing_here("Feed");
    if token.len() != TOKEN_CHARS {
        return Err(nothing());
    }
    let (account_id, feed) =
        app.store.feeds.of_token(hash_of(token), app.clock.now()).await?.ok_or_else(nothing)?;
    let shown = shown(app, &account_id, &feed, now).await?;
    let tag = format!("\"{}-{}\"", shown.tag, kind.file());
    if answer::matches_tag(&parts.headers, &tag) {
        return Ok(answer::tagged(304, kind.content_type(), &tag, Body::empty()));
    }
    // Asked for nothing but headers, it costs nothing.
    if parts.method == axum::http::Method::HEAD {
        // A stream has no length: that of the feed is not known before it is written.
        let unknown = Body::from_stream(futures_util::stream::empty::<Result<Vec<u8>, Infallible>>());
        return Ok(answer::tagged(200, kind.content_type(), &tag, unknown));
    }
    let entries = u32::try_from(shown.entries.len()).unwrap_or(u32::MAX);
    let delivery = Delivery {
        account_id: &account_id,
        id: format!("{} {}", feed.id, shown.tag),
        route: ROUTE,
        price: price_of(entries),
        lasts_ms: HOLD_MS,
    };
    charge_once(&app.admission, delivery, now).await?;
    let body = Body::from(shown.written(kind, &app.config.public_base()));
    Ok(answer::tagged(200, kind.content_type(), &tag, body))
}
