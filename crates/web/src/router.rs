//! Every route of the service: the operations and the pages, with all that stands around them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{RawPathParams, Request, State};
use axum::http::Response;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, on};
use interface::{App, Entry, Method};
use runtime::error::{ApiError, Code};
use tower_http::compression::CompressionLayer;

use crate::http::{answer, middleware, request};
use crate::{operations, pages};

/// Every route of the service, with all that stands around them.
pub fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for entry in operations::all() {
        router = router.route(entry.route.path, method_router(entry));
    }
    router
        .merge(pages::router(&app))
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), middleware::stand_around))
        .layer(CompressionLayer::new())
        .with_state(app)
}

fn method_router(entry: Entry) -> MethodRouter<Arc<App>> {
    let filter = match entry.route.method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    };
    on(filter, move |State(app): State<Arc<App>>, path: RawPathParams, request: Request| async move {
        request::respond(app, entry, path, request).await
    })
}

async fn nothing_here(request: Request) -> Response<Body> {
    let path = request.uri().path();
    let shown: String = path.chars().take(100).collect();
    let error =
        ApiError::new(Code::NotFound, format!("There is no {shown:?} here. /docs lists every route."));
    // Browsers name HTML by itself; programs that take anything get the problem document.
    match pages::wants_page(request.headers()) {
        true => pages::reply::Trouble(error).into_response(),
        false => answer::ProblemResponse(error).into_response(),
    }
}

async fn wrong_method(request: Request) -> answer::ProblemResponse {
    let detail =
        format!("{} is not allowed here. /docs lists every route with its method.", request.method());
    answer::ProblemResponse(ApiError::new(Code::MethodNotAllowed, detail))
}
