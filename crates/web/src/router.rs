//! Every route of the service: the operations and the pages, with all that stands around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, on, options};
use interface::{Access, App, Entry, Method};
use metering::Scope;
use runtime::error::{ApiError, Code};
use tools::{HttpService, ServerHandler};
use tower::ServiceExt;
use tower_http::compression::CompressionLayer;

use crate::http::{answer, feeds, mcp, middleware, request};
use crate::{near, operations, pages};

/// Every route of the service, with all that stands around them.
pub fn router(app: Arc<App>) -> Router {
    let tools = tools::http_service(&app);
    router_with(app, tools)
}

/// The same with another server at the tool door.
pub fn router_with<S: ServerHandler>(app: Arc<App>, tools: HttpService<S>) -> Router {
    let mut router = Router::new();
    let mut methods: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in operations::all() {
        router = router.route(entry.route.path, method_router(&app, entry));
        let own = methods.entry(entry.route.path).or_default();
        own.push(entry.route.method.name());
        own.extend((entry.route.method == Method::Get).then_some("HEAD"));
    }
    for (path, mut methods) in methods {
        methods.push("OPTIONS");
        let methods = methods.join(", ");
        router = router.route(path, options(move || async move { middleware::preflight(&methods) }));
    }
    router
        .merge(mcp::router(tools))
        .merge(pages::router(&app))
        .merge(feeds::router())
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        // Inside of what reads Accept-Encoding: it packs only as it is told to there.
        .layer(compression())
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), middleware::stand_around))
        .with_state(app)
}

/// The routes of a process that answers nobody's questions: whether it is up, and whether it does its work.
pub fn health_router(app: Arc<App>) -> Router {
    let health = operations::all().into_iter().filter(|entry| entry.access == Access::Unchecked);
    let router = health
        .fold(Router::new(), |router, entry| router.route(entry.route.path, method_router(&app, entry)));
    router
        .fallback(nothing_at_a_worker)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), middleware::stand_around))
        .with_state(app)
}

async fn nothing_at_a_worker() -> answer::ProblemResponse {
    let detail = "This is a worker: it answers /health and /health/ready alone. Ask a door.";
    answer::ProblemResponse(ApiError::new(Code::NotFound, detail))
}

/// Answers are packed as the caller asks.
pub fn compression() -> CompressionLayer {
    CompressionLayer::new()
}

fn method_router(app: &Arc<App>, entry: Entry) -> MethodRouter<Arc<App>> {
    let page = (entry.route.method == Method::Get).then(|| pages::beside(app, entry.route.path)).flatten();
    let filter = match entry.route.method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    };
    on(filter, move |State(app): State<Arc<App>>, path: request::Path, request: Request| async move {
        if let Some(page) = page.filter(|_| pages::is_browser(request.headers())) {
            return page.with_state(app).oneshot(request).await.into_response();
        }
        let changes = entry.scope != Scope::Read;
        let answer = request::respond(app, entry, path, request);
        // What changes something is done and charged to its end, whether or not the caller waits for it.
        match changes {
            true => tokio::spawn(answer)
                .await
                .unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic())),
            false => answer.await,
        }
    })
}

async fn nothing_here(request: Request) -> Response<Body> {
    let path = request.uri().path();
    let shown: String = path.chars().take(100).collect();
    let meant = near::path(path).filter(|meant| meant.len() <= 100);
    let meant = meant.map_or_else(String::new, |meant| format!(" Did you mean {meant:?}?"));
    let error =
        ApiError::new(Code::NotFound, format!("There is no {shown:?} here.{meant} /docs lists every route."));
    // Browsers name HTML by itself; programs that take anything get the problem document.
    match pages::wants_page(request.headers()) {
        true => pages::reply::Trouble(error).into_response(),
        false => answer::ProblemResponse(error).into_response(),
    }
}

/// A client's own words go back to it in part.
const MAX_SHOWN_METHOD: usize = 20;

async fn wrong_method(request: Request) -> answer::ProblemResponse {
    let allowed = near::methods(request.uri().path())
        .map_or_else(String::new, |methods| format!(" Allowed: {methods}."));
    let method: String = request.method().as_str().chars().take(MAX_SHOWN_METHOD).collect();
    let detail = format!("{method} is not allowed here.{allowed} /docs lists every route with its method.");
    answer::ProblemResponse(ApiError::new(Code::MethodNotAllowed, detail))
}
