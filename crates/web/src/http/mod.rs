//! How asking arrives: the router made from the list of operations, and what stands around every answer.

pub mod answer;
mod door;
pub mod openapi;
mod request;
mod server;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{RawPathParams, Request, State};
use axum::http::Response;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, on};
use tower_http::compression::CompressionLayer;

use crate::operations;
use crate::pages;
use interface::App;
use interface::{Entry, Method};
pub use request::{accepts_csv, client_address, connected, read_query};
use runtime::error::{ApiError, Code};
pub use server::{Limits, serve};

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
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), door::stand_around))
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
        false => answer::Refusal(error).into_response(),
    }
}

async fn wrong_method(request: Request) -> answer::Refusal {
    let detail =
        format!("{} is not allowed here. /docs lists every route with its method.", request.method());
    answer::Refusal(ApiError::new(Code::MethodNotAllowed, detail))
}
